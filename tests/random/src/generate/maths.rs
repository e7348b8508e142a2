//! Maths methods, each with arguments that keep it inside its domain.

use super::{Gen, STORED, Sized, sized};
use crate::ast::{Expr, Op, Ty, bin, float_method, int, lit, var};

impl Gen {
    pub(super) fn maths(&mut self, depth: usize) -> Sized {
        match self.pick(&[34, 10, 14, 18, 10, 6, 3, 2, 3]) {
            0 => self.bounded_method(depth),
            1 => self.growing_method(depth),
            2 => self.positive_method(depth),
            3 => self.two_operands(depth),
            4 => self.kinked_method(depth),
            5 => self.power(depth),
            6 => self.clamped(depth),
            7 => self.paired(depth),
            _ => self.spelled_out(depth),
        }
    }

    /// The receiver of a method: sometimes a reference as it stands.
    fn receiver(&mut self, depth: usize) -> Sized {
        if self.chance(15)
            && let Some(l) = self.some_local(|l| l.name.ty == Ty::FloatRef)
        {
            return sized(var(&l.name), l.bound);
        }
        let s = self.float(depth - 1);
        if matches!(s.e, crate::ast::Expr::Float(..)) && self.chance(80) {
            return self.variable();
        }
        s
    }

    fn bounded_method(&mut self, depth: usize) -> Sized {
        let a = self.receiver(depth);
        let (name, bound) = self.weighted(&[
            (5, ("sin", 1.0)),
            (4, ("cos", 1.0)),
            (4, ("tanh", 1.0)),
            (2, ("atan", 1.6)),
        ]);
        sized(float_method(a.e, name, vec![]), bound)
    }

    /// Methods that need a small argument: between -1 and 1, or a little less.
    fn growing_method(&mut self, depth: usize) -> Sized {
        let a = self.receiver(depth);
        let a = if a.bound <= 1.0 {
            a.e
        } else {
            let name = self.weighted(&[(1, "sin"), (1, "tanh"), (1, "cos")]);
            float_method(a.e, name, vec![])
        };
        let (name, bound, narrow) = self.weighted(&[
            (5, ("exp", 2.8, false)),
            (2, ("tan", 1.0, true)),
            (1, ("exp2", 2.0, false)),
            (1, ("exp_m1", 1.8, false)),
            (1, ("sinh", 1.2, false)),
            (1, ("cosh", 1.6, false)),
            (1, ("asin", 1.0, true)),
            (1, ("acos", 2.6, true)),
            (1, ("atanh", 0.9, true)),
            (1, ("asinh", 0.9, false)),
        ]);
        let a = if narrow { bin(Op::Mul, lit(0.7), a) } else { a };
        sized(float_method(a, name, vec![]), bound)
    }

    /// Methods that need a positive argument.
    fn positive_method(&mut self, depth: usize) -> Sized {
        let a = self.positive(depth - 1);
        let (name, bound) = self.weighted(&[
            (5, ("ln", 4.3)),
            (5, ("sqrt", 8.1)),
            (2, ("recip", 2.0)),
            (1, ("ln_1p", 4.3)),
            (1, ("log2", 6.1)),
            (1, ("log10", 2.0)),
            (1, ("cbrt", 4.1)),
            (1, ("acosh", 5.1)),
            (1, ("log", 6.1)),
        ]);
        let a = match name {
            "acosh" => bin(Op::Add, a, lit(1.0)),
            _ => a,
        };
        let args = match name {
            "log" => vec![self.positive_base()],
            _ => vec![],
        };
        sized(float_method(a, name, args), bound)
    }

    /// A base of logarithms.
    fn positive_base(&mut self) -> Expr {
        if self.rng.chance(50) {
            return lit(2.0);
        }
        let v = self.variable().e;
        bin(Op::Add, lit(2.5), float_method(v, "sin", vec![]))
    }

