//! Loops that run forward and back in one where they only accumulate, and loops that only look as if they did.

use grad_runtime::{Tape, derive_grad};

/// The words on the tape do not depend on the number of trips.
fn constant(words: impl Fn(usize) -> usize) {
    assert_eq!(words(100), words(1000));
}

macro_rules! words {
    ($f_grad_with:ident($n:ident) $args:tt $(, $d:ident)+) => {
        #[test]
        fn words() {
            constant(|$n| {
                let mut tape = Tape::new();
                words!(@call $f_grad_with tape $n $args $($d)+);
                tape.peak_words()
            });
        }
    };
    (@call $f:ident $tape:ident $n:ident ($($arg:expr),*) $($d:ident)+) => {
        $(let mut $d = vec![0.0; $n];)+
        $f(&mut $tape, $($arg,)* $(&mut $d),+);
    };
}

mod mean_of_a_sum {
    use super::*;

    /// The factor is known before the loop though it is written behind it.
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for v in x {
            s += v.sin() * v;
        }
        let n = x.len() as f64;
        -(s / n) * 0.5 + 1.0
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.3, 1.2, -0.7, 2.0];
        smooth [0.5];
    }

    words!(f_grad_with(n)(&vec![0.5; n]), d);
}

mod factor_counted_in_the_loop {
    use super::*;

    /// The factor is only known behind the loop.
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        let mut count = 0;
        for v in x {
            if *v > 0.0 {
                s += v * v;
                count += 1;
            }
        }
        s / count as f64
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.3, 1.2, -0.7, 2.0];
    }
}

mod factor_computed_in_the_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], w: &[f64]) -> f64 {
        let mut s = 0.0;
        let mut total = 0.0;
        for i in 0..x.len() {
            s += x[i] * x[i] * w[i];
            total += w[i];
        }
        s / total
    }

    check! {
        |v| (&v[..3], &v[3..]) -> (x, w);
        smooth [0.3, 1.2, -0.7, 2.0, 1.0, 0.5];
    }
}

mod name_taken_again {
    use super::*;

    /// Behind the loop `y` is something else.
    #[derive_grad(no_grad(y))]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        let mut s = 0.0;
        for (a, b) in x.iter().zip(y) {
            s += a * a * b;
        }
        let y = &y[1..];
        s / y.len() as f64
    }

    check! {
        |v| (&v[..], &[2.0, 1.0, 0.5]) -> (x);
        smooth [0.3, 1.2, -0.7];
    }
}

mod running_sum_is_read {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for v in x {
            let t = s * 0.5;
            s += v * v + t;
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.3, 1.2, -0.7, 2.0];
    }
}

mod doubled {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 1.0;
        for v in x {
            s = s + s - v * v;
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.3, 1.2, -0.7, 2.0];
    }
}

mod alternating {
    use super::*;

    /// What is taken away from changes its sign in each trip.
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 1.0;
        for v in x {
            s = v * v - s;
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.3, 1.2, -0.7, 2.0];
    }
}

mod exchanged_sums {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (mut a, mut b) = (0.0, 0.0);
        for v in x {
            let t = a + v * v;
            a = b + v.sin();
            b = t;
        }
        a + 3.0 * b
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.3, 1.2, -0.7, 2.0, 0.1];
    }
}

mod two_sums {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let (mut a, mut b) = (0.0, 1.0);
        for v in x {
            a += v * k;
            b -= (v + k).cos();
        }
        2.0 * a - k * b
    }

    check! {
        |v| (&v[..4], v[4]) -> (x, k);
        smooth [0.4, 0.3, 1.2, -0.7, 2.0];
    }
}

mod product_of_sums {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (mut a, mut b) = (0.0, 0.0);
        for v in x {
            a += v * v;
            b += v.sin();
        }
        a * b
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.3, 1.2, -0.7, 2.0];
    }
}

