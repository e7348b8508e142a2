//! Cases that write into arrays and buffers.

use crate::support::Case;
use grad_runtime::derive_grad;

// A helper receives &mut arr[k] inside a loop and overwrites it.
#[derive_grad]
fn store(dst: &mut f64, val: f64) {
    *dst = val * val;
}
#[derive_grad]
pub fn c091_helper_writes_element(i: f64, j: f64) -> f64 {
    let mut arr = [j; 5];
    for k in 0..5 {
        store(&mut arr[k], i);
    }
    arr[0] + arr[1] + arr[2] + arr[3] + arr[4]
}

// An element is used, then overwritten through a different index expression that happens to be
// equal.
#[derive_grad]
pub fn c093_array_overwrite_then_const(mut x: f64, y: f64) -> f64 {
    let mut arr = [0.0; 4];
    arr[0] = y * y;
    x *= arr[0];
    let i = 3 - 3;
    arr[i] = 0.0;
    x + arr[0]
}

// A slice written at two run-time indices that differ.
#[derive_grad]
pub fn c095_runtime_index_distinct(a: &mut [f64], i: usize, j: usize) -> f64 {
    a[i] = a[j] * a[j];
    a[j] = a[i] * a[j] + a[0];
    a[i] + a[j]
}

// xs[i + 1] is overwritten from xs[i]; the old xs[i + 1] must receive zero.
#[derive_grad]
pub fn c097_true_dependence_squares(xs: &mut [f64]) -> f64 {
    for i in 0..xs.len() - 1 {
        xs[i + 1] = xs[i] * xs[i];
    }
    let mut s = 0.0;
    for &e in xs.iter() {
        s += e;
    }
    s
}

// The output element is written twice; only the last write may propagate.
#[derive_grad]
pub fn c099_double_write_same_element(x: &[f64], y: &mut [f64]) -> f64 {
    for i in 0..x.len() {
        y[i] = x[i] * x[i];
        y[i] = 3.0 * x[i];
    }
    y[0] * y[1]
}

// A helper overwrites the same caller buffer in each iteration and the caller reads it
// nonlinearly.
#[derive_grad]
fn subtract(x: &[f64], mu: f64, out: &mut [f64]) {
    for i in 0..x.len() {
        out[i] = x[i] - mu;
    }
}
#[derive_grad]
pub fn c101_buffer_helper_in_loop(x: &[f64], mus: &[f64]) -> f64 {
    let mut buf = [0.0; 2];
    let mut total = 0.0;
    for k in 0..mus.len() {
        subtract(x, mus[k], &mut buf);
        let mut sq = 0.0;
        for d in 0..2 {
            sq += buf[d] * buf[d];
        }
        total += (-0.5 * sq).exp();
    }
    total.ln()
}

// A local array is filled from one value and summed in a second loop.
#[derive_grad]
pub fn c105_copy_then_accumulate_ignored_term(a: f64) -> f64 {
    let mut buf = [0.0; 3];
    let mut lp = 0.0;
    for i in 0..3 {
        lp += a * a;
        buf[i] = a * (i as f64 + 1.0);
    }
    for i in 0..3 {
        lp += buf[i];
    }
    lp
}

// Two local arrays used alternately as source and destination; whole-array assignment.
#[derive_grad]
pub fn c111_ping_pong_buffers(a: f64, dt: f64) -> f64 {
    let mut old = [a, 0.5, 0.0];
    let mut new = [0.0; 3];
    for _ in 0..3 {
        for i in 0..3 {
            let left = old[(i + 2) % 3];
            new[i] = old[i] + dt * (left - old[i]) * old[i];
        }
        old = new;
    }
    old[0] + 2.0 * old[2]
}

// `a[i] *= a[i]` and `a[i] /= a[j]` in a loop.
#[derive_grad]
pub fn c115_element_multiplied_by_itself(a: &mut [f64]) -> f64 {
    for i in 0..a.len() {
        a[i] *= a[i];
        a[i] /= a[0] + 1.0;
    }
    a[0] + a[1] * a[2]
}

// &f64 and &mut f64 scalars as parameters.
#[derive_grad]
pub fn c117_reference_scalar_param(x: &f64, out: &mut f64) -> f64 {
    *out = *x * *x;
    *out + 2.0 * *x
}

// Insertion sort in place with a while loop and index arithmetic, then a weighted sum: the
// gradient is a permutation.
#[derive_grad]
pub fn c119_insertion_sort_weighted_sum(a: &mut [f64]) -> f64 {
    for i in 1..a.len() {
        let key = a[i];
        let mut j = i;
        while j > 0 && a[j - 1] > key {
            a[j] = a[j - 1];
            j -= 1;
        }
        a[j] = key;
    }
    let mut s = 0.0;
    for (i, e) in a.iter().enumerate() {
        s += (i as f64 + 1.0) * e * e;
    }
    s
}

// A helper changes its `&mut f64` parameter inside a conditional.
#[derive_grad]
fn bump(v: &mut f64, s: f64) {
    if s > 0.0 {
        *v = *v * s;
    } else {
        *v -= s;
    }
}
#[derive_grad]
pub fn c129_inout_param_with_branch(x: f64, s: f64) -> f64 {
    let mut v = x * x;
    bump(&mut v, s);
    let w = v - 10.0;
    bump(&mut v, w);
    v * x
}

