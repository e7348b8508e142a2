//! Operators of the user's types, and of values of which only the compiler knows whether they are floats.
//!
//! A reverse half has no operands, but the types of their cotangents: [`Of`] carries these, and [`TangentOf`] leads
//! back to the types of the operands. An operator's number stands for its name and for how it takes its operands:
//! `add`, `&add`, `add&`, `&add&`; what writes takes the left one by `&mut`.

use crate::__private::rule;
use crate::unseen::{Of, TangentOf};
use crate::{Differentiable, Scalar, Slot, Tape};

/// An operator with a derivative, on the operands as they stand; `()` is the right one of a minus in front.
#[diagnostic::on_unimplemented(
    message = "this operator between `{Self}` and `{Rhs}` has no derivative",
    note = "help: put `#[derive_grad]` on its `impl`, as in `#[derive_grad] impl Add for Vec3 {{ .. }}`"
)]
pub trait Operator<const OP: u128, Rhs> {
    /// The result.
    type Output;
    /// What is kept.
    type Frame;
    /// The forward half.
    fn forward(self, rhs: Rhs, tape: &mut Tape) -> (Self::Output, Self::Frame);
}

/// Its reverse half, on the types without references: `Args` are the frame, the seed, and a slot for each operand.
#[diagnostic::on_unimplemented(
    message = "this operator between `{Self}` and `{Rhs}` has no derivative",
    note = "help: put `#[derive_grad]` on its `impl`, as in `#[derive_grad] impl Add for Vec3 {{ .. }}`"
)]
pub trait OperatorReverse<const OP: u128, Rhs, Args> {
    /// The reverse half.
    fn reverse(tape: &mut Tape, args: Args);
}

/// The cotangent of its result.
#[diagnostic::on_unimplemented(
    message = "this operator between `{Self}` and `{Rhs}` has no derivative",
    note = "help: put `#[derive_grad]` on its `impl`, as in `#[derive_grad] impl Add for Vec3 {{ .. }}`"
)]
pub trait OperatorResult<const OP: u128, Rhs> {
    /// Its type.
    type Cotangent;
    /// Zero, from the shape of the result.
    fn zero_out(tape: &mut Tape, shape: usize) -> Self::Cotangent;
}

/// [`Operator::forward`], for generated code.
#[inline(always)]
#[track_caller]
pub fn operate<const OP: u128, A, B>(a: A, b: B, tape: &mut Tape) -> (A::Output, A::Frame)
where
    A: Operator<OP, B>,
{
    a.forward(b, tape)
}

/// [`OperatorReverse::reverse`], for operands of these cotangents.
#[inline(always)]
pub fn reverse_operator<const OP: u128, A, B, Args>(_: Of<A>, _: Of<B>, tape: &mut Tape, args: Args)
where
    A: TangentOf + ?Sized,
    B: TangentOf + ?Sized,
    B::Primal: Sized,
    A::Primal: OperatorReverse<OP, B::Primal, Args>,
{
    A::Primal::reverse(tape, args);
}

/// [`OperatorResult::zero_out`], for operands of these cotangents.
#[inline(always)]
pub fn zero_of_operator<const OP: u128, A, B>(
    _: Of<A>,
    _: Of<B>,
    tape: &mut Tape,
    shape: usize,
) -> ResultOf<OP, A, B>
where
    A: TangentOf + ?Sized,
    B: TangentOf + ?Sized,
    B::Primal: Sized,
    A::Primal: OperatorResult<OP, B::Primal>,
{
    A::Primal::zero_out(tape, shape)
}

type ResultOf<const OP: u128, A, B> =
    <<A as TangentOf>::Primal as OperatorResult<OP, <B as TangentOf>::Primal>>::Cotangent;

/// The type of the cotangent of an operator's result.
#[inline(always)]
#[must_use]
pub fn of_operator<const OP: u128, A, B>(_: Of<A>, _: Of<B>) -> Of<ResultOf<OP, A, B>>
where
    A: TangentOf + ?Sized,
    B: TangentOf + ?Sized,
    B::Primal: Sized,
    A::Primal: OperatorResult<OP, B::Primal>,
{
    Of::NEW
}

/// That of values of a type whose name is known.
#[inline(always)]
#[must_use]
pub fn of_primal<T: Differentiable>() -> Of<T::Tangent> {
    Of::NEW
}

/// That of an expression, which is not evaluated.
#[inline(always)]
#[must_use]
pub fn of_expression<T: Differentiable>(_: impl FnOnce() -> T) -> Of<T::Tangent> {
    Of::NEW
}

/// What stands for the right operand of a minus in front.
#[derive(Clone, Copy, Debug)]
pub struct Nothing;

