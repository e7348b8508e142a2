//! Floats under another name that programs commonly give them: `type Real = f64`.

use grad_runtime::{Differentiable, derive_grad};

type Real = f64;

mod scalars {
    use super::*;

    #[derive_grad]
    fn f(x: Real, y: Real) -> Real {
        let a = 0.5 * x.sin();
        let mut s: Real = 0.0;
        for i in 0..3 {
            s += a * y * i as Real;
        }
        if s < 0.0 {
            2.0 * x
        } else {
            s.max(0.1) - Real::exp(-y)
        }
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [0.8, 1.5];
        smooth [0.8, -1.5];
    }
}

mod lists {
    use super::*;

    #[derive_grad]
    fn f(x: &[Real], k: Real) -> Real {
        let mut w: Vec<Real> = vec![0.0; x.len()];
        let start: Real = 0.25;
        for i in 0..x.len() {
            w[i] = x[i] * k + start.sqrt();
        }
        let norm = w.iter().map(|v| v.powi(2)).sum::<Real>().sqrt();
        let total: Real = w.iter().sum();
        let least = w.iter().copied().fold(Real::INFINITY, Real::min);
        norm * total + least + x.iter().map(|v| v * v * k).sum::<Real>() + 2.0 as Real
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [0.8, 1.5, -0.4, 0.9];
    }
}

mod with_f64_beside {
    use super::*;

    #[derive_grad]
    fn f(x: &[Real], k: f64, n: usize) -> Real {
        let scale: f64 = k * k;
        let mean = x.iter().sum::<Real>() / x.len() as Real;
        let wide = mean as f64 * scale;
        wide.tanh() + Real::from(n as u32) * mean + x[0].powi(n as i32)
    }

    check! {
        |v| (&v[..3], v[3], 3) -> (x, k);
        smooth [0.8, 1.5, -0.4, 0.9];
    }
}

mod tables {
    use super::*;

    const TABLE: [Real; 3] = [0.5, -1.0, 2.0];

    #[derive_grad]
    fn spread(p: [Real; 2], k: Real) -> [Real; 2] {
        [p[0] * k, p[1] - k * TABLE[2]]
    }

    #[derive_grad]
    fn f(p: [Real; 2], k: Real) -> Real {
        let q = spread(p, k);
        let (mut lo, mut hi) = (Real::MAX, -Real::MAX);
        for (v, t) in q.iter().zip(TABLE) {
            lo = lo.min(v * t);
            hi = hi.max(v * t);
        }
        hi - lo + Real::EPSILON * k
    }

    check! {
        |v| ([v[0], v[1]], v[2]) -> (p, k);
        smooth [0.8, 1.5, 0.6];
    }
}

mod methods {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Spring {
        k: Real,
        at: [Real; 3],
    }

    #[derive_grad]
    impl Spring {
        fn energy(&self, x: Real) -> Real {
            let d = x - self.at[0];
            if d > 0.0 { 0.5 * self.k * d * d } else { 0.0 }
        }

        fn moved(mut self, by: Real) -> Self {
            for a in &mut self.at {
                *a += by * self.k;
            }
            self
        }
    }

    #[derive_grad]
    fn f(k: Real, x: Real) -> Real {
        let s = Spring {
            k,
            at: [x * k, 1.0, 0.5],
        };
        let moved = s.clone().moved(-2.0 * x);
        s.energy(x) * moved.energy(x) + moved.at[1]
    }

    check! {
        |v| (v[0], v[1]) -> (k, x);
        smooth [0.8, 1.5];
    }
}

mod wrapped {
    use super::*;

    #[derive_grad]
    fn f(x: Real) -> Result<Real, String> {
        if x < 0.0 {
            return Err("below zero".into());
        }
        let root = checked(x).ok_or("no root")?;
        Ok(root * x)
    }

    #[derive_grad]
    fn checked(x: Real) -> Option<Real> {
        (x > 0.1).then(|| x.sqrt())
    }

    #[test]
    fn closed_form() {
        let (value, slope) = f_grad(4.0).unwrap();
        assert_eq!(value, 8.0);
        assert!((slope - 1.5 * 2.0).abs() < 1e-14);
        assert!(f_grad(-1.0).is_err() && f_grad(0.05).is_err());
    }
}