mod one_sum_by_several_loops {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        let mut s = 0.0;
        for v in x {
            s += v.exp();
        }
        for (a, b) in x.iter().zip(y) {
            s -= a * b;
        }
        let mut r = 0.0;
        for b in y {
            r += b * b;
        }
        0.25 * s + 0.1 * r
    }

    check! {
        |v| (&v[..3], &v[3..]) -> (x, y);
        smooth [0.3, 1.2, -0.7, 2.0, 1.0, 0.5];
    }

    words!(f_grad_with(n)(&vec![0.5; n], &vec![0.25; n]), d, e);
}

mod mean_read_by_a_second_loop {
    use super::*;

    /// The cotangent of the mean is known behind the second loop, in front of which the first runs.
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut m = 0.0;
        for v in x {
            m += v;
        }
        m /= x.len() as f64;
        let mut s = 0.0;
        for v in x {
            s += (v - m) * (v - m) * m;
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.3, 1.2, -0.7, 2.0];
    }
}

mod pairs {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        let n = x.len();
        let mut e = 0.0;
        for i in 0..n {
            for j in i + 1..n {
                let (dx, dy) = (x[i] - x[j], y[i] - y[j]);
                let r2 = dx * dx + dy * dy + 0.5;
                if r2 > 9.0 {
                    continue;
                }
                let s = 1.0 / (r2 * r2 * r2);
                e += 4.0 * (s * s - s);
            }
        }
        e
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.3, 1.2, -0.7, 4.0, 1.0, 0.5, -0.2, 0.8];
    }

    words!(f_grad_with(n)(&vec![0.5; n], &vec![0.25; n]), d, e);
}

mod left_early {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], most: f64) -> f64 {
        let mut s = 0.0;
        for (i, v) in x.iter().enumerate() {
            if *v < 0.0 {
                continue;
            }
            let t = v * v * v;
            if i > 3 {
                s += t * most;
                break;
            }
            if t > 100.0 {
                break;
            }
            s += t.sqrt() * (i + 1) as f64;
        }
        s * most
    }

    check! {
        |v| (&v[..v.len() - 1], v[v.len() - 1]) -> (x, most);
        smooth [0.3, 1.2, -0.7, 2.0, 0.6, 0.9, 0.2, 0.4];
        smooth [0.3, 1.2, 7.0, 2.0, 0.6, 0.9, 0.2, 0.4];
        smooth [-0.3, 0.4];
    }
}

mod left_by_return {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for v in x {
            if *v < 0.0 {
                return s * v;
            }
            s += v * v;
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.3, 1.2, 0.7];
        smooth [0.3, 1.2, -0.7, 2.0];
    }
}

mod left_by_an_inner_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 0.0;
        'rows: for row in x.chunks(n) {
            for (i, v) in row.iter().enumerate() {
                if *v > 2.5 {
                    break 'rows;
                }
                if *v < 0.0 {
                    continue 'rows;
                }
                s += v * v * (i + 1) as f64;
            }
            s += 0.5 * row[0];
        }
        s
    }

    check! {
        |v| (&v[..], 2) -> (x);
        smooth [0.3, 1.2, 0.7, -1.0, 2.0, 0.1];
        smooth [0.3, -1.2, 0.7, 2.6, 2.0, 0.1];
    }
}

mod counted_by_hand {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut i = 1;
        let mut s = 0.0;
        while i + 1 < x.len() {
            let c = x[i + 1] - 2.0 * x[i] + x[i - 1];
            s += c * c * x[i];
            i += 1;
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.3, 1.2, 0.7, -1.0, 2.0, 0.1];
        smooth [0.3, 1.2];
    }

    words!(f_grad_with(n)(&vec![0.5; n]), d);
}

mod pair_of_neighbours {
    use super::*;

