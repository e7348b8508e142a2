//! Two fields have one name in the gradient.
use grad_runtime::Differentiable;

#[derive(Differentiable)]
enum Shape {
    Box { low_x: f64 },
    BoxLow { x: f64 },
}

fn main() {}
