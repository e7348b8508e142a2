//! Closures that cannot be passed to a derived function as they are.
use grad_runtime::{Differentiable, derive_grad};

#[derive_grad]
fn of_slice(f: impl Fn(&[f64]) -> f64, x: &[f64]) -> f64 {
    f(x) * f(x)
}

#[derive_grad]
fn value(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[derive_grad]
fn untyped(x: &[f64], k: f64) -> f64 {
    of_slice(|v| v[0] * k, x)
}

#[derive_grad]
fn copied(k: f64, x: f64) -> f64 {
    let mut c = k * k;
    let step = |c: &mut f64| {
        *c += 1.0;
        *c
    };
    value(move |v| v * c, step(&mut c)) * x
}

#[derive_grad]
fn unseen(rows: &[Row], x: f64) -> f64 {
    let mut sum = 0.0;
    for row in rows {
        sum += value(|v| v * row.k, x);
    }
    sum
}

#[derive(Differentiable)]
struct Row {
    k: f64,
}

fn main() {}
