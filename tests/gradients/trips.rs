//! Loops with 0, 1, 2, 3 and 7 trips against differences: many a fault shows only from two trips
//! on, or only at none.

use grad_runtime::derive_grad;

const DATA: [f64; 24] = [
    0.7, 0.3, 0.4, -0.9, 1.4, -0.2, 0.6, 1.1, -0.8, 0.5, 0.25, -1.2, 0.35, 0.85, 1.3, -0.6, 0.45,
    0.15, -0.9, 1.05, 0.55, -0.3, 0.65, 0.95,
];

/// For what must be positive, as weights and widths.
const NEAR_ONE: [f64; 16] = [
    1.3, 0.9, 1.4, 1.1, 0.8, 1.5, 1.2, 0.95, 1.6, 1.05, 0.85, 1.25, 1.45, 1.15, 1.35, 1.0,
];

mod c059_zero_trip_for {
    use crate::cases::loops::{
        c059_zero_trip_for as f, c059_zero_trip_for_grad as f_grad,
        c059_zero_trip_for_grad_into as f_grad_into, c059_zero_trip_for_grad_with as f_grad_with,
        c059_zero_trip_for_vjp as f_vjp,
    };

    trips! { |v| (v[0], N) -> (x); at [0.7] }
}

mod c065_product_over_slice {
    use super::DATA;
    use crate::cases::loops::{
        c065_product_over_slice as f, c065_product_over_slice_grad as f_grad,
        c065_product_over_slice_grad_into as f_grad_into,
        c065_product_over_slice_grad_with as f_grad_with, c065_product_over_slice_vjp as f_vjp,
    };

    trips! { |v| (v) -> (x); at DATA[..N] }
}

mod c067_weighted_mean_after_loop {
    use super::NEAR_ONE;
    use crate::cases::loops::{
        c067_weighted_mean_after_loop as f, c067_weighted_mean_after_loop_grad as f_grad,
        c067_weighted_mean_after_loop_grad_into as f_grad_into,
        c067_weighted_mean_after_loop_grad_with as f_grad_with,
        c067_weighted_mean_after_loop_vjp as f_vjp,
    };

    trips! { |v| (&v[..N + 1], &v[N + 1..]) -> (x, w); at NEAR_ONE[..2 * N + 2] }
}

mod c069_pre_loop_value_used_after_loop {
    use crate::cases::loops::{
        c069_pre_loop_value_used_after_loop as f,
        c069_pre_loop_value_used_after_loop_grad as f_grad,
        c069_pre_loop_value_used_after_loop_grad_into as f_grad_into,
        c069_pre_loop_value_used_after_loop_grad_with as f_grad_with,
        c069_pre_loop_value_used_after_loop_vjp as f_vjp,
    };

    trips! { |v| (v[0], v[1], N) -> (x, s); at [0.7, -1.3] }
}

mod c075_loop_index_reads_data {
    use super::DATA;
    use crate::cases::loops::{
        c075_loop_index_reads_data as f, c075_loop_index_reads_data_grad as f_grad,
        c075_loop_index_reads_data_grad_into as f_grad_into,
        c075_loop_index_reads_data_grad_with as f_grad_with,
        c075_loop_index_reads_data_vjp as f_vjp,
    };

    trips! { |v| (v[0], &v[1..]) -> (a, ys); at DATA[..N + 1] }
}

mod c081_clenshaw_recurrence {
    use super::DATA;
    use crate::cases::loops::{
        c081_clenshaw_recurrence as f, c081_clenshaw_recurrence_grad as f_grad,
        c081_clenshaw_recurrence_grad_into as f_grad_into,
        c081_clenshaw_recurrence_grad_with as f_grad_with, c081_clenshaw_recurrence_vjp as f_vjp,
    };

    trips! { |v| (&v[..N + 1], v[N + 1]) -> (c, x); at DATA[..N + 2] }
}

mod c083_parity_branch_in_loop {
    use super::DATA;
    use crate::cases::loops::{
        c083_parity_branch_in_loop as f, c083_parity_branch_in_loop_grad as f_grad,
        c083_parity_branch_in_loop_grad_into as f_grad_into,
        c083_parity_branch_in_loop_grad_with as f_grad_with,
        c083_parity_branch_in_loop_vjp as f_vjp,
    };

    trips! { |v| (v) -> (x); at DATA[..N] }
}

mod c103_nested_accumulate_rows {
    use super::DATA;
    use crate::cases::arrays::{
        c103_nested_accumulate_rows as f, c103_nested_accumulate_rows_grad as f_grad,
        c103_nested_accumulate_rows_grad_into as f_grad_into,
        c103_nested_accumulate_rows_grad_with as f_grad_with,
        c103_nested_accumulate_rows_vjp as f_vjp,
    };

    trips! { |v| (&v[..2 * N], &v[2 * N..]) -> (w, x); at DATA[..2 * N + 2] }
}

mod c109_filtered_rows_sum {
    use super::DATA;
    use crate::cases::arrays::{
        c109_filtered_rows_sum as f, c109_filtered_rows_sum_grad as f_grad,
        c109_filtered_rows_sum_grad_into as f_grad_into,
        c109_filtered_rows_sum_grad_with as f_grad_with, c109_filtered_rows_sum_vjp as f_vjp,
    };

