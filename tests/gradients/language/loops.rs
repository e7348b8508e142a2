//! `for`, `while` and `loop`: what they carry from trip to trip.

use grad_runtime::derive_grad;

mod accumulates {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            s += x * x * i as f64;
        }
        s
    }

    check! {
        |v| (v[0], 4) -> (x);
        smooth [1.5] => [18.0];
    }
}

mod overwrites {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        for _ in 0..n {
            s = s.sin() * x;
        }
        s
    }

    check! {
        |v| (v[0], 4) -> (x);
        smooth [1.5];
        smooth [-0.5];
    }
}

mod reverses_in_reverse_order {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = 1.0;
        for i in 0..n {
            s = s * s * (i + 1) as f64 + x;
        }
        s
    }

    // s = 1 + x, then 2 (1 + x)^2 + x
    check! {
        |v| (v[0], 2) -> (x);
        smooth [0.5] => [7.0];
    }
}

mod two_carried_values {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64, n: usize) -> f64 {
        let (mut a, mut b) = (x, y);
        for _ in 0..n {
            let t = a;
            a = b;
            b = t * b;
        }
        a * b
    }

    // After 3 trips a = x y^2, b = x^2 y^3.
    check! {
        |v| (v[0], v[1], 3) -> (x, y);
        smooth [1.5, -2.0] => [3.0 * 2.25 * -32.0, 5.0 * 3.375 * 16.0];
    }
}

mod carried_tuple {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut p = (1.0, x);
        for _ in 0..n {
            p = (p.1, p.0 + p.1 * x);
        }
        p.0 * p.1
    }

    check! {
        |v| (v[0], 3) -> (x);
        smooth [0.5];
        smooth [-1.5];
    }
}

/// What is declared in the body starts anew in each trip.
mod local_to_the_body {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        for i in 0..n {
            let mut t = s * x;
            t += i as f64;
            let u = t * t;
            s = u.sqrt() + s;
        }
        s
    }

    check! {
        |v| (v[0], 3) -> (x);
        smooth [1.5];
    }
}

mod declared_outside_set_inside {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut t = 1.0;
        let mut s = 0.0;
        for i in 0..n {
            t = x * (i + 1) as f64;
            s += t * t;
        }
        s * t
    }

    // n = 2: (x^2 + 4 x^2) 2 x
    check! {
        |v| (v[0], 2) -> (x);
        smooth [1.5] => [30.0 * 2.25];
    }
}

mod used_in_every_trip {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let scale = (k * k).exp();
        let mut s = 0.0;
        for i in 0..x.len() {
            s += x[i] * scale;
        }
        s
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.5, -2.0, 0.75, 0.5] => [
            0.25f64.exp(), 0.25f64.exp(), 0.25f64.exp(), 0.25 * 0.25f64.exp()
        ];
    }
}

mod nested {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = x[0];
        for i in 0..n {
            let mut t = 1.0;
            for j in 0..=i {
                t *= x[j] + s * 0.1;
            }
            s += t;
        }
        s
    }

    check! {
        |v| (v, 3) -> (x);
        smooth [0.5, -1.25, 0.75];
    }
}

mod three_deep {
    use super::*;

    #[derive_grad]
    fn f(a: &[f64], b: &[f64], n: usize) -> f64 {
        let mut trace = 0.0;
        for i in 0..n {
            for j in 0..n {
                let mut c = 0.0;
                for k in 0..n {
                    c += a[i * n + k] * b[k * n + j];
                }
                trace += c * c;
            }
        }
        trace
    }

    check! {
        |v| (&v[..4], &v[4..], 2) -> (a, b);
        smooth [1.0, 2.0, 0.5, -1.0, 0.25, 1.5, -0.5, 2.0];
    }
}

mod one_after_the_other {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut mean = 0.0;
        for i in 0..x.len() {
            mean += x[i];
        }
        mean /= x.len() as f64;
        let mut variance = 0.0;
        for i in 0..x.len() {
            variance += (x[i] - mean) * (x[i] - mean);
        }
        variance
    }

    // Twice the distance from the mean, 1.
    check! {
        |v| (v) -> (x);
        smooth [0.5, 2.0, 0.5] => [-1.0, 2.0, -1.0];
    }
}

mod while_counting {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        let mut i = 0;
        while i < n {
            s = s * x + i as f64;
            i += 2;
        }
        s
    }

    // x^3 + 2 after two trips
    check! {
        |v| (v[0], 3) -> (x);
        smooth [1.5] => [6.75];
    }
}

mod while_by_value {
    use super::*;

    #[derive_grad]
    fn f(x: f64, limit: f64) -> f64 {
        let mut s = x;
        while s < limit {
            s = s * s + x;
        }
        s
    }

    check! {
        |v| (v[0], v[1]) -> (x, limit);
        smooth [1.5, 1.0] => [1.0, 0.0];
        smooth [1.5, 3.0] => [4.0, 0.0];
        smooth [1.5, 10.0] => [2.0 * 3.75 * 4.0 + 1.0, 0.0];
    }
}

