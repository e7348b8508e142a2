//! Every type of parameter, differentiated and not.

use grad_runtime::derive_grad;

mod by_value {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        x * y * y
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [4.0, -6.0];
    }
}

mod single_by_value {
    use super::*;

    #[derive_grad]
    fn f(x: f32, y: f32) -> f32 {
        x * y * y
    }

    check! {
        |v| (v[0] as f32, v[1] as f32) -> (x, y);
        smooth [1.5, -2.0] => [4.0, -6.0];
    }
}

mod by_reference {
    use super::*;

    #[derive_grad]
    fn f(x: &f64, y: &f64) -> f64 {
        *x * y * y
    }

    check! {
        |v| (&v[0], &v[1]) -> (x, y);
        smooth [1.5, -2.0] => [4.0, -6.0];
    }
}

mod single_by_reference {
    use super::*;

    #[derive_grad]
    fn f(x: &f32) -> f32 {
        x * x
    }

    check! {
        |v| (&(v[0] as f32)) -> (x);
        smooth [1.5] => [3.0];
    }
}

mod slice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        x[0] * x[1] + k * x[2]
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.5, -2.0, 0.5, 3.0] => [-2.0, 1.5, 3.0, 0.5];
    }
}

mod single_slice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f32]) -> f32 {
        x[0] * x[1] + x[1]
    }

    check! {
        |v| (&[v[0] as f32, v[1] as f32]) -> (x);
        smooth [1.5, -2.0] => [-2.0, 2.5];
    }
}

/// What no statement reads has a gradient of zeros, of the right length.
mod unread_slice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: f64) -> f64 {
        y * y
    }

    check! {
        |v| (&v[..2], v[2]) -> (x, y);
        smooth [1.5, -2.0, 3.0] => [0.0, 0.0, 6.0];
    }
}

mod empty_slice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: f64) -> f64 {
        y * x.len() as f64 + y
    }

    check! {
        |v| (&v[..0], v[0]) -> (x, y);
        smooth [1.5] => [1.0];
    }
}

mod array {
    use super::*;

    #[derive_grad]
    fn f(x: [f64; 3]) -> f64 {
        x[0] * x[1] * x[2]
    }

    check! {
        |v| ([v[0], v[1], v[2]]) -> (x);
        smooth [1.5, -2.0, 0.5] => [-1.0, 0.75, -3.0];
    }
}

mod array_by_reference {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64; 3]) -> f64 {
        x[0] * x[1] * x[2]
    }

    check! {
        |v| (&[v[0], v[1], v[2]]) -> (x);
        smooth [1.5, -2.0, 0.5] => [-1.0, 0.75, -3.0];
    }
}

mod array_of_any_length {
    use super::*;

    #[derive_grad]
    fn f<const N: usize>(x: [f64; N]) -> f64 {
        let mut s = 0.0;
        for i in 0..N {
            s += x[i] * x[i];
        }
        s
    }

    check! {
        |v| ([v[0], v[1], v[2]]) -> (x);
        smooth [1.5, -2.0, 0.5] => [3.0, -4.0, 1.0];
    }
}

mod array_of_any_length_by_reference {
    use super::*;

    #[derive_grad]
    fn f<const N: usize>(x: &[f64; N], y: &[f64; N]) -> f64 {
        let mut s = 0.0;
        for i in 0..N {
            s += x[i] * y[N - 1 - i];
        }
        s
    }

    check! {
        |v| (&[v[0], v[1]], &[v[2], v[3]]) -> (x, y);
        smooth [1.5, -2.0, 0.5, 3.0] => [3.0, 0.5, -2.0, 1.5];
    }
}

mod length_that_no_parameter_tells {
    use super::*;

    #[derive_grad]
    fn steps<const N: usize>(x: f64, from: usize) -> [f64; N] {
        let mut out = [0.0; N];
        for i in 0..N {
            out[i] = x * (from + i) as f64;
        }
        out
    }

