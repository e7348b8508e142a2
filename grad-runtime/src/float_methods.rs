//! The methods of floats as derived methods: for values of which only the compiler knows whether they are floats.

use crate::unseen::{Method, MethodResult, TangentOf};
use crate::{__private::rule, Scalar, Slot, Tape};

impl<S: Scalar> TangentOf for S {
    type Primal = S;
}

/// The number that stands for a method's name: FNV-1a with 128 bits,
/// <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>.
const fn number(name: &str) -> u128 {
    let bytes = name.as_bytes();
    let mut hash = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u128).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
        at += 1;
    }
    hash
}

/// Forward halves, named like those of derived methods.
macro_rules! methods {
    (
        of_argument { $($x:ident $x_fwd:ident $x_rev:ident $x_primal:ident |$arg:ident, $dx:ident| $by_arg:expr;)* }
        of_result { $($y:ident $y_fwd:ident $y_rev:ident $y_primal:ident |$out:ident, $dy:ident| $by_out:expr;)* }
        steps { $($s:ident $s_fwd:ident $s_rev:ident $s_primal:ident;)* }
        of_two { $($b:ident $b_fwd:ident $b_rev:ident $b_primal:ident |$b0:ident, $b1:ident, $b_out:ident, $db:ident| $by_two:expr;)* }
    ) => {
        /// The halves of the methods of floats, under the names that those of a type have: it may be another name of a float.
        pub trait FloatMethods: Scalar {
            $(
                #[doc(hidden)]
                #[inline(always)]
                fn $x_fwd(self, _: &mut Tape) -> (Self, [u64; 1]) {
                    (self.$x_primal(), [self.grad_to_word()])
                }
                #[doc(hidden)]
                #[inline(always)]
                fn $x_rev(tape: &mut Tape, frame: [u64; 1], d: &Self, slot: impl Slot<Self>) {
                    <Self as Method<{ number(stringify!($x)) }, _>>::reverse(tape, (frame, d, slot));
                }
            )*
            $(
                #[doc(hidden)]
                #[inline(always)]
                fn $y_fwd(self, _: &mut Tape) -> (Self, [u64; 1]) {
                    let out = self.$y_primal();
                    (out, [out.grad_to_word()])
                }
                #[doc(hidden)]
                #[inline(always)]
                fn $y_rev(tape: &mut Tape, frame: [u64; 1], d: &Self, slot: impl Slot<Self>) {
                    <Self as Method<{ number(stringify!($y)) }, _>>::reverse(tape, (frame, d, slot));
                }
            )*
            $(
                #[doc(hidden)]
                #[inline(always)]
                fn $s_fwd(self, _: &mut Tape) -> (Self, [u64; 0]) {
                    (self.$s_primal(), [])
                }
                #[doc(hidden)]
                #[inline(always)]
                fn $s_rev(tape: &mut Tape, frame: [u64; 0], d: &Self, slot: impl Slot<Self>) {
                    <Self as Method<{ number(stringify!($s)) }, _>>::reverse(tape, (frame, d, slot));
                }
            )*
            $(
                #[doc(hidden)]
                #[inline(always)]
                fn $b_fwd(self, other: Self, _: &mut Tape) -> (Self, [u64; 3]) {
                    let out = self.$b_primal(other);
                    (out, [self.grad_to_word(), other.grad_to_word(), out.grad_to_word()])
                }
                #[doc(hidden)]
                #[inline(always)]
                fn $b_rev(
                    tape: &mut Tape,
                    frame: [u64; 3],
                    d: &Self,
                    slot: impl Slot<Self>,
                    other: impl Slot<Self>,
                ) {
                    let told = (frame, d, slot, other);
                    <Self as Method<{ number(stringify!($b)) }, _>>::reverse(tape, told);
                }
            )*
            #[doc(hidden)]
            #[inline(always)]
            fn __powi_fwd(self, n: i32, _: &mut Tape) -> (Self, [u64; 2]) {
                (self.grad_powi(n), [self.grad_to_word(), u64::from(n.cast_unsigned())])
            }
            #[doc(hidden)]
            #[inline(always)]
            fn __powi_rev(
                tape: &mut Tape,
                frame: [u64; 2],
                d: &Self,
                slot: impl Slot<Self>,
                n: impl Slot<()>,
            ) {
                <Self as Method<{ number("powi") }, _>>::reverse(tape, (frame, d, slot, n));
            }
            #[doc(hidden)]
            #[inline(always)]
            fn __clamp_fwd(self, lo: Self, hi: Self, _: &mut Tape) -> (Self, [u64; 3]) {
                let frame = [self.grad_to_word(), lo.grad_to_word(), hi.grad_to_word()];
                (self.grad_clamp(lo, hi), frame)
            }
            #[doc(hidden)]
            #[inline(always)]
            fn __clamp_rev(
                tape: &mut Tape,
                frame: [u64; 3],
                d: &Self,
                slot: impl Slot<Self>,
                lo: impl Slot<Self>,
                hi: impl Slot<Self>,
            ) {
                <Self as Method<{ number("clamp") }, _>>::reverse(tape, (frame, d, slot, lo, hi));
            }
            #[doc(hidden)]
            #[inline(always)]
            fn __mul_add_fwd(self, a: Self, b: Self, _: &mut Tape) -> (Self, [u64; 2]) {
                (self.grad_mul_add(a, b), [self.grad_to_word(), a.grad_to_word()])
            }
            #[doc(hidden)]
            #[inline(always)]
            fn __mul_add_rev(
                tape: &mut Tape,
                frame: [u64; 2],
                d: &Self,
                slot: impl Slot<Self>,
                a: impl Slot<Self>,
                b: impl Slot<Self>,
            ) {
                <Self as Method<{ number("mul_add") }, _>>::reverse(tape, (frame, d, slot, a, b));
            }
        }

        impl<S: Scalar> FloatMethods for S {}

        $(
            impl<S: Scalar, A: Slot<S>> Method<{ number(stringify!($x)) }, ([u64; 1], &S, A)> for S {
                #[inline(always)]
                fn reverse(_: &mut Tape, (frame, seed, mut slot): ([u64; 1], &S, A)) {
                    let ($arg, $dx) = (S::grad_from_word(frame[0]), *seed);
                    slot.with(|d| *d += $by_arg);
                }
            }
            result!($x);
        )*
        $(
            impl<S: Scalar, A: Slot<S>> Method<{ number(stringify!($y)) }, ([u64; 1], &S, A)> for S {
                #[inline(always)]
                fn reverse(_: &mut Tape, (frame, seed, mut slot): ([u64; 1], &S, A)) {
                    let ($out, $dy) = (S::grad_from_word(frame[0]), *seed);
                    slot.with(|d| *d += $by_out);
                }
            }
            result!($y);
        )*
        $(
            impl<S: Scalar, A: Slot<S>> Method<{ number(stringify!($s)) }, ([u64; 0], &S, A)> for S {
                #[inline(always)]
                fn reverse(_: &mut Tape, _: ([u64; 0], &S, A)) {}
            }
            result!($s);
        )*
        $(
            impl<S: Scalar, A: Slot<S>, B: Slot<S>>
                Method<{ number(stringify!($b)) }, ([u64; 3], &S, A, B)> for S
            {
                #[inline(always)]
                fn reverse(_: &mut Tape, (frame, seed, mut slot, mut other): ([u64; 3], &S, A, B)) {
                    let [$b0, $b1, $b_out] = frame.map(S::grad_from_word);
                    let $db = *seed;
                    let (first, second) = $by_two;
                    slot.with(|d| *d += first);
                    other.with(|d| *d += second);
                }
            }
            result!($b);
        )*
    };
}

