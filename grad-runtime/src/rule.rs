//! Slopes that need care: kinks, singular points, forms that would overflow.
//!
//! Each rule takes the operands it needs, or the result `out` where that is cheaper, and the
//! cotangent `d` of the result; it gives the contribution to each operand. The identity and the
//! convention stand above each. Formulas are those of Abramowitz and Stegun, *Handbook of
//! Mathematical Functions*, sections 3.3, 4.1 to 4.6; conventions are those of the crate's front
//! page. Rules that are a plain product are here only where generic code cannot name the function.

mod hyperbolic;
mod kinks;
mod logarithms;
mod powers;
mod remainders;
mod trigonometric;
mod vectors;

pub use hyperbolic::{acosh, asinh, atanh, cosh, sinh, tanh};
pub use kinks::{abs, clamp, copysign_base, max, min};
pub use logarithms::{exp, exp_m1, exp2, ln, ln_1p, log, log_argument, log_base, log2, log10};
pub use powers::{cbrt, powf, powf_base, powf_exponent, powi_base, recip, sqrt};
pub use remainders::{rem_by, rem_euclid_by};
pub use trigonometric::{acos, asin, atan, cos, sin, tan};
pub use vectors::{atan2, hypot};

use crate::Scalar;

/// The product of a cotangent and a slope that may be infinite: zero if the cotangent is.
///
/// An output without influence contributes nothing, even where the slope is singular. As a select
/// this stays in line; a branch around it would cost more than the product.
#[inline(always)]
#[must_use]
pub fn gate<S: Scalar>(d: S, slope: S) -> S {
    if d == S::grad_zero() {
        S::grad_zero()
    } else {
        d * slope
    }
}

/// One, for the formulas.
#[inline(always)]
fn one<S: Scalar>() -> S {
    S::grad_from_f64(1.0)
}

/// One half, for the formulas.
#[inline(always)]
fn half<S: Scalar>() -> S {
    S::grad_from_f64(0.5)
}
