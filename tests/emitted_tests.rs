//! The tests that `#[derive_grad(test(..))]` emits: they run here as any other, for parameters of every
//! shape, and a wrong gradient fails them.

// The functions are what users might write.
#![allow(clippy::all, dead_code)]

use grad_runtime::{Slot, Tape, derive_grad};
use std::cell::Cell;
use std::panic::catch_unwind;

/// The energy of a chain of springs.
#[derive_grad(
    test(x = [0.0, 1.0, 3.0], k = 2.0),
    test(x = vec![0.5; 4], k = -1.0),
    test(k = 1.0, x = &[]),
)]
fn energy(x: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 1..x.len() {
        let stretch = x[i] - x[i - 1];
        sum += 0.5 * k * stretch * stretch;
    }
    sum
}

#[derive_grad(test(x = 3.0, y = 4.0))]
fn single(x: f32, y: &f32) -> f32 {
    x.hypot(*y)
}

const N: usize = 2;

#[derive_grad(test(
    a = [1.0, 2.0],
    b = &[3.0, 4.0],
    c = [[1.0, 2.0], [3.0, 4.0]],
    d = [(1.0, 2.0)],
    e = [vec![1.0], vec![], vec![2.0, 3.0]],
    f = [5.0, 6.0],
))]
fn lists(
    a: [f64; N],
    b: &[f64; 2],
    c: &[[f64; 2]],
    d: &[(f64, f64)],
    e: &[Vec<f64>],
    f: Vec<f64>,
) -> f64 {
    let mut sum = a[0] * b[1] + a[1].sin() * f[1] + f[0];
    for i in 0..c.len() {
        sum += c[i][0] * c[i][1] * d[0].1 + d[0].0 * d[0].0;
    }
    for i in 0..e.len() {
        for j in 0..e[i].len() {
            sum *= e[i][j];
        }
    }
    sum
}

#[derive_grad(test(pair = (2.0, vec![3.0, 4.0]), both = &(5.0, [6.0])))]
fn tuples(pair: (f64, Vec<f64>), both: &(f64, [f64; 1])) -> f64 {
    pair.0 * pair.1[1] * both.0 + pair.1[0] * both.1[0]
}

#[derive_grad(test(pair = (vec![1.0, 2.0], 3, 4.0), rows = [vec![1.0], vec![2.0, 3.0]]))]
fn references_inside(pair: (&[f64], usize, f64), rows: &[&[f64]]) -> f64 {
    let mut sum = pair.0[1] * pair.2 * pair.0[0];
    for i in 0..rows.len() {
        sum *= rows[i][i];
    }
    sum
}

struct Settings {
    power: i32,
}

const SETTINGS: Settings = Settings { power: 3 };

#[derive_grad(
    no_grad(settings, scale),
    test(
        x = 1.5,
        settings = Settings { power: 2 },
        scale = 4.0,
        at = [1, 0],
        name = "cubes",
        loud = false,
        seen = [0, 0],
    ),
    test(
        x = 1.5,
        settings = &SETTINGS,
        scale = (N as f64).sqrt(),
        at = &vec![0],
        name = String::from("any"),
        loud = N > 3,
        seen = &mut vec![0; 2],
    )
)]
fn constants(
    x: f64,
    settings: &Settings,
    scale: f64,
    at: &[usize],
    name: &str,
    loud: bool,
    seen: &mut [usize],
) -> f64 {
    seen[at[0]] += name.len();
    assert_eq!(
        seen[at[0]],
        name.len(),
        "each evaluation has a buffer of its own"
    );
    if loud {
        x
    } else {
        x.powi(settings.power) * scale
    }
}

#[derive_grad(wrt(w), test(w = [0.5, -0.5], x = [1.0, 2.0], y = 3.0))]
fn square_error(w: &[f64], x: &[f64], y: f64) -> f64 {
    let miss = w[0] * x[0] + w[1] * x[1] - y;
    miss * miss
}

