//! Shared arguments that the reverse half reads again where the caller has them, and keeps where it has not.

use crate::support::assert_close;
use grad_runtime::check::Check;
use grad_runtime::{Tape, derive_grad, grad_rule};

#[track_caller]
fn check(f: impl Fn(&[f64]) -> f64, x: &[f64], gradient: &[f64]) {
    if let Err(wrong) = Check::new().gradient(f, x, gradient) {
        panic!("{wrong}");
    }
}

#[derive_grad]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..a.len() {
        s += a[i] * b[i];
    }
    s
}

const W: [f64; 6] = [0.3, -0.7, 1.2, 0.4, 0.9, -0.5];

mod overwritten_after_the_call {
    use super::*;

    /// The local that is passed has another content in every trip, and none of them at the end.
    #[derive_grad]
    fn f(w: &[f64], n: usize) -> f64 {
        let mut t = vec![0.0; n];
        let mut out = 0.2;
        for k in 0..3 {
            for i in 0..n {
                t[i] = w[i] * (k as f64 + 1.0) + out;
            }
            out += dot(w, &t) * dot(&t, &t);
            t[0] = 7.0;
        }
        t.fill(0.0);
        out
    }

    #[test]
    fn gradient() {
        let x = [0.3, -0.2, 0.5];
        check(|x| f(x, 3), &x, &f_grad(&x, 3).1);
    }
}

mod overwritten_in_the_callee {
    use super::*;

    #[derive_grad]
    fn scale(by: &[f64], a: &mut [f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..a.len() {
            s += by[i] * a[i];
            a[i] = a[i] * by[i] + s;
        }
        s
    }

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut a = x.to_vec();
        let mut s = 0.0;
        for _ in 0..n {
            s += scale(x, &mut a) * a[0];
        }
        s + a[1] * a[2]
    }

    #[test]
    fn gradient() {
        let x = [0.3, -0.2, 0.5];
        for n in [0, 1, 3] {
            check(|x| f(x, n), &x, &f_grad(&x, n).1);
        }
    }

    /// Beside a `&mut`, nothing is lent to the pullback; what it adds is the same.
    #[test]
    fn pullback() {
        let (by, mut a) = ([0.3, -0.2, 0.5], [1.1, 0.7, -0.4]);
        let mut d_by = [0.0; 3];
        let mut d_a = [0.0; 3];
        let (_, pullback) = scale_vjp(&by, &mut a);
        pullback(1.0, &mut d_by, &mut d_a);
        check(|by| scale(by, &mut [1.1, 0.7, -0.4]), &by, &d_by);
        check(|a| scale(&by, &mut a.to_vec()), &[1.1, 0.7, -0.4], &d_a);
    }
}

mod rows {
    use super::*;

    /// Rows of a matrix by an index that changes, of each kind of reference.
    #[derive_grad]
    fn f(a: &[Vec<f64>], b: &[[f64; 2]], v: &Vec<f64>, c: &[[f64; 2]; 3]) -> f64 {
        let mut s = 0.0;
        let mut k = 2;
        for i in 0..3 {
            let row = &a[k];
            s += dot(row, &b[i]) * v[k] + dot(&c[k], &b[k][..]) * dot(&v[..2], &c[i]);
            for (x, y) in row.iter().zip(&c[i]) {
                s += x * y * x;
            }
            k = (k + 2) % 3;
        }
        s + dot(v, v)
    }

    fn of(x: &[f64]) -> (Vec<Vec<f64>>, Vec<[f64; 2]>, Vec<f64>, [[f64; 2]; 3]) {
        (
            x[..6].chunks(2).map(<[f64]>::to_vec).collect(),
            x[6..12].chunks(2).map(|c| [c[0], c[1]]).collect(),
            x[12..15].to_vec(),
            std::array::from_fn(|i| [x[15 + 2 * i], x[16 + 2 * i]]),
        )
    }

