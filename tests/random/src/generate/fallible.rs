//! Functions whose result is a `Result` or an `Option`: `?`, `Err(..)`, `None`.
//!
//! Bodies are made as if there were no wrapper; at the end every value that is returned gets one.

use super::sequences::length;
use super::{Callee, Gen};
use crate::ast::{
    Block, Expr, Function, Note, Shape, Stmt, Ty, Wrap, bin, code, int, seq_method, var,
};
use crate::walk::{PartMut, parts_mut};

/// How many statements there are.
pub(super) const FALLIBLE: usize = 4;

impl Gen {
    /// `return Err(3)`, `return None`
    pub(super) fn failure(&mut self) -> Option<Expr> {
        let wrap = self.wrap.filter(|_| self.closed == 0)?;
        let text = match wrap {
            Wrap::Result => format!("return Err({})", self.rng.int(1, 9)),
            Wrap::Option => "return None".to_string(),
        };
        let name = match wrap {
            Wrap::Result => "return Err(..)",
            Wrap::Option => "return None",
        };
        Some(code(name, Ty::Unit, Shape::Open, &text, vec![]))
    }

    /// The call of a function, with what its wrapper needs.
    pub(super) fn tried(&mut self, callee: &Callee, e: Expr) -> Expr {
        match callee.wrap {
            None => e,
            Some(Wrap::Result) if self.rng.chance(25) => {
                let text = "$.map_err(|k| k + 1)";
                let e = code(
                    ".map_err()",
                    callee.ret.clone(),
                    Shape::Atom,
                    text,
                    vec![e.into()],
                );
                Expr::Try(Box::new(e), callee.ret.clone())
            }
            Some(_) => Expr::Try(Box::new(e), callee.ret.clone()),
        }
    }

    /// A statement that may fail.
    pub(super) fn fallible_statement(&mut self, out: &mut Vec<Stmt>) {
        let at = self.pick_named("fallible", &[1; FALLIBLE]);
        if self.fallible(at, out).is_none() {
            self.assignment(out);
        }
    }

    /// One of each where the function may fail.
    pub(super) fn fallible_themes(&mut self, out: &mut Vec<Stmt>) {
        for at in 0..FALLIBLE {
            self.in_context(out, |g, out| {
                g.distinct += 1;
                let _ = g.fallible(at, out);
                g.distinct -= 1;
            });
        }
    }

    fn fallible(&mut self, at: usize, out: &mut Vec<Stmt>) -> Option<()> {
        let wrap = self.wrap.filter(|_| self.closed == 0)?;
        match at {
            0 => {
                let cond = self.rarely();
                let then = Block {
                    stmts: vec![Stmt::Expr(self.failure()?)],
                    tail: None,
                };
                out.push(Stmt::Expr(Expr::If(Box::new(cond), then, None)));
            }
            1 | 2 => {
                let l = self.some_local(|l| length(l).is_some_and(|n| n > 0))?;
                let name = *self.rng.pick(&["first", "last"]);
                let e = match at {
                    1 => seq_method(var(&l.name), name, vec![]),
                    _ => seq_method(var(&l.name), "get", vec![int(0)]),
                };
                let e = seq_method(e, "copied", vec![]);
                let text = match wrap {
                    Wrap::Result => "$.ok_or(4_usize)?",
                    Wrap::Option => "$?",
                };
                let title = match wrap {
                    Wrap::Result => ".ok_or()?",
                    Wrap::Option => ".first()?",
                };
                let e = code(title, Ty::Float, Shape::Atom, text, vec![e.into()]);
                let name = self.fresh(Ty::Float);
                let pat = self.bind(&name, false);
                out.push(Stmt::Let(pat, Ty::Float, Note::Typed, Some(e)));
                self.reach(&name, out);
            }
            _ => {
                let all = self.callees.clone();
                let (fit, others): (Vec<_>, Vec<_>) =
                    all.into_iter().partition(|k| k.wrap.is_some());
                self.callees = fit;
                let e = self.any_call();
                self.callees.extend(others);
                let e = e?;
                let ret = returned(&e)?.clone();
                if ret == Ty::Unit {
                    out.push(Stmt::Expr(e));
                } else {
                    let name = self.fresh(ret.clone());
                    let pat = self.bind(&name, true);
                    out.push(Stmt::Let(pat, ret, Note::Typed, Some(e)));
                    self.reach(&name, out);
                }
            }
        }
        Some(())
    }

    /// A condition that seldom holds.
    fn rarely(&mut self) -> Expr {
        let v = self.variable().e;
        bin(
            crate::ast::Op::Gt,
            v,
            crate::ast::lit(*self.rng.pick(&[1.75, 3.0, 6.0])),
        )
    }
}

/// The result of a call, without its wrapper.
pub(super) fn returned(e: &Expr) -> Option<&Ty> {
    match e {
        Expr::Call(_, ty, _) | Expr::Own(_, _, ty, _, _) | Expr::Try(_, ty) => Some(ty),
        _ => None,
    }
}

/// The function with its wrapper around every value that it returns.
pub(super) fn wrapped(mut f: Function) -> Function {
    let Some(wrap) = f.wrap else {
        return f;
    };
    returns(&mut f.body, wrap);
    let body = &mut f.body;
    let ends = matches!(body.stmts.last(), Some(Stmt::Expr(Expr::Return(_))));
    if body.tail.is_some() || !ends {
        let tail = body.tail.take().map(|e| *e);
        body.tail = Some(Box::new(good(tail.unwrap_or(Expr::Tuple(vec![])), wrap)));
    }
    f
}

fn good(e: Expr, wrap: Wrap) -> Expr {
    let (name, text) = match wrap {
        Wrap::Result => ("Ok(e)", "Ok(~)"),
        Wrap::Option => ("Some(e)", "Some(~)"),
    };
    code(name, Ty::Unit, Shape::Atom, text, vec![e.into()])
}

fn returns(b: &mut Block, wrap: Wrap) {
    for stmt in &mut b.stmts {
        match stmt {
            Stmt::Let(_, _, _, Some(e)) | Stmt::Expr(e) => in_expr(e, wrap),
            Stmt::Let(_, _, _, None) => {}
        }
    }
    b.tail.iter_mut().for_each(|e| in_expr(e, wrap));
}

fn in_expr(e: &mut Expr, wrap: Wrap) {
    // A closure has returns of its own.
    if matches!(e, Expr::Closure(..)) {
        return;
    }
    for part in parts_mut(e) {
        match part {
            PartMut::Expr(e) => in_expr(e, wrap),
            PartMut::Block(b) => returns(b, wrap),
        }
    }
    if let Expr::Return(v) = e {
        let value = v.take().map_or(Expr::Tuple(vec![]), |e| *e);
        *v = Some(Box::new(good(value, wrap)));
    }
}
