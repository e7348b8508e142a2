//! A rule with the options of a derived function.
use grad_runtime::grad_rule;

fn half(x: f64, _y: f64) -> f64 {
    x / 2.0
}

#[grad_rule(wrt(x))]
fn half_rev(_x: f64, _y: f64, _out: f64, seed: f64, d_x: &mut f64, _d_y: &mut f64) {
    *d_x += 0.5 * seed;
}

fn main() {}
