//! Gradients that nobody asks for: what is needed for them alone is not kept, and all others stay what they are.

use grad_runtime::check::Check;
use grad_runtime::{Tape, derive_grad};

#[track_caller]
fn check(f: impl Fn(&[f64]) -> f64, x: &[f64], gradient: &[f64]) {
    if let Err(wrong) = Check::new().gradient(f, x, gradient) {
        panic!("{wrong}");
    }
}

#[derive_grad]
fn scale(y: &[f64], a: f64, k: &[f64], t: &mut [f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..y.len() {
        t[i] = y[i] * a + k[i] * k[i] * a;
        s += t[i] * y[i] * a;
    }
    s
}

#[derive_grad]
fn power(x: &[f64], e: f64, n: i32, b: [f64; 2]) -> f64 {
    let mut s = 1.0;
    for i in 0..x.len() {
        let q = x[i] * x[i] + 1.5;
        s += q.powf(e) * b[0] * q.powi(n) / b[1];
        if i > 1 {
            s *= (b[1] * e).cos();
        }
    }
    s
}

/// Calls with constants and inactive arguments, values that depend on some parameters, branches and writes.
#[derive_grad]
fn all(x: &[f64], a: f64, k: &[f64], b: [f64; 2]) -> f64 {
    let mut t = x.to_vec();
    let mut out = 0.3;
    for i in 0..3 {
        out += scale(x, a, k, &mut t) * scale(k, 2.0, x, &mut t);
        out += scale(&[1.0, 2.0], a, &k[..2], &mut t[1..]);
        out += power(k, 0.5, 2, b) + power(x, a * a + 1.0, 3, [1.0, 2.0]);
        out += power(&[0.3, 0.4], 1.5, 2, [a, 2.0]);
        let q = a * x[i] * b[0];
        t[i] = q * q * k[i];
        for j in 0..2 {
            out += (t[j] * a).sin() * b[j] * q;
            let r = if out > 0.0 { a * k[j] } else { x[j] * b[1] };
            out += r * r * 0.1;
        }
        out *= 0.1;
    }
    out
}

#[derive_grad(wrt(x))]
fn by_x(x: &[f64], a: f64, k: &[f64], b: [f64; 2]) -> f64 {
    all(x, a, k, b) * a * x[0]
}

#[derive_grad(wrt(a))]
fn by_a(x: &[f64], a: f64, k: &[f64], b: [f64; 2]) -> f64 {
    all(x, a, k, b) * a * x[0]
}

#[derive_grad(wrt(k, b))]
fn by_k_and_b(x: &[f64], a: f64, k: &[f64], b: [f64; 2]) -> f64 {
    all(x, a, k, b) * a * x[0]
}

const X: [f64; 3] = [0.3, -0.4, 0.6];
const K: [f64; 3] = [0.9, 0.2, 0.5];
const A: f64 = 0.7;
const B: [f64; 2] = [1.2, 1.6];

#[test]
fn all_are_wanted() {
    let (_, d_x, d_a, d_k, d_b) = all_grad(&X, A, &K, B);
    check(|x| all(x, A, &K, B), &X, &d_x);
    check(|a| all(&X, a[0], &K, B), &[A], &[d_a]);
    check(|k| all(&X, A, k, B), &K, &d_k);
    check(|b| all(&X, A, &K, [b[0], b[1]]), &B, &d_b);
}

#[test]
fn some_are_wanted() {
    let (_, d_x) = by_x_grad(&X, A, &K, B);
    check(|x| by_x(x, A, &K, B), &X, &d_x);
    let (_, d_a) = by_a_grad(&X, A, &K, B);
    check(|a| by_a(&X, a[0], &K, B), &[A], &[d_a]);
    let (_, d_k, d_b) = by_k_and_b_grad(&X, A, &K, B);
    check(|k| by_k_and_b(&X, A, k, B), &K, &d_k);
    check(|b| by_k_and_b(&X, A, &K, [b[0], b[1]]), &B, &d_b);
}

#[test]
fn pullbacks_and_buffers() {
    let (_, d_x) = by_x_grad(&X, A, &K, B);
    let (_, pullback) = by_x_vjp(&X, A, &K, B);
    let mut pulled = [0.0; 3];
    pullback(1.0, &mut pulled);
    assert_eq!(pulled.as_slice(), d_x);
    let mut written = [7.0; 3];
    by_x_grad_into(&X, A, &K, B, &mut written);
    assert_eq!(written.as_slice(), d_x);
}

/// An output among the parameters: its cotangent passes whether it is asked for or not.
#[derive_grad(wrt(x))]
fn with_output(x: &[f64], a: f64, t: &mut [f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        t[i] = t[i] * x[i] * a;
        s += t[i] * t[i] * a;
    }
    s
}

#[test]
fn outputs_stay() {
    let start = [0.4, 1.1, -0.7];
    let (_, d_x) = with_output_grad(&X, A, &mut start.clone());
    check(|x| with_output(x, A, &mut start.clone()), &X, &d_x);
    let mut d_x = [0.0; 3];
    let mut t = start;
    let (_, pullback) = with_output_vjp(&X, A, &mut t);
    pullback(1.0, &mut d_x);
    check(|x| with_output(x, A, &mut start.clone()), &X, &d_x);
}

#[derive_grad(wrt(u))]
fn diffuse(u: &[f64], k: f64, n: usize) -> f64 {
    let mut v = u.to_vec();
    for _ in 0..n {
        for i in 1..v.len() {
            v[i] += k * (v[i - 1] - v[i]);
        }
    }
    v[v.len() - 1]
}

/// Where only `k` would need them, no differences are kept: a few words a step.
#[test]
fn nothing_for_the_unwanted() {
    let (n, size) = (10, 100);
    let u: Vec<f64> = (0..size).map(|i| f64::from(i).sin()).collect();
    let (mut tape, mut d_u) = (Tape::new(), vec![0.0; 100]);
    diffuse_grad_with(&mut tape, &u, 0.3, n, &mut d_u);
    check(|u| diffuse(u, 0.3, n), &u, &d_u);
    if grad_core::Switches::default().wanted {
        assert!(tape.peak_words() < 10 * n, "{}", tape.peak_words());
    }
}