    #[test]
    fn gradient() {
        let x: Vec<f64> = (0..21).map(|i| (i as f64 * 1.7).sin()).collect();
        let (a, b, v, c) = of(&x);
        let (_, d_a, d_b, d_v, d_c) = f_grad(&a, &b, &v, &c);
        let gradient: Vec<f64> = [d_a.concat(), d_b.concat(), d_v, d_c.concat()].concat();
        let value = |x: &[f64]| {
            let (a, b, v, c) = of(x);
            f(&a, &b, &v, &c)
        };
        check(value, &x, &gradient);
    }
}

mod names {
    use super::*;

    /// One name after another for parts, shadowed; a variable called like generated ones.
    #[derive_grad]
    fn f(x: &[f64], shared_x: &[f64], whole: usize) -> f64 {
        let r = &x[1..];
        let mut s = 0.0;
        for i in 0..2 {
            s += r[i] * r[i] * shared_x[i];
        }
        let r = &shared_x[whole..];
        let x = &x[..2];
        for keeps_x in 0..2 {
            s += r[keeps_x] * x[keeps_x] * x[0];
        }
        s + dot(&x[whole..], r)
    }

    #[test]
    fn gradient() {
        let (_, d_x, d_y) = f_grad(&W[..3], &W[3..], 1);
        check(|x| f(x, &W[3..], 1), &W[..3], &d_x);
        check(|y| f(&W[..3], y, 1), &W[3..], &d_y);
    }
}

mod a_reference_that_moves_on {
    use super::*;

    #[derive_grad]
    fn f(mut x: &[f64]) -> f64 {
        let mut p = 1.0;
        while x.len() > 1 {
            p *= x[0] * x[1] + dot(&x[1..], &x[1..]);
            x = &x[1..];
        }
        p
    }

    #[test]
    fn gradient() {
        check(f, &W, &f_grad(&W).1);
    }
}

mod recursion {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        if x.len() == 1 || n == 0 {
            return x[0] * x[0];
        }
        let mut own = x.to_vec();
        own[0] += 0.5;
        let deeper = f(&own[1..], n - 1);
        own[1] = 3.0;
        x[0] * f(&x[1..], n - 1) + x[1] * deeper + own[0] * x[1]
    }

    #[test]
    fn gradient() {
        for n in [0, 1, 4] {
            check(|x| f(x, n), &W, &f_grad(&W, n).1);
        }
    }
}

mod exits {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], bound: f64) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            if s > bound {
                return s * x[i] * x[i];
            }
            let e = x[i] * x[0];
            if e < -0.2 {
                continue;
            }
            s += e * dot(&x[..i], &x[..i]) + x[i] * x[i];
            if i > 4 {
                break;
            }
        }
        s * s
    }

    #[test]
    fn gradient() {
        for bound in [-1.0, 0.05, 1.0, 100.0] {
            check(|x| f(x, bound), &W, &f_grad(&W, bound).1);
        }
    }
}

mod by_value {
    use super::*;

    /// An array by value and a `&mut` change: they are no shared arguments.
    #[derive_grad]
    fn f(mut a: [f64; 3], b: &mut [f64], c: &[f64; 3]) -> f64 {
        let mut s = 0.0;
        for i in 0..3 {
            s += a[i] * b[i] * c[i];
            a[i] = s * c[i];
            b[i] = a[i] * b[i];
        }
        s * a[0] + dot(&a, c) + dot(b, &a)
    }

    #[test]
    fn gradient() {
        let (a, b, c) = ([0.3, -0.7, 1.2], [0.4, 0.9, -0.5], [1.1, -0.3, 0.8]);
        let mut d_b = [0.0; 3];
        let mut d_a = [0.0; 3];
        let mut d_c = [0.0; 3];
        let mut own = b;
        f_grad_into(a, &mut own, &c, &mut d_a, &mut d_b, &mut d_c);
        check(|a| f([a[0], a[1], a[2]], &mut b.clone(), &c), &a, &d_a);
        check(|b| f(a, &mut b.to_vec(), &c), &b, &d_b);
        check(|c| f(a, &mut b.clone(), &[c[0], c[1], c[2]]), &c, &d_c);
    }
}

mod functions {
    use super::*;

