//! A parameter without a name.
use grad_runtime::derive_grad;

#[derive_grad(test(k = 1.0))]
fn f((x, y): (f64, f64), k: f64) -> f64 {
    x * y * k
}

fn main() {}
