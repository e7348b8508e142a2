//! A float beside text.
use grad_runtime::derive_grad;

#[derive_grad]
fn named(x: f64) -> (f64, String) {
    (x * x, String::from("square"))
}

fn main() {}
