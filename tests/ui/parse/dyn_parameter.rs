//! A parameter of a type that is not named, behind a reference.
use grad_runtime::derive_grad;

trait Weight {
    fn of(&self, n: usize) -> f64;
}

#[derive_grad]
fn weighed(x: f64, weight: &dyn Weight) -> f64 {
    x * weight.of(2)
}

fn main() {}
