//! The attribute on an implementation of a trait.
use grad_runtime::{Differentiable, derive_grad};

trait Energy {
    fn energy(&self, x: f64) -> f64;
}

#[derive(Differentiable)]
struct Spring {
    k: f64,
}

#[derive_grad]
impl Energy for Spring {
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.k * x * x
    }
}

fn main() {}
