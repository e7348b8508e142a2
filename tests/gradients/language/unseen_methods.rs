//! Methods of fields, items and results, whose types only rustc knows.

use grad_runtime::{Differentiable, derive_grad};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct V2 {
    x: f64,
    y: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Body {
    mass: f64,
    at: V2,
    trail: Vec<V2>,
    #[no_grad]
    scale: f64,
}

#[derive_grad]
impl V2 {
    fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    fn dot(&self, o: &V2) -> f64 {
        self.x * o.x + self.y * o.y
    }

    fn norm(&self) -> f64 {
        self.dot(self).sqrt()
    }

    fn scaled(self, k: f64) -> V2 {
        V2 {
            x: self.x * k,
            y: self.y * k,
        }
    }

    fn plus(self, o: V2) -> V2 {
        V2::new(self.x + o.x, self.y + o.y)
    }

    /// A name that floats have as well.
    fn exp(self) -> V2 {
        V2::new(self.x.exp() * self.y.cos(), self.x.exp() * self.y.sin())
    }

    fn push_by(&mut self, k: f64) -> f64 {
        let before = self.x;
        self.x += k * self.y;
        self.y *= before;
        before * k
    }

    fn checked_div(self, k: f64) -> Option<V2> {
        if k == 0.0 {
            return None;
        }
        Some(V2::new(self.x / k, self.y / k))
    }
}

fn body(x: &[f64]) -> Body {
    Body {
        mass: x[0],
        at: V2 { x: x[1], y: x[2] },
        trail: vec![V2 { x: x[2], y: x[0] }, V2 { x: 0.5, y: x[1] }],
        scale: 1.5,
    }
}

#[derive_grad]
fn made(x: &[f64]) -> Body {
    Body {
        mass: x[0],
        at: V2 { x: x[1], y: x[2] },
        trail: vec![V2 { x: x[2], y: x[0] }, V2 { x: 0.5, y: x[1] }],
        scale: 1.5,
    }
}

mod of_a_field {
    use super::*;

    #[derive_grad]
    fn energy(b: &Body) -> f64 {
        b.mass * b.at.dot(&b.at) + b.at.norm() * b.scale
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let b = made(x);
        energy(&b) * b.at.norm()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3];
    }

    #[test]
    fn the_gradient_of_a_struct_is_the_closed_form() {
        let b = body(&[2.0, 3.0, 4.0]);
        let (value, d) = energy_grad(&b);
        assert_eq!(value, 2.0 * 25.0 + 5.0 * 1.5);
        assert_eq!(d.mass, 25.0);
        assert!((d.at.x - (2.0 * 2.0 * 3.0 + 1.5 * 0.6)).abs() < 1e-12);
        assert!((d.at.y - (2.0 * 2.0 * 4.0 + 1.5 * 0.8)).abs() < 1e-12);
    }
}

mod of_items {
    use super::*;

    #[derive_grad]
    fn length(b: &Body) -> f64 {
        let mut s = 0.0;
        for i in 0..b.trail.len() {
            s += b.trail[i].norm() * b.trail[i].dot(&b.at);
        }
        for v in &b.trail {
            s += v.norm() * b.mass;
        }
        s
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        length(&made(x))
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3];
    }
}

mod of_results_in_a_chain {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let b = made(x);
        let v = b.at.scaled(x[0]).plus(b.at).exp();
        let w = b.at.plus(v).scaled(0.25).exp().exp();
        v.norm().sqrt() * w.dot(&v).abs().ln_1p()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 0.3, 0.4];
    }
}

mod that_may_be_a_float_or_not {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let b = made(x);
        let n = b.at.norm();
        let m = b.at.plus(b.at);
        let e = m.exp();
        let k = n.exp() + n.powi(2) + n.max(b.mass).min(40.0).clamp(0.1, 50.0);
        let l =
            b.at.norm()
                .atan2(x[0])
                .hypot(b.at.norm().powf(x[1]))
                .mul_add(x[2], x[0]);
        let s = b.at.norm().sin().cos().tan().tanh().cbrt().recip();
        let r = b.at.norm().floor() + b.at.norm().fract() * b.at.norm().log(x[1] + 1.0);
        e.dot(&b.at) * k + l * s + r
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 0.9, 1.3];
    }
}

