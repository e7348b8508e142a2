//! The bits of a float that carries a derivative.
use grad_runtime::derive_grad;

#[derive_grad]
fn bits(x: f64) -> f64 {
    f64::from_bits(x.to_bits() ^ 1)
}

fn main() {}
