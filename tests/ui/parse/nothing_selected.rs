//! `no_grad` leaves no parameter to differentiate.
use grad_runtime::derive_grad;

#[derive_grad(no_grad(x))]
fn scaled(x: f64, n: usize) -> f64 {
    x * n as f64
}

fn main() {}
