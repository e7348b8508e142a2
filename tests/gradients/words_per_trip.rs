//! How much a loop keeps: for each trip the values that its rules need, the indices of what it
//! reads and writes, the number of the arm or exit it took; for each loop the number of trips.

use grad_runtime::{Tape, derive_grad};

/// The words that the function keeps for `n` trips.
macro_rules! words {
    (|$n:ident| $grad_with:ident($($arg:expr),*), $($buffer:expr),*) => {
        |$n: usize| {
            let mut tape = Tape::new();
            $grad_with(&mut tape, $($arg,)* $($buffer),*);
            tape.peak_words()
        }
    };
}

/// `each` words a trip and `once` more, which is a bound: it may come to be less.
#[track_caller]
fn at_most(each: usize, once: usize, words: impl Fn(usize) -> usize) {
    for n in [0, 1, 2, 100] {
        let (found, bound) = (words(n), each * n + once);
        assert!(
            found <= bound,
            "{n} trips keep {found} words, more than {bound}"
        );
    }
    let (small, large) = (words(100), words(1000));
    assert!(
        2 * large <= 21 * small,
        "{small} words for 100 trips, {large} for 1000"
    );
}

#[derive_grad]
fn exponentials(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for &e in x {
        s += (e - 0.5).exp();
    }
    s
}

/// The result of `exp`, where `e` stands.
#[test]
fn sum() {
    at_most(
        2,
        1,
        words!(|n| exponentials_grad_with(&vec![0.1; n]), &mut vec![0.0; n]),
    );
}

#[derive_grad]
fn product(x: &[f64]) -> f64 {
    let mut p = 1.0;
    for &e in x {
        p *= e;
    }
    p
}

/// `p` before, `e`, where it stands.
#[test]
fn carried_product() {
    at_most(
        3,
        1,
        words!(|n| product_grad_with(&vec![0.9; n]), &mut vec![0.0; n]),
    );
}

#[derive_grad]
fn pendulum(x: &[f64], k: f64) -> f64 {
    let (mut q, mut p) = (0.3_f64, 0.0);
    for &e in x {
        p -= k * q.sin();
        q += e * p;
    }
    q * p
}

/// `q` and its sine, `e` and `p`, where `e` stands.
#[test]
fn two_carried() {
    at_most(
        5,
        1,
        words!(
            |n| pendulum_grad_with(&vec![0.1; n], 0.7),
            &mut vec![0.0; n],
            &mut 0.0
        ),
    );
}

#[derive_grad]
fn arms(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for &e in x {
        if s > 1.2 {
            s = s * e;
        } else {
            s = s + e.sqrt();
        }
    }
    s
}

/// `s`, `e` and where it stands; the arm; its root.
#[test]
fn branch() {
    at_most(
        5,
        1,
        words!(|n| arms_grad_with(&vec![0.9; n]), &mut vec![0.0; n]),
    );
}

#[derive_grad]
fn leaves(x: &[f64]) -> f64 {
    let mut s = 0.1;
    let mut i = 0;
    while i < x.len() {
        s = s * s + x[i];
        if s > 4.0 {
            break;
        }
        i += 1;
    }
    s
}

/// `s`, `i`, the exit and which of the two arms were left; the trip that left counts.
#[test]
fn exits() {
    at_most(
        5,
        6,
        words!(|n| leaves_grad_with(&vec![0.1; n]), &mut vec![0.0; n]),
    );
}

#[derive_grad]
fn gathered(x: &[f64], at: &[usize]) -> f64 {
    let mut s: f64 = 1.0;
    for &i in at {
        s = (s * x[i]).tanh();
    }
    s
}

/// `s` before and after, `x[i]` and `i`.
#[test]
fn indices_that_are_read() {
    at_most(
        4,
        1,
        words!(
            |n| gathered_grad_with(&[0.9; 2], &vec![1; n]),
            &mut [0.0; 2]
        ),
    );
}

#[derive_grad]
fn chained(xs: &mut [f64]) -> f64 {
    for i in 1..xs.len() {
        xs[i] = xs[i] * xs[i - 1];
    }
    xs[xs.len() - 1]
}

/// Both operands and both indices.
#[test]
fn writes() {
    at_most(
        4,
        1,
        words!(
            |n| chained_grad_with(&mut vec![0.9; n + 1]),
            &mut vec![0.0; n + 1]
        ),
    );
}

#[derive_grad]
fn nested(x: &[f64]) -> f64 {
    let mut s: f64 = 1.0;
    for &e in x {
        for _ in 0..3 {
            s = (s * e).sin();
        }
    }
    s
}

/// `e` and where it stands; three times `s` and the argument of `sin`; their number.
#[test]
fn loop_in_a_loop() {
    at_most(
        2 + 3 * 2 + 1,
        1,
        words!(|n| nested_grad_with(&vec![0.9; n]), &mut vec![0.0; n]),
    );
}

#[derive_grad]
fn damped(s: f64, e: f64) -> f64 {
    (s * e).sin() + e
}

#[derive_grad]
fn called(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for &e in x {
        s = damped(s, e);
    }
    s
}

/// Where `e` stands; what the callee needs: `s`, `e` and the argument of `sin`.
#[test]
fn call() {
    at_most(
        4,
        1,
        words!(|n| called_grad_with(&vec![0.9; n]), &mut vec![0.0; n]),
    );
}

#[derive_grad]
fn put(out: &mut [f64], i: usize, e: f64) {
    out[i] = out[i] * e;
}

#[derive_grad]
fn scattered(x: &[f64], out: &mut [f64]) -> f64 {
    for i in 0..x.len() {
        put(out, i % out.len(), x[i]);
    }
    out[0]
}

/// `i`; in the callee the index, both operands. The length of the buffer does not matter.
#[test]
fn one_element_of_a_long_buffer() {
    for length in [1, 10, 1000, 10_000] {
        at_most(
            4,
            1,
            words!(
                |n| scattered_grad_with(&vec![0.9; n], &mut vec![1.0; length]),
                &mut vec![0.0; n],
                &mut vec![0.0; length]
            ),
        );
    }
}
