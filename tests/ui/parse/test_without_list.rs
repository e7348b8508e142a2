//! `test` without values.
use grad_runtime::derive_grad;

#[derive_grad(test)]
fn f(x: f64) -> f64 {
    x * x
}

fn main() {}
