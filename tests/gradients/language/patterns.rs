//! `if let` and `let else` on what carries no float, and tuples in patterns.

use grad_runtime::derive_grad;

mod if_let {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        if let Some(k) = n.checked_sub(2) {
            x.powi(2) * k as f64
        } else {
            x
        }
    }

    mod some {
        use super::*;
        check! { |v| (v[0], 5) -> (x); smooth [1.5] => [9.0]; }
    }

    mod none {
        use super::*;
        check! { |v| (v[0], 1) -> (x); smooth [1.5] => [1.0]; }
    }
}

mod if_let_statement {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], order: &[usize]) -> f64 {
        let mut s = x[0];
        if let Some(&i) = order.first() {
            s *= x[i];
        }
        if let Some(i) = order.get(7) {
            s += x[*i];
        }
        s
    }

    check! {
        |v| (v, &[1, 0]) -> (x);
        smooth [1.5, -2.0] => [-2.0, 1.5];
    }
}

mod if_let_chain_of_else {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        if let Some(k) = n.checked_sub(10) {
            x * k as f64
        } else if n == 3 {
            x * x
        } else if let 4 | 5 = n {
            x * x * x
        } else {
            0.0
        }
    }

    mod first {
        use super::*;
        check! { |v| (v[0], 12) -> (x); smooth [1.5] => [2.0]; }
    }

    mod second {
        use super::*;
        check! { |v| (v[0], 3) -> (x); smooth [1.5] => [3.0]; }
    }

    mod third {
        use super::*;
        check! { |v| (v[0], 5) -> (x); smooth [1.5] => [6.75]; }
    }

    mod last {
        use super::*;
        check! { |v| (v[0], 6) -> (x); smooth [1.5] => [0.0]; }
    }
}

mod let_else_returns {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let y = x * x;
        let Some(k) = n.checked_sub(2) else {
            return y;
        };
        y * x * k as f64
    }

    mod some {
        use super::*;
        check! { |v| (v[0], 4) -> (x); smooth [1.5] => [13.5]; }
    }

    mod none {
        use super::*;
        check! { |v| (v[0], 1) -> (x); smooth [1.5] => [3.0]; }
    }
}

mod let_else_continues {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], order: &[usize]) -> f64 {
        let mut s = 1.0;
        for i in 0..x.len() {
            let Some(k) = order[i].checked_sub(1) else {
                continue;
            };
            s *= x[k];
        }
        s
    }

    check! {
        |v| (v, &[2, 0, 3]) -> (x);
        smooth [1.5, -2.0, 0.5] => [0.0, 0.5, -2.0];
    }
}

mod optional_parameter {
    use super::*;

    #[derive_grad(no_grad(start))]
    fn f(x: &[f64], start: Option<usize>) -> f64 {
        let mut s = 0.0;
        if let Some(start) = start {
            for i in start..x.len() {
                s += x[i] * x[i];
            }
        }
        s
    }

    mod some {
        use super::*;
        check! { |v| (v, Some(1)) -> (x); smooth [1.5, -2.0, 0.5] => [0.0, -4.0, 1.0]; }
    }

    mod none {
        use super::*;
        check! { |v| (v, None) -> (x); smooth [1.5, -2.0, 0.5] => [0.0, 0.0, 0.0]; }
    }
}

mod tuple_of_integers {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let (half, odd) = (n / 2, n % 2 == 1);
        if let (3, true) = (half, odd) {
            x * x
        } else {
            x
        }
    }

    mod taken {
        use super::*;
        check! { |v| (v[0], 7) -> (x); smooth [1.5] => [3.0]; }
    }

    mod not_taken {
        use super::*;
        check! { |v| (v[0], 6) -> (x); smooth [1.5] => [1.0]; }
    }
}

mod if_let_slice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        if let [a, b] = x { a * b } else { x[0] }
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, 2.0] => [2.0, 1.5];
        smooth [1.5, 2.0, 3.0] => [1.0, 0.0, 0.0];
    }
}

mod if_let_element_and_condition {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], i: usize) -> f64 {
        if let Some(v) = x.get(i)
            && *v > 0.0
        {
            v * v
        } else {
            x[0]
        }
    }

    mod some {
        use super::*;
        check! {
            |v| (v, 1) -> (x);
            smooth [1.5, 2.0] => [0.0, 4.0];
            smooth [1.5, -2.0] => [1.0, 0.0];
        }
    }

    mod none {
        use super::*;
        check! { |v| (v, 5) -> (x); smooth [1.5, 2.0] => [1.0, 0.0]; }
    }
}