mod that_changes_its_receiver {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut b = made(x);
        let mut s = 0.0;
        for i in 0..3 {
            let k = b.at.push_by(x[i]);
            if i != 1 {
                s += k * b.at.norm();
            }
            let copy = b.at;
            b.at.push_by(0.5);
            s += copy.norm();
        }
        b.trail[1].push_by(s);
        s + b.trail[1].norm() + b.at.x
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 0.9, 1.3];
    }
}

mod whose_receiver_has_a_side_effect {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut n = 0;
        let s = V2::new(
            {
                n += 1;
                x[0]
            },
            x[1],
        )
        .plus(V2::new(x[n], 2.0))
        .norm();
        s * n as f64 * x[n + 1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 0.9, 1.3];
    }
}

mod of_a_constant_with_an_active_argument {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let one = V2::new(1.0, 0.5);
        let v = one.scaled(x[0]).plus(one.scaled(x[1]));
        let moved = one.plus(V2::new(x[2], x[0]));
        v.dot(&moved) * one.dot(&v)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 0.9, 1.3];
    }
}

mod with_a_result_in_an_option {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> Option<f64> {
        let b = made(x);
        let half = b.at.checked_div(x[0])?;
        Some(half.norm() * b.at.checked_div(half.norm())?.norm())
    }

    #[test]
    fn the_gradient_is_the_closed_form() {
        // |a| / x0 · |a| · x0 / |a| = |a|
        let (value, d) = f_grad(&[0.5, 3.0, 4.0]).unwrap();
        assert!((value - 5.0).abs() < 1e-12);
        for (d, expected) in d.iter().zip([0.0, 0.6, 0.8]) {
            assert!((d - expected).abs() < 1e-12, "{d} {expected}");
        }
        assert_eq!(f_grad(&[0.0, 3.0, 4.0]), None);
    }
}

mod chosen_by_a_branch {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let b = made(x);
        let mut v = V2::new(x[0], 1.0);
        for i in 0..3 {
            let w = if i % 2 == 0 {
                v.scaled(x[i])
            } else {
                V2::new(x[2], v.y)
            };
            v = w.plus(b.at);
            if v.norm() > 2.0 {
                v = v.scaled(0.5);
            }
        }
        v.norm()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 0.9, 1.3];
        smooth [2.7, 0.9, 1.3];
    }
}

mod of_a_type_in_generics {
    use super::*;
    use std::ops::{Add, Mul, Sub};

