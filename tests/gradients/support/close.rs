//! Comparison of lists of numbers.

/// Equal infinities are close, and so are NaNs.
pub fn is_close(left: f64, right: f64, tolerance: f64) -> bool {
    left == right
        || left.is_nan() && right.is_nan()
        || (left - right).abs() <= tolerance * right.abs().max(1.0)
}

/// `tolerance` is relative to `max(1, |right|)`.
#[track_caller]
pub fn assert_close(what: &str, left: &[f64], right: &[f64], tolerance: f64) {
    assert!(
        left.len() == right.len()
            && left
                .iter()
                .zip(right)
                .all(|(&left, &right)| is_close(left, right, tolerance)),
        "{what}: {left:?} instead of {right:?} (tolerance {tolerance:e})"
    );
}
