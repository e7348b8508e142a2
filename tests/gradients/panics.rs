//! Where the primal panics the gradient does too, in its forward part, with the same message.

use crate::support::panic_message;
use grad_runtime::derive_grad;

/// The same outcome from the primal and from what is generated: no panic, or the same message.
macro_rules! parity {
    ($test:ident: $f:ident $grad:ident $vjp:ident($($arg:expr),*), $panics:expr) => {
        #[test]
        fn $test() {
            let primal = panic_message(|| $f($($arg),*)).err();
            assert_eq!(primal.is_some(), $panics, "the primal: {primal:?}");
            assert_eq!(panic_message(|| $grad($($arg),*)).err(), primal);
            // The pullback is never called: it is the forward part that panics.
            assert_eq!(panic_message(|| $vjp($($arg),*).0).err(), primal);
        }
    };
}

#[derive_grad]
fn element(x: &[f64], i: usize) -> f64 {
    x[i] * x[0]
}

parity!(index_in_range: element element_grad element_vjp(&[1.0, 2.0], 1), false);
parity!(index_out_of_range: element element_grad element_vjp(&[1.0, 2.0], 2), true);
parity!(index_into_nothing: element element_grad element_vjp(&[], 0), true);

#[derive_grad]
fn over_the_end(x: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        s += x[i] * x[i];
    }
    s
}

parity!(loop_past_the_end: over_the_end over_the_end_grad over_the_end_vjp(&[1.0; 3], 4), true);

#[derive_grad]
fn part(x: &[f64], from: usize, to: usize) -> f64 {
    let part = &x[from..to];
    part[0] * part[0]
}

parity!(range_past_the_end: part part_grad part_vjp(&[1.0; 3], 1, 4), true);
parity!(range_backwards: part part_grad part_vjp(&[1.0; 3], 2, 1), true);

#[derive_grad]
fn closed_part(x: &[f64], from: usize, to: usize) -> f64 {
    let part = &x[from..=to];
    part[0] * x[..=to][0]
}

parity!(closed_range: closed_part closed_part_grad closed_part_vjp(&[1.0; 3], 1, 2), false);
parity!(closed_range_past_the_end: closed_part closed_part_grad closed_part_vjp(&[1.0; 3], 1, 3), true);

#[derive_grad]
fn shared(x: f64, n: usize, by: usize) -> f64 {
    let each = n / by;
    x * x * each as f64
}

parity!(division_by_zero: shared shared_grad shared_vjp(1.5, 7, 0), true);
parity!(division_by_more: shared shared_grad shared_vjp(1.5, 7, 2), false);

#[derive_grad]
fn left_over(x: f64, n: usize, by: usize) -> f64 {
    x.powi((n % by) as i32)
}

parity!(remainder_by_zero: left_over left_over_grad left_over_vjp(1.5, 7, 0), true);

#[derive_grad]
fn last(x: &[f64]) -> f64 {
    let end = x.len() - 1;
    x[end] * x[end]
}

// Overflow in debug, an index out of range in release.
parity!(length_underflow: last last_grad last_vjp(&[]), true);

#[derive_grad]
fn refuses_negative(x: f64) -> f64 {
    if x < 0.0 {
        panic!("{x} is negative");
    }
    x.sqrt()
}

parity!(
    explicit_panic: refuses_negative refuses_negative_grad refuses_negative_vjp(-1.5), true
);
parity!(
    panic_not_reached: refuses_negative refuses_negative_grad refuses_negative_vjp(1.5), false
);

#[derive_grad]
fn same_length(x: &[f64], y: &[f64]) -> f64 {
    assert_eq!(x.len(), y.len(), "two lengths");
    x[0] * y[0]
}

parity!(
    assert_eq_fails: same_length same_length_grad same_length_vjp(&[1.0], &[1.0, 2.0]), true
);
parity!(assert_eq_holds: same_length same_length_grad same_length_vjp(&[1.0], &[2.0]), false);

#[derive_grad]
fn positive_root(x: f64) -> f64 {
    let root = x * x - 1.0;
    assert!(root > 0.0, "no root of {}", root);
    root.sqrt()
}

parity!(assert_on_float: positive_root positive_root_grad positive_root_vjp(0.5), true);

#[derive_grad]
fn small_only(x: f64, n: u8) -> f64 {
    x * (n + 200) as f64
}

// A panic in debug only: the outcome is compared all the same.
parity!(
    integer_overflow: small_only small_only_grad small_only_vjp(1.5, 100),
    cfg!(debug_assertions)
);

#[derive_grad]
fn chosen(x: f64, k: u32) -> f64 {
    match k {
        0 => x * x,
        1 => x.sin(),
        _ => unreachable!("kind {}", k),
    }
}

parity!(unreachable_reached: chosen chosen_grad chosen_vjp(1.5, 2), true);

#[derive_grad]
fn inner(x: &[f64], i: usize) -> f64 {
    x[i].exp()
}

#[derive_grad]
fn outer(x: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        s += inner(x, i) * s;
    }
    s
}

parity!(panic_in_a_callee: outer outer_grad outer_vjp(&[1.0, 2.0], 3), true);

#[derive_grad]
fn pair_sum(x: &[f64], y: &[f64; 2]) -> f64 {
    x[0] * y[1]
}

/// A buffer of the wrong length is refused with both lengths, before anything is written.
#[test]
fn buffer_of_wrong_length() {
    let (mut d_x, mut d_y) = (vec![7.0; 2], [8.0; 2]);
    let message = panic_message(|| pair_sum_grad_into(&[1.0; 3], &[2.0; 2], &mut d_x, &mut d_y));
    let message = message.expect_err("two places for three gradients");
    assert!(message.contains('3') && message.contains('2'), "{message}");
    assert_eq!((d_x, d_y), (vec![7.0; 2], [8.0; 2]));
}

#[test]
fn pullback_buffer_of_wrong_length() {
    let (mut d_x, mut d_y) = (vec![7.0; 4], [8.0; 2]);
    let (_, pullback) = pair_sum_vjp(&[1.0; 3], &[2.0; 2]);
    let message = panic_message(|| pullback(1.0, &mut d_x, &mut d_y));
    let message = message.expect_err("four places for three gradients");
    assert!(message.contains('3') && message.contains('4'), "{message}");
    assert_eq!((d_x, d_y), (vec![7.0; 4], [8.0; 2]));
}
