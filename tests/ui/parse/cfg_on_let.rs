//! `#[cfg]` on a `let`.
use grad_runtime::derive_grad;

#[derive_grad]
fn square(x: f64) -> f64 {
    let y = x;
    #[cfg(debug_assertions)]
    let y = 2.0 * y;
    y * y
}

fn main() {}
