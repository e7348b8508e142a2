//! Expressions with side effects, in every position of an operand.
//!
//! While the rest of the statement is made, what the expression borrows or shortens is hidden.

use super::buffers::{holds_element, mentioned};
use super::scope::Local;
use super::sequences::length;
use super::{Gen, STORED};
use crate::ast::{
    Arm, Block, Expr, Note, Op, Pat, Shape, Stmt, Ty, bin, code, float_method, index, int, lent,
    lent_mut, lit, range, seq_method, var,
};
use crate::operands::{KINDS, SLOTS};

/// How many pairs of a position and a kind there are.
///
/// Calls come up three times, and their place twice: not every function has another to call.
pub(super) const POSITIONS: usize = (SLOTS.len() + 2) * (KINDS.len() + 2);

impl Gen {
    /// A statement with an effect of one kind in one position, or another one where the two do not fit.
    pub(super) fn position(&mut self, pair: usize, out: &mut Vec<Stmt>) {
        let kinds = KINDS.len() + 2;
        let more = ["g(e)", "return"];
        let slot = SLOTS
            .iter()
            .chain(&more)
            .nth(pair / kinds)
            .copied()
            .unwrap_or("let");
        let kind = KINDS.get(pair % kinds).copied().unwrap_or("call");
        if self.pure > 0 || self.nest > 3 {
            return;
        }
        self.distinct += 1;
        self.targets(out);
        let mark = self.held.len();
        // What stands around it stays small.
        self.nest += 2;
        let made = self.in_slot(slot, kind, out);
        self.nest -= 2;
        self.release(mark);
        self.distinct -= 1;
        if made.is_none() {
            self.assignment(out);
        }
    }

    fn release(&mut self, mark: usize) {
        for id in self.held.split_off(mark) {
            self.hide(id, false);
        }
    }

    /// Variables for the effects to write to.
    fn targets(&mut self, out: &mut Vec<Stmt>) {
        if self.some_target().is_none() || self.rng.chance(15) {
            self.let_mut_float(out);
        }
        let integer = |l: &Local| l.can_write() && l.name.ty == Ty::Usize && l.root.is_none();
        if self.some_local(integer).is_none() {
            let name = self.fresh(Ty::Usize);
            let pat = self.bind(&name, true);
            out.push(Stmt::Let(pat, Ty::Usize, Note::Plain, Some(int(0))));
        }
    }

    fn in_slot(&mut self, slot: &str, kind: &str, out: &mut Vec<Stmt>) -> Option<()> {
        match slot {
            "e + a" | "a + e" | "-e" | "f64::max(e)" | "e.sin()" | "a.max(e)" | "e as usize"
            | "[e; 3]" | "vec![e; n]" | "(e, a)" | "[e, a]" | "vec![e, a]" | "let" | "block"
            | "arm" | "break" | "return" => self.of_float(slot, kind, out),
            "a = e" | "a += e" | "x[i] = e" | "x[i] += e" | "(a, b) = (e, ..)"
            | "replace(a, e)" | "v.push(e)" => self.written(slot, kind, out),
            "e < a" | "a < e" => {
                let e = self.effect_of(kind, &Ty::Float, Some(&mut *out))?;
                let o = self.within(1, STORED);
                let op = *self.rng.pick(&[Op::Lt, Op::Le, Op::Gt, Op::Ge, Op::Ne]);
                let e = if slot == "e < a" {
                    bin(op, e, o)
                } else {
                    bin(op, o, e)
                };
                self.use_bool(e, out);
                Some(())
            }
            "e && a" | "a && e" | "e || a" | "a || e" | "!e" | "if e" => {
                let e = self.effect_of(kind, &Ty::Bool, Some(&mut *out))?;
                let o = self.condition(1);
                let e = match slot {
                    "e && a" => bin(Op::And, e, o),
                    "a && e" => bin(Op::And, o, e),
                    "e || a" => bin(Op::Or, e, o),
                    "a || e" => bin(Op::Or, o, e),
                    "!e" => Expr::Not(Box::new(e)),
                    _ => {
                        let n = 1 + self.rng.below(2);
                        let then = self.nested(|g| g.block(n, None));
                        out.push(Stmt::Expr(Expr::If(Box::new(e), then, None)));
                        return Some(());
                    }
                };
                self.use_bool(e, out);
                Some(())
            }
            "g(e)" => {
                let e = self.effect_of(kind, &Ty::Float, Some(&mut *out))?;
                self.call_given(e, out)
            }
            "x[e]" | "x[e] = .." | "x[e] += .." | "a.swap(e, ..)" | "x[e..]" => {
                self.as_index(slot, kind, out)
            }
            _ => self.of_integer(slot, kind, out),
        }
    }

