//! `no_grad` with a list, as on functions.
use grad_runtime::Differentiable;

#[derive(Differentiable)]
struct Point {
    #[no_grad(x)]
    x: f64,
}

fn main() {}
