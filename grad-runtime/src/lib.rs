//! Reverse-mode derivatives of plain Rust functions, generated at compile time.
//!
//! Put [`derive_grad`] on a function of floats and the compiler gets, beside the function, ordinary
//! Rust source that computes its gradient. Nothing is recorded in a graph at run time, nothing is
//! dispatched dynamically, and there is no `unsafe`. This crate is the part that generated code
//! links to: the attribute itself, the [`Tape`] on which loops keep what their reverse sweep needs,
//! and the traits that give each type its gradient.
//!
//! # What is generated
//!
//! For `fn energy(x: &[f64], k: f64) -> f64`:
//!
//! | call | gives | buffers |
//! |---|---|---|
//! | `energy_grad(x, k)` | the value and every gradient, owned: `(f64, Vec<f64>, f64)` | none |
//! | `energy_grad_into(x, k, &mut d_x, &mut d_k)` | the value | overwritten |
//! | `energy_grad_with(&mut tape, x, k, &mut d_x, &mut d_k)` | the value; a tape that is kept from call to call makes all calls after the first free of allocation | overwritten |
//! | `energy_vjp(x, k)` | the value and a pullback, which is called as `pullback(seed, &mut d_x, &mut d_k)` | accumulated |
//!
//! *Overwritten* means that the earlier content of a buffer does not matter. *Accumulated* means
//! that the pullback adds `seed` times the gradient to what the buffer holds, so that several terms
//! can be summed in one buffer; start from zeros to get one term alone. A pullback is used up by its
//! call.
//!
//! A buffer has the shape of its parameter ([`Differentiable`] has the table). Lengths are compared
//! before anything is written, and a difference panics with both lengths in the message.
//!
//! Whether a gradient is right can be seen from differences of the function: [`check`] compares them, and
//! the option `test(x = [1.0, 2.0], k = 0.5)` of the attribute emits a test that does so.
//!
//! # Conventions at kinks and singular points
//!
//! Where a function has no derivative, or an infinite one, one set of rules holds for every spelling
//! of that function. The numbers are the contributions for a seed of 1.
//!
//! | function | where | contribution |
//! |---|---|---|
//! | `x.abs()` | 0 | 0 |
//! | `a.max(b)`, `a.min(b)` | `a == b` | 1/2 to each |
//! | `a.max(b)`, `a.min(b)` | one is NaN | 1 to the operand that was returned |
//! | `x.clamp(lo, hi)` | at a bound | as `x.max(lo).min(hi)`: 1/2 to each |
//! | `x.sqrt()` | 0 | infinity; 0 for a zero seed |
//! | `x.powi(0)`, `x.powf(0.0)`, by `x` | everywhere | 0 |
//! | `x.powf(y)`, by `y` | `x == 0`, `y > 0` | 0 |
//! | `x.powf(y)`, by `y` | `x < 0` | NaN; nothing where `y` is a literal |
//! | `x.powf(y)` | (0, 0) | 0 to each |
//! | `x.hypot(y)`, `y.atan2(x)` | the origin | 0 to each |
//! | `signum`, `floor`, `ceil`, `round`, `trunc`, float to integer and back | everywhere | 0 |
//! | `x % y`, by `y` | everywhere | `-(x / y).trunc()` |
//! | `x.rem_euclid(y)`, by `y` | everywhere | `-x.div_euclid(y)` |
//! | `x.copysign(s)`, by `x` | everywhere | `x.signum() * s.signum()` |
//! | `x.copysign(s)`, by `s` | everywhere | 0 |
//! | `if`, `match` | on the boundary | that of the arm that ran |
//!
//! A function whose slope is infinite at a finite input (`sqrt`, `cbrt`, fractional powers, the
//! logarithms, `asin`, `acos`, `acosh`, `atanh`) contributes zero there when the seed is zero,
//! although zero times infinity is NaN: an output that nobody asked for has no influence. Products
//! and quotients follow plain float arithmetic. So `(x * x).sqrt()` at 0 has the gradient
//! infinity times 0, which is NaN, and that is honest: `x.abs()` is the function to write.
#![forbid(unsafe_code)]
#![warn(clippy::pedantic)]
#![allow(
    clippy::inline_always,
    reason = "rules and slots are one operation each; generated code counts on them to vanish"
)]
#![allow(
    clippy::float_cmp,
    reason = "conventions hold at exact values: a tie, a zero, a bound"
)]
#![allow(
    clippy::many_single_char_names,
    clippy::similar_names,
    reason = "formulas keep the letters of the identities above them"
)]

