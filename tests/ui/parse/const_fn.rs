//! A `const fn`.
use grad_runtime::derive_grad;

#[derive_grad]
const fn square(x: f64) -> f64 {
    x * x
}

fn main() {}
