//! Questions to sequences, options, items, and what changes a vector in one place only.

use super::scope::Local;
use super::sequences::length;
use super::{Gen, STORED};
use crate::ast::{
    Block, Expr, Name, Note, Op, Pat, Shape, Stmt, Ty, bin, code, deref, float_method, index, int,
    lit, seq_method, var,
};

impl Gen {
    /// Questions about the elements of a sequence.
    pub(super) fn search(&mut self, how: usize, out: &mut Vec<Stmt>) -> Option<()> {
        let l = self.sequence(1, out)?;
        let x = var(&l.name);
        let bound = lit(*self.rng.pick(&[0.0, 0.5, 1.0]));
        let number = |name, text: &str, out: &mut Vec<Stmt>, g: &mut Self| {
            let e = code(
                name,
                Ty::Usize,
                Shape::Atom,
                text,
                vec![x.clone().into(), bound.clone().into()],
            );
            g.use_integer(e, out)
        };
        match how {
            0 => number(
                ".position()",
                "$.iter().position(|v| *v > ~).unwrap_or(0)",
                out,
                self,
            ),
            1 => number(
                ".partition_point()",
                "$.partition_point(|v| *v < ~)",
                out,
                self,
            ),
            2..4 => {
                let (name, text) = match how {
                    2 => (".any()", "$.iter().any(|v| *v > ~)"),
                    _ => (".all()", "$.iter().all(|v| *v < ~)"),
                };
                let e = code(
                    name,
                    Ty::Bool,
                    Shape::Atom,
                    text,
                    vec![x.into(), bound.into()],
                );
                self.use_bool(e, out);
                Some(())
            }
            4 => {
                let text = "$.contains(&~)";
                let e = code(
                    ".contains()",
                    Ty::Bool,
                    Shape::Atom,
                    text,
                    vec![x.into(), bound.into()],
                );
                self.use_bool(e, out);
                Some(())
            }
            5 => {
                let text = *self.rng.pick(&[
                    "$.iter().max_by(|a, b| a.total_cmp(b)).unwrap()",
                    "$.iter().min_by(|a, b| a.total_cmp(b)).unwrap()",
                ]);
                let e = code(".max_by()", Ty::FloatRef, Shape::Atom, text, vec![x.into()]);
                self.use_float(bin(Op::Mul, deref(e), lit(0.5)), out);
                Some(())
            }
            _ => {
                let other = self.variable().e;
                let text =
                    "$.iter().copied().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(~)";
                let e = code(
                    "copied().max_by()",
                    Ty::Float,
                    Shape::Atom,
                    text,
                    vec![x.into(), other.into()],
                );
                self.use_float(float_method(e, "tanh", vec![]), out);
                Some(())
            }
        }
    }

    /// `insert`, `remove`, `swap_remove`, `split_off`, `drain`: what was pushed before is taken out again.
    pub(super) fn one_off(&mut self, how: usize, out: &mut Vec<Stmt>) -> Option<()> {
        let l = self.vector(out)?;
        if how > 0 && !self.may_shrink(&l) {
            return None;
        }
        let id = l.name.id;
        let v = || var(&l.name);
        let n = l.min_len as i64;
        self.hide(id, true);
        let first = self.within(1, STORED);
        let second = self.within(1, STORED);
        self.hide(id, false);
        if how == 0 {
            let i = int(self.rng.int(0, n));
            let stmt = Stmt::Expr(seq_method(v(), "insert", vec![i, first]));
            let stmt = self.guarded(&l, stmt, true);
            out.push(stmt);
            return Some(());
        }
        out.push(Stmt::Expr(seq_method(v(), "push", vec![first])));
        let i = int(self.rng.int(0, n));
        match how {
            1 => self.use_float(seq_method(v(), "remove", vec![i]), out),
            2 => self.use_float(seq_method(v(), "swap_remove", vec![i]), out),
            3 => {
                out.push(Stmt::Expr(seq_method(v(), "push", vec![second])));
                let e = seq_method(v(), "split_off", vec![int(n)]);
                return self.use_whole(Ty::Vec, e, out);
            }
            _ => {
                // A vector of its own, moved.
                let name = self.fresh(Ty::Vec);
                let e = self.new_vec(2);
                out.push(Stmt::Let(
                    Pat::Bind(name.clone(), true),
                    Ty::Vec,
                    Note::Plain,
                    Some(e),
                ));
                return self.use_whole(Ty::Vec, var(&name), out);
            }
        }
        Some(())
    }

