//! Slices of lengths 0 to 3: the gradient agrees with differences where the function accepts
//! them, and panics with the function's own message where it does not.

use crate::cases::{arrays::*, buffers::*, calls::*, loops::*, rules::*};
use crate::support::{assert_close, assert_differences, panic_message};

/// Positive, since some are weights and widths, and never two alike.
const NUMBERS: [f64; 10] = [0.7, 1.3, 0.4, 0.9, 1.1, 0.6, 1.5, 0.8, 1.2, 0.5];

/// Value and slopes, in the order of the parameters.
type Run = fn(&[Vec<f64>]) -> (f64, Vec<f64>);

struct Short {
    name: &'static str,
    /// Which parameters are slices; the others are single numbers.
    slices: &'static [bool],
    primal: fn(&[Vec<f64>]) -> f64,
    generated: [(&'static str, Run); 4],
}

/// `short! { f f_grad f_grad_into f_grad_with f_vjp; [one a d_a, any x d_x] (a[0], x, 7) }`: for
/// each differentiated parameter `one` number or `any` number of them, a name and one for its
/// gradient; then the arguments.
macro_rules! short {
    (
        $f:ident $grad:ident $grad_into:ident $grad_with:ident $vjp:ident;
        [$($kind:ident $part:ident $d:ident),*] ($($arg:expr),*)
    ) => {
        Short {
            name: stringify!($f),
            slices: &[$(short! { @is_slice $kind }),*],
            primal: |parts| {
                let [$($part),*] = parts else { unreachable!() };
                $f($($arg),*)
            },
            generated: [
                ("_grad", |parts| {
                    let [$($part),*] = parts else { unreachable!() };
                    let (value, $($d),*) = $grad($($arg),*);
                    (value, $crate::support::flatten(&[$(&$d),*]))
                }),
                ("_grad_into", |parts| short! {
                    @buffers parts [$($kind $part $d),*] $grad_into($($arg,)* $(&mut $d),*)
                }),
                ("_grad_with", |parts| {
                    let tape = &mut grad_runtime::Tape::new();
                    short! {
                        @buffers parts [$($kind $part $d),*]
                        $grad_with(tape, $($arg,)* $(&mut $d),*)
                    }
                }),
                ("_vjp", |parts| short! {
                    @buffers parts [$($kind $part $d),*] match $vjp($($arg),*) {
                        (value, pullback) => {
                            pullback(1.0, $(&mut $d),*);
                            value
                        }
                    }
                }),
            ],
        }
    };
    (@buffers $parts:ident [$($kind:ident $part:ident $d:ident),*] $call:expr) => {{
        let [$($part),*] = $parts else { unreachable!() };
        $(let mut $d = short! { @zero $kind $part };)*
        let value = $call;
        (value, $crate::support::flatten(&[$(&$d),*]))
    }};
    (@is_slice one) => { false };
    (@is_slice any) => { true };
    (@zero one $part:ident) => { 0.0 };
    (@zero any $part:ident) => { vec![0.0; $part.len()] };
}

fn all() -> Vec<Short> {
    vec![
        short! {
            c065_product_over_slice
            c065_product_over_slice_grad c065_product_over_slice_grad_into
            c065_product_over_slice_grad_with c065_product_over_slice_vjp;
            [any x d_x] (x)
        },
        short! {
            c067_weighted_mean_after_loop
            c067_weighted_mean_after_loop_grad c067_weighted_mean_after_loop_grad_into
            c067_weighted_mean_after_loop_grad_with c067_weighted_mean_after_loop_vjp;
            [any x d_x, any w d_w] (x, w)
        },
        short! {
            c075_loop_index_reads_data
            c075_loop_index_reads_data_grad c075_loop_index_reads_data_grad_into
            c075_loop_index_reads_data_grad_with c075_loop_index_reads_data_vjp;
            [one a d_a, any ys d_ys] (a[0], ys)
        },
        short! {
            c081_clenshaw_recurrence
            c081_clenshaw_recurrence_grad c081_clenshaw_recurrence_grad_into
            c081_clenshaw_recurrence_grad_with c081_clenshaw_recurrence_vjp;
            [any c d_c, one x d_x] (c, x[0])
        },
        short! {
            c083_parity_branch_in_loop
            c083_parity_branch_in_loop_grad c083_parity_branch_in_loop_grad_into
            c083_parity_branch_in_loop_grad_with c083_parity_branch_in_loop_vjp;
            [any x d_x] (x)
        },
        short! {
            c087_continue_in_max_reduction
            c087_continue_in_max_reduction_grad c087_continue_in_max_reduction_grad_into
            c087_continue_in_max_reduction_grad_with c087_continue_in_max_reduction_vjp;
            [any c d_c, one x d_x] (c, x[0])
        },
        short! {
            c095_runtime_index_distinct
            c095_runtime_index_distinct_grad c095_runtime_index_distinct_grad_into
            c095_runtime_index_distinct_grad_with c095_runtime_index_distinct_vjp;
            [any a d_a] (&mut a.clone(), 2, 1)
        },
        short! {
            c097_true_dependence_squares
            c097_true_dependence_squares_grad c097_true_dependence_squares_grad_into
            c097_true_dependence_squares_grad_with c097_true_dependence_squares_vjp;
            [any xs d_xs] (&mut xs.clone())
        },
        short! {
            c099_double_write_same_element
            c099_double_write_same_element_grad c099_double_write_same_element_grad_into
            c099_double_write_same_element_grad_with c099_double_write_same_element_vjp;
            [any x d_x, any y d_y] (x, &mut y.clone())
        },
        short! {
            c101_buffer_helper_in_loop
            c101_buffer_helper_in_loop_grad c101_buffer_helper_in_loop_grad_into
            c101_buffer_helper_in_loop_grad_with c101_buffer_helper_in_loop_vjp;
            [any x d_x, any mus d_mus] (x, mus)
        },
        short! {
            c103_nested_accumulate_rows
            c103_nested_accumulate_rows_grad c103_nested_accumulate_rows_grad_into
            c103_nested_accumulate_rows_grad_with c103_nested_accumulate_rows_vjp;
            [any w d_w, any x d_x] (w, x)
        },
        short! {
            c107_matrix_inverse_trace_in_loop
            c107_matrix_inverse_trace_in_loop_grad c107_matrix_inverse_trace_in_loop_grad_into
            c107_matrix_inverse_trace_in_loop_grad_with c107_matrix_inverse_trace_in_loop_vjp;
            [any x d_x] (x)
        },
        short! {
            c109_filtered_rows_sum
            c109_filtered_rows_sum_grad c109_filtered_rows_sum_grad_into
            c109_filtered_rows_sum_grad_with c109_filtered_rows_sum_vjp;
            [any xs d_xs] (xs)
        },
        short! {
            c115_element_multiplied_by_itself
            c115_element_multiplied_by_itself_grad c115_element_multiplied_by_itself_grad_into
            c115_element_multiplied_by_itself_grad_with c115_element_multiplied_by_itself_vjp;
            [any a d_a] (&mut a.clone())
        },
        short! {
            c119_insertion_sort_weighted_sum
            c119_insertion_sort_weighted_sum_grad c119_insertion_sort_weighted_sum_grad_into
            c119_insertion_sort_weighted_sum_grad_with c119_insertion_sort_weighted_sum_vjp;
            [any a d_a] (&mut a.clone())
        },
        short! {
            c123_same_slice_passed_twice
            c123_same_slice_passed_twice_grad c123_same_slice_passed_twice_grad_into
            c123_same_slice_passed_twice_grad_with c123_same_slice_passed_twice_vjp;
            [any x d_x] (x)
        },
        short! {
            c127_recursive_slice_sum
            c127_recursive_slice_sum_grad c127_recursive_slice_sum_grad_into
            c127_recursive_slice_sum_grad_with c127_recursive_slice_sum_vjp;
            [any x d_x] (x)
        },
        short! {
            c159_logsumexp_with_neg_infinity
            c159_logsumexp_with_neg_infinity_grad c159_logsumexp_with_neg_infinity_grad_into
            c159_logsumexp_with_neg_infinity_grad_with c159_logsumexp_with_neg_infinity_vjp;
            [any a d_a] (a)
        },
        short! {
            c163_bernstein_polynomial
            c163_bernstein_polynomial_grad c163_bernstein_polynomial_grad_into
            c163_bernstein_polynomial_grad_with c163_bernstein_polynomial_vjp;
            [one x d_x, any c d_c] (x[0], c)
        },
        short! {
            c165_log_gaussian
            c165_log_gaussian_grad c165_log_gaussian_grad_into
            c165_log_gaussian_grad_with c165_log_gaussian_vjp;
            [any x d_x, any p d_p, one sigma d_sigma] (x, p, sigma[0])
        },
    ]
}

/// `numbers`, cut into parts as long as those of `shape`.
fn like(shape: &[Vec<f64>], mut numbers: &[f64]) -> Vec<Vec<f64>> {
    let cut = |part: &Vec<f64>| {
        let (head, tail) = numbers.split_at(part.len());
        numbers = tail;
        head.to_vec()
    };
    shape.iter().map(cut).collect()
}

/// Every choice of a length from 0 to 3 for each slice.
fn choices(slices: &[bool]) -> Vec<Vec<Vec<f64>>> {
    slices.iter().fold(vec![vec![]], |choices, &is_slice| {
        let lengths = if is_slice { 0..=3 } else { 1..=1 };
        let longer = |begun: &Vec<Vec<f64>>| {
            let from = begun.concat().len();
            let begun = begun.clone();
            lengths
                .clone()
                .map(move |n| [begun.as_slice(), &[NUMBERS[from..from + n].to_vec()]].concat())
                .collect::<Vec<_>>()
        };
        choices.iter().flat_map(longer).collect()
    })
}

fn agree(f: &Short, parts: &[Vec<f64>]) {
    let what = |function: &str| format!("{}{function} at {parts:?}", f.name);
    let value = match panic_message(|| (f.primal)(parts)) {
        Ok(value) => value,
        Err(message) => {
            for (function, run) in &f.generated {
                let found = panic_message(|| run(parts)).err();
                assert_eq!(found.as_ref(), Some(&message), "{}", what(function));
            }
            return;
        }
    };
    let slopes = (f.generated[0].1)(parts).1;
    for (function, run) in &f.generated {
        let found = run(parts);
        // NaN is any NaN.
        assert!(
            found.0.to_bits() == value.to_bits() || found.0.is_nan() && value.is_nan(),
            "{}: the value is {} instead of {value}",
            what(function),
            found.0
        );
        assert_close(&what(function), &found.1, &slopes, 1e-13);
    }
    // A mean of nothing has no slope.
    if value.is_finite() {
        let primal = |x: &[f64]| (f.primal)(&like(parts, x));
        assert_differences(
            &what("_grad"),
            &primal,
            &parts.concat(),
            &slopes,
            f64::EPSILON,
        );
    }
}

#[test]
fn short_slices() {
    let mut failed = Vec::new();
    for f in all() {
        for parts in choices(f.slices) {
            failed.extend(panic_message(|| agree(&f, &parts)).err());
        }
    }
    assert!(
        failed.is_empty(),
        "{} failed:\n{}",
        failed.len(),
        failed.join("\n")
    );
}
