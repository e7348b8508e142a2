//! A struct with an integer as its own gradient.
use grad_runtime::Differentiable;

#[derive(Differentiable)]
#[grad(tangent = Self)]
struct Pixel {
    value: f64,
    id: usize,
    #[no_grad]
    weight: f64,
}

fn main() {}
