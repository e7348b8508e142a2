//! What the reverse half of a function reads again of its shared arguments, so that nothing read from them
//! is kept.
//!
//! Whether it can, the caller knows: it must have the argument again in its own reverse half. So it tells both
//! halves by types, parameter by parameter: [`Lends`] or [`Keeps`] in the forward half, [`Shared`] or
//! [`Gone`] in the reverse half.
use std::marker::PhantomData;

/// Told to a forward half of a shared argument.
pub trait Lent: Copy {
    /// Whether the reverse half gets it as well.
    const LENT: bool;
    /// Whether its gradient is wanted.
    const WANTED: bool = true;
}

/// The reverse half gets the argument.
#[derive(Clone, Copy, Debug)]
pub struct Lends;

/// It does not: what is read and needed is kept.
#[derive(Clone, Copy, Debug)]
pub struct Keeps;

/// What is told of an argument whose gradient is not wanted: nothing is kept for it alone. In both halves.
#[derive(Clone, Copy, Debug)]
pub struct Unwanted<T>(pub T);

impl<T: Lent> Lent for Unwanted<T> {
    const LENT: bool = T::LENT;
    const WANTED: bool = false;
}

impl Lent for Lends {
    const LENT: bool = true;
}

impl Lent for Keeps {
    const LENT: bool = false;
}

/// A shared argument in a reverse half, if it is there.
pub trait Source {
    /// The type behind the reference.
    type Of: ?Sized;
    /// A part of it, there or not as the whole is.
    type Part<'p, U: ?Sized + 'p>: Source<Of = U>
    where
        Self: 'p;
    /// Whether it is there.
    const LENT: bool;
    /// Whether its gradient is wanted.
    const WANTED: bool = true;

    /// The argument, which must be there.
    fn get(&self) -> &Self::Of;

    /// A part of it.
    fn part<U: ?Sized>(&self, of: impl FnOnce(&Self::Of) -> &U) -> Self::Part<'_, U>;
}

/// The argument is there.
#[derive(Debug)]
pub struct Shared<'a, T: ?Sized>(pub &'a T);

impl<T: ?Sized> Source for Shared<'_, T> {
    type Of = T;
    type Part<'p, U: ?Sized + 'p>
        = Shared<'p, U>
    where
        Self: 'p;
    const LENT: bool = true;

    #[inline(always)]
    fn get(&self) -> &T {
        self.0
    }

    #[inline(always)]
    fn part<U: ?Sized>(&self, of: impl FnOnce(&T) -> &U) -> Shared<'_, U> {
        Shared(of(self.0))
    }
}

/// The argument is not there.
#[derive(Debug)]
pub struct Gone<T: ?Sized>(PhantomData<fn(&T)>);

/// An argument that is not there, for a parameter whose type the caller does not know.
pub const GONE: Gone<Anything> = Gone(PhantomData);

/// What can be read as whatever a parameter asks for: there is no value of it.
#[derive(Debug)]
pub enum Anything {}

impl<T: ?Sized> Source for Gone<T> {
    type Of = T;
    type Part<'p, U: ?Sized + 'p>
        = Gone<U>
    where
        Self: 'p;
    const LENT: bool = false;

    #[inline(always)]
    fn get(&self) -> &T {
        unreachable!("nothing was lent")
    }

    #[inline(always)]
    fn part<U: ?Sized>(&self, _: impl FnOnce(&T) -> &U) -> Gone<U> {
        Gone(PhantomData)
    }
}

impl<T: Source> Source for Unwanted<T> {
    type Of = T::Of;
    type Part<'p, U: ?Sized + 'p>
        = Unwanted<T::Part<'p, U>>
    where
        Self: 'p;
    const LENT: bool = T::LENT;
    const WANTED: bool = false;

    #[inline(always)]
    fn get(&self) -> &T::Of {
        self.0.get()
    }

    #[inline(always)]
    fn part<U: ?Sized>(&self, of: impl FnOnce(&T::Of) -> &U) -> Self::Part<'_, U> {
        Unwanted(self.0.part(of))
    }
}

/// What the reference to an argument becomes that of where a parameter asks for it.
pub trait ReadAs<T: ?Sized> {
    /// The same by the parameter's type.
    fn read_as(&self) -> &T;
}

impl<T> ReadAs<[T]> for [T] {
    #[inline(always)]
    fn read_as(&self) -> &[T] {
        self
    }
}

impl<T, const N: usize> ReadAs<[T]> for [T; N] {
    #[inline(always)]
    fn read_as(&self) -> &[T] {
        self
    }
}

impl<T, const N: usize> ReadAs<[T; N]> for [T; N] {
    #[inline(always)]
    fn read_as(&self) -> &[T; N] {
        self
    }
}

impl<T> ReadAs<[T]> for Vec<T> {
    #[inline(always)]
    fn read_as(&self) -> &[T] {
        self
    }
}

impl<T> ReadAs<Vec<T>> for Vec<T> {
    #[inline(always)]
    fn read_as(&self) -> &Vec<T> {
        self
    }
}

impl<T: ?Sized> ReadAs<T> for Anything {
    fn read_as(&self) -> &T {
        match *self {}
    }
}

/// Whether a forward half may leave it to the reverse half to read an argument again.
#[inline(always)]
#[must_use]
pub fn lends<L: Lent>(_: &L) -> bool {
    L::LENT
}

/// Whether the gradient of an argument is wanted.
#[inline(always)]
#[must_use]
pub fn wants<L: Lent>(_: &L) -> bool {
    L::WANTED
}

/// The same in the reverse half.
#[inline(always)]
#[must_use]
pub fn is_wanted<S: Source>(_: &S) -> bool {
    S::WANTED
}

/// Whether an argument is there.
#[inline(always)]
#[must_use]
pub fn is_shared<S: Source>(_: &S) -> bool {
    S::LENT
}

/// An argument that is there, by the type of the parameter.
#[inline(always)]
pub fn read_again<T: ?Sized>(source: &impl Source<Of: ReadAs<T>>) -> &T {
    source.get().read_as()
}
