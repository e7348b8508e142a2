//! G. Elementary rules at points where they are easily got wrong.

use crate::support::Case;
use grad_runtime::derive_grad;

// `rem_euclid` with a negative dividend: the partial by y is +7.
#[derive_grad]
pub fn c141_rem_euclid_both_signs(x: f64, y: f64) -> f64 {
    x.rem_euclid(y) * x
}

// atan2(0, 1): partials 1 and 0; atan(y / x) would break at zeros.
#[derive_grad]
pub fn c143_atan2_on_axis(y: f64, x: f64) -> f64 {
    y.atan2(x)
}

// x ln y with the guard for x == 0 written as an if, away from the guard.
#[derive_grad]
pub fn c145_xlogy_guarded_away_from_zero(x: f64, y: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x * y.ln() }
}

// `powf` with a negative base and a literal exponent: no NaN from the exponent.
#[derive_grad]
pub fn c147_powf_negative_base(x: f64) -> f64 {
    x.powf(2.0) + x.powf(3.0)
}

// `x.powf(2.0)` at x = 0 has slope 0.
#[derive_grad]
pub fn c149_powf_zero_base_square(x: f64) -> f64 {
    4.3 * x.powf(2.0) + x
}

// d/db of a^b at a = 0, b > 0 is 0: 0 ln 0 must not be NaN. One-sided in a.
#[derive_grad]
pub fn c151_pow_exponent_partial_zero_base(a: f64, b: f64) -> f64 {
    (a - b).powf(b) + 0.0 * a
}

// cbrt of a negative number.
#[derive_grad]
pub fn c153_cbrt_negative(x: f64) -> f64 {
    x.cbrt() * x
}

// floor, ceil, round, trunc, signum have derivative 0; fract has derivative 1.
#[derive_grad]
pub fn c155_fract_floor_round(x: f64) -> f64 {
    x.floor() * x + x.ceil() + x.round() * 2.0 - x.trunc() + x.fract() * x + x.signum()
}

// asin, acos, atan, asinh, acosh, atanh, exp2, log2, log10, log with base.
#[derive_grad]
pub fn c157_inverse_functions(x: f64) -> f64 {
    let y = x + 1.5;
    x.asin()
        + 2.0 * x.acos()
        + x.atan()
        + x.asinh()
        + y.acosh()
        + x.atanh()
        + x.exp2()
        + y.log2()
        + y.log10()
        + y.log(3.0)
        + x.sinh() * x.cosh()
        + x.tan()
        + y.recip()
}

// One entry is -inf: weights 0 and 1, no NaN.
#[derive_grad]
pub fn c159_logsumexp_with_neg_infinity(a: &[f64]) -> f64 {
    let mut m = f64::NEG_INFINITY;
    for &e in a {
        m = m.max(e);
    }
    let mut s = 0.0;
    for &e in a {
        s += (e - m).exp();
    }
    m + s.ln()
}

// clamp inside the interval and min/max chains with active bounds.
#[derive_grad]
pub fn c161_clamp_interior_and_active_bounds(x: f64, lo: f64, hi: f64) -> f64 {
    let a = x.clamp(lo, hi);
    let b = (x * x).max(lo).min(hi);
    a * b + (x + 10.0).min(hi)
}

// Binomial-like factor and a running power updated in a loop with two reads of the taped value.
#[derive_grad]
pub fn c163_bernstein_polynomial(x: f64, c: &[f64]) -> f64 {
    let n = c.len() - 1;
    let s = 1.0 - x;
    let mut t = x;
    let mut out = c[0] * s;
    let mut binom = 1.0;
    let mut i = 1;
    while i < n {
        binom = binom * (n - i + 1) as f64 / i as f64;
        out = (out + t * binom * c[i]) * s;
        t *= x;
        i += 1;
    }
    out + t * c[n]
}

// Sum of squares, powf, sqrt, exp, then ln.
#[derive_grad]
fn sq(x: f64) -> f64 {
    x * x
}
#[derive_grad]
pub fn c165_log_gaussian(x: &[f64], p: &[f64], sigma: f64) -> f64 {
    let n = x.len() as f64;
    let mut power = 0.0;
    for i in 0..x.len() {
        power += sq(x[i] - p[i]);
    }
    power = -power / (2.0 * sq(sigma));
    let g = 1.0 / ((2.0 * std::f64::consts::PI).powf(n).sqrt() * sigma) * power.exp();
    g.ln()
}

