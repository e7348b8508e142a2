//! `crate` half typed.
use grad_runtime::derive_grad;

#[derive_grad(crate =)]
fn scaled(x: f64, w: &[f64], n: usize) -> f64 {
    x * w[n]
}

fn main() {}
