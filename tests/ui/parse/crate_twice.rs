//! `crate` given twice.
use grad_runtime::derive_grad;

#[derive_grad(crate = ::grad_runtime, crate = grad_runtime)]
fn scaled(x: f64, w: &[f64], n: usize) -> f64 {
    x * w[n]
}

fn main() {}