mod let_array {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut s = x;
        let a = [x, y];
        let [p, rest @ ..] = a;
        s * p * rest[0]
    }

    // x^2 y
    check! { |v| (v[0], v[1]) -> (x, y); smooth [1.5, 2.0] => [6.0, 2.25]; }
}

mod let_array_of_rows {
    use super::*;

    #[derive_grad]
    fn f(m: [[f64; 2]; 3]) -> f64 {
        let [[a, b], .., last] = m;
        let [c, d] = last;
        let [_, middle, _] = &m;
        a * c + b * d * middle[0]
    }

    check! {
        |v| ([[v[0], v[1]], [v[2], v[3]], [v[4], v[5]]]) -> (m);
        smooth [1.5, 2.0, 3.0, 7.0, 4.0, 5.0] => [4.0, 15.0, 10.0, 0.0, 1.5, 6.0];
    }
}

mod let_else_on_a_slice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let [a, .., b] = x else {
            return 3.0 * x[0];
        };
        a * b * b
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, 7.0, 2.0] => [4.0, 0.0, 6.0];
        smooth [1.5] => [3.0];
    }
}

mod let_else_on_elements {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let Some(a) = x.first() else {
            return 0.0;
        };
        let Some(&b) = x.get(1) else {
            return a * a;
        };
        a * b * b
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, 2.0, 3.0] => [4.0, 6.0, 0.0];
        smooth [1.5] => [3.0];
        smooth [];
    }
}

mod let_else_on_elements_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], order: &[usize]) -> f64 {
        let mut s = 1.0;
        for &i in order {
            let Some(a) = x.get(i) else {
                continue;
            };
            let [b, c, ..] = &x[i..] else {
                s += a;
                break;
            };
            s *= a * c;
        }
        s
    }

    mod each {
        use super::*;
        // x0 x1 x1 x2 + x2
        check! {
            |v| (v, &[0, 9, 1, 2, 0]) -> (x);
            smooth [1.5, 2.0, 3.0] => [12.0, 18.0, 7.0];
        }
    }

    mod no_trips {
        use super::*;
        check! { |v| (v, &[]) -> (x); smooth [1.5, 2.0, 3.0] => [0.0, 0.0, 0.0]; }
    }
}

mod let_else_on_what_is_popped {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut v = x.to_vec();
        let mut s = x[0];
        for _ in 0..n {
            let Some(e) = v.pop() else {
                return s * s;
            };
            s *= 0.5 + e;
        }
        s
    }

    trips! { |v| (v, N) -> (x); at [0.75, 0.5, 1.25, -0.5] }
}

mod while_let_slice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut rest = x;
        let mut s = 0.0;
        while let [a, tail @ ..] = rest {
            s += a * a * tail.len() as f64;
            rest = tail;
        }
        s
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, 2.0, 3.0] => [6.0, 4.0, 0.0];
        smooth [];
    }
}

mod while_let_split_first {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut rest = x;
        let mut s = 1.0;
        while let Some((a, tail)) = rest.split_first() {
            s *= a + s;
            rest = tail;
        }
        s
    }

    // t (x1 + t) with t = x0 + 1
    check! {
        |v| (v) -> (x);
        smooth [1.5, 2.0] => [2.0 + 5.0, 2.5];
        smooth [0.5, 0.25, 0.125];
        smooth [];
    }
}

mod while_let_from_both_ends {
    use super::*;

    #[derive_grad]
    fn f(x: &[f32]) -> f32 {
        let mut rest = x;
        let mut s = 1.0;
        while let [a, middle @ .., b] = rest {
            s *= a * a + b;
            rest = middle;
        }
        if let [last] = rest { s * last } else { s }
    }

    fn narrow(v: &[f64]) -> Vec<f32> {
        v.iter().map(|x| *x as f32).collect()
    }

    // (x0^2 + x2) x1
    check! {
        |v| (&narrow(v)) -> (x);
        smooth [1.5, 2.0, 0.75] => [6.0, 3.0, 2.0];
        smooth [0.5, 0.25, 0.75, 1.0];
        smooth [1.5] => [1.0];
        smooth [];
    }
}

