//! Calls of other differentiated functions.

use grad_runtime::derive_grad;

mod before_and_after {
    use super::*;

    #[derive_grad]
    fn before(x: f64) -> f64 {
        x * x
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        before(x) * after(x)
    }

    #[derive_grad]
    fn after(x: f64) -> f64 {
        x * x * x
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [2.0] => [80.0];
    }
}

mod ops {
    use super::*;

    #[derive_grad]
    pub fn product(x: f64, y: f64) -> f64 {
        x * y
    }

    pub mod deeper {
        use super::*;

        #[derive_grad]
        pub(crate) fn square(x: f64) -> f64 {
            product(x, x)
        }
    }
}

mod imported {
    use super::*;
    use ops::{product, product_vjp};

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        product(x, product(x, y))
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [-6.0, 2.25];
    }
}

mod by_path {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        ops::product(x, ops::deeper::square(y))
            + crate::language::calls::ops::product(x, x)
            + self::inner::cube(y)
            + super::ops::product(2.0, y)
    }

    mod inner {
        use super::*;

        #[derive_grad]
        pub fn cube(x: f64) -> f64 {
            x * x * x
        }
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [4.0 + 3.0, -6.0 + 12.0 + 2.0];
    }
}

mod nested_calls {
    use super::*;

    #[derive_grad]
    fn g(x: f64, y: f64) -> f64 {
        x * x + y
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        g(g(x, y), g(y, g(x, x)))
    }

    // (x^2 + y)^2 + y^2 + x^2 + x
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [2.0 * 0.25 * 3.0 + 3.0 + 1.0, 0.5 - 4.0];
    }
}

mod same_argument_twice {
    use super::*;

    #[derive_grad]
    fn quotient(x: f64, y: f64) -> f64 {
        x * x / y
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        quotient(x, x) * quotient(x * x, x)
    }

    // x x^3
    check! {
        |v| (v[0]) -> (x);
        smooth [2.0] => [32.0];
    }
}

mod constants_as_arguments {
    use super::*;

    #[derive_grad]
    fn weighted(x: f64, w: &[f64], k: f64, n: usize) -> f64 {
        x * w[n] * k
    }

    const WEIGHTS: [f64; 2] = [0.5, 4.0];

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        weighted(x, &WEIGHTS, 2.0, 1)
            + weighted(3.0, &[0.5, y], 1.0, 1)
            + weighted(1.0, &[2.0], y, 0)
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [8.0, 5.0];
    }
}

mod all_arguments_constant {
    use super::*;

    #[derive_grad]
    fn scale(x: f64) -> f64 {
        x * x
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        scale(3.0) * x + scale(2.0)
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [9.0];
    }
}

mod in_a_loop {
    use super::*;

    #[derive_grad]
    fn step(s: f64, e: f64, k: f64) -> f64 {
        (s * e).sin() + k * s
    }

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut s = 1.0;
        for &e in x {
            s = step(s, e, k);
        }
        s
    }

    check! {
        |v| (&v[..v.len() - 1], v[v.len() - 1]) -> (x, k);
        smooth [0.75];
        smooth [1.5, 0.75];
        smooth [1.5, -2.0, 0.5, 0.75];
    }
}

mod loop_in_a_loop {
    use super::*;

    #[derive_grad]
    fn row(w: &[f64], x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            s += w[i] * x[i];
        }
        s.tanh()
    }

    #[derive_grad]
    fn f(w: &[f64], x: &[f64]) -> f64 {
        let n = x.len();
        let mut s = 1.0;
        for i in 0..w.len() / n {
            s = s * row(&w[i * n..(i + 1) * n], x) + row(x, &w[i * n..i * n + n]);
        }
        s
    }

    check! {
        |v| (&v[..6], &v[6..]) -> (w, x);
        smooth [0.5, -0.25, 0.75, 1.25, -1.0, 0.5, 0.25, -0.75];
    }
}

mod in_a_branch {
    use super::*;

    #[derive_grad]
    fn g(x: f64, y: f64) -> f64 {
        x * y * y
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let a = if g(x, y) > 1.0 { g(y, x) } else { x };
        match a > 0.0 {
            true => g(a, x),
            false => a,
        }
    }

    // y x^4 and x
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, 2.0] => [2.0 * 4.0 * 3.375, 5.0625];
        smooth [-1.5, 2.0] => [1.0, 0.0];
    }
}

