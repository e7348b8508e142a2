//! A parameter is selected and excluded.
use grad_runtime::derive_grad;

#[derive_grad(wrt(x), no_grad(x))]
fn scaled(x: f64, w: &[f64], n: usize) -> f64 {
    x * w[n]
}

fn main() {}
