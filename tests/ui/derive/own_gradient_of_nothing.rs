//! A struct without fields as its own gradient.
use grad_runtime::Differentiable;

#[derive(Differentiable)]
#[grad(tangent = Self)]
struct Empty {}

fn main() {}
