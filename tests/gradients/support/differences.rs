//! Slopes from differences, with a step and a tolerance that follow from the precision.

use super::assert_close;

/// The seven-point formula errs by the sixth power of the step, rounding by `epsilon / step`.
/// Single precision would like a longer step still, but then kinks come within reach.
/// A power of two, so that the points themselves are exact.
fn step(epsilon: f64) -> f64 {
    if epsilon > f64::EPSILON {
        1.0 / 32.0
    } else {
        1.0 / 256.0
    }
}

fn tolerance(epsilon: f64) -> f64 {
    1e3 * epsilon.powf(0.8)
}

pub fn differences(f: &dyn Fn(&[f64]) -> f64, x: &[f64], epsilon: f64) -> Vec<f64> {
    (0..x.len())
        .map(|k| slope(f, x, k, step(epsilon)))
        .collect()
}

fn slope(f: &dyn Fn(&[f64]) -> f64, x: &[f64], k: usize, step: f64) -> f64 {
    let h = step * x[k].abs().max(1.0).log2().floor().exp2();
    let at = |distance: f64| {
        let mut moved = x.to_vec();
        moved[k] += distance;
        f(&moved)
    };
    let across = |distance: f64| at(distance) - at(-distance);
    (45.0 * across(h) - 9.0 * across(2.0 * h) + across(3.0 * h)) / (60.0 * h)
}

/// `gradient` is that of `f` at `x`, a smooth point.
#[track_caller]
pub fn assert_differences(
    what: &str,
    f: &dyn Fn(&[f64]) -> f64,
    x: &[f64],
    gradient: &[f64],
    epsilon: f64,
) {
    assert_close(
        what,
        gradient,
        &differences(f, x, epsilon),
        tolerance(epsilon),
    );
}
