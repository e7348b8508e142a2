//! A float in a field of a struct that is made in the body.
use grad_runtime::derive_grad;

struct Point {
    x: f64,
    y: f64,
}

#[derive_grad]
fn norm(x: f64, y: f64) -> f64 {
    let p = Point { x, y };
    p.x * p.x + p.y * p.y
}

fn main() {}
