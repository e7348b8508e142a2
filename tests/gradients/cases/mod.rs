//! A corpus of small functions with their gradients, each of a kind that is easily got wrong.

pub mod arrays;
pub mod buffers;
pub mod calls;
mod conditionals;
mod integers;
mod kinks;
pub mod loops;
pub mod rules;
mod straight_line;

use crate::support::{
    Case, Kind, accumulates, assert_close, assert_differences, panic_message, right_gradient,
    same_everywhere, seed_is_linear, seed_scales,
};
use grad_runtime::Tape;

fn all() -> impl Iterator<Item = Case> {
    [
        straight_line::cases(),
        conditionals::cases(),
        loops::cases(),
        arrays::cases(),
        calls::cases(),
        integers::cases(),
        rules::cases(),
        kinks::cases(),
        buffers::cases(),
    ]
    .into_iter()
    .flatten()
}

#[test]
fn none_is_lost() {
    assert_eq!(all().count() + buffers::in_out_cases().len(), 88);
}

/// Runs the check on every case and reports all that fail.
fn each(check: impl Fn(&Case)) {
    each_of(all(), check);
}

/// The same with the functions that have `&mut` parameters.
fn each_and_in_out(check: impl Fn(&Case)) {
    each_of(all().chain(buffers::in_out_cases()), check);
}

fn each_of(cases: impl Iterator<Item = Case>, check: impl Fn(&Case)) {
    let failed: Vec<String> = cases
        .filter_map(|case| panic_message(|| check(&case)).err())
        .collect();
    assert!(
        failed.is_empty(),
        "{} cases failed:\n{}",
        failed.len(),
        failed.join("\n")
    );
}

#[test]
fn gradients_are_right() {
    each_and_in_out(|case| right_gradient(case.name, &case.generated, case.x, case.grad));
}

#[test]
fn gradients_are_those_of_differences() {
    each_and_in_out(|case| {
        if case.kind == Kind::Smooth {
            let found = (case.generated.grad)(case.x);
            let primal = &case.generated.primal;
            assert_differences(case.name, primal, case.x, &found.grad, found.epsilon);
        }
    });
}

#[test]
fn the_function_itself_is_untouched() {
    each_and_in_out(|case| {
        if let Some(value) = case.value {
            let found = (case.generated.primal)(case.x);
            assert_close(case.name, &[found], &[value], 1e-12);
        }
    });
}

#[test]
fn the_value_is_bit_equal_and_a_second_call_agrees() {
    each_and_in_out(|case| same_everywhere(case.name, &case.generated, case.x));
}

#[test]
fn what_is_lent_to_be_read_is_untouched() {
    each_and_in_out(|case| {
        let (f, x) = (&case.generated, case.x.to_vec());
        let grad = (f.grad)(&x).grad;
        (f.grad_into)(&x, 1.0);
        (f.grad_with)(&mut Tape::new(), &x, 1.0);
        (f.vjp)(&x, 1.0, &grad);
        let bits = |list: &[f64]| list.iter().map(|x| x.to_bits()).collect::<Vec<u64>>();
        assert_eq!(bits(&x), bits(case.x), "{}", case.name);
    });
}

#[test]
fn pullbacks_accumulate() {
    each(|case| accumulates(case.name, &case.generated, case.x));
}

#[test]
fn pullbacks_are_linear_in_the_seed() {
    each(|case| seed_is_linear(case.name, &case.generated, case.x));
    let in_out = buffers::in_out_cases().into_iter();
    each_of(in_out, |case| {
        seed_scales(case.name, &case.generated, case.x);
    });
}
