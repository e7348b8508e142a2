//! A method.
use grad_runtime::derive_grad;

struct Spring {
    k: f64,
}

impl Spring {
    #[derive_grad]
    fn energy(&self, x: f64, other: &Self) -> f64 {
        0.5 * self.k * other.k * x * x
    }
}

fn main() {}