mod let_else_breaks_with_a_value {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut rest = &x[n..];
        let mut s = 1.0;
        loop {
            let Some((a, tail)) = rest.split_first() else {
                break s;
            };
            rest = tail;
            if *a < 0.0 {
                continue;
            }
            s = s * a + 1.0;
        }
    }

    // (x1 + 1) x3 + 1
    check! {
        |v| (v, 1) -> (x);
        smooth [1.5, 2.0, -2.0, 3.0] => [0.0, 3.0, 0.0, 3.0];
        smooth [1.5] => [0.0];
    }
}

mod while_let_the_last_two {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        let mut s = 1.0;
        while let [.., a, b] = v[..] {
            s *= a + b * s;
            v.pop();
        }
        s
    }

    // t (x0 + x1 t) with t = x1 + x2
    check! {
        |v| (v) -> (x);
        smooth [1.5, 0.5, 1.0] => [1.5, 2.25 + 3.0, 3.0];
        smooth [1.5] => [0.0];
    }
}

mod let_else_on_a_tuple_of_a_slice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (Some(a), [.., b]) = (x.first(), x) else {
            return 0.0;
        };
        let [p, q] = [*a * b, *b];
        let ([c], d) = ([p], q);
        c * d
    }

    // x0 x2^2
    check! {
        |v| (v) -> (x);
        smooth [1.5, 7.0, 2.0] => [4.0, 0.0, 6.0];
        smooth [];
    }
}

mod parts_of_a_result_lent_in_an_array {
    use super::*;

    #[derive_grad]
    fn pair(x: f64) -> (f64, [f64; 2]) {
        (x, [x, 2.0 * x])
    }

    #[derive_grad]
    fn product(a: &[f64]) -> f64 {
        a[0] * a[1]
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let (a, [b, c]) = pair(x);
        product(&[b, c]) * a
    }

    // 2x³
    check! { |v| (v[0]) -> (x); smooth [1.5] => [13.5]; }
}

/// A variable in capitals is hidden inside of a block only.
#[allow(non_snake_case, unused_variables, reason = "the names are the test")]
mod capitals_hidden {
    use grad_runtime::derive_grad;

    #[derive_grad]
    pub fn in_a_block(x: f64) -> f64 {
        let X = x;
        {
            let X = x * x;
        }
        X * x
    }

    #[derive_grad]
    pub fn in_an_arm(x: f64, n: usize) -> f64 {
        let T = x;
        let y = match (n, x * x) {
            (0, _) => x,
            (_, T) => T * T,
        };
        y * T
    }

    #[derive_grad]
    pub fn in_a_loop(k: &[f64]) -> f64 {
        let mut s = 0.0;
        for X in k {
            for X in k {
                s += X;
            }
            s += X * X;
        }
        s
    }
}

#[test]
fn a_hidden_variable_in_capitals_comes_back() {
    // x², then 2 Σ + Σ k²
    assert_eq!(capitals_hidden::in_a_block_grad(3.0), (9.0, 6.0));
    // x⁵, x²
    assert_eq!(capitals_hidden::in_an_arm_grad(3.0, 1), (243.0, 405.0));
    assert_eq!(capitals_hidden::in_an_arm_grad(3.0, 0), (9.0, 6.0));
    let (value, dk) = capitals_hidden::in_a_loop_grad(&[2.0, 3.0]);
    assert_eq!((value, dk), (23.0, vec![6.0, 8.0]));
}

mod pairs_behind_a_reference {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let w: Vec<(f64, usize)> = x.iter().enumerate().map(|(i, a)| (a * a, i + n)).collect();
        let mut s = 0.0;
        for (a, i) in w.iter() {
            s += a * *i as f64;
        }
        for it in &w {
            let (a, i) = it;
            let &(b, j) = it;
            s += a * b * *i as f64 * j as f64;
        }
        let pair = (n, x[0]);
        let (m, y) = &pair;
        s * y * *m as f64
            + w.iter()
                .filter(|(_, i)| *i % 2 == 0)
                .map(|(a, i)| a * *i as f64)
                .sum::<f64>()
    }

    check! {
        |v| (&v[..], 3) -> (x);
        smooth [0.7, 1.9, 2.3];
    }
}
