//! A function with a foreign calling convention.
use grad_runtime::derive_grad;

#[derive_grad]
extern "C" fn square(x: f64) -> f64 {
    x * x
}

fn main() {}
