//! `no_grad` names no parameter.
use grad_runtime::derive_grad;

#[derive_grad(no_grad(y))]
fn scaled(x: f64, w: &[f64], n: usize) -> f64 {
    x * w[n]
}

fn main() {}
