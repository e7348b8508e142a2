//! Some of the functions for the numbers of other crates: the same operations in the same order.
use std::ops::{Add, Div, Mul, Neg, Sub};

/// What the functions need of a number.
pub trait Number:
    Copy
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    fn value(self) -> f64;
    fn plus(self, constant: f64) -> Self;
    fn times(self, constant: f64) -> Self;
    fn exp(self) -> Self;
    fn ln(self) -> Self;
    fn sqrt(self) -> Self;
    fn sin(self) -> Self;
    fn cos(self) -> Self;
}

pub fn rosenbrock<T: Number>(x: &[T]) -> T {
    let term = |i: usize| {
        let a = x[i + 1] - x[i] * x[i];
        let b = (-x[i]).plus(1.0);
        a.times(100.0) * a + b * b
    };
    (1..x.len() - 1).fold(term(0), |s, i| s + term(i))
}

pub fn logsumexp<T: Number>(x: &[T]) -> T {
    let mut m = x[0];
    for &e in &x[1..] {
        if e.value() > m.value() {
            m = e;
        }
    }
    let s = (x[1..].iter()).fold((x[0] - m).exp(), |s, &e| s + (e - m).exp());
    m + s.ln()
}

pub fn lotka_volterra<T: Number>(p: &[T], nt: usize, dt: f64) -> T {
    let [a, b, c, d, mut x, mut y] = *p.first_chunk().expect("six numbers");
    for _ in 0..nt {
        let xy = x * y;
        let nx = x + (a * x - b * xy).times(dt);
        let ny = y + (d * xy - c * y).times(dt);
        x = nx;
        y = ny;
    }
    x * x + y * y
}

pub fn black_scholes<T: Number>(p: &[T], z: &[f64]) -> T {
    let [s0, strike, r, sigma, time] = *p.first_chunk().expect("five numbers");
    let dt = time.times(1.0 / z.len() as f64);
    let drift = (r - sigma.times(0.5) * sigma) * dt;
    let vol = sigma * dt.sqrt();
    let mut s = s0;
    for &normal in z {
        s = s * (drift + vol.times(normal)).exp();
    }
    let mut pay = s - strike;
    if pay.value() < 0.0 {
        pay = pay.times(0.0);
    }
    pay * (-r * time).exp()
}

/// The residual of a camera, a point and a weight.
pub fn ba<T: Number>(x: &[T; 15], feat: [f64; 2]) -> [T; 2] {
    let [r0, r1, r2, c0, c1, c2, focal, p0, p1, k1, k2, x0, x1, x2, w] = *x;
    let seen = rotate([r0, r1, r2], [x0 - c0, x1 - c1, x2 - c2]);
    let (u, v) = (seen[0] / seen[2], seen[1] / seen[2]);
    let r2 = u * u + v * v;
    let dist = (k1 * r2 + k2 * r2 * r2).plus(1.0);
    [
        w * (u * dist * focal + p0).plus(-feat[0]),
        w * (v * dist * focal + p1).plus(-feat[1]),
    ]
}

fn rotate<T: Number>(rot: [T; 3], pt: [T; 3]) -> [T; 3] {
    let sq = dot(rot, rot);
    if sq.value() == 0.0 {
        let side = cross(rot, pt);
        return [pt[0] + side[0], pt[1] + side[1], pt[2] + side[2]];
    }
    let th = sq.sqrt();
    let (s, c) = (th.sin(), th.cos());
    let w = rot.map(|r| r / th);
    let side = cross(w, pt);
    let along = dot(w, pt) * (-c).plus(1.0);
    std::array::from_fn(|i| pt[i] * c + side[i] * s + w[i] * along)
}

fn cross<T: Number>(a: [T; 3], b: [T; 3]) -> [T; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn dot<T: Number>(a: [T; 3], b: [T; 3]) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