    fn of_float(&mut self, slot: &str, kind: &str, out: &mut Vec<Stmt>) -> Option<()> {
        let exits = matches!(slot, "break") && kind == "exit";
        self.headless += usize::from(exits);
        let e = self.effect_of(kind, &Ty::Float, Some(&mut *out));
        self.headless -= usize::from(exits);
        let e = e?;
        let o = self.within(1, STORED);
        let e = match slot {
            "e + a" => match self.rng.below(5) {
                0 => bin(Op::Div, e, lit(2.0)),
                1 => bin(Op::Rem, e, lit(1.5)),
                2 => bin(Op::Mul, e, o),
                3 => bin(Op::Sub, e, o),
                _ => bin(Op::Add, e, o),
            },
            "a + e" => bin(*self.rng.pick(&[Op::Add, Op::Sub, Op::Mul]), o, e),
            "-e" => Expr::Neg(Box::new(e)),
            "f64::max(e)" => {
                let args = if self.rng.chance(50) {
                    vec![e, o]
                } else {
                    vec![o, e]
                };
                Expr::Assoc(Ty::Float, ["max", "min", "hypot"][self.rng.below(3)], args)
            }
            "e.sin()" => float_method(e, ["sin", "tanh", "abs", "cos"][self.rng.below(4)], vec![]),
            "a.max(e)" => match self.rng.below(3) {
                0 => {
                    let other = self.within(1, STORED);
                    let args = if self.rng.chance(50) {
                        vec![e, other]
                    } else {
                        vec![other, e]
                    };
                    float_method(o, "mul_add", args)
                }
                1 => float_method(o, "max", vec![e]),
                _ => float_method(o, "atan2", vec![e]),
            },
            "e as usize" => {
                let e = Expr::FloatToInt(Box::new(e), Ty::Usize);
                let e = bin(Op::Rem, e, int(4));
                return self.use_integer(e, out);
            }
            "[e; 3]" => return self.use_whole(Ty::Array(3), Expr::Repeat(Box::new(e), 3), out),
            "vec![e; n]" => {
                let e = Expr::VecRepeat(Box::new(e), Box::new(int(2)));
                return self.use_whole(Ty::Vec, e, out);
            }
            "[e, a]" | "vec![e, a]" | "(e, a)" => {
                let items = if self.rng.chance(50) {
                    vec![e, o]
                } else {
                    vec![o, e]
                };
                let (ty, e) = match slot {
                    "[e, a]" => (Ty::Array(2), Expr::Array(items)),
                    "vec![e, a]" => (Ty::Vec, Expr::VecList(items)),
                    _ => (Ty::Tuple(vec![Ty::Float, Ty::Float]), Expr::Tuple(items)),
                };
                return self.use_whole(ty, e, out);
            }
            "block" => {
                let n = 1 + self.rng.below(2);
                let mut b = self.nested(|g| g.block(n, None));
                b.tail = Some(Box::new(e));
                Expr::Block(b)
            }
            "arm" => {
                let of = bin(Op::Rem, self.usize(1).0, int(3));
                let arms = vec![arm(Pat::Int(self.rng.int(0, 1)), e), arm(Pat::Wild, o)];
                Expr::Match(Box::new(of), arms)
            }
            "break" => {
                let i = self.counter(0, out);
                let step = Expr::AssignOp(Op::Add, Ty::Usize, Box::new(var(&i)), Box::new(int(1)));
                let done = bin(Op::Gt, var(&i), int(1));
                let leave = Expr::Break(None, Some(Box::new(e)));
                let leave = Expr::If(Box::new(done), one(Stmt::Expr(leave)), None);
                let first = vec![Stmt::Expr(step), Stmt::Expr(leave)];
                let body = self.body(None, true, Some(Ty::Float), first, |_| None);
                Expr::Loop(None, body)
            }
            "return" => return self.return_of(e, out),
            _ => e,
        };
        self.use_float(e, out);
        Some(())
    }

