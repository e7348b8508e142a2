//! A `&mut` inside of a tuple.
use grad_runtime::derive_grad;

#[derive_grad]
fn store(x: f64, (n, out): (usize, &mut [f64])) {
    out[n] = x * x;
}

#[derive_grad]
fn scale(pair: (&mut f64, f64)) -> f64 {
    *pair.0 *= pair.1;
    *pair.0
}

fn main() {}
