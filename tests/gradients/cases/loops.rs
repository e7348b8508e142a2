//! C. `for`, `while` and `loop`.

use crate::support::Case;
use grad_runtime::derive_grad;

// The accumulator starts from a literal.
#[derive_grad]
pub fn c047_loop_nonactive_initial(x: f64) -> f64 {
    let mut r = 1.0;
    for _ in 0..2 {
        r = r * x;
    }
    r
}

// Body before test: `loop { ...; if c { break } }`.
#[derive_grad]
pub fn c049_do_while_style(x: f64) -> f64 {
    let mut r = x;
    let mut i = 1;
    loop {
        let t = r * x;
        r = t;
        i += 1;
        if i >= 3 {
            break;
        }
    }
    r
}

// Numerator and divisor both depend on a loop-carried variable that is overwritten.
#[derive_grad]
pub fn c051_inline_divisor_both_active(a: f64, b: f64) -> f64 {
    let mut s = a;
    for _ in 0..3 {
        s = (s + b) / (1.0 + s * a);
    }
    s
}

// One iteration is skipped by continue; the reverse sweep must skip the same one.
#[derive_grad]
pub fn c053_continue_skips_update(x: f64) -> f64 {
    let mut r = x;
    for i in 1..6 {
        if i == 3 {
            continue;
        }
        r = r * x + i as f64;
    }
    r
}

// Trip count depends on the data; the number of executed iterations must be remembered.
#[derive_grad]
pub fn c055_break_data_dependent(x: f64, y: f64) -> f64 {
    let mut s: f64 = 0.0;
    let mut k = 0;
    while k < 50 {
        s += x * y * s.cos() + 1.0;
        if s > 4.0 {
            break;
        }
        k += 1;
    }
    s * x
}

// The float loop variable starts from an argument.
#[derive_grad]
pub fn c057_loop_bound_variable_active(lower: f64, upper: f64) -> f64 {
    let n = 20;
    let h = (upper - lower) / n as f64;
    let mut sum = 0.0;
    let mut x = lower;
    let mut k = 0;
    while k < n {
        sum += x * x * h;
        x += h;
        k += 1;
    }
    sum
}

// Empty range: the loop must contribute nothing and the initial value must pass straight through.
#[derive_grad]
pub fn c059_zero_trip_for(x: f64, n: usize) -> f64 {
    let mut r = x * x;
    for i in 0..n {
        r = r * x + i as f64;
    }
    r
}

// Loop-carried variables swapped every iteration: block arguments permute, the reverse sweep must
// permute adjoints in parallel.
#[derive_grad]
pub fn c061_swap_in_loop(x: f64) -> f64 {
    let (mut a, mut b) = (x, 2.0 * x);
    for _ in 0..3 {
        (a, b) = (b, a);
    }
    a * a + b
}

// Two loop-carried values computed from each other through a temporary: phi nodes act at once, not
// in sequence.
#[derive_grad]
pub fn c063_phi_parallel_semantics(x: f64, y: f64) -> f64 {
    let mut a = y;
    let mut b = x;
    let mut i = 0;
    while i < 3 {
        let temp = a;
        a = b * temp.sin();
        b = 2.0 * temp + b * b;
        i += 1;
    }
    a + 0.1 * b
}

// Multiplicative accumulation needs every intermediate product.
#[derive_grad]
pub fn c065_product_over_slice(x: &[f64]) -> f64 {
    let mut prod = 1.0;
    for i in 0..x.len() {
        prod *= x[i];
    }
    prod
}

// Two accumulators finished in a loop, then divided: the division needs the final values.
#[derive_grad]
pub fn c067_weighted_mean_after_loop(x: &[f64], w: &[f64]) -> f64 {
    let mut sum = 0.0;
    let mut norm = 0.0;
    for i in 0..x.len() {
        norm += w[i];
        sum += x[i] * w[i];
    }
    sum / norm
}

// A value from before a dynamic loop is multiplied with the loop result afterwards.
#[derive_grad]
pub fn c069_pre_loop_value_used_after_loop(x: f64, s: f64, n: usize) -> f64 {
    let geom = x * x;
    let mut acc = 5.0;
    for k in 0..n {
        acc += s * (k as f64 + 1.0);
    }
    acc * geom
}