    fn weighted(w: &[f64], x: &[f64]) -> f64 {
        w[0] * x[1] * x[1]
    }

    #[grad_rule]
    fn weighted_rev(w: &[f64], x: &[f64], _out: f64, seed: f64, d_w: &mut [f64], d_x: &mut [f64]) {
        d_w[0] += seed * x[1] * x[1];
        d_x[1] += seed * w[0] * x[1] * 2.0;
    }

    #[derive_grad]
    fn applied(f: impl Fn(f64) -> f64, x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            s += f(x[i]) * x[i];
        }
        s
    }

    /// A rule by hand, a closure that captures an argument, and a method beside it.
    #[derive_grad]
    fn f(w: &[f64], x: &[f64]) -> f64 {
        weighted(w, &x[1..]) + applied(|e| e * w[0] * dot(w, x), x)
    }

    struct Held;

    #[derive_grad]
    impl Held {
        fn of(w: &[f64], x: &[f64]) -> f64 {
            let mut s = 0.0;
            for i in 0..x.len() {
                s += w[i] * x[i];
            }
            s * dot(w, x)
        }
    }

    #[derive_grad]
    fn g(w: &[f64], x: &[f64]) -> f64 {
        Held::of(w, x) * Held::of(x, &w[..3])
    }

    #[test]
    fn gradient() {
        let (w, x) = (&W[..3], &W[3..]);
        let (_, d_w, d_x) = f_grad(w, x);
        check(|w| f(w, x), w, &d_w);
        check(|x| f(w, x), x, &d_x);
        let (_, d_w, d_x) = g_grad(w, x);
        check(|w| g(w, x), w, &d_w);
        check(|x| g(w, x), x, &d_x);
        let (_, d_w, d_x) = Held::of_grad(w, x);
        check(|w| Held::of(w, x), w, &d_w);
        check(|x| Held::of(w, x), x, &d_x);
    }
}

mod generic {
    use super::*;

    trait Float: Copy + std::ops::Mul<Output = Self> + std::ops::Add<Output = Self> {}
    impl Float for f64 {}
    impl Float for f32 {}

    #[derive_grad]
    fn f<T: Float, const N: usize>(a: &[T], b: &[T; N], mut s: T) -> T {
        for i in 0..N {
            s = s * a[i] + b[i] * a[i] * s;
        }
        s
    }

    #[test]
    fn gradient() {
        let b = [0.2, 0.7, -0.3];
        let (_, d_a, d_b, _) = f_grad(&W[..3], &b, 1.5);
        check(|a| f(a, &b, 1.5), &W[..3], &d_a);
        check(|b| f(&W[..3], &[b[0], b[1], b[2]], 1.5), &b, &d_b);
        let (_, d_a, ..) = f_grad(&[0.3_f32, -0.7, 1.2], &[0.2, 0.7, -0.3], 1.5);
        assert!(d_a.iter().all(|d| d.is_finite()));
    }
}

mod pullbacks {
    use super::*;

    /// The pullback holds on to what it reads again.
    #[test]
    fn later() {
        let a = W.to_vec();
        let (value, pullback) = {
            let b = &a;
            dot_vjp(b, &a)
        };
        let (mut d_a, mut d_b) = ([0.0; 6], [0.0; 6]);
        pullback(2.0, &mut d_a, &mut d_b);
        let twice = W.map(|w| 2.0 * w);
        assert_close("value", &[value], &[W.iter().map(|w| w * w).sum()], 1e-12);
        assert_close("d_a", &d_a, &twice, 1e-12);
        assert_close("d_b", &d_b, &twice, 1e-12);
    }
}

mod words {
    use super::*;

    #[derive_grad]
    fn layer(w: &[f64], x: &[f64], n: usize) -> f64 {
        let mut out = 0.0;
        for j in 0..n {
            out += dot(&w[j * n..(j + 1) * n], x) * w[j];
        }
        out
    }

