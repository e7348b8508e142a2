//! Structs that are assigned, exchanged and changed as a whole, field by field and by their methods.

use grad_runtime::{Differentiable, derive_grad};

#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Differentiable)]
struct Layer {
    w: Vec<f64>,
    k: f64,
    n: usize,
}

mod assigned_behind_a_reference {
    use super::*;

    #[derive_grad]
    fn turn(p: &mut Pair, k: f64) {
        *p = Pair {
            a: p.b * k,
            b: p.a * p.a,
        };
    }

    #[derive_grad]
    fn grow(l: &mut Layer, k: f64) {
        let w = vec![l.k, k, l.w[0]];
        *l = Layer {
            k: l.w[0] * k,
            w,
            n: 3,
        };
    }

    #[derive_grad]
    impl Pair {
        fn by_name(&mut self, k: f64) {
            *self = Pair {
                a: self.b * k,
                b: self.a - k,
            };
        }

        fn by_self(&mut self, k: f64) {
            *self = Self {
                a: self.b * k,
                b: self.a - k,
            };
            self.a *= k;
        }
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut p = Pair { a: x[0], b: x[1] };
        for k in 0..2 {
            turn(&mut p, x[2]);
            p.by_name(x[k]);
            if x[0] > 0.0 {
                p.by_self(x[1]);
            }
        }
        let mut l = Layer {
            w: vec![x[0], x[1]],
            k: x[2],
            n: 2,
        };
        grow(&mut l, x[1]);
        if x[0] > 0.0 {
            grow(&mut l, x[0]);
        }
        p.a * p.b + p.b + l.k * l.w[0] + l.w[2] * l.w[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 1.5, 0.7];
    }

    #[derive_grad]
    fn value(l: &mut Layer, x: f64) -> f64 {
        *l = Layer {
            w: vec![x * l.k, l.w[1]],
            k: 2.0,
            n: 2,
        };
        l.w[0] * l.w[1]
    }

    // The buffer has the shape of the value before the call, whatever the call leaves.
    #[test]
    fn a_parameter_of_another_shape() {
        let layer = || Layer {
            w: vec![1.0, 3.0, 5.0],
            k: 4.0,
            n: 3,
        };
        let mut l = layer();
        let (y, d_l, d_x) = value_grad(&mut l, 2.0);
        assert_eq!((y, d_x, l.w), (24.0, 12.0, vec![8.0, 3.0]));
        assert_eq!((&d_l.w[..], d_l.k), (&[0.0, 8.0, 0.0][..], 6.0));
        let (mut into, mut by_x) = (layer().zero_tangent(), 0.0);
        value_grad_into(&mut layer(), 2.0, &mut into, &mut by_x);
        assert_eq!((&into, by_x), (&d_l, d_x));
        let mut l = layer();
        let (_, pullback) = value_vjp(&mut l, 2.0);
        let mut d = l.zero_tangent();
        pullback(1.0, &mut d, &mut by_x);
        assert_eq!((d, by_x), (d_l, 2.0 * d_x));
    }

    #[derive_grad]
    fn of_a_slice(ls: &mut [Layer], x: f64) -> f64 {
        ls[0] = Layer {
            w: vec![x, x * x, x],
            k: ls[0].w[0],
            n: 3,
        };
        ls[0].w[1] * ls[1].w[0] * ls[0].k
    }

    #[test]
    fn an_item_of_a_parameter_of_another_shape() {
        let layer = |w: &[f64]| Layer {
            w: w.to_vec(),
            k: 1.0,
            n: 1,
        };
        let mut ls = [layer(&[5.0]), layer(&[7.0, 1.0])];
        let (y, d, d_x) = of_a_slice_grad(&mut ls, 2.0);
        assert_eq!((y, d_x), (140.0, 140.0));
        assert_eq!((&d[0].w[..], &d[1].w[..]), (&[28.0][..], &[20.0, 0.0][..]));
        let mut ls = [layer(&[5.0]), layer(&[7.0, 1.0])];
        let (mut into, mut by_x) = (ls[..].zero_tangent(), 0.0);
        of_a_slice_grad_into(&mut ls, 2.0, &mut into, &mut by_x);
        assert_eq!((into, by_x), (d, d_x));
    }
}

mod assigned_as_a_whole {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut l = Layer {
            w: vec![x[0], x[1]],
            k: x[2],
            n: 0,
        };
        for i in 0..3 {
            // What is moved out of the old value goes into the new one.
            l = Layer {
                k: l.k * x[i] + l.w[0],
                w: l.w,
                n: l.n + 1,
            };
            l.w.push(l.k * x[1]);
            if i == 1 {
                l = Layer {
                    w: vec![l.w[1] * l.w[2]],
                    k: l.k,
                    n: l.n,
                };
            }
        }
        l.w[0] * l.w[1] * l.k * l.n as f64
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 1.5, 0.7];
    }
}

