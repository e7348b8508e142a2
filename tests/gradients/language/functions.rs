//! Functions as arguments: parameters that are functions, and what derived callers pass to them.

use grad_runtime::{Differentiable, derive_grad, diff_fn, grad_rule};

/// What the generic functions ask of a float.
trait Float:
    Copy
    + std::ops::Add<Output = Self>
    + std::ops::Sub<Output = Self>
    + std::ops::Mul<Output = Self>
    + std::ops::Div<Output = Self>
    + std::ops::Neg<Output = Self>
{
    fn zero() -> Self;
    fn one() -> Self;
    fn exp(self) -> Self;
    fn sin(self) -> Self;
}

macro_rules! floats {
    ($($ty:ident)*) => {$(
        impl Float for $ty {
            fn zero() -> Self {
                0.0
            }
            fn one() -> Self {
                1.0
            }
            fn exp(self) -> Self {
                $ty::exp(self)
            }
            fn sin(self) -> Self {
                $ty::sin(self)
            }
        }
    )*};
}

floats!(f32 f64);

/// Simpson's rule.
#[derive_grad]
fn simpson<F: Fn(f64) -> f64>(f: F, a: f64, b: f64) -> f64 {
    let n = 10;
    let h = (b - a) / n as f64;
    let mut sum = f(a) + f(b);
    for i in 1..n {
        let w = if i % 2 == 1 { 4.0 } else { 2.0 };
        sum += w * f(a + i as f64 * h);
    }
    sum * h / 3.0
}

/// Newton's method, with a test that has no derivative.
#[derive_grad]
fn newton(f: impl Fn(f64) -> f64, slope: &impl Fn(f64) -> f64, start: f64) -> f64 {
    let mut x = start;
    let mut n = 0;
    while f(x).abs() > 1e-13 && n < 50 {
        x -= f(x) / slope(x);
        n += 1;
    }
    x - f(x) / slope(x)
}

/// The classical method of Runge and Kutta.
#[derive_grad]
fn rk4<F>(f: &F, y0: f64, end: f64, n: usize) -> f64
where
    F: Fn(f64, f64) -> f64,
{
    let h = end / n as f64;
    let mut y = y0;
    for i in 0..n {
        let t = i as f64 * h;
        let k1 = f(t, y);
        let k2 = f(t + 0.5 * h, y + 0.5 * h * k1);
        let k3 = f(t + 0.5 * h, y + 0.5 * h * k2);
        let k4 = f(t + h, y + h * k3);
        y += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    }
    y
}

#[derive_grad]
fn trapezium<T: Float>(f: impl Fn(T) -> T, a: T, b: T) -> T {
    (f(a) + f(b)) * (b - a) / (T::one() + T::one())
}

#[derive_grad]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

mod quadrature {
    use super::*;

    #[derive_grad]
    fn f(k: f64, w: &[f64], a: f64) -> f64 {
        simpson(|x| (k * x).sin() + w[0] * x * w[1], a, a + 2.0)
    }

    check! {
        |v| (v[0], &v[1..3], v[3]) -> (k, w, a);
        smooth [1.3, 0.5, 0.7, 0.2];
    }
}

mod quadrature_of_a_cubic {
    use super::*;

    #[derive_grad]
    fn f(k: f64, b: f64) -> f64 {
        simpson(|x| k * x * x * x, 0.0, b)
    }

    // k b⁴ / 4, which the rule hits.
    check! {
        |v| (v[0], v[1]) -> (k, b);
        smooth [3.0, 2.0] => [4.0, 24.0];
    }
}

mod quadrature_twice {
    use super::*;

    #[derive_grad]
    fn f(a: f64, k: f64) -> f64 {
        simpson(|x| simpson(|y| (k * x * y).cos() * a, 0.0, x), 0.0, 1.0)
    }

    check! {
        |v| (v[0], v[1]) -> (a, k);
        smooth [0.7, 0.9];
    }
}

mod root {
    use super::*;

    #[derive_grad]
    fn f(c: f64) -> f64 {
        newton(|x| x * x - c, &|x| 2.0 * x, 1.0)
    }

    check! {
        |v| (v[0]) -> (c);
        smooth [4.0] => [0.25];
        smooth [9.0] => [1.0 / 6.0];
    }
}

mod differential_equation {
    use super::*;

    #[derive_grad]
    fn f(k: f64, y0: f64) -> f64 {
        let rate = |t: f64, y: f64| -k * y * (1.0 + 0.1 * t);
        rk4(&rate, y0, 1.5, 20)
    }

    check! {
        |v| (v[0], v[1]) -> (k, y0);
        smooth [0.7, 2.0];
    }
}

mod system_of_equations {
    use super::*;

    #[derive_grad]
    fn step(f: &dyn Fn(f64, [f64; 2]) -> [f64; 2], t: f64, y: [f64; 2], h: f64) -> [f64; 2] {
        let k1 = f(t, y);
        let k2 = f(t + h, [y[0] + h * k1[0], y[1] + h * k1[1]]);
        [
            y[0] + h / 2.0 * (k1[0] + k2[0]),
            y[1] + h / 2.0 * (k1[1] + k2[1]),
        ]
    }

    #[derive_grad]
    fn f(w: f64, y0: f64) -> f64 {
        let mut y = [y0, 0.0];
        for i in 0..5 {
            let rate = |t: f64, y: [f64; 2]| [y[1] * t, -w * w * y[0]];
            y = step(&rate, i as f64, y, 0.1);
        }
        y[0] * y[0] + y[1]
    }