    /// Of the rows nothing is kept: five words a row.
    #[test]
    fn nothing_of_the_arguments() {
        let mut tape = Tape::new();
        let n = 100;
        let (w, x) = (vec![0.1; n * n], vec![0.2; n]);
        layer_grad_with(
            &mut tape,
            &w,
            &x,
            n,
            &mut vec![0.0; n * n],
            &mut vec![0.0; n],
        );
        if grad_core::Switches::default().reread {
            assert!(tape.peak_words() <= 6 * n, "{}", tape.peak_words());
        }
    }
}

mod settled_buffers {
    use super::*;

    /// Read while it grows and changes, and then again when it is settled.
    #[derive_grad]
    fn grown(x: &[f64]) -> f64 {
        let mut v = vec![0.5];
        let mut s = 0.0;
        for i in 0..x.len() {
            s += v[i] * x[i] + dot(&v, &v);
            v.push(s * x[i]);
        }
        let (a, b) = v.split_at_mut(2);
        a[0] = b[0] * a[1];
        b[0] *= 2.0;
        for i in 0..v.len() {
            s += v[i] * v[i] * v[0];
        }
        s + dot(&v[1..], x)
    }

    #[test]
    fn grown_before() {
        check(grown, &W, &grown_grad(&W).1);
    }

    /// Exits in front of the last write, between, and behind; two buffers of which one is returned.
    #[derive_grad]
    fn left(x: &[f64], bound: f64) -> f64 {
        let mut a = x.to_vec();
        if x[0] > bound {
            return x[0] * x[1];
        }
        let mut b = [0.0; 3];
        for i in 0..3 {
            b[i] = a[i] * a[i + 1];
            if b[i] > bound {
                a[0] = b[i];
                return dot(&a, &a) * b[0];
            }
        }
        a[1] = b[2] * b[0];
        let mut s = 0.0;
        for i in 0..3 {
            s += a[i] * b[i] * b[0] + dot(&a[i..3], &b[i..]);
            if s > 2.0 * bound {
                return s * a[i];
            }
        }
        s * s
    }

    #[test]
    fn left_early() {
        for bound in [0.0, 0.1, 0.2, 0.32, 10.0] {
            check(|x| left(x, bound), &W, &left_grad(&W, bound).1);
        }
    }

    #[derive_grad]
    fn moved(x: &[f64]) -> Vec<f64> {
        let mut v = x.to_vec();
        v[0] = x[1] * x[1];
        let mut s = 0.0;
        for i in 0..x.len() {
            s += v[i] * v[i];
        }
        let mut w = v;
        w[1] = s;
        w
    }

    #[derive_grad]
    fn returned(x: &[f64]) -> Vec<f64> {
        let mut v = x.to_vec();
        v[0] = x[1] * x[1];
        let mut s = 0.0;
        for i in 0..x.len() {
            s += v[i] * v[i];
        }
        let t = vec![s; 3];
        if s > 100.0 {
            return t;
        }
        v
    }

    #[derive_grad]
    fn of_both(x: &[f64]) -> f64 {
        let (a, b) = (moved(x), returned(x));
        let mut s = 0.0;
        for i in 0..a.len() {
            s += a[i] * b[i];
        }
        s
    }

    #[test]
    fn moved_away() {
        check(of_both, &W, &of_both_grad(&W).1);
    }

    /// A call that keeps a content and fails then leaves nothing behind.
    #[derive_grad]
    fn inner(x: &[f64]) -> Option<f64> {
        let mut v = x.to_vec();
        v[0] *= 2.0;
        let mut s = 0.0;
        for i in 0..x.len() {
            s += v[i] * v[i];
        }
        Some(s)
    }

    #[derive_grad]
    fn failing(x: &[f64], bound: f64) -> Option<f64> {
        let s = inner(x)?;
        if s > bound {
            return None;
        }
        Some(s * x[0])
    }

    #[derive_grad]
    fn several(x: &[f64], bound: f64) -> f64 {
        let mut s = 0.0;
        for i in 1..x.len() {
            if let Some(e) = failing(&x[..i], bound) {
                s += e * e;
            } else {
                s += x[i] * x[i];
            }
        }
        s
    }

