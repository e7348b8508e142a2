//! What stands on a function besides the attribute, before and after it.

use grad_runtime::derive_grad;

/// Documented, with an attribute before ours.
#[must_use]
#[inline]
#[derive_grad(test(x = 2.0))]
#[allow(
    clippy::let_and_return,
    reason = "the function is to have a lint of its own"
)]
pub fn before_and_after(x: f64) -> f64 {
    let y = x * x;
    y
}

/// Old.
#[deprecated(note = "there is a newer one")]
#[derive_grad]
#[must_use]
pub fn old(x: f64) -> f64 {
    x * x
}

/// What is expected is found once.
#[derive_grad(test(x = 2.0))]
#[expect(clippy::let_and_return, reason = "it is there")]
#[must_use]
pub fn expected(x: f64) -> f64 {
    let y = x * x;
    y
}

/// One of two.
#[cfg(test)]
#[derive_grad(test(x = 2.0))]
#[must_use]
pub fn chosen(x: f64) -> f64 {
    x * x
}

/// The other.
#[cfg(not(test))]
#[derive_grad(test(x = 2.0))]
#[must_use]
pub fn chosen(x: f64) -> f64 {
    x.sin()
}

/// The attribute under a condition that holds.
#[cfg_attr(all(), derive_grad(test(x = 2.0)))]
#[must_use]
pub fn conditional(x: f64) -> f64 {
    x * x
}

/// The same below ours.
#[derive_grad]
#[cfg(any())]
pub fn never(x: NoSuchType) -> f64 {
    x
}

/// Cold and tracked.
///
/// # Panics
///
/// Where `x` is not positive.
#[cold]
#[track_caller]
#[derive_grad(test(x = 2.0))]
#[must_use]
pub fn tracked(x: f64) -> f64 {
    assert!(x > 0.0, "not positive");
    x.ln()
}

/// A lint that only this function may trip over.
#[allow(
    non_fmt_panics,
    unused_must_use,
    reason = "the editions differ in what they warn of"
)]
#[derive_grad(test(x = 2.0))]
#[must_use]
pub fn allowed(x: f64) -> f64 {
    before_and_after(x);
    x
}

#[cfg(test)]
mod tests {
    use super::{before_and_after, before_and_after_grad, chosen_grad, conditional_grad};

    #[test]
    fn the_gradients_are_there() {
        assert_eq!((before_and_after(2.0), 4.0), before_and_after_grad(2.0));
        assert_eq!(chosen_grad(2.0), (4.0, 4.0));
        assert_eq!(conditional_grad(2.0), (4.0, 4.0));
        #[allow(deprecated, reason = "that is the test")]
        let (old, generated) = (super::old(3.0), super::old_grad(3.0));
        assert_eq!((old, 6.0), generated);
    }
}
