//! `#[cfg]` on an element of an array.
use grad_runtime::derive_grad;

#[derive_grad]
fn sum(x: f64) -> f64 {
    let parts = [
        x,
        #[cfg(debug_assertions)]
        2.0,
    ];
    parts[0]
}

fn main() {}
