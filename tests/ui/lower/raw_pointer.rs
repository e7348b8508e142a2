//! A raw pointer to a float.
use grad_runtime::derive_grad;

#[derive_grad]
fn address(x: f64) -> f64 {
    let p = &raw const x;
    x * p as usize as f64
}

fn main() {}
