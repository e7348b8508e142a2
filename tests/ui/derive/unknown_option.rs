//! An option that the derive does not have.
use grad_runtime::Differentiable;

#[derive(Differentiable)]
#[grad(gradient = Self)]
struct Point {
    x: f64,
}

fn main() {}
