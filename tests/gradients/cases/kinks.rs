//! H. Points where a convention is chosen.

use crate::support::Case;
use grad_runtime::derive_grad;

// max of equal arguments: half to each.
#[derive_grad]
pub fn c167_max_tie(a: f64, b: f64) -> f64 {
    a.max(b)
}

// `if x > 0 { x } else { 0 }` at 0: the arm that ran is the constant.
#[derive_grad]
pub fn c169_relu_if_at_zero(x: f64) -> f64 {
    if x > 0.0 { x } else { 0.0 }
}

// sqrt at 0: +inf.
#[derive_grad]
pub fn c171_sqrt_at_zero(x: f64) -> f64 {
    x.sqrt()
}

// hypot at the origin: 0, 0.
#[derive_grad]
pub fn c173_norm_at_origin(x: f64, y: f64) -> f64 {
    x.hypot(y)
}

// x.powf(y) at (0, 0): 0, 0.
#[derive_grad]
pub fn c175_pow_zero_zero(x: f64, y: f64) -> f64 {
    x.powf(y)
}

// floor and signum exactly at a jump: 0.
#[derive_grad]
pub fn c177_signum_and_floor_at_jump(x: f64) -> f64 {
    x.floor() * 2.0 + (x - 2.0).signum()
}

// The guarded x ln y exactly at x = 0: the arm that ran gives 0 for x.
#[derive_grad]
pub fn c179_xlogy_guard_at_zero(x: f64, y: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x * y.ln() }
}

pub fn cases() -> Vec<Case> {
    vec![
        case! {
            c167_max_tie
            c167_max_tie_grad c167_max_tie_grad_into
            c167_max_tie_grad_with c167_max_tie_vjp;
            |v| (v[0], v[1]) -> (a, b);
            kink [1.0, 1.0] => [0.5, 0.5]
        },
        case! {
            c169_relu_if_at_zero
            c169_relu_if_at_zero_grad c169_relu_if_at_zero_grad_into
            c169_relu_if_at_zero_grad_with c169_relu_if_at_zero_vjp;
            |v| (v[0]) -> (x);
            kink [0.0] => [0.0]
        },
        case! {
            c171_sqrt_at_zero
            c171_sqrt_at_zero_grad c171_sqrt_at_zero_grad_into
            c171_sqrt_at_zero_grad_with c171_sqrt_at_zero_vjp;
            |v| (v[0]) -> (x);
            kink [0.0] => [f64::INFINITY]
        },
        case! {
            c173_norm_at_origin
            c173_norm_at_origin_grad c173_norm_at_origin_grad_into
            c173_norm_at_origin_grad_with c173_norm_at_origin_vjp;
            |v| (v[0], v[1]) -> (x, y);
            kink [0.0, 0.0] => [0.0, 0.0]
        },
        case! {
            c175_pow_zero_zero
            c175_pow_zero_zero_grad c175_pow_zero_zero_grad_into
            c175_pow_zero_zero_grad_with c175_pow_zero_zero_vjp;
            |v| (v[0], v[1]) -> (x, y);
            kink [0.0, 0.0] => [0.0, 0.0]
        },
        case! {
            c177_signum_and_floor_at_jump
            c177_signum_and_floor_at_jump_grad c177_signum_and_floor_at_jump_grad_into
            c177_signum_and_floor_at_jump_grad_with c177_signum_and_floor_at_jump_vjp;
            |v| (v[0]) -> (x);
            kink [2.0] => [0.0]
        },
        case! {
            c179_xlogy_guard_at_zero
            c179_xlogy_guard_at_zero_grad c179_xlogy_guard_at_zero_grad_into
            c179_xlogy_guard_at_zero_grad_with c179_xlogy_guard_at_zero_vjp;
            |v| (v[0], v[1]) -> (x, y);
            kink [0.0, 3.0] => [0.0, 0.0]
        },
    ]
}
