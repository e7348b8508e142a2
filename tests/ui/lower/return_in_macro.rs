//! A `return` inside of a macro that is passed through.
use grad_runtime::derive_grad;

#[derive_grad]
fn early(x: f64) -> f64 {
    assert!(if x > 1.0 { return x * x } else { true });
    x
}

fn main() {}
