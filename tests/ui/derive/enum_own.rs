//! An enum's gradient has the fields of all variants.
use grad_runtime::Differentiable;

#[derive(Differentiable)]
#[grad(tangent = Self)]
enum Shape {
    Circle(f64),
    Point,
}

fn main() {}
