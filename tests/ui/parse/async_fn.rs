//! An `async fn`.
use grad_runtime::derive_grad;

#[derive_grad]
async fn square(x: f64) -> f64 {
    x * x
}

fn main() {}
