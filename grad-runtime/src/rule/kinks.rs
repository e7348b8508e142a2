//! Functions made of straight pieces.

use super::half;
use crate::Scalar;

/// d|x|/dx = sign x; 0 at 0, of either sign.
#[inline(always)]
#[must_use]
pub fn abs<S: Scalar>(x: S, d: S) -> S {
    if x == S::grad_zero() {
        S::grad_zero()
    } else {
        d * x.grad_signum()
    }
}

/// The larger operand gets the cotangent; a tie gives half to each.
///
/// Of a NaN and a number the number was returned and gets it; of two NaNs the first.
#[inline(always)]
#[must_use]
pub fn max<S: Scalar>(a: S, b: S, d: S) -> (S, S) {
    pick(a == b, a > b || b.grad_is_nan(), d)
}

/// The smaller operand gets the cotangent; a tie gives half to each, and NaN as for [`max`].
#[inline(always)]
#[must_use]
pub fn min<S: Scalar>(a: S, b: S, d: S) -> (S, S) {
    pick(a == b, a < b || b.grad_is_nan(), d)
}

/// Half to each on a tie, else all to the first or all to the second.
#[inline(always)]
fn pick<S: Scalar>(tie: bool, first: bool, d: S) -> (S, S) {
    let zero = S::grad_zero();
    if tie {
        let share = d * half();
        (share, share)
    } else if first {
        (d, zero)
    } else {
        (zero, d)
    }
}

/// As `x.max(lo).min(hi)`, to (x, lo, hi); a NaN `x` was returned as it is and gets all.
#[inline(always)]
#[must_use]
pub fn clamp<S: Scalar>(x: S, lo: S, hi: S, d: S) -> (S, S, S) {
    if x.grad_is_nan() {
        return (d, S::grad_zero(), S::grad_zero());
    }
    let raised = if x > lo { x } else { lo };
    let (d_raised, d_hi) = min(raised, hi, d);
    let (d_x, d_lo) = max(x, lo, d_raised);
    (d_x, d_lo, d_hi)
}

/// d copysign(x, s)/dx = sign x · sign s, by their sign bits: at zero too, and for a NaN `s`.
#[inline(always)]
#[must_use]
pub fn copysign_base<S: Scalar>(x: S, s: S, d: S) -> S {
    d * x.grad_signum() * super::one::<S>().grad_copysign(s)
}
