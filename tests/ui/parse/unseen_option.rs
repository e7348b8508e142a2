//! An `Option` of floats by reference, and one of an array.
use grad_runtime::derive_grad;

#[derive_grad]
fn either(x: f64, y: &Option<f64>) -> f64 {
    y.unwrap_or(x)
}

#[derive_grad]
fn first(x: f64, y: Option<[f64; 2]>) -> f64 {
    y.unwrap_or([x, x])[0]
}

fn main() {}
