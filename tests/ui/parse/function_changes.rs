//! Functions as parameters that change what they capture.
use grad_runtime::derive_grad;

#[derive_grad]
fn counted(mut f: impl FnMut(f64) -> f64, x: f64) -> f64 {
    f(x) * f(x)
}

#[derive_grad]
fn once<F: FnOnce(f64) -> f64>(f: F, x: f64) -> f64 {
    f(x)
}

fn main() {}
