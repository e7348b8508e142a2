//! The bytes of a float that carries a derivative.
use grad_runtime::derive_grad;

#[derive_grad]
fn bytes(x: f64) -> f64 {
    f64::from_le_bytes(x.to_le_bytes())
}

fn main() {}
