//! Conditions on floats, integers and flags.

use super::{Gen, STORED};
use crate::ast::{Expr, Op, Ty, bin, int, lit, seq_method, var};

impl Gen {
    pub(super) fn condition(&mut self, depth: usize) -> Expr {
        self.budget -= 1;
        if depth > 0 {
            match self.pick(&[14, 4, 3, 2, 77]) {
                0 => return self.lazy(depth),
                1 => return Expr::Not(Box::new(self.condition(depth - 1))),
                2 => return self.condition_block(),
                3 => {
                    if let Some(e) = self.stray_effect(&Ty::Bool) {
                        return e;
                    }
                }
                _ => {}
            }
        }
        match self.pick(&[55, 27, 10, 6, 2]) {
            0 => self.float_comparison(depth),
            1 => self.int_comparison(),
            2 => match self.some_local(|l| l.name.ty == Ty::Bool) {
                Some(l) => var(&l.name),
                None => self.float_comparison(depth),
            },
            3 => match self.some_local(|l| l.min_len > 0) {
                Some(l) if self.chance(70) => {
                    let len = seq_method(var(&l.name), "len", vec![]);
                    let k = self.rng.int(1, 4);
                    bin(*self.rng.pick(&[Op::Gt, Op::Lt]), len, int(k))
                }
                Some(l) => seq_method(var(&l.name), "is_empty", vec![]),
                None => self.int_comparison(),
            },
            _ => Expr::Bool(self.chance(50)),
        }
    }

    fn lazy(&mut self, depth: usize) -> Expr {
        let a = self.condition(depth - 1);
        let b = self.condition(depth - 1);
        bin(*self.rng.pick(&[Op::And, Op::Or]), a, b)
    }

    fn float_comparison(&mut self, depth: usize) -> Expr {
        let op = self.weighted(&[
            (5, Op::Gt),
            (5, Op::Lt),
            (1, Op::Ge),
            (1, Op::Le),
            (1, Op::Ne),
        ]);
        let a = self.float(depth.min(1)).e;
        let b = if self.chance(65) {
            lit(*self.rng.pick(&[0.0, 0.5, 1.0, -0.5, 0.25]))
        } else {
            self.float(depth.min(1)).e
        };
        bin(op, a, b)
    }

    fn int_comparison(&mut self) -> Expr {
        let op = self.weighted(&[
            (4, Op::Lt),
            (4, Op::Gt),
            (3, Op::Eq),
            (2, Op::Ne),
            (1, Op::Le),
            (1, Op::Ge),
        ]);
        let (a, b) = if self.chance(70) {
            let (a, _) = self.usize(1);
            if self.chance(50) {
                let parity = bin(Op::Rem, a, int(2));
                (parity, int(self.rng.int(0, 1)))
            } else {
                (a, int(self.rng.int(1, 4)))
            }
        } else {
            let (a, _) = self.i32(1);
            (a, int(self.rng.int(-1, 2)))
        };
        bin(op, a, b)
    }

    /// `{ a += 0.5; a > 1.0 }` as a condition: with `&&`, a side effect that may not happen.
    fn condition_block(&mut self) -> Expr {
        if self.pure > 0 {
            return self.float_comparison(0);
        }
        let Some(target) = self.some_target() else {
            return self.float_comparison(0);
        };
        let step = self.within(1, STORED);
        let step = crate::ast::float_method(step, "sin", vec![]);
        let place = Box::new(var(&target.name));
        let change = Expr::AssignOp(Op::Add, Ty::Float, place, Box::new(step));
        let tail = bin(Op::Gt, var(&target.name), lit(0.5));
        Expr::Block(crate::ast::Block {
            stmts: vec![crate::ast::Stmt::Expr(change)],
            tail: Some(Box::new(tail)),
        })
    }
}
