//! The path of the runtime with generics.
use grad_runtime::derive_grad;

#[derive_grad(crate = grad_runtime::<f64>)]
fn square(x: f64) -> f64 {
    x * x
}

fn main() {}
