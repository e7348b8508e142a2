//! Structs of the user's: as parameters, made in the body, returned, and with methods.

use grad_runtime::{Differentiable, derive_grad};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct V3 {
    x: f64,
    y: f64,
    z: f64,
}

#[derive_grad]
impl V3 {
    fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    fn dot(&self, other: &V3) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    fn scale(&self, k: f64) -> V3 {
        V3 {
            x: self.x * k,
            y: self.y * k,
            z: self.z * k,
        }
    }

    fn plus(&self, other: &V3) -> V3 {
        V3::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }

    fn norm(&self) -> f64 {
        self.dot(self).sqrt()
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Model {
    bias: f64,
    weights: Vec<f64>,
    order: usize,
    layers: Vec<V3>,
    flat: bool,
    #[no_grad]
    threshold: f64,
}

fn model(v: &[f64]) -> Model {
    Model {
        bias: v[0],
        weights: v[1..3].to_vec(),
        order: 2,
        layers: vec![
            V3::new(v[3], v[4], v[5]),
            V3 {
                x: v[6],
                y: 1.0,
                z: 2.0,
            },
        ],
        flat: true,
        threshold: 0.5,
    }
}

mod fields_of_a_parameter {
    use super::*;

    #[derive_grad]
    fn f(m: &Model, x: f64) -> f64 {
        let mut s = m.bias * x;
        for i in 0..m.order {
            s += m.weights[i] * x.powi(i as i32 + 1);
        }
        for layer in &m.layers {
            s += layer.x * layer.y.sin() * x;
        }
        s += m.weights.iter().map(|w| w * w).sum::<f64>() * m.order as f64;
        if m.flat && x > m.threshold {
            s * m.bias
        } else {
            s
        }
    }

    #[test]
    fn gradient_by_field() {
        let v = [0.5, 1.5, -0.5, 0.3, 0.7, 0.1, 0.9];
        let (value, d_m, d_x) = f_grad(&model(&v), 0.8);
        assert_eq!(value, f(&model(&v), 0.8));
        let slope = |k: usize| {
            let h = 1e-6;
            let (mut up, mut down) = (v, v);
            up[k] += h;
            down[k] -= h;
            (f(&model(&up), 0.8) - f(&model(&down), 0.8)) / (2.0 * h)
        };
        let found = [
            d_m.bias,
            d_m.weights[0],
            d_m.weights[1],
            d_m.layers[0].x,
            d_m.layers[0].y,
            d_m.layers[0].z,
            d_m.layers[1].x,
        ];
        for (k, d) in found.into_iter().enumerate() {
            assert!(
                (d - slope(k)).abs() < 1e-7,
                "{k}: {d} instead of {}",
                slope(k)
            );
        }
        let h = 1e-6;
        let by_x = (f(&model(&v), 0.8 + h) - f(&model(&v), 0.8 - h)) / (2.0 * h);
        assert!((d_x - by_x).abs() < 1e-7);
    }

    #[test]
    fn buffers_are_overwritten_and_pullbacks_add() {
        let m = model(&[0.5, 1.5, -0.5, 0.3, 0.7, 0.1, 0.9]);
        let (_, d_m, d_x) = f_grad(&m, 0.8);
        let (mut into, mut by_x) = (m.zero_tangent(), 7.0);
        into.weights[0] = 5.0;
        f_grad_into(&m, 0.8, &mut into, &mut by_x);
        assert_eq!((&into, by_x), (&d_m, d_x));
        let (_, pullback) = f_vjp(&m, 0.8);
        pullback(1.0, &mut into, &mut by_x);
        assert_eq!(into.bias, 2.0 * d_m.bias);
        assert_eq!(into.weights[1], 2.0 * d_m.weights[1]);
    }

    #[test]
    #[should_panic(
        expected = "gradient buffer `d_m.weights` has length 1, but `m.weights` has length 2"
    )]
    fn a_field_of_another_length_is_named() {
        let m = model(&[0.5, 1.5, -0.5, 0.3, 0.7, 0.1, 0.9]);
        let mut d_m = m.zero_tangent();
        d_m.weights.pop();
        f_grad_into(&m, 0.8, &mut d_m, &mut 0.0);
    }
}

mod slice_of_structs {
    use super::*;