    trips! { |v| (v) -> (xs); at DATA[..3 * N] }
}

mod c123_same_slice_passed_twice {
    use super::DATA;
    use crate::cases::arrays::{
        c123_same_slice_passed_twice as f, c123_same_slice_passed_twice_grad as f_grad,
        c123_same_slice_passed_twice_grad_into as f_grad_into,
        c123_same_slice_passed_twice_grad_with as f_grad_with,
        c123_same_slice_passed_twice_vjp as f_vjp,
    };

    trips! { |v| (v) -> (x); at DATA[..N + 1] }
}

mod c125_recursive_power {
    use crate::cases::calls::{
        c125_recursive_power as f, c125_recursive_power_grad as f_grad,
        c125_recursive_power_grad_into as f_grad_into,
        c125_recursive_power_grad_with as f_grad_with, c125_recursive_power_vjp as f_vjp,
    };

    trips! { |v| (v[0], N as u32) -> (x); at [1.2] }
}

mod c127_recursive_slice_sum {
    use super::DATA;
    use crate::cases::calls::{
        c127_recursive_slice_sum as f, c127_recursive_slice_sum_grad as f_grad,
        c127_recursive_slice_sum_grad_into as f_grad_into,
        c127_recursive_slice_sum_grad_with as f_grad_with, c127_recursive_slice_sum_vjp as f_vjp,
    };

    trips! { |v| (v) -> (x); at DATA[..N] }
}

mod c159_logsumexp_with_neg_infinity {
    use super::DATA;
    use crate::cases::rules::{
        c159_logsumexp_with_neg_infinity as f, c159_logsumexp_with_neg_infinity_grad as f_grad,
        c159_logsumexp_with_neg_infinity_grad_into as f_grad_into,
        c159_logsumexp_with_neg_infinity_grad_with as f_grad_with,
        c159_logsumexp_with_neg_infinity_vjp as f_vjp,
    };

    trips! { |v| (v) -> (a); at DATA[..N + 1] }
}

mod c163_bernstein_polynomial {
    use super::DATA;
    use crate::cases::rules::{
        c163_bernstein_polynomial as f, c163_bernstein_polynomial_grad as f_grad,
        c163_bernstein_polynomial_grad_into as f_grad_into,
        c163_bernstein_polynomial_grad_with as f_grad_with, c163_bernstein_polynomial_vjp as f_vjp,
    };

    trips! { |v| (v[0], &v[1..]) -> (x, c); at DATA[..N + 3] }
}

mod c165_log_gaussian {
    use super::NEAR_ONE;
    use crate::cases::rules::{
        c165_log_gaussian as f, c165_log_gaussian_grad as f_grad,
        c165_log_gaussian_grad_into as f_grad_into, c165_log_gaussian_grad_with as f_grad_with,
        c165_log_gaussian_vjp as f_vjp,
    };

    trips! { |v| (&v[..N], &v[N..2 * N], v[2 * N]) -> (x, p, sigma); at NEAR_ONE[..2 * N + 1] }
}

mod literal_initial {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut r = 1.0;
        for _ in 0..n {
            r = r * x;
        }
        r
    }

    trips! { |v| (v[0], N) -> (x); at [1.3] }
}

mod body_before_test {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut r = x;
        let mut i = 0;
        loop {
            let t = r * x;
            r = t;
            i += 1;
            if i > n {
                break;
            }
        }
        r
    }

    trips! { |v| (v[0], N) -> (x); at [1.3] }
}

mod carried_divisor {
    use super::*;

    #[derive_grad]
    fn f(a: f64, b: f64, n: usize) -> f64 {
        let mut s = a;
        for _ in 0..n {
            s = (s + b) / (1.0 + s * a);
        }
        s
    }

    trips! { |v| (v[0], v[1], N) -> (a, b); at [0.7, 0.4] }
}

mod continue_skips_one {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut r = x;
        for i in 0..n {
            if i == 1 {
                continue;
            }
            r = r * x + i as f64;
        }
        r
    }

    trips! { |v| (v[0], N) -> (x); at [0.8] }
}

mod break_by_data {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64, n: usize) -> f64 {
        let mut s: f64 = 0.0;
        let mut k = 0;
        while k < 50 {
            if s > n as f64 {
                break;
            }
            s += x * y * s.cos() + 1.0;
            k += 1;
        }
        s * x
    }

    trips! { |v| (v[0], v[1], N) -> (x, y); at [0.6, 0.8] }
}

mod float_counter {
    use super::*;

    #[derive_grad]
    fn f(lower: f64, upper: f64, n: usize) -> f64 {
        let h = (upper - lower) / (n + 1) as f64;
        let mut sum = lower;
        let mut x = lower;
        let mut k = 0;
        while k < n {
            sum += x * x * h;
            x += h;
            k += 1;
        }
        sum
    }

    trips! { |v| (v[0], v[1], N) -> (lower, upper); at [1.0, 2.0] }
}