mod in_a_while_condition {
    use super::*;

    #[derive_grad]
    fn error(s: f64, x: f64) -> f64 {
        s * s - x
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut s = x;
        while error(s, x) > 0.01 {
            s -= error(s, x) / (2.0 * s);
        }
        s
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [2.0];
    }
}

mod slices {
    use super::*;

    #[derive_grad]
    fn dot(x: &[f64], y: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            s += x[i] * y[i];
        }
        s
    }

    mod same_twice {
        use super::*;

        #[derive_grad]
        fn f(x: &[f64]) -> f64 {
            dot(x, x)
        }

        check! {
            |v| (v) -> (x);
            smooth [1.5, -2.0] => [3.0, -4.0];
            smooth [] => [];
        }
    }

    mod two_parts {
        use super::*;

        #[derive_grad]
        fn f(x: &[f64], n: usize) -> f64 {
            dot(&x[..n], &x[n..])
        }

        check! {
            |v| (v, 2) -> (x);
            smooth [1.5, -2.0, 0.5, 3.0] => [0.5, 3.0, 1.5, -2.0];
        }
    }

    mod overlapping_parts {
        use super::*;

        #[derive_grad]
        fn f(x: &[f64]) -> f64 {
            dot(&x[..x.len() - 1], &x[1..])
        }

        check! {
            |v| (v) -> (x);
            smooth [1.5, -2.0, 0.5] => [-2.0, 2.0, -2.0];
            smooth [1.5] => [0.0];
        }
    }

    mod named_parts {
        use super::*;

        #[derive_grad]
        fn f(x: &[f64]) -> f64 {
            let head = &x[..2];
            let tail = &x[2..];
            dot(head, tail) * dot(&tail[1..], head)
        }

        // The second product has one term: (x0 x2 + x1 x3) x3 x0.
        check! {
            |v| (v) -> (x);
            smooth [1.5, -2.0, 0.5, 3.0] => [
                3.0 * (1.5 - 6.0), 9.0 * 1.5, 1.5 * 4.5, 1.5 * (0.75 - 12.0)
            ];
        }
    }

    mod local_arrays {
        use super::*;

        #[derive_grad]
        fn f(x: f64, y: f64) -> f64 {
            let a = [x, y, x * y];
            dot(&a, &[1.0, x, y]) + dot(&a[1..], &[y, x])
        }

        // x + x y + x y^2 + y^2 + x^2 y
        check! {
            |v| (v[0], v[1]) -> (x, y);
            smooth [1.5, -2.0] => [1.0 - 2.0 + 4.0 - 6.0, 1.5 - 6.0 - 4.0 + 2.25];
        }
    }

    mod rows_of_an_array {
        use super::*;

        #[derive_grad]
        fn f(m: &[[f64; 2]], v: &[Vec<f64>]) -> f64 {
            dot(&m[0], &m[1]) + dot(&v[0], &m[1]) * dot(&v[0][1..], &v[1])
        }

        check! {
            |v| (&[[v[0], v[1]], [v[2], v[3]]], &[vec![v[4], v[5]], vec![v[6]]]) -> (m, w);
            smooth [1.5, -2.0, 0.5, 3.0, 0.25, -0.5, 2.0] => [
                0.5, 3.0, 1.5 - 0.25, -2.0 + 0.5, -0.5, -3.0 + 2.0 * -1.375, -0.5 * -1.375
            ];
        }
    }

    mod part_in_every_trip {
        use super::*;

        #[derive_grad]
        fn f(x: &[f64]) -> f64 {
            let mut s = 0.5;
            for i in 0..x.len() {
                s = s * dot(&x[i..], &x[..x.len() - i]);
            }
            s
        }

        check! {
            |v| (v) -> (x);
            smooth [1.5, -2.0, 0.5];
            smooth [1.5, -2.0];
            smooth [1.5] => [1.5];
        }
    }

    mod items_of_an_iterator {
        use super::*;

        #[derive_grad]
        fn f(x: &[f64], y: &[f64]) -> f64 {
            let mut s = 0.5;
            for w in x.windows(2) {
                s = s * dot(w, &y[..2]);
            }
            for (a, b) in x.chunks_exact(2).zip(y.chunks_exact(2)) {
                s += dot(a, b);
            }
            s
        }

        check! {
            |v| (&v[..3], &v[3..]) -> (x, y);
            smooth [1.5, -2.0, 0.5, 0.75, 1.25];
        }
    }
}