impl TangentOf for Nothing {
    type Primal = ();
}

/// Its type.
#[inline(always)]
#[must_use]
pub fn of_nothing() -> Of<Nothing> {
    Of::NEW
}

const fn number(parts: [&str; 3]) -> u128 {
    let mut hash = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    let mut part = 0;
    while part < parts.len() {
        let bytes = parts[part].as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            hash = (hash ^ bytes[at] as u128).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
            at += 1;
        }
        part += 1;
    }
    hash
}

/// The operators of floats, by whatever reference; what is kept has its number of words in front.
macro_rules! binary {
    ($($name:literal ($value:expr) $words:literal [$($kept:ident)*] |$d:ident, $x:ident, $y:ident, $out:ident| $by_left:expr, $by_right:expr;)*) => {
        $(
            binary!(by $name "" "" [S] [S] ($value) $words [$($kept)*] |$d, $x, $y, $out| $by_left, $by_right);
            binary!(by $name "&" "" [&S] [S] ($value) $words [$($kept)*] |$d, $x, $y, $out| $by_left, $by_right);
            binary!(by $name "" "&" [S] [&S] ($value) $words [$($kept)*] |$d, $x, $y, $out| $by_left, $by_right);
            binary!(by $name "&" "&" [&S] [&S] ($value) $words [$($kept)*] |$d, $x, $y, $out| $by_left, $by_right);
        )*
    };
    (by $name:literal $l:literal $r:literal [$left:ty] [$right:ty] ($value:expr) $words:literal [$($kept:ident)*] |$d:ident, $x:ident, $y:ident, $out:ident| $by_left:expr, $by_right:expr) => {
        #[diagnostic::do_not_recommend]
        impl<S: Scalar> Operator<{ number([$l, $name, $r]) }, $right> for $left {
            type Output = S;
            type Frame = [u64; $words];
            #[inline(always)]
            fn forward(self, rhs: $right, _: &mut Tape) -> (S, [u64; $words]) {
                #[allow(clippy::clone_on_copy, reason = "some of them are references")]
                let ($x, $y): (S, S) = (self.clone(), rhs.clone());
                let $out = $value;
                ($out, [$($kept.grad_to_word()),*])
            }
        }
        #[diagnostic::do_not_recommend]
        impl<S: Scalar, A: Slot<S>, B: Slot<S>>
            OperatorReverse<{ number([$l, $name, $r]) }, S, ([u64; $words], &S, A, B)> for S
        {
            #[inline(always)]
            fn reverse(_: &mut Tape, (frame, seed, mut a, mut b): ([u64; $words], &S, A, B)) {
                let ($d, [$($kept),*]) = (*seed, frame.map(S::grad_from_word));
                a.with(|to| *to += $by_left);
                b.with(|to| *to += $by_right);
            }
        }
        #[diagnostic::do_not_recommend]
        impl<S: Scalar> OperatorResult<{ number([$l, $name, $r]) }, S> for S {
            type Cotangent = S;
            #[inline(always)]
            fn zero_out(_: &mut Tape, _: usize) -> S {
                S::grad_zero()
            }
        }
    };
}

binary! {
    "add" (x + y) 0 [] |d, x, y, out| d, d;
    "sub" (x - y) 0 [] |d, x, y, out| d, -d;
    "mul" (x * y) 2 [x y] |d, x, y, out| d * y, d * x;
    "div" (x / y) 2 [y out] |d, x, y, out| d / y, -d * out / y;
    "rem" (x.grad_rem(y)) 2 [x y] |d, x, y, out| d, rule::rem_by(x, y, d);
}

/// The minus in front of a float.
macro_rules! negation {
    ($($l:literal [$left:ty];)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S: Scalar> Operator<{ number([$l, "neg", ""]) }, ()> for $left {
            type Output = S;
            type Frame = [u64; 0];
            #[inline(always)]
            fn forward(self, (): (), _: &mut Tape) -> (S, [u64; 0]) {
                #[allow(clippy::clone_on_copy, reason = "one of them is a reference")]
                let x: S = self.clone();
                (-x, [])
            }
        }
        #[diagnostic::do_not_recommend]
        impl<S: Scalar, A: Slot<S>> OperatorReverse<{ number([$l, "neg", ""]) }, (), ([u64; 0], &S, A)>
            for S
        {
            #[inline(always)]
            fn reverse(_: &mut Tape, (_, seed, mut a): ([u64; 0], &S, A)) {
                a.with(|to| *to -= *seed);
            }
        }
        #[diagnostic::do_not_recommend]
        impl<S: Scalar> OperatorResult<{ number([$l, "neg", ""]) }, ()> for S {
            type Cotangent = S;
            #[inline(always)]
            fn zero_out(_: &mut Tape, _: usize) -> S {
                S::grad_zero()
            }
        }
    )*};
}

