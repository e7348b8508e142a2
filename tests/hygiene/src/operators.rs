//! Structs, their operators and their traits, without the prelude.
#![no_implicit_prelude]

use ::grad_runtime::{derive_grad, Differentiable};
use ::std::clone::Clone;
use ::std::fmt::Debug;
use ::std::marker::Copy;

/// A pair of floats.
#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Pair<T> {
    /// The first.
    pub a: T,
    /// The second.
    pub b: T,
}

#[derive_grad]
impl ::std::ops::Add for Pair<f64> {
    type Output = Self;

    fn add(self, other: Self) -> Self::Output {
        Self {
            a: self.a + other.a,
            b: self.b + other.b,
        }
    }
}

#[derive_grad]
impl<T: Copy + ::std::ops::Mul<Output = T>> ::std::ops::Mul<T> for &Pair<T> {
    type Output = Pair<T>;

    fn mul(self, factor: T) -> Pair<T> {
        Pair {
            a: self.a * factor,
            b: self.b * factor,
        }
    }
}

#[derive_grad]
impl ::std::ops::AddAssign<&Self> for Pair<f64> {
    fn add_assign(&mut self, other: &Self) {
        self.a += other.a;
        self.b += other.b;
    }
}

#[derive_grad]
impl ::std::ops::Neg for Pair<f64> {
    type Output = Self;

    fn neg(self) -> Self {
        &self * -1.0
    }
}

#[derive_grad]
impl ::std::ops::Index<usize> for Pair<f64> {
    type Output = f64;

    fn index(&self, at: usize) -> &f64 {
        match at {
            0 => &self.a,
            _ => &self.b,
        }
    }
}

/// What has a size.
pub trait Size {
    /// The size.
    fn size(&self, scale: f64) -> f64;
    /// The number of parts.
    fn parts(&self) -> usize;
}

#[derive_grad]
impl Size for Pair<f64> {
    #[derive_grad(wrt(self.a, scale))]
    fn size(&self, scale: f64) -> f64 {
        (self.a * self.b).sqrt() * scale
    }

    fn parts(&self) -> usize {
        2
    }
}

/// All of them.
#[must_use]
#[derive_grad]
pub fn sized(frame: Pair<f64>, tape: &Pair<f64>, seed: f64) -> f64 {
    let mut sum = &frame * seed;
    for i in 0..2 {
        sum += tape;
        sum = -(sum + frame);
        sum.a *= tape[i];
    }
    sum.size(seed) + sum[0]
}
