//! A function that is passed to one call twice.
use grad_runtime::derive_grad;

#[derive_grad]
fn both(f: impl Fn(f64) -> f64, g: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) * g(x)
}

#[derive_grad]
fn square(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    both(&f, |v| f(v) * 2.0, x)
}

fn main() {}
