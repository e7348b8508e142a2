//! A parameter of a type that is not named.
use grad_runtime::derive_grad;

#[derive_grad]
fn first(x: f64, all: impl AsRef<[f64]>) -> f64 {
    x * all.as_ref()[0]
}

fn main() {}
