//! An option that does not exist.
use grad_runtime::derive_grad;

#[derive_grad(with_respect_to(x))]
fn scaled(x: f64, w: &[f64], n: usize) -> f64 {
    x * w[n]
}

fn main() {}
