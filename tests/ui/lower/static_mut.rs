//! A mutable static in the body.
use grad_runtime::derive_grad;

#[derive_grad]
fn counted(x: f64) -> f64 {
    static mut CALLS: usize = 0;
    x * x
}

fn main() {}
