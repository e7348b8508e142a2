//! A required method of a trait has no body to differentiate.
use grad_runtime::derive_grad;

trait Energy {
    #[derive_grad]
    fn energy(x: f64) -> f64;
}

fn main() {}
