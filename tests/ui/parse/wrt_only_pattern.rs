//! The same where no other parameter carries a float.
use grad_runtime::derive_grad;

#[derive_grad(wrt(point))]
fn sum((a, b): (f64, f64)) -> f64 {
    a + b
}

fn main() {}
