//! Functions as parameters, of arguments and with results that cannot be passed on.
use grad_runtime::derive_grad;

struct Settings;

#[derive_grad]
fn constant(f: impl Fn() -> f64, x: f64) -> f64 {
    f() * x
}

#[derive_grad]
fn changing(f: impl Fn(&mut f64), x: f64) -> f64 {
    let mut y = x;
    f(&mut y);
    y
}

#[derive_grad]
fn unseen(f: impl Fn(&Settings, f64) -> f64, x: f64) -> f64 {
    f(&Settings, x)
}

#[derive_grad]
fn named(f: impl Fn(f64) -> String, x: f64) -> f64 {
    x * f(x).len() as f64
}

fn main() {}
