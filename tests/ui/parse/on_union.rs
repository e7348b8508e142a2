//! The attribute on a union.
use grad_runtime::derive_grad;

#[derive_grad]
union Bits {
    float: f64,
    word: u64,
}

fn main() {}
