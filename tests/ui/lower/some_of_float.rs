//! A float in `Some`.
use grad_runtime::derive_grad;

#[derive_grad]
fn inverse(x: f64, k: usize) -> f64 {
    let y = if k > 1 { Some(1.0 / x) } else { None };
    y.unwrap_or(0.0)
}

fn main() {}
