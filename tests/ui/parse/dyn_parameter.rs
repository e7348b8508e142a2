//! A parameter behind a trait object.
use grad_runtime::derive_grad;

#[derive_grad]
fn weighed(x: f64, weight: &dyn Fn(usize) -> f64) -> f64 {
    x * weight(2)
}

fn main() {}
