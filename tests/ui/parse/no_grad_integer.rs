//! `no_grad` names an integer, which is never differentiated.
use grad_runtime::derive_grad;

#[derive_grad(no_grad(n))]
fn scaled(x: f64, w: &[f64], n: usize) -> f64 {
    x * w[n]
}

fn main() {}
