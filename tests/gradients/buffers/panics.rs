//! Where the primal panics, so does the forward part; where shapes differ, nothing is written.

use crate::support::panic_message;
use grad_runtime::derive_grad;

/// The same message from the primal, from `_grad` and from the forward part of `_vjp`.
macro_rules! parity {
    ($test:ident: $f:ident $grad:ident $vjp:ident($($arg:expr),*), $panics:expr) => {
        #[test]
        fn $test() {
            let primal = panic_message(|| $f($($arg),*)).err();
            assert_eq!(primal.is_some(), $panics, "the primal: {primal:?}");
            assert_eq!(panic_message(|| $grad($($arg),*)).err(), primal);
            // The pullback is never called.
            assert_eq!(panic_message(|| $vjp($($arg),*).0).err(), primal);
        }
    };
}

#[derive_grad]
fn set(a: &mut [f64], i: usize, x: f64) -> f64 {
    a[i] = x * x;
    a[0] * x
}

parity!(write_in_range: set set_grad set_vjp(&mut [1.0; 2], 1, 2.0), false);
parity!(write_out_of_range: set set_grad set_vjp(&mut [1.0; 2], 2, 2.0), true);
parity!(write_into_nothing: set set_grad set_vjp(&mut [], 0, 2.0), true);

#[derive_grad]
fn local(x: f64, n: usize, i: usize) -> f64 {
    let mut a = vec![x; n];
    a[i] *= x;
    a[i]
}

parity!(local_in_range: local local_grad local_vjp(1.5, 2, 1), false);
parity!(local_out_of_range: local local_grad local_vjp(1.5, 2, 2), true);

#[derive_grad]
fn copy(a: &mut [f64], x: &[f64]) -> f64 {
    a.copy_from_slice(x);
    a[0] * a[0]
}

parity!(copy_of_other_length: copy copy_grad copy_vjp(&mut [1.0; 2], &[1.0; 3]), true);
parity!(copy_of_nothing: copy copy_grad copy_vjp(&mut [], &[]), true);

#[derive_grad]
fn part(a: &mut [f64], from: usize, to: usize) -> f64 {
    let part = &mut a[from..to];
    part[0] *= 2.0;
    part[0]
}

parity!(part_past_the_end: part part_grad part_vjp(&mut [1.0; 3], 1, 4), true);
parity!(part_backwards: part part_grad part_vjp(&mut [1.0; 3], 2, 1), true);
parity!(part_empty: part part_grad part_vjp(&mut [1.0; 3], 1, 1), true);

#[derive_grad]
fn moved(a: &mut [f64], i: usize, j: usize, by: usize) -> f64 {
    a.swap(i, j);
    a.rotate_left(by);
    a.copy_within(i.., j);
    a[0] * a[1]
}

parity!(moved_in_range: moved moved_grad moved_vjp(&mut [1.0, 2.0, 3.0], 1, 1, 2), false);
parity!(swap_out_of_range: moved moved_grad moved_vjp(&mut [1.0, 2.0], 0, 2, 0), true);
parity!(rotation_too_far: moved moved_grad moved_vjp(&mut [1.0, 2.0], 0, 1, 3), true);
parity!(copy_within_past_the_end: moved moved_grad moved_vjp(&mut [1.0, 2.0], 0, 1, 0), true);

#[derive_grad]
fn halves(a: &mut [f64], k: usize) -> f64 {
    let (left, right) = a.split_at_mut(k);
    left[0] *= right[0];
    left[0]
}

parity!(split_past_the_end: halves halves_grad halves_vjp(&mut [1.0, 2.0], 3), true);
parity!(split_at_the_end: halves halves_grad halves_vjp(&mut [1.0, 2.0], 2), true);

#[derive_grad]
fn popped(v: &mut Vec<f64>) -> f64 {
    let a = v.pop().unwrap();
    a * v.pop().expect("a second one")
}

parity!(pop_of_two: popped popped_grad popped_vjp(&mut vec![1.0; 2]), false);
parity!(pop_of_one: popped popped_grad popped_vjp(&mut vec![1.0]), true);
parity!(pop_of_none: popped popped_grad popped_vjp(&mut vec![]), true);

#[derive_grad]
fn ends(a: &[f64]) -> f64 {
    let b = a.to_vec();
    b.first().unwrap() * b.last().copied().unwrap()
}

parity!(ends_of_nothing: ends ends_grad ends_vjp(&[]), true);

#[derive_grad]
fn square_all(a: &mut [f64], n: usize) {
    for i in 0..n {
        a[i] *= a[i];
    }
}

#[derive_grad]
fn through_a_callee(a: &mut [f64], n: usize) -> f64 {
    square_all(&mut a[1..], n);
    a[1]
}

