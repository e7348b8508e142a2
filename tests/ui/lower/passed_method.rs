//! A method that is passed by its name.
use grad_runtime::{Differentiable, derive_grad};

#[derive(Differentiable)]
struct Spring {
    k: f64,
}

#[derive_grad]
impl Spring {
    fn scale(x: f64) -> f64 {
        x * x
    }

    fn force(&self, x: f64) -> f64 {
        value(Spring::scale, x) * self.k
    }
}

#[derive_grad]
fn value(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

fn main() {}
