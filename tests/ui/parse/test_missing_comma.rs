//! Values without a comma between.
use grad_runtime::derive_grad;

#[derive_grad(test(x = 1.0 k = 2.0))]
fn f(x: f64, k: f64) -> f64 {
    x * k
}

fn main() {}
