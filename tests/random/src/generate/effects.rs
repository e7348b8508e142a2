//! Expressions with side effects, of every kind.

use super::avoided::FIELD_POP;
use super::positions::{arm, one};
use super::scope::Local;
use super::{Gen, STORED};
use crate::ast::{
    Block, Expr, Note, Op, Pat, Stmt, Ty, bin, float_method, int, lent_mut, lit, seq_method,
    value_block, var,
};

impl Gen {
    /// A side effect as an operand somewhere in an expression, if there is something to write to.
    pub(super) fn stray_effect(&mut self, ty: &Ty) -> Option<Expr> {
        if self.pure > 0 || !self.may_nest() {
            return None;
        }
        let kind = self.one_of(&[
            "block", "replace", "call", "if", "match", "label", "exit", "chain",
        ]);
        if kind == "chain" && self.plain {
            return None;
        }
        self.nested(|g| g.effect_of(kind, ty, None))
    }

    /// An expression of the type with a side effect of the kind.
    pub(super) fn effect_of(
        &mut self,
        kind: &str,
        ty: &Ty,
        out: Option<&mut Vec<Stmt>>,
    ) -> Option<Expr> {
        let e = match kind {
            "block" => {
                let (change, value) = self.change(ty)?;
                Expr::Block(with(vec![change], value))
            }
            "replace" => self.replace_effect(ty)?,
            "call" => {
                let e = self.writing_call()?;
                self.out_of_float(e, ty)
            }
            "if" => {
                let cond = self.condition(1);
                let (change, value) = self.change(ty)?;
                let other = Expr::Block(value_block(self.plain(ty)));
                let (then, other) = if self.rng.chance(75) {
                    (with(vec![change], value), other)
                } else {
                    (
                        value_block(self.plain(ty)),
                        Expr::Block(with(vec![change], value)),
                    )
                };
                Expr::If(Box::new(cond), then, Some(Box::new(other)))
            }
            "match" => {
                let of = bin(Op::Rem, self.usize(1).0, int(3));
                let (change, value) = self.change(ty)?;
                let arms = vec![
                    arm(
                        Pat::Int(self.rng.int(0, 2)),
                        Expr::Block(with(vec![change], value)),
                    ),
                    arm(Pat::Wild, self.plain(ty)),
                ];
                Expr::Match(Box::new(of), arms)
            }
            "loop" => self.loop_effect(ty, out?)?,
            "chain" => self.chain_effect(ty)?,
            "label" => {
                // No `break` or `continue` without a label: in a labelled block that is no Rust.
                let (early, first, change) =
                    self.in_head(|g| (g.condition(1), g.plain(ty), g.change(ty)));
                let (change, value) = change?;
                let label = format!("'out{}", self.next_id);
                let leave = Expr::Break(Some(label.clone()), Some(Box::new(first)));
                let leave = Expr::If(Box::new(early), one(Stmt::Expr(leave)), None);
                Expr::Labelled(label, with(vec![Stmt::Expr(leave), change], value))
            }
            "exit" => {
                let cond = self.condition(1);
                let mut stmts = Vec::new();
                if self.rng.chance(50) {
                    stmts.push(self.change(ty)?.0);
                }
                stmts.push(Stmt::Expr(self.way_out()));
                let then = Block { stmts, tail: None };
                let other = Expr::Block(value_block(self.plain(ty)));
                Expr::If(Box::new(cond), then, Some(Box::new(other)))
            }
            _ => self.pop_effect(ty, out?)?,
        };
        Some(e)
    }

    /// A value without effects of its own.
    pub(super) fn plain(&mut self, ty: &Ty) -> Expr {
        self.purely(|g| match ty {
            Ty::Usize => g.usize_below(5),
            Ty::Bool => g.condition(0),
            _ => g.within(1, STORED),
        })
    }

    /// An assignment, and a value of the type that reads what was assigned.
    pub(super) fn change(&mut self, ty: &Ty) -> Option<(Stmt, Expr)> {
        if *ty == Ty::Usize && self.rng.chance(70) {
            let l =
                self.some_local(|l| l.can_write() && l.name.ty == Ty::Usize && l.root.is_none())?;
            let place = || Box::new(var(&l.name));
            let step = Expr::AssignOp(Op::Add, Ty::Usize, place(), Box::new(int(1)));
            let value = bin(Op::Rem, var(&l.name), int(self.rng.int(2, 4)));
            return Some((Stmt::Expr(step), value));
        }
        let element = self.rng.chance(35);
        let (l, place) = match element.then(|| self.element_place(None)).flatten() {
            Some(found) => found,
            None => {
                let l = self.some_target()?;
                let e = var(&l.name);
                (l, e)
            }
        };
        self.hold(&l, true);
        let small = |g: &mut Self| {
            let e = g.purely(|g| g.within(1, STORED));
            float_method(e, "sin", vec![])
        };
        let e = match self.rng.below(4) {
            0 => Expr::Assign(Box::new(place.clone()), Box::new(small(self))),
            1 => {
                let e = small(self);
                Expr::AssignOp(Op::Mul, Ty::Float, Box::new(place.clone()), Box::new(e))
            }
            _ => {
                let e = small(self);
                Expr::AssignOp(Op::Add, Ty::Float, Box::new(place.clone()), Box::new(e))
            }
        };
        self.hold(&l, false);
        let value = self.out_of_float(place, ty);
        Some((Stmt::Expr(e), value))
    }

