//! How long the array is, only the call behind it tells.
use grad_runtime::derive_grad;

#[derive_grad]
fn sum(y: &[f64; 3]) -> f64 {
    y[0] + y[1] + y[2]
}

#[derive_grad]
fn scaled(x: &[f64; 3], c: f64) -> f64 {
    let y = std::array::from_fn(|i| x[i] * c);
    sum(&y)
}

fn main() {}