    /// Neighbours two apart, in steps, and in the row above.
    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 0.0;
        for i in 2..n {
            let d = x[i] - x[i - 2] * x[i - 1];
            s += d * d;
        }
        for w in x.windows(3) {
            s += w[0] * w[1] * w[2] - w[1] * w[1];
        }
        let rows: &[f64] = &x[..];
        for j in 1..n / 2 {
            s += (rows[j - 1] - rows[n / 2 + j]).powi(2) * rows[j + 1];
        }
        s
    }

    check! {
        |v| (&v[..], v.len()) -> (x);
        smooth [0.3, 1.2, 0.7, -1.0, 2.0, 0.1, 0.9, 0.8];
        smooth [0.3, 1.2, 0.7, 0.5];
    }
}

mod neighbours_if_there_are_any {
    use super::*;

    /// In the first trip there is no neighbour on the left, in the last none on the right.
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let n = x.len();
        let mut s = 0.0;
        for i in 0..n {
            let mut v = x[i] * x[i];
            if i > 0 {
                v *= x[i - 1];
            }
            if i + 1 < n {
                v -= x[i + 1] * x[i];
            }
            s += v;
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.3, 1.2, 0.7, -1.0, 2.0];
        smooth [0.3];
    }
}

mod array_of_points {
    use super::*;

    #[derive_grad]
    fn f(p: &[[f64; 2]]) -> f64 {
        let mut length = 0.0;
        for i in 1..p.len() {
            let (dx, dy) = (p[i][0] - p[i - 1][0], p[i][1] - p[i - 1][1]);
            length += (dx * dx + dy * dy).sqrt();
        }
        length
    }

    check! {
        |v| (&[[v[0], v[1]], [v[2], v[3]], [v[4], v[5]]]) -> (p);
        smooth [0.3, 1.2, 0.7, -1.0, 2.0, 0.1];
    }
}

mod buffer_of_the_trip {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 0.0;
        for row in x.chunks(n) {
            let mut w = vec![0.0; row.len()];
            for i in 0..row.len() {
                w[i] = row[i].sin();
            }
            for i in 1..row.len() {
                w[i] += w[i - 1] * row[i];
            }
            s += w[row.len() - 1];
        }
        s / n as f64
    }

    check! {
        |v| (&v[..], 3) -> (x);
        smooth [0.3, 1.2, 0.7, -1.0, 2.0, 0.1, 0.4];
    }

    words!(f_grad_with(n)(&vec![0.5; n], 10), d);
}

mod buffer_of_all_trips {
    use super::*;

    /// Each trip reads what the last one left.
    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut w = vec![1.0; n];
        let mut s = 0.0;
        for row in x.chunks(n) {
            for i in 0..row.len() {
                w[i] = w[i] * row[i] + 0.5;
                s += w[i] * w[i];
            }
        }
        s
    }

    check! {
        |v| (&v[..], 2) -> (x);
        smooth [0.3, 1.2, 0.7, -1.0, 2.0];
    }
}

mod buffer_written_behind {
    use super::*;

    /// What the loop reads is written over behind it, and read again.
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut w = x.to_vec();
        let mut s = 0.0;
        for i in 0..w.len() {
            s += w[i] * w[i] * w[i];
        }
        w[0] = s * 0.1;
        for v in &w {
            s += v.sin();
        }
        s + w[0] * w[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.3, 1.2, 0.7, -1.0];
    }
}

mod buffer_grown_behind {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut w = x.to_vec();
        let mut v = vec![x[0]];
        let mut s = 0.0;
        for e in &w {
            s += e * e * e;
        }
        v.push(x[1] * x[1]);
        w.push(v[0] * v[1]);
        for e in &w {
            s += e * e;
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.3, 1.2, 0.7, -1.0];
    }
}

mod buffer_settled_before {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut w = vec![0.0; x.len()];
        for i in 0..x.len() {
            w[i] = (k * x[i]).exp();
        }
        let mut s = 0.0;
        for i in 0..x.len() {
            for j in 0..x.len() {
                s += w[i] * w[j] * x[i];
            }
        }
        s * k
    }

    check! {
        |v| (&v[..4], v[4]) -> (x, k);
        smooth [0.4, 0.3, 1.2, 0.7, -1.0];
    }
}

