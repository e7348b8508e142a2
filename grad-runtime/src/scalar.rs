//! The floats, seen by generic generated code.

use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use crate::shaped::{AddPart, FixedShape, NestedShape, Total};
use crate::spare::Spare;
use crate::word::Word;
use crate::{Differentiable, Tangent};

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// A float that generated code can compute with: `f32` or `f64`.
///
/// A generic function that is differentiated gets this bound on its generated twins, on every type
/// parameter that can be a float; its own bounds (`num_traits::Float`, say) stay. For this reason no
/// method here has a name that a float trait uses, and all but the arithmetic begins with `grad_`.
/// The trait is sealed: a scalar must fit into one word of the [`Tape`](crate::Tape).
///
/// # Examples
///
/// ```
/// use grad_runtime::Scalar;
///
/// /// The slope of `x * x / 2` at `x`, times the seed.
/// fn half_square_slope<S: Scalar>(x: S, seed: S) -> S {
///     seed * (x + x) * S::grad_from_f64(0.5)
/// }
/// assert_eq!(half_square_slope(3.0_f32, 1.0), 3.0);
/// assert_eq!(half_square_slope(3.0_f64, 2.0), 6.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a float that can be differentiated by",
    note = "`f32` and `f64` are"
)]
pub trait Scalar:
    Copy
    + PartialOrd
    + Default
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + Tangent
    + Differentiable<Tangent = Self, Buffer = Self>
    + Word
    + NestedShape
    + Spare<Owned = Self>
    + AddPart<Self>
    + Total<Scalar = Self>
    + FixedShape
    + sealed::Sealed
    + 'static
{
    /// Zero.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(<f64 as grad_runtime::Scalar>::grad_zero(), 0.0);
    /// ```
    fn grad_zero() -> Self;

    /// The number nearest to `value`.
    ///
    /// # Examples
    ///
    /// ```
    /// use grad_runtime::Scalar;
    ///
    /// assert_eq!(f32::grad_from_f64(std::f64::consts::LN_2), std::f32::consts::LN_2);
    /// ```
    fn grad_from_f64(value: f64) -> Self;

    /// The word of the tape that stands for this number.
    ///
    /// # Examples
    ///
    /// ```
    /// use grad_runtime::Scalar;
    ///
    /// assert_eq!(1.5_f32.grad_to_word(), u64::from(1.5_f32.to_bits()));
    /// ```
    #[inline(always)]
    #[must_use]
    fn grad_to_word(self) -> u64 {
        self.to_word()
    }

    /// The number that a word of the tape stands for.
    ///
    /// # Examples
    ///
    /// ```
    /// use grad_runtime::Scalar;
    ///
    /// assert_eq!(f32::grad_from_word(1.5_f32.grad_to_word()), 1.5);
    /// ```
    #[inline(always)]
    #[must_use]
    fn grad_from_word(word: u64) -> Self {
        Self::from_word(word)
    }

    /// `self` to the power of an integer.
    #[doc(hidden)]
    #[must_use]
    fn grad_acos(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_acosh(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_asin(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_asinh(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_atan(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_atanh(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_cbrt(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_ceil(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_exp2(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_exp_m1(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_floor(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_fract(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_ln_1p(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_log10(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_log2(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_recip(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_round_ties_even(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_tan(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_tanh(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_to_degrees(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_to_radians(self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_atan2(self, x: Self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_div_euclid(self, y: Self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_log(self, base: Self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_max(self, other: Self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_min(self, other: Self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_rem_euclid(self, y: Self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_clamp(self, lo: Self, hi: Self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_mul_add(self, a: Self, b: Self) -> Self;

    #[doc(hidden)]
    #[must_use]
    fn grad_powi(self, n: i32) -> Self;

    /// Whether this is NaN.
    #[doc(hidden)]
    #[must_use]
    fn grad_is_nan(self) -> bool;

    /// Whether this is an infinity.
    #[doc(hidden)]
    #[must_use]
    fn grad_is_infinite(self) -> bool;

    /// Whether this is neither zero, subnormal, infinite nor NaN.
    #[doc(hidden)]
    #[must_use]
    fn grad_is_normal(self) -> bool;

    /// The remainder of the truncated division, `self % y`.
    #[doc(hidden)]
    #[must_use]
    fn grad_rem(self, y: Self) -> Self;

    /// `self` to the power of `y`.
    #[doc(hidden)]
    #[must_use]
    fn grad_powf(self, y: Self) -> Self;

    /// The length of the vector (`self`, `y`).
    #[doc(hidden)]
    #[must_use]
    fn grad_hypot(self, y: Self) -> Self;

    /// The magnitude of `self` with the sign of `sign`.
    #[doc(hidden)]
    #[must_use]
    fn grad_copysign(self, sign: Self) -> Self;

    /// The magnitude.
    #[doc(hidden)]
    #[must_use]
    fn grad_abs(self) -> Self;

    /// One with the sign of `self`; NaN for NaN.
    #[doc(hidden)]
    #[must_use]
    fn grad_signum(self) -> Self;

    /// The integer part.
    #[doc(hidden)]
    #[must_use]
    fn grad_trunc(self) -> Self;

    /// The nearest integer.
    #[doc(hidden)]
    #[must_use]
    fn grad_round(self) -> Self;

    /// The square root.
    #[doc(hidden)]
    #[must_use]
    fn grad_sqrt(self) -> Self;

    /// The natural logarithm.
    #[doc(hidden)]
    #[must_use]
    fn grad_ln(self) -> Self;

    /// The exponential.
    #[doc(hidden)]
    #[must_use]
    fn grad_exp(self) -> Self;

    /// The sine.
    #[doc(hidden)]
    #[must_use]
    fn grad_sin(self) -> Self;

    /// The cosine.
    #[doc(hidden)]
    #[must_use]
    fn grad_cos(self) -> Self;

    /// The hyperbolic sine.
    #[doc(hidden)]
    #[must_use]
    fn grad_sinh(self) -> Self;

    /// The hyperbolic cosine.
    #[doc(hidden)]
    #[must_use]
    fn grad_cosh(self) -> Self;
}

/// Forwards `grad_f` to the inherent method `f`.
macro_rules! forward {
    ($float:ident: $($name:ident($self:ident $(, $arg:ident: $ty:ty)*) -> $ret:ty = $std:ident;)*) => {$(
        #[inline(always)]
        fn $name($self $(, $arg: $ty)*) -> $ret {
            $float::$std($self $(, $arg)*)
        }
    )*};
}

macro_rules! scalar {
    ($float:ident) => {
        impl Scalar for $float {
            #[inline(always)]
            fn grad_zero() -> Self {
                0.0
            }

            #[inline(always)]
            #[allow(
                clippy::cast_possible_truncation,
                reason = "rounding to the nearest f32 is the purpose"
            )]
            fn grad_from_f64(value: f64) -> Self {
                value as $float
            }

            #[inline(always)]
            fn grad_rem(self, y: Self) -> Self {
                self % y
            }

            forward! { $float:
                grad_powi(self, n: i32) -> Self = powi;
                grad_is_nan(self) -> bool = is_nan;
                grad_is_infinite(self) -> bool = is_infinite;
                grad_is_normal(self) -> bool = is_normal;
                grad_powf(self, y: Self) -> Self = powf;
                grad_hypot(self, y: Self) -> Self = hypot;
                grad_copysign(self, sign: Self) -> Self = copysign;
                grad_abs(self) -> Self = abs;
                grad_signum(self) -> Self = signum;
                grad_trunc(self) -> Self = trunc;
                grad_round(self) -> Self = round;
                grad_sqrt(self) -> Self = sqrt;
                grad_ln(self) -> Self = ln;
                grad_exp(self) -> Self = exp;
                grad_sin(self) -> Self = sin;
                grad_cos(self) -> Self = cos;
                grad_sinh(self) -> Self = sinh;
                grad_cosh(self) -> Self = cosh;
                grad_acos(self) -> Self = acos;
                grad_acosh(self) -> Self = acosh;
                grad_asin(self) -> Self = asin;
                grad_asinh(self) -> Self = asinh;
                grad_atan(self) -> Self = atan;
                grad_atanh(self) -> Self = atanh;
                grad_cbrt(self) -> Self = cbrt;
                grad_ceil(self) -> Self = ceil;
                grad_exp2(self) -> Self = exp2;
                grad_exp_m1(self) -> Self = exp_m1;
                grad_floor(self) -> Self = floor;
                grad_fract(self) -> Self = fract;
                grad_ln_1p(self) -> Self = ln_1p;
                grad_log10(self) -> Self = log10;
                grad_log2(self) -> Self = log2;
                grad_recip(self) -> Self = recip;
                grad_round_ties_even(self) -> Self = round_ties_even;
                grad_tan(self) -> Self = tan;
                grad_tanh(self) -> Self = tanh;
                grad_to_degrees(self) -> Self = to_degrees;
                grad_to_radians(self) -> Self = to_radians;
                grad_atan2(self, x: Self) -> Self = atan2;
                grad_div_euclid(self, y: Self) -> Self = div_euclid;
                grad_log(self, base: Self) -> Self = log;
                grad_max(self, other: Self) -> Self = max;
                grad_min(self, other: Self) -> Self = min;
                grad_rem_euclid(self, y: Self) -> Self = rem_euclid;
                grad_clamp(self, lo: Self, hi: Self) -> Self = clamp;
                grad_mul_add(self, a: Self, b: Self) -> Self = mul_add;
            }
        }
    };
}

scalar!(f32);
scalar!(f64);

/// What a method of a generic float's trait gave, if it is what the function of that name gives.
///
/// A trait of the user's may mean something else by the name, and then its derivative would be wrong. Where it
/// means the same, the compiler computes the two once.
///
/// # Panics
/// If the values differ by more than roundings could.
#[inline(always)]
#[must_use]
#[track_caller]
pub fn checked<S: Scalar>(out: S, expected: S, name: &str) -> S {
    if out.to_word() != expected.to_word() && !is_near(out, expected) {
        other_function(name);
    }
    out
}

/// Whether two ways to compute a function may differ so.
#[inline]
fn is_near<S: Scalar>(a: S, b: S) -> bool {
    let size = S::grad_from_f64(1.0).grad_max(b.grad_abs());
    a.grad_is_nan() && b.grad_is_nan()
        || a == b
        || (a - b).grad_abs() <= S::grad_from_f64(1e-3) * size
}

#[cold]
#[inline(never)]
#[track_caller]
fn other_function(name: &str) -> ! {
    panic!(
        "the method `{name}` of this type is not the function that `f64` has by that name: \
         its derivative is not known"
    )
}