mod exchanged_fields {
    use super::*;

    #[derive_grad]
    fn swapped(p: &mut Pair) {
        std::mem::swap(&mut p.a, &mut p.b);
        p.a *= p.b;
    }

    #[derive_grad]
    fn put(p: &mut Pair, x: f64) -> f64 {
        let old = std::mem::replace(&mut p.a, x * p.b);
        old * p.a * p.b
    }

    #[derive_grad]
    fn taken(p: &mut Pair) -> f64 {
        let old = std::mem::take(&mut p.a);
        p.b *= old;
        old * p.b + p.a
    }

    #[derive_grad]
    fn both(p: &mut Pair, q: &mut Pair) {
        std::mem::swap(&mut p.a, &mut q.b);
        std::mem::swap(p, q);
        p.a *= q.b;
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut p = Pair { a: x[0], b: x[1] };
        let mut q = Pair { a: x[2], b: x[1] };
        for _ in 0..2 {
            swapped(&mut p);
            q.a += put(&mut p, x[2]);
            q.a = taken(&mut q);
            if p.a < 100.0 {
                both(&mut p, &mut q);
            }
            std::mem::swap(&mut p, &mut q);
            std::mem::swap(&mut p.a, &mut p.b);
            p.b += 0.5;
        }
        let old = std::mem::replace(&mut p, Pair { a: x[0], b: q.b });
        let rest = std::mem::take(&mut q);
        p.a * p.b * old.a + old.b * rest.a * rest.b + q.a
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 1.5, 0.7];
    }
}

mod exchanged_vectors {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Two {
        u: Vec<f64>,
        v: Vec<f64>,
    }

    #[derive_grad]
    fn step(t: &mut Two, k: f64) {
        std::mem::swap(&mut t.u, &mut t.v);
        t.u[0] *= k;
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut t = Two {
            u: vec![x[0], x[1]],
            v: vec![x[2]],
        };
        std::mem::swap(&mut t.u, &mut t.v);
        for _ in 0..3 {
            step(&mut t, x[1]);
        }
        let old: Vec<f64> = std::mem::take(&mut t.u);
        t.u = vec![old[0] * x[0], x[1], x[2]];
        let last: Vec<f64> = std::mem::replace(&mut t.v, vec![x[0] * x[2]]);
        t.u[0] * t.v[0] * t.u[1] + old[1] * last[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 1.5, 0.7];
    }
}

mod items_of_other_lengths {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut ls = vec![
            Layer {
                w: vec![x[0], x[1]],
                k: x[2],
                n: 0,
            },
            Layer {
                w: vec![x[1]],
                k: x[0],
                n: 0,
            },
        ];
        for i in 0..2 {
            if x[i] > 0.0 {
                ls[i] = Layer {
                    w: vec![x[1] * x[2], x[0], ls[i].w[0]],
                    k: ls[i].k * ls[i].w[0],
                    n: 1,
                };
            }
        }
        ls[1].w = vec![ls[0].w[2] * ls[1].w[0]];
        ls[0].w[2] * ls[0].w[0] * ls[1].w[0] * ls[0].k * ls[1].k
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 1.5, 0.7];
        smooth [0.5, -1.5, 0.7];
    }
}

mod tuples_in_fields {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Range {
        ends: (f64, f64),
        rows: (Vec<f64>, f64),
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut r = Range {
            ends: (x[0], x[1]),
            rows: (vec![x[0]], x[2]),
        };
        for i in 0..2 {
            r.ends = (r.ends.1 * x[i], r.ends.0);
        }
        r.rows = (vec![x[1], r.rows.0[0] * x[2]], r.rows.1 * x[0]);
        r.ends.0 * r.ends.1 * r.rows.0[1] + r.rows.1
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 1.5, 0.7];
    }
}

// Whether a method changes or consumes its receiver, the caller cannot see.
mod methods_that_change_a_variable {
    use super::*;

    #[derive_grad]
    impl Layer {
        fn push(&mut self, x: f64) {
            self.w.push(x * self.k);
            self.k = x;
        }

        fn pushed(&mut self, x: f64) -> f64 {
            self.push(x);
            self.w.iter().sum::<f64>() * self.k
        }

        fn sum(&self) -> f64 {
            self.w.iter().sum::<f64>()
        }

        fn scaled(self, x: f64) -> f64 {
            self.k * x * self.sum()
        }

        fn into_sum(self) -> f64 {
            self.w.iter().sum::<f64>() * self.k
        }

        fn grew(&mut self, x: f64) -> bool {
            self.push(x);
            self.w.len() > 3
        }

