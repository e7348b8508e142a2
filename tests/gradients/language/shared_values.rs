//! Values that are computed twice and elements that are read twice: where they are one, and where they only look so.

use grad_runtime::derive_grad;

/// An element is another one after a write, by whatever name it is written.
mod read_again_after_a_write {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: usize) -> f64 {
        let mut a = [x[0], x[1], x[2]];
        let first = a[1] * x[1];
        a[1] = x[0] * a[0];
        let second = a[1] * x[1];
        a[k] += x[2];
        let third = a[1] * a[1];
        {
            let part = &mut a[1..];
            part[0] *= 3.0;
        }
        let fourth = a[1] * a[1];
        a.swap(0, 1);
        let fifth = a[1] * a[0];
        first + 2.0 * second + third * fourth + fifth
    }

    check! {
        |v| (&v, 1) -> (x);
        smooth [0.7, -1.2, 0.4];
        smooth [1.3, 0.2, -0.9];
    }
}

/// What a trip reads first the trip before may have written last.
mod written_late_in_the_trip_before {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = [x[0], 1.0];
        let mut s = a[0];
        for &v in x {
            s += a[0] * v;
            if v > 0.0 {
                s += a[0].sin();
                a[1] = v;
            }
            s += a[1] * a[1];
            a[0] = s.tanh() + a[1];
        }
        s + a[0] * a[1]
    }

    check! {
        |v| (&v) -> (x);
        smooth [0.7, -1.2, 0.4];
        smooth [1.3, 0.2, -0.9];
    }
}

/// One name for two variables: the first is meant where it is read again.
mod shadowed_between {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let a = x[0];
        let mut s = a * a;
        {
            let a = n + 1;
            s += x[a] * x[0] * a as f64;
        }
        let a = x[1];
        s += a * x[0] * x[1];
        if let Some(a) = x.get(2) {
            s *= a + x[0];
        }
        s
    }

    check! {
        |v| (&v, 1) -> (x);
        smooth [0.7, -1.2, 0.4];
    }
}

/// Each of two arms computes it, and neither what the other reads.
mod in_one_arm_and_behind {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut s = y;
        if x > 0.5 {
            s += (x * y).exp() * x;
        } else {
            s -= (x * y).exp().sqrt();
        }
        s * (x * y).exp() + (x * y).exp()
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [0.9, 0.4];
        smooth [0.1, -0.7];
    }
}

/// A slope that is infinite meets no cotangent of a value that a return left behind.
mod overflow_before_a_return {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        if x.exp().is_infinite() {
            return y * x;
        }
        y * x.exp()
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1000.0, 2.0] => [2.0, 1000.0];
        smooth [0.3, 2.0];
    }
}

/// The sine of one value is the slope of its cosine, and no other value's.
mod sines_and_cosines {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = 0.0;
        let mut s = 0.0;
        for (i, &v) in x.iter().enumerate() {
            a += v;
            let (sine, cosine) = a.sin_cos();
            s += sine * v - cosine.cos();
            if i == 1 {
                continue;
            }
            if s > 2.0 {
                break;
            }
            s += a.cos() * (a * a).sin() + (s * v).cos();
        }
        s + a.sin() * x[0].cos()
    }

    check! {
        |v| (&v) -> (x);
        smooth [0.7, -1.2, 0.4, 0.9];
        smooth [1.9, 0.2, 0.3, -0.4];
    }
}

/// All trips add to one element, which lies among those that each trip adds to one of.
mod added_to_by_all_trips {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            for j in 0..n {
                let d = x[2 * i] * x[j] - x[2 * i + 1];
                s += d * d;
                if j > i {
                    s += x[n] * x[j] * d;
                }
            }
        }
        s
    }

    check! {
        |v| (&v, 3) -> (x);
        smooth [0.7, -1.2, 0.4, 0.9, 0.3, -0.6];
    }
}

/// An element that no trip gets to need not be there.
mod added_to_by_no_trip {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 0.1;
        for i in 0..n {
            for &v in x {
                if i > 7 {
                    s += x[i + 100] * v;
                }
                s += v * x[i] * s;
            }
        }
        s
    }

    check! {
        |v| (&v, 2) -> (x);
        smooth [0.7, -0.2, 0.4];
    }
}

/// What is taken from a buffer in a trip is all that was added to it.
mod added_and_taken_in_one_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = vec![0.0; 3];
        for i in 0..x.len() {
            for j in 0..x.len() {
                a[0] = a[0] * 0.5 + x[i] * x[j];
                a[1] += a[0] * x[0];
                a[2] = a[1] * x[i];
            }
        }
        a[0] * a[1] + a[2]
    }

    check! {
        |v| (&v) -> (x);
        smooth [0.7, -0.2, 0.4];
    }
}

/// Only the loop behind the comparison that was won is taken back; the others leave nothing behind.
mod comparisons_that_are_lost {
    use super::*;

    #[derive_grad]
    fn f(c: &[f64], x: &[f64]) -> f64 {
        let mut loss = 0.0;
        for v in x.chunks(2) {
            let mut best = f64::INFINITY;
            for k in c.chunks(2) {
                let mut s = 0.0;
                for (a, b) in k.iter().zip(v) {
                    s = s * 0.9 + (a - b).powi(2) * (a * b).exp();
                }
                if s < best {
                    best = s;
                }
            }
            loss += best;
        }
        loss
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (c, x);
        smooth [0.7, -1.2, 0.4, 0.9, 0.3, -0.6, 1.1, 0.2, -0.4, 0.5];
    }
}

/// A quotient of one, and powers whose quotient by the base tells the power below.
mod quotients {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        1.0 / x + 2.0 / (x * y) + x / y + 1.0 / (1.0 + x.powf(y)) + y.powf(1.5) * x.powf(-2.5)
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [0.7, 1.2];
        smooth [2.3, 0.4];
    }
}

/// The power underflows, and the slope does not: nothing tells it but a power.
mod power_that_underflows {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        x.powf(1.5)
    }

    #[test]
    fn slope() {
        for x in [1e-210_f64, 1e-206, 1e-300] {
            let (value, slope) = f_grad(x);
            assert_eq!(value, x.powf(1.5));
            let expected = 1.5 * x.sqrt();
            assert!((slope - expected).abs() <= 1e-14 * expected, "{x}: {slope}");
        }
        assert_eq!(f_grad(0.0), (0.0, 0.0));
    }
}
