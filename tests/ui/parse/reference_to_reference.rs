//! A reference to a reference.
use grad_runtime::derive_grad;

#[derive_grad]
fn square(x: &&f64) -> f64 {
    **x * **x
}

fn main() {}