    // `p` is an item, whose type only the compiler knows: its methods are called by path.
    #[derive_grad]
    fn f(points: &[V3], k: f64) -> f64 {
        points.iter().map(|p| p.x * p.y * k + V3::dot(p, p)).sum()
    }

    #[test]
    fn gradient() {
        let points = [V3::new(1.0, 2.0, 3.0), V3::new(0.5, -1.0, 0.0)];
        let (value, d, d_k) = f_grad(&points, 2.0);
        assert_eq!(value, 4.0 + 14.0 - 1.0 + 1.25);
        assert_eq!((d[0].x, d[0].y, d[0].z), (4.0 + 2.0, 2.0 + 4.0, 6.0));
        assert_eq!((d[1].x, d[1].y, d[1].z), (-2.0 + 1.0, 1.0 - 2.0, 0.0));
        assert_eq!(d_k, 1.5);
    }
}

mod made_and_passed_on {
    use super::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct State {
        pos: V3,
        vel: V3,
        steps: usize,
    }

    #[derive_grad]
    fn step(s: &State, dt: f64) -> State {
        let r = s.pos.x.hypot(s.pos.y);
        let pull = V3 {
            x: -s.pos.x / (r * r * r),
            y: -s.pos.y / (r * r * r),
            z: 0.0,
        };
        let vel = V3::plus(&s.vel, &V3::scale(&pull, dt));
        State {
            pos: V3::plus(&s.pos, &V3::scale(&vel, dt)),
            vel,
            steps: s.steps + 1,
        }
    }

    #[derive_grad]
    fn energy(s: &State) -> f64 {
        0.5 * V3::dot(&s.vel, &s.vel) - 1.0 / V3::norm(&s.pos)
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = State {
            pos: V3 {
                x: x[0],
                y: 0.0,
                z: 0.0,
            },
            vel: V3::new(0.0, x[1], 0.0),
            steps: 0,
        };
        for _ in 0..3 {
            s = step(&s, x[2]);
        }
        energy(&s) + s.steps as f64 * s.pos.x
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [1.0, 1.1, 0.1];
    }
}

mod tuple_struct {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Pair(f64, Vec<f64>);

    #[derive_grad]
    fn take(p: &Pair) -> f64 {
        let Pair(a, v) = p;
        a * v[1]
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let p = Pair(x[0] * x[0], x.to_vec());
        take(&p) + p.1.iter().sum::<f64>() * p.0
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 2.0, -1.0];
    }
}

mod patterns_of_structs {
    use super::*;

    #[derive(Clone, Copy, Differentiable)]
    struct Camera {
        focal: f64,
        radial: [f64; 2],
        id: u32,
    }

    #[derive_grad]
    fn project(camera: &Camera, r: f64) -> f64 {
        let Camera {
            focal,
            radial: [k1, k2],
            ..
        } = camera;
        focal * r * (1.0 + k1 * r * r + k2 * r.powi(4)) + f64::from(camera.id)
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let camera = Camera {
            focal: x[0],
            radial: [x[1], x[2]],
            id: 3,
        };
        project(&camera, x[3])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [1.5, 0.1, -0.2, 0.7];
    }
}

mod methods {
    use super::*;

    #[derive(Clone, Differentiable)]
    struct Curve {
        rate: f64,
        knots: Vec<f64>,
        depth: usize,
    }

    #[derive_grad]
    impl Curve {
        const SHIFT: f64 = 0.25;

        fn depth(&self) -> usize {
            self.depth
        }

        fn discount(&self, t: f64) -> f64 {
            (-(self.rate + Self::SHIFT) * t).exp()
        }

        fn value(&self, t: f64) -> f64 {
            let mut s = 0.0;
            for (i, k) in self.knots.iter().enumerate() {
                s += k * self.discount(t * (i + self.depth()) as f64);
            }
            s + Self::square(self.rate)
        }

        fn square(x: f64) -> f64 {
            x * x
        }

        fn into_rate(self, k: f64) -> f64 {
            self.rate * k * self.knots[0]
        }

        fn nested(&self, t: f64, depth: usize) -> f64 {
            if depth == 0 {
                self.value(t)
            } else {
                self.nested(t * self.rate, depth - 1)
            }
        }
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let curve = Curve {
            rate: x[0],
            knots: x[1..].to_vec(),
            depth: 1,
        };
        let by_path = Curve::value(&curve, x[1]);
        by_path * Curve::nested(&curve, x[2], 2)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 0.7, 1.3];
    }

    #[test]
    fn receiver_by_value() {
        let curve = Curve {
            rate: 2.0,
            knots: vec![3.0, 5.0],
            depth: 0,
        };
        let (value, d_self, d_k) = curve.into_rate_grad(4.0);
        assert_eq!((value, d_self.rate, d_k), (24.0, 12.0, 6.0));
        assert_eq!(d_self.knots, [8.0, 0.0]);
    }
}

