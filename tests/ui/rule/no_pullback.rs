//! A pullback that is a value.
use grad_runtime::grad_rule;

#[grad_rule]
fn half_vjp(x: f64) -> (f64, f64) {
    (x / 2.0, 0.5)
}

fn main() {}
