//! A value for no parameter.
use grad_runtime::derive_grad;

#[derive_grad(test(x = 1.0, n = 2, y = 3.0))]
fn f(x: f64, n: usize) -> f64 {
    x * n as f64
}

fn main() {}