    #[derive_grad]
    fn autocorrelation<'a, const LAG: usize>(x: &'a [f64]) -> f64 {
        let mut s = 0.0;
        for i in LAG..x.len() {
            s += x[i] * x[i - LAG];
        }
        s
    }

    #[derive_grad]
    fn f(x: f64, y: &[f64]) -> f64 {
        let t = steps::<2>(x, 3);
        t[0] * t[1] + autocorrelation::<1>(y) * autocorrelation::<2>(y)
    }

    check! {
        |v| (v[0], &[v[1], v[2], v[3]]) -> (x, y);
        // 12 x² + (y0 y1 + y1 y2) y0 y2
        smooth [0.5, 2.0, 3.0, 1.0] => [12.0, 15.0, 6.0, 24.0];
    }

    #[test]
    fn every_form_takes_it() {
        let y = [2.0, 3.0, 1.0];
        assert_eq!(autocorrelation_grad::<1>(&y), (9.0, vec![3.0, 3.0, 3.0]));
        let mut d_y = [0.0; 3];
        assert_eq!(autocorrelation_grad_into::<2>(&y, &mut d_y[..]), 2.0);
        assert_eq!(d_y, [1.0, 0.0, 2.0]);
        let (value, pullback) = steps_vjp::<2>(0.5, 3);
        let mut d_x = 0.0;
        pullback(&[1.0, 10.0], &mut d_x);
        assert_eq!((value, d_x), ([1.5, 2.0], 43.0));
    }
}

mod array_of_named_length {
    use super::*;

    const DIM: usize = 2;

    #[derive_grad]
    fn f(x: &[f64; DIM]) -> f64 {
        x[0] * x[DIM - 1]
    }

    check! {
        |v| (&[v[0], v[1]]) -> (x);
        smooth [1.5, -2.0] => [-2.0, 1.5];
    }
}

mod vector {
    use super::*;

    #[derive_grad]
    fn f(x: Vec<f64>) -> f64 {
        let mut p = 1.0;
        for i in 0..x.len() {
            p *= x[i];
        }
        p
    }

    check! {
        |v| (v.to_vec()) -> (x);
        smooth [1.5, -2.0, 0.5] => [-1.0, 0.75, -3.0];
        smooth [0.0, -2.0, 0.5] => [-1.0, 0.0, 0.0];
    }
}

mod vector_by_reference {
    use super::*;

    #[derive_grad]
    fn f(x: &Vec<f64>) -> f64 {
        x[0] * x[x.len() - 1]
    }

    check! {
        |v| (&v.to_vec()) -> (x);
        smooth [1.5, -2.0, 0.5] => [0.5, 0.0, 1.5];
    }
}

mod rows_of_two {
    use super::*;

    #[derive_grad]
    fn f(x: &[[f64; 2]]) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            s += x[i][0] * x[i][1];
        }
        s
    }

    check! {
        |v| (&[[v[0], v[1]], [v[2], v[3]]]) -> (x);
        smooth [1.5, -2.0, 0.5, 3.0] => [-2.0, 1.5, 3.0, 0.5];
    }
}

mod rows_of_different_length {
    use super::*;

    #[derive_grad]
    fn f(x: &[Vec<f64>]) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            for j in 0..x[i].len() {
                s += x[i][j] * x[i][j] * (i + 1) as f64;
            }
        }
        s
    }

    check! {
        |v| (&[vec![v[0]], vec![], vec![v[1], v[2]]]) -> (x);
        smooth [1.5, -2.0, 0.5] => [3.0, -12.0, 3.0];
    }
}

mod matrix_by_value {
    use super::*;

    #[derive_grad]
    fn f(m: [[f64; 3]; 3]) -> f64 {
        m[0][0] * m[1][1] * m[2][2] + m[0][2] * m[2][0]
    }

    check! {
        |v| ([[v[0], v[1], v[2]], [v[3], v[4], v[5]], [v[6], v[7], v[8]]]) -> (m);
        smooth [2.0, 0.0, 0.5, 0.0, 3.0, 0.0, -1.0, 0.0, 5.0] =>
            [15.0, 0.0, -1.0, 0.0, 10.0, 0.0, 0.5, 0.0, 6.0];
    }
}

mod matrix_of_any_size {
    use super::*;

    #[derive_grad]
    fn f<const R: usize, const C: usize>(m: &[[f64; C]; R]) -> f64 {
        let mut s = 0.0;
        for i in 0..R {
            for j in 0..C {
                s += m[i][j] * m[i][j] * (i * C + j) as f64;
            }
        }
        s
    }

    check! {
        |v| (&[[v[0], v[1]], [v[2], v[3]], [v[4], v[5]]]) -> (m);
        smooth [2.0, 0.5, 3.0, -1.0, 5.0, 0.25] => [0.0, 1.0, 12.0, -6.0, 40.0, 2.5];
    }
}

mod tuple {
    use super::*;

    #[derive_grad]
    fn f(p: (f64, f64)) -> f64 {
        p.0 * p.0 * p.1
    }

