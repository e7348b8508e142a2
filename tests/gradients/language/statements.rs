//! Bindings and assignments.

use grad_runtime::derive_grad;

mod several_bindings {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let (a, b) = (x * y, x + y);
        let [c, d] = [a * b, 2.0];
        let ((e, _), f) = ((c, a), d * b);
        e + f
    }

    // x y (x + y) + 2 (x + y)
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [-2.0 * -0.5 - 3.0 + 2.0, 1.5 * -0.5 - 3.0 + 2.0];
    }
}

mod with_types {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let a: f64 = x * x;
        let (b, n): (f64, usize) = (a * x, 2);
        let c: [f64; 2] = [a, b];
        c[0] + c[1] * n as f64
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [3.0 + 6.0 * 2.25];
    }
}

mod reference_patterns {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], p: &(f64, f64)) -> f64 {
        let &a = &x[0];
        let &(b, c) = p;
        let (d, e) = p;
        let ref g = x[1];
        a * b * c + d * *e * *g
    }

    // b c (x0 + x1)
    check! {
        |v| (&v[..2], &(v[2], v[3])) -> (x, p);
        smooth [1.5, -2.0, 0.5, 3.0] => [1.5, 1.5, -1.5, -0.25];
    }
}

mod deferred {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let a;
        let b: f64;
        a = x * y;
        if a > 0.0 {
            b = a;
        } else {
            b = x * x;
        }
        a * b
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, 2.0] => [12.0, 9.0];
        smooth [1.5, -2.0] => [-13.5, 3.375];
    }
}

mod deferred_with_early_return {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let y;
        match n {
            0 => return x,
            1 => y = x * x,
            _ => y = 2.0 * x,
        }
        y * x
    }

    mod returns {
        use super::*;
        check! { |v| (v[0], 0) -> (x); smooth [1.5] => [1.0]; }
    }

    mod goes_on {
        use super::*;
        check! { |v| (v[0], 1) -> (x); smooth [1.5] => [6.75]; }
    }
}

mod shadowing {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let y = x * x;
        let x = y + x;
        let y = {
            let x = 2.0 * y;
            x * x
        };
        let x = x * y;
        x
    }

    // (x^2 + x) 4 x^4
    check! {
        |v| (v[0]) -> (x);
        smooth [1.0] => [24.0 + 20.0];
    }
}

mod shadowing_with_other_types {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let a = x * x;
        let a = [a, 2.0 * a];
        let a = (a[0], a[1]);
        let n = 3;
        let n = n as f64 * a.1;
        let a = a.0 > 1.0;
        let n = if a { n } else { n * x };
        let a = 2usize;
        n * a as f64
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [36.0];
        smooth [0.5] => [9.0];
    }
}

mod compound_assignments {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut t = x;
        t += y;
        t *= t;
        t -= x * t;
        t /= y;
        t %= 100.0;
        t
    }

    // (x + y)^2 (1 - x) / y
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [2.0, 1.0] => [-6.0 - 9.0, -6.0 + 9.0];
    }
}

mod tuple_field_assignments {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut p = (x, (y, 1.0));
        p.0 *= p.1.0;
        p.1.0 = p.0 + y;
        p.1.1 -= p.0;
        p.0 * p.1.0 * p.1.1
    }

    // q (q + y) (1 - q) with q = x y
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, 2.0] => [
            2.0 * slope(3.0, 2.0), 1.5 * slope(3.0, 2.0) + 3.0 * (1.0 - 3.0)
        ];
    }

    fn slope(q: f64, y: f64) -> f64 {
        (2.0 * q + y) * (1.0 - q) - q * (q + y)
    }
}

mod whole_tuple_assigned {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut p = (x, y);
        let old = p;
        p = (p.1, p.0 * p.1);
        p.0 * p.1 * old.0
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [12.0, -9.0];
    }
}

mod destructuring_assignments {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let (mut a, mut b) = (x, y);
        let mut c;
        (a, b) = (b, a * b);
        [a, b] = [a + b, a];
        (c, _) = (a * b, x);
        ((a, _), [_, b]) = ((c, a), [1.0, c * b]);
        (c, ..) = (a, b, x);
        a + b * c
    }

    // a = (y + x y) y, then a + a y a
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.0, 0.5] => [
            0.25 * (1.0 + 2.0 * 0.5 * 0.5), 2.0 * (1.0 + 2.0 * 0.5 * 0.5) + 0.25
        ];
    }
}

