//! Enums of the user's: made, taken apart, changed and returned.

use grad_runtime::{Differentiable, derive_grad};

#[derive(Differentiable, Clone, Copy, Debug)]
enum Kernel {
    Rbf { ell: f64 },
    Periodic { ell: f64, period: f64 },
    Linear(f64),
    Off,
}
#[derive(Differentiable, Clone, Debug)]
enum Layer {
    Dense { w: Vec<f64>, b: f64 },
    Act(Act),
    Scale(f64, usize),
    Norm,
}
#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
enum Act {
    Relu,
    Leaky(f64),
    Pow { p: i32, a: f64 },
}
#[derive(Differentiable, Clone, Copy, Debug)]
struct P2 {
    x: f64,
    y: f64,
}
#[derive(Differentiable, Clone, Copy, Debug)]
enum Shape {
    Circle { c: P2, r: f64 },
    Box(P2, P2),
    Half((f64, f64), [f64; 2]),
}
#[derive_grad]
impl Act {
    fn on(&self, x: f64) -> f64 {
        match self {
            Act::Relu => x.max(0.0),
            Act::Leaky(a) => {
                if x > 0.0 {
                    x
                } else {
                    a * x
                }
            }
            &Act::Pow { p, a } => a * x.powi(p),
        }
    }
}
#[derive_grad]
impl Kernel {
    fn eval(&self, a: f64, b: f64) -> f64 {
        match *self {
            Kernel::Rbf { ell } => (-(a - b).powi(2) / (2.0 * ell * ell)).exp(),
            Self::Periodic { ell, period } => {
                let s = ((a - b) / period).sin();
                (-2.0 * s * s / (ell * ell)).exp()
            }
            Kernel::Linear(v) => v * a * b,
            Kernel::Off => 0.0,
        }
    }
    fn scaled(&self, k: f64) -> Kernel {
        match self {
            Kernel::Rbf { ell } => Kernel::Rbf { ell: ell * k },
            Kernel::Periodic { ell, period } => Kernel::Periodic {
                ell: *ell,
                period: period * k,
            },
            Kernel::Linear(v) => Kernel::Linear(v * k),
            Kernel::Off => Kernel::Off,
        }
    }
    fn grow(&mut self, k: f64) {
        match self {
            Kernel::Rbf { ell } => *ell += k,
            Kernel::Periodic { ell, .. } => {
                *ell *= k;
            }
            Kernel::Linear(v) => *v = k * k,
            Kernel::Off => {}
        }
    }
}
#[derive_grad]
impl Layer {
    fn run(&self, x: &[f64]) -> Vec<f64> {
        match self {
            Layer::Dense { w, b } => {
                let n = x.len();
                let m = w.len() / n;
                (0..m)
                    .map(|i| (0..n).map(|j| w[i * n + j] * x[j]).sum::<f64>() + b)
                    .collect()
            }
            Layer::Act(act) => x.iter().map(|&v| act.on(v)).collect(),
            Layer::Scale(k, times) => x.iter().map(|v| v * k.powi(*times as i32)).collect(),
            Layer::Norm => {
                let s: f64 = x.iter().map(|v| v * v).sum();
                x.iter().map(|v| v / s.sqrt()).collect()
            }
        }
    }
}
#[derive_grad]
impl Shape {
    fn sd(&self, p: P2) -> f64 {
        match self {
            Shape::Circle { c: P2 { x, y }, r } => {
                ((p.x - x).powi(2) + (p.y - y).powi(2)).sqrt() - r
            }
            Shape::Box(c, h) => (p.x - c.x).abs().max((p.y - c.y).abs()) - h.x * h.y,
            Shape::Half((nx, ny), o) => nx * p.x + ny * p.y - o[0] * o[1],
        }
    }
    fn area(self) -> f64 {
        match self {
            Shape::Circle { r, .. } => 3.0 * r * r,
            Shape::Box(_, h) => 4.0 * h.x * h.y,
            Shape::Half(..) => 0.0,
        }
    }
}

