//! `#[cfg]` on a parameter.
use grad_runtime::derive_grad;

#[derive_grad]
fn square(x: f64, #[cfg(debug_assertions)] _scale: f64) -> f64 {
    x * x
}

fn main() {}
