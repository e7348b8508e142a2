//! Remainders: `x - q·y` with an integer `q` that does not move.

use crate::Scalar;

/// d(x % y)/dy = -trunc(x / y).
#[inline(always)]
#[must_use]
pub fn rem_by<S: Scalar>(x: S, y: S, d: S) -> S {
    -truncated_quotient(x, y) * d
}

/// d(`x.rem_euclid(y)`)/dy = -`x.div_euclid(y)`.
///
/// Where `x % y` is negative, |y| is added to it, which takes sign y off the quotient.
#[inline(always)]
#[must_use]
pub fn rem_euclid_by<S: Scalar>(x: S, y: S, d: S) -> S {
    let quotient = truncated_quotient(x, y);
    if x.grad_rem(y) < S::grad_zero() {
        -(quotient - y.grad_signum()) * d
    } else {
        -quotient * d
    }
}

/// The integer `q` for which the remainder is `x - q·y`.
///
/// `x / y` is rounded, and where it rounds up to an integer, truncating it is one too many:
/// `1.0 / 0.1` is 10, but `1.0 % 0.1` is `1.0 - 9.0 * 0.1`. There the exact remainder decides.
#[inline(always)]
fn truncated_quotient<S: Scalar>(x: S, y: S) -> S {
    let quotient = x / y;
    let truncated = quotient.grad_trunc();
    if truncated == quotient {
        // The true quotient of what is left is an integer, so rounding finds it again.
        ((x - x.grad_rem(y)) / y).grad_round()
    } else {
        truncated
    }
}