    #[test]
    fn failed() {
        for bound in [0.0, 1.0, 2.0, 100.0] {
            check(|x| several(x, bound), &W, &several_grad(&W, bound).1);
        }
    }

    /// Exchanged and read in turn: never settled inside of the loop.
    #[derive_grad]
    fn exchanged(x: &[f64], n: usize) -> f64 {
        let (mut a, mut b) = (x.to_vec(), x.to_vec());
        for _ in 0..n {
            for i in 1..a.len() {
                b[i] = a[i] * a[i - 1] + dot(&a, &b);
            }
            std::mem::swap(&mut a, &mut b);
        }
        let mut s = 0.0;
        for i in 0..a.len() {
            s += a[i] * b[i];
        }
        s
    }

    #[test]
    fn exchanged_in_turn() {
        for n in [0, 1, 2, 3] {
            check(|x| exchanged(x, n), &W, &exchanged_grad(&W, n).1);
        }
    }

    /// A closure reads it, a method of the standard library changes it.
    #[derive_grad]
    fn captured(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        v.reverse();
        let f = |k: f64| k * v[0] * v[1];
        let mut s = 0.0;
        for i in 0..x.len() {
            s += f(x[i]) * v[i];
        }
        v.swap(0, 2);
        s * v[0] + dot(&v, x)
    }

    #[test]
    fn captured_by_a_closure() {
        check(captured, &W, &captured_grad(&W).1);
    }
}

mod one_after_the_other {
    use super::*;

    /// Parts, rows, names that are used again, loops without trips.
    #[derive_grad]
    fn callee(x: &[f64], m: &[[f64; 2]], v: &[Vec<f64>], n: usize) -> f64 {
        let r = &x[1..];
        let mut s = 0.0;
        for i in 0..n {
            s += r[i] * r[i] * x[i];
        }
        let r = &r[n / 2..];
        for i in 2..n + 1 {
            s += r[i - 2] * x[i] * s;
        }
        for k in 0..2 {
            for i in 0..2 {
                s += m[k][i] * v[1 - k][i] * x[i + k];
            }
            let row = &v[k];
            for (a, b) in row.iter().zip(&x[k..]) {
                s += a * b * a;
            }
            for &x in &row[..n.min(2)] {
                s += x * x * x;
            }
        }
        for e in x.iter().rev().take(n) {
            s += e * e;
        }
        for i in 40..n {
            s += x[i] * x[i];
        }
        s
    }

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let (mut t, mut m) = (x.to_vec(), [[0.5; 2]; 2]);
        let mut v = vec![vec![0.25; 2]; 2];
        let mut s = 0.0;
        for k in 0..3 {
            s += callee(&t, &m, &v, n) * 0.1;
            t[k] = s * x[k];
            m[k % 2][k / 2] = t[k] * x[1];
            v[k % 2][1 - k / 2] = t[k + 1] * x[2];
        }
        t.fill(0.0);
        s
    }

    #[test]
    fn gradient() {
        for n in [0, 1, 2, 4] {
            check(|x| f(x, n), &W, &f_grad(&W, n).1);
        }
    }

    #[derive_grad]
    fn single(x: &[f32], y: &[f32; 3]) -> f32 {
        let mut s = 0.0;
        for i in 0..3 {
            s += x[i + 1] * y[i];
        }
        s
    }

    #[derive_grad]
    fn singles(x: &[f32]) -> f32 {
        let (mut t, mut y) = (x.to_vec(), [2.0_f32; 3]);
        let s = single(&t, &y);
        t[1] = 8.0;
        y[0] = x[0];
        let r = single(&t, &y);
        t[1] = 0.0;
        y[0] = 0.0;
        s + r + t[2] + y[1]
    }

    /// 2 (x1 + x2 + x3) + 8 x0 + 2 (x2 + x3) + x2
    #[test]
    fn of_single_precision() {
        let (s, d) = singles_grad(&[1.0, 2.0, 4.0, 0.5]);
        assert_eq!(
            (s, d),
            (13.0 + 8.0 + 9.0 + 4.0 + 2.0, vec![8.0, 2.0, 5.0, 4.0])
        );
    }
}
