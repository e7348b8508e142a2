//! `wrt` with a part of a parameter.
use grad_runtime::derive_grad;

#[derive_grad(wrt(x, w[0]))]
fn scaled(x: f64, w: &[f64], n: usize) -> f64 {
    x * w[n]
}

fn main() {}
