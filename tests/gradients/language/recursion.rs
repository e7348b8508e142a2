//! Functions that call themselves and each other.

use grad_runtime::derive_grad;

mod linear {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: u32) -> f64 {
        if n == 0 { 1.0 } else { x * f(x, n - 1) }
    }

    check! {
        |v| (v[0], 4) -> (x);
        smooth [1.5] => [13.5];
        smooth [-2.0] => [-32.0];
    }

    mod not_at_all {
        use super::*;
        check! { |v| (v[0], 0) -> (x); smooth [1.5] => [0.0]; }
    }
}

mod with_an_accumulator {
    use super::*;

    #[derive_grad]
    fn f(x: f64, s: f64, n: u32) -> f64 {
        if n == 0 {
            return s;
        }
        f(x, s * x + 1.0, n - 1)
    }

    // x^3 s + x^2 + x + 1
    check! {
        |v| (v[0], v[1], 3) -> (x, s);
        smooth [1.5, 2.0] => [3.0 * 2.25 * 2.0 + 3.0 + 1.0, 3.375];
    }
}

mod branching {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: u32) -> f64 {
        match n {
            0 => x,
            1 => x * x,
            _ => f(x, n - 1) * f(x, n - 2) + x,
        }
    }

    check! {
        |v| (v[0], 5) -> (x);
        smooth [0.75];
        smooth [-0.5];
    }
}

mod depth_by_value {
    use super::*;

    #[derive_grad]
    fn f(x: f64, limit: f64) -> f64 {
        if x > limit {
            x * x
        } else {
            f(2.0 * x, limit) + x
        }
    }

    // 16 x^2 + x + 2 x at depth 2
    check! {
        |v| (v[0], v[1]) -> (x, limit);
        smooth [1.5, 5.0] => [51.0, 0.0];
        smooth [1.5, 1.0] => [3.0, 0.0];
    }
}

mod on_shrinking_tails {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        if x.is_empty() {
            return 1.0;
        }
        x[0] * f(&x[1..]) + x[0]
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, -2.0, 0.5] => [-3.0, 1.5 * 2.0, 1.5 * -2.0 * 2.0];
        smooth [1.5] => [2.0];
        smooth [] => [];
    }
}

mod on_halves {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let n = x.len();
        match n {
            0 => 1.0,
            1 => x[0],
            _ => {
                let (left, right) = (f(&x[..n / 2]), f(&x[n / 2..]));
                left * right + left.sin()
            }
        }
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, -2.0, 0.5, 3.0, 0.25];
        smooth [1.5, -2.0] => [-2.0 + 1.5f64.cos(), 1.5];
    }
}

mod on_both_ends {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let n = x.len();
        if n < 2 {
            return 1.0;
        }
        let inner = &x[1..n - 1];
        x[0] * x[n - 1] * f(inner) + f(inner)
    }

    // (x0 x3 + 1) (x1 x2 + 1)
    check! {
        |v| (v) -> (x);
        smooth [1.5, -2.0, 0.5, 3.0] => [0.0, 5.5 * 0.5, 5.5 * -2.0, 0.0];
    }
}

mod in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        for k in 0..n {
            s = s * x + f(x * 0.5, k);
        }
        s
    }

    check! {
        |v| (v[0], 3) -> (x);
        smooth [0.75];
    }
}

mod with_a_tuple_result {
    use super::*;

    /// A power and its successor.
    #[derive_grad]
    fn powers(x: f64, n: u32) -> (f64, f64) {
        if n == 0 {
            return (1.0, x);
        }
        let (_, p) = powers(x, n - 1);
        (p, p * x)
    }

    #[derive_grad]
    fn f(x: f64, n: u32) -> f64 {
        let (p, q) = powers(x, n);
        p + q
    }

    // x^3 + x^4
    check! {
        |v| (v[0], 3) -> (x);
        smooth [1.5] => [6.75 + 13.5];
    }
}

mod mutual {
    use super::*;

    #[derive_grad]
    fn even(x: f64, n: u32) -> f64 {
        if n == 0 { x } else { x * odd(x, n - 1) }
    }

    #[derive_grad]
    fn odd(x: f64, n: u32) -> f64 {
        if n == 0 { 2.0 * x } else { even(x, n - 1) + x }
    }

    #[derive_grad]
    fn f(x: f64, n: u32) -> f64 {
        even(x, n) * odd(x, n)
    }

    // even(2) = x (x + x) = 2 x^2, odd(2) = 2 x^2 + x
    check! {
        |v| (v[0], 2) -> (x);
        smooth [1.5] => [16.0 * 3.375 + 6.0 * 2.25];
    }
}

mod mutual_on_slices {
    use super::*;

    #[derive_grad]
    fn plus(x: &[f64]) -> f64 {
        if x.is_empty() {
            0.5
        } else {
            x[0] + times(&x[1..])
        }
    }

    #[derive_grad]
    fn times(x: &[f64]) -> f64 {
        if x.is_empty() {
            0.5
        } else {
            x[0] * plus(&x[1..])
        }
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        plus(x) * times(x)
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, -2.0, 0.5, 3.0];
        smooth [1.5];
    }
}

mod deep {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        if x.is_empty() {
            0.0
        } else {
            x[0] * x[0] + f(&x[1..])
        }
    }

    #[test]
    fn many_calls() {
        let x = vec![0.5; 500];
        assert_eq!(f_grad(&x), (125.0, vec![1.0; 500]));
    }
}