parity!(
    callee_in_range:
    through_a_callee through_a_callee_grad through_a_callee_vjp(&mut [2.0; 3], 2), false
);
parity!(
    callee_out_of_range:
    through_a_callee through_a_callee_grad through_a_callee_vjp(&mut [2.0; 3], 3), true
);

#[derive_grad]
fn scaled(x: &[f64], y: &mut [f64], k: f64) -> f64 {
    for i in 0..x.len() {
        y[i] *= x[i] * k;
    }
    y[0]
}

/// Nothing is written, neither into the gradients nor by the primal.
#[test]
fn buffer_of_wrong_length() {
    for (for_x, for_y) in [(3, 2), (2, 3), (0, 2), (2, 0)] {
        let (mut d_x, mut d_y, mut d_k) = (vec![7.0; for_x], vec![8.0; for_y], 9.0);
        let mut y = [3.0, 4.0];
        let message = panic_message(|| {
            scaled_grad_into(&[1.5; 2], &mut y, 2.0, &mut d_x, &mut d_y, &mut d_k)
        });
        let message = message.expect_err("a buffer of another length");
        let wrong = if for_x == 2 { for_y } else { for_x };
        assert!(
            message.contains('2') && message.contains(&wrong.to_string()),
            "{message}"
        );
        assert!(d_x.iter().all(|d| *d == 7.0) && d_y.iter().all(|d| *d == 8.0) && d_k == 9.0);
        assert_eq!(y, [3.0, 4.0]);
    }
}

#[test]
fn buffer_of_wrong_length_with_a_tape() {
    let mut tape = grad_runtime::Tape::new();
    let (mut d_x, mut d_y, mut d_k) = ([7.0; 2], [8.0; 3], 9.0);
    let mut y = [3.0, 4.0];
    let message = panic_message(|| {
        scaled_grad_with(
            &mut tape, &[1.5; 2], &mut y, 2.0, &mut d_x, &mut d_y, &mut d_k,
        )
    });
    let message = message.expect_err("a buffer of another length");
    assert!(message.contains('2') && message.contains('3'), "{message}");
    assert_eq!((d_x, d_y, d_k, y), ([7.0; 2], [8.0; 3], 9.0, [3.0, 4.0]));
    let value = scaled_grad_with(
        &mut tape,
        &[1.5; 2],
        &mut y,
        2.0,
        &mut d_x,
        &mut [0.0; 2],
        &mut d_k,
    );
    assert_eq!((value, d_x, d_k), (9.0, [6.0, 0.0], 4.5));
}

#[test]
fn pullback_buffer_of_wrong_length() {
    for (for_x, for_y) in [(3, 2), (2, 3)] {
        let (mut d_x, mut d_y, mut d_k) = (vec![7.0; for_x], vec![8.0; for_y], 9.0);
        let mut y = [3.0, 4.0];
        let (_, pullback) = scaled_vjp(&[1.5; 2], &mut y, 2.0);
        let message = panic_message(|| pullback(1.0, &mut d_x, &mut d_y, &mut d_k));
        let message = message.expect_err("a buffer of another length");
        assert!(message.contains('2') && message.contains('3'), "{message}");
        assert!(d_x.iter().all(|d| *d == 7.0) && d_y.iter().all(|d| *d == 8.0) && d_k == 9.0);
        assert_eq!(y, [9.0, 12.0]);
    }
}

#[derive_grad]
fn grown(x: f64, out: &mut Vec<f64>) {
    out.push(x * x);
}

/// The buffer of a vector has the final length when the pullback is called.
#[test]
fn pullback_buffer_of_the_initial_length() {
    let (mut d_x, mut d_out) = (7.0, vec![8.0]);
    let mut out = vec![1.0];
    let ((), pullback) = grown_vjp(1.5, &mut out);
    let message = panic_message(|| pullback(&mut d_x, &mut d_out));
    let message = message.expect_err("a buffer of the initial length");
    assert!(message.contains('1') && message.contains('2'), "{message}");
    assert_eq!((d_x, d_out, out), (7.0, vec![8.0], vec![1.0, 2.25]));
}

#[derive_grad]
fn row_sums(rows: &mut [Vec<f64>]) -> f64 {
    rows[0][0] *= rows[1][0];
    rows[0][0]
}

#[test]
fn inner_buffer_of_wrong_length() {
    let mut rows = [vec![1.0, 2.0], vec![3.0]];
    let mut d_rows = [vec![7.0], vec![8.0]];
    let message = panic_message(|| row_sums_grad_into(&mut rows, &mut d_rows));
    let message = message.expect_err("a row of another length");
    assert!(message.contains('1') && message.contains('2'), "{message}");
    assert_eq!(
        (rows, d_rows),
        ([vec![1.0, 2.0], vec![3.0]], [vec![7.0], vec![8.0]])
    );
}

