//! A test of a function that takes a function.
use grad_runtime::derive_grad;

#[derive_grad(test(f = f64::sin, x = 1.0))]
fn value(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

fn main() {}
