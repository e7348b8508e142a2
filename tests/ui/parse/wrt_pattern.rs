//! A parameter bound by a pattern has no name for `wrt`.
use grad_runtime::derive_grad;

#[derive_grad(wrt(a))]
fn sum((a, b): (f64, f64)) -> f64 {
    a + b
}

fn main() {}
