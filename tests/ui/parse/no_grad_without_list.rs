//! `no_grad` half typed.
use grad_runtime::derive_grad;

#[derive_grad(no_grad)]
fn scaled(x: f64, w: &[f64], n: usize) -> f64 {
    x * w[n]
}

fn main() {}
