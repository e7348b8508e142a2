//! Powers and roots.

use super::{gate, half, one};
use crate::Scalar;

/// Both contributions of `x.powf(y)`: [`powf_base`] and [`powf_exponent`].
#[inline(always)]
#[must_use]
pub fn powf<S: Scalar>(x: S, y: S, out: S, d: S) -> (S, S) {
    (powf_base(x, y, out, d), powf_exponent(x, y, out, d))
}

/// d(x^y)/dx = y · x^(y-1); 0 for the constant x^0, gated for exponents below one at zero.
///
/// The power below is the quotient of the result and the base where that loses no digits, which is
/// much cheaper than a second power; a result that vanished or overflowed does not tell it.
#[inline(always)]
#[must_use]
pub fn powf_base<S: Scalar>(x: S, y: S, out: S, d: S) -> S {
    if y == S::grad_zero() {
        S::grad_zero()
    } else if out.grad_is_normal() {
        gate(d, y * (out / x))
    } else {
        gate(d, y * x.grad_powf(y - one()))
    }
}

/// d(x^y)/dy = x^y · ln x.
///
/// At base zero the power is the constant 0 for y > 0, and the slope is 0, at (0, 0) too; so it is
/// wherever the power of a positive base has vanished, as that of an infinite one for y < 0. For
/// y < 0 at base zero the slope is infinite. A negative base has no power beside an integer
/// exponent: NaN. All gated.
#[inline(always)]
#[must_use]
pub fn powf_exponent<S: Scalar>(x: S, y: S, out: S, d: S) -> S {
    let zero = S::grad_zero();
    let constant = x >= zero && out == zero || x == zero && y == zero;
    if constant {
        zero
    } else {
        gate(d, out * x.grad_ln())
    }
}

/// d(x^n)/dx = n · x^(n-1); 0 for the constant x^0. Gated below zero, where the slope has a pole.
#[inline(always)]
#[must_use]
pub fn powi_base<S: Scalar>(x: S, n: i32, d: S) -> S {
    if n == 0 {
        return S::grad_zero();
    }
    let lowered = match n.checked_sub(1) {
        Some(lower) => x.grad_powi(lower),
        None => x.grad_powi(n) / x,
    };
    let slope = S::grad_from_f64(f64::from(n)) * lowered;
    if n < 0 { gate(d, slope) } else { d * slope }
}

/// d√x/dx = 1 / (2√x); +∞ at 0 of either sign, gated.
#[inline(always)]
#[must_use]
pub fn sqrt<S: Scalar>(out: S, d: S) -> S {
    // The root of -0.0 is -0.0, and 0.5 / -0.0 would be -∞.
    gate(d, half::<S>() / out.grad_abs())
}

/// d∛x/dx = 1 / (3 ∛x²); +∞ at 0, gated.
#[inline(always)]
#[must_use]
pub fn cbrt<S: Scalar>(out: S, d: S) -> S {
    gate(d, one::<S>() / (S::grad_from_f64(3.0) * out * out))
}

/// d(1/x)/dx = -1/x².
#[inline(always)]
#[must_use]
pub fn recip<S: Scalar>(out: S, d: S) -> S {
    -(d * out) * out
}
