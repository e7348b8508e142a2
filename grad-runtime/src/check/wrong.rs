//! What a check says about a gradient that it does not believe.

use core::fmt;

/// Why [`check`](crate::check) does not believe a gradient.
///
/// `Debug` prints the same text as `Display`, so that `unwrap` can be read.
///
/// # Examples
///
/// ```
/// use grad_runtime::check::{self, WrongGradient};
///
/// let wrong = check::gradient(|x| x[0] * x[1], &[2.0, 3.0], &[3.0, 5.0]).unwrap_err();
/// let WrongGradient::Entries { wrong, of } = &wrong else {
///     panic!("{wrong}");
/// };
/// assert_eq!((wrong.len(), *of), (1, 2));
/// assert_eq!((wrong[0].name.as_str(), wrong[0].value), ("[1]", 5.0));
/// assert!((wrong[0].expected - 2.0).abs() < 1e-9);
/// ```
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum WrongGradient {
    /// The gradient has more or fewer floats than the point.
    Length {
        /// Floats of the point.
        point: usize,
        /// Floats of the gradient.
        gradient: usize,
    },
    /// Entries of the gradient are not the slopes of the function.
    Entries {
        /// Those that are not.
        wrong: Vec<Entry>,
        /// How many there are in all.
        of: usize,
    },
    /// `u . (J^T v)` is not `v . (J u)`, although no single entry is wrong by itself.
    Product {
        /// From the pullback.
        pulled: f64,
        /// From a difference along `u`.
        expected: f64,
        /// How far apart they may be.
        tolerance: f64,
    },
}

/// An entry of a gradient beside the slopes of the function there.
///
/// # Examples
///
/// A kink reads as a kink:
///
/// ```
/// use grad_runtime::check::{self, WrongGradient};
///
/// let Err(WrongGradient::Entries { wrong, .. }) = check::gradient(|x: &f64| x.abs(), &0.0, &1.0)
/// else {
///     panic!();
/// };
/// assert_eq!((wrong[0].below, wrong[0].above), (-1.0, 1.0));
/// assert!(wrong[0].is_kink);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Entry {
    /// How one writes it: `[3]`, `.0[3]`, `k`. Empty where the point is one float.
    pub name: String,
    /// Where the function was differentiated.
    pub at: f64,
    /// The entry of the gradient under test.
    pub value: f64,
    /// The slope from differences on both sides; NaN where the function has no finite values there.
    pub expected: f64,
    /// How far apart the two may be.
    pub tolerance: f64,
    /// Whether `expected` is known well enough to judge. Where it is not, the function has a kink or
    /// a pole nearby, or more noise than digits.
    pub is_clear: bool,
    /// The slope from below: infinite where it grows with every shorter step, NaN where the function has
    /// no value.
    pub below: f64,
    /// The slope from above.
    pub above: f64,
    /// Whether the two differ: there is no derivative, only a convention.
    pub is_kink: bool,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.name.is_empty() {
            "at"
        } else {
            &self.name
        };
        let equals = if self.name.is_empty() { "" } else { "= " };
        write!(
            f,
            "{name} {equals}{}: the gradient says {}, ",
            self.at, self.value
        )?;
        if self.is_clear {
            write!(
                f,
                "differences say {} (up to {:.1e})",
                self.expected, self.tolerance
            )?;
        } else {
            write!(f, "differences cannot tell")?;
        }
        let kink = if self.is_kink { ": a kink" } else { "" };
        write!(
            f,
            "; the slope is {} from below and {} from above{kink}",
            Short(self.below),
            Short(self.above)
        )
    }
}

/// One-sided slopes are good to a few digits only.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded: f64 = format!("{:.5e}", self.0).parse().unwrap_or(self.0);
        write!(f, "{rounded}")
    }
}

/// Of many wrong entries the first ones are enough.
const SHOWN: usize = 10;

impl fmt::Display for WrongGradient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WrongGradient::Length { point, gradient } => {
                write!(
                    f,
                    "the gradient has {gradient} floats, but the point has {point}"
                )
            }
            WrongGradient::Entries { wrong, of } => {
                write!(
                    f,
                    "{} of {of} entries of the gradient are wrong",
                    wrong.len()
                )?;
                for entry in wrong.iter().take(SHOWN) {
                    write!(f, "\n  {entry}")?;
                }
                match wrong.len().saturating_sub(SHOWN) {
                    0 => Ok(()),
                    more => write!(f, "\n  and {more} more"),
                }
            }
            WrongGradient::Product {
                pulled,
                expected,
                tolerance,
            } => write!(
                f,
                "the pullback is wrong: u . (J^T v) is {pulled}, but v . (J u) is {expected} (up to {tolerance:.1e})"
            ),
        }
    }
}

impl fmt::Debug for WrongGradient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for WrongGradient {}
