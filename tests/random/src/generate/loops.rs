//! Loops. All have bounded trips.

use super::scope::Local;
use super::sequences::length;
use super::{Gen, LoopContext, STORED, Sized, TRIPS, sized};
use crate::ast::{
    Block, Expr, Name, Note, Op, Pat, Stmt, Ty, bin, deref, int, lent, lent_mut, seq_method, var,
};

impl Gen {
    pub(super) fn for_statement(&mut self, out: &mut Vec<Stmt>) {
        let mark = self.scope.len();
        let e = match self.pick(&[34, 26, 30, 10]) {
            0 => self.for_range(),
            1 => match self.for_items_mut() {
                Some(e) => e,
                None => self.for_elements(),
            },
            2 => self.for_elements(),
            _ => self.for_pairs(),
        };
        self.scope.truncate(mark);
        out.push(Stmt::Expr(e));
    }

    fn for_range(&mut self) -> Expr {
        if self.chance(60)
            && let Some(l) = self.some_local(|l| l.min_len > 0)
        {
            return self.for_indices(&l.name);
        }
        if self.chance(12) {
            let lo = self.rng.int(-2, 1);
            let e = range(int(lo), int(lo + self.rng.int(0, 4)), false);
            let name = self.fresh(Ty::I32);
            self.bind_counter(&name, 5);
            return self.for_loop(Pat::Bind(name, false), e);
        }
        let lo = self.weighted(&[(6, 0), (2, 1), (1, 2)]);
        let hi = if self.chance(50) {
            int(self.rng.int(0, 6))
        } else {
            self.purely(|g| g.usize_below(5))
        };
        let closed = self.chance(25);
        let e = range(int(lo), hi, closed);
        let e = self.range_adaptor(e);
        if self.chance(8) {
            return self.for_loop(Pat::Wild, e);
        }
        let name = self.fresh(Ty::Usize);
        self.bind_counter(&name, 6);
        self.for_loop(Pat::Bind(name, false), e)
    }

    /// `for i in 0..x.len()`
    fn for_indices(&mut self, of: &Name) -> Expr {
        let low = self.rng.int(0, 1);
        let len = seq_method(var(of), "len", vec![]);
        let e = self.range_adaptor(range(int(low), len, false));
        let name = self.fresh(Ty::Usize);
        self.bind_counter(&name, 5);
        if let Some(l) = self.local_mut(name.id) {
            l.below = Some(of.id);
            l.low = low;
        }
        self.for_loop(Pat::Bind(name, false), e)
    }

    fn range_adaptor(&mut self, e: Expr) -> Expr {
        match self.pick(&[2, 1, 7]) {
            0 => seq_method(e, "rev", vec![]),
            1 => seq_method(e, "step_by", vec![int(self.rng.int(1, 3))]),
            _ => e,
        }
    }

    pub(super) fn for_elements(&mut self) -> Expr {
        let Some(l) = self.some_local(|l| length(l).is_some()) else {
            return self.for_range();
        };
        self.for_over(&l)
    }

    /// A loop over the elements of a sequence, in one of many forms.
    pub(super) fn for_over(&mut self, l: &Local) -> Expr {
        // An array is copied where it is the source itself.
        if matches!(l.name.ty, Ty::Array(_)) && self.chance(8) {
            let pat = self.item_pattern(Ty::Float);
            return self.for_loop(pat, var(&l.name));
        }
        self.freeze(l.name.id, true);
        let e = self.for_over_borrowed(l);
        self.freeze(l.name.id, false);
        e
    }

