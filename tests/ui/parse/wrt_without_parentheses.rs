//! `wrt` in the style of another option.
use grad_runtime::derive_grad;

#[derive_grad(wrt = x)]
fn scaled(x: f64, w: &[f64], n: usize) -> f64 {
    x * w[n]
}

fn main() {}
