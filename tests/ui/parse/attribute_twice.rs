//! The attribute twice on one function.
use grad_runtime::derive_grad;

#[derive_grad(wrt(x))]
#[derive_grad(wrt(w))]
fn scaled(x: f64, w: f64) -> f64 {
    x * w
}

fn main() {
    let _ = scaled_grad(1.0, 2.0);
}