pub fn cases() -> Vec<Case> {
    vec![
        case! {
            c141_rem_euclid_both_signs
            c141_rem_euclid_both_signs_grad c141_rem_euclid_both_signs_grad_into
            c141_rem_euclid_both_signs_grad_with c141_rem_euclid_both_signs_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [-19.0, 3.1] = -51.3 => [-16.3, -133.0]
        },
        case! {
            c143_atan2_on_axis
            c143_atan2_on_axis_grad c143_atan2_on_axis_grad_into
            c143_atan2_on_axis_grad_with c143_atan2_on_axis_vjp;
            |v| (v[0], v[1]) -> (y, x);
            smooth [0.0, 1.0] = 0.0 => [1.0, 0.0]
        },
        case! {
            c145_xlogy_guarded_away_from_zero
            c145_xlogy_guarded_away_from_zero_grad c145_xlogy_guarded_away_from_zero_grad_into
            c145_xlogy_guarded_away_from_zero_grad_with c145_xlogy_guarded_away_from_zero_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [0.4, 3.0] = 0.4394449154672439 => [1.0986122886681098, 0.13333333333333333]
        },
        case! {
            c147_powf_negative_base
            c147_powf_negative_base_grad c147_powf_negative_base_grad_into
            c147_powf_negative_base_grad_with c147_powf_negative_base_vjp;
            |v| (v[0]) -> (x);
            smooth [-2.0] = -4.0 => [8.0]
        },
        case! {
            c149_powf_zero_base_square
            c149_powf_zero_base_square_grad c149_powf_zero_base_square_grad_into
            c149_powf_zero_base_square_grad_with c149_powf_zero_base_square_vjp;
            |v| (v[0]) -> (x);
            smooth [0.0] = 0.0 => [1.0]
        },
        case! {
            c151_pow_exponent_partial_zero_base
            c151_pow_exponent_partial_zero_base_grad c151_pow_exponent_partial_zero_base_grad_into
            c151_pow_exponent_partial_zero_base_grad_with c151_pow_exponent_partial_zero_base_vjp;
            |v| (v[0], v[1]) -> (a, b);
            kink [1.0, 1.0] => [1.0, -1.0]
        },
        case! {
            c153_cbrt_negative
            c153_cbrt_negative_grad c153_cbrt_negative_grad_into
            c153_cbrt_negative_grad_with c153_cbrt_negative_vjp;
            |v| (v[0]) -> (x);
            smooth [-8.0] => [-2.6666666666666665]
        },
        case! {
            c155_fract_floor_round
            c155_fract_floor_round_grad c155_fract_floor_round_grad_into
            c155_fract_floor_round_grad_with c155_fract_floor_round_vjp;
            |v| (v[0]) -> (x);
            smooth [2.3] = 11.29 => [4.6]
        },
        case! {
            c157_inverse_functions
            c157_inverse_functions_grad c157_inverse_functions_grad_into
            c157_inverse_functions_grad_with c157_inverse_functions_vjp;
            |v| (v[0]) -> (x);
            smooth [0.3] = 8.97911907733639 => [6.9683636984141915]
        },
        case! {
            c159_logsumexp_with_neg_infinity
            c159_logsumexp_with_neg_infinity_grad c159_logsumexp_with_neg_infinity_grad_into
            c159_logsumexp_with_neg_infinity_grad_with c159_logsumexp_with_neg_infinity_vjp;
            |v| (&v[0..2]) -> (a);
            special [f64::NEG_INFINITY, 1.0] => [0.0, 1.0]
        },
        case! {
            c161_clamp_interior_and_active_bounds
            c161_clamp_interior_and_active_bounds_grad
            c161_clamp_interior_and_active_bounds_grad_into
            c161_clamp_interior_and_active_bounds_grad_with
            c161_clamp_interior_and_active_bounds_vjp;
            |v| (v[0], v[1], v[2]) -> (x, lo, hi);
            smooth [1.5, 1.0, 2.0] = 5.0 => [2.0, 0.0, 2.5]
        },
        case! {
            c163_bernstein_polynomial
            c163_bernstein_polynomial_grad c163_bernstein_polynomial_grad_into
            c163_bernstein_polynomial_grad_with c163_bernstein_polynomial_vjp;
            |v| (v[0], &v[1..5]) -> (x, c);
            smooth [0.3, 1.0, -0.5, 2.0, 0.7] = 0.5194 => [0.594, 0.343, 0.441, 0.189, 0.027]
        },
        case! {
            c165_log_gaussian
            c165_log_gaussian_grad c165_log_gaussian_grad_into
            c165_log_gaussian_grad_with c165_log_gaussian_vjp;
            |v| (&v[0..3], &v[3..6], v[6]) -> (x, p, sigma);
            smooth [1.0, 1.0, 1.0, 0.5, 1.5, 0.2, 2.0] = -3.5924627801739635 =>
                [-0.125, 0.125, -0.2, 0.125, -0.125, 0.2, -0.3575]
        },
    ]
}
