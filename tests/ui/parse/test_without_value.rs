//! A name without a value.
use grad_runtime::derive_grad;

#[derive_grad(test(x), test(x = ))]
fn f(x: f64) -> f64 {
    x * x
}

fn main() {}
