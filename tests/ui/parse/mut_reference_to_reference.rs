//! A slice that could be made another.
use grad_runtime::derive_grad;

#[derive_grad]
fn advance(x: &mut &[f64]) -> f64 {
    let first = x[0];
    *x = &x[1..];
    first * first
}

fn main() {}
