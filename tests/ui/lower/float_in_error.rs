//! Floats that errors carry.
use grad_runtime::derive_grad;

enum Bad {
    Negative(f64),
    Empty,
}

#[derive_grad]
fn root(x: f64) -> Result<f64, Bad> {
    if x < 0.0 {
        return Err(Bad::Negative(x));
    }
    Ok(x.sqrt())
}

#[derive_grad]
fn matched(x: f64) -> f64 {
    match root(x) {
        Ok(v) => v,
        Err(Bad::Negative(y)) => y * y,
        Err(Bad::Empty) => 0.0,
    }
}

#[derive_grad]
fn checked(x: f64) -> Result<f64, f64> {
    if x < 0.0 { Err(x) } else { Ok(x) }
}

#[derive_grad]
fn instead(x: f64) -> f64 {
    checked(x).unwrap_or_else(|e| e * 2.0)
}

fn main() {}