mod parameter_written_behind {
    use super::*;

    #[derive_grad]
    fn f(mut x: Vec<f64>) -> f64 {
        let mut s = 0.0;
        for v in &x {
            s += v * v;
        }
        x[0] = 2.0 * s;
        s + x[0] * x[1]
    }

    check! {
        |v| (v.to_vec()) -> (x);
        smooth [0.3, 1.2, 0.7];
    }
}

mod rows_factorised_before {
    use super::*;

    /// The factorisation rewinds its buffer, the sum behind it reads that.
    #[derive_grad]
    fn f(a: &[f64], n: usize) -> f64 {
        let mut l = a.to_vec();
        for j in 0..n {
            for i in j..n {
                let mut v = l[i * n + j];
                for k in 0..j {
                    v -= l[i * n + k] * l[j * n + k];
                }
                l[i * n + j] = if i == j { v.sqrt() } else { v / l[j * n + j] };
            }
        }
        let mut s = 0.0;
        for i in 0..n {
            s += l[i * n + i].ln();
        }
        s
    }

    check! {
        |v| (&v[..], 3) -> (a);
        smooth [4.0, 1.0, 0.5, 1.0, 3.0, 0.2, 0.5, 0.2, 2.0];
    }
}

mod of_a_call {
    use super::*;

    #[derive_grad]
    fn term(x: &[f64], w: f64) -> f64 {
        let mut p = 1.0;
        for v in x {
            p *= v + w;
        }
        p
    }

    #[derive_grad]
    fn f(x: &[f64], w: f64) -> f64 {
        let mut s = 0.0;
        for row in x.chunks(2) {
            s += term(row, w) * w;
        }
        s
    }

    check! {
        |v| (&v[..5], v[5]) -> (x, w);
        smooth [0.4, 0.3, 1.2, 0.7, -1.0, 0.6];
    }

    #[test]
    fn words() {
        constant(|n| {
            let mut tape = Tape::new();
            f_grad_with(&mut tape, &vec![0.5; n], 0.1, &mut vec![0.0; n], &mut 0.0);
            tape.peak_words()
        });
    }
}

mod changed_by_a_call {
    use super::*;

    #[derive_grad]
    fn add(to: &mut f64, v: f64) {
        *to += v * *to;
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 1.0;
        for v in x {
            add(&mut s, *v);
            s += v * v;
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.4, 0.3, 1.2];
    }
}

mod single_precision {
    use super::*;

    #[derive_grad]
    fn f(x: &[f32], k: f32) -> f32 {
        let mut s = 0.0;
        for i in 1..x.len() {
            let d = x[i] - k * x[i - 1];
            s += d * d;
        }
        s / x.len() as f32
    }

    #[test]
    fn gradient() {
        // d/dk of sum (x_i - k x_{i-1})^2 / n is -2 sum (x_i - k x_{i-1}) x_{i-1} / n.
        let (x, k) = ([1.0_f32, 2.0, 4.0, 3.0], 0.5_f32);
        let (value, d_x, d_k) = f_grad(&x, k);
        assert_eq!(value, f(&x, k));
        // The differences are 1.5, 3 and 1.
        assert_eq!(d_k, -2.0 * (1.5 * 1.0 + 3.0 * 2.0 + 1.0 * 4.0) / 4.0);
        assert_eq!(d_x, [-0.375, 0.75 - 0.75, 1.5 - 0.25, 0.5]);
    }
}

mod of_a_method {
    use grad_runtime::{Differentiable, derive_grad};

    #[derive(Clone, Differentiable)]
    struct Line {
        slope: f64,
        data: Vec<f64>,
    }

    #[derive_grad]
    impl Line {
        fn loss(&self, shift: f64) -> f64 {
            let mut s = 0.0;
            for (i, y) in self.data.iter().enumerate() {
                let r = self.slope * i as f64 + shift - y;
                s += r * r;
            }
            s / self.data.len() as f64
        }
    }

