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