mod while_with_two_conditions {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 1.0;
        let mut i = 0;
        while i < x.len() && x[i] > 0.0 {
            s *= x[i];
            i += 1;
        }
        s
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, 2.0, -0.5, 3.0] => [2.0, 1.5, 0.0, 0.0];
        smooth [1.5, 2.0] => [2.0, 1.5];
        smooth [-1.5] => [0.0];
    }
}

mod while_writes_in_its_condition {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut s = x;
        while {
            s *= x;
            s < 4.0
        } {
            s += 1.0;
        }
        s
    }

    // (x^2 + 1) x
    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [3.0 * 2.25 + 1.0];
    }
}

mod counts_down {
    use super::*;

    #[derive_grad]
    fn f(c: &[f64], x: f64) -> f64 {
        let mut i = c.len();
        let mut s = 0.0;
        while i > 0 {
            i -= 1;
            s = s * x + c[i];
        }
        s
    }

    check! {
        |v| (&v[..3], v[3]) -> (c, x);
        smooth [1.0, 2.0, 3.0, 0.5] => [1.0, 0.5, 0.25, 5.0];
    }
}

/// The reverse sweep needs integers that the loop changed.
mod integer_state {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let (mut i, mut sign) = (1, 1);
        let mut s = 1.0;
        for k in 0..n {
            s = s * x[i % x.len()] + sign as f64 * x[k];
            i = 3 * i + 1;
            sign = -sign;
        }
        s
    }

    check! {
        |v| (v, 3) -> (x);
        smooth [0.5, -1.25, 0.75];
    }
}

mod boolean_state {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 1.0;
        let mut up = true;
        for i in 0..x.len() {
            if up {
                s *= x[i];
            } else {
                s += x[i] * x[i];
            }
            up = !up || x[i] > 1.0;
        }
        s
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, 0.5, -0.25, 2.0] => [0.5 * 2.0, 1.5 * 2.0, -0.5 * 2.0, 0.75 + 0.0625];
    }
}

mod branch_in_the_body {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 1.0;
        for i in 0..x.len() {
            s = if x[i] > 0.0 {
                s * x[i]
            } else if i % 2 == 0 {
                s - x[i]
            } else {
                s
            };
        }
        s
    }

    // (1 + 1) 1.5 2 - (-3)
    check! {
        |v| (v) -> (x);
        smooth [-1.0, 1.5, 2.0, -0.5, -3.0] => [-3.0, 4.0, 3.0, 0.0, -1.0];
    }
}

mod largest {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut best = x[0];
        let mut at = 0;
        for i in 1..x.len() {
            if x[i] > best {
                best = x[i];
                at = i;
            }
        }
        best * best * at as f64
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, -1.0, 3.0, 0.5] => [0.0, 0.0, 12.0, 0.0];
    }
}

mod array_in_the_body {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        for i in 0..n {
            let a = [s, s * x, 1.0];
            s = a[i % 3] + a[(i + 1) % 3];
        }
        s
    }

    check! {
        |v| (v[0], 4) -> (x);
        smooth [0.5];
    }
}

mod array_outside_the_body {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64, n: usize) -> f64 {
        let w = [x, y, x * y];
        let mut s = 1.0;
        for i in 0..n {
            s = s * w[i % 3] + w[0];
        }
        s
    }

    check! {
        |v| (v[0], v[1], 5) -> (x, y);
        smooth [0.5, -1.25];
    }
}

mod body_that_does_nothing {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        for _ in 0..n {}
        let mut k = 0;
        while k < n {
            k += 1;
        }
        x * x * k as f64
    }

    check! {
        |v| (v[0], 4) -> (x);
        smooth [1.5] => [12.0];
    }
}

mod single_precision {
    use super::*;

    #[derive_grad]
    fn f(x: &[f32], k: f32) -> f32 {
        let mut s = 0.5;
        for i in 0..x.len() {
            s = s * k + x[i] * i as f32;
        }
        s
    }

    check! {
        |v| (&[v[0] as f32, v[1] as f32, v[2] as f32], v[3] as f32) -> (x, k);
        smooth [1.5, -2.0, 0.5, 0.75] => [0.0, 0.75, 2.0, 1.5 * 0.5625 - 2.0];
    }
}

/// What no trip changes reaches the result, what a trip sets to a constant does not.
mod sets_a_constant {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut y = x;
        for _ in 0..n {
            y = 2.0;
        }
        y
    }

    mod no_trip {
        use super::*;

        check! {
            |v| (v[0], 0) -> (x);
            smooth [1.5] => [1.0];
        }
    }

    mod two_trips {
        use super::*;

        check! {
            |v| (v[0], 2) -> (x);
            smooth [1.5] => [0.0];
        }
    }
}