mod destructuring_into_fields {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut p = (x, y);
        let mut s = 0.0;
        (p.0, s) = (p.1 * p.0, p.0);
        (s, p.1) = (p.1 * s, s);
        p.0 * p.1 + s
    }

    // x y x + y x
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [-6.0 - 2.0, 2.25 + 1.5];
    }
}

mod swap {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut a = x * x;
        let mut b = y;
        std::mem::swap(&mut a, &mut b);
        a *= b;
        std::mem::swap(&mut b, &mut a);
        a + b * b
    }

    // x^2 + x^4 y^2
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [3.0 + 4.0 * 3.375 * 4.0, 2.0 * 5.0625 * -2.0];
    }
}

mod replace {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut a = x;
        let old = std::mem::replace(&mut a, x * y);
        let older = std::mem::replace(&mut a, old + y);
        a * older
    }

    // (x + y) x y
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [-3.0 + 1.0, -3.0 - 0.75];
    }
}

mod overwritten_without_use {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = x.ln();
        a = x * x;
        let mut b = a;
        b = 3.0;
        a * b
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [9.0];
        smooth [-1.5] => [-9.0];
    }
}

mod set_to_a_constant {
    use super::*;

    #[derive_grad]
    fn f(mut x: f64, y: f64) -> f64 {
        let before = x * y;
        x = 2.0;
        before * x + x
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [-4.0, 3.0];
    }
}

mod explicit_return {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let y = x * x;
        return y * x;
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [6.75];
    }
}

mod items_inside {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        use std::f64::consts::PI;
        const HALF: f64 = 0.5;
        fn doubled(n: usize) -> usize {
            2 * n
        }
        HALF * PI * x * x * doubled(3) as f64
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [9.0 * std::f64::consts::PI];
    }
}

/// A function that a macro wrote: its parts are groups that no source text shows.
mod written_by_a_macro {
    use super::*;

    macro_rules! function {
        ($name:ident($x:ident: $real:ty) $body:expr, $factor:literal, $block:block) => {
            #[derive_grad]
            fn $name($x: $real) -> $real {
                let hidden = $body * $factor;
                hidden - $block
            }
        };
    }

    function!(f(x: f64) x + 1.0, 2.0, { x * x });

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [-1.0];
    }
}

/// The same with parts that carry no float.
mod written_by_a_macro_with_indices {
    use super::*;

    macro_rules! function {
        ($name:ident $at:expr, $scale:expr) => {
            #[derive_grad]
            fn $name(x: &[f64]) -> f64 {
                x[$at * 2] * ($scale * 2) as f64
            }
        };
    }

    function!(f 1 + 0, 2 + 3);

    check! {
        |v| (v) -> (x);
        smooth [1.5, -2.0, 0.5] => [0.0, 0.0, 10.0];
    }
}

mod shadowing_in_blocks {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut s = x;
        {
            let x = [s, 2.0];
            s *= x[0] + x[1];
            {
                let x = 3usize;
                s *= x as f64;
            }
        }
        s * x
    }

    // 3 x^2 (x + 2)
    check! { |v| (v[0]) -> (x); smooth [1.5] => [38.25]; }
}

mod shadowing_of_a_vector {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let v = vec![x, x * x];
        let w = {
            let v = v[0] * v[1];
            v
        };
        let v = v.len() as f64 * w;
        v * x
    }

    // 2 x^4
    check! { |v| (v[0]) -> (x); smooth [1.5] => [27.0]; }
}

mod shadowing_of_parameters_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            let x = vec![x * i as f64, s];
            let n = x.len();
            s += x[0] * x[1] + n as f64;
            let s = [s; 2];
        }
        s * x
    }

    trips! { |v| (v[0], N) -> (x); at [0.375] }
}

mod shadowing_of_what_it_is_made_of {
    use super::*;

    #[derive_grad]
    fn f(x: f64, a: &[f64]) -> f64 {
        let (v, k) = (a, 1);
        let s = v[k] * x;
        {
            let v = v[k] * 2.0;
            let k = v * v;
            let x = if let Some(x) = Some(3) {
                x as f64 * k
            } else {
                x
            };
            let f = x * k;
            let v = [v; 2];
            s * f + v[1]
        }
    }

    // 48 v1^5 x + 2 v1
    check! {
        |v| (v[0], &v[1..]) -> (x, a);
        smooth [1.5, 7.0, 0.5] => [1.5, 0.0, 22.5 + 2.0];
    }
}
