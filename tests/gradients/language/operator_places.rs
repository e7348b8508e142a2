//! Operands that lie in one another, behind windows and slice patterns, and floats under another name.

use std::ops::{Mul, Sub, SubAssign};

use grad_runtime::{Differentiable, check, derive_grad};

/// Only the compiler knows that this is a float.
type Real = f64;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct V {
    x: f64,
    y: f64,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body {
    p: V,
    q: V,
    rows: Vec<V>,
    m: f64,
}

#[derive_grad]
impl Mul for V {
    type Output = f64;

    fn mul(self, o: V) -> f64 {
        self.x * o.x + self.y * o.y
    }
}

#[derive_grad]
impl Sub for V {
    type Output = V;

    fn sub(self, o: V) -> V {
        V {
            x: self.x - o.x,
            y: self.y - o.y,
        }
    }
}

#[derive_grad]
impl Mul<Real> for V {
    type Output = V;

    fn mul(self, k: Real) -> V {
        V {
            x: self.x * k,
            y: self.y * k,
        }
    }
}

#[derive_grad]
impl Mul<V> for &Body {
    type Output = f64;

    fn mul(self, o: V) -> f64 {
        self.p * o * self.m + self.q.x
    }
}

#[derive_grad]
impl SubAssign<V> for Body {
    fn sub_assign(&mut self, o: V) {
        self.p = self.p - o;
        self.m *= o.x;
    }
}

#[derive_grad]
fn whole_and_part(b: &Body, k: f64) -> f64 {
    let mut c = b.clone();
    c -= b.q;
    let z: V = c.p - c.q;
    c -= z * 0.5;
    let i = 1;
    let f = b * b.q + &c * c.p;
    let g = c.rows[0] * c.rows[i] + c.rows[i] * c.rows[i];
    let d: V = c.rows[0] - c.rows[i];
    f * g * k + (d * k) * d
}

#[test]
fn a_struct_and_a_part_of_it() {
    let body = |a: &[f64]| {
        let v = |i: usize| V {
            x: a[i],
            y: a[i + 1],
        };
        Body {
            p: v(0),
            q: v(2),
            rows: vec![v(4), v(6)],
            m: a[8],
        }
    };
    let at = (vec![0.3, 0.7, -0.4, 1.1, 0.9, 0.2, -0.6, 0.5, 1.3], 0.8);
    let primal = |(a, k): &(Vec<f64>, f64)| whole_and_part(&body(a), *k);
    let (value, d, d_k) = whole_and_part_grad(&body(&at.0), at.1);
    assert_eq!(value, primal(&at));
    let mut gradient = Vec::new();
    for v in [&d.p, &d.q, &d.rows[0], &d.rows[1]] {
        gradient.extend([v.x, v.y]);
    }
    gradient.push(d.m);
    check::assert_gradient(primal, &at, &(gradient, d_k));
}

#[derive_grad]
fn renamed(x: Real, y: &Real) -> f64 {
    let mut s = x * *y + 2.0;
    s += x;
    s *= y;
    for _ in 0..3 {
        s = s * x - y * 0.5;
    }
    if s > 0.0 { s / x } else { -s }
}

#[test]
fn a_float_under_another_name() {
    for at in [(1.3, 0.4), (0.5, -2.0)] {
        let (value, d_x, d_y) = renamed_grad(at.0, &at.1);
        assert_eq!(value, renamed(at.0, &at.1));
        check::assert_gradient(|(x, y)| renamed(*x, y), &at, &(d_x, d_y));
    }
}

#[derive_grad]
fn search(v: &[V], k: f64) -> f64 {
    let mut best = v[0] * k;
    let mut i = 0;
    while i < v.len() {
        let candidate = v[i] - best;
        let value = candidate * candidate;
        if value > 0.3 {
            best = best - candidate * 0.25;
        } else if value > 0.1 {
            best = candidate;
            i += 1;
            continue;
        }
        i += 1;
    }
    let squares: Vec<f64> = v.iter().map(|p| (*p - best) * (*p - best)).collect();
    squares.iter().sum::<f64>().sqrt() + best * v[1]
}

#[derive_grad]
fn neighbours(v: &[V], k: f64) -> f64 {
    let mut sum = 0.0;
    for w in v.windows(2) {
        let d = w[1] - w[0];
        let l = d * d;
        sum += if l > 0.5 { l.sqrt() } else { l.exp() * k };
    }
    for pair in v.chunks(2) {
        if let [a, b] = pair {
            let e = *a - *b;
            sum += e * e;
        }
    }
    sum
}

#[test]
fn elements_behind_windows_and_closures() {
    let at = (vec![(0.3, 0.7), (-0.4, 1.1), (0.9, 0.2), (0.1, 0.05)], 0.6);
    let vectors = |a: &[(f64, f64)]| -> Vec<V> { a.iter().map(|&(x, y)| V { x, y }).collect() };
    let pairs = |d: Vec<VTangent>| -> Vec<(f64, f64)> { d.iter().map(|d| (d.x, d.y)).collect() };
    let primal = |(a, k): &(Vec<(f64, f64)>, f64)| search(&vectors(a), *k);
    let (_, d, d_k) = search_grad(&vectors(&at.0), at.1);
    check::assert_gradient(primal, &at, &(pairs(d), d_k));
    let primal = |(a, k): &(Vec<(f64, f64)>, f64)| neighbours(&vectors(a), *k);
    let (_, d, d_k) = neighbours_grad(&vectors(&at.0), at.1);
    check::assert_gradient(primal, &at, &(pairs(d), d_k));
}
