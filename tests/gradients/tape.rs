//! The tape grows with the number of calls and trips, never faster.

use grad_runtime::{Tape, derive_grad};

/// The words that the function needs at size `n`.
macro_rules! words {
    (|$x:ident, $n:ident| $grad_with:ident($($arg:expr),*), $($buffer:expr),*) => {
        |$n: usize| {
            let $x = vec![0.5; $n];
            let mut tape = Tape::new();
            $grad_with(&mut tape, $($arg,)* $($buffer),*);
            tape.peak_words()
        }
    };
}

#[track_caller]
fn assert_linear(words: impl Fn(usize) -> usize) {
    let (small, large) = (words(100), words(1000));
    assert!(
        large as f64 <= 10.5 * small as f64,
        "{small} words for 100, {large} for 1000: more than ten times as many"
    );
}

#[derive_grad]
fn recursive(x: &[f64]) -> f64 {
    if x.is_empty() {
        1.0
    } else {
        x[0] * recursive(&x[1..]).sin() + x[0]
    }
}

#[test]
fn recursion_on_tails() {
    assert_linear(words!(|x, n| recursive_grad_with(&x), &mut vec![0.0; n]));
}

#[derive_grad]
fn halved(x: &[f64]) -> f64 {
    if x.len() < 2 {
        return x[0];
    }
    let half = x.len() / 2;
    halved(&x[..half]).sin() * halved(&x[half..])
}

#[test]
fn recursion_on_halves() {
    assert_linear(words!(|x, n| halved_grad_with(&x), &mut vec![0.0; n]));
}

#[derive_grad]
fn power(x: f64, n: usize) -> f64 {
    if n == 0 { 1.0 } else { x * power(x, n - 1) }
}

#[test]
fn recursion_on_a_number() {
    assert_linear(words!(|x, n| power_grad_with(x[0], n), &mut 0.0));
}

#[derive_grad]
fn step(s: f64, e: f64) -> f64 {
    (s * e).sin() + e
}

#[derive_grad]
fn calls_in_a_loop(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for &e in x {
        s = step(s, e);
    }
    s
}

#[test]
fn call_in_a_loop() {
    assert_linear(words!(
        |x, n| calls_in_a_loop_grad_with(&x),
        &mut vec![0.0; n]
    ));
}

#[derive_grad]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * y[i];
    }
    s.tanh()
}

#[derive_grad]
fn windows(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for w in x.windows(4) {
        s = s * dot(w, &x[..4]) + s.cos();
    }
    s
}

#[test]
fn call_with_slices_in_a_loop() {
    assert_linear(words!(|x, n| windows_grad_with(&x), &mut vec![0.0; n]));
}

#[derive_grad]
fn tails(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for i in 0..x.len() {
        s = s * first(&x[i..]) + s.cos();
    }
    s
}

#[derive_grad]
fn first(x: &[f64]) -> f64 {
    x[0] * x[0]
}

/// The callee's view is long, what it reads is not.
#[test]
fn call_with_long_tails_in_a_loop() {
    assert_linear(words!(|x, n| tails_grad_with(&x), &mut vec![0.0; n]));
}

#[derive_grad]
fn carried(x: &[f64]) -> f64 {
    let mut s = 1.0;
    let mut i = 0;
    while i < x.len() {
        s = (s * x[i]).sin();
        if s < 0.0 {
            s += 2.0;
        }
        i += 1;
    }
    s
}

#[test]
fn loop_that_carries() {
    assert_linear(words!(|x, n| carried_grad_with(&x), &mut vec![0.0; n]));
}

#[derive_grad]
fn nested(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for &e in x {
        for k in 0..5 {
            s = (s * e).sin() + k as f64;
        }
    }
    s
}

#[test]
fn nested_loops() {
    assert_linear(words!(|x, n| nested_grad_with(&x), &mut vec![0.0; n]));
}

/// A second call finds the memory of the first.
#[test]
fn the_peak_does_not_move_on_a_kept_tape() {
    let x = vec![0.5; 100];
    let mut d_x = vec![0.0; 100];
    let mut tape = Tape::new();
    calls_in_a_loop_grad_with(&mut tape, &x, &mut d_x);
    let peak = tape.peak_words();
    for _ in 0..3 {
        calls_in_a_loop_grad_with(&mut tape, &x, &mut d_x);
        assert_eq!(tape.peak_words(), peak);
    }
}
