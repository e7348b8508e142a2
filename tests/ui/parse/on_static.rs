//! The attribute on a static.
use grad_runtime::derive_grad;

#[derive_grad]
static WEIGHTS: [f64; 2] = [0.5, 1.5];

fn main() {}
