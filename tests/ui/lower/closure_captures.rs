//! A closure that uses a variable which carries a float.
use grad_runtime::derive_grad;

#[derive_grad]
fn scaled(x: f64, w: f64) -> f64 {
    let scale = |n: usize| w * n as f64;
    x * scale(2)
}

fn main() {}
