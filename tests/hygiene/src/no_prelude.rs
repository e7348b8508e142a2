//! Without the prelude nothing has a short name.
#![no_implicit_prelude]

use ::grad_runtime::derive_grad;

/// Slices, vectors, a loop and the tape.
#[allow(clippy::needless_pass_by_value, reason = "a vector is to be passed")]
#[derive_grad(test(x = [1.0, 2.0], w = [3.0, 4.0, 5.0]))]
#[must_use]
pub fn product(x: &[f64], w: ::std::vec::Vec<f64>) -> f64 {
    let mut sum = 0.0;
    let mut kept = ::std::vec![0.0; 2];
    for i in 0..x.len() {
        kept[i] = x[i].sin() * w[i];
        sum += kept[i] * w[w.len() - 1];
        kept.push(sum);
    }
    let _ = kept.pop();
    if let [first, .., last] = kept[..] {
        sum += first * last;
    }
    sum
}

/// Results by `&mut`, a tuple and a call.
#[derive_grad(test(x = 2.0, out = [1.0, 2.0], list = [0.5]))]
pub fn outputs(x: f64, out: &mut [f64; 2], list: &mut ::std::vec::Vec<f64>) -> (f64, f64) {
    out[0] *= x;
    list.push(out[0]);
    let parts = [x, out[1]];
    (product(&parts, ::std::vec![x, 2.0, 3.0]), x.max(out[0]))
}

/// A function as an argument.
#[must_use]
#[derive_grad]
pub fn mean(f: impl ::std::ops::Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    (f(a) + f(b)) * 0.5
}

/// A closure and a function for it.
#[must_use]
#[derive_grad(test(k = 2.0, w = [1.0, 2.0]))]
pub fn means(k: f64, w: &[f64]) -> f64 {
    mean(|x| x * k * w[0], w[1], k) + mean(square, k, 1.0)
}

/// The square.
#[must_use]
#[derive_grad(test(x = 2.0))]
pub fn square(x: f64) -> f64 {
    x * x
}

/// Strings and assertions stay what they are.
///
/// # Panics
///
/// Where the name is not that of two.
#[allow(clippy::uninlined_format_args, reason = "not in every edition")]
#[must_use]
#[derive_grad(test(x = 2.0, name = "two", limit = 3))]
pub fn noisy(x: f32, name: &str, limit: u8) -> f32 {
    ::std::assert!(name.len() == 3, "{} at {}", name, x);
    ::std::assert_eq!(limit, 3);
    let swapped = {
        let (mut a, mut b) = (x, 2.0 * x);
        ::std::mem::swap(&mut a, &mut b);
        a
    };
    swapped * x
}
