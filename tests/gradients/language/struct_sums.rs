//! Sums of structs, structs that go from one list to another, and indices that a struct computes.

use std::iter::{Product, Sum};
use std::ops::{Add, Index, IndexMut, Mul};

use grad_runtime::{Differentiable, derive_grad};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Vec2 {
    x: f64,
    y: f64,
}

#[derive_grad]
impl Vec2 {
    fn zero() -> Vec2 {
        Vec2 { x: 0.0, y: 0.0 }
    }

    fn dot(self, o: Vec2) -> f64 {
        self.x * o.x + self.y * o.y
    }
}

#[derive_grad]
impl Add for Vec2 {
    type Output = Vec2;

    fn add(self, o: Vec2) -> Vec2 {
        Vec2 {
            x: self.x + o.x,
            y: self.y + o.y,
        }
    }
}

#[derive_grad]
impl Mul<f64> for Vec2 {
    type Output = Vec2;

    fn mul(self, k: f64) -> Vec2 {
        Vec2 {
            x: self.x * k,
            y: self.y * k,
        }
    }
}

#[derive_grad]
impl Sum for Vec2 {
    fn sum<I: Iterator<Item = Vec2>>(items: I) -> Vec2 {
        items.fold(Vec2::zero(), |a, b| a + b)
    }
}

#[derive_grad]
impl<'a> Sum<&'a Vec2> for Vec2 {
    fn sum<I>(items: I) -> Self
    where
        I: Iterator<Item = &'a Vec2>,
    {
        items.fold(Vec2::zero(), |a, b| a + *b)
    }
}

/// Of complex numbers, as its use tells.
#[derive_grad]
impl Product for Vec2 {
    fn product<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Vec2 { x: 1.0, y: 0.0 }, |a, b| Vec2 {
            x: a.x * b.x - a.y * b.y,
            y: a.x * b.y + a.y * b.x,
        })
    }
}

#[derive_grad]
fn points(x: &[f64], t: f64) -> Vec<Vec2> {
    (0..x.len())
        .map(|i| Vec2 {
            x: x[i] * t,
            y: x[i] + i as f64,
        })
        .collect()
}

mod sums {
    use super::*;
    #[derive_grad]
    fn all(vs: &[Vec2], t: f64) -> f64 {
        let a = vs.iter().map(|v| *v * t).sum::<Vec2>();
        let b: Vec2 = vs.iter().copied().sum();
        let c: Vec2 = vs.iter().filter(|v| v.x > 0.0).sum();
        let d: Vec2 = vs.iter().skip(1).copied().product();
        a.dot(b) + c.dot(d) * t
    }
    #[derive_grad]
    fn total(vs: &[Vec2], t: f64) -> Vec2 {
        vs.iter().map(|v| *v * t).sum()
    }
    #[derive_grad]
    fn f(t: f64, x: &[f64]) -> f64 {
        let mut vs = points(x, t);
        let mut s = 0.0;
        for i in 0..2 {
            s += all(&vs, t) + total(&vs[i..], s).x;
            vs[i].x = s;
        }
        s
    }

    check! {
        |v| (v[0], &v[1..]) -> (t, x);
        smooth [0.75, 0.5, -0.5, 0.25];
    }
}

mod folds {
    use super::*;
    #[derive_grad]
    fn f(t: f64, x: &[f64]) -> f64 {
        let vs = points(x, t);
        let a = vs.iter().fold(Vec2::zero(), |a, b| a + *b * t);
        let b: Vec2 = vs.iter().map(|v| *v * t).fold(Vec2::zero(), |a, b| a + b);
        a.dot(b)
    }

    check! {
        |v| (v[0], &v[1..]) -> (t, x);
        smooth [0.75, 0.5, -0.5, 0.25];
    }
}

mod from_list_to_list {
    use super::*;
    #[derive_grad]
    fn all(vs: &[Vec2], t: f64) -> f64 {
        let mut out = Vec::new();
        for v in vs {
            if v.x > 0.0 {
                out.push(*v);
            }
        }
        let high: Vec<Vec2> = vs.iter().copied().filter(|v| v.y > 0.0).collect();
        let mut turned = vec![];
        for &v in vs.iter().rev() {
            turned.push(v);
        }
        let mut some = Vec::new();
        for i in 1..vs.len() {
            some.push(vs[i]);
        }
        let mut same: Vec<Vec2> = vs.iter().cloned().collect();
        same[0].x *= t;
        out[0].x * high[0].y * t + turned[0].x * some[1].y * same[0].x
    }
    #[derive_grad]
    fn f(t: f64, x: &[f64]) -> f64 {
        let vs = points(x, t);
        all(&vs, t) * all(&vs, 2.0)
    }

