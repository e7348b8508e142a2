//! A result that is a slice of a parameter.
use grad_runtime::derive_grad;

#[derive_grad]
fn tail(x: &[f64]) -> &[f64] {
    &x[1..]
}

fn main() {}
