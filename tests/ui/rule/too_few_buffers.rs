//! A rule that forgets the gradient of an argument.
use grad_runtime::grad_rule;

fn product(x: f64, y: f64) -> f64 {
    x * y
}

#[grad_rule]
fn product_rev(_x: f64, y: f64, _out: f64, seed: f64, d_x: &mut f64) {
    *d_x += seed * y;
}

fn main() {}
