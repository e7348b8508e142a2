//! A test that the macro cannot write yet.
use grad_runtime::{Differentiable, derive_grad};

#[derive(Differentiable)]
struct Spring {
    k: f64,
}

impl Spring {
    #[derive_grad(test(x = 1.0))]
    fn energy(&self, x: f64) -> f64 {
        self.k * x
    }
}

fn main() {}