    fn for_over_borrowed(&mut self, l: &Local) -> Expr {
        match self.pick_named("borrowed", &[20, 18, 18, 44]) {
            0 => {
                // The slice itself as the source.
                let e = match l.name.ty {
                    Ty::Slice | Ty::ArrayRef(_) => var(&l.name),
                    Ty::SliceMut | Ty::ArrayMut(_) if self.chance(50) => lent(deref(var(&l.name))),
                    Ty::SliceMut | Ty::ArrayMut(_) | Ty::VecMut => {
                        seq_method(var(&l.name), "iter", vec![])
                    }
                    _ => Expr::Ref(Box::new(var(&l.name))),
                };
                let pat = self.reference();
                self.for_loop(pat, e)
            }
            1 => {
                let k = 2;
                let name = self.one_of(&["windows", "chunks"]);
                let e = seq_method(var(&l.name), name, vec![int(k)]);
                let e = if self.chance(15) {
                    seq_method(e, "rev", vec![])
                } else {
                    e
                };
                let w = self.fresh(Ty::Slice);
                let pat = self.bind(&w, false);
                if let Some(local) = self.local_mut(w.id) {
                    local.min_len = if name == "windows" { 2 } else { 1 };
                    local.locked = true;
                    local.source = true;
                }
                self.counted(pat, e)
            }
            2 => {
                let other = self
                    .some_local(|l| length(l).is_some())
                    .map_or_else(|| l.name.clone(), |o| o.name);
                let a = self.elements(&l.name);
                let b = self.elements(&other);
                let e = seq_method(a, "zip", vec![b]);
                let pat = Pat::Tuple(vec![self.reference(), self.reference()]);
                self.freeze(other.id, true);
                let e = self.counted(pat, e);
                self.freeze(other.id, false);
                e
            }
            _ => {
                let e = self.elements(&l.name);
                let pat = self.reference();
                self.counted(pat, e)
            }
        }
    }

    /// `for &[a, b] in m`
    fn for_pairs(&mut self) -> Expr {
        let rows = |l: &Local| matches!(l.name.ty, Ty::PairSlice | Ty::Matrix(..));
        let Some(l) = self.some_local(rows) else {
            return self.for_elements();
        };
        if let Ty::Matrix(_, c) = l.name.ty {
            let pat = self.item_pattern(Ty::ArrayRef(c));
            let e = if self.chance(50) {
                lent(var(&l.name))
            } else {
                seq_method(var(&l.name), "iter", vec![])
            };
            self.freeze(l.name.id, true);
            let e = self.for_loop(pat, e);
            self.freeze(l.name.id, false);
            return e;
        }
        let pat = match self.pick(&[1, 1, 1]) {
            0 => {
                let inner = self.pattern(&Ty::Array(2));
                Pat::Ref(Box::new(inner))
            }
            1 => Pat::Array(vec![
                self.item_pattern(Ty::FloatRef),
                self.item_pattern(Ty::FloatRef),
            ]),
            _ => self.item_pattern(Ty::ArrayRef(2)),
        };
        if self.chance(40) {
            let e = seq_method(var(&l.name), "iter", vec![]);
            return self.counted(pat, e);
        }
        self.for_loop(pat, var(&l.name))
    }

    /// A loop whose items are written: `for e in a.iter_mut()` and its kin.
    pub(super) fn for_items_mut(&mut self) -> Option<Expr> {
        let wanted = |l: &Local| {
            l.can_write() && (length(l).is_some() || matches!(l.name.ty, Ty::Matrix(..)))
        };
        let l = self.some_local(wanted)?;
        let id = l.name.id;
        self.hide(id, true);
        let e = self.items_mut(&l, wanted);
        self.hide(id, false);
        Some(e)
    }