mod elements_as_arguments {
    use super::*;

    #[derive_grad]
    fn g(x: f64, y: &f64) -> f64 {
        x * x * y
    }

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        g(x[0], &x[1]) + g(k, &x[0]) + g(x[1] + k, &k)
    }

    // x0^2 x1 + k^2 x0 + (x1 + k)^2 k
    check! {
        |v| (&v[..2], v[2]) -> (x, k);
        smooth [1.5, -2.0, 0.5] => [
            -6.0 + 0.25, 2.25 + 2.0 * -1.5 * 0.5, 1.5 + 2.25 + 2.0 * -1.5 * 0.5
        ];
    }
}

mod every_type_of_parameter {
    use super::*;

    #[derive_grad]
    fn g(a: &f64, b: [f64; 2], c: &[f64; 2], d: (f64, f64), e: f32, n: usize, flag: bool) -> f64 {
        let s = a * b[0] + b[1] * c[n] + d.0 * d.1 + e as f64;
        if flag { s * s } else { s }
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let pair = [y, x * y];
        g(&x, [x, y], &pair, (y, x), 0.5, 1, x > y)
    }

    // s = x^2 + x y^2 + x y + 1/2
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, 0.5] => [
            2.0 * 3.875 * (3.0 + 0.25 + 0.5), 2.0 * 3.875 * (1.5 + 1.5)
        ];
        smooth [-1.5, 0.5] => [-3.0 + 0.25 + 0.5, -1.5 - 1.5];
    }
}

mod tuple_result {
    use super::*;

    #[derive_grad]
    fn parts(x: f64, y: f64) -> (f64, f64) {
        (x * y, x + y)
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let (p, s) = parts(x, y);
        let pair = parts(p, s);
        let (only, _) = parts(y, y);
        pair.0 * parts(x, x).1 + pair.1 + only
    }

    // x y (x + y) 2 x + x y + x + y + y^2
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, 0.5] => [
            2.0 * (3.0 * 2.25 * 0.5 + 2.0 * 1.5 * 0.25) + 0.5 + 1.0,
            2.0 * (3.375 + 2.0 * 2.25 * 0.5) + 1.5 + 1.0 + 1.0
        ];
    }
}

mod array_result {
    use super::*;

    #[derive_grad]
    fn rotated(p: &[f64; 2], angle: f64) -> [f64; 2] {
        let (s, c) = angle.sin_cos();
        [c * p[0] - s * p[1], s * p[0] + c * p[1]]
    }

    #[derive_grad]
    fn f(x: f64, y: f64, angle: f64) -> f64 {
        let p = rotated(&[x, y], angle);
        let q = rotated(&p, -angle);
        let [a, b] = rotated(&q, angle);
        a * b + rotated(&p, angle)[1]
    }

    check! {
        |v| (v[0], v[1], v[2]) -> (x, y, angle);
        smooth [1.5, -0.5, 0.75];
        smooth [0.25, 2.0, -1.25];
    }
}

mod tuple_result_with_integer {
    use super::*;

    #[derive_grad]
    fn largest(x: &[f64]) -> (f64, usize) {
        let (mut best, mut at) = (x[0], 0);
        for i in 1..x.len() {
            if x[i] > best {
                (best, at) = (x[i], i);
            }
        }
        (best, at)
    }

    #[derive_grad]
    fn f(x: &[f64], w: &[f64]) -> f64 {
        let (best, at) = largest(x);
        best * w[at] * (at + 1) as f64
    }

    check! {
        |v| (&v[..3], &v[3..]) -> (x, w);
        smooth [1.5, 3.0, -2.0, 0.5, 0.25, 2.0] => [0.0, 0.5, 0.0, 0.0, 6.0, 0.0];
    }
}

mod tuple_result_in_a_loop {
    use super::*;

    #[derive_grad]
    fn step(x: f64, v: f64, dt: f64) -> (f64, f64) {
        (x + dt * v, v - dt * x.sin())
    }

    #[derive_grad]
    fn f(x: f64, v: f64, dt: f64, n: usize) -> f64 {
        let (mut x, mut v) = (x, v);
        for _ in 0..n {
            (x, v) = step(x, v, dt);
        }
        x * x + v
    }

