//! An `async` block.
use grad_runtime::derive_grad;

#[derive_grad]
fn square(x: f64) -> f64 {
    let later = async { 1.0 };
    drop(later);
    x * x
}

fn main() {}