negation! {
    "" [S];
    "&" [&S];
}

/// What writes to a float: `to` is its cotangent, in and out.
macro_rules! assignment {
    ($($name:literal ($value:expr) $words:literal [$($kept:ident)*] |$to:ident, $x:ident, $y:ident, $out:ident| $by_left:expr, $by_right:expr;)*) => {
        $(
            assignment!(by $name "" [S] ($value) $words [$($kept)*] |$to, $x, $y, $out| $by_left, $by_right);
            assignment!(by $name "&" [&S] ($value) $words [$($kept)*] |$to, $x, $y, $out| $by_left, $by_right);
        )*
    };
    (by $name:literal $r:literal [$right:ty] ($value:expr) $words:literal [$($kept:ident)*] |$to:ident, $x:ident, $y:ident, $out:ident| $by_left:expr, $by_right:expr) => {
        #[diagnostic::do_not_recommend]
        impl<S: Scalar> Operator<{ number(["", $name, $r]) }, $right> for &mut S {
            type Output = ();
            type Frame = [u64; $words];
            #[inline(always)]
            fn forward(self, rhs: $right, _: &mut Tape) -> ((), [u64; $words]) {
                #[allow(clippy::clone_on_copy, reason = "one of them is a reference")]
                let ($x, $y): (S, S) = (*self, rhs.clone());
                let $out = $value;
                *self = $out;
                ((), [$($kept.grad_to_word()),*])
            }
        }
        #[diagnostic::do_not_recommend]
        impl<S: Scalar, A: Slot<S>, B: Slot<S>>
            OperatorReverse<{ number(["", $name, $r]) }, S, ([u64; $words], &(), A, B)> for S
        {
            #[inline(always)]
            fn reverse(_: &mut Tape, (frame, (), mut a, mut b): ([u64; $words], &(), A, B)) {
                let [$($kept),*] = frame.map(S::grad_from_word);
                let mut before = S::grad_zero();
                a.with(|to| {
                    before = *to;
                    let $to = before;
                    *to = $by_left;
                });
                let $to = before;
                b.with(|to| *to += $by_right);
            }
        }
    };
}

assignment! {
    "add_assign" (x + y) 0 [] |d, x, y, out| d, d;
    "sub_assign" (x - y) 0 [] |d, x, y, out| d, -d;
    "mul_assign" (x * y) 2 [x y] |d, x, y, out| d * y, d * x;
    "div_assign" (x / y) 2 [y out] |d, x, y, out| d / y, -d * out / y;
    "rem_assign" (x.grad_rem(y)) 2 [x y] |d, x, y, out| d, rule::rem_by(x, y, d);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Skip;

    #[test]
    fn floats_have_the_operators_of_structs() {
        const DIV: u128 = number(["&", "div", ""]);
        let mut tape = Tape::new();
        let (y, frame) = operate::<DIV, _, _>(&6.0, 4.0, &mut tape);
        assert_eq!(y, 1.5);
        let (mut d_x, mut d_z) = (0.0, 0.0);
        let of = || of_primal::<f64>();
        let args = (frame, &8.0, Some(&mut d_x), Some(&mut d_z));
        reverse_operator::<DIV, _, _, _>(of(), of(), &mut tape, args);
        assert_eq!((d_x, d_z), (2.0, -3.0));
        assert_eq!(
            zero_of_operator::<DIV, _, _>(of(), of_operator::<DIV, _, _>(of(), of()), &mut tape, 0),
            0.0
        );
    }

    #[test]
    fn what_writes_to_a_float_takes_its_cotangent_in_and_out() {
        const MUL: u128 = number(["", "mul_assign", ""]);
        const NEG: u128 = number(["", "neg", ""]);
        let (mut tape, mut x) = (Tape::new(), 3.0_f32);
        let ((), frame) = operate::<MUL, _, _>(&mut x, 2.0, &mut tape);
        let (mut d_x, mut d_y) = (5.0, 0.0);
        let of = || of_expression(|| 1.0_f32);
        let args = (frame, &(), Some(&mut d_x), Some(&mut d_y));
        reverse_operator::<MUL, _, _, _>(of(), of(), &mut tape, args);
        assert_eq!((x, d_x, d_y), (6.0, 10.0, 15.0));
        let (y, frame) = operate::<NEG, _, _>(x, (), &mut tape);
        assert_eq!(y, -6.0);
        reverse_operator::<NEG, _, _, _>(of(), of_nothing(), &mut tape, (frame, &1.0, Skip));
    }
}
