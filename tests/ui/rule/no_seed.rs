//! A rule without an output and a seed.
use grad_runtime::grad_rule;

fn half(x: f64) -> f64 {
    x / 2.0
}

#[grad_rule]
fn half_rev(_x: f64, d_x: &mut f64) {
    *d_x += 0.5;
}

fn main() {}
