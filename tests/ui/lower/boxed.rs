//! A `Box` that holds floats.
use grad_runtime::derive_grad;

#[derive_grad]
fn of_an_array(x: f64) -> f64 {
    let b = Box::new([x, 1.0]);
    b[0] * b[0] * b[1]
}

#[derive_grad]
fn of_a_float(x: f64) -> f64 {
    let b = Box::new(x);
    *b * *b
}

fn main() {}
