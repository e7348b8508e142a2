//! The floats of a value as one list: what optimisers and samplers work on.
//!
//! ```
//! use grad_runtime::{Differentiable, derive_grad, flat};
//!
//! #[derive(Differentiable, Clone)]
//! struct Line {
//!     slope: f64,
//!     offsets: Vec<f64>,
//! }
//!
//! #[derive_grad]
//! fn loss(line: &Line, x: f64) -> f64 {
//!     let miss = line.slope * x + line.offsets[0] + line.offsets[1] - 1.0;
//!     miss * miss
//! }
//!
//! let mut line = Line { slope: 0.5, offsets: vec![0.0, 1.0] };
//! for _ in 0..100 {
//!     let (_, d_line, _) = loss_grad(&line, 2.0);
//!     let (mut at, slope) = (flat::to_vec(&line), flat::to_vec(&d_line));
//!     at.iter_mut().zip(slope).for_each(|(a, s)| *a -= 0.05 * s);
//!     flat::copy_from(&mut line, &at);
//! }
//! assert!(loss(&line, 2.0) < 1e-12);
//! ```
//!
//! A value and its gradient give lists of one length, in one order: that of the fields.

use crate::check::Floats;
use crate::check::floats::{read, write};

/// All floats of a value, in order.
///
/// # Examples
///
/// ```
/// assert_eq!(grad_runtime::flat::to_vec(&(vec![1.0, 2.0], 7_usize, [3.0_f32])), [1.0, 2.0, 3.0]);
/// ```
#[must_use]
pub fn to_vec<T: Floats + Clone>(value: &T) -> Vec<f64> {
    let list = read(&mut value.clone());
    list.iter().map(|float| float.value).collect()
}

/// Sets all floats of a value, in order; those that are `f32` are rounded to it.
///
/// # Panics
///
/// If the value has another number of floats than the list, before anything is written.
///
/// # Examples
///
/// ```
/// let mut value = (vec![1.0, 2.0], 3.0);
/// grad_runtime::flat::copy_from(&mut value, &[4.0, 5.0, 6.0]);
/// assert_eq!(value, (vec![4.0, 5.0], 6.0));
/// ```
#[track_caller]
pub fn copy_from<T: Floats + ?Sized>(value: &mut T, from: &[f64]) {
    let (given, there) = (from.len(), read(value).len());
    assert!(
        given == there,
        "the list has {given} floats, but the value has {there}"
    );
    write(value, from);
}