    check! {
        |w| (w[0], w[1], w[2], 5) -> (x, v, dt);
        smooth [0.5, 1.25, 0.25];
    }
}

mod result_discarded {
    use super::*;

    #[derive_grad]
    fn g(x: f64) -> f64 {
        x.ln() / (x - x)
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        g(x);
        let _ = g(x);
        let _unused = g(x * x);
        x * x
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [-1.5] => [-3.0];
    }
}

mod single_precision_callee {
    use super::*;

    #[derive_grad]
    fn g(x: f32, y: f32) -> f32 {
        x * y
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        g(x as f32, 2.0) as f64 * x
    }

    check! {
        |v| (v[0]) -> (x);
        single [1.5] => [6.0];
    }
}

mod const_generic_callee {
    use super::*;

    #[derive_grad]
    fn sum<const N: usize>(x: &[f64; N]) -> f64 {
        let mut s = 0.0;
        for i in 0..N {
            s += x[i] * x[i];
        }
        s
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        sum(&[x, y]) * sum::<1>(&[y])
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [12.0, 2.0 * 2.25 * -2.0 + 4.0 * -8.0];
    }
}

mod early_return_in_the_callee {
    use super::*;

    #[derive_grad]
    fn g(x: f64, y: f64) -> f64 {
        if x < 0.0 {
            return y * y;
        }
        x * y
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut s = 1.0;
        for i in 0..3 {
            s = g(s * x - i as f64, y);
        }
        s
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, 2.0];
        smooth [-1.5, 2.0];
        smooth [0.25, 0.5];
    }
}

/// Used by differentiated functions with different active arguments, and by plain code.
mod shared_helper {
    use super::*;

    #[derive_grad]
    fn g(x: f64, y: f64) -> f64 {
        x * x * y
    }

    fn plain(x: f64) -> f64 {
        g(x, 2.0)
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        g(x, 3.0) + g(4.0, y) + g(x, y)
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [9.0 - 6.0, 16.0 + 2.25];
    }

    #[test]
    fn by_itself() {
        assert_eq!(plain(3.0), 18.0);
        assert_eq!(g_grad(3.0, 2.0), (18.0, 12.0, 9.0));
    }
}

mod inactive_call {
    use super::*;

    fn twice(n: usize) -> usize {
        2 * n
    }

    fn table(n: usize) -> [f64; 3] {
        [1.0, n as f64, 0.5]
    }

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let i = twice(n);
        let weights: [f64; 3] = table(i);
        x[i] * weights[n] * twice(i).pow(2) as f64 * usize::max(n, 3) as f64
    }

    check! {
        |v| (v, 1) -> (x);
        smooth [1.5, -2.0, 0.5] => [0.0, 0.0, 96.0];
    }
}

mod many_arguments {
    use super::*;

    #[derive_grad]
    fn g(a: f64, b: f64, c: f64, d: f64, e: f64, f: f64, g: f64, h: f64) -> f64 {
        a * b + c * d + e * f + g * h
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        g(x, y, x, y, x, x, y, y)
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [-4.0 + 3.0, 3.0 - 4.0];
    }
}

mod results_used_in_part {
    use super::*;

    #[derive_grad]
    fn g(x: f64) -> (f64, f64) {
        (x * x, x + 1.0)
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = g(x);
        a = g(a.0);
        let b = g(x);
        let mut c = g(a.1);
        a.0 * x
    }

    // x^5
    check! { |v| (v[0]) -> (x); smooth [1.5] => [5.0 * 5.0625]; }
}

mod results_not_used {
    use super::*;

    #[derive_grad]
    fn g(x: f64) -> (f64, f64) {
        (x * x, x + 1.0)
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let a = g(x);
        let mut c = g(x);
        let (_, mut d) = g(2.0 * x);
        x
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [1.0]; }
}

mod results_used_in_part_in_a_loop {
    use super::*;