        fn twice(&mut self, x: f64) -> f64 {
            let first = self.grew(x);
            if self.grew(x * x) && !first {
                self.sum() * x
            } else {
                self.k
            }
        }
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut total = 0.0;
        let mut l = Layer {
            w: vec![x[0], x[1]],
            k: x[2],
            n: 0,
        };
        for i in 0..2 {
            l.push(x[i]);
            total += l.sum() * l.pushed(x[2]);
            let mut other = Layer {
                w: vec![x[1]],
                k: total,
                n: 0,
            };
            if i == 1 {
                other.push(x[0]);
            }
            // Its last use consumes it.
            total += other.into_sum();
        }
        total + l.twice(x[1]) + l.pushed(x[0])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 1.5, 0.7];
    }
}

mod generic {
    use super::*;

    trait Float:
        Copy + std::ops::Mul<Output = Self> + std::ops::Add<Output = Self> + PartialOrd
    {
    }

    impl<T> Float for T where
        T: Copy + std::ops::Mul<Output = Self> + std::ops::Add<Output = Self> + PartialOrd
    {
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Line<T> {
        a: T,
        w: Vec<T>,
    }

    #[derive_grad]
    impl<T: Float> Line<T> {
        fn step(&mut self, k: T) {
            self.a = self.a * k + self.w[0];
            self.w[0] = self.w[0] * self.a;
            self.w.push(k * k);
        }

        fn twice(&mut self, k: T) -> T {
            self.step(k);
            self.step(k * k);
            self.a * self.w[0] * self.w[1]
        }
    }

    #[derive_grad]
    fn made<T: Float>(a: T, b: T) -> T {
        let line = Line { a, w: vec![b, a] };
        line.a * line.w[0] * line.w[1]
    }

    #[derive_grad]
    fn pair<T: Float>(a: T, b: T) -> (T, T) {
        (a * b, a + b)
    }

    #[derive_grad]
    fn array<T: Float>(a: T, b: T) -> [T; 2] {
        [a * b, a + b]
    }

    #[derive_grad]
    fn vector<T: Float>(a: &[T]) -> Vec<T> {
        vec![a[0] * a[1], a[1]]
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut line = Line {
            a: x[0],
            w: vec![x[1], x[2]],
        };
        let twice = line.twice(x[2]);
        let (a, b) = pair(x[0], x[1]);
        let both = pair(line.a, b);
        let c = array(a, 2.0);
        let d = vector(&c);
        let e = vector(&line.w);
        twice * line.a + made(b, line.w[1]) + both.0 * both.1 + c[0] * c[1] + d[0] * d[1] * e[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 1.5, 0.7];
    }
}

mod with_lifetimes {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct View<'a> {
        a: f64,
        w: &'a [f64],
        name: &'a str,
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Views<'a, 'b: 'a> {
        first: View<'a>,
        rows: Vec<&'b [f64]>,
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Generic<'a, T> {
        a: T,
        w: &'a [T],
    }

    #[derive_grad]
    impl<'a> View<'a> {
        fn at(&self, k: f64) -> f64 {
            self.a * k * self.w[1]
        }

        fn change(&mut self, k: f64) -> f64 {
            self.a *= k;
            self.at(k)
        }
    }

    #[derive_grad]
    fn f<'a>(v: &Views<'a, '_>, k: f64) -> f64 {
        let mut sum = View::at(&v.first, k);
        for row in &v.rows {
            sum += row[0] * k;
        }
        sum
    }

    #[test]
    fn gradients_without_lifetimes() {
        let w = [2.0, 3.0];
        let first = View {
            a: 5.0,
            w: &w,
            name: "first",
        };
        let views = Views {
            first: first.clone(),
            rows: vec![&w[..1], &w],
        };
        let (value, d, d_k) = f_grad(&views, 10.0);
        assert_eq!((value, d_k), (190.0, 19.0));
        assert_eq!((d.first.a, &d.first.w[..]), (30.0, &[0.0, 50.0][..]));
        assert_eq!(d.rows, [vec![10.0], vec![10.0, 0.0]]);
        let mut changed = first;
        let (value, d, d_k) = changed.change_grad(10.0);
        assert_eq!((value, d.a, d_k), (1500.0, 300.0, 300.0));
    }
}

mod names_of_float_functions {
    use super::*;

    #[derive_grad]
    impl Pair {
        fn sin(&self, k: f64) -> f64 {
            self.a * k - self.b
        }

        fn powi(&self, n: i32) -> f64 {
            self.a * self.b.powi(n)
        }

        fn max(&self) -> f64 {
            self.a.max(self.b)
        }

        fn abs(self) -> Pair {
            Pair {
                a: self.a.abs(),
                b: self.b.abs(),
            }
        }

        fn sqrt(&self) -> f64 {
            self.sin(2.0) + self.powi(2) + self.max()
        }

        fn exp(&mut self) {
            self.a *= self.b;
        }

