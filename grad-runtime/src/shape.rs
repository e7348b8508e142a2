//! What differs between a gradient buffer and the value it belongs to.

use core::fmt;

/// The first difference in shape between a value and its gradient buffer.
///
/// Made by [`Differentiable::compare_shape`](crate::Differentiable::compare_shape). It knows the
/// way from the whole value to the part that differs, and what differs there.
///
/// # Examples
///
/// ```
/// use grad_runtime::Differentiable;
///
/// let rows = [vec![1.0], vec![2.0, 3.0]];
/// let mismatch = rows.compare_shape(&[vec![0.0], vec![0.0]]).unwrap_err();
/// assert_eq!(
///     mismatch.describe("w"),
///     "gradient buffer `d_w[1]` has length 1, but `w[1]` has length 2",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeMismatch {
    path: String,
    buffer: Shape,
    value: Shape,
}

/// The part of a shape that can differ at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Length(usize),
    Some,
    None,
}

impl ShapeMismatch {
    /// A buffer of length `buffer` for a value of length `value`.
    ///
    /// # Examples
    ///
    /// ```
    /// let mismatch = grad_runtime::ShapeMismatch::of_lengths(3, 4);
    /// assert_eq!(
    ///     mismatch.describe("x"),
    ///     "gradient buffer `d_x` has length 3, but `x` has length 4",
    /// );
    /// ```
    #[cold]
    #[must_use]
    pub fn of_lengths(buffer: usize, value: usize) -> Self {
        Self::here(Shape::Length(buffer), Shape::Length(value))
    }

    /// A buffer and an optional value of which only one is there.
    ///
    /// # Examples
    ///
    /// ```
    /// let mismatch = grad_runtime::ShapeMismatch::of_presence(false);
    /// assert_eq!(
    ///     mismatch.describe("x"),
    ///     "gradient buffer `d_x` is `None`, but `x` is `Some`",
    /// );
    /// ```
    #[cold]
    #[must_use]
    pub fn of_presence(buffer: bool) -> Self {
        if buffer {
            Self::here(Shape::Some, Shape::None)
        } else {
            Self::here(Shape::None, Shape::Some)
        }
    }

    fn here(buffer: Shape, value: Shape) -> Self {
        Self {
            path: String::new(),
            buffer,
            value,
        }
    }

    /// The same difference seen from outside: `step` leads from there to where it was seen.
    ///
    /// A step is what one writes behind the name: `[2]`, `.bias`, `.0`.
    ///
    /// # Examples
    ///
    /// ```
    /// let mismatch = grad_runtime::ShapeMismatch::of_lengths(3, 4).within(".bias");
    /// assert_eq!(
    ///     mismatch.describe("net"),
    ///     "gradient buffer `d_net.bias` has length 3, but `net.bias` has length 4",
    /// );
    /// ```
    #[cold]
    #[must_use]
    pub fn within(mut self, step: impl fmt::Display) -> Self {
        self.path.insert_str(0, &step.to_string());
        self
    }

    /// The sentence for a value called `name`, whose buffer is called `d_` and that name.
    ///
    /// # Examples
    ///
    /// See [`ShapeMismatch::of_lengths`].
    #[must_use]
    pub fn describe(&self, name: &str) -> String {
        let Self {
            path,
            buffer,
            value,
        } = self;
        format!("gradient buffer `d_{name}{path}` {buffer}, but `{name}{path}` {value}")
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Length(length) => write!(f, "has length {length}"),
            Shape::Some => f.write_str("is `Some`"),
            Shape::None => f.write_str("is `None`"),
        }
    }
}
