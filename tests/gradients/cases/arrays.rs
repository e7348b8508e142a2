//! D. Slices and aliasing.

use crate::support::Case;
use grad_runtime::derive_grad;

// A dense layer: the input is read by every row, its cotangent sums over the outer loop.
#[derive_grad]
pub fn c103_nested_accumulate_rows(w: &[f64], x: &[f64]) -> f64 {
    let n = x.len();
    let rows = w.len() / n;
    let mut out = 0.0;
    for i in 0..rows {
        let mut acc = 0.0;
        for j in 0..n {
            acc += w[i * n + j] * x[j];
        }
        out += acc.tanh();
    }
    out
}

// 2x2 inverse trace accumulated over two iterations.
#[derive_grad]
pub fn c107_matrix_inverse_trace_in_loop(x: &[f64]) -> f64 {
    let mut total = 0.0;
    for k in 0..2 {
        let (p, q, r) = (x[k], x[k + 1], x[k + 2]);
        let a = p * p + q * q + 1.0;
        let b = p * q;
        let d = q * q + r * r + 1.0;
        let det = a * d - b * b;
        total += (a + d) / det;
    }
    total
}

// Rows pass a data-dependent filter; dropped rows get zero.
#[derive_grad]
pub fn c109_filtered_rows_sum(xs: &[f64]) -> f64 {
    let mut s = 0.0;
    for r in 0..xs.len() / 3 {
        if xs[3 * r] >= 5.0 {
            continue;
        }
        for c in 0..3 {
            s += xs[3 * r + c] * xs[3 * r + c];
        }
    }
    s
}

// One slice passed for both parameters.
#[derive_grad]
fn dot_n(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * y[i];
    }
    s
}
#[derive_grad]
pub fn c123_same_slice_passed_twice(x: &[f64]) -> f64 {
    dot_n(x, x) * x[0]
}

pub fn cases() -> Vec<Case> {
    vec![
        case! {
            c103_nested_accumulate_rows
            c103_nested_accumulate_rows_grad c103_nested_accumulate_rows_grad_into
            c103_nested_accumulate_rows_grad_with c103_nested_accumulate_rows_vjp;
            |v| (&v[0..6], &v[6..8]) -> (w, x);
            smooth [0.1, 0.2, -0.3, 0.4, 0.5, -0.6, 1.0, 2.0] = 0.31986653740285603 => [
                0.7864477329659274, 1.5728954659318548, 0.7864477329659274, 1.5728954659318548,
                0.6347395899824586, 1.2694791799649172, 0.1600802483980438, 0.09102488579008129,
            ]
        },
        case! {
            c107_matrix_inverse_trace_in_loop
            c107_matrix_inverse_trace_in_loop_grad c107_matrix_inverse_trace_in_loop_grad_into
            c107_matrix_inverse_trace_in_loop_grad_with c107_matrix_inverse_trace_in_loop_vjp;
            |v| (&v[0..4]) -> (x);
            smooth [0.1, 0.4, 0.7, 1.0] = 2.4892429401101572 => [
                -0.12217740541456944, -1.0836733139671832, -1.2412159724768783,
                -0.3449021917125564,
            ]
        },
        case! {
            c109_filtered_rows_sum
            c109_filtered_rows_sum_grad c109_filtered_rows_sum_grad_into
            c109_filtered_rows_sum_grad_with c109_filtered_rows_sum_vjp;
            |v| (&v[0..6]) -> (xs);
            smooth [1.0, 2.0, 3.0, 7.0, 8.0, 9.0] = 14.0 => [2.0, 4.0, 6.0, 0.0, 0.0, 0.0]
        },
        case! {
            c123_same_slice_passed_twice
            c123_same_slice_passed_twice_grad c123_same_slice_passed_twice_grad_into
            c123_same_slice_passed_twice_grad_with c123_same_slice_passed_twice_vjp;
            |v| (&v[0..3]) -> (x);
            smooth [1.0, 2.0, 3.0] = 14.0 => [16.0, 4.0, 6.0]
        },
    ]
}
