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

mod element_under_a_guard {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], i: usize) -> f64 {
        match x.get(i) {
            Some(v) if *v > 0.0 => v * v,
            Some(v) => 2.0 * v,
            None => x[0],
        }
    }

    mod second {
        use super::*;
        check! {
            |v| (v, 1) -> (x);
            smooth [1.5, 2.0] => [0.0, 4.0];
            smooth [1.5, -2.0] => [0.0, 2.0];
        }
    }

    mod none {
        use super::*;
        check! { |v| (v, 5) -> (x); smooth [1.5, 2.0] => [1.0, 0.0]; }
    }
}

mod element_under_a_guard_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], order: &[usize]) -> f64 {
        let mut s = 1.0;
        for &i in order {
            s *= match x.get(i) {
                Some(&v) if v > s => v,
                Some(v) if i == 0 => v * v,
                Some(_) => continue,
                None => s,
            };
        }
        s
    }

    mod each {
        use super::*;
        // (x1 x0^2)^2
        check! {
            |v| (v, &[1, 0, 1, 7]) -> (x);
            smooth [1.5, 2.0] => [4.0 * 3.375 * 4.0, 2.0 * 5.0625 * 2.0];
        }
    }

    mod no_trips {
        use super::*;
        check! { |v| (v, &[]) -> (x); smooth [1.5, 2.0] => [0.0, 0.0]; }
    }
}

mod slice_patterns {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        match x {
            [] => 0.0,
            [a] => a * a,
            [a, rest @ ..] => a * f(rest),
        }
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, 2.0, 3.0] => [18.0, 13.5, 18.0];
        smooth [1.5] => [3.0];
        smooth [];
    }
}

mod slice_patterns_from_both_ends {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        match x {
            [a, .., b] if a > b => a * b * b,
            [a, middle @ .., b] => a * f(middle) + b,
            [a] => a * a,
            _ => 1.0,
        }
    }

    check! {
        |v| (v) -> (x);
        smooth [3.0, 7.0, 2.0] => [4.0, 0.0, 12.0];
        smooth [1.5, 3.0, 2.0] => [9.0, 9.0, 1.0];
        smooth [1.5, 2.0] => [1.0, 1.0];
        smooth [1.5] => [3.0];
    }
}

mod array_under_a_guard {
    use super::*;

    #[derive_grad]
    fn f(x: [f64; 3]) -> f64 {
        match x {
            [a, _, c] if a > c => a * c,
            [a, b, _] => a + b * b,
        }
    }

    check! {
        |v| ([v[0], v[1], v[2]]) -> (x);
        smooth [1.5, 2.0, 0.5] => [0.5, 0.0, 1.5];
        smooth [0.5, 2.0, 1.5] => [1.0, 4.0, 0.0];
    }
}

mod tuple_parameter_under_a_guard {
    use super::*;

    #[derive_grad]
    fn f(p: (f64, f64)) -> f64 {
        match p {
            (a, b) if a > b => a * a * b,
            (a, _) => a,
        }
    }

    check! {
        |v| ((v[0], v[1])) -> (p);
        smooth [2.0, 1.5] => [6.0, 4.0];
        smooth [1.5, 2.0] => [1.0, 0.0];
    }
}

mod two_slices_in_a_tuple {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (a, b) = x.split_at(1);
        match (a, b) {
            ([p], [q, ..]) => p * q,
            _ => 0.5 * x[0],
        }
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, 2.0, 3.0] => [2.0, 1.5, 0.0];
        smooth [1.5] => [0.5];
    }
}

mod first_and_last_in_a_tuple {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        match (x.first(), x.last()) {
            (Some(a), Some(b)) => a * b,
            _ => 0.0,
        }
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, 2.0, 3.0] => [3.0, 0.0, 1.5];
        smooth [1.5] => [3.0];
        smooth [];
    }
}

mod integer_and_comparison {
    use super::*;

    #[derive_grad]
    fn f(x: f64, k: i32) -> f64 {
        match (k, x > 0.5) {
            (0, _) => x,
            (1 | 2, true) => x * x,
            (n, b) if n > 5 => {
                if b {
                    2.0 * x
                } else {
                    3.0 * x
                }
            }
            _ => x.sin(),
        }
    }

    at! {
        zero 0 => 1.0;
        two 2 => 3.0;
        nine 9 => 2.0;
        three 3 => 1.5f64.cos();
    }

