//! Every rule against central differences, and every convention at its exact value.
//!
//! Each test stands once and runs for `f32` and `f64`: inside `both!`, `F` is the float.

use grad_runtime::__private::rule;

/// Runs the tests inside for both floats.
macro_rules! both {
    ($($(#[$meta:meta])* fn $name:ident() $body:block)*) => {$(
        $(#[$meta])*
        mod $name {
            #[allow(unused_imports, reason = "not every test needs every helper")]
            use crate::rules::{assert_slope, rule};

            #[test]
            fn in_f32() {
                #[allow(dead_code, reason = "not every test names the type")]
                type F = f32;
                $body
            }

            #[test]
            fn in_f64() {
                #[allow(dead_code, reason = "not every test names the type")]
                type F = f64;
                $body
            }
        }
    )*};
}

/// Compares a slope at `x` with the central difference of the primal there, in the same precision.
///
/// With a step of the cube root of the precision, rounding and truncation are of one size, the
/// square of that root; the factor covers functions whose third derivative is not small.
macro_rules! assert_slope {
    ($primal:expr, $slope:expr, $at:expr) => {{
        #[allow(clippy::redundant_closure_call, reason = "the closures are arguments")]
        for x in $at {
            let x: F = x;
            let wanted_step = F::EPSILON.cbrt() * x.abs().max(0.25);
            let (above, below) = (x + wanted_step, x - wanted_step);
            let difference: F = ($primal(above) - $primal(below)) / (above - below);
            let slope: F = $slope(x);
            let tolerance = 60.0 * F::EPSILON.powf(2.0 / 3.0) * difference.abs().max(1.0);
            assert!(
                (slope - difference).abs() <= tolerance,
                "at {x}: slope {slope}, difference {difference}",
            );
        }
    }};
}
use assert_slope;

mod conventions;
mod smooth;
mod vectors;
