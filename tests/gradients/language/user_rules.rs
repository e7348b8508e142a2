//! Functions whose derivative the user wrote: `#[grad_rule]` in both forms, and `stop_gradient`. The right
//! values are closed forms.

use approx::assert_relative_eq;
use grad_runtime::{derive_grad, grad_rule, stop_gradient};

/// A function that the macro would refuse: it asks for bits.
fn halved(x: f64) -> f64 {
    f64::from_bits(x.to_bits() - (1 << 52))
}

#[grad_rule]
fn halved_rev(_x: f64, _out: f64, seed: f64, d_x: &mut f64) {
    *d_x += 0.5 * seed;
}

/// The larger root of `r² - b r - c`, by a loop that is not worth differentiating.
fn root(b: f64, c: f64) -> f64 {
    let mut r = b.abs() + c.abs() + 1.0;
    for _ in 0..60 {
        r = (r * r + c) / (2.0 * r - b);
    }
    r
}

// Implicit function theorem: (2 r - b) dr = r db + dc.
#[grad_rule]
fn root_rev(b: f64, _c: f64, out: f64, seed: f64, d_b: &mut f64, d_c: &mut f64) {
    let slope = seed / (2.0 * out - b);
    *d_b += slope * out;
    *d_c += slope;
}

fn weighted(w: &[f64], n: usize, x: [f64; 2], scale: &f64) -> f64 {
    scale * (w[n] * x[0] + w[0] * x[1])
}

#[grad_rule]
fn weighted_vjp(
    w: &[f64],
    n: usize,
    x: [f64; 2],
    scale: &f64,
) -> (f64, impl FnOnce(f64, &mut [f64], &mut [f64; 2], &mut f64)) {
    let (w, scale) = (w.to_vec(), *scale);
    let value = w[n] * x[0] + w[0] * x[1];
    let pullback = move |seed: f64, d_w: &mut [f64], d_x: &mut [f64; 2], d_scale: &mut f64| {
        d_w[n] += seed * scale * x[0];
        d_w[0] += seed * scale * x[1];
        d_x[0] += seed * scale * w[n];
        d_x[1] += seed * scale * w[0];
        *d_scale += seed * value;
    };
    (scale * value, pullback)
}

fn squares(x: Vec<f64>) -> Vec<f64> {
    x.into_iter().map(|v| v * v).collect()
}

#[grad_rule]
fn squares_rev(x: Vec<f64>, out: &[f64], seed: &[f64], d_x: &mut [f64]) {
    assert_eq!(out.len(), x.len());
    for ((d, x), s) in d_x.iter_mut().zip(&x).zip(seed) {
        *d += 2.0 * x * s;
    }
}

fn polar(p: (f64, f64), turns: i32) -> (f64, f64) {
    let angle = p.1 * f64::from(turns);
    (p.0 * angle.cos(), p.0 * angle.sin())
}

#[grad_rule]
fn polar_rev(p: (f64, f64), turns: i32, out: &(f64, f64), seed: &(f64, f64), d_p: &mut (f64, f64)) {
    d_p.0 += (seed.0 * out.0 + seed.1 * out.1) / p.0;
    d_p.1 += f64::from(turns) * (seed.1 * out.0 - seed.0 * out.1);
}

fn halved_single(x: f32) -> f32 {
    x / 2.0
}

#[grad_rule]
fn halved_single_rev(_: f32, _: f32, seed: f32, d_x: &mut f32) {
    *d_x += seed / 2.0;
}

mod callers {
    use super::*;

    #[derive_grad]
    pub fn once(x: f64) -> f64 {
        halved(x * x) * x
    }

    #[derive_grad]
    pub fn in_a_loop(x: &[f64]) -> f64 {
        let mut s = 1.0;
        for &v in x {
            if v > 0.0 {
                s *= halved(v);
            }
        }
        s
    }

    #[derive_grad]
    pub fn implicit(b: f64, c: f64) -> f64 {
        root(b, c) * root(c, b)
    }

    #[derive_grad]
    pub fn written_over(w: &[f64], x: f64) -> f64 {
        let mut w = [w[0], w[1]];
        let a = weighted(&w, 1, [x, x * x], &x);
        w[1] = a;
        w[0] = 0.0;
        a + weighted(&w, 1, [x, 7.0], &2.0)
    }

    #[derive_grad]
    pub fn of_vectors(x: &[f64]) -> f64 {
        let y = squares(vec![x[0], x[1] * x[0]]);
        let z = squares(y);
        z[0] + z[1]
    }

    #[derive_grad]
    pub fn of_pairs(r: f64, angle: f64) -> f64 {
        let (x, y) = polar((r, angle), 2);
        x * x * y
    }

    #[derive_grad]
    pub fn single(x: f32) -> f32 {
        halved_single(x * x)
    }

