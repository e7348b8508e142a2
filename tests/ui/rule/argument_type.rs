//! A rule whose argument cannot be kept on the tape.
use grad_runtime::grad_rule;

fn named(x: f64, _name: &str) -> f64 {
    x
}

#[grad_rule]
fn named_rev(_x: f64, _name: &str, _out: f64, seed: f64, d_x: &mut f64) {
    *d_x += seed;
}

fn main() {}