mod its_own_gradient {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    #[grad(tangent = Self)]
    struct Point {
        x: f64,
        y: f64,
    }

    #[derive_grad]
    fn f(p: Point, k: f64) -> f64 {
        p.x * p.y * k
    }

    #[test]
    fn gradient() {
        let (value, d_p, d_k) = f_grad(Point { x: 2.0, y: 3.0 }, 5.0);
        assert_eq!((value, d_k), (30.0, 6.0));
        assert_eq!(d_p, Point { x: 15.0, y: 10.0 });
    }
}

mod generic_struct {
    use super::*;

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    struct Pair<T> {
        first: T,
        second: Vec<T>,
    }

    #[test]
    fn gradients_of_any_inside() {
        let pair = Pair {
            first: (1.0, 2_usize),
            second: vec![(3.0, 4_usize)],
        };
        let zero = pair.zero_tangent();
        assert_eq!(zero.first, (0.0, ()));
        assert_eq!(zero.second, [(0.0, ())]);
    }
}

mod changed_in_place {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Body {
        x: f64,
        v: [f64; 2],
        w: Vec<f64>,
        n: usize,
    }

    #[derive_grad]
    fn step(s: &mut Body, dt: f64) {
        s.x += s.v[0] * dt;
        s.v[0] = s.v[0] - s.x.sin() * dt;
        for k in 0..s.w.len() {
            s.w[k] *= s.x;
        }
        s.n += 1;
    }

    #[derive_grad]
    impl Body {
        fn advance(&mut self, dt: f64) {
            self.x += self.v[0] * dt;
            self.v[0] -= self.x * dt * self.w[1];
            self.n = self.n + 1;
        }

        fn twice(&mut self, dt: f64) -> f64 {
            self.advance(dt);
            self.advance(2.0 * dt);
            self.x * self.v[0]
        }
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = Body {
            x: x[0],
            v: [x[1], 1.0],
            w: vec![x[0], x[2]],
            n: 0,
        };
        s.v[1] = s.w[1] * s.x;
        s.w[0] -= s.v[1];
        for _ in 0..3 {
            step(&mut s, 0.1);
        }
        let twice = Body::twice(&mut s, x[2]);
        s.x = s.v[0] * twice;
        s.x * s.w[0] * s.w[1] + s.v[1] * s.n as f64
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.2, 0.3, 0.4];
    }

    #[test]
    fn cotangents_of_the_state_are_in_and_out() {
        let mut s = Body {
            x: 2.0,
            v: [3.0, 1.0],
            w: vec![],
            n: 7,
        };
        let ((), pullback) = step_vjp(&mut s, 0.5);
        let mut d_s = s.zero_tangent();
        (d_s.x, d_s.v[0]) = (1.0, 0.0);
        let mut d_dt = 0.0;
        pullback(&mut d_s, &mut d_dt);
        assert_eq!((s.x, s.n), (3.5, 8));
        assert_eq!((d_s.x, d_s.v, d_dt), (1.0, [0.5, 0.0], 3.0));
    }
}

mod written_in_a_loop {
    use super::*;

    #[derive(Clone, Copy, Differentiable)]
    struct Pair {
        a: f64,
        b: f64,
    }

    // A cotangent of the struct that is not zeroed in every trip would count earlier trips twice.
    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut r = 0.0;
        for i in 0..3 {
            let mut s = Pair { a: x, b: 0.0 };
            s.b = s.a * (i + 1) as f64;
            r += s.a * s.b;
        }
        r
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [3.0] => [36.0];
    }
}

mod methods_of_what_was_made_here {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let a = V3 { x, y, z: 1.0 };
        let b = V3::new(y, x * x, x);
        let mut c = V3 {
            x: 1.0,
            y: x,
            z: 0.0,
        };
        c.x *= y;
        a.dot(&b) * c.dot(&a) + a.norm() + V3::scale(&a, y).x
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [0.7, 1.3];
    }
}