    check! {
        |v| (v[0], v[1]) -> (w, y0);
        smooth [1.1, 0.7];
    }
}

mod system_in_vectors {
    use super::*;

    #[derive_grad]
    fn euler(f: impl Fn(&[f64]) -> Vec<f64>, y: &mut [f64], h: f64, n: usize) {
        for _ in 0..n {
            let d = f(y);
            for i in 0..y.len() {
                y[i] += h * d[i];
            }
        }
    }

    #[derive_grad]
    fn f(m: &[f64], y0: &[f64]) -> f64 {
        let mut y = y0.to_vec();
        let n = y0.len();
        let rate = |y: &[f64]| {
            let mut d = vec![0.0; n];
            for i in 0..n {
                for j in 0..n {
                    d[i] += m[i * n + j] * y[j];
                }
            }
            d
        };
        euler(rate, &mut y, 0.05, 7);
        y.iter().map(|v| v * v).sum()
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (m, y0);
        smooth [0.1, 0.2, -0.4, 0.3, 0.7, -0.3];
    }
}

mod value_and_slope {
    use super::*;

    #[derive_grad]
    fn newton(f: impl Fn(f64) -> (f64, f64), start: f64) -> f64 {
        let mut x = start;
        for _ in 0..20 {
            let (value, slope) = f(x);
            x -= value / slope;
        }
        x
    }

    #[derive_grad]
    fn f(c: f64) -> f64 {
        newton(|x| (x * x * x - c, 3.0 * x * x), 1.0)
    }

    check! {
        |v| (v[0]) -> (c);
        smooth [8.0] => [1.0 / 12.0];
    }
}

mod generic {
    use super::*;

    #[derive_grad]
    fn sum<T: Float, F: Fn(T) -> T>(f: F, x: &[T]) -> T {
        let mut s = T::zero();
        for v in x {
            s = s + f(*v);
        }
        s
    }

    #[derive_grad]
    fn scaled<T: Float>(k: T, x: &[T]) -> T {
        sum(|v| (k * v).exp() * k, x)
    }

    #[derive_grad]
    fn f(k: f64, x: &[f64]) -> f64 {
        scaled(k, x) * k
    }

    check! {
        |v| (v[0], &v[1..]) -> (k, x);
        smooth [0.7, 0.3, -0.2, 0.5];
        smooth [0.7];
    }
}

mod slices_and_integers {
    use super::*;

    #[derive_grad]
    fn over_rows(f: impl Fn(&[f64], usize) -> f64, m: &[f64], n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..m.len() / n {
            let row = &m[i * n..(i + 1) * n];
            s += f(row, i) * f(&m[0..n], i + 1);
        }
        s
    }

    #[derive_grad]
    fn f(w: &[f64], m: &[f64], p: (f64, f64)) -> f64 {
        let n = w.len();
        let of_row = |row: &[f64], i: usize| {
            let mut s = p.0;
            for j in 0..n {
                s += w[j] * row[j] * p.1;
            }
            s * (i as f64 + 1.0)
        };
        over_rows(of_row, m, n)
    }

    check! {
        |v| (&v[..2], &v[2..8], (v[8], v[9])) -> (w, m, p);
        smooth [0.3, 0.5, 1.0, 2.0, -0.5, 0.3, 0.2, 0.9, 0.2, 1.1];
    }
}

mod references {
    use super::*;

    #[derive_grad]
    fn sum(f: impl Fn(&f64, &[f64; 2], &Vec<f64>) -> f64, x: f64, v: &Vec<f64>) -> f64 {
        let a = [x, x * x];
        let mut s = f(&x, &a, v);
        for e in v {
            s += f(e, &a, v);
        }
        s
    }

    #[derive_grad]
    fn f(k: f64, x: f64, v: &Vec<f64>) -> f64 {
        let term = |e: &f64, a: &[f64; 2], v: &Vec<f64>| {
            e * a[1] + v[0] * k + v.iter().map(|w| w * e).sum::<f64>()
        };
        sum(term, x, v)
    }

    check! {
        |a| (a[0], a[1], &a[2..].to_vec()) -> (k, x, v);
        smooth [0.5, 0.7, 0.3, 0.9];
    }
}

mod patterns {
    use super::*;

    #[derive_grad]
    fn product(f: impl Fn((f64, f64), [f64; 2]) -> f64, p: (f64, f64), q: [f64; 2]) -> f64 {
        f(p, q) * f((q[0], q[1]), [p.0, 1.0])
    }

    #[derive_grad]
    fn f(p: (f64, f64), q: [f64; 2], r: &f64) -> f64 {
        let form = |(a, b): (f64, f64), [c, d]: [f64; 2]| a * c * p.0 + b * d * q[1] * *r + p.1;
        product(form, p, q)
    }

    check! {
        |v| ((v[0], v[1]), [v[2], v[3]], &v[4]) -> (p, q, r);
        smooth [0.3, 0.4, 0.5, 0.6, 0.7];
    }
}

mod passed_on {
    use super::*;

    #[derive_grad]
    fn outer(f: impl Fn(f64) -> f64, x: f64, c: f64) -> f64 {
        let g = |v| f(v) * c + v;
        twice(&f, x) + twice(g, x * 2.0) + simpson(|s| f(s) * x, 0.0, 1.0)
    }

    #[derive_grad]
    fn f(k: f64, x: f64, c: f64) -> f64 {
        outer(|v| (v * k).sin(), x, c)
    }