/// The helper writes into what it is given, the function itself does not.
pub fn cases() -> Vec<Case> {
    vec![
        case! {
            c091_helper_writes_element
            c091_helper_writes_element_grad c091_helper_writes_element_grad_into
            c091_helper_writes_element_grad_with c091_helper_writes_element_vjp;
            |v| (v[0], v[1]) -> (i, j);
            smooth [3.0, 5.0] = 45.0 => [30.0, 0.0]
        },
        case! {
            c093_array_overwrite_then_const
            c093_array_overwrite_then_const_grad c093_array_overwrite_then_const_grad_into
            c093_array_overwrite_then_const_grad_with c093_array_overwrite_then_const_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [1.5, 0.8] = 0.96 => [0.64, 2.4]
        },
        case! {
            c101_buffer_helper_in_loop
            c101_buffer_helper_in_loop_grad c101_buffer_helper_in_loop_grad_into
            c101_buffer_helper_in_loop_grad_with c101_buffer_helper_in_loop_vjp;
            |v| (&v[0..2], &v[2..5]) -> (x, mus);
            smooth [0.3, -0.4, 0.1, 0.9, -0.7] = 0.5898182342317086 => [
                -0.2980429799529213, 0.40195702004707873, -0.1438777873723997,
                -0.3779609679599736, 0.41792471523821584,
            ]
        },
        case! {
            c105_copy_then_accumulate_ignored_term
            c105_copy_then_accumulate_ignored_term_grad
            c105_copy_then_accumulate_ignored_term_grad_into
            c105_copy_then_accumulate_ignored_term_grad_with
            c105_copy_then_accumulate_ignored_term_vjp;
            |v| (v[0]) -> (a);
            smooth [2.0] = 24.0 => [18.0]
        },
        case! {
            c111_ping_pong_buffers
            c111_ping_pong_buffers_grad c111_ping_pong_buffers_grad_into
            c111_ping_pong_buffers_grad_with c111_ping_pong_buffers_vjp;
            |v| (v[0], v[1]) -> (a, dt);
            smooth [1.0, 0.3] = 0.4612573 => [0.1550224, -1.020783]
        },
        case! {
            c129_inout_param_with_branch
            c129_inout_param_with_branch_grad c129_inout_param_with_branch_grad_into
            c129_inout_param_with_branch_grad_with c129_inout_param_with_branch_vjp;
            |v| (v[0], v[1]) -> (x, s);
            smooth [1.5, 2.0] = 15.0 => [10.0, 0.0]
        },
    ]
}

/// Functions with `&mut` parameters: their buffers are in-out, so pullbacks do not accumulate
/// there.
pub fn in_out_cases() -> Vec<Case> {
    vec![
        case! {
            c095_runtime_index_distinct
            c095_runtime_index_distinct_grad c095_runtime_index_distinct_grad_into
            c095_runtime_index_distinct_grad_with c095_runtime_index_distinct_vjp;
            |v| (&mut v.to_vec(), 2, 1) -> (a);
            smooth [0.7, 1.3, 2.0] = 4.587 => [1.0, 7.67, 0.0]
        },
        case! {
            c097_true_dependence_squares
            c097_true_dependence_squares_grad c097_true_dependence_squares_grad_into
            c097_true_dependence_squares_grad_with c097_true_dependence_squares_vjp;
            |v| (&mut v.to_vec()) -> (xs);
            smooth [1.1, 9.0, 9.0, 9.0] = 5.91768881 => [24.1137368, 0.0, 0.0, 0.0]
        },
        case! {
            c099_double_write_same_element
            c099_double_write_same_element_grad c099_double_write_same_element_grad_into
            c099_double_write_same_element_grad_with c099_double_write_same_element_vjp;
            |v| (&v[0..2], &mut v[2..4].to_vec()) -> (x, y);
            smooth [1.5, 2.0, 7.0, 7.0] = 27.0 => [18.0, 13.5, 0.0, 0.0]
        },
        case! {
            c115_element_multiplied_by_itself
            c115_element_multiplied_by_itself_grad c115_element_multiplied_by_itself_grad_into
            c115_element_multiplied_by_itself_grad_with c115_element_multiplied_by_itself_vjp;
            |v| (&mut v.to_vec()) -> (a);
            smooth [0.8, 1.5, -0.6] = 0.8093297750152016 =>
                [0.23623113277136065, 0.558781163434903, -1.3969529085872576]
        },
        case! {
            c117_reference_scalar_param
            c117_reference_scalar_param_grad c117_reference_scalar_param_grad_into
            c117_reference_scalar_param_grad_with c117_reference_scalar_param_vjp;
            |v| (&v[0], &mut { v[1] }) -> (x, out);
            smooth [3.0, 0.0] = 15.0 => [8.0, 0.0]
        },
        case! {
            c119_insertion_sort_weighted_sum
            c119_insertion_sort_weighted_sum_grad c119_insertion_sort_weighted_sum_grad_into
            c119_insertion_sort_weighted_sum_grad_with c119_insertion_sort_weighted_sum_vjp;
            |v| (&mut v.to_vec()) -> (a);
            smooth [3.0, 1.0, 2.5, 0.5] = 57.0 => [24.0, 4.0, 15.0, 1.0]
        },
    ]
}
