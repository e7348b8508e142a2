//! A rule for a function that writes to its argument.
use grad_runtime::grad_rule;

fn fill(v: &mut [f64], x: f64) -> f64 {
    v[0] = x;
    x
}

#[grad_rule]
fn fill_rev(_v: &mut [f64], _x: f64, _out: f64, seed: f64, _d_v: &mut [f64], d_x: &mut f64) {
    *d_x += seed;
}

fn main() {}
