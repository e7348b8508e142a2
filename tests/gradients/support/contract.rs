//! The checks that every differentiated function runs through. They panic with the name given.

use super::{Answer, Generated, Kind, assert_close, assert_differences, is_close};
use grad_runtime::Tape;

/// Of a gradient against a number that was given: a few roundings of the function's own.
fn given(epsilon: f64) -> f64 {
    if epsilon > f64::EPSILON { 1e-5 } else { 1e-9 }
}

/// Of sums that may be added up in another order.
fn rounding(epsilon: f64) -> f64 {
    256.0 * epsilon
}

/// All checks; differences too where the slope is theirs.
#[track_caller]
pub fn all(name: &str, f: &Generated, kind: Kind, x: &[f64], grad: Option<&[f64]>) {
    let found = (f.grad)(x);
    if let Some(grad) = grad {
        let epsilon = if kind == Kind::Single {
            f32::EPSILON.into()
        } else {
            found.epsilon
        };
        assert_close(name, &found.grad, grad, given(epsilon));
    }
    match kind {
        Kind::Smooth => assert_differences(name, &f.primal, x, &found.grad, found.epsilon),
        Kind::Single => assert_differences(name, &f.primal, x, &found.grad, f32::EPSILON.into()),
        Kind::Kink | Kind::Special => {}
    }
    same_everywhere(name, f, x);
    accumulates(name, f, x);
    seed_is_linear(name, f, x);
}

/// The gradient is the one given.
#[track_caller]
pub fn right_gradient(name: &str, f: &Generated, x: &[f64], grad: &[f64]) {
    let found = (f.grad)(x);
    assert_close(name, &found.grad, grad, given(found.epsilon));
}

/// The value is the primal's to the bit, the gradient the same from all four functions and from
/// a second call; what the buffers and the tape held before does not matter.
#[track_caller]
pub fn same_everywhere(name: &str, f: &Generated, x: &[f64]) {
    let value = (f.primal)(x);
    let grad = (f.grad)(x);
    let mut tape = Tape::new();
    for (from, answer) in [
        ("_grad", grad.clone()),
        ("_grad again", (f.grad)(x)),
        ("_grad_into", (f.grad_into)(x, f64::NAN)),
        ("_grad_into again", (f.grad_into)(x, 1.0)),
        ("_grad_with", (f.grad_with)(&mut tape, x, f64::NAN)),
        ("_grad_with again", (f.grad_with)(&mut tape, x, 1.0)),
        ("_vjp", (f.vjp)(x, 1.0, &vec![0.0; grad.grad.len()])),
    ] {
        let what = format!("{name}{from}");
        same_bits(&what, answer.value, value);
        assert_close(&what, &answer.grad, &grad.grad, rounding(grad.epsilon));
    }
}

#[track_caller]
fn same_bits(what: &str, left: f64, right: f64) {
    assert!(
        left.to_bits() == right.to_bits() || left.is_nan() && right.is_nan(),
        "{what}: the value is {left:?} instead of {right:?}"
    );
}

/// A second pullback into the same buffers adds the same amount.
#[track_caller]
pub fn accumulates(name: &str, f: &Generated, x: &[f64]) {
    let zero = vec![0.0; (f.grad)(x).grad.len()];
    let once = (f.vjp)(x, 1.0, &zero);
    let twice = (f.vjp)(x, 1.0, &once.grad);
    let sum: Vec<f64> = once.grad.iter().map(|once| once + once).collect();
    assert_close(
        &format!("{name}_vjp twice"),
        &twice.grad,
        &sum,
        rounding(once.epsilon),
    );
}

/// Twice the seed, twice the cotangent, to the bit; a zero seed gives zeros even where a slope
/// is infinite, and leaves in the buffers what they held.
#[track_caller]
pub fn seed_is_linear(name: &str, f: &Generated, x: &[f64]) {
    seed_scales(name, f, x);
    let len = (f.grad)(x).grad.len();
    let old: Vec<f64> = (0..len).map(|k| k as f64 + 0.5).collect();
    let kept = (f.vjp)(x, 0.0, &old).grad;
    assert_close(
        &format!("{name}_vjp with seed 0 into {old:?}"),
        &kept,
        &old,
        0.0,
    );
}

/// The part of it that holds where buffers are in-out too.
#[track_caller]
pub fn seed_scales(name: &str, f: &Generated, x: &[f64]) {
    let zero = vec![0.0; (f.grad)(x).grad.len()];
    let with = |seed: f64| -> Answer { (f.vjp)(x, seed, &zero) };
    let (one, two) = (with(1.5), with(3.0));
    for (one, two) in one.grad.iter().zip(&two.grad) {
        assert!(
            is_close(*two, 2.0 * one, 0.0),
            "{name}_vjp: {two:?} is not twice {one:?}"
        );
    }
    assert_close(
        &format!("{name}_vjp with seed 0"),
        &with(0.0).grad,
        &zero,
        0.0,
    );
}
