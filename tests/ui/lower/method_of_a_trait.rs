//! A method that a trait of the user gives to floats.
use grad_runtime::derive_grad;

trait Square {
    fn square(self) -> Self;
}

impl Square for f64 {
    fn square(self) -> f64 {
        self * self
    }
}

#[derive_grad]
fn scaled(x: f64, k: f64) -> f64 {
    k * x.square()
}

fn main() {}
