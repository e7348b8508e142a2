//! The attribute on a block of foreign functions.
use grad_runtime::derive_grad;

#[derive_grad]
unsafe extern "C" {
    safe fn cbrt(x: f64) -> f64;
}

fn main() {}
