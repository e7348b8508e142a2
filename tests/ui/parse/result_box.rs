//! A result in a box.
use grad_runtime::derive_grad;

#[derive_grad]
fn inverse(x: f64) -> Box<f64> {
    Box::new(1.0 / x)
}

fn main() {}
