//! Results of calls: one word of shape is enough to make their cotangent in the reverse half.

use std::cmp::Ordering;
use std::ops::{Index, IndexMut};

use crate::free_list::Element;
use crate::{Differentiable, Scalar, Tape};

/// A type of fixed size.
pub trait FixedShape: Differentiable {
    /// The zero cotangent of every value.
    fn fixed_zero() -> Self::Tangent;
}

macro_rules! fixed {
    ($($ty:ty => $zero:expr;)*) => {$(
        impl FixedShape for $ty {
            #[inline(always)]
            fn fixed_zero() -> Self::Tangent {
                $zero
            }
        }
    )*};
}
fixed! {
    f64 => 0.0;
    f32 => 0.0;
    usize => ();
    u64 => ();
    u32 => ();
    u16 => ();
    u8 => ();
    isize => ();
    i64 => ();
    i32 => ();
    i16 => ();
    i8 => ();
    bool => ();
    char => ();
    () => ();
}

impl<T: FixedShape, const N: usize> FixedShape for [T; N] {
    #[inline(always)]
    fn fixed_zero() -> Self::Tangent {
        std::array::from_fn(|_| T::fixed_zero())
    }
}

macro_rules! fixed_tuple {
    ($($name:ident)+) => {
        impl<$($name: FixedShape),+> FixedShape for ($($name,)+) {
            #[inline(always)]
            fn fixed_zero() -> Self::Tangent {
                ($($name::fixed_zero(),)+)
            }
        }
    };
}
fixed_tuple!(A);
fixed_tuple!(A B);
fixed_tuple!(A B C);
fixed_tuple!(A B C D);
fixed_tuple!(A B C D E);
fixed_tuple!(A B C D E F);

/// An aggregate whose floats can be added up: the cotangent of `[x; n]` flows back to `x`.
pub trait Total {
    /// The float inside.
    type Scalar;
    /// The sum over all floats inside.
    fn total_of(&self) -> Self::Scalar;
}

macro_rules! total {
    ($($ty:ty)*) => {$(
        impl Total for $ty {
            type Scalar = $ty;
            #[inline(always)]
            fn total_of(&self) -> $ty {
                *self
            }
        }
    )*};
}
total!(f64 f32);

impl<T: Total> Total for [T]
where
    T::Scalar: Default + std::ops::Add<Output = T::Scalar>,
{
    type Scalar = T::Scalar;
    #[inline(always)]
    fn total_of(&self) -> T::Scalar {
        self.iter()
            .fold(T::Scalar::default(), |sum, part| sum + part.total_of())
    }
}

impl<T, const N: usize> Total for [T; N]
where
    [T]: Total,
{
    type Scalar = <[T] as Total>::Scalar;
    #[inline(always)]
    fn total_of(&self) -> Self::Scalar {
        self[..].total_of()
    }
}

impl<T> Total for Vec<T>
where
    [T]: Total,
{
    type Scalar = <[T] as Total>::Scalar;
    #[inline(always)]
    fn total_of(&self) -> Self::Scalar {
        self[..].total_of()
    }
}

/// [`Total::total_of`], for generated code.
#[inline(always)]
pub fn total<T: Total + ?Sized>(value: &T) -> T::Scalar {
    value.total_of()
}

/// A value, or a cotangent, whose shape is a list of lengths, outermost first.
#[diagnostic::on_unimplemented(
    message = "a derived function cannot return `{Self}` to another derived function",
    note = "floats, arrays, `Vec`s of these, tuples of them and structs that derive `Differentiable` can be returned"
)]
pub trait Lengths {
    /// How many lengths there are: 0, 1, or 2 for any number.
    const LENGTHS: usize;
    /// Names the lengths.
    fn note(&self, to: &mut dyn FnMut(usize));
}

/// A cotangent that can be made from its lengths.
pub trait NestedShape: Lengths {
    /// Makes zeros from the lengths, in memory of the tape; missing lengths are 0.
    fn zero_of(tape: &mut Tape, lengths: &mut dyn Iterator<Item = usize>) -> Self;
}

/// The index of what is inside of the gradient of an `Option`, where the value is `Some`.
#[derive(Clone, Copy, Debug)]
pub struct Held;

impl<D> Index<Held> for Option<D> {
    type Output = D;

    #[inline(always)]
    fn index(&self, _: Held) -> &D {
        self.as_ref().unwrap_or_else(|| nothing_inside())
    }
}

impl<D> IndexMut<Held> for Option<D> {
    #[inline(always)]
    fn index_mut(&mut self, _: Held) -> &mut D {
        self.as_mut().unwrap_or_else(|| nothing_inside())
    }
}

