//! A condition behind `let` in a chain that computes with floats.
use grad_runtime::derive_grad;

#[derive_grad]
fn choose(x: f64, n: Option<usize>) -> f64 {
    if let Some(k) = n
        && x * x > k as f64
    {
        x
    } else {
        x * x
    }
}

fn main() {}
