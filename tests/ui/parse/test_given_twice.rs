//! Two values for one parameter.
use grad_runtime::derive_grad;

#[derive_grad(test(x = 1.0, x = 2.0))]
fn f(x: f64) -> f64 {
    x * x
}

fn main() {}
