//! The runtime is called `slopes` here, and is re-exported; functions come from another crate.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::pedantic)]

use grad_hygiene_2018::lints::{energy, energy_vjp};
use slopes::derive_grad;

/// What a crate re-exports.
pub mod exported {
    pub use slopes as runtime;
}

/// Loops, vectors, calls within this crate and of another.
#[derive_grad(crate = slopes, test(x = [1.0, 2.0, 4.0], out = [0.5, 0.5]))]
pub fn both(x: &[f64], out: &mut [f64]) -> f64 {
    let mut list = vec![0.0; x.len()];
    for i in 0..x.len() {
        list[i] = square(x[i]);
    }
    out[0] = energy(&list, out[1]);
    out[0] * grad_hygiene_2018::scopes::square(x[0])
}

/// Through the re-export.
#[derive_grad(crate = crate::exported::runtime, test(x = 3.0))]
#[must_use]
pub fn square(x: f64) -> f64 {
    x * x
}

/// An absolute path.
#[derive_grad(crate = ::slopes, test(x = 3.0, k = 0.5))]
#[must_use]
pub fn polar(x: f64, k: f32) -> (f64, f32) {
    (x.hypot(1.0), k.sin())
}

/// Both macros of one crate.
#[slopes::derive_grad(crate = slopes, wrt(x), test(x = [1.0], n = 2))]
#[must_use]
pub fn repeated(x: &[f64], n: usize) -> f64 {
    let mut product = 1.0;
    for _ in 0..n {
        product *= x[0];
    }
    product
}
