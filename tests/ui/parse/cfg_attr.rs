//! `#[cfg]` behind a condition.
#![allow(unused_mut)]
use grad_runtime::derive_grad;

#[derive_grad]
fn square(x: f64) -> f64 {
    let mut y = x;
    #[cfg_attr(debug_assertions, cfg(not(debug_assertions)))]
    {
        y += 1.0;
    }
    y * y
}

fn main() {}