    trait Float: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + 'static {
        fn sqrt(self) -> Self;
        fn exp(self) -> Self;
        fn ln(self) -> Self;
    }

    impl Float for f64 {
        fn sqrt(self) -> f64 {
            f64::sqrt(self)
        }
        fn exp(self) -> f64 {
            f64::exp(self)
        }
        fn ln(self) -> f64 {
            f64::ln(self)
        }
    }

    impl Float for f32 {
        fn sqrt(self) -> f32 {
            f32::sqrt(self)
        }
        fn exp(self) -> f32 {
            f32::exp(self)
        }
        fn ln(self) -> f32 {
            f32::ln(self)
        }
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct P<T> {
        a: T,
        b: T,
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Two<T> {
        p: P<T>,
        q: P<T>,
    }

    #[derive_grad]
    impl<T: Float> P<T> {
        fn times(self, o: P<T>) -> P<T> {
            Self {
                a: self.a * o.a - self.b * o.b,
                b: self.a * o.b + self.b * o.a,
            }
        }

        fn size(&self) -> T {
            (self.a * self.a + self.b * self.b).sqrt()
        }
    }

    #[derive_grad]
    impl<T: Float> Two<T> {
        fn both(&self) -> T {
            let product = self.p.times(self.q);
            product.size() * self.p.size().exp() + self.q.times(product).size().ln()
        }
    }

    #[test]
    fn both_floats_agree_with_differences() {
        fn value(v: [f64; 4]) -> f64 {
            let two = Two {
                p: P { a: v[0], b: v[1] },
                q: P { a: v[2], b: v[3] },
            };
            two.both()
        }
        let v = [0.3, 0.4, 0.8, -0.5];
        let two = Two {
            p: P { a: v[0], b: v[1] },
            q: P { a: v[2], b: v[3] },
        };
        let single = Two {
            p: P { a: 0.3_f32, b: 0.4 },
            q: P { a: 0.8, b: -0.5 },
        };
        let (_, d) = two.both_grad();
        let (_, s) = single.both_grad();
        let d = [d.p.a, d.p.b, d.q.a, d.q.b];
        let s = [s.p.a, s.p.b, s.q.a, s.q.b];
        for i in 0..4 {
            let at = |h: f64| {
                let mut v = v;
                v[i] += h;
                value(v)
            };
            let expected = (at(1e-6) - at(-1e-6)) / 2e-6;
            assert!((d[i] - expected).abs() < 1e-7);
            assert!((f64::from(s[i]) - expected).abs() < 1e-4);
        }
    }
}

mod on_a_parameter_without_a_gradient {
    use super::*;

    struct Table {
        slope: f64,
    }

    #[derive_grad(no_grad(self))]
    impl Table {
        fn at(&self, x: f64) -> f64 {
            self.slope * x * x
        }
    }

    #[derive_grad(no_grad(table))]
    fn f(x: f64, table: &Table) -> f64 {
        table.at(x) * x
    }

    #[test]
    fn the_gradient_is_the_closed_form() {
        let table = Table { slope: 2.0 };
        assert_eq!(f_grad(3.0, &table), (54.0, 54.0));
    }
}

mod that_change_a_struct_made_here {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut p = V2::new(x[0], x[1]);
        p.push_by(x[2]);
        let mut q = V2 { x: 0.5, y: x[1] };
        let k = q.push_by(x[0]);
        q.push_by(k);
        let mut total = V2 { x: 0.0, y: 0.0 };
        for i in 0..3 {
            total.push_by(x[i] * p.x);
            p.push_by(0.1);
            total.x += q.y;
        }
        p.norm() * q.norm() + total.norm() + k
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 0.9, 1.3];
    }
}

mod that_change_and_tell_no_float {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Walk {
        at: V2,
        steps: usize,
    }

    #[derive_grad]
    impl Walk {
        fn advance(&mut self, k: f64) -> bool {
            self.at.x += k * self.at.y;
            self.at.y *= 0.9;
            self.steps += 1;
            self.is_going()
        }

        fn is_going(&self) -> bool {
            self.steps < 3 && self.at.x < 100.0
        }

        fn run(&mut self, k: f64) -> usize {
            let mut trips = 0;
            while self.advance(k) {
                trips += 1;
            }
            trips
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Pair {
        left: Walk,
        right: Walk,
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let walk = Walk {
            at: V2::new(x[0], x[1]),
            steps: 0,
        };
        let mut pair = Pair {
            left: walk.clone(),
            right: walk,
        };
        let mut n = 0;
        while pair.left.advance(x[2]) {
            n += 1;
        }
        let trips = pair.right.run(x[0]);
        if pair.right.is_going() || !pair.left.is_going() {
            n += 1;
        }
        let mut third = pair.left.clone();
        if !third.advance(0.5) {
            n += trips;
        }
        pair.left.at.norm() * n as f64 + pair.right.at.norm() * third.at.x
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 0.9, 1.3];
    }
}

mod that_change_a_struct_behind_an_argument_with_statements {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut p = V2::new(x[0], x[1]);
        let mut n = 0;
        let k = p.push_by(f64::powi(2.0, -2));
        p.push_by({
            n += 1;
            x[2]
        });
        let mut log = vec![0.5];
        p.push_by({
            log.push(x[n]);
            log[1] * k
        });
        p.x * p.y
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 0.9, 1.3];
    }
}
