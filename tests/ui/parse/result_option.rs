//! A result that may be absent.
use grad_runtime::derive_grad;

#[derive_grad]
fn inverse(x: f64) -> Option<f64> {
    (x != 0.0).then(|| 1.0 / x)
}

fn main() {}