#[cold]
#[inline(never)]
fn nothing_inside() -> ! {
    panic!("the gradient of a `Some` is `None`")
}

/// The gradient of a field of a variant that is not held: a zero without length.
#[must_use]
pub fn nothing<D: NestedShape>() -> D {
    D::zero_of(&mut Tape::new(), &mut std::iter::empty())
}

macro_rules! no_length {
    ($($ty:ty)*) => {$(
        impl Lengths for $ty {
            const LENGTHS: usize = 0;
            #[inline(always)]
            fn note(&self, _: &mut dyn FnMut(usize)) {}
        }
    )*};
}
no_length!(() f64 f32 usize u64 u32 u16 u8 u128 isize i64 i32 i16 i8 i128 bool char str String);

macro_rules! nested_leaf {
    ($($ty:ty)*) => {$(
        impl NestedShape for $ty {
            #[inline(always)]
            fn zero_of(_: &mut Tape, _: &mut dyn Iterator<Item = usize>) -> $ty {
                <$ty>::default()
            }
        }
    )*};
}
// The cotangent of what is no float is nothing.
nested_leaf!(() f64 f32);

/// The sum, where more than one is any number.
#[must_use]
pub const fn more(a: usize, b: usize) -> usize {
    if a + b > 1 { 2 } else { a + b }
}

macro_rules! nested_tuple {
    ($(($($name:ident $at:tt),+))*) => {$(
        impl<$($name: Lengths),+> Lengths for ($($name,)+) {
            const LENGTHS: usize = {
                let mut all = 0;
                $(all = more(all, $name::LENGTHS);)+
                all
            };
            #[inline(always)]
            fn note(&self, to: &mut dyn FnMut(usize)) {
                $(self.$at.note(to);)+
            }
        }

        impl<$($name: NestedShape),+> NestedShape for ($($name,)+) {
            #[inline(always)]
            fn zero_of(tape: &mut Tape, lengths: &mut dyn Iterator<Item = usize>) -> Self {
                ($($name::zero_of(tape, lengths),)+)
            }
        }
    )*};
}
for_tuples!(nested_tuple);

impl<T: Lengths, const N: usize> Lengths for [T; N] {
    const LENGTHS: usize = if T::LENGTHS == 0 { 0 } else { 2 };
    #[inline(always)]
    fn note(&self, to: &mut dyn FnMut(usize)) {
        if T::LENGTHS > 0 {
            for part in self {
                part.note(to);
            }
        }
    }
}

impl<T: NestedShape, const N: usize> NestedShape for [T; N] {
    #[inline(always)]
    fn zero_of(tape: &mut Tape, lengths: &mut dyn Iterator<Item = usize>) -> Self {
        std::array::from_fn(|_| T::zero_of(tape, lengths))
    }
}

impl<T: Lengths> Lengths for Vec<T> {
    const LENGTHS: usize = if T::LENGTHS == 0 { 1 } else { 2 };
    #[inline(always)]
    fn note(&self, to: &mut dyn FnMut(usize)) {
        self[..].note_all(to);
    }
}

impl<T: Lengths> Lengths for [T] {
    const LENGTHS: usize = <Vec<T>>::LENGTHS;
    #[inline(always)]
    fn note(&self, to: &mut dyn FnMut(usize)) {
        self.note_all(to);
    }
}

impl<T: NestedShape + Element> NestedShape for Vec<T> {
    #[inline(always)]
    fn zero_of(tape: &mut Tape, lengths: &mut dyn Iterator<Item = usize>) -> Self {
        let count = lengths.next().unwrap_or(0);
        let mut zeros = tape.take_vec();
        zeros.extend((0..count).map(|_| T::zero_of(tape, lengths)));
        zeros
    }
}

/// Whether it is there counts as a length.
impl<T: Lengths> Lengths for Option<T> {
    const LENGTHS: usize = more(1, T::LENGTHS);
    #[inline(always)]
    fn note(&self, to: &mut dyn FnMut(usize)) {
        to(usize::from(self.is_some()));
        if let Some(inside) = self {
            inside.note(to);
        }
    }
}

impl<T: NestedShape> NestedShape for Option<T> {
    #[inline(always)]
    fn zero_of(tape: &mut Tape, lengths: &mut dyn Iterator<Item = usize>) -> Self {
        (lengths.next() == Some(1)).then(|| T::zero_of(tape, lengths))
    }
}

