//! `#[cfg]` on an arm of a `match`.
use grad_runtime::derive_grad;

#[derive_grad]
fn choose(x: f64, n: usize) -> f64 {
    match n {
        #[cfg(debug_assertions)]
        0 => x,
        _ => x * x,
    }
}

fn main() {}
