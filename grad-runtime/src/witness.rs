//! Parts of structs and results of calls, whose types generated code does not name: rustc finds them out from an
//! expression of that type, or from the cotangent beside.

use crate::shaped::{Lengths, NestedShape, shape_word, zero_of_shape, zero_of_word};
use crate::{Differentiable, Scalar, Tangent, Tape};

/// A value of any type, in expressions that say a type and never run.
///
/// # Panics
/// Always.
#[cold]
#[must_use]
pub fn any<T>() -> T {
    unreachable!("this expression says a type and never runs")
}

/// The zero cotangent of a value of this shape, whose type is that of an expression.
#[inline(always)]
pub fn zero_by<T>(tape: &mut Tape, word: usize, _: impl FnOnce() -> T) -> T::Tangent
where
    T: Differentiable,
    T::Tangent: NestedShape,
{
    zero_of_shape::<T>(tape, word)
}

/// What stands inside of a `Result` or an `Option`.
pub trait Inside {
    /// The value inside.
    type Value;
}

impl<T> Inside for Option<T> {
    type Value = T;
}

impl<T, E> Inside for Result<T, E> {
    type Value = T;
}

/// The same of what is inside of a `Result` or an `Option`.
#[inline(always)]
pub fn zero_within<W>(
    tape: &mut Tape,
    word: usize,
    _: impl FnOnce() -> W,
) -> <W::Value as Differentiable>::Tangent
where
    W: Inside,
    W::Value: Differentiable,
    <W::Value as Differentiable>::Tangent: NestedShape,
{
    zero_of_shape::<W::Value>(tape, word)
}

/// The content of a cotangent, which gets zeros in the shape that its value had before.
#[inline(always)]
#[must_use]
pub fn remade<D: NestedShape>(tape: &mut Tape, part: &mut D, word: usize) -> D {
    let zero = zero_of_word(tape, word);
    std::mem::replace(part, zero)
}

/// How a method notes the shape of its receiver for a caller that asks.
pub trait NotesShape<T> {
    /// One word on the shape.
    fn word(&self, tape: &mut Tape, value: &T) -> usize;
}

/// By its lengths.
#[derive(Clone, Copy, Debug)]
pub struct NoteLengths;

impl<T: Lengths> NotesShape<T> for NoteLengths {
    #[inline(always)]
    fn word(&self, tape: &mut Tape, value: &T) -> usize {
        shape_word(tape, value)
    }
}

/// The cotangent of a field to which a float that carries a derivative was written.
#[diagnostic::on_unimplemented(
    message = "a float that carries a derivative is written to a field without a gradient",
    label = "this field is `#[no_grad]`, or it is no float",
    note = "help: remove `#[no_grad]` from the field, or write `stop_gradient(..)` of the value to it"
)]
pub trait FloatPart<F> {
    /// The cotangent, leaving zero.
    fn take_part(&mut self) -> F;
    /// The cotangent, which stays.
    fn read_part(&self) -> F;
}

#[diagnostic::do_not_recommend]
impl<F: Scalar> FloatPart<F> for F {
    #[inline(always)]
    fn take_part(&mut self) -> F {
        std::mem::replace(self, F::grad_zero())
    }

    #[inline(always)]
    fn read_part(&self) -> F {
        *self
    }
}

/// The cotangent of a field, which is added to that of what was copied there.
#[diagnostic::on_unimplemented(
    message = "a value that carries a derivative is put into a field without a gradient",
    label = "this field is `#[no_grad]`, or it holds no float",
    note = "help: remove `#[no_grad]` from the field, or put values into it that no parameter reaches"
)]
pub trait AddField<D: ?Sized> {
    /// Adds this to the cotangent of the value.
    fn add_field(&self, to: &mut D);
}

#[diagnostic::do_not_recommend]
impl<D: Tangent + ?Sized> AddField<D> for D {
    #[inline(always)]
    #[track_caller]
    fn add_field(&self, to: &mut D) {
        to.accumulate(self);
    }
}

/// [`FloatPart::take_part`], for generated code.
#[inline(always)]
pub fn take_part<F>(part: &mut impl FloatPart<F>) -> F {
    part.take_part()
}

/// [`FloatPart::read_part`], for generated code.
#[inline(always)]
pub fn read_part<F>(part: &impl FloatPart<F>) -> F {
    part.read_part()
}

/// [`AddField::add_field`], for generated code.
#[inline(always)]
#[track_caller]
pub fn add_field<D: ?Sized>(to: &mut D, field: &impl AddField<D>) {
    field.add_field(to);
}

/// A value that carries no derivative, whatever it was computed from.
#[diagnostic::on_unimplemented(
    message = "this call is taken to return a number without a derivative, but it returns `{Self}`",
    label = "its name, or the cast around it, says so",
    note = "help: bind the result to a variable with its type first, for instance `let y: f64 = ..`"
)]
pub trait Discrete {}

macro_rules! discrete {
    ($($ty:ty)*) => {$(impl Discrete for $ty {})*};
}
discrete!(() bool char u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

macro_rules! discrete_tuples {
    ($(($($t:ident $i:tt),+))*) => {$(impl<$($t: Discrete),+> Discrete for ($($t,)+) {})*};
}
for_tuples!(discrete_tuples);

/// The value itself.
#[inline(always)]
pub fn discrete<T: Discrete>(value: T) -> T {
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_goes_with_the_type_of_an_expression() {
        let mut tape = Tape::new();
        let zero: Vec<f64> = zero_by(&mut tape, 3, || vec![any::<f64>()]);
        assert_eq!(zero, [0.0; 3]);
        let zero: Vec<f64> = zero_within(&mut tape, 2, || Some(vec![any::<f64>()]));
        assert_eq!(zero, [0.0; 2]);
    }

    #[test]
    fn a_part_gets_its_former_shape() {
        let (mut tape, mut part) = (Tape::new(), vec![1.0, 2.0]);
        assert_eq!(remade(&mut tape, &mut part, 3), [1.0, 2.0]);
        assert_eq!(part, [0.0; 3]);
    }
}
