//! An `Option` inside of another.
use grad_runtime::derive_grad;

#[derive_grad]
fn inner(x: f64) -> f64 {
    let o = Some(Some(x));
    match o {
        Some(Some(v)) => v,
        _ => 0.0,
    }
}

fn main() {}
