//! A function has no gradient of its own.
use grad_runtime::derive_grad;

#[derive_grad(wrt(f, x))]
fn value(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

fn main() {}