    check! {
        |v| ((v[0], v[1])) -> (p);
        smooth [1.5, -2.0] => [-6.0, 2.25];
    }
}

mod nested_tuple {
    use super::*;

    #[derive_grad]
    fn f(p: ((f64, f64), f64)) -> f64 {
        p.0.0 * p.0.1 + p.1 * p.0.0
    }

    check! {
        |v| (((v[0], v[1]), v[2])) -> (p);
        smooth [1.5, -2.0, 0.5] => [-1.5, 1.5, 1.5];
    }
}

mod tuple_by_reference {
    use super::*;

    #[derive_grad]
    fn f(p: &(f64, f64)) -> f64 {
        p.0 * p.0 * p.1
    }

    check! {
        |v| (&(v[0], v[1])) -> (p);
        smooth [1.5, -2.0] => [-6.0, 2.25];
    }
}

mod tuple_with_array {
    use super::*;

    #[derive_grad]
    fn f(p: ([f64; 2], f64)) -> f64 {
        p.0[0] * p.0[1] * p.1
    }

    check! {
        |v| (([v[0], v[1]], v[2])) -> (p);
        smooth [1.5, -2.0, 0.5] => [-1.0, 0.75, -3.0];
    }
}

/// An integer in a tuple has the tangent `()`.
mod tuple_with_integer {
    use super::*;

    #[derive_grad]
    fn f(p: (f64, usize)) -> f64 {
        p.0 * p.0 * p.1 as f64
    }

    check! {
        |v| ((v[0], 3)) -> (p);
        smooth [1.5] => [9.0];
    }
}

mod mixed_precision {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f32) -> f64 {
        x * y as f64 * x
    }

    check! {
        |v| (v[0], v[1] as f32) -> (x, y);
        smooth [1.5, -2.0] => [-6.0, 2.25];
    }
}

mod inactive_in_between {
    use super::*;

    #[derive_grad]
    fn f(n: usize, x: f64, positive: bool, y: f64, label: char, name: &str) -> f64 {
        let sign = if positive { 1.0 } else { -1.0 };
        let scale = if label == 'a' { 2.0 } else { 3.0 };
        sign * scale * x * y * (n + name.len()) as f64
    }

    check! {
        |v| (2, v[0], false, v[1], 'a', "abc") -> (x, y);
        smooth [1.5, 0.5] => [-5.0, -15.0];
    }
}

mod indices {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], order: &[usize]) -> f64 {
        let mut s = 0.0;
        for i in 0..order.len() {
            s += x[order[i]] * x[order[i]] * (i + 1) as f64;
        }
        s
    }

    check! {
        |v| (v, &[2, 0, 2]) -> (x);
        smooth [1.5, -2.0, 0.5] => [6.0, 0.0, 4.0];
    }
}

mod integers_of_every_width {
    use super::*;

    #[derive_grad]
    fn f(x: f64, a: u8, b: i16, c: u32, d: i64, e: isize) -> f64 {
        x * a as f64 + x * b as f64 + x * c as f64 + x * d as f64 * e as f64
    }

    check! {
        |v| (v[0], 1, -2, 3, -4, 5) -> (x);
        smooth [1.5] => [-18.0];
    }
}

mod counter_behind_a_reference {
    use super::*;

    #[derive_grad]
    fn f(x: f64, count: &mut usize) -> f64 {
        *count += 2;
        x * x * *count as f64
    }

    check! {
        |v| (v[0], &mut 1) -> (x);
        smooth [1.5] => [9.0];
    }

    #[test]
    fn counted_once() {
        let mut count = 1;
        assert_eq!(f_grad(1.5, &mut count), (6.75, 9.0));
        assert_eq!(count, 3);
        let (value, pullback) = f_vjp(1.5, &mut count);
        let mut d_x = 0.0;
        pullback(1.0, &mut d_x);
        assert_eq!((value, d_x, count), (11.25, 15.0, 5));
    }
}

mod log_behind_a_reference {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], log: &mut Vec<usize>) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            if x[i] > 0.0 {
                log.push(i);
                s += x[i] * x[i];
            }
        }
        s
    }

    check! {
        |v| (v, &mut Vec::new()) -> (x);
        smooth [1.5, -2.0, 0.5] => [3.0, 0.0, 1.0];
    }

    #[test]
    fn logged_once() {
        let mut log = Vec::new();
        assert_eq!(
            f_grad(&[1.5, -2.0, 0.5], &mut log),
            (2.5, vec![3.0, 0.0, 1.0])
        );
        assert_eq!(log, [0, 2]);
    }
}

