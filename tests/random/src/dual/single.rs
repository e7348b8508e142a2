//! Dual numbers over `f32`: values as `f32` computes them, slopes in `f64` at those values.

use super::Dual;
use std::cmp::Ordering;
use std::ops::{
    Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign,
};

/// A dual number whose value is an `f32`.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Dual32(Dual);

/// A constant: the form that literals take in the printed dual text.
#[must_use]
pub const fn c32(re: f32) -> Dual32 {
    Dual32(super::c(re as f64))
}

impl Dual32 {
    /// The value rounded to `f32`.
    #[must_use]
    pub fn new(d: Dual) -> Self {
        Self(at(d, d.re() as f32))
    }

    /// With the value as an `f64`.
    #[must_use]
    pub fn wide(self) -> Dual {
        self.0
    }

    /// The value.
    #[must_use]
    pub fn re(self) -> f32 {
        self.0.re() as f32
    }

    /// The order of `f32::total_cmp`, of the values.
    #[must_use]
    pub fn total_cmp(&self, other: &Dual32) -> Ordering {
        self.re().total_cmp(&other.re())
    }
}

/// The same slopes at another value.
fn at(d: Dual, re: f32) -> Dual {
    Dual {
        re: f64::from(re),
        odd: d.odd || !re.is_finite(),
        ..d
    }
}

macro_rules! methods {
    ($($name:ident($($arg:ident),*);)*) => {
        #[allow(missing_docs)]
        impl Dual32 {$(
            #[must_use]
            pub fn $name(self $(, $arg: Dual32)*) -> Self {
                let re = self.re().$name($($arg.re()),*);
                Self(at(self.0.$name($($arg.0),*), re))
            }
        )*}
    };
}

methods! {
    sin(); cos(); tan(); asin(); acos(); atan(); sinh(); cosh(); tanh(); asinh(); acosh(); atanh();
    exp(); exp2(); exp_m1(); ln(); ln_1p(); log2(); log10(); sqrt(); cbrt(); recip(); abs();
    floor(); ceil(); round(); round_ties_even(); trunc(); fract(); signum(); to_radians();
    to_degrees();
    powf(y); hypot(y); atan2(y); max(y); min(y); copysign(y); rem_euclid(y); div_euclid(y); log(y);
    clamp(lo, hi); mul_add(b, k);
}

#[allow(missing_docs)]
impl Dual32 {
    #[must_use]
    pub fn powi(self, n: i32) -> Self {
        Self(at(self.0.powi(n), self.re().powi(n)))
    }

    #[must_use]
    pub fn sin_cos(self) -> (Self, Self) {
        let ((s, k), (a, b)) = (self.0.sin_cos(), self.re().sin_cos());
        (Self(at(s, a)), Self(at(k, b)))
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $assign_trait:ident $assign_method:ident;)*) => {$(
        impl $trait for Dual32 {
            type Output = Dual32;
            fn $method(self, other: Dual32) -> Dual32 {
                Dual32(at(self.0.$method(other.0), self.re().$method(other.re())))
            }
        }
        impl $trait<&Dual32> for Dual32 {
            type Output = Dual32;
            fn $method(self, other: &Dual32) -> Dual32 { self.$method(*other) }
        }
        impl $trait<Dual32> for &Dual32 {
            type Output = Dual32;
            fn $method(self, other: Dual32) -> Dual32 { (*self).$method(other) }
        }
        impl $trait for &Dual32 {
            type Output = Dual32;
            fn $method(self, other: &Dual32) -> Dual32 { (*self).$method(*other) }
        }
        impl $assign_trait for Dual32 {
            fn $assign_method(&mut self, other: Dual32) { *self = self.$method(other); }
        }
        impl $assign_trait<&Dual32> for Dual32 {
            fn $assign_method(&mut self, other: &Dual32) { *self = self.$method(*other); }
        }
    )*};
}

operators! {
    Add add AddAssign add_assign;
    Sub sub SubAssign sub_assign;
    Mul mul MulAssign mul_assign;
    Div div DivAssign div_assign;
    Rem rem RemAssign rem_assign;
}

macro_rules! folds {
    ($($trait:ident $method:ident $op:ident;)*) => {$(
        impl std::iter::$trait for Dual32 {
            fn $method<I: Iterator<Item = Dual32>>(items: I) -> Dual32 {
                items.fold(c32(std::iter::empty::<f32>().$method()), Dual32::$op)
            }
        }
        impl<'a> std::iter::$trait<&'a Dual32> for Dual32 {
            fn $method<I: Iterator<Item = &'a Dual32>>(items: I) -> Dual32 {
                items.copied().$method()
            }
        }
    )*};
}

folds! {
    Sum sum add;
    Product product mul;
}

impl Neg for Dual32 {
    type Output = Dual32;
    fn neg(self) -> Dual32 {
        Dual32(at(-self.0, -self.re()))
    }
}

impl Neg for &Dual32 {
    type Output = Dual32;
    fn neg(self) -> Dual32 {
        -*self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_round_as_f32_and_slopes_do_not() {
        let x = Dual32::new(Dual::new(0.1, 1.0));
        let y = (x * x + c32(0.3)).sin() / x;
        let v = 0.1f32;
        assert_eq!(y.re().to_bits(), ((v * v + 0.3).sin() / v).to_bits());
        let (x, inner) = (f64::from(v), f64::from(v * v + 0.3));
        let slope = inner.cos() * 2.0 - inner.sin() / (x * x);
        // The slope is computed in `f64`, from values that were rounded to `f32` a few times.
        let accuracy = 4.0 * f64::from(f32::EPSILON) * slope.abs();
        let error = (y.wide().eps() - slope).abs();
        assert!(error < accuracy, "{error:e}, allowed {accuracy:e}");
        assert_eq!(c32(1.0).wide().eps(), 0.0);
    }
}
