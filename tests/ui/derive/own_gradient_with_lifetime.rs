//! A struct that borrows as its own gradient.
use grad_runtime::Differentiable;

#[derive(Differentiable)]
#[grad(tangent = Self)]
struct Row<'a> {
    values: &'a [f64],
}

fn main() {}
