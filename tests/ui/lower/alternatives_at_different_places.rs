//! A variable that alternatives of `if let` bind at different places.
use grad_runtime::derive_grad;

#[derive_grad]
fn first_or_last(x: &[f64], y: f64) -> f64 {
    if let [a, _] | [_, _, a] = x {
        a * y
    } else {
        y
    }
}

fn main() {}
