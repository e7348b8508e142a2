//! Slopes from differences, with a step and a tolerance that follow from the precision.

use grad_runtime::check::Check;

/// `gradient` is that of `f` at `x`, a smooth point. Both are lists of `f64` whatever `f` computes in, so
/// `epsilon` says how precise that is.
#[track_caller]
pub fn assert_differences(
    what: &str,
    f: &dyn Fn(&[f64]) -> f64,
    x: &[f64],
    gradient: &[f64],
    epsilon: f64,
) {
    let check = Check::new().precision(epsilon);
    if let Err(wrong) = check.gradient(|x| f(x), x, gradient) {
        panic!("{what}: {wrong}");
    }
}
