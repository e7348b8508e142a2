//! F. Integers, casts and mixed precision.

use crate::support::Case;
use grad_runtime::derive_grad;

// Integer / and % must stay integer operations with no derivative.
#[derive_grad]
pub fn c135_integer_division_and_remainder(x: f64, n: usize) -> f64 {
    let half = n / 2;
    let odd = n % 2;
    (half as f64) * x * x + (odd as f64) / (x + half as f64)
}

// Everything in f32: generated literals and zeros must be f32.
#[derive_grad]
pub fn c137_f32_function(x: f32, y: f32) -> f32 {
    let mut s = 0.0;
    for i in 0..3 {
        s += x * y * i as f32;
    }
    s * 0.5 + x
}

// Taylor series with an unsigned factorial and an alternating integer sign.
#[derive_grad]
pub fn c139_factorial_series(x: f64) -> f64 {
    let mut s = 0.0;
    let mut fact: u64 = 1;
    let mut sign: i32 = 1;
    for k in 0..5_u32 {
        if k > 0 {
            fact *= (2 * k as u64) * (2 * k as u64 - 1);
        }
        s += sign as f64 * x.powi(2 * k as i32) / fact as f64;
        sign = -sign;
    }
    s
}

pub fn cases() -> Vec<Case> {
    vec![
        case! {
            c135_integer_division_and_remainder
            c135_integer_division_and_remainder_grad c135_integer_division_and_remainder_grad_into
            c135_integer_division_and_remainder_grad_with c135_integer_division_and_remainder_vjp;
            |v| (v[0], 7) -> (x);
            smooth [1.5] = 6.972222222222222 => [8.950617283950617]
        },
        case! {
            c137_f32_function
            c137_f32_function_grad c137_f32_function_grad_into
            c137_f32_function_grad_with c137_f32_function_vjp;
            |v| (v[0] as f32, v[1] as f32) -> (x, y);
            smooth [1.5, 2.0] = 6.0 => [4.0, 2.25]
        },
        case! {
            c139_factorial_series
            c139_factorial_series_grad c139_factorial_series_grad_into
            c139_factorial_series_grad_with c139_factorial_series_vjp;
            |v| (v[0]) -> (x);
            smooth [0.9] = 0.6216100637700893 => [-0.7833258498214286]
        },
    ]
}