macro_rules! result {
    ($name:ident) => {
        impl<S: Scalar> MethodResult<{ number(stringify!($name)) }, S> for S {
            #[inline(always)]
            fn zero_out(_: &mut Tape, _: usize) -> S {
                S::grad_zero()
            }
        }
    };
}

methods! {
    of_argument {
        sin __sin_fwd __sin_rev grad_sin |x, d| rule::sin(x, d);
        cos __cos_fwd __cos_rev grad_cos |x, d| rule::cos(x, d);
        asin __asin_fwd __asin_rev grad_asin |x, d| rule::asin(x, d);
        acos __acos_fwd __acos_rev grad_acos |x, d| rule::acos(x, d);
        atan __atan_fwd __atan_rev grad_atan |x, d| rule::atan(x, d);
        sinh __sinh_fwd __sinh_rev grad_sinh |x, d| rule::sinh(x, d);
        cosh __cosh_fwd __cosh_rev grad_cosh |x, d| rule::cosh(x, d);
        asinh __asinh_fwd __asinh_rev grad_asinh |x, d| rule::asinh(x, d);
        acosh __acosh_fwd __acosh_rev grad_acosh |x, d| rule::acosh(x, d);
        atanh __atanh_fwd __atanh_rev grad_atanh |x, d| rule::atanh(x, d);
        ln __ln_fwd __ln_rev grad_ln |x, d| rule::ln(x, d);
        ln_1p __ln_1p_fwd __ln_1p_rev grad_ln_1p |x, d| rule::ln_1p(x, d);
        log2 __log2_fwd __log2_rev grad_log2 |x, d| rule::log2(x, d);
        log10 __log10_fwd __log10_rev grad_log10 |x, d| rule::log10(x, d);
        abs __abs_fwd __abs_rev grad_abs |x, d| rule::abs(x, d);
        fract __fract_fwd __fract_rev grad_fract |_x, d| d;
        to_radians __to_radians_fwd __to_radians_rev grad_to_radians |_x, d| d.grad_to_radians();
        to_degrees __to_degrees_fwd __to_degrees_rev grad_to_degrees |_x, d| d.grad_to_degrees();
    }
    of_result {
        tan __tan_fwd __tan_rev grad_tan |out, d| rule::tan(out, d);
        tanh __tanh_fwd __tanh_rev grad_tanh |out, d| rule::tanh(out, d);
        exp __exp_fwd __exp_rev grad_exp |out, d| rule::exp(out, d);
        exp2 __exp2_fwd __exp2_rev grad_exp2 |out, d| rule::exp2(out, d);
        exp_m1 __exp_m1_fwd __exp_m1_rev grad_exp_m1 |out, d| rule::exp_m1(out, d);
        sqrt __sqrt_fwd __sqrt_rev grad_sqrt |out, d| rule::sqrt(out, d);
        cbrt __cbrt_fwd __cbrt_rev grad_cbrt |out, d| rule::cbrt(out, d);
        recip __recip_fwd __recip_rev grad_recip |out, d| rule::recip(out, d);
    }
    steps {
        floor __floor_fwd __floor_rev grad_floor;
        ceil __ceil_fwd __ceil_rev grad_ceil;
        round __round_fwd __round_rev grad_round;
        round_ties_even __round_ties_even_fwd __round_ties_even_rev grad_round_ties_even;
        trunc __trunc_fwd __trunc_rev grad_trunc;
        signum __signum_fwd __signum_rev grad_signum;
    }
    of_two {
        atan2 __atan2_fwd __atan2_rev grad_atan2 |a, b, _y, d| rule::atan2(a, b, d);
        hypot __hypot_fwd __hypot_rev grad_hypot |a, b, y, d| rule::hypot(a, b, y, d);
        log __log_fwd __log_rev grad_log |a, b, y, d| rule::log(a, b, y, d);
        powf __powf_fwd __powf_rev grad_powf |a, b, y, d| rule::powf(a, b, y, d);
        max __max_fwd __max_rev grad_max |a, b, _y, d| rule::max(a, b, d);
        min __min_fwd __min_rev grad_min |a, b, _y, d| rule::min(a, b, d);
        copysign __copysign_fwd __copysign_rev grad_copysign |a, b, _y, d| (rule::copysign_base(a, b, d), S::grad_zero());
        rem_euclid __rem_euclid_fwd __rem_euclid_rev grad_rem_euclid |a, b, _y, d| (d, rule::rem_euclid_by(a, b, d));
        div_euclid __div_euclid_fwd __div_euclid_rev grad_div_euclid |_a, _b, _y, _d| (S::grad_zero(), S::grad_zero());
    }
}