    mod nine_below {
        use super::*;
        check! { |v| (v[0], 9) -> (x); smooth [0.25] => [3.0]; }
    }
}

mod range_of_a_float {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        match x {
            v if v > 0.5 => v * v,
            v @ 0.0..=0.5 => 2.0 * v,
            _ => -x,
        }
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [3.0];
        smooth [0.25] => [2.0];
        smooth [-0.25] => [-1.0];
    }
}

mod option_under_a_guard {
    use super::*;

    #[derive_grad(no_grad(o))]
    fn f(x: f64, o: Option<usize>) -> f64 {
        let n = match o {
            Some(n) if n > 3 => n,
            Some(n) => n * 2,
            None => 0,
        };
        x.powi(n as i32) * x
    }

    at! {
        doubled Some(1) => 6.75;
        none None => 1.0;
        as_it_is Some(4) => 5.0 * 5.0625;
    }
}

mod guard_reads_what_an_arm_writes {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        for i in 0..n {
            match (i, s) {
                (k, t) if t > 1.0 && k % 2 == 0 => s = t * x * 0.5,
                (_, t) if t < x => s += t,
                (k, _) => s *= 1.0 + k as f64,
            }
        }
        s
    }

    trips! { |v| (v[0], N) -> (x); at [1.375] }
}

mod slice_of_a_written_vector {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        v[0] *= x[1];
        match &v[..] {
            [a, .., b] => a * b,
            _ => 1.0,
        }
    }

    // x0 x1^2
    check! { |v| (v) -> (x); smooth [1.5, 2.0] => [4.0, 6.0]; }
}

mod slices_of_arrays_and_of_pairs {
    use super::*;

    #[derive_grad]
    fn f(x: &[[f64; 2]], y: &[(f64, f64)]) -> f64 {
        let s = match x {
            [[a, b], .., [c, _]] => a * b * c,
            [[a, _]] => *a,
            _ => 1.0,
        };
        match y {
            [(a, b), (c, _), ..] if *a < 50.0 => s * a * b * c,
            [.., (_, b)] => s * b,
            [] => s,
        }
    }

    check! {
        |v| (&[[v[0], v[1]], [v[2], v[3]]], &[(v[4], v[5]), (v[6], v[7])]) -> (x, y);
        smooth [1.5, 2.0, 3.0, 7.0, 1.0, 2.0, 3.0, 8.0]
            => [36.0, 27.0, 18.0, 0.0, 54.0, 27.0, 18.0, 0.0];
        smooth [1.5, 2.0, 3.0, 7.0, 60.0, 2.0, 3.0, 8.0]
            => [48.0, 36.0, 24.0, 0.0, 0.0, 0.0, 0.0, 9.0];
    }

    mod of_one {
        use super::*;
        check! {
            |v| (&[[v[0], v[1]]], &[(v[2], v[3])]) -> (x, y);
            smooth [1.5, 2.0, 3.0, 4.0] => [4.0, 0.0, 0.0, 1.5];
        }
    }

    mod of_none {
        use super::*;
        check! { |v| (&[], &[(v[0], v[1])]) -> (x, y); smooth [3.0, 4.0] => [0.0, 1.0]; }
    }
}

mod alternatives_of_two_slices {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        let s = match x {
            [a] | [_, a] => a * a,
            _ => 1.0,
        };
        match (x, y) {
            ([a, ..], [.., b]) => s * a * b,
            ([], _) | (_, []) => s,
        }
    }

    check! {
        |v| (&v[..2], &v[2..]) -> (x, y);
        smooth [1.5, 2.0, 3.0, 4.0] => [16.0, 24.0, 0.0, 6.0];
        smooth [1.5, 2.0] => [0.0, 4.0];
    }
}

