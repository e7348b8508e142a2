//! Methods of values whose type only the compiler knows.
//!
//! A reverse half has no primal value to call a method on, and the macro sees no type. It has a cotangent, or a
//! way to one: [`Of`] carries its type, [`TangentOf`] leads to the type of the primal, and [`Method`] to the
//! reverse half of its method. Nothing of it is there at run time.

use std::marker::PhantomData;

use crate::free_list::Element;
use crate::shaped::{NestedShape, zero_of_word};
use crate::{Differentiable, Slot, Tape};

/// The cotangent of values of one type.
#[diagnostic::on_unimplemented(
    message = "a method is called on a value whose type the macro cannot see, and no type has `{Self}` as its own gradient",
    note = "call the method by the path of its type: `Type::method(&value, ..)`"
)]
pub trait TangentOf {
    /// The type of the values.
    type Primal: ?Sized;
}

/// A type has a derived method: `NAME` stands for its name, `Args` are the frame, the seed, and a slot for each
/// parameter.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no derived method of this name",
    note = "put `#[derive_grad]` on the `impl` block of the method"
)]
pub trait Method<const NAME: u128, Args> {
    /// The reverse half.
    fn reverse(tape: &mut Tape, args: Args);
}

/// The cotangent of what such a method returns.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no derived method of this name",
    note = "put `#[derive_grad]` on the `impl` block of the method"
)]
pub trait MethodResult<const NAME: u128, Cotangent> {
    /// Zero, from the shape of the result.
    fn zero_out(tape: &mut Tape, shape: usize) -> Cotangent;
}

/// The type of a cotangent.
pub struct Of<D: ?Sized>(PhantomData<fn(&D)>);

impl<D: ?Sized> Of<D> {
    pub(crate) const NEW: Self = Of(PhantomData);

    /// Of a part of what a slot holds.
    #[inline(always)]
    #[must_use]
    pub fn slot<T: ?Sized>(_: &impl Slot<T>, _: impl FnOnce(&T) -> &D) -> Self {
        Self::NEW
    }

    /// Of a cotangent at hand.
    #[inline(always)]
    #[must_use]
    pub fn value(_: &D) -> Self {
        Self::NEW
    }

    /// Of a part of it.
    #[inline(always)]
    #[must_use]
    pub fn part<P: ?Sized>(self, _: impl FnOnce(&D) -> &P) -> Of<P> {
        Of::NEW
    }
}

impl<D> Of<D> {
    /// Of what a function makes, which is not called.
    #[inline(always)]
    #[must_use]
    pub fn made(_: impl FnOnce(&mut Tape) -> D) -> Self {
        Self::NEW
    }

    /// Of the result of a method.
    #[inline(always)]
    #[must_use]
    pub fn method<const NAME: u128, R>(_: Of<R>) -> Self
    where
        R: TangentOf + ?Sized,
        R::Primal: MethodResult<NAME, D>,
    {
        Self::NEW
    }
}

/// The reverse half of a method.
#[inline(always)]
pub fn reverse_method<const NAME: u128, D, Args>(_: Of<D>, tape: &mut Tape, args: Args)
where
    D: TangentOf + ?Sized,
    D::Primal: Method<NAME, Args>,
{
    D::Primal::reverse(tape, args);
}

/// The zero cotangent of the result of a method.
#[inline(always)]
pub fn zero_of_method<const NAME: u128, D, R>(_: Of<D>, tape: &mut Tape, shape: usize) -> R
where
    D: TangentOf + ?Sized,
    D::Primal: MethodResult<NAME, R>,
{
    D::Primal::zero_out(tape, shape)
}

/// A cotangent that one like it can be made of: of a slice a vector.
pub trait OwnedForm {
    /// What is made.
    type Owned: NestedShape;
}

impl<D: NestedShape> OwnedForm for D {
    type Owned = D;
}

impl<D: NestedShape + Element> OwnedForm for [D] {
    type Owned = Vec<D>;
}

/// A zero cotangent of a type, for a value with this [`shape_word`](crate::__private::shape_word).
#[inline(always)]
pub fn zero_of_type<D: OwnedForm + ?Sized>(_: Of<D>, tape: &mut Tape, word: usize) -> D::Owned {
    zero_of_word(tape, word)
}

/// Where an element lies that a type of the user's computes from an index.
#[diagnostic::on_unimplemented(
    message = "the gradient of `{Self}` cannot be indexed by `{Index}`",
    note = "put `#[derive_grad]` on its `impl Index`"
)]
pub trait Offset<Index> {
    /// The number of the element in the list that it lies in.
    fn grad_offset(&self, index: Index) -> usize;
}

/// A part of a struct that is counted with.
pub struct Counted<'a, T: ?Sized>(pub &'a T);

impl<T: Differentiable + ?Sized> Counted<'_, T> {
    /// Compiles where nothing would be lost; nothing is done.
    #[inline(always)]
    pub fn carries_nothing(&self)
    where
        T::Tangent: Integral,
    {
    }
}

/// What has no gradient at all, as durations.
pub struct Uncounted;

impl Uncounted {
    /// Compiles always.
    #[inline(always)]
    pub fn carries_nothing(&self) {}
}

impl<T: ?Sized> core::ops::Deref for Counted<'_, T> {
    type Target = Uncounted;

    #[inline(always)]
    fn deref(&self) -> &Uncounted {
        &Uncounted
    }
}

/// The gradient of an integer.
#[diagnostic::on_unimplemented(
    message = "this is counted with integers, and would lose its gradient, `{Self}`",
    note = "help: convert the integers with `as f64`, or call a function with `#[derive_grad]` on it in place of the operator"
)]
pub trait Integral {}

impl Integral for () {}

/// The gradient of what has none.
#[diagnostic::on_unimplemented(
    message = "a field that `no_grad` names has the gradient `{Self}`, which would be lost",
    note = "put `#[no_grad]` on the field of the struct"
)]
pub trait Nothing {}

impl Nothing for () {}

/// Compiles where a field has no gradient; nothing is done.
#[inline(always)]
pub fn constant_field<P: Differentiable, G: Nothing>(_: fn(&P::Tangent) -> &G) {}
