//! A function value called with an active argument.
use grad_runtime::derive_grad;

#[derive_grad]
fn apply(x: f64, f: fn(f64) -> f64) -> f64 {
    f(x)
}

fn main() {}
