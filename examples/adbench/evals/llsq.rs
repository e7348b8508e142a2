//! Least squares: a polynomial with the coefficients `x` against the sign of t, at `n` points t
//! from -1 to 1.
use grad_runtime::derive_grad;

use super::{Comparison, Recorded};

#[derive_grad]
pub fn llsq(x: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        let t = -1.0 + 2.0 * i as f64 / (n - 1) as f64;
        let mut residual = sign(t);
        let mut power = 1.0;
        for &coefficient in x {
            residual -= coefficient * power;
            power *= t;
        }
        sum += residual * residual;
    }
    0.5 * sum
}

fn sign(t: f64) -> f64 {
    if t > 0.0 {
        1.0
    } else if t < 0.0 {
        -1.0
    } else {
        0.0
    }
}

pub fn compare(recorded: &Recorded) -> Result<Comparison, String> {
    let x = recorded.numbers("/input/x")?;
    let n = recorded.count("/input/n")?;
    let primal = recorded.number("/primal")?;
    let (value, d_x) = llsq_grad(&x, n);
    let mut comparison = Comparison::default();
    comparison.value(llsq(&x, n), primal);
    comparison.value(value, primal);
    comparison.values(&d_x, &recorded.numbers("/gradient")?);
    Ok(comparison)
}