    /// `if c { return e; }`
    fn return_of(&mut self, e: Expr, out: &mut Vec<Stmt>) -> Option<()> {
        let ret = self.ret.clone();
        let e = match &ret {
            Ty::Float => e,
            Ty::Tuple(items) if items[0] == Ty::Float => {
                let rest: Vec<Expr> = items[1..].iter().map(|t| self.value(t)).collect();
                Expr::Tuple(std::iter::once(e).chain(rest).collect())
            }
            Ty::Array(n) => {
                let rest = (1..*n).map(|_| self.within(1, STORED));
                let rest: Vec<Expr> = rest.collect();
                Expr::Array(std::iter::once(e).chain(rest).collect())
            }
            _ => return None,
        };
        let leave = one(Stmt::Expr(Expr::Return(Some(Box::new(e)))));
        let cond = self.condition(1);
        out.push(Stmt::Expr(Expr::If(Box::new(cond), leave, None)));
        Some(())
    }

    fn written(&mut self, slot: &str, kind: &str, out: &mut Vec<Stmt>) -> Option<()> {
        let element = matches!(slot, "x[i] = e" | "x[i] += e");
        if element {
            let (l, place) = self.element(out)?;
            self.hold(&l, true);
            let e = self.effect_of(kind, &Ty::Float, Some(&mut *out));
            self.hold(&l, false);
            let e = e?;
            out.push(Stmt::Expr(match slot {
                "x[i] = e" => Expr::Assign(Box::new(place), Box::new(e)),
                _ => {
                    let e = float_method(e, "sin", vec![]);
                    Expr::AssignOp(Op::Add, Ty::Float, Box::new(place), Box::new(e))
                }
            }));
            return Some(());
        }
        if slot == "v.push(e)" {
            let l = self.vector(out)?;
            self.hide(l.name.id, true);
            let e = self.effect_of(kind, &Ty::Float, Some(&mut *out));
            self.hide(l.name.id, false);
            let stmt = Stmt::Expr(seq_method(var(&l.name), "push", vec![e?]));
            let stmt = self.guarded(&l, stmt, true);
            out.push(stmt);
            return Some(());
        }
        let target = self.some_target()?;
        let place = || Box::new(var(&target.name));
        if slot == "replace(a, e)" {
            if self
                .some_local(|l| {
                    l.can_write() && l.name.ty == Ty::Float && l.name.id != target.name.id
                })
                .is_none()
            {
                self.let_mut_float(out);
            }
            self.hide(target.name.id, true);
            let e = self.effect_of(kind, &Ty::Float, Some(&mut *out));
            self.hide(target.name.id, false);
            let e = Expr::Path("std::mem::replace", vec![lent_mut(*place()), e?]);
            self.use_float(e, out);
            return Some(());
        }
        let e = self.effect_of(kind, &Ty::Float, Some(&mut *out))?;
        let e = match slot {
            "a = e" => Expr::Assign(place(), Box::new(e)),
            "a += e" => {
                let op = *self.rng.pick(&[Op::Add, Op::Sub, Op::Mul]);
                let e = if op == Op::Mul || self.times > 1 {
                    bin(Op::Mul, lit(0.1), e)
                } else {
                    e
                };
                Expr::AssignOp(op, Ty::Float, place(), Box::new(e))
            }
            _ => {
                let id = target.name.id;
                let other =
                    self.some_local(|l| l.can_write() && l.name.ty == Ty::Float && l.name.id != id);
                let second = other.map_or(Expr::Var(super::tuples::underscore()), |l| var(&l.name));
                let o = self.within(1, STORED);
                let items = if self.rng.chance(50) {
                    vec![e, o]
                } else {
                    vec![o, e]
                };
                let places = vec![*place(), second];
                Expr::Assign(Box::new(Expr::Tuple(places)), Box::new(Expr::Tuple(items)))
            }
        };
        out.push(Stmt::Expr(e));
        Some(())
    }

