//! A vector inside of a result.
use grad_runtime::derive_grad;

#[derive_grad]
fn both(x: f64) -> (f64, Vec<f64>) {
    (x, vec![x; 2])
}

fn main() {}