    /// A float as a value of the type.
    pub(super) fn out_of_float(&mut self, e: Expr, ty: &Ty) -> Expr {
        match ty {
            Ty::Usize => {
                let e = float_method(e, "abs", vec![]);
                bin(Op::Rem, Expr::FloatToInt(Box::new(e), Ty::Usize), int(4))
            }
            Ty::Bool => {
                let op = *self.rng.pick(&[Op::Gt, Op::Lt, Op::Le]);
                bin(op, e, lit(*self.rng.pick(&[0.0, 0.5, 1.0])))
            }
            _ if self.rng.chance(30) => bin(Op::Mul, e, lit(0.5)),
            _ => e,
        }
    }

    pub(super) fn replace_effect(&mut self, ty: &Ty) -> Option<Expr> {
        let own = self.some_local(|l| l.can_write() && l.name.ty == *ty && l.root.is_none());
        if let Some(l) = own
            && *ty != Ty::Float
            && self.rng.chance(60)
        {
            self.hide(l.name.id, true);
            let e = self.plain(ty);
            self.hide(l.name.id, false);
            return Some(Expr::Path(
                "std::mem::replace",
                vec![lent_mut(var(&l.name)), e],
            ));
        }
        let (target, place) = if self.rng.chance(30) {
            self.place(None)?
        } else {
            let l = self.some_target()?;
            let e = var(&l.name);
            (l, e)
        };
        let e = self.replacement(&target, place, 1);
        Some(match ty {
            Ty::Float => e,
            ty => self.out_of_float(e, ty),
        })
    }

    /// A call that writes to what it is lent and gives a float.
    pub(super) fn writing_call(&mut self) -> Option<Expr> {
        let all = self.callees.clone();
        let (fit, others) = all
            .into_iter()
            .partition(|k| k.writes() && k.ret == Ty::Float);
        self.callees = fit;
        let e = self.call_of(&Ty::Float, 1);
        self.callees.extend::<Vec<super::Callee>>(others);
        e
    }

    /// A loop that breaks with a value; the counter is declared before.
    pub(super) fn loop_effect(&mut self, ty: &Ty, out: &mut Vec<Stmt>) -> Option<Expr> {
        let i = self.counter(0, out);
        let (change, value) = self.change(ty)?;
        let step = Expr::AssignOp(Op::Add, Ty::Usize, Box::new(var(&i)), Box::new(int(1)));
        let done = bin(Op::Gt, var(&i), int(self.rng.int(0, 2)));
        let done = if self.rng.chance(40) {
            bin(Op::Or, done, self.purely(|g| g.condition(0)))
        } else {
            done
        };
        let leave = Expr::If(
            Box::new(done),
            one(Stmt::Expr(Expr::Break(None, Some(Box::new(value))))),
            None,
        );
        let stmts = if self.rng.chance(50) {
            vec![Stmt::Expr(step), change, Stmt::Expr(leave)]
        } else {
            vec![Stmt::Expr(step), Stmt::Expr(leave), change]
        };
        Some(Expr::Loop(None, Block { stmts, tail: None }))
    }

    /// `v.pop().unwrap()`, pushed just before.
    pub(super) fn pop_effect(&mut self, ty: &Ty, out: &mut Vec<Stmt>) -> Option<Expr> {
        if *ty != Ty::Float {
            return None;
        }
        let l = self.vector(out)?;
        self.hide(l.name.id, true);
        self.held.push(l.name.id);
        let e = self.within(1, STORED);
        out.push(Stmt::Expr(seq_method(var(&l.name), "push", vec![e])));
        let pop = seq_method(var(&l.name), "pop", vec![]);
        Some(seq_method(pop, "unwrap", vec![]))
    }

    /// A vector that can grow, which is made where there is none.
    pub(super) fn vector(&mut self, out: &mut Vec<Stmt>) -> Option<Local> {
        let vector =
            |l: &Local| l.can_write() && l.is_growable() && (FIELD_POP || l.root.is_none());
        if self.some_local(vector).is_none() {
            let name = self.fresh(Ty::Vec);
            let e = self.new_vec(1);
            let pat = self.bind(&name, true);
            out.push(Stmt::Let(pat, Ty::Vec, Note::Plain, Some(e)));
        }
        self.some_local(vector)
    }
}

fn with(stmts: Vec<Stmt>, tail: Expr) -> Block {
    Block {
        stmts,
        tail: Some(Box::new(tail)),
    }
}