    fn f(v: &[f64]) -> f64 {
        let line = Line {
            slope: v[0],
            data: v[2..].to_vec(),
        };
        line.loss(v[1])
    }

    #[test]
    fn gradient() {
        let v = [0.5, 0.25, 1.0, 3.0, -1.0];
        let line = Line {
            slope: v[0],
            data: v[2..].to_vec(),
        };
        let (value, d_line, d_shift) = line.loss_grad(v[1]);
        assert_eq!(value, f(&v));
        let found: Vec<f64> = [d_line.slope, d_shift]
            .into_iter()
            .chain(d_line.data)
            .collect();
        // Residuals: 0.25 - 1, 0.75 - 3, 1.25 + 1.
        let r = [-0.75, -2.25, 2.25];
        let third = 2.0 / 3.0;
        let expected = [
            third * (r[1] + 2.0 * r[2]),
            third * (r[0] + r[1] + r[2]),
            -third * r[0],
            -third * r[1],
            -third * r[2],
        ];
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-14, "{found} {expected}");
        }
    }
}

mod generic {
    use grad_runtime::{Scalar, derive_grad};

    #[derive_grad]
    fn f<T: Scalar>(x: &[T], k: T) -> T {
        let mut s = k - k;
        for i in 1..x.len() {
            s += (x[i] - x[i - 1]) * (x[i] - k);
        }
        s
    }

    #[test]
    fn gradient() {
        // 1 * 1.5 + 2 * 3.5 with x = [1, 2, 4], k = 0.5.
        let (value, d_x, d_k) = f_grad(&[1.0, 2.0, 4.0], 0.5);
        assert_eq!((value, d_k), (8.5, -3.0));
        assert_eq!(d_x, vec![-1.5, 1.5 + 1.0 - 3.5, 3.5 + 2.0]);
    }
}

mod length_of_ones_own {
    use std::cell::Cell;

    use grad_runtime::derive_grad;

    struct Calls(Cell<u32>);

    impl Calls {
        /// How often it was asked.
        fn len(&self) -> u32 {
            self.0.set(self.0.get() + 1);
            self.0.get()
        }
    }

    struct Mean {
        calls: Calls,
    }

    impl Mean {
        #[derive_grad(no_grad(self))]
        fn of_squares(&self, x: &[f64]) -> f64 {
            let mut s = 0.0;
            for v in x {
                s += v * v;
            }
            s / self.calls.len() as f64
        }

        #[derive_grad(no_grad(self))]
        fn power(&self, x: f64) -> f64 {
            let mut p = 1.0;
            for _ in 0..self.calls.len() {
                p *= x;
            }
            p
        }
    }

    #[test]
    fn is_asked_once() {
        let mean = Mean {
            calls: Calls(Cell::new(1)),
        };
        let (value, d_x) = mean.of_squares_grad(&[1.0, 3.0]);
        assert_eq!((value, d_x), (5.0, vec![1.0, 3.0]));
        assert_eq!(mean.calls.0.get(), 2);
    }

    #[test]
    fn need_not_be_a_size() {
        let mean = Mean {
            calls: Calls(Cell::new(2)),
        };
        assert_eq!(mean.power_grad(2.0), (8.0, 12.0));
    }
}

mod factor_that_panics {
    use super::*;

    /// The unbiased variance, of two at least.
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for v in x {
            s += v * v;
        }
        assert!(x.len() > 1, "two at least");
        s / (10 / (x.len() - 1)) as f64
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.3, 1.2, 0.7];
    }

    #[test]
    #[should_panic(expected = "two at least")]
    fn panics_in_its_own_place() {
        let _ = f_grad(&[1.0]);
    }

    #[test]
    fn words() {
        let mut tape = Tape::new();
        f_grad_with(&mut tape, &[0.5; 3], &mut [0.0; 3]);
        assert_eq!(tape.peak_words(), 0);
    }
}