mod a_variant_made {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let k = Kernel::Rbf { ell: x[0] };
        k.eval(x[1], x[2])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod variants_out_of_branches {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let k = if x[0] > 0.5 {
            Kernel::Periodic {
                ell: x[0],
                period: x[1] * x[1],
            }
        } else {
            Kernel::Linear(x[0])
        };
        k.eval(x[1], x[2]) + k.scaled(x[2]).eval(x[0], x[1])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod a_vector_of_variants {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut ks = vec![Kernel::Linear(x[0]), Kernel::Rbf { ell: x[1] }];
        ks.push(Kernel::Periodic {
            ell: x[2],
            period: 2.0,
        });
        ks.push(Kernel::Off);
        let mut t = 0.0;
        for k in &ks {
            t += k.eval(x[0], x[2]);
        }
        for k in ks.iter() {
            match k {
                Kernel::Linear(v) => t *= v,
                Kernel::Rbf { ell } if *ell > 0.1 => t += ell * ell,
                _ => {}
            }
        }
        t
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod layers_of_a_network {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let net = [
            Layer::Dense {
                w: vec![x[0], x[1], 0.3, x[2], 0.5, 0.1],
                b: x[1],
            },
            Layer::Act(Act::Leaky(x[2])),
            Layer::Scale(x[0], 2),
            Layer::Norm,
        ];
        let mut h = x.to_vec();
        for l in &net {
            h = l.run(&h);
        }
        h[0] * 2.0 + h[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod shapes_with_structs_inside {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let shapes = [
            Shape::Circle {
                c: P2 { x: x[0], y: 0.1 },
                r: x[1],
            },
            Shape::Box(P2 { x: 0.3, y: x[2] }, P2 { x: x[1], y: x[1] }),
            Shape::Half((x[0], 1.0), [x[1], x[2]]),
        ];
        let p = P2 {
            x: 2.0 * x[2],
            y: x[0],
        };
        let mut best = 1e9_f64;
        let mut area = 0.0;
        for s in shapes.iter() {
            best = best.min(s.sd(p));
            area += s.area();
        }
        best + area
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod changed_in_place {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut k = Kernel::Rbf { ell: x[0] };
        for i in 0..3 {
            k.grow(x[i] * 0.5);
        }
        let mut m = Kernel::Linear(x[1]);
        m.grow(x[2]);
        k.eval(x[1], x[2]) * m.eval(1.0, x[0])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod a_variant_without_fields {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let a = Act::Pow { p: 3, a: x[0] };
        let b = if x[1] > 0.0 {
            Act::Relu
        } else {
            Act::Leaky(0.1)
        };
        a.on(x[1]) + b.on(x[2]) * if a == b { 0.0 } else { 2.0 }
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod variants_by_their_own_name {
    use super::Kernel::*;
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let ks = [Kernel::Linear(x[0]), Kernel::Rbf { ell: x[1] }];
        let mut t = 0.0;
        for k in ks {
            t += match k {
                Linear(v) => v * x[2],
                Rbf { ell } => ell * ell,
                Periodic { .. } | Off => 0.0,
            };
        }
        t
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod an_enum_in_a_struct {
    use super::*;

    #[derive(Differentiable, Clone)]
    struct Model {
        k: Kernel,
        noise: f64,
        acts: Vec<Act>,
    }
    #[derive_grad]
    impl Model {
        fn value(&self, x: f64) -> f64 {
            let base = match self.k {
                Kernel::Linear(v) => v * x,
                Kernel::Rbf { ell } => (x / ell).exp(),
                _ => 1.0,
            };
            let more = match &self.k {
                Kernel::Rbf { ell } | Kernel::Linear(ell) => ell + 1.0,
                _ => 0.0,
            };
            let mut y = base + self.noise * more;
            for a in &self.acts {
                y = a.on(y);
            }
            y
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = Model {
            k: Kernel::Rbf { ell: x[0] },
            noise: x[1],
            acts: vec![Act::Relu, Act::Leaky(x[2]), Act::Pow { p: 2, a: x[0] }],
        };
        m.value(x[2])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod a_pair_of_enums {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let pair = (Kernel::Linear(x[0]), Kernel::Rbf { ell: x[1] });
        match (&pair.0, &pair.1) {
            (Kernel::Linear(a), Kernel::Rbf { ell }) => a * ell * x[2],
            (Kernel::Off, _) | (_, Kernel::Off) => 0.0,
            _ => 1.0,
        }
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod a_program_of_operations {
    use super::*;

    #[derive(Differentiable, Clone, Copy)]
    enum Op {
        Add(f64),
        Mul(f64),
        Sin,
        Pow(i32),
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let prog = [
            Op::Add(x[0]),
            Op::Mul(x[1]),
            Op::Sin,
            Op::Pow(2),
            Op::Add(x[2]),
        ];
        let mut stack: Vec<f64> = vec![x[2]];
        for op in prog.iter() {
            let top = stack.pop().unwrap();
            let v = match *op {
                Op::Add(a) => top + a,
                Op::Mul(a) => top * a,
                Op::Sin => top.sin(),
                Op::Pow(n) => top.powi(n),
            };
            stack.push(v);
        }
        prog.iter().fold(stack[0], |acc, op| match op {
            Op::Add(a) => acc + a * a,
            Op::Mul(m) => acc * m,
            _ => acc,
        })
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod an_enum_returned {
    use super::*;
    #[derive_grad]
    fn mk(t: f64, u: f64) -> Kernel {
        if t > u {
            Kernel::Linear(t * u)
        } else if t > 0.0 {
            Kernel::Rbf { ell: u }
        } else {
            Kernel::Off
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut t = 0.0;
        for i in 0..x.len() - 1 {
            let k = mk(x[i], x[i + 1]);
            t += k.eval(x[0], x[1]);
            if let Kernel::Linear(v) = k {
                t += v;
            } else if let Kernel::Rbf { ell } = &k {
                t *= ell;
            }
        }
        t
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod a_generic_enum {
    use super::*;

    #[derive(Differentiable, Clone, Copy, Debug)]
    enum Either<T> {
        L(T),
        R { a: T, b: T },
    }
    #[derive_grad]
    fn val<T: num_traits::Float + grad_runtime::Scalar>(e: &Either<T>, s: T) -> T {
        match e {
            Either::L(t) => *t * s,
            Either::R { a, b } => *a * *b + s,
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        val(&Either::L(x[0]), x[1]) * val(&Either::R { a: x[1], b: x[2] }, x[0])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod let_else_and_if_let_mut {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let k = Kernel::Periodic {
            ell: x[0],
            period: x[1],
        };
        let Kernel::Periodic { ell, period } = k else {
            return 0.0;
        };
        let mut kk = k;
        if let Kernel::Periodic { ell, .. } = &mut kk {
            *ell *= x[2];
        }
        ell * period + kk.eval(x[0], x[2])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod written_through_a_slice {
    use super::*;

    #[derive_grad]
    fn g(ks: &mut [Kernel], s: f64) {
        for k in ks.iter_mut() {
            if let Kernel::Linear(v) = k {
                *v *= s;
            } else {
                *k = Kernel::Linear(s * s);
            }
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut ks = [Kernel::Linear(x[0]), Kernel::Rbf { ell: x[1] }];
        g(&mut ks, x[2]);
        ks[0].eval(x[0], x[1]) + ks[1].eval(x[1], x[1])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod alternatives {
    use super::*;

    /// Two variants that bind the same name are two places: the gradient went to the last of them.
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let kernels = [
            Kernel::Rbf { ell: x[0] },
            Kernel::Periodic {
                ell: x[1],
                period: x[2],
            },
        ];
        let mut total = 1.0;
        for k in &kernels {
            match k {
                Kernel::Rbf { ell } | Kernel::Periodic { ell, .. } if *ell > 0.1 => total *= ell,
                _ => {}
            }
        }
        total * x[2]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod by_parameter {
    use super::*;
    use grad_runtime::Tangent as _;

    #[derive_grad]
    fn total(layers: &[Layer], k: Kernel, s: f64) -> f64 {
        let mut total = k.eval(s, 2.0);
        for layer in layers {
            match layer {
                Layer::Dense { w, b } => total += w[0] * w[1] * b,
                Layer::Scale(k, times) => total += k * *times as f64 * s,
                Layer::Act(_) | Layer::Norm => total *= 2.0,
            }
        }
        total
    }

    /// The gradient has the field of the variant that is held, and zeros for the others.
    #[test]
    fn fields_by_variant() {
        let layers = [
            Layer::Scale(3.0, 4),
            Layer::Norm,
            Layer::Dense {
                w: vec![2.0, 5.0],
                b: 7.0,
            },
        ];
        let (value, d_layers, d_k, d_s) = total_grad(&layers, Kernel::Linear(1.5), 0.5);
        assert_eq!(value, 2.0 * (1.5 + 3.0 * 4.0 * 0.5) + 70.0);
        assert_eq!(d_layers[0].scale_0, 2.0 * 4.0 * 0.5);
        assert_eq!(d_layers[0].scale_1, ());
        assert!(d_layers[0].dense_w.is_empty());
        assert_eq!(d_layers[2].dense_w, [35.0, 14.0]);
        assert_eq!(d_layers[2].dense_b, 10.0);
        assert_eq!(d_k.linear_0, 2.0 * 0.5 * 2.0);
        assert_eq!((d_k.rbf_ell, d_k.periodic_period), (0.0, 0.0));
        assert_eq!(d_s, 2.0 * (1.5 * 2.0 + 3.0 * 4.0));
        let mut twice = d_k.clone();
        twice.accumulate(&d_k);
        assert_eq!(twice.linear_0, 2.0 * d_k.linear_0);
    }

    #[test]
    #[should_panic(
        expected = "`d_layers[0].dense_w` has length 1, but `layers[0].dense_w` has length 2"
    )]
    fn lengths_of_the_variant_held() {
        let layers = [Layer::Dense {
            w: vec![2.0, 5.0],
            b: 7.0,
        }];
        let mut d = [Layer::Dense {
            w: vec![0.0],
            b: 0.0,
        }
        .zero_tangent()];
        let _ = total_grad_into(
            &layers,
            Kernel::Off,
            0.5,
            &mut d,
            &mut Kernel::Off.zero_tangent(),
            &mut 0.0,
        );
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Bad {
    Neg(f64),
    Big { at: usize, v: f64 },
    Odd,
}
#[derive_grad]
fn c1(x: f64) -> Result<f64, Bad> {
    if x < 0.0 {
        return Err(Bad::Neg(x));
    }
    if x > 100.0 {
        return Err(Bad::Big { at: 1, v: x * 2.0 });
    }
    Ok(x.sqrt())
}
#[derive_grad]
fn c2(x: f64) -> Result<f64, Bad> {
    let y = c1(x)?;
    if y > 3.0 {
        Err(Bad::Neg(y))
    } else {
        Ok(y * y * y)
    }
}
#[derive_grad]
fn c3(x: &[f64]) -> Result<f64, Bad> {
    let f = x.first().ok_or(Bad::Odd)?;
    let l = x.get(2).copied().ok_or_else(|| Bad::Neg(x[0]))?;
    Ok(f * l)
}
#[derive_grad]
fn c4(x: &[f64]) -> Result<f64, Bad> {
    match x {
        [] => Err(Bad::Odd),
        [a, ..] if *a < 0.0 => Err(Bad::Neg(*a)),
        [a, b, ..] => Ok(a * b),
        _ => Err(Bad::Big {
            at: x.len(),
            v: x[0],
        }),
    }
}
#[derive_grad]
fn c5(x: &[f64]) -> Result<f64, Bad> {
    let s: f64 = x
        .iter()
        .map(|&v| if v < 0.0 { Err(Bad::Neg(v)) } else { Ok(v * v) })
        .sum::<Result<f64, Bad>>()?;
    Ok(s)
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
enum E {
    A(f64),
    B(Vec<f64>),
    C,
}

mod errors_with_floats {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        c1(x[0]).unwrap()
            + c2(x[1]).unwrap_or(0.0)
            + c3(x).unwrap()
            + c4(x).unwrap()
            + c5(x).unwrap()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod enums_without_gradient {
    use super::*;

    #[derive(Clone, Copy, PartialEq)]
    enum Mode {
        Fast,
        Slow(usize),
    }
    #[derive(Clone, Copy)]
    enum Tol {
        Abs(f64),
        Rel(f64),
    }
    #[derive_grad(no_grad(m, t))]
    fn g(x: f64, m: Mode, t: Tol) -> f64 {
        let e = match t {
            Tol::Abs(a) => a,
            Tol::Rel(r) => r * 2.0,
        };
        match m {
            Mode::Fast => x * e,
            Mode::Slow(n) if n > 2 => x * x,
            Mode::Slow(n) => x.powi(n as i32) * e,
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        g(x[0], Mode::Fast, Tol::Abs(0.5)) + g(x[1], Mode::Slow(2), Tol::Rel(0.25))
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod variants_assigned_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut e = E::B(vec![x[0], x[1]]);
        let mut t = 0.0;
        for i in 0..4 {
            match &e {
                E::A(a) => t += a * x[2],
                E::B(v) => {
                    for q in v {
                        t += q * q;
                    }
                }
                E::C => t *= 1.5,
            }
            if i == 0 {
                e = E::A(t);
            } else if i == 1 {
                e = E::C
            } else {
                e = E::B(vec![t; 3]);
            }
        }
        if let E::B(v) = e { t + v[2] } else { t }
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod changed_by_a_call {
    use super::*;

    #[derive_grad]
    fn g(e: &mut E, k: f64) {
        match e {
            E::A(a) => {
                *a *= k;
                *e = E::B(vec![k, 2.0 * k]);
            }
            E::B(v) => {
                v[0] *= k;
                v.push(k);
            }
            E::C => *e = E::A(k),
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut e = E::C;
        let mut t = 0.0;
        for i in 0..4 {
            g(&mut e, x[i % 3]);
            if let E::B(v) = &e {
                t += v.iter().sum::<f64>() * v[0];
            }
        }
        t
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod collected {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let es: Vec<E> = x
            .iter()
            .map(|&v| {
                if v > 0.5 {
                    E::A(v)
                } else {
                    E::B(vec![v, v * v])
                }
            })
            .collect();
        es.iter()
            .map(|e| match e {
                E::A(a) => a * a,
                E::B(v) => v[0] + v[1],
                E::C => 0.0,
            })
            .sum::<f64>()
            * es.len() as f64
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod folded_after_a_filter {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let o = x
            .iter()
            .map(|v| E::A(*v))
            .filter(|e| matches!(e, E::A(v) if *v > 0.5))
            .fold(0.0, |a, e| match e {
                E::A(v) => a + v * v * v,
                _ => a,
            });
        o
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod moved_through_functions {
    use super::*;

    #[derive_grad]
    fn half(e: E) -> E {
        match e {
            E::A(a) => E::A(a / 2.0),
            E::B(mut v) => {
                v[0] = v[0] * 0.5;
                E::B(v)
            }
            other => other,
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let a = half(half(E::A(x[0])));
        let b = half(E::B(x.to_vec()));
        let c = half(E::C);
        let va = match a {
            E::A(v) => v,
            _ => unreachable!(),
        };
        let vb = match b {
            E::B(ref v) => v[0] * v[1],
            _ => panic!("no"),
        };
        va * vb + if c == E::C { x[2] } else { 0.0 }
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod a_tree_of_variants {
    use super::*;

    #[derive(Differentiable, Clone)]
    enum Tree {
        Leaf(f64),
        Node { w: f64, kids: Vec<Tree> },
    }
    #[derive_grad]
    impl Tree {
        fn eval(&self, s: f64) -> f64 {
            match self {
                Tree::Leaf(v) => v * s,
                Tree::Node { w, kids } => {
                    let mut t = 0.0;
                    for k in kids {
                        t += k.eval(s * w);
                    }
                    t
                }
            }
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let t = Tree::Node {
            w: x[0],
            kids: vec![
                Tree::Leaf(x[1]),
                Tree::Node {
                    w: x[2],
                    kids: vec![Tree::Leaf(x[0]), Tree::Leaf(2.0)],
                },
            ],
        };
        t.eval(x[1])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod errors_keep_the_value {
    use super::*;

    #[test]
    fn of_the_variable() {
        assert_eq!(c1_grad(-1.0), Err(Bad::Neg(-1.0)));
        assert_eq!(c4_grad(&[1.0]), Err(Bad::Big { at: 1, v: 1.0 }));
    }
}

mod a_list_in_a_variant {
    use super::*;

    #[derive_grad]
    fn f(e: &E) -> f64 {
        match e {
            E::B(v) => v.iter().sum::<f64>() * v[0],
            _ => 1.0,
        }
    }

    #[test]
    fn is_summed() {
        assert_eq!(f_grad(&E::B(vec![1.0, 2.0])).1.b_0, [4.0, 1.0]);
    }
}

mod an_error_made_in_a_branch {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let r = if x < 0.0 { Err(Bad::Neg(x)) } else { Ok(x * x) };
        match r {
            Ok(v) => v,
            Err(_) => 1.0,
        }
    }

    #[test]
    fn has_no_slope() {
        assert_eq!(f_grad(3.0), (9.0, 6.0));
        assert_eq!(f_grad(-3.0), (1.0, 0.0));
    }
}
