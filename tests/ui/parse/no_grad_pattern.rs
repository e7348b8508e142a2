//! `no_grad` names a part of a pattern.
use grad_runtime::derive_grad;

#[derive_grad(no_grad(b))]
fn sum((a, b): (f64, f64), x: f64) -> f64 {
    a + b + x
}

fn main() {}
