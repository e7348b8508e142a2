//! A reverse half that returns what it should add.
use grad_runtime::grad_rule;

fn half(x: f64) -> f64 {
    x / 2.0
}

#[grad_rule]
fn half_rev(_x: f64, _out: f64, seed: f64) -> f64 {
    0.5 * seed
}

fn main() {}