mod swap_in_every_trip {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let (mut a, mut b) = (x, 2.0 * x);
        for _ in 0..n {
            (a, b) = (b, a * x);
        }
        a * a + b
    }

    trips! { |v| (v[0], N) -> (x); at [0.7] }
}

mod values_computed_from_each_other {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64, n: usize) -> f64 {
        let mut a = y;
        let mut b = x;
        let mut i = 0;
        while i < n {
            let temp = a;
            a = b * temp.sin();
            b = 0.5 * temp + b * b;
            i += 1;
        }
        a + 0.1 * b
    }

    trips! { |v| (v[0], v[1], N) -> (x, y); at [0.5, 0.3] }
}

mod reused_inner_temporary {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64, n: usize) -> f64 {
        let mut t;
        let mut s = 0.0;
        for i in 0..3 {
            t = x + i as f64 * y;
            for _ in 0..n {
                t = t.sin() * y + t;
            }
            s += t * t;
        }
        s
    }

    trips! { |v| (v[0], v[1], N) -> (x, y); at [0.4, 0.3] }
}

mod nested_both {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut loss = 0.0;
        for i in 0..n {
            loss += x.sin();
            for j in 0..n {
                loss += (x * (i + j) as f64).sin() + loss * 0.1;
            }
        }
        loss
    }

    trips! { |v| (v[0], N) -> (x); at [0.9] }
}

mod triangle {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        for i in 0..n {
            for j in i..n {
                s += (s * x).cos() * (i + 2 * j) as f64 * 0.1;
            }
        }
        s
    }

    trips! { |v| (v[0], N) -> (x); at [0.9] }
}

mod multiplies_and_divides {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut acc = 1.0;
        let mut i = 0;
        while i < n {
            acc *= x;
            acc = (acc * x).sin();
            acc /= x + 1.0;
            i += 1;
        }
        acc
    }

    trips! { |v| (v[0], N) -> (x); at [0.5] }
}

mod loop_with_value {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64, n: usize) -> f64 {
        let mut k = 0;
        let mut t = x;
        let r = loop {
            if k == n {
                break t * y;
            }
            t = t * t + y;
            k += 1;
        };
        r + t
    }

    trips! { |v| (v[0], v[1], N) -> (x, y); at [0.2, -0.3] }
}

mod newton {
    use super::*;

    #[derive_grad]
    fn f(a: f64, n: usize) -> f64 {
        let mut x = 0.5 * a + 0.5;
        for _ in 0..n {
            x = 0.5 * (x + a / x);
        }
        x * x * x
    }

    trips! { |v| (v[0], N) -> (a); at [2.0] }
}

mod largest_by_if {
    use super::*;

    #[derive_grad]
    fn f(c: &[f64], n: usize) -> f64 {
        let mut best = c[2 * n];
        for p in 0..n {
            for q in 0..2 {
                let w = c[p * 2 + q];
                if w < 0.0 {
                    continue;
                }
                let v = w * w * (p + q + 1) as f64;
                if v > best {
                    best = v;
                }
            }
        }
        best
    }

    trips! { |v| (v, N) -> (c); at DATA[..2 * N + 1] }
}

mod continue_and_break {
    use super::*;

    #[derive_grad]
    fn f(i: f64, j: f64, n: usize) -> f64 {
        let mut res = i;
        for k in 0..10 {
            if k < n {
                res = res * j + i;
            } else if k < n + 2 {
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

    trips! { |v| (v[0], v[1], N) -> (i, j); at [0.6, 0.8] }
}

mod early_return_from_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        for i in 0..10 {
            if i == n {
                return s * x;
            }
            s = s * s * 0.5 + x;
        }
        s.sin()
    }

    trips! { |v| (v[0], N) -> (x); at [0.4] }
}

mod neighbours {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut total = 0.0;
        for k in 0..x.len() - 2 {
            let (p, q, r) = (x[k], x[k + 1], x[k + 2]);
            let a = p * p + q * q + 1.0;
            let b = p * q;
            let d = q * q + r * r + 1.0;
            let det = a * d - b * b;
            total += (a + d) / det;
        }
        total
    }

    trips! { |v| (v) -> (x); at DATA[..N + 2] }
}

mod call_in_every_trip {
    use super::*;

    #[derive_grad]
    fn step(s: f64, e: f64) -> f64 {
        (s * e).sin() + s
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = x[0];
        for &e in &x[1..] {
            s = step(s, e);
        }
        s * s
    }

    trips! { |v| (v) -> (x); at DATA[..N + 1] }
}

mod branch_in_every_trip {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = x[0];
        for &e in &x[1..] {
            if e > 0.0 {
                s = s * e;
            } else {
                s = (s + e).exp() * 0.1;
            }
        }
        s
    }

    trips! { |v| (v) -> (x); at DATA[..N + 1] }
}

mod single_precision {
    use super::*;

    #[derive_grad]
    fn f(x: f32, n: usize) -> f32 {
        let mut s = x;
        for i in 0..n {
            s = s * x + i as f32 * 0.25;
        }
        s
    }

    trips! { |v| (v[0] as f32, N) -> (x); at [0.75] }
}
