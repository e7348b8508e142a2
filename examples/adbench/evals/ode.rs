//! An ordinary differential equation, solved by the classical fourth-order Runge-Kutta method.
//!
//! y' = f(y) with f_0 = x_0 and f_i = x_i y_(i-1), from y = 0 at time 0 to time 2.
use grad_runtime::derive_grad;

use super::{Comparison, Recorded};

/// The last component of the solution.
#[derive_grad]
pub fn last(x: &[f64], steps: usize) -> f64 {
    let mut y = vec![0.0; x.len()];
    solve(x, steps, &mut y);
    y[x.len() - 1]
}

/// Takes `y` from its initial to its final value.
#[derive_grad]
pub fn solve(x: &[f64], steps: usize, y: &mut [f64]) {
    let n = x.len();
    let h = 2.0 / steps as f64;
    let mut k1 = vec![0.0; n];
    let mut k2 = vec![0.0; n];
    let mut k3 = vec![0.0; n];
    let mut k4 = vec![0.0; n];
    let mut stage = vec![0.0; n];
    for _ in 0..steps {
        slope(x, y, &mut k1);
        advance(y, 0.5 * h, &k1, &mut stage);
        slope(x, &stage, &mut k2);
        advance(y, 0.5 * h, &k2, &mut stage);
        slope(x, &stage, &mut k3);
        advance(y, h, &k3, &mut stage);
        slope(x, &stage, &mut k4);
        for i in 0..n {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
}

#[derive_grad]
fn slope(x: &[f64], y: &[f64], k: &mut [f64]) {
    k[0] = x[0];
    for i in 1..x.len() {
        k[i] = x[i] * y[i - 1];
    }
}

/// `stage` is `y` after a step of length `h` with the slope `k`.
#[derive_grad]
fn advance(y: &[f64], h: f64, k: &[f64], stage: &mut [f64]) {
    for i in 0..y.len() {
        stage[i] = y[i] + h * k[i];
    }
}

pub fn compare(recorded: &Recorded) -> Result<Comparison, String> {
    let x = recorded.numbers("/input/x")?;
    let steps = recorded.count("/input/s")?;
    let mut y = vec![0.0; x.len()];
    solve(&x, steps, &mut y);
    let (value, d_x) = last_grad(&x, steps);
    let mut comparison = Comparison::default();
    comparison.values(&y, &recorded.numbers("/primal")?);
    comparison.value(last(&x, steps), y[x.len() - 1]);
    comparison.value(value, y[x.len() - 1]);
    comparison.values(&d_x, &recorded.numbers("/gradient")?);
    Ok(comparison)
}
