//! An option with a value that does not exist.
use grad_runtime::derive_grad;

#[derive_grad(order = 2)]
fn scaled(x: f64, w: &[f64], n: usize) -> f64 {
    x * w[n]
}

fn main() {}
