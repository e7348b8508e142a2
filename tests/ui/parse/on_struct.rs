//! The attribute on a struct.
use grad_runtime::derive_grad;

#[derive_grad]
struct Spring {
    k: f64,
}

fn main() {}
