//! An enum has no gradient yet.
use grad_runtime::Differentiable;

#[derive(Differentiable)]
enum Shape {
    Circle(f64),
    Point,
}

fn main() {}
