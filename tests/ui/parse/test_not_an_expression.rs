//! A value that is no expression.
use grad_runtime::derive_grad;

#[derive_grad(test(x = fn))]
fn f(x: f64) -> f64 {
    x * x
}

fn main() {}
