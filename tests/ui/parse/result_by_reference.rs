//! A result that is a reference.
use grad_runtime::derive_grad;

#[derive_grad]
fn first(x: &[f64]) -> &f64 {
    &x[0]
}

fn main() {}
