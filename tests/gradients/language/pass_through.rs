//! What carries no float, and macros: they stay as they are and run once.

use crate::support::panic_message;
use grad_runtime::derive_grad;
use std::cell::Cell;

thread_local! {
    static RUNS: Cell<usize> = const { Cell::new(0) };
}

/// A call whose arguments are all inactive.
fn run(n: usize) -> usize {
    RUNS.set(RUNS.get() + 1);
    n
}

fn runs_of<T>(f: impl FnOnce() -> T) -> usize {
    RUNS.set(0);
    f();
    RUNS.get()
}

/// Counts the runs of `run` in `f(x, n)` and in everything that is generated.
macro_rules! runs {
    ($($n:literal => $runs:literal;)+) => {
        #[test]
        fn runs() {
            let mut tape = grad_runtime::Tape::new();
            $(
                assert_eq!(runs_of(|| f(1.5, $n)), $runs);
                assert_eq!(runs_of(|| f_grad(1.5, $n)), $runs);
                assert_eq!(runs_of(|| f_grad_into(1.5, $n, &mut 0.0)), $runs);
                assert_eq!(runs_of(|| f_grad_with(&mut tape, 1.5, $n, &mut 0.0)), $runs);
                assert_eq!(runs_of(|| f_vjp(1.5, $n).0), $runs);
                assert_eq!(runs_of(|| f_vjp(1.5, $n).1(1.0, &mut 0.0)), $runs);
            )+
        }
    };
}

mod call_with_result {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let k = run(n);
        x * x * k as f64 + x * run(2) as f64
    }

    check! { |v| (v[0], 3) -> (x); smooth [1.5] => [11.0]; }
    runs! { 3 => 2; }
}

mod call_as_a_statement {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        run(n);
        let y = x * x;
        run(n);
        y
    }

    check! { |v| (v[0], 3) -> (x); smooth [1.5] => [3.0]; }
    runs! { 3 => 2; }
}

mod call_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        for i in 0..n {
            s = s * x + run(i) as f64;
            s = s.sin();
        }
        s
    }

    check! { |v| (v[0], 3) -> (x); smooth [0.75]; }
    runs! { 0 => 0; 1 => 1; 5 => 5; }
}

mod call_in_a_bound {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        for i in run(0)..run(n) {
            s = s * x + i as f64;
        }
        s
    }

    check! { |v| (v[0], 3) -> (x); smooth [0.75]; }
    runs! { 0 => 2; 5 => 2; }
}

mod call_in_a_while_condition {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        let mut i = 0;
        while run(i) < n {
            s = s * s * x;
            i += 1;
        }
        s
    }

    check! { |v| (v[0], 3) -> (x); smooth [0.75]; }
    runs! { 0 => 1; 3 => 4; }
}

mod call_in_a_branch {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let y = if run(n) > 2 && run(n + 1) > 4 {
            x * run(n) as f64
        } else {
            x * x
        };
        match run(n) {
            0 => y,
            k => y * k as f64,
        }
    }

    check! { |v| (v[0], 3) -> (x); smooth [1.5] => [9.0]; }
    runs! { 0 => 2; 3 => 3; 4 => 4; }
}

mod call_in_an_index {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let a = [x, x * x, 1.0];
        a[run(n)] * a[run(0)]
    }

    check! { |v| (v[0], 1) -> (x); smooth [1.5] => [6.75]; }
    runs! { 1 => 2; }
}

mod call_in_a_callee {
    use super::*;

    #[derive_grad]
    fn g(x: f64, n: usize) -> f64 {
        x.sin() * run(n) as f64
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        for i in 0..n {
            s = g(s, i) + x;
        }
        s
    }

    check! { |v| (v[0], 3) -> (x); smooth [0.75]; }
    runs! { 0 => 0; 4 => 4; }
}

mod call_with_a_counter {
    use super::*;

    fn count(n: &mut usize) -> usize {
        *n += 1;
        *n
    }

    #[derive_grad]
    fn f(x: f64, calls: &mut usize) -> f64 {
        let mut s = x;
        while count(calls) < 4 {
            s *= x;
        }
        s
    }

    check! { |v| (v[0], &mut 0) -> (x); smooth [1.5] => [13.5]; }

    #[test]
    fn counted_once() {
        let mut calls = 0;
        assert_eq!(f_grad(1.5, &mut calls), (5.0625, 13.5));
        assert_eq!(calls, 4);
    }
}

mod assertions {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        assert!(run(n) < 10);
        assert!(x > 0.0, "x is {x}");
        debug_assert!(x.is_finite());
        debug_assert!(n < 10, "{} and {n}", x * 2.0);
        let y = x * x;
        assert_eq!(run(n), n, "twice {}", y);
        assert_ne!(n, 9);
        debug_assert_eq!(n, n);
        debug_assert_ne!(n + 1, n);
        y * x
    }

    check! { |v| (v[0], 3) -> (x); smooth [1.5] => [6.75]; }
    runs! { 3 => 2; }

    #[test]
    fn messages() {
        for (x, n) in [(-1.5, 3), (1.5, 11), (1.5, 9), (f64::INFINITY, 3)] {
            let primal = panic_message(|| f(x, n)).map_err(|message| message);
            let grad = panic_message(|| f_grad(x, n).0);
            assert_eq!(grad, primal);
        }
    }
}

mod printing {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        println!("starts with {} and {x}", run(n));
        let mut s = x;
        for i in 0..2 {
            eprintln!("trip {i}: {s:.3}, {:?}", run(i));
            s = s.sin() * x;
        }
        print!("{}", run(n));
        eprint!("{:>8.2}\n", s);
        s
    }

    check! { |v| (v[0], 3) -> (x); smooth [0.75]; }
    runs! { 3 => 4; }
}

mod diverging_macros {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let y = match n {
            0 => x,
            1 => x * x,
            2 => unreachable!("never {n}"),
            3 => todo!(),
            4 => unimplemented!("not {}", x),
            _ => panic!("too large: {}", run(n)),
        };
        y * x
    }

    check! { |v| (v[0], 1) -> (x); smooth [1.5] => [6.75]; }

    #[test]
    fn messages() {
        for n in 2..6 {
            let primal = panic_message(|| f(1.5, n)).unwrap_err();
            assert_eq!(panic_message(|| f_grad(1.5, n)).unwrap_err(), primal);
        }
    }
}

mod inactive_values {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], words: &[&str]) -> f64 {
        let lengths: Vec<usize> = words.iter().map(|word| word.len()).collect();
        let label = format!("{}-{}", words[0], lengths.len());
        let text: String = label.to_uppercase();
        let is_long = text.len() > 4 && matches!(lengths[0], 2 | 3);
        if is_long { x[lengths[1]] * x[0] } else { x[0] }
    }

    check! {
        |v| (v, &["abc", "d"]) -> (x);
        smooth [1.5, -2.0] => [-2.0, 1.5];
    }
}

/// The name in the pattern was taken for the variable outside, and its constant put there.
mod pattern_of_matches_hides_a_variable {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let k = 1.0;
        if matches!(x * k, k if k > 2.0) {
            x * x
        } else {
            x * k
        }
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [1.0];
        smooth [2.5] => [5.0];
    }
}