    check! {
        |v| (v[0], v[1], v[2]) -> (k, x, c);
        smooth [0.7, 0.9, 1.3];
    }
}

mod recursive {
    use super::*;

    #[derive_grad]
    fn nested(f: &impl Fn(f64) -> f64, x: f64, n: usize) -> f64 {
        if n == 0 {
            return x;
        }
        f(nested(f, x * 0.9, n - 1))
    }

    #[derive_grad]
    fn f(k: f64, x: f64) -> f64 {
        nested(&|v| (k * v).sin() + x, x, 4)
    }

    check! {
        |v| (v[0], v[1]) -> (k, x);
        smooth [0.7, 0.4];
    }
}

mod two_functions_of_one_capture {
    use super::*;

    #[derive_grad]
    fn both(f: impl Fn(f64) -> f64, g: &impl Fn(f64) -> f64, x: f64) -> f64 {
        f(g(x)) * g(f(x))
    }

    #[derive_grad]
    fn f(k: f64) -> f64 {
        both(|x| x * k, &|x| x + k, k)
    }

    // (2k) k (k² + k) = 2k⁴ + 2k³
    check! {
        |v| (v[0]) -> (k);
        smooth [2.0] => [88.0];
    }
}

mod called_on_constants {
    use super::*;

    #[derive_grad]
    fn sampled(f: impl Fn(f64) -> f64, n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            if i == 2 {
                continue;
            }
            let v = f(i as f64);
            if v > 5.0 {
                return s + v;
            }
            s += v * v;
        }
        s
    }

    #[derive_grad]
    fn f(c: [f64; 3]) -> f64 {
        sampled(|t| c[0] + c[1] * t + c[2] * t * t, 5) * c[0]
    }

    check! {
        |v| ([v[0], v[1], v[2]]) -> (c);
        smooth [0.5, 0.3, 0.2];
        smooth [0.5, 0.3, 2.2];
    }
}

mod nothing_else_to_differentiate {
    use super::*;

    #[derive_grad]
    fn product(f: impl Fn(f64) -> f64) -> f64 {
        f(1.0) * f(2.0)
    }

    #[derive_grad]
    fn f(k: f64) -> f64 {
        product(|x| x * k) + product(|x| x)
    }

    check! {
        |v| (v[0]) -> (k);
        smooth [3.0] => [12.0];
    }
}

mod results_that_are_dropped {
    use super::*;

    #[derive_grad]
    fn some(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(x);
        let _ = f(x);
        let unused = f(2.0);
        let mut v = [x, f(x)];
        v[0] = 1.0;
        if unused > 100.0 {
            return 0.0;
        }
        v[0] * v[1]
    }

    #[derive_grad]
    fn f(k: f64) -> f64 {
        some(|x| x * k, k)
    }

    check! {
        |v| (v[0]) -> (k);
        smooth [3.0] => [6.0];
        smooth [70.0] => [0.0];
    }
}

mod conditions_and_assertions {
    use super::*;

    #[derive_grad]
    fn guarded(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        assert!(f(x) < 1e9, "{}", f(0.5));
        let positive = f(x) > 0.0;
        let n = f(1.0) as usize;
        if positive && n < 10 { f(x) } else { x }
    }

    #[derive_grad]
    fn f(k: f64, x: f64) -> f64 {
        guarded(|v| v * k, x)
    }

    check! {
        |v| (v[0], v[1]) -> (k, x);
        smooth [3.0, 2.0] => [2.0, 3.0];
        smooth [13.0, 2.0] => [0.0, 1.0];
        smooth [3.0, -2.0] => [0.0, 1.0];
    }
}

mod in_chains {
    use super::*;

    #[derive_grad]
    fn mapped(f: impl Fn(f64) -> f64, x: &[f64]) -> f64 {
        let y: Vec<f64> = x.iter().map(|v| f(*v)).collect();
        let z: f64 = x.iter().copied().map(&f).sum();
        y.iter().sum::<f64>() * z + x.iter().map(|v| v * f(2.0)).sum::<f64>()
    }

    #[derive_grad]
    fn f(k: f64, x: &[f64]) -> f64 {
        mapped(|v| v * v * k, x)
    }

    check! {
        |v| (v[0], &v[1..]) -> (k, x);
        smooth [0.7, 0.3, 0.9, -0.4];
        smooth [0.7];
    }
}

mod vectors_that_replace_each_other {
    use super::*;

    #[derive_grad]
    fn last(f: impl Fn(usize) -> Vec<f64>, n: usize) -> f64 {
        let mut acc = vec![0.0; 2];
        for i in 0..n {
            let v = f(i);
            if i % 2 == 0 {
                acc[0] += v[0] * v[1];
            } else {
                acc = v;
            }
        }
        acc.iter().sum()
    }

    #[derive_grad]
    fn f(k: f64) -> f64 {
        last(|i: usize| vec![k * i as f64, k * k], 4)
    }

    // 3k + k²
    check! {
        |v| (v[0]) -> (k);
        smooth [2.0] => [7.0];
    }
}

mod captures_of_what_changes {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut buf = x.to_vec();
        let mut total = 0.0;
        for i in 0..buf.len() {
            buf[i] *= k;
            if i % 2 == 0 {
                total += trapezium(|t| buf[i] * t * t + buf[0], 0.0, k);
            } else {
                let s = total;
                total += trapezium(move |t| s * t, 1.0, 2.0);
            }
            buf[0] += 0.1;
        }
        total
    }

    check! {
        |v| (&v[..4], v[4]) -> (x, k);
        smooth [0.3, 0.9, -0.4, 0.2, 1.3];
    }
}

