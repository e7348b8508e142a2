//! The path in a string is right all the same, so callers compile.
use grad_runtime::derive_grad;

mod reexported {
    pub use grad_runtime;
}

#[derive_grad(crate = "crate::reexported::grad_runtime")]
fn square(x: f64) -> f64 {
    x * x
}

fn main() {
    let (_, _) = square_grad(1.0);
}
