//! Wrong slopes in the runtime, most of them at kinks and singular points.

use crate::mutant::Mutant;

const RULE: &str = "grad-runtime/src/rule.rs";
const KINKS: &str = "grad-runtime/src/rule/kinks.rs";
const POWERS: &str = "grad-runtime/src/rule/powers.rs";
const REMAINDERS: &str = "grad-runtime/src/rule/remainders.rs";
const VECTORS: &str = "grad-runtime/src/rule/vectors.rs";
const LOGARITHMS: &str = "grad-runtime/src/rule/logarithms.rs";
const HYPERBOLIC: &str = "grad-runtime/src/rule/hyperbolic.rs";

pub(super) const LIST: &[Mutant] = &[
    Mutant::new(
        "abs_at_zero",
        KINKS,
        "if x == S::grad_zero() {",
        "if x != x {",
        "abs has the slope 1 at 0",
    ),
    Mutant::new(
        "tie_to_first",
        KINKS,
        "(share, share)",
        "(share + share, zero)",
        "at a tie the first operand of max and min receives all",
    ),
    Mutant::new(
        "max_of_nan",
        KINKS,
        "a > b || b.grad_is_nan()",
        "a > b",
        "beside a NaN the operand that max returned receives nothing",
    ),
    Mutant::new(
        "clamp_twice",
        KINKS,
        "let (d_x, d_lo) = max(x, lo, d_raised);",
        "let (d_x, d_lo) = max(x, lo, d);",
        "above the upper bound of clamp the argument receives too",
    ),
    Mutant::new(
        "copysign_forgets_sign",
        KINKS,
        "d * x.grad_signum() * super::one::<S>().grad_copysign(s)",
        "d * super::one::<S>().grad_copysign(s)",
        "copysign passes on the sign of the second argument alone",
    ),
    Mutant::new(
        "gate_open",
        RULE,
        "if d == S::grad_zero() {",
        "if d != d {",
        "a zero cotangent times an infinite slope is NaN",
    ),
    Mutant::new(
        "powf_zero_exponent",
        POWERS,
        "if y == S::grad_zero() {",
        "if y != y {",
        "x to the 0 has a slope at 0",
    ),
    Mutant::new(
        "powf_zero_base",
        POWERS,
        "x >= zero && out == zero || x == zero && y == zero",
        "x == zero && y == zero",
        "0 to the y has a slope by y",
    ),
    Mutant::new(
        "powi_zero_exponent",
        POWERS,
        "if n == 0 {",
        "if n == 1 {",
        "the first power has no slope",
    ),
    Mutant::new(
        "powi_lowered",
        POWERS,
        "match n.checked_sub(1) {",
        "match Some(n) {",
        "the exponent in the slope of powi is one too large",
    ),
    Mutant::new(
        "sqrt_of_minus_zero",
        POWERS,
        "half::<S>() / out.grad_abs()",
        "half::<S>() / out",
        "the slope of sqrt at -0 is minus infinity",
    ),
    Mutant::new(
        "cbrt_factor",
        POWERS,
        "(S::grad_from_f64(3.0) * out * out)",
        "(S::grad_from_f64(3.0) * out)",
        "the slope of cbrt is not squared",
    ),
    Mutant::new(
        "rem_euclid_of_negative",
        REMAINDERS,
        "-(quotient - y.grad_signum()) * d",
        "-quotient * d",
        "rem_euclid of a negative number has the slope of %",
    ),
    Mutant::new(
        "quotient_rounded_up",
        REMAINDERS,
        "if truncated == quotient {",
        "if truncated != truncated {",
        "a quotient that rounds up to an integer is one too many",
    ),
    Mutant::new(
        "hypot_at_origin",
        VECTORS,
        "if out.grad_is_normal() {",
        "if out == out {",
        "hypot has the slope NaN at the origin",
    ),
    Mutant::new(
        "atan2_sign",
        VECTORS,
        "(d * (x / square), -(d * (y / square)))",
        "(d * (x / square), d * (y / square))",
        "the second argument of atan2 receives the wrong sign",
    ),
    Mutant::new(
        "log_base_sign",
        LOGARITHMS,
        "-out / (base * base.grad_ln())",
        "out / (base * base.grad_ln())",
        "the base of a logarithm receives the wrong sign",
    ),
    Mutant::new(
        "acosh_factors",
        HYPERBOLIC,
        "(x - one).grad_sqrt() * (x + one).grad_sqrt()",
        "(x + one).grad_sqrt() * (x + one).grad_sqrt()",
        "the slope of acosh has one factor twice",
    ),
];
