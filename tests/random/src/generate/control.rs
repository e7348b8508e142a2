//! `if`, `match`, and the ways out: `return`, `break`, `continue`.

use super::{Gen, STORED, Sized, sized};
use crate::ast::{Arm, Block, Expr, Pat, Stmt, Ty, bin, int, var};

impl Gen {
    pub(super) fn value_if(&mut self) -> Sized {
        if !self.may_nest() {
            return self.leaf();
        }
        let e = self.nested(|g| g.if_chain(Some(&Ty::Float), 2, true));
        sized(e, STORED)
    }

    pub(super) fn if_statement(&mut self, out: &mut Vec<Stmt>) {
        let e = self.nested(|g| g.if_chain(None, 2, true));
        out.push(Stmt::Expr(e));
    }

    /// `if` with its `else`s; without a value the last `else` may be missing.
    fn if_chain(&mut self, ty: Option<&Ty>, more: usize, may_leave: bool) -> Expr {
        let cond = self.condition(2);
        let then = self.arm_block(ty, may_leave);
        // One branch must give the value its type.
        let may_leave = may_leave && then.tail.is_some();
        let other = if more > 0 && self.chance(25) {
            Some(self.if_chain(ty, more - 1, may_leave))
        } else if ty.is_some() || self.chance(45) {
            Some(Expr::Block(self.arm_block(ty, may_leave)))
        } else {
            None
        };
        Expr::If(Box::new(cond), then, other.map(Box::new))
    }

    /// The block of a branch; rarely it leaves instead of giving a value.
    fn arm_block(&mut self, ty: Option<&Ty>, may_leave: bool) -> Block {
        let n = if ty.is_some() {
            self.weighted(&[(6, 0), (3, 1), (1, 2)])
        } else {
            self.weighted(&[(4, 1), (4, 2), (1, 3)])
        };
        if may_leave && ty.is_some() && self.pure == 0 && self.chance(7) {
            return self.leaving_block(n);
        }
        self.block(n, ty)
    }

    pub(super) fn value_match(&mut self) -> Sized {
        if !self.may_nest() {
            return self.leaf();
        }
        let e = self.nested(|g| g.matching(Some(&Ty::Float)));
        sized(e, STORED)
    }

    pub(super) fn match_statement(&mut self, out: &mut Vec<Stmt>) {
        let e = self.nested(|g| g.matching(None));
        out.push(Stmt::Expr(e));
    }

    fn matching(&mut self, ty: Option<&Ty>) -> Expr {
        match self.pick(&[6, 2, 1, 1]) {
            0 => {
                let (e, _) = self.usize(1);
                let e = if self.chance(50) {
                    bin(crate::ast::Op::Rem, e, int(self.rng.int(3, 4)))
                } else {
                    e
                };
                let arms = self.int_arms(ty, 0, Ty::Usize);
                Expr::Match(Box::new(e), arms)
            }
            1 => {
                let (e, _) = self.i32(1);
                let arms = self.int_arms(ty, -1, Ty::I32);
                Expr::Match(Box::new(e), arms)
            }
            2 => {
                let e = self.condition(1);
                let arms = [true, false].map(|v| self.arm(Pat::Bool(v), None, ty, v));
                Expr::Match(Box::new(e), arms.into())
            }
            _ => self.match_pair(ty),
        }
    }

    pub(super) fn int_arms(&mut self, ty: Option<&Ty>, low: i64, of: Ty) -> Vec<Arm> {
        let n = self.rng.int(1, 3);
        let mut arms: Vec<Arm> = (0..n)
            .map(|i| {
                let at = low + i;
                let pat = match self.pick(&[5, 2, 1, 1, 1]) {
                    0 => Pat::Int(at),
                    1 => Pat::Or(vec![Pat::Int(at), Pat::Int(at + 2)]),
                    2 => Pat::Range(at, Some(at + 1), true),
                    3 => Pat::Range(at, Some(at + 2), false),
                    _ => Pat::Range(at + 3, None, false),
                };
                self.bound_arm(pat, &of, ty)
            })
            .collect();
        let last = self.catch_all(&of, ty);
        arms.push(last);
        arms
    }

    /// An arm, sometimes with a guard or a binding.
    fn bound_arm(&mut self, pat: Pat, of: &Ty, ty: Option<&Ty>) -> Arm {
        if self.chance(15) {
            let guard = self.guard_condition();
            return self.arm(pat, Some(guard), ty, true);
        }
        if self.chance(15) {
            let name = self.fresh(of.clone());
            let mark = self.scope.len();
            self.bind_counter(&name, 30);
            let arm = self.arm(Pat::At(name, Box::new(pat)), None, ty, true);
            self.scope.truncate(mark);
            return arm;
        }
        self.arm(pat, None, ty, true)
    }

