//! A receiver by value that changes.
use grad_runtime::{Differentiable, derive_grad};

#[derive(Differentiable)]
struct Spring {
    k: f64,
}

impl Spring {
    #[derive_grad]
    fn energy(mut self, x: f64) -> f64 {
        self.k *= x;
        self.k * x
    }
}

fn main() {}
