//! `match` with every kind of pattern.

use grad_runtime::derive_grad;

/// Tests `f(x, n)` for one `n`.
macro_rules! at {
    ($($name:ident $n:expr => $slope:expr;)+) => {$(
        mod $name {
            use super::*;
            check! { |v| (v[0], $n) -> (x); smooth [1.5] => [$slope]; }
        }
    )+};
}

mod literals_ranges_alternatives {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: i32) -> f64 {
        match n {
            0 => 0.5,
            1 | 2 => x * x,
            3..=5 => x * x * x,
            i32::MIN..0 => -x,
            6.. => {
                let y = x * n as f64;
                y * y
            }
        }
    }

    at! {
        constant 0 => 0.0;
        alternative 2 => 3.0;
        range 4 => 6.75;
        from_the_left -7 => -1.0;
        open 10 => 300.0;
    }
}

mod bindings {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        match n {
            k @ 1..=3 => x * x * k as f64,
            k @ (5 | 7) => x * k as f64,
            k if k % 2 == 0 => x.powi(3) * k as f64,
            k => k as f64,
        }
    }

    at! {
        bound_range 2 => 6.0;
        bound_alternative 7 => 7.0;
        guarded 4 => 27.0;
        other 9 => 0.0;
    }
}

mod tuples {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        match (n / 2, n % 2 == 0) {
            (0, true) => x,
            (0, false) => 2.0 * x,
            (1, _) => x * x,
            (k, even) if even => x * k as f64,
            (..) => 0.0,
        }
    }

    at! {
        zero 0 => 1.0;
        one 1 => 2.0;
        two 2 => 3.0;
        three 3 => 3.0;
        six 6 => 3.0;
        seven 7 => 0.0;
    }
}

mod characters_and_strings {
    use super::*;

    #[derive_grad]
    fn f(x: f64, (name, letter): (&str, char)) -> f64 {
        let y = match name {
            "square" => x * x,
            "double" | "twice" => 2.0 * x,
            _ => x,
        };
        match letter {
            'a'..='f' => y * 10.0,
            'z' => -y,
            _ => y,
        }
    }

    at! {
        first ("square", 'b') => 30.0;
        second ("twice", 'z') => -2.0;
        third ("", '?') => 1.0;
    }
}

mod options {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        match n.checked_sub(3) {
            None => x,
            Some(0) => x * x,
            Some(k) => x * k as f64,
        }
    }

    at! {
        none 2 => 1.0;
        some_zero 3 => 3.0;
        some_more 5 => 2.0;
    }
}

mod named_constants {
    use super::*;

    const FIRST: usize = 4;

    mod codes {
        pub const SECOND: usize = 5;
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        match n {
            FIRST => x * x,
            codes::SECOND => 2.0 * x,
            _ => x,
        }
    }

    at! {
        first 4 => 3.0;
        second 5 => 2.0;
        neither 6 => 1.0;
    }
}

mod on_a_float {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        match x * y {
            p if p < 0.0 => p * p,
            p if p < 1.0 => {
                let q = p * x;
                q * p
            }
            p => p.ln() * x,
        }
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [2.0 * 1.5 * 4.0, 2.0 * 2.25 * -2.0];
        smooth [1.5, 0.5] => [3.0 * 2.25 * 0.25, 2.0 * 3.375 * 0.5];
        smooth [1.5, 2.0] => [3f64.ln() + 1.0, 0.75];
    }
}

mod on_a_tuple_of_floats {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        match (x * y, y) {
            (a, b) if a > b => a * a * b,
            (a, _) => a,
        }
    }

    // x^2 y^3 or x y
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, 2.0] => [2.0 * 1.5 * 8.0, 3.0 * 2.25 * 4.0];
        smooth [0.5, 2.0] => [2.0, 0.5];
    }
}

mod on_a_comparison {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        match (x > y, x > 0.0) {
            (true, true) => x * y,
            (true, false) => x,
            (false, _) => y * y,
        }
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, 0.5] => [0.5, 1.5];
        smooth [-1.5, -2.0] => [1.0, 0.0];
        smooth [-1.5, 2.0] => [0.0, 4.0];
    }
}

mod as_statement {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        match n {
            0 => s *= x,
            1 => {
                s += 1.0;
                s *= s;
            }
            2 => {}
            _ => return 3.0 * x,
        }
        s * x
    }

    at! {
        zero 0 => 6.75;
        one 1 => 2.5 * 2.5 + 1.5 * 2.0 * 2.5;
        two 2 => 3.0;
        three 3 => 3.0;
    }
}

mod nested {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let y = match n % 3 {
            0 => match n {
                0 => x,
                _ => x * x,
            },
            1 => {
                if x > 1.0 {
                    x * 2.0
                } else {
                    x
                }
            }
            _ => 1.0,
        };
        y * x
    }

    at! {
        zero 0 => 3.0;
        three 3 => 6.75;
        one 1 => 6.0;
        two 2 => 1.0;
    }
}

mod several_results {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let (a, b, k) = match n {
            0 => (x, 1.0, 1),
            1 => (2.0, x * x, 2),
            _ => (x, x, n),
        };
        a * b * k as f64
    }

    at! {
        zero 0 => 1.0;
        one 1 => 12.0;
        three 3 => 9.0;
    }
}

mod in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, ops: &[char]) -> f64 {
        let mut s = x;
        for op in ops {
            s = match op {
                '+' => s + x,
                '*' => s * x,
                's' => s.sin(),
                _ => continue,
            };
        }
        s
    }

    at! {
        no_trips &[] => 1.0;
        squared_and_added &['*', '+'] => 4.0;
        with_skipped &['?', '*', '?', '*'] => 6.75;
        sine &['*', 's'] => 3.0 * 2.25f64.cos();
    }
}
