//! A result without a float.
use grad_runtime::derive_grad;

#[derive_grad]
fn count(x: &[f64]) -> usize {
    x.len()
}

fn main() {}
