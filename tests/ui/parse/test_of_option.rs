//! A test of a function whose parameter is an `Option`.
use grad_runtime::derive_grad;

#[derive_grad(test(x = 1.0, y = Some(2.0)))]
fn either(x: f64, y: Option<f64>) -> f64 {
    y.unwrap_or(x)
}

fn main() {}