#[macro_use]
mod for_tuples;

mod float_methods;
mod free_list;
mod tape;

mod differentiable;
mod shape;
mod tangent;

mod cells;
mod contents;
mod reread;
mod rewind;
mod scalar;
mod word;

mod shaped;
mod slot;

mod function;
mod kept;
mod operators;
mod outcome;
mod parts;
mod spare;
mod unseen;
mod witness;

pub mod check;
pub mod flat;
#[cfg(feature = "special")]
pub mod special;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use differentiable::Differentiable;
pub use function::{DiffFn, WithVjp, diff_fn};
/// Makes a function callable from derived ones by a derivative that is written by hand.
///
/// The attribute stands on the derivative, beside the function `bar` itself, in one of two forms. A *buffer*
/// is the `&mut` of an argument's gradient; there is one for each argument that carries a float, in order,
/// and the rule adds to it.
///
/// | form | called |
/// |---|---|
/// | `fn bar_rev(args.., out, seed, buffers..)` | in the reverse sweep, with the value of `bar` as `out` and its cotangent as `seed` |
/// | `fn bar_vjp(args..) -> (R, impl FnOnce(seed, buffers..))` | in the reverse sweep: the value is computed a second time there |
///
/// The arguments are kept on the tape from one sweep to the other. They are floats, integers, truth values,
/// or tuples of two or three, arrays, slices and `Vec`s of these; the value, and so `out` and `seed`, may be
/// by value where it is a float and by reference otherwise. `crate = path` names this crate where it is
/// renamed. A derived function calls `bar`, and where `bar` is imported from another module, `bar_vjp` is
/// to be imported as well.
///
/// Whether a rule is right can be seen from differences of a derived function that calls it: [`check`].
///
/// # Examples
///
/// The positive root of `r² - b r - 1`, which is found by iteration; its derivative is known from the
/// equation itself (implicit function theorem).
///
/// ```
/// use grad_runtime::{derive_grad, grad_rule};
///
/// fn root(b: f64) -> f64 {
///     (0..60).fold(b.abs() + 1.0, |r, _| (r * r + 1.0) / (2.0 * r - b))
/// }
///
/// #[grad_rule]
/// fn root_rev(b: f64, out: f64, seed: f64, d_b: &mut f64) {
///     *d_b += seed * out / (2.0 * out - b);
/// }
///
/// #[derive_grad]
/// fn cubed(b: f64) -> f64 {
///     root(b).powi(3)
/// }
///
/// let (value, d_b) = cubed_grad(1.5);
/// assert!((value - 8.0).abs() < 1e-12);
/// assert!((d_b - 12.0 * 0.8).abs() < 1e-12);
/// ```
pub use grad_macro::grad_rule;
pub use grad_macro::{Differentiable, derive_grad};
pub use scalar::Scalar;
pub use shape::ShapeMismatch;
pub use slot::{Skip, Slot};
pub use tangent::Tangent;
pub use tape::Tape;

/// The value itself, whose gradient is zero on purpose.
///
/// In a function with [`derive_grad`] nothing flows back through the argument: it counts as a constant that
/// happens to be computed. Elsewhere it is the identity. The argument is a float.
///
/// # Examples
///
/// ```
/// use grad_runtime::{derive_grad, stop_gradient};
///
/// #[derive_grad]
/// fn weighted(x: f64) -> f64 {
///     let weight = stop_gradient(x * x);
///     weight * x
/// }
///
/// // With the weight held at 9, the derivative of `9 * x` is 9.
/// assert_eq!(weighted_grad(3.0), (27.0, 9.0));
/// ```
#[inline(always)]
#[must_use]
pub fn stop_gradient<T>(value: T) -> T {
    value
}