// One temporary declared outside both loops is reset in the outer body and overwritten nonlinearly
// in the inner one.
#[derive_grad]
pub fn c071_reused_inner_temporary(x: f64, y: f64) -> f64 {
    let mut t;
    let mut s = 0.0;
    for i in 0..3 {
        t = x + i as f64 * y;
        for _ in 0..2 {
            t = t.sin() * y + t;
        }
        s += t * t;
    }
    s
}

// Accumulation at outer level and inside an inner loop.
#[derive_grad]
pub fn c073_inner_loop_mixed_with_outer_stmt(x: f64) -> f64 {
    let mut loss = 0.0;
    for i in 0..3 {
        loss += x.sin();
        for j in 0..2 {
            loss += (x * (i + j) as f64).sin() + loss * 0.1;
        }
    }
    loss
}

// Each trip reads data by the loop index.
#[derive_grad]
pub fn c075_loop_index_reads_data(a: f64, ys: &[f64]) -> f64 {
    let mut x = 1.0;
    let mut ll = 0.0;
    for t in 0..ys.len() {
        x = a * x + 0.1;
        ll += ys[t] * x;
    }
    ll
}

// The loop body multiplies, divides and takes sin with the differentiated variable.
#[derive_grad]
pub fn c077_while_body_jacobian_depends_on_x(x: f64) -> f64 {
    let mut acc = 1.0;
    let mut i = 0;
    while i < 3 {
        acc *= x;
        acc = (acc * x).sin();
        acc /= x + 1.0;
        i += 1;
    }
    acc
}

// loop { ... break value } used as an expression.
#[derive_grad]
pub fn c079_loop_expression_value(x: f64, y: f64) -> f64 {
    let mut k = 0;
    let mut t = x;
    let r = loop {
        t = t * t + y;
        k += 1;
        if k == 2 {
            break t * y;
        }
    };
    r + t
}

// Three-term backward recurrence with rotating scalars; at x = 0 the gradient is 1, 0, -1, 0, 1.
#[derive_grad]
pub fn c081_clenshaw_recurrence(c: &[f64], x: f64) -> f64 {
    let (mut b1, mut b2) = (0.0, 0.0);
    for k in (1..c.len()).rev() {
        let t = c[k] + 2.0 * x * b1 - b2;
        b2 = b1;
        b1 = t;
    }
    c[0] + x * b1 - b2
}

// Branch on the parity of the integer index.
#[derive_grad]
pub fn c083_parity_branch_in_loop(x: &[f64]) -> f64 {
    let mut y: f64 = 0.0;
    let mut n = 0;
    while n < x.len() {
        if n % 2 == 0 {
            y += x[n].sin() * y.cos();
        } else {
            y += x[n] * x[n];
        }
        n += 1;
    }
    y
}

// Newton iteration for a square root: loop-carried division.
#[derive_grad]
pub fn c085_newton_iteration(a: f64) -> f64 {
    let mut x = 0.5 * a + 0.5;
    for _ in 0..6 {
        x = 0.5 * (x + a / x);
    }
    x * x * x
}

// Maximum over a table with continue for zero entries: the winner differs per call and must be
// remembered.
#[derive_grad]
pub fn c087_continue_in_max_reduction(c: &[f64], x: f64) -> f64 {
    let mut best = -1.0e20;
    for p in 0..2 {
        for q in 0..3 {
            let w = c[p * 3 + q];
            if w == 0.0 {
                continue;
            }
            let v = x * w * (p + q + 1) as f64;
            if v > best {
                best = v;
            }
        }
    }
    best
}

// if, else-if continue, else break on the index in one loop.
#[derive_grad]
pub fn c089_continue_and_break_mix(i: f64, j: f64) -> f64 {
    let mut res = i;
    for k in 0..6 {
        if k < 2 {
            res = res * j + i;
        } else if k < 4 {
            res += 1.0;
            continue;
        } else {
            res += 2.0 * i * res + 2.0 * j;
            break;
        }
        res += j;
    }
    res
}