macro_rules! noted_pointers {
    ($($pointer:ty)*) => {$(
        impl<T: Lengths + ?Sized> Lengths for $pointer {
            const LENGTHS: usize = T::LENGTHS;
            #[inline(always)]
            fn note(&self, to: &mut dyn FnMut(usize)) {
                T::note(self, to);
            }
        }
    )*};
}
noted_pointers!(&T &mut T Box<T>);

/// Rows that a vector is about to lose are noted like a vector of them.
pub trait NoteShape {
    /// Names the lengths.
    fn note_all(&self, to: &mut dyn FnMut(usize));
}

impl<T: Lengths> NoteShape for T {
    #[inline(always)]
    fn note_all(&self, to: &mut dyn FnMut(usize)) {
        self.note(to);
    }
}

impl<T: Lengths> NoteShape for [T] {
    #[inline(always)]
    fn note_all(&self, to: &mut dyn FnMut(usize)) {
        to(self.len());
        if T::LENGTHS > 0 {
            for part in self {
                part.note(to);
            }
        }
    }
}

/// One word from which [`zero_of_shape`] makes the cotangent of a value.
#[inline(always)]
pub fn shape_word<T: Lengths>(tape: &mut Tape, value: &T) -> usize {
    match T::LENGTHS {
        0 => 0,
        1 => {
            let mut length = 0;
            value.note(&mut |n| length = n);
            length
        }
        _ => usize::try_from(tape.note_shape(value, 0)).unwrap_or(usize::MAX),
    }
}

/// The zero cotangent of a value with this [`shape_word`].
#[inline(always)]
pub fn zero_of_shape<T>(tape: &mut Tape, word: usize) -> T::Tangent
where
    T: Differentiable,
    T::Tangent: NestedShape,
{
    zero_of_word(tape, word)
}

/// The same by the type of the cotangent.
#[inline(always)]
pub(crate) fn zero_of_word<D: NestedShape>(tape: &mut Tape, word: usize) -> D {
    if D::LENGTHS > 1 {
        tape.zero_noted(word as u64)
    } else {
        D::zero_of(tape, &mut std::iter::once(word))
    }
}

/// The buffer behind the slot of a parameter that is written to.
///
/// # Panics
/// If there is none: generated code never skips such a parameter.
#[inline(always)]
#[must_use]
#[track_caller]
pub fn present<T: ?Sized>(slot: Option<&mut T>) -> &mut T {
    slot.expect("the gradient buffer of a parameter that is written to cannot be skipped")
}

/// Exchanges two cotangents.
///
/// # Panics
/// If two slices differ in length.
#[inline(always)]
pub fn exchange<T: Exchange + ?Sized>(a: &mut T, b: &mut T) {
    a.exchange(b);
}

/// Cotangents that can be exchanged in place.
pub trait Exchange {
    /// Exchanges the contents.
    fn exchange(&mut self, other: &mut Self);
}

impl<T> Exchange for T {
    #[inline(always)]
    fn exchange(&mut self, other: &mut T) {
        std::mem::swap(self, other);
    }
}

impl<T> Exchange for [T] {
    #[inline(always)]
    fn exchange(&mut self, other: &mut [T]) {
        self.swap_with_slice(other);
    }
}

/// Shortens a vector's cotangent; returns the sum of what is cut off.
#[inline]
pub fn cut_off<T>(cotangent: &mut Vec<T>, len: usize) -> T::Scalar
where
    T: Total,
    [T]: Total<Scalar = T::Scalar>,
{
    let sum = cotangent[len..].total_of();
    cotangent.truncate(len);
    sum
}

/// Gives a vector's cotangent another length; new elements are zero.
#[inline]
pub fn resize<T: FixedShape<Tangent = T>>(cotangent: &mut Vec<T>, len: usize) {
    cotangent.resize_with(len, T::fixed_zero);
}

/// Sorts and keeps the permutation on the tape.
pub fn sort_kept<T: Clone + Element>(
    tape: &mut Tape,
    values: &mut [T],
    mut compare: impl FnMut(&T, &T) -> Ordering,
) {
    let mut order: Vec<usize> = tape.take_vec();
    order.extend(0..values.len());
    order.sort_by(|&i, &j| compare(&values[i], &values[j]));
    let mut sorted = tape.take_vec();
    sorted.extend(order.iter().map(|&i| values[i].clone()));
    values.clone_from_slice(&sorted);
    for &i in &order {
        tape.push(i as u64);
    }
    tape.give_vec(sorted);
    tape.give_vec(order);
}

