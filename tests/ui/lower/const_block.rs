//! A `const` block.
use grad_runtime::derive_grad;

#[derive_grad]
fn double(x: f64) -> f64 {
    x * const { 2.0 }
}

fn main() {}
