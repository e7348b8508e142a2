//! A result whose type the macro cannot see.
use grad_runtime::derive_grad;

struct Point {
    x: f64,
}

#[derive_grad]
fn point(x: f64) -> Point {
    Point { x }
}

fn main() {
    point(0.0).x;
}
