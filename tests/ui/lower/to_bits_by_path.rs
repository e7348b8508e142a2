//! The bits of a float, by path.
use grad_runtime::derive_grad;

#[derive_grad]
fn bits(x: f64) -> f64 {
    f64::from_bits(f64::to_bits(x) ^ 1)
}

fn main() {}