/// The same in single precision.
mod single {
    use grad_runtime::derive_grad;

    type Float = f32;

    #[derive_grad]
    fn f(x: &[Float], k: Float) -> Float {
        let mut s = 0.0;
        for (i, v) in x.iter().enumerate() {
            s += v * k.sin() / (i as Float + 0.5);
        }
        (0.5 * s).exp().ln_1p() + s.max(0.0)
    }

    fn twin(x: &[f64], k: f64) -> f64 {
        let mut s = 0.0;
        for (i, v) in x.iter().enumerate() {
            s += v * k.sin() / (i as f64 + 0.5);
        }
        (0.5 * s).exp().ln_1p() + s.max(0.0)
    }

    #[test]
    fn as_differences_of_the_double() {
        let (x, k) = ([0.5_f32, -0.25, 1.5], 0.75_f32);
        let (value, d_x, d_k) = f_grad(&x, k);
        let wide: Vec<f64> = x.iter().map(|&v| f64::from(v)).collect();
        assert!((f64::from(value) - twin(&wide, f64::from(k))).abs() < 1e-6);
        let h = 1e-6;
        for i in 0..3 {
            let at = |d: f64| {
                let mut moved = wide.clone();
                moved[i] += d;
                twin(&moved, f64::from(k))
            };
            let slope = (at(h) - at(-h)) / (2.0 * h);
            assert!(
                (f64::from(d_x[i]) - slope).abs() < 1e-5,
                "{i}: {} {slope}",
                d_x[i]
            );
        }
        let slope = (twin(&wide, 0.75 + h) - twin(&wide, 0.75 - h)) / (2.0 * h);
        assert!((f64::from(d_k) - slope).abs() < 1e-5, "{d_k} {slope}");
    }
}

/// A struct of the user's may have such a name as well.
mod a_struct {
    use grad_runtime::{Differentiable, derive_grad};

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Scalar {
        v: f64,
    }

    #[derive_grad]
    impl Scalar {
        fn squared(self) -> Scalar {
            Scalar { v: self.v * self.v }
        }
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let n = Scalar { v: x };
        n.squared().v
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [0.8];
    }
}

mod in_closures_and_patterns {
    use super::*;

    #[derive_grad]
    fn f(x: [[Real; 2]; 2], p: (Real, Real)) -> Real {
        let line = |t: Real| -> Real { t * x[0][1] + p.0 };
        let [[a, b], _] = x;
        let (s, c) = a.sin_cos();
        let z: Real = if b > p.1 { s } else { c };
        line(x[1][1]) * line(p.1) + z.clamp(-0.9, 0.9) + Real::hypot(b, p.0)
    }

    check! {
        |v| ([[v[0], v[1]], [v[2], v[3]]], (v[4], v[5])) -> (x, p);
        smooth [0.3, 1.2, 0.7, -0.6, 0.5, 0.25];
        smooth [0.3, 1.2, 0.7, -0.6, 0.5, 2.25];
    }
}

mod in_options {
    use super::*;

    #[derive_grad]
    fn f(x: Option<Real>, y: Real) -> Real {
        x.unwrap_or(y) * y + x.map_or(0.5, |v| v * v)
    }

    #[test]
    fn closed_form() {
        assert_eq!(f_grad(Some(2.0), 3.0), (10.0, 7.0, 2.0));
        assert_eq!(f_grad(None, 3.0), (9.5, 0.0, 6.0));
    }
}

/// A method may have a float type parameter of its own, in a block without one.
mod generic_in_a_block {
    use grad_runtime::{Differentiable, Scalar, derive_grad};

    #[derive(Clone, Debug, Differentiable)]
    struct Shape {
        a: f64,
    }

    #[derive_grad]
    impl Shape {
        fn area<T: Scalar>(x: T, y: T) -> T {
            x * y
        }

        fn scaled(&self, k: f64) -> f64 {
            self.a * k
        }
    }

    #[test]
    fn closed_form() {
        assert_eq!(Shape::area_grad(2.0_f32, 3.0), (6.0, 3.0, 2.0));
        let (value, d_self, d_k) = Shape { a: 2.0 }.scaled_grad(5.0);
        assert_eq!((value, d_self.a, d_k), (10.0, 5.0, 2.0));
    }
}
