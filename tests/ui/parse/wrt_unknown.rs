//! `wrt` names no parameter.
use grad_runtime::derive_grad;

#[derive_grad(wrt(y))]
fn scaled(x: f64, w: &[f64], n: usize) -> f64 {
    x * w[n]
}

fn main() {}
