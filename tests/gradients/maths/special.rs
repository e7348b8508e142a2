//! Special functions: values and slopes against closed forms and tabulated constants.
use std::f64::consts::PI;

use approx::assert_relative_eq;
use grad_runtime::special::{self, erf, erf_vjp};
use grad_runtime::{check, derive_grad};

/// Euler's constant γ.
const EULER: f64 = 0.577_215_664_901_532_9;

#[derive_grad]
fn error_function(x: f64) -> f64 {
    erf(x) * x
}

#[derive_grad]
fn complement(x: f64) -> f64 {
    special::erfc(x)
}

#[derive_grad]
fn log_gamma(x: f64) -> f64 {
    special::ln_gamma(x)
}

#[derive_grad]
fn psi(x: f64) -> f64 {
    special::digamma(x)
}

#[derive_grad]
fn beta(a: f64, b: f64) -> f64 {
    special::beta(a, b)
}

#[derive_grad]
fn bessel(x: f64) -> f64 {
    special::bessel_j0(x)
}

#[derive_grad]
fn bessel_1(x: f64) -> f64 {
    special::bessel_j1(x)
}

/// The sum of the log-densities of Student's t, as it is fitted.
#[derive_grad]
fn student(x: &[f64], degrees: f64) -> f64 {
    let half = 0.5 * (degrees + 1.0);
    let scale =
        special::ln_gamma(half) - special::ln_gamma(0.5 * degrees) - 0.5 * (PI * degrees).ln();
    x.iter()
        .map(|v| scale - half * (v * v / degrees).ln_1p())
        .sum()
}

#[test]
fn error_function_at_one() {
    // erf 1 = 0.842700792949714869..
    let slope = 2.0 / PI.sqrt() * (-1.0_f64).exp();
    let (value, d) = error_function_grad(1.0);
    assert_relative_eq!(value, 0.842_700_792_949_714_9, max_relative = 1e-15);
    assert_relative_eq!(d, value + slope, max_relative = 1e-15);
    let (rest, d) = complement_grad(1.0);
    assert_relative_eq!(rest, 1.0 - value, max_relative = 1e-14);
    assert_relative_eq!(d, -slope, max_relative = 1e-15);
}

#[test]
fn complement_far_out() {
    // erfc 10 = 2.0884875837625447e-45
    let (value, d) = complement_grad(10.0);
    assert_relative_eq!(value, 2.088_487_583_762_544_7e-45, max_relative = 1e-13);
    assert_relative_eq!(
        d,
        -2.0 / PI.sqrt() * (-100.0_f64).exp(),
        max_relative = 1e-14
    );
}

#[test]
fn gamma_at_integers_and_halves() {
    // ψ(1) = -γ, ψ(1/2) = -γ - 2 ln 2, ψ(-1/2) = ψ(1/2) + 2
    let at_half = -EULER - 2.0 * 2.0_f64.ln();
    for (x, value, d) in [
        (1.0, 0.0, -EULER),
        (5.0, 24.0_f64.ln(), 25.0 / 12.0 - EULER),
        (0.5, 0.5 * PI.ln(), at_half),
        (-0.5, (2.0 * PI.sqrt()).ln(), at_half + 2.0),
    ] {
        let (got, slope) = log_gamma_grad(x);
        assert_relative_eq!(got, value, max_relative = 1e-14, epsilon = 1e-15);
        assert_relative_eq!(slope, d, max_relative = 1e-11);
    }
}

#[test]
fn trigamma_at_integers_and_halves() {
    // ψ′(1) = π²/6, ψ′(1/2) = π²/2, and ψ′(x + 1) = ψ′(x) - 1/x²
    let (one, half) = (PI * PI / 6.0, PI * PI / 2.0);
    for (x, d) in [
        (1.0, one),
        (2.0, one - 1.0),
        (4.0, one - 1.0 - 0.25 - 1.0 / 9.0),
        (0.5, half),
        (1.5, half - 4.0),
        (-0.5, half + 4.0),
        (-1.5, half + 4.0 + 4.0 / 9.0),
    ] {
        assert_relative_eq!(psi_grad(x).1, d, max_relative = 1e-14);
    }
    // ψ′(x) = 1/x + 1/(2 x²) + 1/(6 x³) - 1/(30 x⁵) + 1/(42 x⁷) - ..
    let far = psi_grad(100.0).1;
    assert_relative_eq!(
        far,
        0.01 + 0.5e-4 + 1e-6 / 6.0 - 1e-10 / 30.0 + 1e-14 / 42.0,
        max_relative = 1e-14
    );
}

#[test]
fn beta_of_integers() {
    // B(2, 3) = 1/12; ψ(2) - ψ(5) = -(1/2 + 1/3 + 1/4)
    let (value, d_a, d_b) = beta_grad(2.0, 3.0);
    assert_relative_eq!(value, 1.0 / 12.0, max_relative = 1e-13);
    assert_relative_eq!(d_a, -13.0 / 144.0, max_relative = 1e-11);
    assert_relative_eq!(d_b, -7.0 / 144.0, max_relative = 1e-11);
    assert!(beta_grad(-1.0, 2.0).0.is_nan());
}

#[test]
fn bessel_at_the_first_zero() {
    // J₀(2.404825557695773) = 0, J₁ there is 0.519147497289466..
    let zero = 2.404_825_557_695_773;
    let (value, d) = bessel_grad(zero);
    assert!(value.abs() < 1e-15);
    assert_relative_eq!(d, -0.519_147_497_289_466_8, max_relative = 1e-14);
    let (j1, d) = bessel_1_grad(zero);
    assert_relative_eq!(d, -j1 / zero, max_relative = 1e-14);
    assert_eq!(bessel_grad(0.0), (1.0, 0.0));
    assert_eq!(bessel_1_grad(0.0), (0.0, 0.5));
}

#[test]
fn in_a_likelihood() {
    let x = [0.3, -1.2, 2.5];
    let (_, d_x, d_degrees) = student_grad(&x, 4.0);
    check::assert_gradient(|(x, n)| student(x, *n), &(x, 4.0), &(d_x, d_degrees));
}