    fn two_operands(&mut self, depth: usize) -> Sized {
        let a = self.receiver(depth);
        let b = self.float(depth - 1);
        let most = a.bound.max(b.bound);
        match self.pick(&[4, 4, 1, 1, 1, 3]) {
            0 => sized(float_method(a.e, "max", vec![b.e]), most),
            1 => sized(float_method(a.e, "min", vec![b.e]), most),
            2 => sized(float_method(a.e, "hypot", vec![b.e]), most * 1.5),
            3 => sized(float_method(a.e, "atan2", vec![b.e]), 3.2),
            4 => sized(float_method(a.e, "copysign", vec![b.e]), a.bound),
            _ => {
                let k = self.float(depth - 1);
                let bound = a.bound * b.bound + k.bound;
                sized(float_method(a.e, "mul_add", vec![b.e, k.e]), bound)
            }
        }
    }

    fn kinked_method(&mut self, depth: usize) -> Sized {
        let a = self.receiver(depth);
        let name = self.weighted(&[
            (8, "abs"),
            (2, "floor"),
            (1, "ceil"),
            (1, "round"),
            (1, "round_ties_even"),
            (1, "to_degrees"),
            (1, "trunc"),
            (2, "fract"),
            (2, "signum"),
            (1, "to_radians"),
            (1, "rem_euclid"),
            (1, "div_euclid"),
        ]);
        let args = match name {
            "rem_euclid" | "div_euclid" => vec![lit(1.5)],
            _ => vec![],
        };
        let factor = if name == "to_degrees" { 58.0 } else { 1.0 };
        sized(float_method(a.e, name, args), a.bound * factor + 1.0)
    }

    fn power(&mut self, depth: usize) -> Sized {
        let choice = self.rng.below(10);
        if choice < 5 {
            let a = self.receiver(depth);
            let n = self.weighted(&[(4, 2), (3, 3), (1, 4), (1, 1), (1, 0)]);
            let bound = a.bound.max(1.0).powi(n);
            let e = float_method(a.e, "powi", vec![int(i64::from(n))]);
            return sized(e, bound);
        }
        if choice < 7 {
            let a = self.positive(depth - 1);
            let n = *self.rng.pick(&[-1, -2]);
            return sized(float_method(a, "powi", vec![int(n)]), 4.0);
        }
        if choice < 8 {
            let a = self.leaf();
            let a = self.tame(a, 2.0);
            let n = Expr::IntCast(Box::new(self.usize_below(4)), Ty::I32);
            return sized(float_method(a.e, "powi", vec![n]), 8.0);
        }
        let base = self.positive(depth - 1);
        let exponent = if self.chance(60) {
            lit(*self.rng.pick(&[0.5, 1.5, 2.0, -0.5, 0.0]))
        } else {
            let e = self.float(depth - 1);
            float_method(e.e, "tanh", vec![])
        };
        sized(float_method(base, "powf", vec![exponent]), 530.0)
    }

    fn clamped(&mut self, depth: usize) -> Sized {
        let a = self.receiver(depth);
        let (lo, hi) = *self.rng.pick(&[(-1.0, 1.0), (0.0, 1.0), (-0.5, 2.0)]);
        if self.chance(70) {
            let e = float_method(a.e, "clamp", vec![lit(lo), lit(hi)]);
            return sized(e, 2.0);
        }
        let Some(l) = self.some_local(|l| l.name.ty == Ty::Float) else {
            return self.variable();
        };
        let lo = bin(Op::Sub, var(&l.name), lit(0.5));
        let hi = bin(Op::Add, var(&l.name), lit(1.0));
        sized(float_method(a.e, "clamp", vec![lo, hi]), l.bound + 1.0)
    }

    /// `e.sin_cos().0`
    fn paired(&mut self, depth: usize) -> Sized {
        let a = self.receiver(depth);
        let pair = float_method(a.e, "sin_cos", vec![]);
        let side = self.rng.below(2);
        sized(Expr::Field(Box::new(pair), side), 1.0)
    }

    /// `f64::max(a, b)`
    fn spelled_out(&mut self, depth: usize) -> Sized {
        let a = self.float(depth - 1);
        if self.chance(50) {
            let name = self.weighted(&[(1, "sin"), (1, "tanh"), (1, "cos")]);
            return sized(Expr::Assoc(Ty::Float, name, vec![a.e]), 1.0);
        }
        let a = self.tame(a, STORED);
        let b = self.within(depth - 1, STORED);
        let name = self.weighted(&[(1, "max"), (1, "min")]);
        sized(Expr::Assoc(Ty::Float, name, vec![a.e, b]), STORED)
    }
}