    /// `v.append(&mut w);`
    pub(super) fn append(&mut self, out: &mut Vec<Stmt>) -> Option<()> {
        let l = self.vector(out)?;
        self.hide(l.name.id, true);
        let e = self.new_vec(1);
        let w = self.fresh(Ty::Vec);
        self.hide(l.name.id, false);
        out.push(Stmt::Let(
            Pat::Bind(w.clone(), true),
            Ty::Vec,
            Note::Plain,
            Some(e),
        ));
        let stmt = Stmt::Expr(seq_method(
            var(&l.name),
            "append",
            vec![crate::ast::lent_mut(var(&w))],
        ));
        let stmt = self.guarded(&l, stmt, false);
        out.push(stmt);
        Some(())
    }

    /// `if let Some(t) = x.last_mut() { *t += e; }`
    pub(super) fn element_by_method(&mut self, out: &mut Vec<Stmt>) -> Option<()> {
        let wanted = |l: &Local| l.can_write() && length(l).is_some();
        let l = match self.some_local(wanted) {
            Some(l) => l,
            None => self.vector(out)?,
        };
        let t = self.fresh(Ty::FloatMut);
        self.hide(l.name.id, true);
        let e = self.compound_value(Op::Add);
        let e = float_method(e, "sin", vec![]);
        self.hide(l.name.id, false);
        let op = *self.rng.pick(&[Op::Add, Op::Mul]);
        let write = Expr::AssignOp(op, Ty::Float, Box::new(deref(var(&t))), Box::new(e));
        let then = Block {
            stmts: vec![Stmt::Expr(write)],
            tail: None,
        };
        let method = *self.rng.pick(&["first_mut()", "last_mut()", "get_mut(1)"]);
        let text = format!("if let Some($) = $.{method} $");
        let holes = vec![(&t).into(), var(&l.name).into(), then.into()];
        out.push(Stmt::Expr(code(
            "if let Some(r) = last_mut()",
            Ty::Unit,
            Shape::Control,
            &text,
            holes,
        )));
        Some(())
    }

    /// An option of an integer, and one of its uses.
    pub(super) fn option(&mut self, how: usize, out: &mut Vec<Stmt>) -> Option<()> {
        let cond = self.condition(1);
        let i = self.usize_below(4);
        let k = self.fresh(Ty::Usize);
        let text = "let $ = if $ { Some(~) } else { None };";
        let holes = vec![(&k).into(), cond.into(), i.into()];
        out.push(Stmt::Expr(code(
            "Option<usize>",
            Ty::Unit,
            Shape::Stmt,
            text,
            holes,
        )));
        self.reserved.push(k.text.clone());
        let n = self.fresh(Ty::Usize);
        self.reserved.clear();
        match how {
            0 => {
                let e = code(
                    "unwrap_or",
                    Ty::Usize,
                    Shape::Atom,
                    "$.unwrap_or(1)",
                    vec![(&k).into()],
                );
                return self.use_integer(e, out);
            }
            1 => {
                let mark = self.scope.len();
                self.bind_counter(&n, 4);
                let then = self.brief();
                self.scope.truncate(mark);
                let other = self.brief();
                let holes = vec![(&n).into(), (&k).into(), then.into(), other.into()];
                let text = "if let Some($) = $ $ else $";
                out.push(Stmt::Expr(code(
                    "if let Some(n)",
                    Ty::Unit,
                    Shape::Control,
                    text,
                    holes,
                )));
            }
            _ => {
                let a = self.purely(|g| g.within(1, STORED));
                let b = self.purely(|g| g.within(1, STORED));
                let text = "match $ { Some($) if $ > 1 => ~, Some(_) => ~, None => 0.5 }";
                let text = text.replace("0.5", "~");
                let holes = vec![
                    (&k).into(),
                    (&n).into(),
                    (&n).into(),
                    a.into(),
                    b.into(),
                    lit(0.5).into(),
                ];
                let e = code("match option", Ty::Float, Shape::Control, &text, holes);
                self.use_float(e, out);
            }
        }
        Some(())
    }

