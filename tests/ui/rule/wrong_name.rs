//! A rule whose name does not say what it is the rule of.
use grad_runtime::grad_rule;

#[grad_rule]
fn half(x: f64, out: f64, seed: f64, d_x: &mut f64) {
    *d_x += seed * out / x;
}

fn main() {}
