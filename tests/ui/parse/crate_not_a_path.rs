//! `crate` with something that is no path.
use grad_runtime::derive_grad;

#[derive_grad(crate = 1 + 1)]
fn scaled(x: f64, w: &[f64], n: usize) -> f64 {
    x * w[n]
}

fn main() {}
