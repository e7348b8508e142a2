//! What an array is made for is told elsewhere.
use grad_runtime::derive_grad;

#[derive_grad]
fn sum(x: &[f64; 3]) -> f64 {
    x[0] + x[1] + x[2]
}

#[derive_grad]
fn scaled(x: &[f64; 3], c: f64) -> f64 {
    let y = std::array::from_fn(|i| x[i] * c);
    sum(&y)
}

fn main() {}
