//! The attribute on an `impl` block.
use grad_runtime::derive_grad;

struct Spring {
    k: f64,
}

#[derive_grad]
impl Spring {
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.k * x * x
    }
}

fn main() {}
