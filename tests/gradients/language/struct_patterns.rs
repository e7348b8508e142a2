//! Structs taken apart by patterns: variables that read their fields, and variables that write to them.

use grad_runtime::{Differentiable, derive_grad};

#[derive(Clone, Debug, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct State {
    k: f64,
    v: Vec<f64>,
    n: usize,
    p: Point,
    a: [[f64; 2]; 2],
    t: (f64, f64),
}

#[derive_grad]
fn state(x: &[f64]) -> State {
    State {
        k: x[0],
        v: x.to_vec(),
        n: 0,
        p: Point { x: x[1], y: x[2] },
        a: [[x[0], 0.2], [0.3, x[2]]],
        t: (x[1], 0.7),
    }
}

mod fields_written_through_variables {
    use super::*;

    #[derive_grad]
    impl State {
        fn grow(&mut self, a: f64) {
            let State { k, v, .. } = self;
            *k *= a;
            for x in v.iter_mut() {
                *x += *k;
            }
            self.n += 1;
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = state(x);
        s.grow(x[1]);
        s.grow(x[2]);
        s.k + s.v.iter().product::<f64>()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 0.3, 0.9];
    }
}

mod integers_beside_floats {
    use super::*;

    #[derive_grad]
    impl State {
        fn shrink(&mut self) {
            let Self { k, v, n, .. } = self;
            *n += 1;
            if *n > 1 {
                *k -= v[0];
            }
            v[0] *= 2.0;
            v.push(*k);
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = state(x);
        s.shrink();
        s.shrink();
        s.k * s.v.iter().product::<f64>()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 0.3, 0.9];
    }
}

mod nested_fields_and_methods {
    use super::*;

    #[derive_grad]
    impl Point {
        fn bump(&mut self, d: f64) {
            self.x += d * self.y;
            self.y *= d;
        }
    }
    #[derive_grad]
    fn twice(v: &mut [f64], k: &mut f64) {
        for x in v.iter_mut() {
            *x *= 2.0 * *k;
        }
        *k += v[0];
    }
    #[derive_grad]
    impl State {
        fn nested(&mut self, d: f64) -> f64 {
            let State { p, a, t, k, .. } = &mut *self;
            p.bump(d);
            a[0][1] += p.x;
            t.0 *= a[0][1];
            for i in 0..2 {
                a[1][i] -= t.1 * *k;
            }
            *k = t.0;
            t.1 + p.y
        }
        fn lent(&mut self) {
            let State {
                v,
                k,
                p: Point { x, .. },
                ..
            } = self;
            twice(v, k);
            *x += *k;
            std::mem::swap(x, k);
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = state(x);
        let r = s.nested(x[0]);
        s.lent();
        s.k * r + s.v.iter().product::<f64>() + s.p.x + s.a[1][0] * s.a[0][1] + s.t.0
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 0.3, 0.9];
    }
}

mod in_branches_of_a_loop {
    use super::*;

    #[derive_grad]
    fn turns(s: &mut State, n: usize) {
        for i in 0..n {
            let State { k, v, .. } = s;
            if i % 2 == 0 {
                *k += v[i];
            } else {
                v[i] = *k * *k;
            }
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = state(x);
        turns(&mut s, 3);
        s.k + s.v[0] * s.v[1] * s.v[2]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 0.3, 0.9];
    }
}

mod tuple_structs_and_variables {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Pair(f64, Vec<f64>);
    #[derive_grad]
    impl Pair {
        fn turn(&mut self, a: f64) -> f64 {
            let Pair(x, v) = self;
            *x += a;
            v[1] = *x * v[0];
            *x
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut p = Pair(x[0], x.to_vec());
        let r = p.turn(x[2]);
        let mut q = Point { x: x[0], y: x[1] };
        {
            let Point { x: a, y: b } = &mut q;
            *a *= *b;
            *b += *a * x[2];
        }
        r * p.0 + p.1[1] + q.x + q.y * q.y
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 0.3, 0.9];
    }
}
