//! Implementations of operators that cannot be differentiated.
use grad_runtime::{Differentiable, derive_grad};
use std::ops::{Add, Div, Index, Mul};

#[derive(Clone, Copy, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

#[derive_grad]
impl Div for Pair {
    type Output = Option<Pair>;

    fn div(self, o: Pair) -> Option<Pair> {
        (o.a != 0.0).then_some(self)
    }
}

#[derive_grad]
impl Add for Pair {
    type Output = Pair;

    fn add(self, o: Pair) -> Pair {
        fn both(x: f64, y: f64) -> f64 {
            x + y
        }
        Pair {
            a: both(self.a, o.a),
            b: self.b,
        }
    }
}

#[derive_grad]
impl Mul<u32> for Pair {
    type Output = u32;

    fn mul(self, n: u32) -> u32 {
        n
    }
}

#[derive_grad]
impl Index<usize> for Pair {
    type Output = f64;

    fn index(&self, i: usize) -> &f64 {
        if self.a > 0.0 && i == 0 {
            &self.a
        } else {
            &self.b
        }
    }
}

struct Rows(Vec<f64>);

#[derive_grad]
impl Index<usize> for Rows {
    type Output = f64;

    fn index(&self, i: usize) -> &f64 {
        self.0.get(i).unwrap()
    }
}

fn main() {}
