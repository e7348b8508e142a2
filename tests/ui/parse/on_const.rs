//! The attribute on a constant.
use grad_runtime::derive_grad;

#[derive_grad]
const GRAVITY: f64 = 9.81;

fn main() {}