    #[derive_grad]
    pub fn in_a_chain(x: &[f64]) -> f64 {
        x.iter().map(|v| halved(v * v)).sum()
    }
}

#[test]
fn reverse_half_of_one_argument() {
    // x³ / 2
    assert_eq!(callers::once_grad(3.0), (13.5, 13.5));
}

#[test]
fn in_a_loop_and_a_branch() {
    let (value, d) = callers::in_a_loop_grad(&[2.0, -1.0, 6.0]);
    assert_eq!(value, 3.0);
    assert_eq!(d, [1.5, 0.0, 0.5]);
    assert_eq!(callers::in_a_loop_grad(&[]), (1.0, vec![]));
}

#[test]
fn by_the_implicit_function_theorem() {
    // The root of r² - b r - c is (b + √(b² + 4 c)) / 2.
    let (b, c) = (1.5, 0.7);
    let part = |b: f64, c: f64| {
        let q = (b * b + 4.0 * c).sqrt();
        ((b + q) / 2.0, (1.0 + b / q) / 2.0, 1.0 / q)
    };
    let ((r, r_b, r_c), (s, s_c, s_b)) = (part(b, c), part(c, b));
    let (value, d_b, d_c) = callers::implicit_grad(b, c);
    assert_relative_eq!(value, r * s, max_relative = 1e-14);
    assert_relative_eq!(d_b, r_b * s + r * s_b, max_relative = 1e-13);
    assert_relative_eq!(d_c, r_c * s + r * s_c, max_relative = 1e-13);
}

#[test]
fn arguments_are_kept_as_they_were() {
    // a = x (w1 x + w0 x²); the result is a + 2 a x.
    let (w, x) = ([0.5, 3.0], 2.0);
    let a = x * (w[1] * x + w[0] * x * x);
    let d_a = 1.0 + 2.0 * x;
    let (value, d_w, d_x) = callers::written_over_grad(&w, x);
    assert_relative_eq!(value, a * d_a, max_relative = 1e-15);
    assert_relative_eq!(d_w[0], d_a * x * x * x, max_relative = 1e-15);
    assert_relative_eq!(d_w[1], d_a * x * x, max_relative = 1e-15);
    let expected = d_a * (2.0 * w[1] * x + 3.0 * w[0] * x * x) + 2.0 * a;
    assert_relative_eq!(d_x, expected, max_relative = 1e-15);
}

#[test]
fn vectors_in_and_out() {
    // x0⁴ + (x0 x1)⁴
    let x = [1.5, -0.5];
    let (value, d) = callers::of_vectors_grad(&x);
    let p: f64 = x[0] * x[1];
    assert_relative_eq!(value, x[0].powi(4) + p.powi(4), max_relative = 1e-15);
    let d0 = 4.0 * x[0].powi(3) + 4.0 * p.powi(3) * x[1];
    assert_relative_eq!(d[0], d0, max_relative = 1e-15);
    assert_relative_eq!(d[1], 4.0 * p.powi(3) * x[0], max_relative = 1e-15);
}

#[test]
fn tuples_in_and_out() {
    // r³ cos² t sin t with t = 2 angle
    let (r, angle) = (1.3_f64, 0.4_f64);
    let (s, c) = (2.0 * angle).sin_cos();
    let (value, d_r, d_angle) = callers::of_pairs_grad(r, angle);
    assert_relative_eq!(value, r.powi(3) * c * c * s, max_relative = 1e-14);
    assert_relative_eq!(d_r, 3.0 * r * r * c * c * s, max_relative = 1e-14);
    let slope = 2.0 * r.powi(3) * (c.powi(3) - 2.0 * c * s * s);
    assert_relative_eq!(d_angle, slope, max_relative = 1e-14);
}

#[test]
fn single_precision() {
    assert_eq!(callers::single_grad(3.0), (4.5, 3.0));
}

#[test]
fn in_a_closure_of_a_chain() {
    assert_eq!(
        callers::in_a_chain_grad(&[3.0, 5.0]),
        (17.0, vec![3.0, 5.0])
    );
}

#[derive_grad]
fn held(x: f64, y: f64) -> f64 {
    let w = stop_gradient(x * x);
    let v = grad_runtime::stop_gradient(y);
    w * x * v + stop_gradient(2.0) * y
}

#[derive_grad]
fn held_in_a_loop(x: &[f32]) -> f32 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s = stop_gradient(s) + x[i] * stop_gradient(x[i]);
    }
    s
}

#[test]
fn a_stopped_float_is_a_constant() {
    // 9 · 3 · 5 + 2 · 5
    assert_eq!(held_grad(3.0, 5.0), (145.0, 45.0, 2.0));
}

#[test]
fn a_stopped_state_lets_only_the_last_trip_through() {
    assert_eq!(held_in_a_loop_grad(&[2.0, 3.0]), (13.0, vec![0.0, 3.0]));
}
