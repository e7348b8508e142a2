//! A literal in place of an option.
use grad_runtime::derive_grad;

#[derive_grad("x")]
fn scaled(x: f64, w: &[f64], n: usize) -> f64 {
    x * w[n]
}

fn main() {}