    check! {
        |v| (v[0], &v[1..]) -> (t, x);
        smooth [0.75, 0.5, -0.5, 0.25];
    }
}

mod computed_indices {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Matrix {
        rows: usize,
        cols: usize,
        data: Vec<f64>,
    }

    #[derive_grad]
    impl Index<(usize, usize)> for Matrix {
        type Output = f64;

        fn index(&self, (i, j): (usize, usize)) -> &f64 {
            assert!(i < self.rows && j < self.cols, "({i}, {j}) is outside");
            &self.data[i * self.cols + j]
        }
    }

    #[derive_grad]
    impl IndexMut<(usize, usize)> for Matrix {
        fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
            assert!(i < self.rows && j < self.cols, "({i}, {j}) is outside");
            &mut self.data[i * self.cols + j]
        }
    }

    #[derive_grad]
    impl Matrix {
        fn new(rows: usize, cols: usize, x: &[f64]) -> Matrix {
            let data = (0..rows * cols).map(|k| x[k % x.len()]).collect();
            Matrix { rows, cols, data }
        }

        fn product(&self, o: &Matrix) -> Matrix {
            let mut out = Matrix::new(self.rows, o.cols, &[0.0 * self.data[0]]);
            for i in 0..self.rows {
                for j in 0..o.cols {
                    for k in 0..self.cols {
                        out[(i, j)] += self[(i, k)] * o[(k, j)];
                    }
                }
            }
            out
        }

        fn trace(&self) -> f64 {
            (0..self.rows).map(|i| self[(i, i)]).sum()
        }
    }

    #[derive_grad]
    fn f(t: f64, x: &[f64]) -> f64 {
        let mut m = Matrix::new(2, 3, x);
        let o = Matrix::new(3, 2, &x[1..]);
        let mut s = t;
        let mut next = 0;
        for i in 0..2 {
            for j in 0..2 {
                s += m[(i, j)] * t;
                m[(i, j)] = s;
                m[(j, i)] *= t;
                next += 1;
                let at = (i, j);
                s -= o[(next % 3, {
                    next += 1;
                    at.1
                })] * m[(0, 2)];
            }
        }
        m.product(&o).trace() + s * m[(1, 1)]
    }

    check! {
        |v| (v[0], &v[1..]) -> (t, x);
        smooth [0.75, 0.5, -0.5, 0.25];
    }

    #[test]
    #[should_panic(expected = "(2, 0) is outside")]
    fn panics_are_the_users() {
        #[derive_grad]
        fn outside(x: &[f64]) -> f64 {
            let m = Matrix::new(2, 2, x);
            m[(m.rows, 0)]
        }
        let _ = outside_grad(&[1.0]);
    }
}

mod sums_of_what_operators_make_of_fields {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Body {
        at: Vec2,
        mass: f64,
    }
    #[derive_grad]
    fn centre(bodies: &[Body], k: f64) -> f64 {
        let total: Vec2 = bodies.iter().map(|b| b.at * b.mass).sum();
        let mut weighted: Vec<Vec2> = Vec::new();
        for (i, b) in bodies.iter().enumerate() {
            if i > 0 {
                weighted.push(b.at * k);
            } else {
                weighted.push(b.at);
            }
        }
        let some: Vec2 = weighted.iter().sum();
        total.dot(some)
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut bodies: Vec<Body> = points(x, x[1])
            .into_iter()
            .map(|at| Body { at, mass: x[0] })
            .collect();
        bodies[1].mass *= x[2];
        centre(&bodies, x[2])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3];
    }
}

mod items_by_value_that_are_kept_or_pass {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Interval {
        lo: f64,
        hi: f64,
    }
    #[derive_grad]
    fn union(parts: &[Interval], w: f64) -> f64 {
        let mut sorted = parts.to_vec();
        sorted.sort_by(|a, b| a.lo.partial_cmp(&b.lo).unwrap());
        let mut merged: Vec<Interval> = Vec::new();
        for part in sorted {
            match merged.last_mut() {
                Some(last) if part.lo <= last.hi => last.hi = last.hi.max(part.hi),
                _ => merged.push(part),
            }
        }
        merged.iter().map(|part| w * (part.hi - part.lo)).sum()
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let parts: Vec<Interval> = x
            .windows(2)
            .map(|w| Interval {
                lo: w[0],
                hi: w[0] + w[1] * w[1],
            })
            .collect();
        union(&parts, x[0])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [1.5, 0.5, 0.4, 0.6, 0.3];
    }
}
