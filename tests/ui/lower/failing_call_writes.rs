//! A call that may fail and writes to a buffer, whose value is not taken at once.
use grad_runtime::derive_grad;

#[derive_grad]
fn fill(x: f64, out: &mut [f64]) -> Option<f64> {
    out[0] = x;
    if x > 0.0 { Some(x) } else { None }
}

#[derive_grad]
fn first(x: f64) -> f64 {
    let mut out = [0.0; 2];
    let r = fill(x, &mut out).unwrap_or(2.0);
    r * out[0]
}

#[derive_grad]
fn second(x: f64) -> f64 {
    let mut out = [0.0; 2];
    match fill(x, &mut out) {
        Some(v) => v * out[0],
        None => 0.0,
    }
}

fn main() {}