mod captures_of_versions {
    use super::*;

    #[derive_grad]
    fn f(a: f64) -> f64 {
        let mut k = a * 2.0;
        let j = k;
        k += 1.0;
        let i = k;
        k *= i;
        trapezium(|x| x * j + k * i, a, 1.0)
    }

    check! {
        |v| (v[0]) -> (a);
        smooth [0.3];
    }
}

mod captures_of_views {
    use super::*;

    #[derive_grad]
    fn f(m: &[f64], k: f64) -> f64 {
        let mut sum = 0.0;
        for row in m.chunks_exact(2) {
            let (head, tail) = row.split_at(1);
            sum += trapezium(|t| head[0] * t + tail[0] * k, k, row[1]);
        }
        sum
    }

    check! {
        |v| (&v[..4], v[4]) -> (m, k);
        smooth [0.3, 0.9, -0.4, 0.2, 1.3];
    }
}

mod captures_with_shadows_and_returns {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let x = x * 2.0;
        let k = x * x;
        let inside = |x| {
            let k = k * x;
            if k > 1.0 {
                return k;
            }
            k * k
        };
        let y = trapezium(inside, x, 2.0 * x);
        let k = y * k;
        k + trapezium(|t| k * t + x, 0.0, 1.0)
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [0.3];
        smooth [0.9];
    }
}

mod captures_without_a_derivative {
    use super::*;

    #[derive_grad]
    fn of(x: &mut f64, k: f64, label: &str, flags: &[bool]) -> f64 {
        let m = k * 2.0;
        let chosen = |t| {
            if flags[0] && label.len() > 2 {
                t * *x
            } else {
                m * t
            }
        };
        trapezium(chosen, 0.0, m) * m
    }

    #[derive_grad]
    fn f(x: f64, k: f64) -> f64 {
        let (mut a, mut b) = (x, x * k);
        of(&mut a, k, "abc", &[true]) + of(&mut b, k, "abc", &[false])
    }

    // 4 x k³ + 8 k⁴
    check! {
        |v| (v[0], v[1]) -> (x, k);
        smooth [3.0, 0.5] => [0.5, 13.0];
    }
}

mod items_of_the_body {
    use super::*;

    #[derive_grad]
    fn inner(x: f64) -> f64 {
        x.tanh()
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        const SCALE: f64 = 3.0;
        fn half(n: usize) -> usize {
            n / 2
        }
        let n = 5;
        let power = |t: f64| {
            const MORE: f64 = 0.5;
            let m = half(n);
            t.powi(m as i32) * SCALE + inner(t) * x * MORE
        };
        trapezium(power, x, 2.0)
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [0.3];
    }
}

mod outputs {
    use super::*;

    #[derive_grad]
    fn fill(f: impl Fn(f64, usize) -> f64, out: &mut [f64]) {
        for (i, o) in out.iter_mut().enumerate() {
            *o = f(*o, i);
        }
    }

    #[derive_grad]
    fn f(k: f64, x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        fill(|o, i: usize| o * k + x[i], &mut v);
        fill(|o, i: usize| if i > 0 { o * o } else { k }, &mut v);
        v.iter().sum()
    }

    check! {
        |v| (v[0], &v[1..]) -> (k, x);
        smooth [0.5, 0.3, 0.9, 0.2];
    }

    /// The pullback may outlive the borrow of the output.
    #[test]
    fn public() {
        let double = |x: f64, y: f64| {
            (x * y, move |s: f64, d_x: &mut f64, d_y: &mut f64| {
                *d_x += s * y;
                *d_y += s * x;
            })
        };
        #[derive_grad]
        fn scale(f: impl Fn(f64, f64) -> f64, out: &mut [f64], k: f64) {
            for o in out {
                *o = f(*o, k);
            }
        }
        let mut out = [2.0, 3.0];
        let product = diff_fn(|x: f64, y: f64| x * y, double);
        let ((), pullback) = scale_vjp(product, &mut out, 5.0);
        assert_eq!(out, [10.0, 15.0]);
        let (mut d_out, mut d_k) = ([1.0, 10.0], 0.0);
        pullback(&mut d_out, &mut d_k);
        assert_eq!((d_out, d_k), ([5.0, 50.0], 32.0));
    }
}

mod fallible {
    use super::*;

    #[derive_grad]
    fn root(f: impl Fn(f64) -> f64, x: f64) -> Result<f64, String> {
        let v = f(x);
        if v < 0.0 {
            return Err("negative".to_owned());
        }
        Ok(v.sqrt())
    }

    #[derive_grad]
    fn both(k: f64, x: f64) -> Result<f64, String> {
        let a = root(|v| v * k, x)?;
        let b = root(|v| v + a, x)?;
        Ok(a * b)
    }

    #[test]
    fn gradient() {
        // x = 1, k = 4: a = 2, b = √3, d(ab) = b da + a db.
        let b = 3.0_f64.sqrt();
        let (value, d_k, d_x) = both_grad(4.0, 1.0).unwrap();
        let (a_k, a_x) = (0.25, 1.0);
        assert!((value - 2.0 * b).abs() < 1e-14);
        assert!((d_k - (b * a_k + 2.0 * a_k / (2.0 * b))).abs() < 1e-14);
        assert!((d_x - (b * a_x + 2.0 * (1.0 + a_x) / (2.0 * b))).abs() < 1e-14);
        assert!(both_grad(-4.0, 1.0).is_err());
    }
}

