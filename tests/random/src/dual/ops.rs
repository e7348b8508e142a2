//! Operators of `Dual`, for values and references as `f64` has them.

use super::{Dual, c};
use std::cmp::Ordering;
use std::ops::{
    Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign,
};

fn add(a: Dual, b: Dual) -> Dual {
    a.binary(b, a.re + b.re, 1.0, 1.0)
}

fn sub(a: Dual, b: Dual) -> Dual {
    a.binary(b, a.re - b.re, 1.0, -1.0)
}

fn mul(a: Dual, b: Dual) -> Dual {
    a.binary(b, a.re * b.re, b.re, a.re)
}

fn div(a: Dual, b: Dual) -> Dual {
    let q = a.re / b.re;
    a.binary(b, q, 1.0 / b.re, -q / b.re)
}

fn rem(a: Dual, b: Dual) -> Dual {
    a.binary(b, a.re % b.re, 1.0, -(a.re / b.re).trunc())
}

macro_rules! operators {
    ($($trait:ident $method:ident $assign_trait:ident $assign_method:ident $rule:ident;)*) => {$(
        impl $trait for Dual {
            type Output = Dual;
            fn $method(self, other: Dual) -> Dual { $rule(self, other) }
        }
        impl $trait<&Dual> for Dual {
            type Output = Dual;
            fn $method(self, other: &Dual) -> Dual { $rule(self, *other) }
        }
        impl $trait<Dual> for &Dual {
            type Output = Dual;
            fn $method(self, other: Dual) -> Dual { $rule(*self, other) }
        }
        impl $trait for &Dual {
            type Output = Dual;
            fn $method(self, other: &Dual) -> Dual { $rule(*self, *other) }
        }
        impl $assign_trait for Dual {
            fn $assign_method(&mut self, other: Dual) { *self = $rule(*self, other); }
        }
        impl $assign_trait<&Dual> for Dual {
            fn $assign_method(&mut self, other: &Dual) { *self = $rule(*self, *other); }
        }
    )*};
}

operators! {
    Add add AddAssign add_assign add;
    Sub sub SubAssign sub_assign sub;
    Mul mul MulAssign mul_assign mul;
    Div div DivAssign div_assign div;
    Rem rem RemAssign rem_assign rem;
}

impl Neg for Dual {
    type Output = Dual;
    fn neg(self) -> Dual {
        self.unary(-self.re, -1.0)
    }
}

impl Neg for &Dual {
    type Output = Dual;
    fn neg(self) -> Dual {
        -*self
    }
}

impl PartialEq for Dual {
    fn eq(&self, other: &Dual) -> bool {
        self.re == other.re
    }
}

impl Dual {
    /// The order of `f64::total_cmp`, of the values.
    #[must_use]
    pub fn total_cmp(&self, other: &Dual) -> Ordering {
        self.re.total_cmp(&other.re)
    }
}

impl PartialOrd for Dual {
    fn partial_cmp(&self, other: &Dual) -> Option<Ordering> {
        self.re.partial_cmp(&other.re)
    }
}

// They start from what those of `f64` start from.
macro_rules! folds {
    ($($trait:ident $method:ident $rule:ident;)*) => {$(
        impl std::iter::$trait for Dual {
            fn $method<I: Iterator<Item = Dual>>(items: I) -> Dual {
                items.fold(c(std::iter::empty::<f64>().$method()), $rule)
            }
        }
        impl<'a> std::iter::$trait<&'a Dual> for Dual {
            fn $method<I: Iterator<Item = &'a Dual>>(items: I) -> Dual {
                items.copied().$method()
            }
        }
    )*};
}

folds! {
    Sum sum add;
    Product product mul;
}