    /// An element of a buffer, which is made where there is none.
    pub(super) fn element(&mut self, out: &mut Vec<Stmt>) -> Option<(Local, Expr)> {
        let wanted = |l: &Local| l.can_write() && l.name.ty != Ty::FloatMut && holds_element(l);
        if self.some_local(wanted).is_none() {
            let e = self.array_value(2);
            let name = self.fresh(Ty::Array(2));
            let pat = self.bind(&name, true);
            out.push(Stmt::Let(pat, Ty::Array(2), Note::Plain, Some(e)));
        }
        let l = self.some_local(wanted)?;
        let e = self.element_of(&l, Some(out))?;
        Some((l, e))
    }

    /// In an index or a range: the sequence itself must stay as it is.
    fn as_index(&mut self, slot: &str, kind: &str, out: &mut Vec<Stmt>) -> Option<()> {
        let reads = matches!(slot, "x[e]" | "x[e..]");
        let wanted = |l: &Local| (reads || l.can_write()) && length(l).is_some_and(|n| n > 0);
        if self.some_local(wanted).is_none() {
            let e = self.array_value(3);
            let name = self.fresh(Ty::Array(3));
            let pat = self.bind(&name, true);
            out.push(Stmt::Let(pat, Ty::Array(3), Note::Plain, Some(e)));
        }
        let l = self.some_local(wanted)?;
        let n = int(length(&l)? as i64);
        self.hide(l.name.id, true);
        let i = self.effect_of(kind, &Ty::Usize, Some(&mut *out));
        let v = self.purely(|g| g.within(1, STORED));
        self.hide(l.name.id, false);
        let i = bin(Op::Rem, i?, n.clone());
        let x = var(&l.name);
        match slot {
            "x[e]" => self.use_float(index(x, i), out),
            "x[e] = .." => {
                let place = Box::new(index(x, i));
                out.push(Stmt::Expr(Expr::Assign(place, Box::new(v))));
            }
            "x[e] += .." => {
                let v = Box::new(float_method(v, "sin", vec![]));
                let op = *self.rng.pick(&[Op::Add, Op::Sub, Op::Mul]);
                let place = Box::new(index(x, i));
                out.push(Stmt::Expr(Expr::AssignOp(op, Ty::Float, place, v)));
            }
            "x[e..]" => {
                let mark = self.scope.len();
                self.freeze(l.name.id, true);
                let pat = self.element_by_reference();
                let source = lent(index(x, range(Some(i), None)));
                let e = self.for_loop(pat, source);
                self.freeze(l.name.id, false);
                self.scope.truncate(mark);
                out.push(Stmt::Expr(e));
            }
            _ => {
                let args = if self.rng.chance(50) {
                    vec![i, int(0)]
                } else {
                    vec![int(0), i]
                };
                out.push(Stmt::Expr(seq_method(x, "swap", args)));
            }
        }
        Some(())
    }

