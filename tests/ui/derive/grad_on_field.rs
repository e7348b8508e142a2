//! An option of the struct on a field.
use grad_runtime::Differentiable;

#[derive(Differentiable)]
struct Point {
    #[grad(tangent = Self)]
    x: f64,
}

fn main() {}
