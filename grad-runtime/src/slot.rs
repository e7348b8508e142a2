//! Where a reverse half puts the contribution to one parameter, if anywhere.

/// A place for the gradient of one parameter, which may be absent.
///
/// A reverse half has one slot for every parameter of its function, because a caller cannot see
/// which parameters the callee differentiates. What stands in a slot decides, at compile time, what
/// is computed: a buffer receives its contribution, and for [`Skip`] the code that would compute
/// the contribution is dead.
///
/// | in the slot | serves as | holds a buffer |
/// |---|---|---|
/// | [`Skip`] | `Slot<T>` for every `T` | never |
/// | `&mut T` | `Slot<T>` | always |
/// | `&mut Vec<T>`, `&mut [T; N]` | `Slot<[T]>` too | always |
/// | `Option` of one of these references | the same | when it is `Some` |
///
/// # Examples
///
/// ```
/// use grad_runtime::{Skip, Slot};
///
/// fn add_one(mut slot: impl Slot<f64>) {
///     slot.with(|d| *d += 1.0);
/// }
///
/// let mut d_x = 0.5;
/// add_one(&mut d_x);
/// add_one(Skip);
/// add_one(None::<&mut f64>);
/// assert_eq!(d_x, 1.5);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot take the gradient of a parameter whose buffer is `{T}`",
    label = "not a buffer of type `{T}`",
    note = "pass `&mut` of that buffer, or `grad_runtime::Skip` to discard the gradient",
    note = "a derived function that leaves a parameter out by `no_grad` takes constants there: where the buffer is `()`, its gradient would be lost"
)]
pub trait Slot<T: ?Sized> {
    /// The buffer, if there is one.
    ///
    /// # Examples
    ///
    /// ```
    /// use grad_runtime::Slot;
    ///
    /// let mut row = [1.0, 2.0];
    /// let mut slot = &mut row;
    /// let buffer: Option<&mut [f64]> = slot.get();
    /// assert_eq!(buffer.unwrap().len(), 2);
    /// ```
    fn get(&mut self) -> Option<&mut T>;

    /// Calls `f` with the buffer, if there is one.
    ///
    /// # Examples
    ///
    /// ```
    /// use grad_runtime::Slot;
    ///
    /// let mut d = vec![0.0; 3];
    /// Slot::<[f64]>::with(&mut Some(&mut d), |d| d[1] = 4.0);
    /// assert_eq!(d, [0.0, 4.0, 0.0]);
    /// ```
    #[inline(always)]
    fn with(&mut self, f: impl FnOnce(&mut T)) {
        if let Some(buffer) = self.get() {
            f(buffer);
        }
    }
}

/// The slot that discards the gradient of its parameter, whatever its type.
///
/// # Examples
///
/// ```
/// use grad_runtime::{Skip, Slot};
///
/// assert!(Slot::<[f64]>::get(&mut Skip).is_none());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Skip;

impl<T: ?Sized> Slot<T> for Skip {
    #[inline(always)]
    fn get(&mut self) -> Option<&mut T> {
        None
    }
}

impl<T: ?Sized> Slot<T> for &mut T {
    #[inline(always)]
    fn get(&mut self) -> Option<&mut T> {
        Some(self)
    }
}

impl<T: ?Sized> Slot<T> for Option<&mut T> {
    #[inline(always)]
    fn get(&mut self) -> Option<&mut T> {
        self.as_deref_mut()
    }
}

impl<T> Slot<[T]> for &mut Vec<T> {
    #[inline(always)]
    fn get(&mut self) -> Option<&mut [T]> {
        Some(self.as_mut_slice())
    }
}

impl<T> Slot<[T]> for Option<&mut Vec<T>> {
    #[inline(always)]
    fn get(&mut self) -> Option<&mut [T]> {
        self.as_mut().map(|buffer| buffer.as_mut_slice())
    }
}

impl<T, const N: usize> Slot<[T]> for &mut [T; N] {
    #[inline(always)]
    fn get(&mut self) -> Option<&mut [T]> {
        Some(self.as_mut_slice())
    }
}

impl<T, const N: usize> Slot<[T]> for Option<&mut [T; N]> {
    #[inline(always)]
    fn get(&mut self) -> Option<&mut [T]> {
        self.as_mut().map(|buffer| buffer.as_mut_slice())
    }
}