mod methods {
    use super::*;

    #[derive(Differentiable)]
    struct Spring {
        k: f64,
        rest: Vec<f64>,
        n: usize,
    }

    #[derive_grad]
    impl Spring {
        fn force(&self, x: f64) -> f64 {
            let mut s = 0.0;
            for i in 0..self.n {
                s -= self.k * (x - self.rest[i]);
            }
            s
        }

        fn work(&self, a: f64, b: f64) -> f64 {
            simpson(|x| self.force(x) * x, a, b)
        }

        fn apply(&self, f: impl Fn(f64) -> f64, x: f64) -> f64 {
            f(x) * self.k
        }

        fn mixed(&self, x: f64, c: f64) -> f64 {
            self.apply(|v| v * c * self.rest[0], x) + Spring::apply(self, |v| v + c, 2.0 * x)
        }
    }

    #[derive_grad]
    fn f(k: f64, rest: &[f64], a: f64) -> f64 {
        let rest = rest.to_vec();
        let spring = Spring { k, rest, n: 2 };
        spring.work(a, 0.9) + spring.mixed(a, k) + simpson(|x| spring.force(x) * spring.k, a, 2.0)
    }

    check! {
        |v| (v[0], &v[1..3], v[3]) -> (k, rest, a);
        smooth [0.7, 0.3, 0.1, 0.2];
    }
}

mod methods_of_generic_types {
    use super::*;

    #[derive(Differentiable)]
    struct Curve<T> {
        rate: T,
        knots: Vec<T>,
    }

    #[derive_grad]
    impl<T: Float> Curve<T> {
        fn at(&self, t: T) -> T {
            (-self.rate * t).exp()
        }

        fn integral(&self, a: T) -> T {
            let mut s = T::zero();
            for k in &self.knots {
                let k: T = *k;
                s = s + trapezium(|t| self.at(t) * k, a, k);
            }
            s
        }
    }

    #[test]
    fn gradient() {
        let of = |rate: f64, a: f64| {
            let knots = vec![0.5, 0.8];
            Curve { rate, knots }
        };
        let (value, d_curve, d_a) = of(0.0, 0.1).integral_grad(0.25);
        // Σ k (k - a) at rate 0; by the rate Σ -k (k - a)(k + a) / 2.
        assert!((value - (0.5 * 0.25 + 0.8 * 0.55)).abs() < 1e-14);
        let by_rate = -(0.5 * 0.25 * 0.75 + 0.8 * 0.55 * 1.05) / 2.0;
        assert!((d_curve.rate - by_rate).abs() < 1e-14);
        assert!((d_curve.knots[0] - 0.75).abs() < 1e-14);
        assert!((d_a + 1.3).abs() < 1e-14);
    }
}

mod array_sizes {
    use super::*;

    #[derive_grad]
    fn sized<const N: usize>(x: [f64; N], k: f64) -> f64 {
        let sum = |t| {
            let mut s = 0.0;
            for i in 0..N {
                s += x[i] * t * k;
            }
            s
        };
        trapezium(sum, 0.5, k)
    }

    #[derive_grad]
    fn f(x: [f64; 3], k: f64) -> f64 {
        sized(x, k)
    }

    check! {
        |v| ([v[0], v[1], v[2]], v[3]) -> (x, k);
        smooth [0.1, 0.2, 0.7, 0.3];
    }
}

mod by_name {
    use super::*;

    mod ops {
        use grad_runtime::derive_grad;

        #[derive_grad]
        pub fn square(x: f64) -> f64 {
            x * x
        }

        #[derive_grad]
        pub fn weighted(x: &[f64], w: f64, n: usize) -> f64 {
            let mut s = 0.0;
            for v in x {
                s += v * w;
            }
            s * n as f64
        }

        #[derive_grad(wrt(x))]
        pub fn curve(x: f64, y: f64) -> f64 {
            x * y * y
        }
    }

    use ops::{curve, curve_vjp};

    #[derive_grad]
    fn generic<T: Float>(x: T) -> T {
        x.sin() * x
    }

    #[derive_grad]
    fn squares<const N: usize>(x: [f64; N]) -> f64 {
        let mut s = 0.0;
        for v in x {
            s += v * v;
        }
        s
    }

    fn half(x: f64) -> f64 {
        x / 2.0
    }

    #[grad_rule]
    fn half_rev(_x: f64, _out: f64, seed: f64, d_x: &mut f64) {
        *d_x += seed / 2.0;
    }

    #[derive_grad]
    fn both(f: &impl Fn(f64, f64) -> f64, x: f64) -> f64 {
        f(x, 2.0) * f(2.0 * x, x)
    }

    #[derive_grad]
    fn slices(f: impl Fn(&[f64], f64, usize) -> f64, x: &[f64]) -> f64 {
        f(x, x[0], 3) * f(&x[1..], 2.0, 1)
    }

    #[derive_grad]
    fn arrays(f: impl Fn([f64; 2]) -> f64, x: f64) -> f64 {
        f([x, 1.0]) * f([2.0, x * x])
    }

