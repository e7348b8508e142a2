//! Integer expressions, with a bound of their magnitude.

use super::Gen;
use super::avoided::FIELD_INTEGERS;
use crate::ast::{Expr, Op, Ty, bin, float_method, int, lit, seq_method, value_block, var};

impl Gen {
    /// A `usize` expression.
    pub(super) fn usize(&mut self, depth: usize) -> (Expr, i64) {
        self.budget -= 1;
        if depth == 0 {
            return self.usize_leaf();
        }
        match self.pick(&[40, 15, 12, 10, 5, 4, 3, 3, 8]) {
            0 => self.usize_leaf(),
            1 => {
                let (a, m) = self.usize(depth - 1);
                let (b, k) = if self.chance(60) {
                    (int(1), 1)
                } else {
                    self.usize(depth - 1)
                };
                (bin(Op::Add, a, b), m + k)
            }
            2 => {
                let (a, m) = self.usize(depth - 1);
                let k = self.rng.int(2, 3);
                (bin(Op::Mul, a, int(k)), m * k)
            }
            3 => {
                let (a, _) = self.usize(depth - 1);
                let k = self.rng.int(2, 6);
                (bin(Op::Rem, a, int(k)), k - 1)
            }
            4 => self.usize_method(depth),
            5 => self.usize_from_i32(depth),
            6 => {
                let c = self.condition(0);
                (Expr::IntCast(Box::new(c), Ty::Usize), 1)
            }
            7 => self.usize_from_float(),
            _ if self.deep > 0 => self.usize_leaf(),
            _ => {
                let c = self.condition(depth - 1);
                let (a, m) = self.usize(depth - 1);
                let (b, k) = self.usize(depth - 1);
                let other = Expr::Block(value_block(b));
                let e = Expr::If(Box::new(c), value_block(a), Some(Box::new(other)));
                (e, m.max(k))
            }
        }
    }

    /// A `usize` expression below `n`.
    pub(super) fn usize_below(&mut self, n: i64) -> Expr {
        let (e, max) = self.usize(1);
        if max < n {
            return e;
        }
        bin(Op::Rem, e, int(n))
    }

    fn usize_leaf(&mut self) -> (Expr, i64) {
        if self.chance(80)
            && let Some(l) =
                self.some_local(|l| l.name.ty == Ty::Usize && (FIELD_INTEGERS || l.root.is_none()))
        {
            return (var(&l.name), l.max);
        }
        if self.chance(60)
            && let Some(l) = self.some_local(|l| l.min_len > 0)
        {
            let len = seq_method(var(&l.name), "len", vec![]);
            if self.chance(30) {
                return (bin(Op::Sub, len, int(1)), 5);
            }
            return (len, 6);
        }
        let v = self.rng.int(0, 5);
        (int(v), v)
    }

    fn usize_method(&mut self, depth: usize) -> (Expr, i64) {
        let (a, m) = self.usize(depth - 1);
        let (b, k) = self.usize(depth - 1);
        let name = self.weighted(&[
            (2, "min"),
            (2, "max"),
            (2, "saturating_sub"),
            (1, "abs_diff"),
        ]);
        let e = Expr::Method(Ty::Usize, Box::new(a), name, vec![b]);
        (e, m.max(k))
    }

    fn usize_from_i32(&mut self, depth: usize) -> (Expr, i64) {
        let (a, m) = self.i32(depth - 1);
        if self.chance(50) {
            let abs = Expr::Method(Ty::I32, Box::new(a), "abs", vec![]);
            return (Expr::IntCast(Box::new(abs), Ty::Usize), m);
        }
        let k = self.rng.int(2, 5);
        let rem = Expr::Method(Ty::I32, Box::new(a), "rem_euclid", vec![int(k)]);
        (Expr::IntCast(Box::new(rem), Ty::Usize), k - 1)
    }

    fn usize_from_float(&mut self) -> (Expr, i64) {
        let a = self.leaf();
        let a = self.tame(a, 8.0);
        let bound = a.bound as i64;
        let scaled = bin(Op::Mul, float_method(a.e, "abs", vec![]), lit(2.0));
        (Expr::FloatToInt(Box::new(scaled), Ty::Usize), 2 * bound + 2)
    }

    /// An `i32` expression.
    pub(super) fn i32(&mut self, depth: usize) -> (Expr, i64) {
        self.budget -= 1;
        if depth == 0 {
            return self.i32_leaf();
        }
        match self.pick(&[40, 22, 8, 8, 6, 8, 4, 4]) {
            0 => self.i32_leaf(),
            1 => {
                let (a, m) = self.i32(depth - 1);
                let (b, k) = self.i32(depth - 1);
                let op = *self.rng.pick(&[Op::Add, Op::Sub]);
                (bin(op, a, b), m + k)
            }
            2 => {
                let (a, m) = self.i32(depth - 1);
                let k = self.rng.int(-2, 3);
                (bin(Op::Mul, a, int(k)), m * k.abs())
            }
            3 => {
                let (a, _) = self.i32(depth - 1);
                let k = self.rng.int(2, 6);
                (bin(Op::Rem, a, int(k)), k - 1)
            }
            4 => {
                let (a, m) = self.i32(depth - 1);
                (Expr::Neg(Box::new(a)), m)
            }
            5 => {
                let (a, m) = self.usize(depth - 1);
                (Expr::IntCast(Box::new(a), Ty::I32), m)
            }
            6 => {
                let a = self.leaf();
                let a = self.tame(a, 8.0);
                let bound = a.bound as i64 + 1;
                (Expr::FloatToInt(Box::new(a.e), Ty::I32), bound)
            }
            _ => {
                let (a, m) = self.i32(depth - 1);
                let (b, k) = self.i32(depth - 1);
                let name = self.weighted(&[(1, "min"), (1, "max")]);
                let e = Expr::Method(Ty::I32, Box::new(a), name, vec![b]);
                (e, m.max(k))
            }
        }
    }

    fn i32_leaf(&mut self) -> (Expr, i64) {
        if self.chance(80)
            && let Some(l) = self.some_local(|l| l.name.ty == Ty::I32)
        {
            return (var(&l.name), l.max);
        }
        if self.chance(60)
            && let Some(l) =
                self.some_local(|l| l.name.ty == Ty::Usize && (FIELD_INTEGERS || l.root.is_none()))
        {
            return (Expr::IntCast(Box::new(var(&l.name)), Ty::I32), l.max);
        }
        let v = self.rng.int(-3, 4);
        (int(v), v.abs())
    }
}
