//! `#[cfg]` on a macro statement.
use grad_runtime::derive_grad;

#[derive_grad]
fn square(x: f64) -> f64 {
    #[cfg(debug_assertions)]
    println!("{x}");
    x * x
}

fn main() {}
