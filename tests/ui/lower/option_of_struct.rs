//! A struct inside of an `Option` that a call returns, in a variable that changes.
use grad_runtime::{Differentiable, derive_grad};

#[derive(Differentiable)]
struct Line {
    slope: f64,
}

#[derive_grad]
fn line(x: f64) -> Option<Line> {
    if x > 0.0 { Some(Line { slope: x }) } else { None }
}

#[derive_grad]
fn held(x: f64) -> f64 {
    let mut l = line(x);
    if x > 3.0 {
        l = None;
    }
    match l {
        Some(l) => l.slope,
        None => 0.0,
    }
}

fn main() {}