    /// Positions of integers and of `bool`s in statements.
    fn of_integer(&mut self, slot: &str, kind: &str, out: &mut Vec<Stmt>) -> Option<()> {
        let ty = if slot == "while e" {
            Ty::Bool
        } else {
            Ty::Usize
        };
        self.headless += usize::from(matches!(slot, "while e"));
        let e = self.effect_of(kind, &ty, Some(&mut *out));
        self.headless -= usize::from(matches!(slot, "while e"));
        let e = e?;
        let small = |e: Expr| bin(Op::Rem, e, int(3));
        match slot {
            "while e" => {
                let i = self.counter(0, out);
                let step = Expr::AssignOp(Op::Add, Ty::Usize, Box::new(var(&i)), Box::new(int(1)));
                let done = bin(Op::Gt, var(&i), int(self.rng.int(1, 3)));
                let leave = Expr::If(
                    Box::new(done),
                    one(Stmt::Expr(Expr::Break(None, None))),
                    None,
                );
                let first = vec![Stmt::Expr(step), Stmt::Expr(leave)];
                let body = self.body(None, true, None, first, |_| None);
                out.push(Stmt::Expr(Expr::While(None, Box::new(e), body)));
            }
            "match e" => {
                let arms = self.nested(|g| g.int_arms(None, 0, Ty::Usize));
                out.push(Stmt::Expr(Expr::Match(Box::new(small(e)), arms)));
            }
            "e..a" | "a..e" => {
                let mark = self.scope.len();
                let (lo, hi) = if slot == "e..a" {
                    (small(e), int(3))
                } else {
                    (int(0), small(e))
                };
                let source = Expr::Range(Some(Box::new(lo)), Some(Box::new(hi)), false);
                let name = self.fresh(Ty::Usize);
                self.bind_counter(&name, 3);
                let e = self.for_loop(Pat::Bind(name, false), source);
                self.scope.truncate(mark);
                out.push(Stmt::Expr(e));
            }
            "vec![a; e]" => {
                let v = self.within(1, STORED);
                let n = bin(Op::Add, small(e), int(1));
                return self.use_whole(Ty::Vec, Expr::VecRepeat(Box::new(v), Box::new(n)), out);
            }
            "if let e" => {
                let cond = self.condition(1);
                let (then, other) = self.nested(|g| (g.block(1, None), g.block(1, None)));
                let text = "if let (0, $) = ($, $) $ else $";
                let p = if self.rng.chance(50) { "true" } else { "false" };
                let holes = vec![
                    p.into(),
                    small(e).into(),
                    cond.into(),
                    then.into(),
                    other.into(),
                ];
                let name = "if let (0, p) = (e, c)";
                out.push(Stmt::Expr(code(
                    name,
                    Ty::Unit,
                    Shape::Control,
                    text,
                    holes,
                )));
            }
            _ => {
                let e = Expr::ToFloat(Box::new(e));
                self.use_float(bin(Op::Mul, lit(0.5), e), out);
            }
        }
        Some(())
    }

    /// A call with the effect as an argument; whatever it names is not lent to the call.
    fn call_given(&mut self, e: Expr, out: &mut Vec<Stmt>) -> Option<()> {
        let ids: Vec<u32> = mentioned(&e)
            .into_iter()
            .filter(|&id| self.is_visible(id))
            .collect();
        ids.iter().for_each(|&id| self.hide(id, true));
        let call = self.some_call_given(e);
        ids.iter().for_each(|&id| self.hide(id, false));
        let (ret, call) = call?;
        match ret {
            Ty::Unit => out.push(Stmt::Expr(call)),
            Ty::Float => self.use_float(call, out),
            ret => {
                let pat = self.pattern(&ret);
                out.push(Stmt::Let(pat, ret, Note::Plain, Some(call)));
            }
        }
        Some(())
    }

    fn is_visible(&self, id: u32) -> bool {
        self.scope.iter().any(|l| l.name.id == id && !l.hidden)
    }

    fn some_call_given(&mut self, e: Expr) -> Option<(Ty, Expr)> {
        let all = self.callees.clone();
        let float = |k: &super::Callee| k.params.iter().any(|p| p.name.ty == Ty::Float);
        let fit: Vec<_> = all
            .into_iter()
            .filter(|k| float(k) && self.affords(k))
            .collect();
        if fit.is_empty() {
            return None;
        }
        let k = self.rng.pick(&fit).clone();
        let floats: Vec<u32> = k
            .params
            .iter()
            .filter(|p| p.name.ty == Ty::Float)
            .map(|p| p.name.id)
            .collect();
        let id = *self.rng.pick(&floats);
        self.work += self.times * k.work;
        let call = self.call_with(&k.name, &k.ret, &k.params, Some((id, e, None)), 1);
        let call = self.finished(&k, call);
        Some((k.ret, call))
    }
}

pub(super) fn arm(pat: Pat, body: Expr) -> Arm {
    Arm {
        pat,
        guard: None,
        body,
    }
}

pub(super) fn one(stmt: Stmt) -> Block {
    Block {
        stmts: vec![stmt],
        tail: None,
    }
}