    /// Integer state that wraps around, and a float of it.
    pub(super) fn wrapping(&mut self, out: &mut Vec<Stmt>) -> Option<()> {
        let text = format!("state{}", self.next_id);
        let state = self.name(text, Ty::Usize);
        let text = "let mut $: u32 = 7;";
        out.push(Stmt::Expr(code(
            "u32",
            Ty::Unit,
            Shape::Stmt,
            text,
            vec![(&state).into()],
        )));
        let step = |e: &Name| {
            let text = "$ = $.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);";
            Stmt::Expr(code(
                "wrapping_mul",
                Ty::Unit,
                Shape::Stmt,
                text,
                vec![e.into(), e.into()],
            ))
        };
        out.push(step(&state));
        let high = code(
            "u32 >> 28",
            Ty::Usize,
            Shape::Atom,
            "($ >> 29)",
            vec![(&state).into()],
        );
        let e = bin(Op::Mul, lit(0.25), Expr::ToFloat(Box::new(high)));
        self.use_float(e, out);
        out.push(step(&state));
        let low = code(
            "u32 as usize",
            Ty::Usize,
            Shape::Atom,
            "($ as usize % 3)",
            vec![(&state).into()],
        );
        self.use_integer(low, out)
    }

    /// A constant or a static of the body.
    pub(super) fn item(&mut self, how: usize, out: &mut Vec<Stmt>) -> Option<()> {
        let text = format!("K{}", self.next_id);
        let values = [0.75, -0.5, 1.25].map(lit);
        let [a, b, k] = values;
        let e = if how == 0 {
            let name = self.name(text, Ty::Float);
            let holes = vec![(&name).into(), Ty::Float.into(), a.into()];
            out.push(Stmt::Expr(code(
                "const",
                Ty::Unit,
                Shape::Stmt,
                "const $: $ = ~;",
                holes,
            )));
            var(&name)
        } else {
            let name = self.name(text, Ty::Array(3));
            let holes = vec![
                (&name).into(),
                Ty::Float.into(),
                a.into(),
                b.into(),
                k.into(),
            ];
            let text = "static $: [$; 3] = [~, ~, ~];";
            out.push(Stmt::Expr(code(
                "static",
                Ty::Unit,
                Shape::Stmt,
                text,
                holes,
            )));
            let i = self.index_below(3);
            index(var(&name), i)
        };
        let v = self.variable();
        let e = bin(Op::Mul, e, self.tame(v, STORED).e);
        self.use_float(e, out);
        Some(())
    }

    /// `assert!`, and `if let Some(k) = n.checked_sub(2)`
    pub(super) fn checked(&mut self, out: &mut Vec<Stmt>) -> Option<()> {
        let n = self.usize_below(5);
        let text = "assert!($ < 500, \"small\");";
        out.push(Stmt::Expr(code(
            "assert!",
            Ty::Unit,
            Shape::Stmt,
            text,
            vec![n.into()],
        )));
        let of = self.usize(1).0;
        let k = self.fresh(Ty::Usize);
        let mark = self.scope.len();
        self.bind_counter(&k, 250);
        let then = self.brief();
        self.scope.truncate(mark);
        let other = self.brief();
        let text = "if let Some($) = $.checked_sub(2) $ else $";
        let of = Expr::IntCast(Box::new(of), Ty::Usize);
        let holes = vec![(&k).into(), of.into(), then.into(), other.into()];
        out.push(Stmt::Expr(code(
            "checked_sub",
            Ty::Unit,
            Shape::Control,
            text,
            holes,
        )));
        Some(())
    }
}
