//! `wrt` names nothing where a parameter has no name.
use grad_runtime::derive_grad;

#[derive_grad(wrt(point))]
fn sum((a, b): (f64, f64), x: f64) -> f64 {
    a + b + x
}

fn main() {}
