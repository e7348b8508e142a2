//! One name for fields of two variants, where there is no arm for each.
use grad_runtime::{Differentiable, derive_grad};

#[derive(Differentiable)]
enum Shape {
    Circle { size: f64 },
    Square { size: f64 },
    Point,
}

#[derive_grad]
fn area(shape: &Shape) -> f64 {
    if let Shape::Circle { size } | Shape::Square { size } = shape {
        return size * size;
    }
    0.0
}

fn main() {}
