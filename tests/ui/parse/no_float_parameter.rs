//! No parameter that carries a float.
use grad_runtime::derive_grad;

#[derive_grad]
fn ratio(n: usize, m: usize) -> f64 {
    n as f64 / m as f64
}

fn main() {}
