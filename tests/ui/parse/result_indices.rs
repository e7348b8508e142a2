//! A vector of integers beside floats in the result.
use grad_runtime::derive_grad;

#[derive_grad]
fn sorted(x: &[f64]) -> (f64, Vec<usize>) {
    (x[0], vec![0; x.len()])
}

fn main() {}