    #[derive_grad]
    fn g(x: f64, k: f64) -> (f64, [f64; 2], f64) {
        (x * k, [x + 1.0, k], x * x)
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        for i in 0..n {
            let mut a = g(s, x);
            if i % 2 == 1 {
                a = g(a.1[0], 0.5);
            }
            s = a.0 + a.1[1];
        }
        s
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod tuple_handed_back_in_a_loop {
    use super::*;

    #[derive_grad]
    fn step(a: (f64, f64), x: f64) -> (f64, f64) {
        (a.0 * x + a.1, a.1 - x * a.0)
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = (x, 1.0);
        for _ in 0..n {
            a = step(a, x);
        }
        let (p, q) = step(a, x);
        let mut c = step((p, q), x);
        c = step(c, x);
        c.0 * q
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod array_handed_back_in_a_loop {
    use super::*;

    #[derive_grad]
    fn step(a: [f64; 2], x: f64) -> [f64; 2] {
        [a[0] * x + a[1], a[1] - x * a[0]]
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = [x, 1.0];
        for _ in 0..n {
            a = step(a, x);
        }
        let mut b = step(a, x);
        b = step(b, 2.0);
        b[0] += a[0];
        b[0] * b[1]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod repeated_result {
    use super::*;

    #[derive_grad]
    fn g(x: f64) -> [f64; 2] {
        [x, x * x]
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut n = [g(x); 2];
        n[1][0] *= x;
        n[1][0] * n[0][1] + n[1][1]
    }

    // x^4 + x^2
    check! { |v| (v[0]) -> (x); smooth [1.5] => [16.5]; }
}

mod results_assigned_apart {
    use super::*;

    #[derive_grad]
    fn mix(k: &mut f64, x: &[f64], t: &mut f64) -> (f64, f64) {
        *k *= x[0];
        *t += *k;
        (*k * *t, x[0])
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut t = x[0];
        let mut k = x[1];
        let mut n = vec![x[0], x[1]];
        let dropped = mix(&mut t, x, &mut n[0]);
        (t, _) = mix(&mut k, &x[..1], &mut t);
        (t, _) = mix(&mut n[0], x, &mut t);
        t * n[0] * k
    }

    check! { |v| (v) -> (x); smooth [0.5, 0.75]; smooth [-0.25, 1.25]; }
}

mod results_assigned_apart_in_a_loop {
    use super::*;

    #[derive_grad]
    fn g(x: f64, y: f64) -> (f64, f64, usize) {
        (x * y, x - y, 2)
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let (mut a, mut b, mut k) = (x, 0.5, 0);
        let mut v = [0.0; 2];
        for i in 0..n {
            (a, v[i % 2], k) = g(a, b);
            (_, b, _) = g(v[0], a);
            b *= k as f64;
        }
        a + v[0] * v[1] + b
    }

    trips! { |v| (v[0], N) -> (x); at [0.375] }
}

mod results_chosen {
    use super::*;

    #[derive_grad]
    fn g(x: f64) -> (f64, [f64; 2]) {
        (x * x, [x, 2.0 * x])
    }

    #[derive_grad]
    fn f(x: f64, big: bool) -> f64 {
        let a = g(x);
        let (s, v): (f64, [f64; 2]) = if big { g(a.0) } else { a };
        s * v[1]
    }

    mod big {
        use super::*;
        // x^4 2 x^2
        check! { |v| (v[0], true) -> (x); smooth [1.5] => [12.0 * 7.59375]; }
    }

    mod small {
        use super::*;
        // x^2 2 x
        check! { |v| (v[0], false) -> (x); smooth [1.5] => [13.5]; }
    }
}

mod single_precision_results_in_part {
    use super::*;

    #[derive_grad]
    fn g(x: f32) -> (f32, [f32; 2]) {
        (x * x, [x, 1.0])
    }

    #[derive_grad]
    fn f(x: f32) -> f32 {
        let mut a = g(x);
        let b = g(a.1[0]).0;
        a = g(b);
        a.1[0] * x
    }

    // x^3
    check! { |v| (v[0] as f32) -> (x); smooth [1.5] => [6.75]; }
}

mod second_constant_that_the_result_does_not_name {
    use super::*;

    #[derive_grad]
    fn product<const N: usize, const M: usize>(a: &[[f64; M]; N], x: &[f64; M]) -> [f64; N] {
        let mut y = [0.0; N];
        for i in 0..N {
            for j in 0..M {
                y[i] += a[i][j] * x[j];
            }
        }
        y
    }

    #[derive_grad]
    fn f(p: f64, q: f64) -> f64 {
        let a = [[p, 1.0], [2.0, q], [0.0, p]];
        let y = product(&a, &[q, p]);
        let z = product::<3, 2>(&a, &[y[0], y[2]]);
        z[0] * z[2]
    }

    check! { |v| (v[0], v[1]) -> (p, q); smooth [0.5, 0.75]; }
}
