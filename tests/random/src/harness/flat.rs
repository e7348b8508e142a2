//! Inputs out of flat lists, and results back into them.

use crate::dual::{Dual, Dual32};

/// Hands out the inputs of a case in the order of the parameters.
pub struct Reader<'a, T> {
    floats: &'a [T],
    ints: &'a [i64],
}

impl<'a, T: Copy> Reader<'a, T> {
    /// Reads from the start of both lists.
    #[must_use]
    pub fn new(floats: &'a [T], ints: &'a [i64]) -> Self {
        Self { floats, ints }
    }

    /// The next integer.
    pub fn int(&mut self) -> i64 {
        let (first, rest) = self.ints.split_first().expect("an integer is left");
        self.ints = rest;
        *first
    }

    /// The next float.
    pub fn float(&mut self) -> T {
        let (first, rest) = self.floats.split_first().expect("a float is left");
        self.floats = rest;
        *first
    }

    /// A length and as many floats.
    pub fn vec(&mut self) -> Vec<T> {
        let n = self.int();
        (0..n).map(|_| self.float()).collect()
    }

    /// A length, and as many vectors.
    pub fn rows(&mut self) -> Vec<Vec<T>> {
        let n = self.int();
        (0..n).map(|_| self.vec()).collect()
    }

    /// A length and as many pairs.
    pub fn pairs(&mut self) -> Vec<[T; 2]> {
        let n = self.int();
        (0..n).map(|_| self.array()).collect()
    }

    /// `N` floats.
    pub fn array<const N: usize>(&mut self) -> [T; N] {
        std::array::from_fn(|_| self.float())
    }
}

/// Values that consist of floats.
pub trait Flat<T> {
    /// Appends the floats in order.
    fn flat_into(&self, out: &mut Vec<T>);
}

/// The floats of a value.
pub fn flat<T>(value: &impl Flat<T>) -> Vec<T> {
    let mut out = Vec::new();
    value.flat_into(&mut out);
    out
}

/// The floats of a value, and zeros up to `N` of them.
///
/// # Panics
/// If there are more.
pub fn padded<T: Default + Clone, V: Flat<T>, const N: usize>(value: &V) -> Vec<T> {
    let mut out = flat(value);
    assert!(out.len() <= N, "a result of {} floats", out.len());
    out.resize(N, T::default());
    out
}

macro_rules! leaves {
    ($($t:ty)*) => {$(
        impl Flat<$t> for $t {
            fn flat_into(&self, out: &mut Vec<$t>) { out.push(*self); }
        }
    )*};
}
leaves!(f64 Dual);

impl Flat<f64> for f32 {
    fn flat_into(&self, out: &mut Vec<f64>) {
        out.push(f64::from(*self));
    }
}

impl Flat<Dual> for Dual32 {
    fn flat_into(&self, out: &mut Vec<Dual>) {
        out.push(self.wide());
    }
}

/// Inputs of functions of `f32`.
pub trait Narrow {
    /// The same with `f32`.
    type Out;
    /// Rounds.
    fn narrow(self) -> Self::Out;
}

/// The value with `f32` in the place of `f64`.
pub fn narrow<A: Narrow>(value: A) -> A::Out {
    value.narrow()
}

impl Narrow for f64 {
    type Out = f32;
    fn narrow(self) -> f32 {
        self as f32
    }
}

impl Narrow for Dual {
    type Out = Dual32;
    fn narrow(self) -> Dual32 {
        Dual32::new(self)
    }
}

impl<A: Narrow> Narrow for Vec<A> {
    type Out = Vec<A::Out>;
    fn narrow(self) -> Self::Out {
        self.into_iter().map(A::narrow).collect()
    }
}

impl<A: Narrow, const N: usize> Narrow for [A; N] {
    type Out = [A::Out; N];
    fn narrow(self) -> Self::Out {
        self.map(A::narrow)
    }
}

impl<A: Narrow, B: Narrow> Narrow for (A, B) {
    type Out = (A::Out, B::Out);
    fn narrow(self) -> Self::Out {
        (self.0.narrow(), self.1.narrow())
    }
}

