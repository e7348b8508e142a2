//! An `unsafe` block.
use grad_runtime::derive_grad;

#[derive_grad]
fn first(x: &[f64]) -> f64 {
    unsafe { *x.get_unchecked(0) }
}

fn main() {}
