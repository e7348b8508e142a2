//! Exponentials and logarithms. The pole of every logarithm is gated.

use core::f64::consts::{LN_2, LOG2_E, LOG10_E};

use super::{gate, one};
use crate::Scalar;

/// d(e^x)/dx = e^x.
#[inline(always)]
#[must_use]
pub fn exp<S: Scalar>(out: S, d: S) -> S {
    d * out
}

/// d(2^x)/dx = 2^x · ln 2.
#[inline(always)]
#[must_use]
pub fn exp2<S: Scalar>(out: S, d: S) -> S {
    d * (out * S::grad_from_f64(LN_2))
}

/// d(e^x - 1)/dx = e^x = (e^x - 1) + 1.
#[inline(always)]
#[must_use]
pub fn exp_m1<S: Scalar>(out: S, d: S) -> S {
    d * (out + one())
}

/// d(ln x)/dx = 1/x.
#[inline(always)]
#[must_use]
pub fn ln<S: Scalar>(x: S, d: S) -> S {
    gate(d, one::<S>() / x)
}

/// d(ln(1 + x))/dx = 1/(1 + x).
#[inline(always)]
#[must_use]
pub fn ln_1p<S: Scalar>(x: S, d: S) -> S {
    gate(d, one::<S>() / (one::<S>() + x))
}

/// d(log₂ x)/dx = log₂ e / x.
#[inline(always)]
#[must_use]
pub fn log2<S: Scalar>(x: S, d: S) -> S {
    gate(d, S::grad_from_f64(LOG2_E) / x)
}

/// d(log₁₀ x)/dx = log₁₀ e / x.
#[inline(always)]
#[must_use]
pub fn log10<S: Scalar>(x: S, d: S) -> S {
    gate(d, S::grad_from_f64(LOG10_E) / x)
}

/// Both contributions of `x.log(base)`: [`log_argument`] and [`log_base`].
#[inline(always)]
#[must_use]
pub fn log<S: Scalar>(x: S, base: S, out: S, d: S) -> (S, S) {
    (log_argument(x, base, d), log_base(base, out, d))
}

/// With base b, log x = ln x / ln b, so d(log x)/dx = 1 / (x · ln b).
#[inline(always)]
#[must_use]
pub fn log_argument<S: Scalar>(x: S, base: S, d: S) -> S {
    gate(d, one::<S>() / (x * base.grad_ln()))
}

/// With base b, d(log x)/db = -log x / (b · ln b).
#[inline(always)]
#[must_use]
pub fn log_base<S: Scalar>(base: S, out: S, d: S) -> S {
    gate(d, -out / (base * base.grad_ln()))
}
