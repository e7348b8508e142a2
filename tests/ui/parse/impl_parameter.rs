//! A parameter of a type that is not named.
use grad_runtime::derive_grad;

#[derive_grad]
fn weighed(x: f64, weight: impl Fn(usize) -> f64) -> f64 {
    x * weight(2)
}

fn main() {}
