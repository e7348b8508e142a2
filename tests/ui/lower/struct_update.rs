//! The rest of a struct that carries floats.
use grad_runtime::{Differentiable, derive_grad};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[derive_grad]
fn moved(p: &Point, x: f64) -> f64 {
    let q = Point { x, ..*p };
    q.x * q.y
}

fn main() {}
