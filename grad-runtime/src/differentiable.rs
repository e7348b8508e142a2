//! Which gradient belongs to a type, and the buffer in which a caller receives it.

use crate::{ShapeMismatch, Tangent};

mod containers;
mod leaves;
mod tuples;

/// A type whose values can be differentiated by: it has a gradient.
///
/// | type | [`Tangent`](Differentiable::Tangent), owned | [`Buffer`](Differentiable::Buffer), behind `&mut` |
/// |---|---|---|
/// | `f64`, `f32` | itself | itself |
/// | `[T]`, `Vec<T>` | `Vec<T::Tangent>` | `[T::Tangent]` |
/// | `[T; N]` | `[T::Tangent; N]` | the same |
/// | `&T`, `&mut T`, `Box<T>` | that of `T` | that of `T` |
/// | `Option<T>` | `Option<T::Tangent>` | the same |
/// | tuples of up to twelve | the tuple of `Tangent`s | the same |
/// | integers, `bool`, `char`, `str`, `String`, `()` | `()` | `()` |
///
/// # Examples
///
/// ```
/// use grad_runtime::Differentiable;
///
/// let rows: &[Vec<f64>] = &[vec![1.0], vec![2.0, 3.0]];
/// let zero: Vec<Vec<f64>> = rows.zero_tangent();
/// assert_eq!(zero, [vec![0.0], vec![0.0, 0.0]]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no gradient",
    label = "cannot be differentiated by",
    note = "put `#[derive(grad_runtime::Differentiable)]` on `{Self}`, or leave the parameter out: `#[derive_grad(no_grad(..))]`"
)]
pub trait Differentiable {
    /// The owned form of a gradient. It has the shape of the value: the same lengths inside.
    type Tangent: Tangent;

    /// What a caller lends, behind `&mut`, to receive a gradient.
    type Buffer: Tangent + ?Sized;

    /// A gradient of zeros in the shape of this value.
    ///
    /// # Examples
    ///
    /// ```
    /// use grad_runtime::Differentiable;
    ///
    /// assert_eq!((vec![1.0, 2.0], 3_usize, 4.0_f32).zero_tangent(), (vec![0.0, 0.0], (), 0.0));
    /// ```
    fn zero_tangent(&self) -> Self::Tangent;

    /// Lends an owned gradient as a buffer: a `Vec` as its slice, the other forms as themselves.
    ///
    /// # Examples
    ///
    /// ```
    /// use grad_runtime::Differentiable;
    ///
    /// let mut d = vec![0.0; 2];
    /// let buffer: &mut [f64] = <[f64]>::as_buffer(&mut d);
    /// buffer[1] = 5.0;
    /// assert_eq!(d, [0.0, 5.0]);
    /// ```
    fn as_buffer(tangent: &mut Self::Tangent) -> &mut Self::Buffer;

    /// As [`as_buffer`](Differentiable::as_buffer), to read.
    ///
    /// # Examples
    ///
    /// ```
    /// use grad_runtime::Differentiable;
    ///
    /// assert_eq!(<Vec<f64>>::as_buffer_ref(&vec![1.0, 2.0]).len(), 2);
    /// ```
    fn as_buffer_ref(tangent: &Self::Tangent) -> &Self::Buffer;

    /// Looks for the first place where a buffer has another shape than this value.
    ///
    /// # Errors
    ///
    /// The place and what differs there.
    ///
    /// # Examples
    ///
    /// ```
    /// use grad_runtime::Differentiable;
    ///
    /// let x = [1.0, 2.0];
    /// assert!(x[..].compare_shape(&[0.0; 2]).is_ok());
    /// assert!(x[..].compare_shape(&[0.0; 3]).is_err());
    /// ```
    fn compare_shape(&self, buffer: &Self::Buffer) -> Result<(), ShapeMismatch>;

    /// Sets a buffer to zeros in the shape of this value, as far as the buffer's type leaves that open.
    #[doc(hidden)]
    #[inline]
    fn renew_buffer(&self, buffer: &mut Self::Buffer) {
        Tangent::set_zero(buffer);
    }

    /// Makes sure that a buffer has the shape of this value, which is called `name`.
    ///
    /// # Panics
    ///
    /// If it has not. The message names the part that differs and gives both lengths.
    ///
    /// # Examples
    ///
    /// ```should_panic
    /// use grad_runtime::Differentiable;
    ///
    /// // gradient buffer `d_x` has length 3, but `x` has length 4
    /// [1.0; 4][..].check_shape(&[0.0; 3], "x");
    /// ```
    #[inline]
    #[track_caller]
    fn check_shape(&self, buffer: &Self::Buffer, name: &str) {
        if let Err(mismatch) = self.compare_shape(buffer) {
            refuse(&mismatch, name);
        }
    }
}

/// Zeros in the shape of a value, in the memory that is there where it fits.
#[inline]
pub(crate) fn renew<T: Differentiable>(value: &T, tangent: &mut T::Tangent) {
    if value.compare_shape(T::as_buffer_ref(tangent)).is_ok() {
        Tangent::set_zero(tangent);
    } else {
        *tangent = value.zero_tangent();
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn refuse(mismatch: &ShapeMismatch, name: &str) -> ! {
    panic!("{}", mismatch.describe(name))
}