#[derive_grad(test(x = [1.0, 2.0, 3.0], out = [0.0; 3]))]
fn running_sum(x: &[f64], out: &mut [f64]) {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[i];
        out[i] = sum;
    }
}

#[derive_grad(test(state = [1.0, 2.0], rate = 0.1, level = 0.3, log = vec![]))]
fn step(state: &mut [f64; 2], rate: f64, level: &mut f64, log: &mut Vec<f64>) -> f64 {
    let [x, v] = *state;
    *state = [x + rate * v, v - rate * x];
    *level *= x;
    log.push(x * v);
    state[0] * state[1] * *level
}

/// What is left out is still read and written.
#[derive_grad(wrt(x), test(x = [1.0, 2.0], scratch = vec![0.5, 0.5]))]
fn through_scratch(x: &[f64], scratch: &mut [f64]) -> f64 {
    for i in 0..x.len() {
        scratch[i] = x[i] * x[i] * scratch[i];
    }
    scratch[0] * scratch[1]
}

#[derive_grad(test(x = 3.0, y = 4.0))]
fn polar(x: f64, y: f64) -> (f64, f64, usize) {
    (x.hypot(y), y.atan2(x), 7)
}

#[derive_grad(test(x = [1.0, 2.0, 3.0]))]
fn squares(x: &[f64]) -> Vec<f64> {
    let mut out = Vec::new();
    for &x in x {
        out.push(x * x);
    }
    out
}

#[derive_grad(test(x = [1.0, 2.0], y = [3.0, 4.0]))]
fn generic<'a, const M: usize>(x: &'a [f32; M], y: [f32; M]) -> [f32; M] {
    let mut out = [0.0; M];
    for i in 0..M {
        out[i] = x[i] * y[i];
    }
    out
}

#[derive_grad(test(raw = 2.0, r#type = 3.0))]
fn raw(raw: f64, r#type: f64) -> f64 {
    raw * r#type
}

mod square {
    use super::*;

    thread_local! {
        pub static WRONG: Cell<bool> = const { Cell::new(false) };
    }

    /// A function with halves written by hand, whose slope can be spoilt.
    pub fn square(x: f64) -> f64 {
        x * x
    }

    #[allow(non_camel_case_types)]
    pub enum square_vjp {}

    impl square_vjp {
        pub fn fwd(_: &mut Tape, x: f64) -> (f64, [u64; 1]) {
            (square(x), [x.to_bits()])
        }

        pub fn rev(_: &mut Tape, frame: [u64; 1], seed: &f64, mut d_x: impl Slot<f64>) {
            let factor = if WRONG.get() { 2.001 } else { 2.0 };
            d_x.with(|d_x| *d_x += seed * factor * f64::from_bits(frame[0]));
        }
    }
}

#[derive_grad(test(x = 3.0, k = [1.0, 2.0]))]
fn calls_square(x: f64, k: &[f64]) -> f64 {
    k[1] * square::square(x)
}

#[derive_grad(test(x = 3.0))]
fn two_squares(x: f64) -> (f64, f64) {
    (x.sin(), square::square(x))
}

/// What a test says when the slope of the square is wrong.
fn spoilt(test: fn()) -> String {
    square::WRONG.set(true);
    let failed = catch_unwind(test);
    square::WRONG.set(false);
    *failed
        .expect_err("the test passed")
        .downcast::<String>()
        .expect("a message")
}

#[test]
fn a_wrong_gradient_fails_its_test() {
    let said = spoilt(calls_square_grad_check);
    assert!(
        said.starts_with("1 of 3 entries of the gradient are wrong\n  x = 3: the"),
        "{said}"
    );
    assert!(said.contains("says 12.00"), "{said}");
    let said = spoilt(two_squares_grad_check);
    assert!(said.contains("x = 3: the gradient says"), "{said}");
}

/// Every `test(..)` has a function of its own.
#[test]
fn names() {
    let tests: [fn(); 3] = [energy_grad_check, energy_grad_check_2, energy_grad_check_3];
    assert!(tests.into_iter().all(|test| catch_unwind(test).is_ok()));
}