        fn is_nan(&self) -> bool {
            self.a.is_nan()
        }

        fn len(&self) -> f64 {
            self.a.hypot(self.b)
        }
    }

    impl Pair {
        fn count(&self) -> usize {
            2
        }

        fn degree(&self) -> u8 {
            3
        }
    }

    #[derive_grad]
    fn of_param(p: &Pair, x: f64) -> f64 {
        let mut q = Pair { a: x, b: p.a };
        for _ in 0..p.count() {
            q.exp();
        }
        let r = q.abs();
        let n = if p.is_nan() { 0.0 } else { 1.0 };
        let length: f64 = p.len();
        let counted = p.count() as f64 + Pair::count(p) as f64 + p.degree() as f64;
        p.sin(x) + p.powi(3) + q.max() * n + q.sqrt() + r.b.sin() + length * counted
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        of_param(&Pair { a: x[0], b: x[1] }, x[2])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 1.5, 0.7];
    }
}

mod fields_without_gradient {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Scaled {
        a: f64,
        #[no_grad]
        scale: f64,
        n: u16,
    }

    #[derive_grad]
    fn f(s: &mut Scaled, x: f64) -> f64 {
        let y = s.a * s.scale * x + s.n as f64;
        s.scale = 2.0;
        y * s.scale
    }

    #[test]
    fn are_constants() {
        let mut s = Scaled {
            a: 3.0,
            scale: 5.0,
            n: 1,
        };
        let (value, d, d_x) = f_grad(&mut s, 7.0);
        assert_eq!((value, d.a, d.scale, d_x), (212.0, 70.0, (), 30.0));
    }
}

mod taken_from_a_base {
    use super::*;

    #[derive_grad]
    fn of_param(l: &Layer, p: Pair, x: f64) -> f64 {
        let q = Pair { a: x * p.b, ..p };
        let other = Layer {
            w: vec![x, q.a],
            ..l.clone()
        };
        let twice = Layer { k: q.b, ..other };
        twice.w[1] * twice.k * l.k * twice.n as f64
    }

    #[derive_grad]
    fn changed(l: &mut Layer, x: f64) {
        *l = Layer {
            w: vec![x * l.k],
            ..std::mem::take(l)
        };
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut l = Layer {
            w: vec![x[0], x[1], x[2]],
            ..Layer::default()
        };
        let mut p = Pair { a: x[0], b: x[1] };
        for i in 0..3 {
            p = Pair { b: p.a * x[i], ..p };
            // The field that is not taken stays where it was.
            let next = Layer {
                w: vec![l.w[0] * p.b; i + 1],
                k: p.a * x[2],
                ..l
            };
            l = Layer {
                w: vec![next.w[0] + l.w[0], next.k],
                n: 2,
                ..next
            };
            if i == 1 {
                changed(&mut l, x[1]);
            }
        }
        of_param(&l, p, x[2]) + l.w[0] * l.w[1] * p.b
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 1.5, 0.7];
    }
}

mod parameters_that_change {
    use super::*;

    #[derive_grad]
    impl Layer {
        fn taken(mut self, x: f64) -> f64 {
            self.w.push(x * self.k);
            self.k *= x;
            self.w.iter().sum::<f64>() * self.k
        }

        fn passed(mut self, x: f64) -> Layer {
            for i in 0..2 {
                self.k *= x + self.w[i];
                if i == 1 {
                    self.w = vec![self.k, x, 1.0];
                }
            }
            self
        }
    }

    #[derive_grad]
    fn of_param(mut q: Pair, mut l: Layer, p: &Pair) -> f64 {
        for _ in 0..2 {
            q.a *= l.k;
            q.b += q.a;
        }
        l.w[0] *= q.b;
        let mut r = *p;
        r.a += q.a;
        let mut s = q;
        s.b *= r.a;
        let mut q = q;
        q.a = s.b * r.b;
        l.w.truncate(2);
        l.w.iter().sum::<f64>() * s.a * q.a + r.a * p.a
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let p = Pair { a: x[0], b: x[1] };
        let l = Layer {
            w: vec![x[0], x[1], x[2]],
            k: x[2],
            n: 1,
        };
        let first = of_param(p, l.clone(), &p);
        let second = l.clone().passed(x[1]);
        first * second.k * second.w[0] + l.taken(x[0])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 1.5, 0.7];
    }

    #[test]
    fn the_buffer_has_the_shape_of_the_argument() {
        let l = Layer {
            w: vec![2.0, 3.0],
            k: 5.0,
            n: 1,
        };
        let (value, d, d_x) = l.taken_grad(7.0);
        assert_eq!(
            (value, &d.w[..], d.k, d_x),
            (1400.0, &[35.0, 35.0][..], 525.0, 375.0)
        );
    }
}
