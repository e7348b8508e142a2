//! `wrt` with something that is no name.
use grad_runtime::derive_grad;

#[derive_grad(wrt(x, 1))]
fn scaled(x: f64, w: &[f64], n: usize) -> f64 {
    x * w[n]
}

fn main() {}
