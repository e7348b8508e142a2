//! Forward-mode dual numbers: the independent answer.
//!
//! Conventions at kinks and singular points are those that the generated gradients promise. A `Dual` also carries what
//! the comparison needs to be fair: the scale of the terms that were summed into the tangent, and whether a
//! non-finite value or slope took part, in which case forward and reverse order may honestly differ.

mod maths;
mod ops;
mod single;
#[cfg(test)]
mod tests;

pub use single::{Dual32, c32};

/// A value with one tangent.
#[derive(Clone, Copy, Debug)]
pub struct Dual {
    re: f64,
    eps: f64,
    scale: f64,
    odd: bool,
}

/// A constant: the form that literals take in the printed dual text.
#[must_use]
pub const fn c(re: f64) -> Dual {
    Dual {
        re,
        eps: 0.0,
        scale: 0.0,
        odd: !re.is_finite(),
    }
}

impl Dual {
    /// An input with the given tangent.
    #[must_use]
    pub fn new(re: f64, eps: f64) -> Self {
        Self {
            re,
            eps,
            scale: eps.abs(),
            odd: !re.is_finite(),
        }
    }

    /// The value.
    #[must_use]
    pub fn re(self) -> f64 {
        self.re
    }

    /// The tangent.
    #[must_use]
    pub fn eps(self) -> f64 {
        self.eps
    }

    /// The sum of the magnitudes of the terms in the tangent: rounding errors are relative to this.
    #[must_use]
    pub fn scale(self) -> f64 {
        self.scale
    }

    /// Whether a non-finite value or slope took part.
    #[must_use]
    pub fn odd(self) -> bool {
        self.odd
    }

    /// `re` as a function of one operand with the slope `d`.
    fn unary(self, re: f64, d: f64) -> Self {
        Self {
            re,
            eps: self.eps * d,
            scale: self.scale * d.abs(),
            odd: self.odd || !re.is_finite() || !d.is_finite(),
        }
    }

    /// As `unary`, for slopes that can be infinite at a finite operand: a zero tangent gives zero.
    fn unary_steep(self, re: f64, d: f64) -> Self {
        let mut out = self.unary(re, d);
        if self.eps == 0.0 {
            out.eps = 0.0;
        }
        if self.scale == 0.0 {
            out.scale = 0.0;
        }
        out
    }

    /// `re` as a function of two operands with the slopes `da`, `db`.
    fn binary(self, other: Self, re: f64, da: f64, db: f64) -> Self {
        let (a, b) = (self.unary(re, da), other.unary(re, db));
        a.joined(b)
    }

    /// Adds the tangents of two partial results with the same value.
    fn joined(self, other: Self) -> Self {
        Self {
            re: self.re,
            eps: self.eps + other.eps,
            scale: self.scale + other.scale,
            odd: self.odd || other.odd,
        }
    }
}