mod alternatives_that_bind_in_another_order {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        match x {
            [a, b] | [b, a, _] => a * a * b,
            _ => 1.0,
        }
    }

    // x0² x1, x1² x0
    check! {
        |v| (v) -> (x);
        smooth [2.0, 5.0] => [20.0, 4.0];
        smooth [5.0, 2.0, 7.0] => [4.0, 20.0, 0.0];
    }

    mod of_a_tuple {
        use super::*;

        #[derive_grad]
        fn f(k: usize, a: f64, b: f64) -> f64 {
            match (k, a, b) {
                (0, u, v) | (1, v, u) => u * u * v,
                (2 | 3, u, _) | (_, _, u) => u,
            }
        }

        #[test]
        fn gradient() {
            assert_eq!(f_grad(0, 2.0, 5.0), (20.0, 20.0, 4.0));
            assert_eq!(f_grad(1, 2.0, 5.0), (50.0, 25.0, 20.0));
            assert_eq!(f_grad(3, 2.0, 5.0), (2.0, 1.0, 0.0));
            assert_eq!(f_grad(4, 2.0, 5.0), (5.0, 0.0, 1.0));
        }
    }

    mod under_a_guard {
        use super::*;

        #[derive_grad]
        fn f(x: &[f64], y: f64) -> f64 {
            match (x, y) {
                ([a, ..], b) | ([.., a], b) if *a > b => a * a * b,
                (_, b) => b,
            }
        }

        // The first that is greater than y, squared, times y
        check! {
            |v| (&v[..2], v[2]) -> (x, y);
            smooth [2.0, 5.0, 3.0] => [0.0, 30.0, 25.0];
            smooth [2.0, 5.0, 1.0] => [4.0, 0.0, 4.0];
            smooth [2.0, 5.0, 9.0] => [0.0, 0.0, 1.0];
        }
    }
}

mod windows_and_split_first {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for w in x.windows(2) {
            if let [a, b] = w {
                s += a * b;
            }
            let [a, _] = w else {
                continue;
            };
            s += a;
        }
        match x.split_first() {
            Some((a, [b, ..])) => s + a * b,
            Some((a, _)) => *a,
            None => 0.0,
        }
    }

    // 2 x0 x1 + x1 x2 + x0 + x1
    check! {
        |v| (v) -> (x);
        smooth [1.5, 2.0, 3.0] => [5.0, 3.0 + 3.0 + 1.0, 2.0];
        smooth [1.5] => [1.0];
        smooth [];
    }
}

mod tuple_of_elements_under_let_else {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], i: usize) -> f64 {
        let (Some(a), Some(b)) = (x.get(i), x.last()) else {
            return 3.0 * x[0];
        };
        a * b
    }

    mod some {
        use super::*;
        check! { |v| (v, 1) -> (x); smooth [1.5, 2.0, 3.0] => [0.0, 3.0, 2.0]; }
    }

    mod none {
        use super::*;
        check! { |v| (v, 9) -> (x); smooth [1.5, 2.0, 3.0] => [3.0, 0.0, 0.0]; }
    }
}

mod integer_beside_a_slice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f32], n: usize) -> f32 {
        match (n, x) {
            (0, _) => 1.0,
            (k, [a, ..]) if k > 1 && *a > 0.0 => a * a,
            (_, [a, b]) => a * b,
            (_, [first, ..]) => *first,
            (_, []) => 0.0,
        }
    }

    mod zero {
        use super::*;
        check! { |v| (&[v[0] as f32], 0) -> (x); smooth [1.5] => [0.0]; }
    }

    mod one {
        use super::*;
        check! { |v| (&[v[0] as f32, v[1] as f32], 1) -> (x); smooth [1.5, 0.5] => [0.5, 1.5]; }
    }

    mod two {
        use super::*;
        check! {
            |v| (&[v[0] as f32, v[1] as f32], 2) -> (x);
            smooth [1.5, 0.5] => [3.0, 0.0];
            smooth [-1.5, 0.5] => [0.5, -1.5];
        }
    }

    mod of_one {
        use super::*;
        check! { |v| (&[v[0] as f32], 1) -> (x); smooth [1.5] => [1.0]; }
    }
}

/// A guard that reads a part of a tuple does not move the others.
mod guard_of_a_tuple_with_a_vector {
    use super::*;

    #[derive_grad]
    fn pair(x: &[f64], b: f64) -> (f64, Vec<f64>) {
        (b * x[0], vec![b, x[1]])
    }

    #[derive_grad]
    fn f(x: &[f64], b: f64) -> f64 {
        let q: (f64, Vec<f64>) = pair(x, b);
        let r = (b, (x[0] * b, vec![b; 2]));
        let mut s = b;
        for i in 0..4 {
            s += match i {
                2..=3 if b < q.0 * 3.0 => s * b,
                1 if x[0] > r.1.0 && x[0] > r.1.1[0] => s * x[1],
                _ => b,
            };
        }
        s * q.1[1] * r.1.1[1]
    }

    check! {
        |v| (&v[..2], v[2]) -> (x, b);
        smooth [0.7, 1.3, 0.4];
    }
}
