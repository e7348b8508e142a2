//! An iterator chain outside of the head of a loop.
use grad_runtime::derive_grad;

#[derive_grad]
fn squares(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum()
}

fn main() {}
