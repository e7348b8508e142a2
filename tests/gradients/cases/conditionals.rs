//! B. Conditionals, early return, `match`.

use crate::support::Case;
use grad_runtime::derive_grad;

// A variable overwritten in both arms, then again after the join.
#[derive_grad]
pub fn c027_if_else_overwrite(mut a: f64) -> f64 {
    if a > 0.0 {
        a = a * 3.0;
    } else {
        a = a * a;
    }
    a = a * a + a;
    if a > 100.0 {
        a = 2.0 * a;
    }
    a
}

// Only the taken arm reassigns y from an array element; the skipped arm must pass the adjoint of y
// through.
#[derive_grad]
pub fn c029_if_without_else_one_var(x: f64, mut y: f64) -> f64 {
    let arr = [x, y];
    let i = 0;
    if x > 0.0 {
        y = arr[i] * x + arr[i + 1];
    }
    y * y
}

// `let v;` assigned in each branch.
#[derive_grad]
pub fn c031_deferred_init_in_branches(x: f64, y: f64) -> f64 {
    let v;
    let w: f64;
    if x > y {
        v = x.sin();
        w = y;
    } else {
        w = x * y;
        v = w * w;
    }
    v * w + x
}

// Locals declared after an early return and read by the reverse sweep.
#[derive_grad]
pub fn c033_early_return_before_lets(x: f64, k: i32) -> f64 {
    if k == 0 {
        return 1.0;
    }
    let n = k as f64;
    let mut y = n + x;
    y *= n;
    y
}

// Same function, fall-through path.
#[derive_grad]
pub fn c035_early_return_not_taken(x: f64, y: f64) -> f64 {
    let a = x * y;
    if a > 1.0 {
        return a * a + x;
    }
    let b = a + x;
    b * y
}

// match with a constant arm next to active arms; the active arm is selected.
#[derive_grad]
pub fn c037_match_on_int(k: u32, x: f64, y: f64) -> f64 {
    let m = match k {
        0 => 0.5,
        1 | 2 => x.sin() * y,
        3..=9 => x * x,
        _ => y,
    };
    m * m + x
}

// match guards on floats, arms are blocks with their own lets.
#[derive_grad]
pub fn c039_match_guard_float(x: f64, y: f64) -> f64 {
    let r = match x {
        v if v < 0.0 => -v * y,
        v if v < 1.0 => {
            let s = v * v;
            s * s + y
        }
        v => v.ln() * y * y,
    };
    r * y
}

// The untaken side has an infinite or NaN derivative. With real branches nothing of it may leak.
#[derive_grad]
pub fn c041_where_sqrt_untaken(x: f64, y: f64) -> f64 {
    let s = if x > 0.0 { x.sqrt() } else { y * x };
    s * y
}

// The untaken arm overflows in exp; the taken arm is linear.
#[derive_grad]
pub fn c043_selu_large_input(x: f64) -> f64 {
    let lambda = 1.0507009873554805;
    let alpha = 1.6732632423543772;
    if x > 0.0 {
        lambda * x
    } else {
        lambda * alpha * (x.exp() - 1.0)
    }
}

// The condition block updates the accumulator; its adjoint must be reversed even though it sits in
// the condition.
#[derive_grad]
pub fn c045_condition_with_side_effect(i: f64, j: f64) -> f64 {
    let mut res = 0.0;
    if {
        res += 2.0 * i * j;
        res > 0.0
    } {
        res += 6.0 * i * i;
    }
    res
}

pub fn cases() -> Vec<Case> {
    vec![
        case! {
            c027_if_else_overwrite
            c027_if_else_overwrite_grad c027_if_else_overwrite_grad_into
            c027_if_else_overwrite_grad_with c027_if_else_overwrite_vjp;
            |v| (v[0]) -> (a);
            smooth [-1.5] = 7.3125 => [-16.5]
        },
        case! {
            c029_if_without_else_one_var
            c029_if_without_else_one_var_grad c029_if_without_else_one_var_grad_into
            c029_if_without_else_one_var_grad_with c029_if_without_else_one_var_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [3.0, 2.0] = 121.0 => [132.0, 22.0]
        },
        case! {
            c031_deferred_init_in_branches
            c031_deferred_init_in_branches_grad c031_deferred_init_in_branches_grad_into
            c031_deferred_init_in_branches_grad_with c031_deferred_init_in_branches_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [0.3, 1.4] = 0.374088 => [1.74088, 0.15876]
        },
        case! {
            c033_early_return_before_lets
            c033_early_return_before_lets_grad c033_early_return_before_lets_grad_into
            c033_early_return_before_lets_grad_with c033_early_return_before_lets_vjp;
            |v| (v[0], 3) -> (x);
            smooth [0.75] = 11.25 => [3.0]
        },
        case! {
            c035_early_return_not_taken
            c035_early_return_not_taken_grad c035_early_return_not_taken_grad_into
            c035_early_return_not_taken_grad_with c035_early_return_not_taken_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [0.5, 1.5] = 1.875 => [3.75, 2.0]
        },
        case! {
            c037_match_on_int
            c037_match_on_int_grad c037_match_on_int_grad_into
            c037_match_on_int_grad_with c037_match_on_int_vjp;
            |v| (2, v[0], v[1]) -> (x, y);
            smooth [0.7, 1.3] = 1.4013777642492964 => [2.6654100436804975, 1.0790427142296868]
        },
        case! {
            c039_match_guard_float
            c039_match_guard_float_grad c039_match_guard_float_grad_into
            c039_match_guard_float_grad_with c039_match_guard_float_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [0.8, 1.1] = 1.66056 => [2.2528, 2.6096]
        },
        case! {
            c041_where_sqrt_untaken
            c041_where_sqrt_untaken_grad c041_where_sqrt_untaken_grad_into
            c041_where_sqrt_untaken_grad_with c041_where_sqrt_untaken_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [-1.0, 2.0] = -4.0 => [4.0, -4.0]
        },
        case! {
            c043_selu_large_input
            c043_selu_large_input_grad c043_selu_large_input_grad_into
            c043_selu_large_input_grad_with c043_selu_large_input_vjp;
            |v| (v[0]) -> (x);
            smooth [1000.0] = 1050.7009873554805 => [1.0507009873554805]
        },
        case! {
            c045_condition_with_side_effect
            c045_condition_with_side_effect_grad c045_condition_with_side_effect_grad_into
            c045_condition_with_side_effect_grad_with c045_condition_with_side_effect_vjp;
            |v| (v[0], v[1]) -> (i, j);
            smooth [3.0, 5.0] = 84.0 => [46.0, 6.0]
        },
    ]
}
