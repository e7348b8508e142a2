//! Operators of vectors with a length in their type, and of dual numbers.

use std::ops::{Add, Div, Index, IndexMut, Mul};

use grad_runtime::{Differentiable, check, derive_grad};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Row<const N: usize> {
    d: [f64; N],
}

#[derive_grad]
impl<const N: usize> Add for Row<N> {
    type Output = Self;

    fn add(self, o: Self) -> Self {
        let mut d = self.d;
        for i in 0..N {
            d[i] += o.d[i];
        }
        Row { d }
    }
}

#[derive_grad]
impl<const N: usize> Mul<f64> for Row<N> {
    type Output = Row<N>;

    fn mul(self, k: f64) -> Row<N> {
        let mut d = [0.0; N];
        for i in 0..N {
            d[i] = self.d[i] * k;
        }
        Row { d }
    }
}

#[derive_grad]
impl<const N: usize> Mul for &Row<N> {
    type Output = f64;

    fn mul(self, o: &Row<N>) -> f64 {
        let mut sum = 0.0;
        for i in 0..N {
            sum += self.d[i] * o.d[i];
        }
        sum
    }
}

#[derive_grad]
impl<const N: usize> Index<usize> for Row<N> {
    type Output = f64;

    fn index(&self, i: usize) -> &f64 {
        &self.d[i]
    }
}

#[derive_grad]
impl<const N: usize> IndexMut<usize> for Row<N> {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.d[i]
    }
}

#[derive_grad]
fn of_three(a: Row<3>, b: &Row<3>, k: f64) -> f64 {
    let mut s = a * k + *b;
    for i in 1..3 {
        s[i] = s[i - 1] * b[i];
    }
    &s * b + s[2]
}

#[derive_grad]
fn of_any<const N: usize>(a: Row<N>, b: &Row<N>, k: f64) -> f64 {
    let mut s = a * k + *b;
    s = s + a;
    &s * b
}

#[test]
fn lengths_in_the_type() {
    type At = ([f64; 3], [f64; 3], f64);
    let at: At = ([0.3, 0.5, -0.7], [1.1, 0.2, 0.9], 0.6);
    let (a, b) = (Row { d: at.0 }, Row { d: at.1 });
    let (_, d_a, d_b, d_k) = of_three_grad(a, &b, at.2);
    let primal = |(a, b, k): &At| of_three(Row { d: *a }, &Row { d: *b }, *k);
    check::assert_gradient(primal, &at, &(d_a.d, d_b.d, d_k));
    let (_, d_a, d_b, d_k) = of_any_grad(a, &b, at.2);
    let primal = |(a, b, k): &At| of_any(Row { d: *a }, &Row { d: *b }, *k);
    check::assert_gradient(primal, &at, &(d_a.d, d_b.d, d_k));
}

/// The value and the slope.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Dual(f64, f64);

#[derive_grad]
impl Mul for Dual {
    type Output = Dual;

    fn mul(self, o: Dual) -> Dual {
        Dual(self.0 * o.0, self.0 * o.1 + self.1 * o.0)
    }
}

#[derive_grad]
impl Add for Dual {
    type Output = Dual;

    fn add(self, o: Dual) -> Dual {
        Dual(self.0 + o.0, self.1 + o.1)
    }
}

#[derive_grad]
impl Add<f64> for Dual {
    type Output = Dual;

    fn add(self, k: f64) -> Dual {
        Dual(self.0 + k, self.1)
    }
}

#[derive_grad]
impl Div for Dual {
    type Output = Dual;

    fn div(self, Dual(a, b): Dual) -> Dual {
        let Dual(x, dx) = self;
        Dual(x / a, (dx * a - x * b) / (a * a))
    }
}

#[derive_grad]
fn slope(x: f64, c: f64) -> f64 {
    let x = Dual(x, 1.0);
    let c = Dual(c, 0.0);
    let y = (x * x * c + x + 1.0) / (x + 3.0);
    y.1
}

#[test]
fn the_slope_of_a_slope() {
    let (x, c) = (0.7, 1.3);
    let (value, d_x, d_c) = slope_grad(x, c);
    // y = c x - 3 c + 1 + (9 c - 2) / (x + 3).
    let (rest, below) = (9.0 * c - 2.0, x + 3.0);
    approx::assert_relative_eq!(value, c - rest / below.powi(2), max_relative = 1e-12);
    approx::assert_relative_eq!(d_x, 2.0 * rest / below.powi(3), max_relative = 1e-12);
    approx::assert_relative_eq!(d_c, 1.0 - 9.0 / below.powi(2), max_relative = 1e-12);
}
