//! Special functions with their derivatives, in `f64`: the feature `special`.
//!
//! Derived functions call them by a path, `special::erf(x)`, or by their name where its `_vjp` is imported as
//! well. The values come from the crates `libm` and `statrs`. The derivatives are those of the NIST Digital
//! Library of Mathematical Functions (DLMF, <https://dlmf.nist.gov>), whose equation stands at each function.
//!
//! # Examples
//!
//! ```
//! use grad_runtime::{derive_grad, special};
//!
//! /// The logarithm of the density of a gamma distribution with rate 1.
//! #[derive_grad]
//! fn log_density(x: f64, shape: f64) -> f64 {
//!     (shape - 1.0) * x.ln() - x - special::ln_gamma(shape)
//! }
//!
//! let (_, d_x, d_shape) = log_density_grad(2.0, 3.0);
//! assert!((d_x - (2.0 / 2.0 - 1.0)).abs() < 1e-15);
//! // ψ(3) = 3/2 - γ
//! let euler = 0.577_215_664_901_532_9;
//! assert!((d_shape - (2.0_f64.ln() - 1.5 + euler)).abs() < 1e-12);
//! ```
#![allow(
    clippy::used_underscore_binding,
    reason = "a rule names all that it is given"
)]
use core::f64::consts::{FRAC_2_SQRT_PI, PI};

use crate::grad_rule;

/// The error function, 2/√π ∫₀ˣ e^(-t²) dt.
///
/// Its derivative is 2/√π e^(-x²) (DLMF 7.2.1).
#[must_use]
pub fn erf(x: f64) -> f64 {
    libm::erf(x)
}

#[doc(hidden)]
#[grad_rule(crate = crate)]
pub fn erf_rev(x: f64, _out: f64, seed: f64, d_x: &mut f64) {
    *d_x += seed * FRAC_2_SQRT_PI * (-x * x).exp();
}

/// The complement of the error function, 1 - erf x, without the cancellation.
///
/// Its derivative is -2/√π e^(-x²) (DLMF 7.2.2).
#[must_use]
pub fn erfc(x: f64) -> f64 {
    libm::erfc(x)
}

#[doc(hidden)]
#[grad_rule(crate = crate)]
pub fn erfc_rev(x: f64, _out: f64, seed: f64, d_x: &mut f64) {
    *d_x -= seed * FRAC_2_SQRT_PI * (-x * x).exp();
}

/// The logarithm of the absolute value of the gamma function.
///
/// Its derivative is [`digamma`] (DLMF 5.2.2).
#[must_use]
pub fn ln_gamma(x: f64) -> f64 {
    libm::lgamma(x)
}

#[doc(hidden)]
#[grad_rule(crate = crate)]
pub fn ln_gamma_rev(x: f64, _out: f64, seed: f64, d_x: &mut f64) {
    *d_x += seed * digamma(x);
}

/// The digamma function ψ, the derivative of [`ln_gamma`].
///
/// Its derivative is the trigamma function ψ′ (DLMF 5.15).
#[must_use]
pub fn digamma(x: f64) -> f64 {
    statrs::function::gamma::digamma(x)
}

#[doc(hidden)]
#[grad_rule(crate = crate)]
pub fn digamma_rev(x: f64, _out: f64, seed: f64, d_x: &mut f64) {
    *d_x += seed * trigamma(x);
}

/// ψ′ by its asymptotic expansion (DLMF 5.15.8), above 12, where ψ′(x) = ψ′(x + 1) + 1/x² (DLMF 5.15.5)
/// leads; left of 1/2 by reflection, ψ′(1 - x) + ψ′(x) = π² / sin²(π x) (DLMF 5.15.6).
fn trigamma(x: f64) -> f64 {
    /// The Bernoulli numbers B₂, B₄, ..
    const BERNOULLI: [f64; 7] = [
        1.0 / 6.0,
        -1.0 / 30.0,
        1.0 / 42.0,
        -1.0 / 30.0,
        5.0 / 66.0,
        -691.0 / 2730.0,
        7.0 / 6.0,
    ];
    if x < 0.5 {
        let sine = (PI * x).sin();
        return PI * PI / (sine * sine) - trigamma(1.0 - x);
    }
    let (mut x, mut sum) = (x, 0.0);
    while x < 12.0 {
        sum += 1.0 / (x * x);
        x += 1.0;
    }
    let square = x * x;
    let (mut power, mut series) = (x * square, 0.0);
    for b in BERNOULLI {
        series += b / power;
        power *= square;
    }
    sum + 1.0 / x + 0.5 / square + series
}

/// The beta function, Γ(a) Γ(b) / Γ(a + b), for positive arguments; NaN for others.
///
/// Its derivative by `a` is B(a, b) (ψ(a) - ψ(a + b)), from its logarithm (DLMF 5.12.1 and 5.2.2).
#[must_use]
pub fn beta(a: f64, b: f64) -> f64 {
    statrs::function::beta::checked_beta(a, b).unwrap_or(f64::NAN)
}

#[doc(hidden)]
#[grad_rule(crate = crate)]
pub fn beta_rev(a: f64, b: f64, out: f64, seed: f64, d_a: &mut f64, d_b: &mut f64) {
    let both = digamma(a + b);
    *d_a += seed * out * (digamma(a) - both);
    *d_b += seed * out * (digamma(b) - both);
}

/// The Bessel function of the first kind, J₀.
///
/// Its derivative is -J₁ (DLMF 10.6.3).
#[must_use]
pub fn bessel_j0(x: f64) -> f64 {
    libm::j0(x)
}

#[doc(hidden)]
#[grad_rule(crate = crate)]
pub fn bessel_j0_rev(x: f64, _out: f64, seed: f64, d_x: &mut f64) {
    *d_x -= seed * libm::j1(x);
}

/// The Bessel function of the first kind, J₁.
///
/// Its derivative is J₀(x) - J₁(x) / x (DLMF 10.6.2), which is 1/2 at 0.
#[must_use]
pub fn bessel_j1(x: f64) -> f64 {
    libm::j1(x)
}

#[doc(hidden)]
#[grad_rule(crate = crate)]
pub fn bessel_j1_rev(x: f64, out: f64, seed: f64, d_x: &mut f64) {
    let quotient = if x == 0.0 { 0.5 } else { out / x };
    *d_x += seed * (libm::j0(x) - quotient);
}
