//! Constructs of the language that are written in letters: patterns on slices and options, searches, items.

use super::scope::Local;
use super::sequences::length;
use super::{Gen, STORED};
use crate::ast::{
    Block, Expr, Name, Note, Op, Pat, Piece, Shape, Stmt, Ty, bin, code, deref, float_method,
    index, int, lent, lit, range, seq_method, var,
};

/// How many there are.
pub(super) const SNIPPETS: usize = 36;

impl Gen {
    pub(super) fn snippet(&mut self, at: usize, out: &mut Vec<Stmt>) {
        self.distinct += 1;
        self.nest += 2;
        let made = self.written_out(at, out);
        self.nest -= 2;
        self.distinct -= 1;
        if made.is_none() {
            self.assignment(out);
        }
    }

    fn written_out(&mut self, at: usize, out: &mut Vec<Stmt>) -> Option<()> {
        match at {
            0 => self.matches_macro(out),
            1..4 => self.if_let_element(at - 1, out),
            4 => self.let_else_element(out),
            5..8 => self.if_let_slice(at - 5, out),
            8 => self.match_slice(out),
            9 => self.let_else_slice(out),
            10 => self.while_let_pop(out),
            11..13 => self.while_let_rest(at - 11, out),
            13..15 => self.item(at - 13, out),
            15 => self.wrapping(out),
            16..19 => self.option(at - 16, out),
            19..26 => self.search(at - 19, out),
            26..31 => self.one_off(at - 26, out),
            31 => self.append(out),
            32 => self.element_by_method(out),
            33 => self.match_float(out),
            34 => self.destructured_places(out),
            _ => self.checked(out),
        }
    }

    /// A block of one statement that reaches out of it.
    pub(super) fn brief(&mut self) -> Block {
        let mut stmts = Vec::new();
        let mark = self.scope.len();
        if self.rng.chance(30) {
            self.stmt(&mut stmts);
        } else {
            self.assignment(&mut stmts);
        }
        self.scope.truncate(mark);
        Block { stmts, tail: None }
    }

    /// A block with the names in scope, one of which it takes up.
    pub(super) fn brief_with(&mut self, names: &[(Name, usize)]) -> Block {
        let mark = self.scope.len();
        for (name, least) in names {
            let mut local = Local::new(name.clone());
            local.source = true;
            local.min_len = *least;
            self.scope.push(local);
        }
        let mut stmts = Vec::new();
        for (name, _) in names {
            if let Some(l) = self.local_mut(name.id).map(|l| l.clone()) {
                stmts.extend(self.absorb(&l));
            }
        }
        if self.rng.chance(50) {
            self.assignment(&mut stmts);
        }
        self.scope.truncate(mark);
        Block { stmts, tail: None }
    }

    fn leave(&mut self) -> Block {
        let mark = self.scope.len();
        let mut stmts = Vec::new();
        if self.rng.chance(40) {
            self.assignment(&mut stmts);
        }
        stmts.push(Stmt::Expr(self.way_out()));
        self.scope.truncate(mark);
        Block { stmts, tail: None }
    }

    fn reserved_name(&mut self, ty: Ty) -> Name {
        let name = self.fresh(ty);
        self.reserved.push(name.text.clone());
        name
    }

    /// A sequence with elements, which is made where there is none.
    pub(super) fn sequence(&mut self, least: usize, out: &mut Vec<Stmt>) -> Option<Local> {
        let wanted = |l: &Local| length(l).is_some_and(|n| n >= least);
        if self.some_local(wanted).is_none() {
            let e = self.new_vec(least);
            let name = self.fresh(Ty::Vec);
            let pat = self.bind(&name, true);
            if let Some(l) = self.local_mut(name.id) {
                l.min_len = least;
            }
            out.push(Stmt::Let(pat, Ty::Vec, Note::Typed, Some(e)));
        }
        self.some_local(wanted)
    }

    /// The sequence as a slice.
    fn as_slice(&mut self, l: &Local) -> Expr {
        match l.name.ty {
            Ty::Slice => var(&l.name),
            _ => lent(index(var(&l.name), range(None, None))),
        }
    }

    fn matches_macro(&mut self, out: &mut Vec<Stmt>) -> Option<()> {
        let e = self.usize(1).0;
        let of = bin(Op::Rem, e, int(4));
        let text = *self.rng.pick(&[
            "matches!(~, 0 | 2)",
            "matches!(~, 1..=2)",
            "matches!(~, k if k > 1)",
        ]);
        let e = code("matches!", Ty::Bool, Shape::Atom, text, vec![of.into()]);
        self.use_bool(e, out);
        Some(())
    }

