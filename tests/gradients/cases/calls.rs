//! E. Calls, recursion, nesting, constants.

use crate::support::Case;
use grad_runtime::derive_grad;

// Recursion on an integer.
#[derive_grad]
pub fn c125_recursive_power(x: f64, n: u32) -> f64 {
    if n == 0 {
        return 1.0;
    }
    x * c125_recursive_power(x, n - 1) + x
}

// Recursion on a shrinking sub-slice.
#[derive_grad]
pub fn c127_recursive_slice_sum(x: &[f64]) -> f64 {
    if x.is_empty() {
        return 0.0;
    }
    x[0] * x[0] + x[0] * c127_recursive_slice_sum(&x[1..])
}

// Chained rational functions with large magnitudes; value and gradient must both be available.
#[derive_grad]
fn pool(amt: f64, rin: f64, rout: f64, fee: f64) -> f64 {
    amt * fee * rout / (rin + amt * fee)
}
#[derive_grad]
pub fn c131_amm_two_pools(amt: f64) -> f64 {
    let m = pool(amt, 9907918868.0, 1127604104.0, 0.9985);
    pool(m, 543430617.5, 4848051834.0, 0.997)
}

// Constants from const items and std::f64::consts are inactive.
const GAIN: f64 = 1.75;
#[derive_grad]
pub fn c133_consts_and_statics(x: f64) -> f64 {
    const OFFSET: f64 = 0.25;
    (GAIN * x + OFFSET) * std::f64::consts::PI * x
}

pub fn cases() -> Vec<Case> {
    vec![
        case! {
            c125_recursive_power
            c125_recursive_power_grad c125_recursive_power_grad_into
            c125_recursive_power_grad_with c125_recursive_power_vjp;
            |v| (v[0], 3) -> (x);
            smooth [1.2] = 6.096 => [12.04]
        },
        case! {
            c127_recursive_slice_sum
            c127_recursive_slice_sum_grad c127_recursive_slice_sum_grad_into
            c127_recursive_slice_sum_grad_with c127_recursive_slice_sum_vjp;
            |v| (&v[0..3]) -> (x);
            smooth [0.5, 2.0, -1.0] = 3.25 => [7.0, 2.5, -2.0]
        },
        case! {
            c131_amm_two_pools
            c131_amm_two_pools_grad c131_amm_two_pools_grad_into
            c131_amm_two_pools_grad_with c131_amm_two_pools_vjp;
            |v| (v[0]) -> (amt);
            smooth [17321749.0] = 17414541.14484121 => [1.000000009837773]
        },
        case! {
            c133_consts_and_statics
            c133_consts_and_statics_grad c133_consts_and_statics_grad_into
            c133_consts_and_statics_grad_with c133_consts_and_statics_vjp;
            |v| (v[0]) -> (x);
            smooth [0.6] = 2.4504422698000385 => [7.382742735936014]
        },
    ]
}
