//! An `Option` of a float.
use grad_runtime::derive_grad;

#[derive_grad]
fn either(x: f64, y: Option<f64>) -> f64 {
    y.unwrap_or(x)
}

fn main() {}
