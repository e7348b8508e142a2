//! An early return by `?`.
use grad_runtime::derive_grad;

fn rate(n: usize) -> Option<f64> {
    (n > 0).then_some(2.0)
}

#[derive_grad]
fn interest(x: f64, n: usize, out: &mut [f64]) -> Option<usize> {
    out[0] = x * rate(n)?;
    Some(n)
}

fn main() {}
