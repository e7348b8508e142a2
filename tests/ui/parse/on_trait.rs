//! The attribute on a trait.
use grad_runtime::derive_grad;

#[derive_grad]
trait Energy {
    fn energy(&self, x: f64) -> f64;
}

fn main() {}
