//! Every rule against differences, and every convention at its exact value.
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

/// Compares a slope at `x` with differences of the primal there, in the same precision.
macro_rules! assert_slope {
    ($primal:expr, $slope:expr, $at:expr) => {{
        #[allow(clippy::redundant_closure_call, reason = "the closures are arguments")]
        for x in $at {
            let x: F = x;
            grad_runtime::check::assert_gradient(|&x: &F| $primal(x), &x, &$slope(x));
        }
    }};
}
use assert_slope;

mod conventions;
mod smooth;
mod vectors;