pub fn cases() -> Vec<Case> {
    vec![
        case! {
            c047_loop_nonactive_initial
            c047_loop_nonactive_initial_grad c047_loop_nonactive_initial_grad_into
            c047_loop_nonactive_initial_grad_with c047_loop_nonactive_initial_vjp;
            |v| (v[0]) -> (x);
            smooth [3.0] = 9.0 => [6.0]
        },
        case! {
            c049_do_while_style
            c049_do_while_style_grad c049_do_while_style_grad_into
            c049_do_while_style_grad_with c049_do_while_style_vjp;
            |v| (v[0]) -> (x);
            smooth [2.0] = 8.0 => [12.0]
        },
        case! {
            c051_inline_divisor_both_active
            c051_inline_divisor_both_active_grad c051_inline_divisor_both_active_grad_into
            c051_inline_divisor_both_active_grad_with c051_inline_divisor_both_active_vjp;
            |v| (v[0], v[1]) -> (a, b);
            smooth [0.7, 0.4] = 0.7542353214202832 => [-0.48629644484354123, 0.9246353880744512]
        },
        case! {
            c053_continue_skips_update
            c053_continue_skips_update_grad c053_continue_skips_update_grad_into
            c053_continue_skips_update_grad_with c053_continue_skips_update_vjp;
            |v| (v[0]) -> (x);
            smooth [0.8] = 10.31968 => [11.168]
        },
        case! {
            c055_break_data_dependent
            c055_break_data_dependent_grad c055_break_data_dependent_grad_into
            c055_break_data_dependent_grad_with c055_break_data_dependent_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [0.6, 0.8] = 2.540161595528285 => [3.0023391649503997, -0.9234476206975561]
        },
        case! {
            c057_loop_bound_variable_active
            c057_loop_bound_variable_active_grad c057_loop_bound_variable_active_grad_into
            c057_loop_bound_variable_active_grad_with c057_loop_bound_variable_active_vjp;
            |v| (v[0], v[1]) -> (lower, upper);
            smooth [1.0, 2.0] = 2.25875 => [-0.87625, 3.82625]
        },
        case! {
            c059_zero_trip_for
            c059_zero_trip_for_grad c059_zero_trip_for_grad_into
            c059_zero_trip_for_grad_with c059_zero_trip_for_vjp;
            |v| (v[0], 0) -> (x);
            smooth [1.7] = 2.89 => [3.4]
        },
        case! {
            c061_swap_in_loop
            c061_swap_in_loop_grad c061_swap_in_loop_grad_into
            c061_swap_in_loop_grad_with c061_swap_in_loop_vjp;
            |v| (v[0]) -> (x);
            smooth [1.0] = 5.0 => [9.0]
        },
        case! {
            c063_phi_parallel_semantics
            c063_phi_parallel_semantics_grad c063_phi_parallel_semantics_grad_into
            c063_phi_parallel_semantics_grad_with c063_phi_parallel_semantics_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [0.5, 0.9] = 6.15777310323761 => [16.61643477753431, 20.068391627260066]
        },
        case! {
            c065_product_over_slice
            c065_product_over_slice_grad c065_product_over_slice_grad_into
            c065_product_over_slice_grad_with c065_product_over_slice_vjp;
            |v| (&v[0..3]) -> (x);
            smooth [2.0, 2.0, 2.0] = 8.0 => [4.0, 4.0, 4.0]
        },
        case! {
            c067_weighted_mean_after_loop
            c067_weighted_mean_after_loop_grad c067_weighted_mean_after_loop_grad_into
            c067_weighted_mean_after_loop_grad_with c067_weighted_mean_after_loop_vjp;
            |v| (&v[0..3], &v[3..6]) -> (x, w);
            smooth [1.0, 2.0, 4.0, 0.5, 1.0, 0.25] = 2.0 => [
                0.2857142857142857, 0.5714285714285714, 0.14285714285714285, -0.5714285714285714,
                0.0, 1.1428571428571428,
            ]
        },
        case! {
            c069_pre_loop_value_used_after_loop
            c069_pre_loop_value_used_after_loop_grad c069_pre_loop_value_used_after_loop_grad_into
            c069_pre_loop_value_used_after_loop_grad_with c069_pre_loop_value_used_after_loop_vjp;
            |v| (v[0], v[1], 3) -> (x, s);
            smooth [1.0, 1.0] = 11.0 => [22.0, 6.0]
        },
        case! {
            c071_reused_inner_temporary
            c071_reused_inner_temporary_grad c071_reused_inner_temporary_grad_into
            c071_reused_inner_temporary_grad_with c071_reused_inner_temporary_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [0.4, 0.6] = 12.611843266952008 => [13.76039891183882, 30.625374224771562]
        },
        case! {
            c073_inner_loop_mixed_with_outer_stmt
            c073_inner_loop_mixed_with_outer_stmt_grad
            c073_inner_loop_mixed_with_outer_stmt_grad_into
            c073_inner_loop_mixed_with_outer_stmt_grad_with
            c073_inner_loop_mixed_with_outer_stmt_vjp;
            |v| (v[0]) -> (x);
            smooth [0.9] = 8.348850845043668 => [0.739039111932219]
        },
        case! {
            c075_loop_index_reads_data
            c075_loop_index_reads_data_grad c075_loop_index_reads_data_grad_into
            c075_loop_index_reads_data_grad_with c075_loop_index_reads_data_vjp;
            |v| (v[0], &v[1..5]) -> (a, ys);
            smooth [0.9, 1.0, 2.0, 3.0, 4.0] = 10.0 => [26.686, 1.0, 1.0, 1.0, 1.0]
        },
        case! {
            c077_while_body_jacobian_depends_on_x
            c077_while_body_jacobian_depends_on_x_grad
            c077_while_body_jacobian_depends_on_x_grad_into
            c077_while_body_jacobian_depends_on_x_grad_with
            c077_while_body_jacobian_depends_on_x_vjp;
            |v| (v[0]) -> (x);
            smooth [0.5] = 0.0045802205863050205 => [0.045399337579331844]
        },
        case! {
            c079_loop_expression_value
            c079_loop_expression_value_grad c079_loop_expression_value_grad_into
            c079_loop_expression_value_grad_with c079_loop_expression_value_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [0.6, 0.5] = 1.8594 => [3.096, 5.3196]
        },
        case! {
            c081_clenshaw_recurrence
            c081_clenshaw_recurrence_grad c081_clenshaw_recurrence_grad_into
            c081_clenshaw_recurrence_grad_with c081_clenshaw_recurrence_vjp;
            |v| (&v[0..5], v[5]) -> (c, x);
            smooth [1.0, 1.0, 1.0, 1.0, 1.0, 0.0] = 1.0 => [1.0, 0.0, -1.0, 0.0, 1.0, -2.0]
        },
        case! {
            c083_parity_branch_in_loop
            c083_parity_branch_in_loop_grad c083_parity_branch_in_loop_grad_into
            c083_parity_branch_in_loop_grad_with c083_parity_branch_in_loop_vjp;
            |v| (&v[0..4]) -> (x);
            smooth [0.3, 0.9, 1.4, -0.2] = 1.587661529510287 =>
                [0.11397721282314334, 0.21475049411065053, 0.07625908771992725, -0.4]
        },
        case! {
            c085_newton_iteration
            c085_newton_iteration_grad c085_newton_iteration_grad_into
            c085_newton_iteration_grad_with c085_newton_iteration_vjp;
            |v| (v[0]) -> (a);
            smooth [2.0] = 2.8284271247461903 => [2.1213203435596424]
        },
        case! {
            c087_continue_in_max_reduction
            c087_continue_in_max_reduction_grad c087_continue_in_max_reduction_grad_into
            c087_continue_in_max_reduction_grad_with c087_continue_in_max_reduction_vjp;
            |v| (&v[0..6], v[6]) -> (c, x);
            smooth [1.0, 4.0, 0.0, 2.0, 3.5, 1.0, 1.5] = 15.75 =>
                [0.0, 0.0, 0.0, 0.0, 4.5, 0.0, 10.5]
        },
        case! {
            c089_continue_and_break_mix
            c089_continue_and_break_mix_grad c089_continue_and_break_mix_grad_into
            c089_continue_and_break_mix_grad_with c089_continue_and_break_mix_vjp;
            |v| (v[0], v[1]) -> (i, j);
            smooth [0.6, 0.8] = 12.3888 => [15.176, 11.152]
        },
    ]
}
