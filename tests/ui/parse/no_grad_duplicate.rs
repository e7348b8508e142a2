//! `no_grad` names a parameter twice.
use grad_runtime::derive_grad;

#[derive_grad(no_grad(x, x))]
fn scaled(x: f64, w: &[f64], n: usize) -> f64 {
    x * w[n]
}

fn main() {}
