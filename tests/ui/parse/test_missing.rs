//! Parameters without a value, those that are not differentiated included.
use grad_runtime::derive_grad;

#[derive_grad(test(x = 1.0))]
fn f(x: f64, w: &[f64], n: usize) -> f64 {
    x * w[n]
}

fn main() {}
