//! The attribute on an `extern crate`.
use grad_runtime::derive_grad;

#[derive_grad]
extern crate std as standard;

fn main() {}
