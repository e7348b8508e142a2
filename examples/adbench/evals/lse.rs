//! The logarithm of a sum of exponentials, shifted by the largest so that nothing overflows.
use grad_runtime::derive_grad;

use super::{Comparison, Recorded};

#[derive_grad]
pub fn lse(x: &[f64]) -> f64 {
    let mut largest = f64::NEG_INFINITY;
    for &e in x {
        largest = largest.max(e);
    }
    let mut sum = 0.0;
    for &e in x {
        sum += (e - largest).exp();
    }
    largest + sum.ln()
}

pub fn compare(recorded: &Recorded) -> Result<Comparison, String> {
    let x = recorded.numbers("/input/x")?;
    let primal = recorded.number("/primal")?;
    let (value, d_x) = lse_grad(&x);
    let mut comparison = Comparison::default();
    comparison.value(lse(&x), primal);
    comparison.value(value, primal);
    comparison.values(&d_x, &recorded.numbers("/gradient")?);
    Ok(comparison)
}
