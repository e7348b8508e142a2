//! More brackets inside of each other than the stack of the compiler is sure to hold.
#![recursion_limit = "512"]
use grad_runtime::derive_grad;

fn same(x: f64) -> f64 {
    x
}

#[derive_grad]
fn square(x: f64) -> f64 {
    x * same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(same(x)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
}

fn main() {}
