//! A call by a qualified path.
use grad_runtime::derive_grad;

#[derive_grad]
fn sine(x: f64) -> f64 {
    <f64 as std::convert::From<f64>>::from(x)
}

fn main() {}