/// The index of the item that `max_by` or `min_by` chooses.
pub fn chosen<T>(
    items: impl Iterator<Item = T>,
    largest: bool,
    mut compare: impl FnMut(&T, &T) -> Ordering,
) -> Option<usize> {
    let items = items.enumerate();
    let found = if largest {
        items.max_by(|a, b| compare(&a.1, &b.1))
    } else {
        items.min_by(|a, b| compare(&a.1, &b.1))
    };
    found.map(|(index, _)| index)
}

/// The same without a tape.
pub fn sort_plain<T>(values: &mut [T], compare: impl FnMut(&T, &T) -> Ordering) {
    values.sort_by(compare);
}

/// Undoes [`sort_kept`] on the cotangent.
#[allow(
    clippy::cast_possible_truncation,
    reason = "the words are indices of a slice"
)]
pub fn unsort<T: Clone + Element>(tape: &mut Tape, cotangent: &mut [T]) {
    let mut before = tape.take_vec();
    before.extend_from_slice(cotangent);
    for sorted in cotangent.iter().rev() {
        before[tape.pop() as usize] = sorted.clone();
    }
    cotangent.clone_from_slice(&before);
    tape.give_vec(before);
}

/// The cotangent of a number of any kind, to which a float's cotangent is added: integers have none.
pub trait AddCast {
    /// Adds, where there is something to add to.
    fn add_cast(&mut self, d: f64);
}

impl AddCast for f64 {
    #[inline(always)]
    fn add_cast(&mut self, d: f64) {
        *self += d;
    }
}

impl AddCast for f32 {
    #[inline(always)]
    #[allow(
        clippy::cast_possible_truncation,
        reason = "the cotangent of an `f32` is one"
    )]
    fn add_cast(&mut self, d: f64) {
        *self += d as f32;
    }
}

impl AddCast for () {
    #[inline(always)]
    fn add_cast(&mut self, _: f64) {}
}

/// The cotangent of a field, which is nothing where the field has no gradient.
pub trait AddPart<S> {
    /// Adds, where there is something to add to.
    fn grad_add(&mut self, d: S);
}

macro_rules! add {
    ($($ty:ty)*) => {$(
        impl AddPart<$ty> for $ty {
            #[inline(always)]
            fn grad_add(&mut self, d: $ty) {
                *self += d;
            }
        }
    )*};
}
add!(f64 f32);

impl<S> AddPart<S> for () {
    #[inline(always)]
    fn grad_add(&mut self, _: S) {}
}

/// [`AddPart::grad_add`], for generated code.
#[inline(always)]
pub fn add<S>(to: &mut impl AddPart<S>, d: S) {
    to.grad_add(d);
}

/// A float by value or behind references: generated code need not know which.
pub trait ByValue<T> {
    /// The float itself.
    fn by_value(self) -> T;
}

impl<T: Scalar> ByValue<T> for T {
    #[inline(always)]
    fn by_value(self) -> T {
        self
    }
}

impl<T: Scalar> ByValue<T> for &T {
    #[inline(always)]
    fn by_value(self) -> T {
        *self
    }
}

impl<T: Scalar> ByValue<T> for &&T {
    #[inline(always)]
    fn by_value(self) -> T {
        **self
    }
}

impl<T: Scalar> ByValue<T> for &mut T {
    #[inline(always)]
    fn by_value(self) -> T {
        *self
    }
}

/// [`ByValue::by_value`], for generated code.
#[inline(always)]
pub fn by_value<T>(value: impl ByValue<T>) -> T {
    value.by_value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_keep_their_length() {
        let (mut tape, rows) = (Tape::new(), vec![[1.0, 2.0]; 3]);
        let word = shape_word(&mut tape, &rows);
        let zeros = zero_of_shape::<Vec<[f64; 2]>>(&mut tape, word);
        assert_eq!(zeros, vec![[0.0; 2]; 3]);
    }

    #[test]
    fn rows_keep_their_lengths_beside_a_number() {
        let mut tape = Tape::new();
        let value = (vec![vec![1.0], vec![], vec![2.0, 3.0]], 7_usize, [4.0]);
        let word = shape_word(&mut tape, &value);
        let zeros = zero_of_shape::<(Vec<Vec<f64>>, usize, [f64; 1])>(&mut tape, word);
        assert_eq!(zeros, (vec![vec![0.0], vec![], vec![0.0, 0.0]], (), [0.0]));
    }

    #[test]
    fn totals_of_nested_arrays_add_every_float() {
        assert!((total(&[[1.0_f64, 2.0], [3.0, 4.5]]) - 10.5).abs() < 1e-15);
    }
}