    fn items_mut(&mut self, l: &Local, wanted: fn(&Local) -> bool) -> Expr {
        let item = |l: &Local| match l.name.ty {
            Ty::Matrix(_, c) => Ty::ArrayMut(c),
            _ => Ty::FloatMut,
        };
        match self.pick_named("items", &[22, 18, 22, 38]) {
            0 => {
                let e = match l.name.ty {
                    Ty::SliceMut | Ty::ArrayMut(_) | Ty::VecMut => lent_mut(deref(var(&l.name))),
                    _ => lent_mut(var(&l.name)),
                };
                let pat = self.item_pattern(item(l));
                self.for_loop(pat, e)
            }
            1 if !matches!(l.name.ty, Ty::Matrix(..)) => {
                let name = self.one_of(&["chunks_mut", "chunks_exact_mut"]);
                let e = seq_method(var(&l.name), name, vec![int(2)]);
                let e = if self.chance(15) {
                    seq_method(e, "rev", vec![])
                } else {
                    e
                };
                let pat = self.item_pattern(Ty::SliceMut);
                if let Pat::Bind(bound, _) = &pat
                    && let Some(local) = self.local_mut(bound.id)
                {
                    local.min_len = if name == "chunks_exact_mut" { 2 } else { 1 };
                }
                self.counted(pat, e)
            }
            2 => {
                let a = self.items(&l.name, "iter_mut");
                let other = self.some_local(|o| length(o).is_some());
                let first = self.item_pattern(item(l));
                let Some(o) = other else {
                    return self.counted(first, a);
                };
                let writes = wanted(&o) && self.chance(35);
                let (b, second) = if writes {
                    (self.items(&o.name, "iter_mut"), self.item_pattern(item(&o)))
                } else {
                    (self.elements(&o.name), self.reference())
                };
                if writes {
                    self.hide(o.name.id, true);
                } else {
                    self.freeze(o.name.id, true);
                }
                let (e, pat) = if self.chance(70) {
                    (seq_method(a, "zip", vec![b]), vec![first, second])
                } else {
                    (seq_method(b, "zip", vec![a]), vec![second, first])
                };
                let e = self.counted(Pat::Tuple(pat), e);
                if writes {
                    self.hide(o.name.id, false);
                } else {
                    self.freeze(o.name.id, false);
                }
                e
            }
            _ => {
                let e = self.items(&l.name, "iter_mut");
                let pat = self.item_pattern(item(l));
                self.counted(pat, e)
            }
        }
    }

    /// A loop that pushes a value for each element.
    pub(super) fn for_pushing(&mut self, l: &Local, v: Expr) -> Expr {
        self.freeze(l.name.id, true);
        let pat = self.reference();
        self.reserved.clear();
        self.times *= TRIPS;
        let e = self.purely(|g| g.within(1, STORED));
        self.times /= TRIPS;
        self.freeze(l.name.id, false);
        let body = Block {
            stmts: vec![Stmt::Expr(seq_method(v, "push", vec![e]))],
            tail: None,
        };
        let source = seq_method(var(&l.name), "iter", vec![]);
        Expr::For(None, pat, Box::new(source), body)
    }

    fn elements(&mut self, of: &Name) -> Expr {
        self.items(of, "iter")
    }

    /// `x.iter()` or `x.iter_mut()` with at most two adaptors.
    fn items(&mut self, of: &Name, name: &'static str) -> Expr {
        let mut e = seq_method(var(of), name, vec![]);
        for _ in 0..self.weighted(&[(5, 0), (4, 1), (1, 2)]) {
            e = match self.pick(&[3, 2, 1, 1]) {
                0 => seq_method(e, "rev", vec![]),
                1 => seq_method(e, "skip", vec![int(self.rng.int(0, 2))]),
                2 => seq_method(e, "take", vec![int(self.rng.int(0, 3))]),
                _ => seq_method(e, "step_by", vec![int(2)]),
            };
        }
        e
    }

    /// `&e` or `e` for an element by reference.
    fn reference(&mut self) -> Pat {
        if self.chance(50) {
            return Pat::Ref(Box::new(self.item_pattern(Ty::Float)));
        }
        self.item_pattern(Ty::FloatRef)
    }

    /// A name for an element by reference.
    pub(super) fn element_by_reference(&mut self) -> Pat {
        let pat = self.reference();
        self.reserved.clear();
        pat
    }

    fn item_pattern(&mut self, ty: Ty) -> Pat {
        let name = self.fresh(ty);
        self.reserved.push(name.text.clone());
        let pat = self.bind(&name, false);
        if let Some(l) = self.local_mut(name.id) {
            l.source = true;
        }
        pat
    }

