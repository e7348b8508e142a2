//! The attribute inside of a block of foreign functions.
use grad_runtime::derive_grad;

unsafe extern "C" {
    #[derive_grad]
    safe fn cbrt(x: f64) -> f64;
}

fn main() {}