    #[derive_grad]
    fn f(x: f64, v: &[f64]) -> f64 {
        twice(ops::square, x) + twice(&generic, x) * both(&curve, x) + slices(ops::weighted, v)
            - arrays(squares, x) * twice(half, x)
            + trapezium(f64::sin, x, 2.0 * x) * trapezium(f64::exp, 0.0, 1.0)
    }

    check! {
        |a| (a[0], &a[1..]) -> (x, v);
        smooth [0.7, 0.3, 0.4, 0.5];
    }
}

mod without_floats {
    use super::*;

    // The call stays as it is.
    #[derive_grad]
    fn f(x: f64) -> f64 {
        let three = trapezium(|t| t, 1.0, 7.0_f64.sqrt());
        x * three
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [2.0] => [3.0];
    }
}

mod left_out {
    use super::*;

    #[derive_grad(no_grad(weight))]
    fn weighed(x: f64, weight: impl Fn(usize) -> f64) -> f64 {
        x * weight(2)
    }

    #[derive_grad(no_grad(weight))]
    fn by_reference(x: f64, weight: &dyn Fn(usize) -> f64, y: &mut f64) -> f64 {
        *y += x;
        x * weight(2) + weighed(x, weight) + weighed(x, |i: usize| weight(i) + 1.0) * *y
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let (mut y, w) = (x, [1, 2, 3]);
        weighed(x, |n: usize| n as f64) * by_reference(x, &|i: usize| w[i] as f64, &mut y)
    }

    // 2x (6x + 8x²)
    check! {
        |v| (v[0]) -> (x);
        smooth [0.5] => [24.0];
    }

    #[test]
    fn public() {
        assert_eq!(weighed_grad(3.0, |n| n as f64), (6.0, 2.0));
    }
}

mod bounds_besides {
    use super::*;

    #[derive_grad]
    fn one(f: impl Fn(f64) -> f64 + Copy + Send, x: f64) -> f64 {
        f(x) * f(2.0 * x)
    }

    #[derive_grad]
    fn hr<'b, F>(f: F, x: &'b [f64]) -> f64
    where
        F: for<'a> Fn(&'a [f64], f64) -> f64 + Sync + 'b,
    {
        f(x, x[0]) + f(&x[1..], 2.0)
    }

    #[derive_grad]
    fn f(k: f64, x: &[f64]) -> f64 {
        hr(|v: &[f64], w| v.iter().map(|a| a * w).sum::<f64>() * k, x)
    }

    check! {
        |v| (v[0], &v[1..]) -> (k, x);
        smooth [0.7, 0.3, 0.8, -0.5];
    }
}

mod factorisation_in_a_closure {
    use super::*;

    #[derive_grad]
    fn one(f: impl Fn(f64) -> f64 + Copy + Send, x: f64) -> f64 {
        f(x) * f(2.0 * x)
    }

    #[derive_grad]
    fn f(a: &[f64], k: f64) -> f64 {
        let n = 3;
        one(
            |t| {
                let mut l = a.to_vec();
                for i in 0..n {
                    l[i * n + i] += t;
                }
                for j in 0..n {
                    for c in 0..j {
                        for i in j..n {
                            l[i * n + j] -= l[i * n + c] * l[j * n + c];
                        }
                    }
                    let d = l[j * n + j].sqrt();
                    for i in j..n {
                        l[i * n + j] /= d;
                    }
                }
                let mut s = 0.0;
                for p in 0..n {
                    for i in 0..n {
                        for j in 0..=i {
                            s += l[i * n + j] * a[p * n + j] * a[i * n + p];
                        }
                    }
                }
                s * k
            },
            k,
        )
    }

    check! {
        |v| (&v[..9], v[9]) -> (a, k);
        smooth [2.0, 0.3, 0.1, 0.3, 2.5, 0.2, 0.1, 0.2, 3.0, 0.7];
    }
}

mod capture_of_a_factorisation {
    use super::*;

    #[derive_grad]
    fn one(f: impl Fn(f64) -> f64 + Copy + Send, x: f64) -> f64 {
        f(x) * f(2.0 * x)
    }

    #[derive_grad]
    fn f(a: &[f64], k: f64) -> f64 {
        let n = 3;
        let mut l = a.to_vec();
        let mut s = 0.0;
        for j in 0..n {
            for c in 0..j {
                for i in j..n {
                    l[i * n + j] -= l[i * n + c] * l[j * n + c];
                }
            }
            let d = (l[j * n + j] + 4.0).sqrt();
            for i in j..n {
                l[i * n + j] /= d;
            }
            s += one(|t| l[j * n + j] * t + l[0] * k, k);
        }
        s
    }

    check! {
        |v| (&v[..9], v[9]) -> (a, k);
        smooth [2.0, 0.3, 0.1, 0.3, 2.5, 0.2, 0.1, 0.2, 3.0, 0.7];
    }
}

mod factorisation_that_calls {
    use super::*;

    #[derive_grad]
    fn callee(f: impl Fn(f64, &[f64]) -> f64, a: &mut [f64], n: usize) -> f64 {
        let mut s = 0.0;
        for j in 0..n {
            for c in 0..j {
                for i in j..n {
                    a[i * n + j] -= a[i * n + c] * a[j * n + c];
                }
            }
            let d = (a[j * n + j] + 4.0).sqrt();
            for i in j..n {
                a[i * n + j] = f(a[i * n + j] / d, &a[..2]);
            }
            s += f(a[j], a);
        }
        s
    }

    #[derive_grad]
    fn f(a: &[f64], k: f64) -> f64 {
        let mut l = a.to_vec();
        callee(|x, w: &[f64]| (x * k).sin() + w[1] * w[0], &mut l, 3) + l[8]
    }

