//! `Result` and `Option` of calls, taken apart without knowing which it is.

/// What a function returns that may have no value.
pub trait Outcome {
    /// The same around `()`.
    type Case: Case;
    /// The value inside.
    type Inside;

    /// The case, and the value where there is one.
    fn outcome(self) -> (Self::Case, Option<Self::Inside>);
}

/// A `Result` or an `Option` around `()`.
pub trait Case {
    /// Whether there is a value.
    fn held(&self) -> bool;
}

impl Case for Option<()> {
    #[inline]
    fn held(&self) -> bool {
        self.is_some()
    }
}

impl<E> Case for Result<(), E> {
    #[inline]
    fn held(&self) -> bool {
        self.is_ok()
    }
}

impl<T> Outcome for Option<T> {
    type Case = Option<()>;
    type Inside = T;

    #[inline]
    fn outcome(self) -> (Option<()>, Option<T>) {
        (self.as_ref().map(|_| ()), self)
    }
}

impl<T, E> Outcome for Result<T, E> {
    type Case = Result<(), E>;
    type Inside = T;

    #[inline]
    fn outcome(self) -> (Result<(), E>, Option<T>) {
        match self {
            Ok(value) => (Ok(()), Some(value)),
            Err(error) => (Err(error), None),
        }
    }
}

/// The case of what a call returned, and the value where there is one.
#[inline]
pub fn outcome<O: Outcome>(of: O) -> (O::Case, Option<O::Inside>) {
    of.outcome()
}

/// Whether a case is that of a value.
#[inline]
pub fn held<C: Case>(case: &C) -> bool {
    case.held()
}