    fn catch_all(&mut self, of: &Ty, ty: Option<&Ty>) -> Arm {
        if self.chance(70) {
            return self.arm(Pat::Wild, None, ty, false);
        }
        let name = self.fresh(of.clone());
        let mark = self.scope.len();
        self.bind_counter(&name, 250);
        let arm = self.arm(Pat::Bind(name, false), None, ty, false);
        self.scope.truncate(mark);
        arm
    }

    fn match_pair(&mut self, ty: Option<&Ty>) -> Expr {
        let (a, _) = self.usize(1);
        let a = bin(crate::ast::Op::Rem, a, int(2));
        let b = self.condition(1);
        let first = Pat::Tuple(vec![Pat::Int(0), Pat::Bool(true)]);
        let second = Pat::Tuple(vec![Pat::Int(1), Pat::Wild]);
        let arms = vec![
            self.bound_arm_plain(first, ty),
            self.bound_arm_plain(second, ty),
            self.arm(Pat::Wild, None, ty, false),
        ];
        Expr::Match(Box::new(Expr::Tuple(vec![a, b])), arms)
    }

    fn bound_arm_plain(&mut self, pat: Pat, ty: Option<&Ty>) -> Arm {
        let guard = self.chance(20).then(|| self.guard_condition());
        self.arm(pat, guard, ty, true)
    }

    fn arm(&mut self, pat: Pat, guard: Option<Expr>, ty: Option<&Ty>, may_leave: bool) -> Arm {
        let b = self.arm_block(ty, may_leave);
        let body = match b.tail {
            Some(e) if b.stmts.is_empty() => *e,
            tail => Expr::Block(Block {
                stmts: b.stmts,
                tail,
            }),
        };
        Arm { pat, guard, body }
    }

    fn guard_condition(&mut self) -> Expr {
        self.guard = true;
        let e = self.purely(|g| g.condition(1));
        self.guard = false;
        e
    }

    /// `if c { return e; }` and its kin.
    pub(super) fn guarded_exit(&mut self, out: &mut Vec<Stmt>) {
        let cond = self.condition(2);
        let n = self.weighted(&[(5, 0), (3, 1)]);
        let then = self.nested(|g| g.leaving_block(n));
        out.push(Stmt::Expr(Expr::If(Box::new(cond), then, None)));
    }

    /// Some way out of here.
    pub(super) fn way_out(&mut self) -> Expr {
        if self.loops.is_empty() || self.headless > 0 || self.chance(25) {
            if self.rng.chance(35)
                && let Some(e) = self.failure()
            {
                return e;
            }
            let ret = self.ret.clone();
            if ret == Ty::Unit {
                return Expr::Return(None);
            }
            let value = if self.chance(60) {
                self.closing(&ret)
            } else {
                self.value(&ret)
            };
            return Expr::Return(Some(Box::new(value)));
        }
        let innermost = self.loops.len() - 1;
        let at = if self.chance(45) {
            self.rng.below(self.loops.len())
        } else {
            innermost
        };
        let target = self.loops[at].clone();
        let label = if at == innermost && !self.chance(20) {
            None
        } else {
            target.label.clone()
        };
        if at != innermost && label.is_none() {
            return Expr::Break(None, self.break_value(innermost));
        }
        if target.can_continue && self.chance(50) {
            return Expr::Continue(label);
        }
        Expr::Break(label, self.break_value(at))
    }

    fn break_value(&mut self, at: usize) -> Option<Box<Expr>> {
        let ty = self.loops[at].value.clone()?;
        Some(Box::new(self.value(&ty)))
    }

    /// Declared here, given a value in every branch below.
    pub(super) fn deferred(&mut self, out: &mut Vec<Stmt>) {
        let name = self.fresh(Ty::Float);
        let mutable = self.chance(40);
        let pat = self.bind(&name, mutable);
        self.hide(name.id, true);
        out.push(Stmt::Let(pat, Ty::Float, self.note(15), None));
        let give = |e: Expr| Stmt::Expr(Expr::Assign(Box::new(var(&name)), Box::new(e)));
        if self.may_nest() && self.chance(75) {
            let cond = self.condition(1);
            let mut arms = [0, 1].map(|_| {
                self.nested(|g| {
                    let n = g.rng.below(2);
                    g.block(n, Some(&Ty::Float))
                })
            });
            for arm in &mut arms {
                if let Some(e) = arm.tail.take() {
                    arm.stmts.push(give(*e));
                }
            }
            let [then, other] = arms;
            let other = Some(Box::new(Expr::Block(other)));
            out.push(Stmt::Expr(Expr::If(Box::new(cond), then, other)));
        } else {
            let e = self.within(2, STORED);
            out.push(give(e));
        }
        self.hide(name.id, false);
    }
}