    /// The loop, sometimes with `.enumerate()`.
    fn counted(&mut self, pat: Pat, e: Expr) -> Expr {
        if !self.chance(30) {
            return self.for_loop(pat, e);
        }
        let taken = names(&pat);
        self.reserved.extend(taken);
        let name = self.fresh(Ty::Usize);
        self.bind_counter(&name, 5);
        let pat = Pat::Tuple(vec![Pat::Bind(name, false), pat]);
        self.for_loop(pat, seq_method(e, "enumerate", vec![]))
    }

    pub(super) fn for_loop(&mut self, pat: Pat, e: Expr) -> Expr {
        self.reserved.clear();
        let label = self.label();
        let body = self.body(label.clone(), true, None, Vec::new(), |_| None);
        Expr::For(label, pat, Box::new(e), body)
    }

    fn label(&mut self) -> Option<String> {
        if !self.chance(55) {
            return None;
        }
        Some(["'outer", "'mid", "'inner", "'deep"][self.loops.len().min(3)].to_string())
    }

    /// The body of a loop; `first` stands in front of what is generated, `last` behind it.
    pub(super) fn body(
        &mut self,
        label: Option<String>,
        can_continue: bool,
        value: Option<Ty>,
        first: Vec<Stmt>,
        last: impl FnOnce(&mut Self) -> Option<Stmt>,
    ) -> Block {
        let mark = self.scope.len();
        self.loops.push(LoopContext {
            label,
            can_continue,
            value,
        });
        self.times *= TRIPS;
        self.work += self.times;
        let n = self.weighted(&[(3, 1), (4, 2), (3, 3), (1, 4)]);
        let n = if self.nest > 1 { 1 } else { n };
        let mut stmts = first;
        self.nested(|g| {
            for _ in 0..n {
                if g.budget > -10 {
                    g.stmt(&mut stmts);
                }
            }
            g.effect(&mut stmts);
            let last = g.in_head(last);
            stmts.extend(last);
        });
        self.times /= TRIPS;
        self.loops.pop();
        self.scope.truncate(mark);
        Block { stmts, tail: None }
    }

    /// `let mut i = 0;`
    pub(super) fn counter(&mut self, start: i64, out: &mut Vec<Stmt>) -> Name {
        let name = self.fresh(Ty::Usize);
        self.bind_counter(&name, 6);
        let pat = Pat::Bind(name.clone(), true);
        out.push(Stmt::Let(pat, Ty::Usize, self.note(10), Some(int(start))));
        name
    }

    pub(super) fn while_statement(&mut self, out: &mut Vec<Stmt>) {
        let down = self.chance(25);
        let trips = self.rng.int(0, 5);
        let i = self.counter(if down { trips } else { 0 }, out);
        let mut cond = if down {
            bin(Op::Gt, var(&i), int(0))
        } else {
            bin(Op::Lt, var(&i), int(trips))
        };
        if self.chance(35) {
            let more = self.in_head(|g| g.condition(1));
            cond = if self.chance(60) {
                bin(Op::And, cond, more)
            } else {
                bin(Op::And, more, cond)
            };
        }
        let op = if down { Op::Sub } else { Op::Add };
        let progress = step(op, &i);
        let label = self.label();
        // Where progress comes last, `continue` would skip it.
        let first = self.chance(50);
        let start = if first {
            vec![progress.clone()]
        } else {
            vec![]
        };
        let end = |_: &mut Self| (!first).then_some(progress);
        let body = self.body(label.clone(), first, None, start, end);
        out.push(Stmt::Expr(Expr::While(label, Box::new(cond), body)));
        self.unlock(&i);
    }

    pub(super) fn loop_statement(&mut self, out: &mut Vec<Stmt>) {
        let i = self.counter(0, out);
        let e = self.loop_over(&i, None);
        out.push(Stmt::Expr(e));
        self.unlock(&i);
    }

    /// `let v = loop { .. break e; .. };`
    pub(super) fn let_loop(&mut self, out: &mut Vec<Stmt>) {
        let i = self.counter(0, out);
        let e = self.loop_over(&i, Some(Ty::Float));
        let name = self.fresh(Ty::Float);
        let mutable = self.chance(30);
        let pat = self.bind(&name, mutable);
        out.push(Stmt::Let(pat, Ty::Float, self.note(15), Some(e)));
        self.unlock(&i);
    }