mod mutable {
    use super::*;

    #[derive_grad]
    fn f(mut x: f64, mut y: f64) -> f64 {
        x *= y;
        y += x;
        x * y
    }

    // x y (y + x y)
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [4.0 + 2.0 * 1.5 * 4.0, 2.0 * -2.0 * 1.5 * 2.5];
    }
}

mod tuple_pattern {
    use super::*;

    #[derive_grad]
    fn f((a, b): (f64, f64)) -> f64 {
        a * a * b
    }

    check! {
        |v| ((v[0], v[1])) -> (p);
        smooth [1.5, -2.0] => [-6.0, 2.25];
    }
}

mod array_pattern {
    use super::*;

    #[derive_grad]
    fn f([x, y]: [f64; 2], k: f64) -> f64 {
        x * y * k
    }

    check! {
        |v| ([v[0], v[1]], v[2]) -> (p, k);
        smooth [1.5, -2.0, 0.5] => [-1.0, 0.75, -3.0];
    }
}

mod reference_pattern {
    use super::*;

    #[derive_grad]
    fn f(&(a, b): &(f64, f64), &k: &f64) -> f64 {
        a * b * k
    }

    check! {
        |v| (&(v[0], v[1]), &v[2]) -> (p, k);
        smooth [1.5, -2.0, 0.5] => [-1.0, 0.75, -3.0];
    }
}

mod nested_pattern {
    use super::*;

    #[derive_grad]
    fn f(((a, _), [b, mut c]): ((f64, f64), [f64; 2])) -> f64 {
        c += a;
        a * b * c
    }

    check! {
        |v| (((v[0], v[1]), [v[2], v[3]])) -> (p);
        smooth [1.5, 7.0, -2.0, 0.5] => [-2.0 * 2.0 - 3.0, 0.0, 3.0, -3.0];
    }
}

mod underscore {
    use super::*;

    #[derive_grad]
    fn f(x: f64, _: usize, _unused: f64) -> f64 {
        x * x
    }

    check! {
        |v| (v[0], 7, v[1]) -> (x, unused);
        smooth [1.5, -2.0] => [3.0, 0.0];
    }
}

mod raw_identifier {
    use super::*;

    #[derive_grad]
    fn f(r#type: f64, r#in: &[f64]) -> f64 {
        r#type * r#in[0]
    }

    check! {
        |v| (v[0], &v[1..]) -> (first, second);
        smooth [1.5, -2.0] => [-2.0, 1.5];
    }
}

/// Names that generated code might want for itself.
mod suspicious_names {
    use super::*;

    #[derive_grad]
    fn f(tape: f64, seed: f64, d_tape: f64, frame: f64, value: f64) -> f64 {
        let d_seed = tape * seed;
        let tape_1 = d_seed * d_tape;
        let pullback = tape_1 + frame * value;
        pullback * tape
    }

    check! {
        |v| (v[0], v[1], v[2], v[3], v[4]) -> (tape, seed, d_tape, frame, value);
        smooth [1.5, -2.0, 0.5, 3.0, 0.25] => [-2.25, 1.125, -4.5, 0.375, 4.5];
    }
}

mod lifetimes {
    use super::*;

    #[derive_grad]
    fn f<'a, 'b>(x: &'a [f64], y: &'b f64) -> f64 {
        x[0] * x[1] * *y
    }

    check! {
        |v| (&v[..2], &v[2]) -> (x, y);
        smooth [1.5, -2.0, 0.5] => [-1.0, 0.75, -3.0];
    }
}

mod tuple_with_a_string {
    use super::*;

    #[derive_grad]
    fn f(s: &(f64, String)) -> f64 {
        s.0 * s.0 * s.1.len() as f64
    }

    #[test]
    fn gradient() {
        let s = (1.5, "abc".to_string());
        assert_eq!(f_grad(&s), (6.75, (9.0, ())));
    }
}

#[allow(non_snake_case)]
mod names_in_capitals {
    use super::*;

    #[derive_grad]
    fn f(S: f64, T: f64, K: &[f64]) -> f64 {
        let R = S * T;
        let (A, b) = (R * R, 2.0);
        let mut P = A;
        for X in K {
            P *= *X;
        }
        let count = |Q: usize| Q;
        P * b + R * count(1) as f64
    }

    // 2·(S·T)²·k + S·T
    check! { |v| (v[0], v[1], &v[2..]) -> (S, T, K); smooth [0.5, 2.0, 3.0] => [26.0, 6.5, 2.0]; }
}
