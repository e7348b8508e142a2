//! The attribute on a type alias.
use grad_runtime::derive_grad;

#[derive_grad]
type Real = f64;

fn main() {}