    check! {
        |v| (&v[..9], v[9]) -> (a, k);
        smooth [2.0, 0.3, 0.1, 0.3, 2.5, 0.2, 0.1, 0.2, 3.0, 0.7];
    }
}

mod bisection {
    use super::*;

    #[derive_grad]
    fn bisect(f: impl Fn(f64) -> f64, mut lo: f64, mut hi: f64) -> f64 {
        let mut n = 0;
        let mut last = f(lo);
        loop {
            let mid = 0.5 * (lo + hi);
            let v = f(mid);
            if v.abs() < 1e-3 || n > 40 {
                break mid * v + last;
            }
            if v > 0.0 {
                hi = mid;
                last = v;
            } else {
                lo = mid;
            }
            n += 1;
        }
    }

    #[derive_grad]
    fn f(k: f64, a: f64) -> f64 {
        bisect(
            |x| {
                for i in 0..3 {
                    if x * i as f64 > k {
                        return x * x - k + i as f64 * 0.01;
                    }
                }
                x * x - k * a
            },
            0.0,
            2.0,
        )
    }

    check! {
        |v| (v[0], v[1]) -> (k, a);
        smooth [0.7, 1.2];
        smooth [1.3, 0.9];
    }
}

mod closures_in_closures {
    use super::*;

    #[derive_grad]
    fn one(f: impl Fn(f64) -> f64 + Copy + Send, x: f64) -> f64 {
        f(x) * f(2.0 * x)
    }

    #[derive_grad]
    fn f(k: f64, w: &[f64]) -> f64 {
        let a = k * 2.0;
        one(
            |x| {
                let a = x * a;
                one(
                    |y| {
                        let a = y * a + w[0];
                        one(|z| z * a * k + w[1] * x, y)
                    },
                    a,
                )
            },
            k,
        ) + one(|x| x * a, a)
    }

    check! {
        |v| (v[0], &v[1..]) -> (k, w);
        smooth [0.7, 0.3, 0.8];
    }
}

mod captures_of_an_output {
    use super::*;

    #[derive_grad]
    fn one(f: impl Fn(f64) -> f64 + Copy + Send, x: f64) -> f64 {
        f(x) * f(2.0 * x)
    }

    #[derive_grad]
    fn around(buf: &mut [f64], k: f64) -> f64 {
        let mut s = 0.0;
        for i in 0..buf.len() {
            s += one(|x| buf[i] * x + buf[0], k);
            buf[i] = s * k;
            let view = &buf[..=i];
            s += one(|x| view[i] * x, buf[0]);
        }
        s
    }

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut b = x.to_vec();
        around(&mut b, k) * b[1]
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [0.3, 0.8, -0.5, 0.7];
    }
}

mod order_of_arguments {
    use super::*;

    #[derive_grad]
    fn order(f: impl Fn(f64, f64, usize) -> f64, x: f64) -> f64 {
        let mut n = 0;
        let mut c = x;
        f(
            {
                n += 1;
                c *= 2.0;
                c
            },
            c,
            n,
        ) * f(
            c,
            {
                c += 1.0;
                c
            },
            {
                n += 1;
                n
            },
        ) + f(c, x, n)
    }

    #[derive_grad]
    fn f(k: f64) -> f64 {
        order(|a, b, n: usize| a * k + b * b * n as f64, k)
    }

    check! {
        |v| (v[0]) -> (k);
        smooth [0.7];
    }
}

mod arrays_and_tuples {
    use super::*;

    #[derive_grad]
    fn taken(f: impl Fn([f64; 2], (f64, f64)) -> [f64; 2], x: f64) -> f64 {
        let mut a = [x, 1.0];
        for i in 0..3 {
            let b = f(a, (a[0], i as f64));
            a[0] = b[1] * 0.5;
            a = f(b, (x, a[0]));
        }
        let m = [f(a, (1.0, 2.0)), a];
        m[0][0] * m[1][1] + f([x, x], (x, x))[1]
    }

    #[derive_grad]
    fn f(k: f64, x: f64) -> f64 {
        taken(
            |a: [f64; 2], p: (f64, f64)| [a[0] * k + p.1, a[1].sin() * p.0],
            x,
        )
    }

    check! {
        |v| (v[0], v[1]) -> (k, x);
        smooth [0.7, 1.2];
    }
}

mod captures_of_what_is_not_seen {
    use super::*;

    struct Settings {
        scale: f64,
        table: Vec<f64>,
        n: usize,
    }

    #[derive_grad(no_grad(settings))]
    fn of(x: f64, settings: &Settings) -> f64 {
        let scale = settings.scale;
        let t: &[f64] = &settings.table;
        let line = |v| v * settings.scale + settings.table[1] * scale + (settings.n as f64) * t[0];
        twice(line, x)
    }

    // 2 (2x + 3 · 2 + 4 · 5) + 26
    #[test]
    fn gradient() {
        let settings = Settings {
            scale: 2.0,
            table: vec![5.0, 3.0],
            n: 4,
        };
        assert_eq!(of_grad(1.0, &settings), (82.0, 4.0));
    }
}

mod captures_of_constants {
    use super::*;

