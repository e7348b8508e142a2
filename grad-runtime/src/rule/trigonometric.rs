//! Circular functions and their inverses.

use super::{gate, one};
use crate::Scalar;

/// d(sin x)/dx = cos x.
#[inline(always)]
#[must_use]
pub fn sin<S: Scalar>(x: S, d: S) -> S {
    d * x.grad_cos()
}

/// d(cos x)/dx = -sin x.
#[inline(always)]
#[must_use]
pub fn cos<S: Scalar>(x: S, d: S) -> S {
    -(d * x.grad_sin())
}

/// d(tan x)/dx = 1 + tan² x.
#[inline(always)]
#[must_use]
pub fn tan<S: Scalar>(out: S, d: S) -> S {
    d * (one::<S>() + out * out)
}

/// d(arcsin x)/dx = 1/√(1 - x²); +∞ at ±1, gated.
///
/// The factors 1 - x and 1 + x are exact where 1 - x² would cancel.
#[inline(always)]
#[must_use]
pub fn asin<S: Scalar>(x: S, d: S) -> S {
    let one = one::<S>();
    gate(d, one / ((one - x) * (one + x)).grad_sqrt())
}

/// d(arccos x)/dx = -d(arcsin x)/dx.
#[inline(always)]
#[must_use]
pub fn acos<S: Scalar>(x: S, d: S) -> S {
    -asin(x, d)
}

/// d(arctan x)/dx = 1/(1 + x²).
#[inline(always)]
#[must_use]
pub fn atan<S: Scalar>(x: S, d: S) -> S {
    d / (one::<S>() + x * x)
}
