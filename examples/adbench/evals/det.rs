//! The determinant of a matrix by expansion into minors, recursively.
use grad_runtime::derive_grad;

use super::{Comparison, Recorded};

/// `a` holds `n` rows of `n` numbers.
#[derive_grad]
pub fn det(a: &[f64], n: usize) -> f64 {
    let mut columns: Vec<usize> = (0..n).collect();
    minor(a, n, &mut columns)
}

/// The determinant of the listed columns, without the first rows: as many are left as columns.
#[derive_grad]
fn minor(a: &[f64], n: usize, columns: &mut [usize]) -> f64 {
    let left = columns.len();
    let row = n - left;
    if left == 1 {
        return a[row * n + columns[0]];
    }
    let mut sum = 0.0;
    let mut sign = 1.0;
    for j in 0..left {
        columns[..=j].rotate_right(1);
        sum += sign * a[row * n + columns[0]] * minor(a, n, &mut columns[1..]);
        columns[..=j].rotate_left(1);
        sign = -sign;
    }
    sum
}

pub fn compare(recorded: &Recorded) -> Result<Comparison, String> {
    let a = recorded.numbers("/input/A")?;
    let n = recorded.count("/input/ell")?;
    let primal = recorded.number("/primal")?;
    let (value, d_a) = det_grad(&a, n);
    let mut comparison = Comparison::default();
    comparison.value(det(&a, n), primal);
    comparison.value(value, primal);
    comparison.values(&d_a, &recorded.numbers("/gradient")?);
    Ok(comparison)
}
