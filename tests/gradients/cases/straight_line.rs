//! A. Straight-line code, fan-out and re-assignment.

use crate::support::Case;
use grad_runtime::derive_grad;

// One variable feeds several products; every read must add into its adjoint.
#[derive_grad]
pub fn c001_fanout_fourth_power(a: f64) -> f64 {
    let b = a * a;
    let c = b * a;
    c * b / a + a * c
}

// A self-assignment is a no-op for the cotangent.
#[allow(clippy::self_assignment)]
#[derive_grad]
pub fn c003_self_assign_then_square(mut x: f64, mut y: f64) -> f64 {
    x = x;
    x = x * x;
    y = x * x + y;
    x = y;
    x
}

// +=, -=, *=, /= on one scalar, with the variable on both sides.
#[derive_grad]
pub fn c005_compound_ops_on_scalar(x: f64, y: f64) -> f64 {
    let mut t = x;
    t += y * x;
    t -= 0.5 * t;
    t *= t;
    t /= y + t;
    t
}

// x -= x; the two contributions cancel exactly.
#[derive_grad]
pub fn c007_sub_assign_self_is_zero(mut x: f64, y: f64) -> f64 {
    x -= x;
    x += y;
    x * y
}

// Two locals exchanged through std::mem::swap.
#[derive_grad]
pub fn c009_swap_by_mem_swap(x: f64, y: f64) -> f64 {
    let mut a = x.sin();
    let mut b = y * y;
    std::mem::swap(&mut a, &mut b);
    a * a + b
}

// The operand contains a write, which must run once.
#[derive_grad]
pub fn c011_value_of_block_with_side_effect(mut x: f64, y: f64, z: f64) -> f64 {
    let t = {
        x *= y;
        x
    } * z;
    t * x
}

// Old copy and incremented value multiplied: (i + 1) * i.
#[derive_grad]
pub fn c013_post_increment_read_old(mut i: f64, j: f64) -> f64 {
    let temp = i;
    i += 1.0;
    i * temp * j
}

// The same name is bound to an integer, then to a float; the integer binding must not get an
// adjoint.
#[derive_grad]
pub fn c015_shadow_changes_type(x: f64) -> f64 {
    let n = 3_usize;
    let n = n + 2;
    let n = n as f64 * x;
    let x = n * x;
    x + n
}

// The same variable is passed twice to a helper: both returned partials must be added, not
// overwritten.
#[derive_grad]
fn mul_add_one(a: f64, b: f64) -> f64 {
    a * b + b
}
#[derive_grad]
pub fn c017_repeated_argument_same_call(x: f64, y: f64) -> f64 {
    let p = mul_add_one(x, x);
    let q = mul_add_one(p, y);
    mul_add_one(q, q)
}

// The result does not depend on any argument.
#[derive_grad]
pub fn c019_constant_return(x: f64, y: f64) -> f64 {
    let _dead = x * y;
    42.0
}

// Precedence: a divisor in parentheses and a negated operand.
#[derive_grad]
pub fn c021_divide_by_local_const(x: f64, y: f64) -> f64 {
    let m = 0.5;
    -(x - y) / (m + y) - -x * y / m
}

// Two accumulators updated with += in several statements, only one is returned; the other chain is
// dead but shares the same inputs.
#[derive_grad]
pub fn c023_missing_update_in_compound_sum(w: f64, e: f64, h: f64, b: f64) -> f64 {
    let mut dead = w * h * (1.0 - e);
    let mut power = w * e * (h - 1.0);
    dead += b * e;
    power += b * e * (h - 2.0);
    let _torque = dead / (h + power);
    power
}

// Helper returns a tuple; both components feed the result and share inputs.
#[derive_grad]
fn polar(x: f64, y: f64) -> (f64, f64) {
    let r = (x * x + y * y).sqrt();
    (r, y.atan2(x))
}
#[derive_grad]
pub fn c025_tuple_return_helper(x: f64, y: f64) -> f64 {
    let (r, th) = polar(x, y);
    r * th.sin() + r * r
}