impl<S: Scalar, A: Slot<S>, N: Slot<()>> Method<{ number("powi") }, ([u64; 2], &S, A, N)> for S {
    #[inline(always)]
    fn reverse(_: &mut Tape, (frame, seed, mut slot, _): ([u64; 2], &S, A, N)) {
        let x = S::grad_from_word(frame[0]);
        #[allow(
            clippy::cast_possible_truncation,
            reason = "an `i32` was kept in this word"
        )]
        let n = (frame[1] as u32).cast_signed();
        slot.with(|d| *d += rule::powi_base(x, n, *seed));
    }
}
result!(powi);

impl<S: Scalar, A: Slot<S>, B: Slot<S>, C: Slot<S>>
    Method<{ number("clamp") }, ([u64; 3], &S, A, B, C)> for S
{
    #[inline(always)]
    fn reverse(_: &mut Tape, (frame, seed, mut slot, mut low, mut high): ([u64; 3], &S, A, B, C)) {
        let [x, lo, hi] = frame.map(S::grad_from_word);
        let (d_x, d_lo, d_hi) = rule::clamp(x, lo, hi, *seed);
        slot.with(|d| *d += d_x);
        low.with(|d| *d += d_lo);
        high.with(|d| *d += d_hi);
    }
}
result!(clamp);

impl<S: Scalar, A: Slot<S>, B: Slot<S>, C: Slot<S>>
    Method<{ number("mul_add") }, ([u64; 2], &S, A, B, C)> for S
{
    #[inline(always)]
    fn reverse(
        _: &mut Tape,
        (frame, seed, mut slot, mut factor, mut term): ([u64; 2], &S, A, B, C),
    ) {
        let ([x, a], seed) = (frame.map(S::grad_from_word), *seed);
        slot.with(|d| *d += seed * a);
        factor.with(|d| *d += seed * x);
        term.with(|d| *d += seed);
    }
}
result!(mul_add);
