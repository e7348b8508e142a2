//! A `&mut` inside of a tuple.
use grad_runtime::derive_grad;

#[derive_grad]
fn store(x: f64, (n, out): (usize, &mut [f64])) {
    out[n] = x * x;
}

fn main() {}
