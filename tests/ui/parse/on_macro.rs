//! The attribute on a macro definition.
#![allow(unused_macros)]
use grad_runtime::derive_grad;

#[derive_grad]
macro_rules! square {
    ($x:expr) => {
        $x * $x
    };
}

fn main() {}