    const W: [f64; 3] = [1.0, 2.0, 3.0];
    static S: f64 = 2.0;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let names = ["ab".to_owned(), "c".to_owned()];
        let c = 2.0;
        let r = &c;
        let n = names.len();
        let m = n as f64;
        let mut count = 0;
        for i in 0..n {
            count += i;
        }
        let line = |v| v * W[1] * c + S * *r + m * (count as f64) + names[0].len() as f64;
        twice(line, x)
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [0.5] => [16.0];
    }
}

mod captures_in_arms {
    use super::*;

    #[derive_grad]
    fn of(x: f64, o: Option<usize>, t: (f64, usize)) -> f64 {
        let (a, k) = t;
        match o {
            Some(n) if n > 1 => twice(|v| v * n as f64 * a, x),
            Some(n) => twice(|v| v.powi(n as i32 + k as i32), x),
            None => {
                let y = if x > 0.0 { x } else { -x };
                twice(|v| v + y * t.0, x)
            }
        }
    }

    #[derive_grad]
    fn f(x: f64, a: f64) -> f64 {
        of(x, None, (a, 2)) + of(x, Some(1), (a, 1)) * of(x, Some(3), (a, 1))
    }

    // x + 2ax + 9 a² x⁵
    check! {
        |v| (v[0], v[1]) -> (x, a);
        smooth [2.0, 3.0] => [1.0 + 6.0 + 6480.0, 4.0 + 1728.0];
        smooth [0.7, 1.2];
    }
}

/// Whether a method changes its receiver, only the method knows.
mod methods_of_variables {
    use super::*;

    #[derive(Differentiable)]
    struct Line {
        slope: f64,
        points: Vec<f64>,
    }

    #[derive_grad]
    impl Line {
        fn extend(&mut self, f: impl Fn(f64) -> f64) {
            self.slope = f(self.slope);
            self.points.push(f(self.points[0]));
        }

        fn end(self, f: &impl Fn(f64) -> f64) -> f64 {
            f(self.slope) * self.points[1]
        }
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut line = Line {
            slope: x,
            points: vec![y],
        };
        line.extend(|v| v * y);
        line.end(&|v| v * x)
    }

    // x² y³
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [2.0, 1.0] => [4.0, 12.0];
        smooth [0.7, 1.2];
    }
}

mod structs_that_are_returned {
    use super::*;

    #[derive(Clone, Differentiable)]
    struct Line {
        slope: f64,
        points: Vec<f64>,
    }

    #[derive_grad]
    fn line(f: impl Fn(f64) -> f64, x: f64) -> Line {
        Line {
            slope: f(x),
            points: vec![f(x * x)],
        }
    }

    #[derive_grad]
    fn maybe(f: impl Fn(f64) -> f64, x: f64) -> Option<Line> {
        if x < 0.0 {
            return None;
        }
        Some(Line {
            slope: f(x),
            points: vec![f(x * x)],
        })
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut p = line(|v| v * y, x);
        p.slope *= p.points[0];
        let q = p.clone();
        p.points[0] += q.slope;
        let other = match maybe(|v| v * x, y) {
            Some(r) => r.slope * r.points[0],
            None => x * y,
        };
        p.slope + p.points[0] + other
    }

    // 2 x³ y² + x² y, and x² y³ or x y
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [2.0, 3.0] => [228.0 + 108.0, 100.0 + 108.0];
        smooth [2.0, -1.0] => [20.0 - 1.0, -28.0 + 2.0];
    }
}

mod beside_options {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let o = if x > 0.0 { Some(x * y) } else { None };
        let k = x * 2.0;
        let scaled = |v: f64| v * k;
        let a = o.map(scaled).unwrap_or(y);
        let inside = |v: f64| {
            let part = if v > 1.0 { Some(v * y) } else { None };
            part.map_or(v, |w| w + y)
        };
        a + twice(scaled, x) + twice(inside, 2.0)
    }

    // 2 x² y + 4 x³ + 3 y² + y, or y + 4 x³ + 3 y² + y
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [2.0, 3.0] => [72.0, 27.0];
        smooth [-1.0, 3.0] => [12.0, 20.0];
    }
}

/// The pullback does not keep the output borrowed.
mod outputs_of_associated_functions {
    use super::*;

    struct Grid<'g, const N: usize>(&'g str);

    #[derive_grad]
    impl<'g, const N: usize> Grid<'g, N> {
        fn fill<'x>(out: &mut [f64; N], f: impl Fn(f64) -> f64, x: &'x [f64]) {
            for i in 0..N {
                out[i] = f(x[i]);
            }
        }
    }

    #[derive_grad]
    fn square(v: f64) -> f64 {
        v * v
    }

    #[test]
    fn free_before_the_pullback() {
        let mut out = [0.0; 2];
        let (_, pullback) = Grid::<2>::fill_vjp(&mut out, diff_fn(square, square_vjp), &[3.0, 5.0]);
        assert_eq!(out, [9.0, 25.0]);
        out[0] = 1.0;
        let (mut d_out, mut d_x) = ([1.0, 2.0], vec![0.0; 2]);
        pullback(&mut d_out, &mut d_x);
        assert_eq!((d_out, d_x), ([0.0; 2], vec![6.0, 20.0]));
        assert_eq!(out, [1.0, 25.0]);
    }
}

/// In single precision.
mod single {
    use super::*;

    #[derive_grad]
    fn f(k: f32, x: f32) -> f32 {
        trapezium(|t| k * t * t, 0.0, x)
    }

    check! {
        |v| (v[0] as f32, v[1] as f32) -> (k, x);
        single [3.0, 2.0] => [4.0, 18.0];
    }
}
