//! A result that borrows from an output.
use grad_runtime::derive_grad;

#[derive_grad]
fn store<'a>(x: f64, out: &mut [f64], name: &'a str) -> (usize, &'a [f64]) {
    out[0] = x * x;
    (name.len(), &[])
}

fn main() {}
