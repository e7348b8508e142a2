//! `test` takes values in parentheses.
use grad_runtime::derive_grad;

#[derive_grad(test = 1.0)]
fn f(x: f64) -> f64 {
    x * x
}

fn main() {}
