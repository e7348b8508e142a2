//! Length and angle of a vector in the plane.

use super::gate;
use crate::Scalar;

/// d hypot(x, y) = (x/r, y/r) with r = hypot(x, y): the unit vector; (0, 0) at the origin.
#[inline(always)]
#[must_use]
pub fn hypot<S: Scalar>(x: S, y: S, out: S, d: S) -> (S, S) {
    let (slope_x, slope_y) = if out.grad_is_normal() {
        (x / out, y / out)
    } else {
        direction(x, y)
    };
    (d * slope_x, d * slope_y)
}

/// The unit vector along (x, y), whatever the length; zero at the origin.
///
/// An infinite coordinate leaves nothing to a finite one; two share the length equally.
#[cold]
fn direction<S: Scalar>(x: S, y: S) -> (S, S) {
    let zero = S::grad_zero();
    if x == zero && y == zero {
        return (zero, zero);
    }
    let (x, y) = if x.grad_is_infinite() || y.grad_is_infinite() {
        (infinite_part(x), infinite_part(y))
    } else {
        scaled(x, y)
    };
    let length = x.grad_hypot(y);
    (x / length, y / length)
}

/// ±1 for an infinity, 0 for a number, which vanishes beside one; NaN stays NaN.
fn infinite_part<S: Scalar>(x: S) -> S {
    if x.grad_is_infinite() {
        x.grad_signum()
    } else {
        x * S::grad_zero()
    }
}

/// A multiple of (x, y) whose length neither overflows nor is subnormal.
fn scaled<S: Scalar>(x: S, y: S) -> (S, S) {
    let one = super::one::<S>();
    // Powers of two lose no digit; 2^62 makes the smallest number of either width normal.
    let factor = if x.grad_abs() > one || y.grad_abs() > one {
        S::grad_from_f64(0.25)
    } else {
        S::grad_from_f64(4_611_686_018_427_387_904.0)
    };
    (x * factor, y * factor)
}

/// d atan2(y, x) = (x, -y)/(x² + y²), to (y, x); (0, 0) at the origin and at infinity.
#[inline(always)]
#[must_use]
pub fn atan2<S: Scalar>(y: S, x: S, d: S) -> (S, S) {
    let square = x * x + y * y;
    if square.grad_is_normal() {
        (d * (x / square), -(d * (y / square)))
    } else {
        atan2_extreme(y, x, d)
    }
}

/// [`atan2`] where the square of the length is not a normal number: divide by the length twice.
///
/// Close to the origin the slope itself overflows, and is gated.
#[cold]
fn atan2_extreme<S: Scalar>(y: S, x: S, d: S) -> (S, S) {
    let quarter = S::grad_from_f64(0.25);
    let (cos, sin) = direction(x, y);
    // A quarter of the length: the length itself may overflow.
    let length = (x * quarter).grad_hypot(y * quarter);
    (slope_over(cos, length, d), -slope_over(sin, length, d))
}

/// d · part / (4 · quarter); zero where the part is.
fn slope_over<S: Scalar>(part: S, quarter: S, d: S) -> S {
    if part == S::grad_zero() {
        S::grad_zero()
    } else {
        gate(d, S::grad_from_f64(0.25) * part / quarter)
    }
}
