//! Operands that the macro cannot follow.
use grad_runtime::{Differentiable, derive_grad};
use std::ops::{Add, AddAssign, Mul};

#[derive(Clone, Copy, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

fn made() -> Pair {
    Pair { a: 1.0, b: 2.0 }
}

fn place(at: &mut usize) -> usize {
    *at += 1;
    0
}

#[derive_grad]
impl Add for Pair {
    type Output = Pair;

    fn add(self, o: Pair) -> Pair {
        Pair {
            a: self.a + o.a,
            b: self.b + o.b,
        }
    }
}

#[derive_grad]
impl AddAssign for Pair {
    fn add_assign(&mut self, o: Pair) {
        self.a += o.a;
        self.b += o.b;
    }
}

impl Mul<u32> for Pair {
    type Output = Pair;

    fn mul(self, _: u32) -> Pair {
        self
    }
}

impl Add<(f64, f64)> for Pair {
    type Output = Pair;

    fn add(self, _: (f64, f64)) -> Pair {
        self
    }
}

#[derive_grad]
fn of_unknown_type(p: Pair) -> f64 {
    let shift = made();
    (p + shift).a
}

#[derive_grad]
fn by_an_integer(p: Pair, n: u32) -> f64 {
    (p * n).a
}

#[derive_grad]
fn written_to(p: Pair) -> f64 {
    let mut sum = made().clone();
    sum += p;
    sum.a
}

#[derive_grad]
fn computed_place(p: Pair, ps: &mut [Pair]) -> f64 {
    let mut at = 0;
    ps[place(&mut at)] += p;
    ps[0].a
}

#[derive_grad]
fn with_a_tuple(p: Pair, x: f64) -> f64 {
    (p + (x, x)).a
}

#[derive_grad]
fn doubled(p: Pair) -> f64 {
    let p2 = p + p;
    let p4 = p2 + p2;
    let p8 = p4 + p4;
    let p16 = p8 + p8;
    let p32 = p16 + p16;
    let p64 = p32 + p32;
    let p128 = p64 + p64;
    p128.a
}

fn main() {}
