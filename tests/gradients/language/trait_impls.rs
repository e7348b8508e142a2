//! Implementations of the user's own traits: their methods are differentiated like those of the type.

use grad_runtime::{Differentiable, check, derive_grad};

/// A float by a trait of the user's own.
trait Float: Copy + std::ops::Add<Output = Self> + std::ops::Mul<Output = Self> + 'static {
    fn zero() -> Self;
}

impl Float for f64 {
    fn zero() -> f64 {
        0.0
    }
}

impl Float for f32 {
    fn zero() -> f32 {
        0.0
    }
}

trait Energy {
    const HALF: f64;
    type Number;

    fn energy(&self, x: f64) -> Self::Number;
    fn parts(&self) -> usize;
    fn age(&mut self, dt: f64);
    fn stiff(k: f64) -> Self
    where
        Self: Sized;
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Spring {
    k: f64,
    rest: f64,
}

#[derive_grad]
impl Energy for Spring {
    const HALF: f64 = 0.5;
    type Number = f64;

    fn energy(&self, x: f64) -> Self::Number {
        let d: Self::Number = x - self.rest;
        Self::HALF * self.k * d * d * self.parts() as f64
    }

    fn parts(&self) -> usize {
        2
    }

    fn age(&mut self, dt: f64) {
        self.k -= dt * self.k * Self::HALF;
    }

    fn stiff(k: f64) -> Self {
        Spring { k, rest: k * k }
    }
}

/// The same names on another type.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Pendulum {
    mass: f64,
    length: f64,
}

#[derive_grad]
impl Energy for Pendulum {
    const HALF: f64 = 1.0;
    type Number = f64;

    fn energy(&self, angle: f64) -> f64 {
        self.mass * 9.81 * self.length * (Self::HALF - angle.cos())
    }

    fn parts(&self) -> usize {
        1
    }

    fn age(&mut self, dt: f64) {
        self.length *= 1.0 + dt;
    }

    #[no_grad]
    fn stiff(_k: f64) -> Self {
        Pendulum {
            mass: 1.0,
            length: 1.0,
        }
    }
}

#[test]
fn companions_stand_beside_the_implementation() {
    let s = Spring { k: 2.0, rest: 1.0 };
    // k (x - rest)².
    let (value, d_s, d_x) = s.energy_grad(4.0);
    assert_eq!((value, d_x), (18.0, 12.0));
    assert_eq!((d_s.k, d_s.rest), (9.0, -12.0));
    let p = Pendulum {
        mass: 2.0,
        length: 0.5,
    };
    let (_, d_p, d_angle) = p.energy_grad(1.0);
    check::assert_gradient(|a| p.energy(*a), &1.0, &d_angle);
    assert_eq!(d_p.mass, 9.81 * 0.5 * (1.0 - 1.0_f64.cos()));
    let (made, pullback) = Spring::stiff_vjp(3.0);
    assert_eq!(made, Spring { k: 3.0, rest: 9.0 });
    let mut d_k = 0.0;
    pullback(&SpringTangent { k: 1.0, rest: 10.0 }, &mut d_k);
    assert_eq!(d_k, 61.0);
}

#[derive_grad]
fn total(s: &Spring, p: &Pendulum, xs: &[f64]) -> f64 {
    let (mut spring, mut pendulum) = (*s, p.clone());
    let mut sum = 0.0;
    for (i, x) in xs.iter().enumerate() {
        if i % 2 == 0 {
            spring.age(*x);
        } else {
            pendulum.age(x * spring.energy(*x));
        }
        sum += spring.energy(*x) * pendulum.energy(0.1 * x);
    }
    let stiff = Spring::stiff(xs[0]);
    let by_path = <Spring as Energy>::energy(&stiff, sum) + Spring::energy(s, xs[1]);
    by_path * s.parts() as f64
}

#[test]
fn methods_of_traits_are_called_in_loops_and_branches() {
    let at = (1.5, 0.2, 0.7, 0.4, vec![0.3, -0.4, 0.9]);
    let primal = |(k, rest, mass, length, xs): &(f64, f64, f64, f64, Vec<f64>)| {
        let (k, rest, mass, length) = (*k, *rest, *mass, *length);
        total(&Spring { k, rest }, &Pendulum { mass, length }, xs)
    };
    let s = Spring {
        k: at.0,
        rest: at.1,
    };
    let p = Pendulum {
        mass: at.2,
        length: at.3,
    };
    let (value, d_s, d_p, d_xs) = total_grad(&s, &p, &at.4);
    assert_eq!(value, primal(&at));
    let gradient = (d_s.k, d_s.rest, d_p.mass, d_p.length, d_xs);
    check::assert_gradient(primal, &at, &gradient);
}

/// What is called on a field, the compiler finds.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Lattice {
    springs: Vec<Spring>,
    first: Spring,
}

#[derive_grad]
fn unseen(l: &Lattice, x: f64) -> f64 {
    let mut sum = l.first.energy(x);
    for s in &l.springs {
        sum += s.energy(x) * s.parts() as f64;
    }
    sum
}

#[test]
fn methods_of_traits_are_found_on_fields() {
    let (first, second) = (Spring { k: 2.0, rest: 1.0 }, Spring { k: 1.0, rest: 0.0 });
    let l = Lattice {
        springs: vec![first, second],
        first,
    };
    let (value, d_l, d_x) = unseen_grad(&l, 2.0);
    // 2 (x - 1)² + 2 (2 (x - 1)² + x²).
    assert_eq!((value, d_x), (2.0 + 2.0 * (2.0 + 4.0), 20.0));
    assert_eq!(d_l.first, SpringTangent { k: 1.0, rest: -4.0 });
    assert_eq!(d_l.springs[1], SpringTangent { k: 8.0, rest: -8.0 });
}

mod elsewhere {
    pub trait Curve<T> {
        fn at(&self, x: T) -> T;
        fn degree(&self) -> usize;
        fn shown(&self) -> String;
    }
}

use elsewhere::Curve as _;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Polynomial<T> {
    factors: Vec<T>,
}

/// The trait is in scope by its path alone, and the type is generic.
#[derive_grad]
impl<T: Float> elsewhere::Curve<T> for Polynomial<T> {
    fn at(&self, x: T) -> T {
        let mut sum = T::zero();
        for i in (0..=self.degree()).rev() {
            sum = sum * x + self.factors[i];
        }
        sum
    }

    fn degree(&self) -> usize {
        self.factors.len() - 1
    }

    fn shown(&self) -> String {
        format!("of degree {}", self.degree())
    }
}

#[derive_grad]
fn between(p: &Polynomial<f64>, a: f64, b: f64) -> f64 {
    p.at(b) - p.at(a)
}

#[test]
fn generic_implementations_have_gradients() {
    let p = Polynomial {
        factors: vec![1.0, 2.0, 3.0],
    };
    let (value, d_p, d_x) = p.at_grad(2.0);
    assert_eq!((value, d_x), (17.0, 14.0));
    assert_eq!(d_p.factors, [1.0, 2.0, 4.0]);
    let (value, d_p, d_a, d_b) = between_grad(&p, 1.0, 2.0);
    assert_eq!((value, d_a, d_b), (11.0, -8.0, 14.0));
    assert_eq!(d_p.factors, [0.0, 1.0, 3.0]);
    assert_eq!(p.shown(), "of degree 2");
    let p = Polynomial {
        factors: vec![0.5_f32, 2.0],
    };
    assert_eq!(p.at_grad(3.0).0, 6.5);
}
