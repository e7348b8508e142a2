//! The attribute on an enum.
use grad_runtime::derive_grad;

#[derive_grad]
enum Boundary {
    Fixed(f64),
    Free,
}

fn main() {}