    /// `if let Some(v) = x.first() { .. } else { .. }`
    fn if_let_element(&mut self, how: usize, out: &mut Vec<Stmt>) -> Option<()> {
        let l = self.sequence(0, out)?;
        let of = match self.rng.below(3) {
            0 => seq_method(var(&l.name), "first", vec![]),
            1 => seq_method(var(&l.name), "last", vec![]),
            _ => {
                let i = self.purely(|g| g.usize(1).0);
                seq_method(var(&l.name), "get", vec![i])
            }
        };
        let (name, text, kind) = match how {
            0 => (
                "if let Some(v)",
                "if let Some($) = $ $ else $",
                Ty::FloatRef,
            ),
            1 => ("if let Some(&v)", "if let Some(&$) = $ $ else $", Ty::Float),
            _ => (
                "if let Some(v) && ..",
                "if let Some($) = $ && $ $",
                Ty::FloatRef,
            ),
        };
        let v = self.reserved_name(kind.clone());
        self.reserved.clear();
        let borrowed = kind == Ty::FloatRef;
        if borrowed {
            self.freeze(l.name.id, true);
        }
        let then = self.brief_with(&[(v.clone(), 0)]);
        if borrowed {
            self.freeze(l.name.id, false);
        }
        let mut holes: Vec<Piece> = vec![(&v).into(), of.into()];
        if how == 2 {
            let more = bin(Op::Gt, deref(var(&v)), lit(*self.rng.pick(&[0.0, 0.5])));
            holes.extend([more.into(), then.into()]);
        } else {
            holes.extend([then.into(), self.brief().into()]);
        }
        out.push(Stmt::Expr(code(
            name,
            Ty::Unit,
            Shape::Control,
            text,
            holes,
        )));
        Some(())
    }

    /// `let Some(&v) = x.first() else { .. };`
    fn let_else_element(&mut self, out: &mut Vec<Stmt>) -> Option<()> {
        let l = self.sequence(0, out)?;
        let of = *self.rng.pick(&["first", "last"]);
        let of = seq_method(var(&l.name), of, vec![]);
        let leave = self.leave();
        let v = self.fresh(Ty::Float);
        let text = "let Some(&$) = $ else $;";
        let holes = vec![(&v).into(), of.into(), leave.into()];
        out.push(Stmt::Expr(code(
            "let Some(&v) else",
            Ty::Unit,
            Shape::Stmt,
            text,
            holes,
        )));
        self.bind(&v, false);
        self.reach(&v, out);
        Some(())
    }

    /// `if let [a, .., b] = x { .. } else { .. }`
    fn if_let_slice(&mut self, how: usize, out: &mut Vec<Stmt>) -> Option<()> {
        let l = self.sequence(0, out)?;
        let of = self.as_slice(&l);
        let a = self.reserved_name(Ty::FloatRef);
        let (text, second) = match how {
            0 => ("if let [$, .., $] = $ $ else $", Ty::FloatRef),
            1 => ("if let [$, $ @ ..] = $ $ else $", Ty::Slice),
            _ => ("if let [$, $] = $ $ else $", Ty::FloatRef),
        };
        let b = self.reserved_name(second);
        self.reserved.clear();
        self.freeze(l.name.id, true);
        let then = self.brief_with(&[(a.clone(), 0), (b.clone(), 0)]);
        self.freeze(l.name.id, false);
        let other = self.brief();
        let holes = vec![
            (&a).into(),
            (&b).into(),
            of.into(),
            then.into(),
            other.into(),
        ];
        out.push(Stmt::Expr(code(
            "if let [a, b]",
            Ty::Unit,
            Shape::Control,
            text,
            holes,
        )));
        Some(())
    }

    /// `match x { [] => .., [a] => .., [a, .., b] => .. }` with a value.
    fn match_slice(&mut self, out: &mut Vec<Stmt>) -> Option<()> {
        let l = self.sequence(0, out)?;
        let of = self.as_slice(&l);
        let names = [0; 3].map(|_| self.reserved_name(Ty::FloatRef));
        self.reserved.clear();
        let none = self.purely(|g| g.within(1, STORED));
        let [a, b, k] = &names;
        let one = bin(Op::Mul, deref(var(a)), lit(0.5));
        let two = match self.rng.below(2) {
            0 => bin(Op::Mul, bin(Op::Mul, lit(0.1), var(b)), deref(var(k))),
            _ => bin(Op::Sub, deref(var(b)), deref(var(k))),
        };
        let text = "match $ { [] => ~, [$] => ~, [$, .., $] => ~ }";
        let holes = vec![
            of.into(),
            none.into(),
            a.into(),
            one.into(),
            b.into(),
            k.into(),
            two.into(),
        ];
        let e = code("match slice", Ty::Float, Shape::Control, text, holes);
        self.use_float(float_method(e, "sin", vec![]), out);
        Some(())
    }