/// `_grad_into` gives the buffer of a vector whatever length it needs.
#[test]
fn vector_buffer_is_resized() {
    for old in [0, 1, 5] {
        let (mut d_x, mut d_out, mut out) = (f64::NAN, vec![f64::NAN; old], vec![1.0]);
        let value = pushed_grad_into(1.5, &mut out, &mut d_x, &mut d_out);
        assert_eq!(
            (value, d_x, d_out, out),
            (2.25, 3.0, vec![0.0], vec![1.0, 2.25])
        );
    }
}

#[derive_grad]
fn one_moved(a: &mut [Vec<f64>], x: f64) -> f64 {
    a[0].push(x);
    a[1].pop();
    a[0][0] * a[1][0] * x
}

/// Rows have the initial lengths in `_grad_into`, the final ones in the pullback.
#[test]
fn buffer_of_rows_that_change_their_lengths() {
    let rows = || vec![vec![2.0], vec![3.0, 4.0]];
    let initial = || vec![vec![0.0], vec![0.0; 2]];
    let last = || vec![vec![0.0; 2], vec![0.0]];

    let (mut a, mut d_a, mut d_x) = (rows(), initial(), 0.0);
    one_moved_grad_into(&mut a, 5.0, &mut d_a, &mut d_x);
    assert_eq!((d_a, d_x), (vec![vec![15.0], vec![10.0, 0.0]], 6.0));

    let (mut a, mut d_a, mut d_x) = (rows(), last(), 0.0);
    one_moved_vjp(&mut a, 5.0).1(1.0, &mut d_a, &mut d_x);
    assert_eq!((d_a, d_x), (vec![vec![15.0], vec![10.0, 0.0]], 6.0));

    let (mut a, mut d_a, mut d_x) = (rows(), last(), 7.0);
    let message = panic_message(|| one_moved_grad_into(&mut a, 5.0, &mut d_a, &mut d_x));
    let message = message.expect_err("rows of the final lengths");
    assert!(message.contains('1') && message.contains('2'), "{message}");
    assert_eq!((a, d_a, d_x), (rows(), last(), 7.0));

    let (mut a, mut d_a, mut d_x) = (rows(), initial(), 7.0);
    let (_, pullback) = one_moved_vjp(&mut a, 5.0);
    let message = panic_message(|| pullback(1.0, &mut d_a, &mut d_x));
    let message = message.expect_err("rows of the initial lengths");
    assert!(message.contains('1') && message.contains('2'), "{message}");
    assert_eq!((d_a, d_x), (initial(), 7.0));
}

#[derive_grad]
fn float_and_vector(x: f64) -> (f64, Vec<f64>) {
    (x, vec![x * x, 2.0 * x])
}

#[derive_grad]
fn rows(x: f64) -> Vec<Vec<f64>> {
    vec![vec![x * x, 3.0 * x], vec![x]]
}

#[test]
fn seed_of_another_shape() {
    for len in [0, 1, 3] {
        let mut d_x = 0.0;
        let (_, pullback) = float_and_vector_vjp(2.0);
        let message = panic_message(|| pullback(&(1.0, vec![1.0; len]), &mut d_x));
        message.expect_err("a vector of another length");
    }
    for lens in [&[2][..], &[2, 1, 0], &[1, 1], &[2, 2]] {
        let seed: Vec<Vec<f64>> = lens.iter().map(|&len| vec![1.0; len]).collect();
        let mut d_x = 0.0;
        let (_, pullback) = rows_vjp(2.0);
        let message = panic_message(|| pullback(&seed, &mut d_x));
        message.expect_err("rows of other lengths");
    }
}

#[derive_grad]
fn pushed(x: f64, out: &mut Vec<f64>) -> f64 {
    out.push(x * x);
    out[out.len() - 1]
}

#[derive_grad]
fn squared_up_to(a: &mut [f64], n: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        a[i] *= a[i];
        square_all(&mut a[i..], 1);
        s += a[i];
    }
    s
}

/// What the interrupted call left on the tape is forgotten.
#[test]
fn tape_after_a_panic() {
    let (mut tape, mut d_a) = (grad_runtime::Tape::new(), [0.0; 2]);
    for _ in 0..2 {
        let mut a = [1.5, 2.0];
        panic_message(|| squared_up_to_grad_with(&mut tape, &mut a, 3, &mut d_a)).unwrap_err();
        let mut a = [1.5, 2.0];
        let value = squared_up_to_grad_with(&mut tape, &mut a, 2, &mut d_a);
        assert_eq!((value, a, d_a), (21.0625, [5.0625, 16.0], [13.5, 32.0]));
    }
}
