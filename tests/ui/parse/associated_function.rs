//! A function of an `impl` without `self`, which shows by `Self`.
use grad_runtime::derive_grad;

struct Spring;

impl Spring {
    const K: f64 = 2.0;

    #[derive_grad]
    fn energy(x: f64) -> f64 {
        0.5 * Self::K * x * x
    }
}

fn main() {}