    /// `let &[a, .., b] = x else { .. };`
    fn let_else_slice(&mut self, out: &mut Vec<Stmt>) -> Option<()> {
        let l = self.sequence(0, out)?;
        let of = self.as_slice(&l);
        let leave = self.leave();
        let a = self.reserved_name(Ty::Float);
        let b = self.reserved_name(Ty::Float);
        self.reserved.clear();
        let text = *self
            .rng
            .pick(&["let &[$, .., $] = $ else $;", "let &[$, $, ..] = $ else $;"]);
        let holes = vec![(&a).into(), (&b).into(), of.into(), leave.into()];
        out.push(Stmt::Expr(code(
            "let [a, b] else",
            Ty::Unit,
            Shape::Stmt,
            text,
            holes,
        )));
        self.bind(&a, false);
        self.bind(&b, false);
        self.reach(&a, out);
        self.reach(&b, out);
        Some(())
    }

    /// `while let Some(v) = stack.pop() { .. }`
    fn while_let_pop(&mut self, out: &mut Vec<Stmt>) -> Option<()> {
        let stack = self.fresh(Ty::Vec);
        let e = self.new_vec(2);
        self.bind(&stack, true);
        self.hide(stack.id, true);
        out.push(Stmt::Let(
            Pat::Bind(stack.clone(), true),
            Ty::Vec,
            Note::Plain,
            Some(e),
        ));
        let v = self.fresh(Ty::Float);
        self.times *= 4;
        let body = self.brief_with(&[(v.clone(), 0)]);
        self.times /= 4;
        let holes = vec![(&v).into(), var(&stack).into(), body.into()];
        let text = "while let Some($) = $.pop() $";
        out.push(Stmt::Expr(code(
            "while let Some(v) = v.pop()",
            Ty::Unit,
            Shape::Control,
            text,
            holes,
        )));
        self.hide(stack.id, false);
        Some(())
    }

    /// `while let [first, tail @ ..] = rest { ..; rest = tail; }`
    fn while_let_rest(&mut self, how: usize, out: &mut Vec<Stmt>) -> Option<()> {
        let l = self.sequence(0, out)?;
        let of = self.as_slice(&l);
        let rest = self.fresh(Ty::Slice);
        out.push(Stmt::Let(
            Pat::Bind(rest.clone(), true),
            Ty::Slice,
            Note::Plain,
            Some(of),
        ));
        self.reserved.push(rest.text.clone());
        let first = self.reserved_name(Ty::FloatRef);
        let tail = self.reserved_name(Ty::Slice);
        self.reserved.clear();
        self.freeze(l.name.id, true);
        self.times *= super::TRIPS;
        let mut body = self.brief_with(&[(first.clone(), 0), (tail.clone(), 0)]);
        self.times /= super::TRIPS;
        self.freeze(l.name.id, false);
        let step = Expr::Assign(Box::new(var(&rest)), Box::new(var(&tail)));
        body.stmts.push(Stmt::Expr(step));
        let (name, text) = match how {
            0 => ("while let [a, b @ ..]", "while let [$, $ @ ..] = $ $"),
            _ => (
                "while let split_first",
                "while let Some(($, $)) = $.split_first() $",
            ),
        };
        let holes = vec![
            (&first).into(),
            (&tail).into(),
            var(&rest).into(),
            body.into(),
        ];
        out.push(Stmt::Expr(code(
            name,
            Ty::Unit,
            Shape::Control,
            text,
            holes,
        )));
        Some(())
    }

    /// `match e { v if v > 0.5 => .., v => .. }`
    fn match_float(&mut self, out: &mut Vec<Stmt>) -> Option<()> {
        let of = self.within(1, STORED);
        let v = self.fresh(Ty::Float);
        let mark = self.scope.len();
        self.bind(&v, false);
        let first = self.purely(|g| g.within(1, STORED));
        self.scope.truncate(mark);
        let second = bin(Op::Mul, var(&v), lit(0.5));
        let text = "match ~ { $ if $ > ~ => ~, $ => ~ }";
        let bound = lit(*self.rng.pick(&[0.0, 0.5]));
        let holes = vec![
            of.into(),
            (&v).into(),
            (&v).into(),
            bound.into(),
            first.into(),
            (&v).into(),
            second.into(),
        ];
        let e = code("match float", Ty::Float, Shape::Control, text, holes);
        self.use_float(e, out);
        Some(())
    }

    /// `(x[i], a) = (e, x[j]);`
    fn destructured_places(&mut self, out: &mut Vec<Stmt>) -> Option<()> {
        let (l, place) = self.element(out)?;
        let target = self.some_target()?;
        self.hold(&l, true);
        let a = self.within(1, STORED);
        let b = self.within(1, STORED);
        self.hold(&l, false);
        let places = vec![place, var(&target.name)];
        let left = if self.rng.chance(50) {
            Expr::Tuple(places)
        } else {
            Expr::Array(places)
        };
        let right = match left {
            Expr::Tuple(_) => Expr::Tuple(vec![a, b]),
            _ => Expr::Array(vec![a, b]),
        };
        out.push(Stmt::Expr(Expr::Assign(Box::new(left), Box::new(right))));
        Some(())
    }
}