impl<T, A: Flat<T>> Flat<T> for Vec<A> {
    fn flat_into(&self, out: &mut Vec<T>) {
        self.iter().for_each(|a| a.flat_into(out));
    }
}

impl<T, A: Flat<T>, const N: usize> Flat<T> for [A; N] {
    fn flat_into(&self, out: &mut Vec<T>) {
        self.iter().for_each(|a| a.flat_into(out));
    }
}

impl<T> Flat<T> for () {
    fn flat_into(&self, _: &mut Vec<T>) {}
}

impl<T, A: Flat<T>> Flat<T> for (A,) {
    fn flat_into(&self, out: &mut Vec<T>) {
        self.0.flat_into(out);
    }
}

impl<T, A: Flat<T>, B: Flat<T>> Flat<T> for (A, B) {
    fn flat_into(&self, out: &mut Vec<T>) {
        self.0.flat_into(out);
        self.1.flat_into(out);
    }
}

/// Zeros in the place of a gradient that there is none of; not a number where buffers changed.
#[must_use]
pub fn untouched(buffers: &[Vec<f64>], fill: f64, total: usize) -> Vec<f64> {
    let same = buffers.iter().flatten().all(|v| *v == fill);
    vec![if same { 0.0 } else { f64::NAN }; total]
}

/// Buffers whose content can be replaced, to see whether a function overwrites or adds.
pub trait Fill {
    /// Sets every float.
    fn fill_with(&mut self, v: f64);
    /// Sets the floats in order.
    fn seed_with(&mut self, seeds: &mut Seeds);
}

/// The cotangents of what the buffers of `&mut` parameters hold in the end, one after the other: never zero.
#[derive(Clone, Debug, Default)]
pub struct Seeds {
    /// How many were handed out.
    at: usize,
    /// What comes first.
    list: Vec<f64>,
}

impl Seeds {
    /// Those of a list.
    #[must_use]
    pub fn of(list: &[f64]) -> Self {
        Self {
            at: 0,
            list: list.to_vec(),
        }
    }
}

impl Iterator for Seeds {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        let listed = self.list.get(self.at).copied();
        self.at += 1;
        listed.or(Some((self.at * 7 % 11) as f64 / 5.25 - 1.0))
    }
}

impl Fill for () {
    fn fill_with(&mut self, _: f64) {}
    fn seed_with(&mut self, _: &mut Seeds) {}
}

impl Fill for f64 {
    fn fill_with(&mut self, v: f64) {
        *self = v;
    }
    fn seed_with(&mut self, seeds: &mut Seeds) {
        seeds.take(1).for_each(|v| *self = v);
    }
}

impl Fill for f32 {
    fn fill_with(&mut self, v: f64) {
        *self = v as f32;
    }
    fn seed_with(&mut self, seeds: &mut Seeds) {
        seeds.take(1).for_each(|v| *self = v as f32);
    }
}

impl<A: Fill> Fill for Vec<A> {
    fn fill_with(&mut self, v: f64) {
        self.iter_mut().for_each(|a| a.fill_with(v));
    }
    fn seed_with(&mut self, seeds: &mut Seeds) {
        self.iter_mut().for_each(|a| a.seed_with(seeds));
    }
}

impl<A: Fill, const N: usize> Fill for [A; N] {
    fn fill_with(&mut self, v: f64) {
        self.iter_mut().for_each(|a| a.fill_with(v));
    }
    fn seed_with(&mut self, seeds: &mut Seeds) {
        self.iter_mut().for_each(|a| a.seed_with(seeds));
    }
}

impl<A: Fill, B: Fill> Fill for (A, B) {
    fn fill_with(&mut self, v: f64) {
        self.0.fill_with(v);
        self.1.fill_with(v);
    }
    fn seed_with(&mut self, seeds: &mut Seeds) {
        self.0.seed_with(seeds);
        self.1.seed_with(seeds);
    }
}