pub fn cases() -> Vec<Case> {
    vec![
        case! {
            c001_fanout_fourth_power
            c001_fanout_fourth_power_grad c001_fanout_fourth_power_grad_into
            c001_fanout_fourth_power_grad_with c001_fanout_fourth_power_vjp;
            |v| (v[0]) -> (a);
            smooth [1.7] = 16.7042 => [39.304]
        },
        case! {
            c003_self_assign_then_square
            c003_self_assign_then_square_grad c003_self_assign_then_square_grad_into
            c003_self_assign_then_square_grad_with c003_self_assign_then_square_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [1.3, -0.4] = 2.4561 => [8.788, 1.0]
        },
        case! {
            c005_compound_ops_on_scalar
            c005_compound_ops_on_scalar_grad c005_compound_ops_on_scalar_grad_into
            c005_compound_ops_on_scalar_grad_with c005_compound_ops_on_scalar_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [1.2, 0.7] = 0.5977936106642151 => [0.40072734952209316, -0.06061422093611493]
        },
        case! {
            c007_sub_assign_self_is_zero
            c007_sub_assign_self_is_zero_grad c007_sub_assign_self_is_zero_grad_into
            c007_sub_assign_self_is_zero_grad_with c007_sub_assign_self_is_zero_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [2.5, 3.0] = 9.0 => [0.0, 6.0]
        },
        case! {
            c009_swap_by_mem_swap
            c009_swap_by_mem_swap_grad c009_swap_by_mem_swap_grad_into
            c009_swap_by_mem_swap_grad_with c009_swap_by_mem_swap_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [0.4, 1.1] = 1.8535183423086505 => [0.9210609940028851, 5.324]
        },
        case! {
            c011_value_of_block_with_side_effect
            c011_value_of_block_with_side_effect_grad c011_value_of_block_with_side_effect_grad_into
            c011_value_of_block_with_side_effect_grad_with c011_value_of_block_with_side_effect_vjp;
            |v| (v[0], v[1], v[2]) -> (x, y, z);
            smooth [1.1, 0.8, 2.3] = 1.78112 => [3.2384, 4.4528, 0.7744]
        },
        case! {
            c013_post_increment_read_old
            c013_post_increment_read_old_grad c013_post_increment_read_old_grad_into
            c013_post_increment_read_old_grad_with c013_post_increment_read_old_vjp;
            |v| (v[0], v[1]) -> (i, j);
            smooth [4.0, 0.5] = 10.0 => [4.5, 20.0]
        },
        case! {
            c015_shadow_changes_type
            c015_shadow_changes_type_grad c015_shadow_changes_type_grad_into
            c015_shadow_changes_type_grad_with c015_shadow_changes_type_vjp;
            |v| (v[0]) -> (x);
            smooth [1.25] = 14.0625 => [17.5]
        },
        case! {
            c017_repeated_argument_same_call
            c017_repeated_argument_same_call_grad c017_repeated_argument_same_call_grad_into
            c017_repeated_argument_same_call_grad_with c017_repeated_argument_same_call_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [0.6, 1.2] = 7.883904 => [15.05856, 11.17984]
        },
        case! {
            c019_constant_return
            c019_constant_return_grad c019_constant_return_grad_into
            c019_constant_return_grad_with c019_constant_return_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [1.0, 2.0] = 42.0 => [0.0, 0.0]
        },
        case! {
            c021_divide_by_local_const
            c021_divide_by_local_const_grad c021_divide_by_local_const_grad_into
            c021_divide_by_local_const_grad_with c021_divide_by_local_const_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [1.5, 0.5] = 0.5 => [0.0, 5.0]
        },
        case! {
            c023_missing_update_in_compound_sum
            c023_missing_update_in_compound_sum_grad c023_missing_update_in_compound_sum_grad_into
            c023_missing_update_in_compound_sum_grad_with c023_missing_update_in_compound_sum_vjp;
            |v| (v[0], v[1], v[2], v[3]) -> (w, e, h, b);
            smooth [1.1, 0.9, 2.5, 0.3] = 1.62 => [1.35, 1.8, 1.26, 0.45]
        },
        case! {
            c025_tuple_return_helper
            c025_tuple_return_helper_grad c025_tuple_return_helper_grad_into
            c025_tuple_return_helper_grad_with c025_tuple_return_helper_vjp;
            |v| (v[0], v[1]) -> (x, y);
            smooth [0.6, -0.8] = 0.2 => [1.2, -0.6]
        },
    ]
}
