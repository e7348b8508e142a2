//! What becomes of a value that was made on purpose: it takes part in something that lives on.

use super::{Gen, STORED, sized};
use crate::ast::{Expr, Name, Note, Op, Stmt, Ty, var};

impl Gen {
    pub(super) fn use_float(&mut self, e: Expr, out: &mut Vec<Stmt>) {
        let e = if matches!(e, Expr::Binary(Op::Mul | Op::Add | Op::Sub, ..)) {
            self.tame(sized(e, 70.0), STORED).e
        } else {
            e
        };
        if self.rng.chance(35)
            && let Some(l) = self.some_target()
        {
            return out.push(Stmt::Expr(Expr::Assign(
                Box::new(var(&l.name)),
                Box::new(e),
            )));
        }
        let name = self.fresh(Ty::Float);
        let mutable = self.rng.chance(50);
        let pat = self.bind(&name, mutable);
        out.push(Stmt::Let(pat, Ty::Float, Note::Plain, Some(e)));
        self.reach(&name, out);
    }

    /// The new value takes part in something that lives on.
    pub(super) fn reach(&mut self, name: &Name, out: &mut Vec<Stmt>) {
        if self.nest > 2
            && let Some(l) = self.local_mut(name.id).map(|l| l.clone())
        {
            out.extend(self.absorb(&l));
        }
    }

    pub(super) fn use_bool(&mut self, e: Expr, out: &mut Vec<Stmt>) {
        if self.rng.chance(60) {
            let then = self.nested(|g| g.block(1, None));
            return out.push(Stmt::Expr(Expr::If(Box::new(e), then, None)));
        }
        let name = self.fresh(Ty::Bool);
        let pat = self.bind(&name, false);
        out.push(Stmt::Let(pat, Ty::Bool, Note::Plain, Some(e)));
    }

    pub(super) fn use_integer(&mut self, e: Expr, out: &mut Vec<Stmt>) -> Option<()> {
        let name = self.fresh(Ty::Usize);
        let pat = self.bind(&name, false);
        out.push(Stmt::Let(pat, Ty::Usize, Note::Plain, Some(e)));
        Some(())
    }

    pub(super) fn use_whole(&mut self, ty: Ty, e: Expr, out: &mut Vec<Stmt>) -> Option<()> {
        let name = self.fresh(ty.clone());
        let pat = self.bind(&name, true);
        if ty == Ty::Vec
            && let Some(l) = self.local_mut(name.id)
        {
            l.min_len = 1;
        }
        out.push(Stmt::Let(pat, ty, Note::Plain, Some(e)));
        self.reach(&name, out);
        Some(())
    }
}
