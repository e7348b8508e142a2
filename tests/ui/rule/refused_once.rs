//! The callers of a function whose rule is refused see no second error.
use grad_runtime::{derive_grad, grad_rule};

fn product(x: f64, y: f64) -> f64 {
    x * y
}

#[grad_rule]
fn product_rev(_x: f64, y: f64, _out: f64, seed: f64, d_x: &mut f64) {
    *d_x += seed * y;
}

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>().sqrt()
}

#[grad_rule]
fn norm_vjp(x: &[f64]) -> (f64, impl FnOnce(f64)) {
    (norm(x), |_| {})
}

#[derive_grad]
fn both(x: &[f64]) -> f64 {
    product(x[0], x[1]) + norm(x)
}

fn main() {
    both_grad(&[1.0, 2.0]);
}
