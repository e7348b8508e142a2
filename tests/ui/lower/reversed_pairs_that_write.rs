//! The longer side of a reversed pair is shortened first, which calls its closures.
use grad_runtime::derive_grad;

#[derive_grad]
fn weighted(x: &[f64], y: &[f64]) -> f64 {
    let mut s = x[0];
    x.iter()
        .map(|v| {
            s += v;
            s * v
        })
        .zip(y[2..].iter())
        .rev()
        .fold(0.5, |c, (a, b)| c * 0.5 + a * b)
}

fn main() {}