    /// A loop as an operand: the counter lives in a block around it.
    pub(super) fn value_loop(&mut self) -> Sized {
        if self.nest >= 2 || self.budget <= 0 || self.pure > 0 {
            return self.leaf();
        }
        let mark = self.scope.len();
        let mut stmts = Vec::new();
        let i = self.counter(0, &mut stmts);
        let e = self.nested(|g| g.loop_over(&i, Some(Ty::Float)));
        self.scope.truncate(mark);
        let tail = Some(Box::new(e));
        sized(Expr::Block(Block { stmts, tail }), STORED)
    }

    /// The body of a `loop` that counts to three.
    pub(super) fn counted_loop(&mut self, i: &Name, inner: Vec<Stmt>, value: bool) -> Block {
        let v = value.then(|| Box::new(self.value(&Ty::Float)));
        let then = Block {
            stmts: vec![Stmt::Expr(Expr::Break(None, v))],
            tail: None,
        };
        let done = bin(Op::Gt, var(i), int(self.rng.int(1, 3)));
        let leave = Stmt::Expr(Expr::If(Box::new(done), then, None));
        let mut stmts = vec![step(Op::Add, i), leave];
        stmts.extend(inner);
        Block { stmts, tail: None }
    }

    fn loop_over(&mut self, i: &Name, value: Option<Ty>) -> Expr {
        let trips = self.rng.int(1, 5);
        let label = self.label();
        let leave = |g: &mut Self, cond: Expr| {
            let v = g.in_head(|g| value.as_ref().map(|t| Box::new(g.value(t))));
            let leave = Expr::Break(None, v);
            let then = Block {
                stmts: vec![Stmt::Expr(leave)],
                tail: None,
            };
            Stmt::Expr(Expr::If(Box::new(cond), then, None))
        };
        let done = bin(Op::Ge, var(i), int(trips));
        if self.chance(60) {
            let check = leave(self, done);
            let first = vec![check, step(Op::Add, i)];
            let body = self.body(label.clone(), true, value.clone(), first, |_| None);
            return Expr::Loop(label, body);
        }
        let start = vec![step(Op::Add, i)];
        let end = |g: &mut Self| {
            if g.chance(50) {
                let early = g.condition(1);
                return Some(leave(g, bin(Op::Or, done, early)));
            }
            Some(leave(g, done))
        };
        let body = self.body(label.clone(), false, value.clone(), start, end);
        Expr::Loop(label, body)
    }

    /// After its loop a counter is an integer like any other.
    fn unlock(&mut self, name: &Name) {
        if let Some(l) = self.local_mut(name.id) {
            l.locked = false;
            l.mutable = true;
            l.max = 250;
        }
    }

    pub(super) fn note(&mut self, percent: usize) -> Note {
        if self.chance(percent) {
            Note::Typed
        } else {
            Note::Plain
        }
    }
}

/// The names that a pattern binds.
fn names(pat: &Pat) -> Vec<String> {
    match pat {
        Pat::Bind(name, _) | Pat::At(name, _) => vec![name.text.clone()],
        Pat::Tuple(items) | Pat::Array(items) => items.iter().flat_map(names).collect(),
        Pat::Ref(inner) => names(inner),
        Pat::Struct(_, items) => items.iter().flat_map(|(_, p)| names(p)).collect(),
        Pat::Wild | Pat::Rest | Pat::Int(_) | Pat::Bool(_) | Pat::Range(..) | Pat::Or(_) => {
            vec![]
        }
    }
}

fn step(op: Op, i: &Name) -> Stmt {
    Stmt::Expr(Expr::AssignOp(
        op,
        Ty::Usize,
        Box::new(var(i)),
        Box::new(int(1)),
    ))
}

fn range(lo: Expr, hi: Expr, closed: bool) -> Expr {
    Expr::Range(Some(Box::new(lo)), Some(Box::new(hi)), closed)
}
