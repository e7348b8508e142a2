//! Hyperbolic functions and their inverses.

use super::{gate, one};
use crate::Scalar;

/// d(sinh x)/dx = cosh x.
#[inline(always)]
#[must_use]
pub fn sinh<S: Scalar>(x: S, d: S) -> S {
    d * x.grad_cosh()
}

/// d(cosh x)/dx = sinh x.
#[inline(always)]
#[must_use]
pub fn cosh<S: Scalar>(x: S, d: S) -> S {
    d * x.grad_sinh()
}

/// d(tanh x)/dx = 1 - tanh² x, as a product of factors that do not cancel twice.
#[inline(always)]
#[must_use]
pub fn tanh<S: Scalar>(out: S, d: S) -> S {
    d * ((one::<S>() - out) * (one::<S>() + out))
}

/// d(arsinh x)/dx = 1/√(x² + 1), by `hypot` since x² may overflow.
#[inline(always)]
#[must_use]
pub fn asinh<S: Scalar>(x: S, d: S) -> S {
    d / x.grad_hypot(one())
}

/// d(arcosh x)/dx = 1/√(x² - 1); +∞ at 1, gated.
///
/// Two roots, because (x - 1)(x + 1) may overflow, and is positive below -1 where there is no arcosh.
#[inline(always)]
#[must_use]
pub fn acosh<S: Scalar>(x: S, d: S) -> S {
    let one = one::<S>();
    gate(d, one / ((x - one).grad_sqrt() * (x + one).grad_sqrt()))
}

/// d(artanh x)/dx = 1/(1 - x²); +∞ at ±1, gated.
#[inline(always)]
#[must_use]
pub fn atanh<S: Scalar>(x: S, d: S) -> S {
    let one = one::<S>();
    gate(d, one / ((one - x) * (one + x)))
}
