//! The gradient of a whole vector is stopped.
use grad_runtime::{derive_grad, stop_gradient};

#[derive_grad]
fn first(x: &[f64]) -> f64 {
    let y = stop_gradient(x);
    x[0] * y[0]
}

fn main() {}
