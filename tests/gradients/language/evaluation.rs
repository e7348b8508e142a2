//! Order of evaluation, and side effects inside expressions.

use grad_runtime::derive_grad;

mod write_in_the_left_operand {
    use super::*;

    #[derive_grad]
    fn f(mut x: f64) -> f64 {
        let y = {
            x *= 2.0;
            x
        } + x * x;
        y
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [2.0 + 8.0 * 1.5];
    }
}

/// The left operand was read before the right one wrote.
mod write_in_the_right_operand {
    use super::*;

    #[derive_grad]
    fn f(mut x: f64) -> f64 {
        x * {
            x += 1.0;
            x * x
        }
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [2.0] => [9.0 + 12.0];
    }
}

mod write_in_an_argument {
    use super::*;

    #[derive_grad]
    fn weighted(a: f64, b: f64, c: f64) -> f64 {
        a + 10.0 * b + 100.0 * c
    }

    #[derive_grad]
    fn f(mut x: f64) -> f64 {
        weighted(
            x,
            {
                x *= x;
                x
            },
            x,
        )
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [1.0 + 220.0 * 1.5];
    }
}

mod write_in_an_index {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut i = 0;
        let a = x[{
            i += 1;
            i
        }] * x[i];
        a + x[{
            i += 1;
            i - 2
        }] * x[i]
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, -2.0, 0.5] => [0.5, -4.0, 1.5];
    }
}

mod write_in_an_array_literal {
    use super::*;

    #[derive_grad]
    fn f(mut x: f64) -> f64 {
        let a = [
            x,
            {
                x = x * x;
                x
            },
            x + 1.0,
        ];
        a[0] * a[1] * a[2]
    }

    // x^5 + x^3
    check! {
        |v| (v[0]) -> (x);
        smooth [2.0] => [80.0 + 12.0];
    }
}

mod write_in_a_condition {
    use super::*;

    #[derive_grad]
    fn f(mut x: f64, y: f64) -> f64 {
        if {
            x = x * y;
            x > 1.0
        } {
            x * x
        } else {
            x
        }
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, 2.0] => [12.0, 9.0];
        smooth [1.5, 0.5] => [0.5, 1.5];
    }
}

mod lazy_and {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut s = x;
        if x > 0.0 && {
            s *= y;
            s > 1.0
        } {
            s += 2.0 * x;
        }
        s
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, 2.0] => [4.0, 1.5];
        smooth [1.5, 0.5] => [0.5, 1.5];
        smooth [-1.5, 2.0] => [1.0, 0.0];
    }
}

mod lazy_or {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut s = x;
        let either = x > 0.0 || {
            s *= y;
            s < -1.0
        };
        if either { s * s } else { s }
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, 2.0] => [3.0, 0.0];
        smooth [-1.5, 2.0] => [-12.0, 9.0];
        smooth [-1.5, 0.5] => [0.5, -1.5];
    }
}

/// An assignment in the right operand that makes no statement of its own, only another version of
/// the variable, was lost.
mod lazy_or_replaces {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut s = x;
        if y > 3.0 || std::mem::replace(&mut s, 7.0) > 10.0 {
            s *= 2.0;
        }
        s * y
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, 4.0] => [8.0, 3.0];
        smooth [1.5, 2.0] => [0.0, 7.0];
        smooth [11.0, 2.0] => [0.0, 14.0];
    }
}

mod lazy_and_assigns_a_variable {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let (mut s, mut t) = (x, y);
        if x > 0.0 && {
            s = t;
            t = x;
            y > 0.0
        } {
            t *= 3.0;
        }
        s * t
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, 2.0] => [6.0, 4.5];
        smooth [1.5, -2.0] => [-2.0, 1.5];
        smooth [-1.5, 2.0] => [2.0, -1.5];
    }
}

mod lazy_or_replaces_before_continue {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut e = x[0];
        for a in x {
            if *a > 3.0 || std::mem::replace(&mut e, *a) <= 0.0 {
                continue;
            }
            e *= 2.0;
        }
        e
    }

    check! {
        |v| (v) -> (x);
        smooth [1.0, 2.0] => [0.0, 2.0];
        smooth [1.0, -1.0] => [0.0, 2.0];
        smooth [-1.0, 2.0] => [0.0, 1.0];
        smooth [1.0, 4.0] => [2.0, 0.0];
    }
}

mod lazy_guards_an_index {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], i: usize) -> f64 {
        if i < x.len() && x[i] > 0.0 {
            x[i] * x[i]
        } else {
            x[0]
        }
    }

    check! {
        |v| (v, 1) -> (x);
        smooth [1.5, 2.0] => [0.0, 4.0];
        smooth [1.5, -2.0] => [1.0, 0.0];
        smooth [1.5] => [1.0];
    }
}

mod assignment_reads_before_it_writes {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut a = x;
        a = a * y + {
            a = a + y;
            a * a
        };
        a
    }

    // x y + (x + y)^2
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [-2.0 - 1.0, 1.5 - 1.0];
    }
}

/// For floats the right side runs first, then the left is read.
mod compound_assignment_reads_after_its_right_side {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut a = x;
        a += {
            a *= y;
            a
        };
        a
    }

    // 2 x y
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [-4.0, 3.0];
    }
}

mod operands_left_to_right {
    use super::*;
    use std::cell::RefCell;

    thread_local! {
        static ORDER: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
    }

    fn note(n: usize) -> f64 {
        ORDER.with_borrow_mut(|order| order.push(n));
        n as f64
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let a = [note(3) * x, x / note(4)];
        note(1) * x + x * note(2) * a[0] - a[1]
    }

    #[test]
    fn once_and_in_order() {
        let (value, slope) = f_grad(1.5);
        assert_eq!(value, 1.5 + 1.5 * 2.0 * 4.5 - 0.375);
        assert_eq!(slope, 1.0 + 12.0 * 1.5 - 0.25);
        assert_eq!(ORDER.take(), [3, 4, 1, 2]);
        let (_, pullback) = f_vjp(1.5);
        pullback(1.0, &mut 0.0);
        assert_eq!(ORDER.take(), [3, 4, 1, 2]);
    }
}

#[rustfmt::skip]
mod statement_expressions {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut s = x;
        {
            s *= y;
        }
        if s > 0.0 {
            s += y;
        }
        match s < 10.0 {
            true => s *= 2.0,
            false => (),
        }
        x * s;
        {};
        ;
        s
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, 2.0] => [4.0, 5.0];
        smooth [1.5, -2.0] => [-4.0, 3.0];
    }
}
