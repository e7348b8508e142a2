//! Buffers that change: arrays, vectors, arrays of arrays, and their elements.

use super::avoided::{FIELD_GROWN, FIELD_POP};
use super::scope::Local;
use super::sequences::length;
use super::{Gen, STORED};
use crate::ast::{
    Block, Expr, Note, Op, Pat, Stmt, Ty, bin, deref, index, int, lent, lent_mut, range,
    seq_method, var,
};
use crate::walk::each_in;
use std::collections::HashSet;

impl Gen {
    pub(super) fn buffer_statement(&mut self, out: &mut Vec<Stmt>) {
        match self.pick(&[12, 22, 20, 12, 16, 6, 12]) {
            0 => self.let_buffer(out),
            1 => self.rearrange(out),
            2 => self.change_length(out),
            3 => self.assign_buffer(out),
            4 => self.lend(out),
            5 => self.split(true, out),
            _ => self.call_statement(out),
        }
    }

    /// A new array, vector or array of arrays.
    pub(super) fn let_buffer(&mut self, out: &mut Vec<Stmt>) {
        let (ty, e, n, more) = match self.pick(&[25, 55, 20]) {
            0 => {
                let n = 2 + self.rng.below(3);
                (Ty::Array(n), self.array_value(n), 0, None)
            }
            1 => {
                let (e, n, more) = self.vec_source();
                (Ty::Vec, e, n, more)
            }
            _ => {
                let (r, c) = (2 + self.rng.below(2), 2 + self.rng.below(2));
                (Ty::Matrix(r, c), self.matrix_value(r, c), 0, None)
            }
        };
        if let Some(Source::Each(l)) = &more {
            self.reserved.push(l.name.text.clone());
        }
        let name = self.fresh(ty.clone());
        self.reserved.clear();
        let mutable = more.is_some() || self.chance(92);
        let pat = self.bind(&name, mutable);
        if let Some(l) = self.local_mut(name.id) {
            l.min_len = n;
        }
        let empty = matches!(e, Expr::Path("Vec::new", _));
        let note = self.note(if empty { 60 } else { 15 });
        out.push(Stmt::Let(pat, ty, note, Some(e)));
        if let Some(more) = more {
            self.hide(name.id, true);
            self.fill_up(var(&name), more, out);
            self.hide(name.id, false);
        }
    }

    /// A vector, its least length, and what must be pushed to get there.
    fn vec_source(&mut self) -> (Expr, usize, Option<Source>) {
        let n = 1 + self.rng.below(3);
        let other = self.some_local(|l| length(l).is_some());
        match (self.rng.below(100), other) {
            (0..25, _) => {
                let e = self.within(1, STORED);
                (
                    Expr::VecRepeat(Box::new(e), Box::new(int(n as i64))),
                    n,
                    None,
                )
            }
            (25..30, _) => {
                let e = self.within(1, STORED);
                let n = bin(Op::Add, self.usize_below(4), int(1));
                (Expr::VecRepeat(Box::new(e), Box::new(n)), 1, None)
            }
            (30..40, Some(l)) => {
                let e = self.within(1, STORED);
                let len = seq_method(var(&l.name), "len", vec![]);
                let (len, spare) = if self.chance(25) {
                    (bin(Op::Add, len, int(1)), 1)
                } else {
                    (len, 0)
                };
                let least = length(&l).unwrap_or(0) + spare;
                (Expr::VecRepeat(Box::new(e), Box::new(len)), least, None)
            }
            (40..60, Some(l)) => {
                let (e, n) = self.copy_of(&l);
                (e, n, None)
            }
            (60..70, Some(l)) => {
                let least = length(&l).unwrap_or(0);
                let e = Expr::Path("Vec::new", vec![]);
                (e, least, Some(Source::Each(l)))
            }
            (70..82, _) => {
                let e = Expr::Path("Vec::new", vec![]);
                (e, n, Some(Source::Count(n)))
            }
            _ => (self.new_vec(n), n, None),
        }
    }

    /// `v.push(e);` as often as the source says.
    pub(super) fn fill_up(&mut self, v: Expr, source: Source, out: &mut Vec<Stmt>) {
        match source {
            Source::Count(n) => {
                for _ in 0..n {
                    let e = self.within(1, STORED);
                    out.push(Stmt::Expr(seq_method(v.clone(), "push", vec![e])));
                }
            }
            Source::Each(l) => {
                let mark = self.scope.len();
                let e = self.for_pushing(&l, v);
                self.scope.truncate(mark);
                out.push(Stmt::Expr(e));
            }
        }
    }

    /// `x.to_vec()` and its kin.
    pub(super) fn copy_of(&mut self, l: &Local) -> (Expr, usize) {
        let n = length(l).unwrap_or(0);
        if n > 0 && self.chance(30) {
            let k = self.rng.int(0, n as i64 - 1);
            let part = index(var(&l.name), range(Some(int(k)), None));
            return (seq_method(part, "to_vec", vec![]), n - k as usize);
        }
        let name = if l.name.ty.is_growable() && self.chance(70) {
            "clone"
        } else {
            "to_vec"
        };
        (seq_method(var(&l.name), name, vec![]), n)
    }

    /// `vec![a, b]` or `vec![a; 2]` with at least `n` elements.
    pub(super) fn new_vec(&mut self, n: usize) -> Expr {
        if self.chance(30) {
            let e = self.within(1, STORED);
            let n = n + self.rng.below(2);
            return Expr::VecRepeat(Box::new(e), Box::new(int(n as i64)));
        }
        let n = n.max(1) + self.rng.below(2);
        Expr::VecList((0..n).map(|_| self.within(1, STORED)).collect())
    }

    pub(super) fn matrix_value(&mut self, r: usize, c: usize) -> Expr {
        let ty = Ty::Matrix(r, c);
        if self.chance(15)
            && let Some(l) = self.some_local(|l| l.name.ty == ty)
        {
            return var(&l.name);
        }
        // A row that is the result of a call would need its type said.
        let row = |g: &mut Self| match g.rng.below(3) {
            0 => Expr::Repeat(Box::new(g.within(1, STORED)), c),
            _ => Expr::Array((0..c).map(|_| g.within(1, STORED)).collect()),
        };
        if self.chance(50) {
            let row = row(self);
            return Expr::Repeat(Box::new(row), r);
        }
        Expr::Array((0..r).map(|_| row(self)).collect())
    }

    /// An element that can be written: `a[i]`, `m[i][j]`, `*r`.
    pub(super) fn element_place(&mut self, out: Option<&mut Vec<Stmt>>) -> Option<(Local, Expr)> {
        let l = self.some_local(|l| l.can_write() && holds_element(l))?;
        let e = self.element_of(&l, out)?;
        Some((l, e))
    }

    pub(super) fn element_of(&mut self, l: &Local, out: Option<&mut Vec<Stmt>>) -> Option<Expr> {
        match l.name.ty {
            Ty::FloatMut => Some(deref(var(&l.name))),
            Ty::Matrix(r, c) => {
                let i = self.index_below(r as i64);
                let j = self.index_below(c as i64);
                Some(index(index(var(&l.name), i), j))
            }
            _ => {
                let i = self.write_index(l, out)?;
                Some(index(var(&l.name), i))
            }
        }
    }

    /// An index at which an element may be borrowed mutably: for vectors it must not read the vector.
    fn write_index(&mut self, l: &Local, out: Option<&mut Vec<Stmt>>) -> Option<Expr> {
        let i = self.index_into(l)?;
        if !l.name.ty.is_growable() {
            return Some(i);
        }
        Some(self.clean(l, i, out))
    }

    /// The index, bound to a name if it reads the buffer.
    fn clean(&mut self, l: &Local, i: Expr, out: Option<&mut Vec<Stmt>>) -> Expr {
        if !mentions(&i, l.name.id) {
            return i;
        }
        let Some(out) = out else {
            let n = length(l).unwrap_or(1).max(1) as i64;
            return int(self.rng.int(0, n - 1));
        };
        self.reserved.push(l.name.text.clone());
        let name = self.fresh(Ty::Usize);
        self.reserved.pop();
        let pat = self.bind(&name, false);
        if let Some(l) = self.local_mut(name.id) {
            l.max = 12;
        }
        out.push(Stmt::Let(pat, Ty::Usize, Note::Plain, Some(i)));
        var(&name)
    }

    /// While the right side of an assignment is made: an index into a vector must stay in bounds.
    pub(super) fn hold(&mut self, l: &Local, held: bool) {
        if l.name.ty.is_growable() {
            self.freeze(l.name.id, held);
        }
    }

    /// `&mut place`; a reference may also be handed on as it is.
    pub(super) fn lend_place(&mut self, place: Expr) -> Expr {
        match place {
            Expr::Deref(inner) if self.chance(70) => *inner,
            place => lent_mut(place),
        }
    }

    /// `fill`, `copy_from_slice`, `swap` and the like on a buffer or a part of it.
    pub(super) fn rearrange(&mut self, out: &mut Vec<Stmt>) {
        let wanted = |l: &Local| {
            l.can_write()
                && (length(l).is_some_and(|n| n > 0) || matches!(l.name.ty, Ty::Matrix(..)))
        };
        let rows = matches!(self.forced, Some(("rearrange rows", _)));
        let part = self.forced("rearrange part");
        if let Some(at) = part {
            self.forced = Some(("rearrange", at));
        }
        let copied = part.is_none() && matches!(self.forced, Some(("rearrange", 1)));
        let array = |l: &Local| copied && matches!(l.name.ty, Ty::Array(_) | Ty::ArrayMut(_));
        let l = self
            .some_local(|l| wanted(l) && array(l))
            .or_else(|| {
                self.some_local(|l| wanted(l) && rows == matches!(l.name.ty, Ty::Matrix(..)))
            })
            .or_else(|| self.some_local(wanted));
        let Some(l) = l else {
            return self.let_buffer(out);
        };
        let (recv, n, whole) = match l.name.ty {
            Ty::Matrix(r, c) => {
                if rows || self.chance(35) {
                    return self.rearrange_rows(&l, r, c, out);
                }
                let i = self.index_below(r as i64);
                (index(var(&l.name), i), c, false)
            }
            _ => {
                let n = length(&l).unwrap_or(1);
                let named = matches!(self.forced, Some(("rearrange", _)));
                let (recv, n) = match part {
                    None if named => (var(&l.name), n),
                    _ => self.part_of(&l, n, part.is_some()),
                };
                let whole = matches!(recv, Expr::Var(_));
                (recv, n, whole)
            }
        };
        // Only a slice can be read in the arguments of its own methods.
        let readable = whole && l.name.ty == Ty::SliceMut && self.chance(60);
        let id = l.name.id;
        let exact = match l.name.ty {
            Ty::Array(k) | Ty::ArrayMut(k) if whole => Some(k),
            Ty::Matrix(_, c) => Some(c),
            _ => None,
        };
        let m = n as i64;
        let e = match self.pick_named("rearrange", &[18, 20, 12, 18, 10, 9, 3, 10]) {
            0 => {
                self.hide(id, !readable);
                let e = self.purely(|g| g.within(2, STORED));
                self.hide(id, false);
                seq_method(recv, "fill", vec![e])
            }
            1 => return self.copy_in(&l, recv, n, exact, out),
            2 => {
                let k = self.rng.int(0, m);
                let lo = self.rng.int(0, k);
                let to = self.rng.int(0, m - (k - lo));
                let part = range(Some(int(lo)), Some(int(k)));
                seq_method(recv, "copy_within", vec![part, int(to)])
            }
            3 => {
                let i = self.swap_argument(&l, m, whole, out);
                let j = self.swap_argument(&l, m, whole, out);
                seq_method(recv, "swap", vec![i, j])
            }
            4 => seq_method(recv, "reverse", vec![]),
            at @ 5..7 => {
                let name = ["rotate_left", "rotate_right"][at - 5];
                seq_method(recv, name, vec![int(self.rng.int(0, m))])
            }
            _ => Expr::SortBy(Box::new(recv), self.chance(30)),
        };
        out.push(Stmt::Expr(e));
    }

    /// An argument of `swap`.
    fn swap_argument(&mut self, l: &Local, n: i64, whole: bool, out: &mut Vec<Stmt>) -> Expr {
        if !whole || self.chance(30) {
            return int(self.rng.int(0, n - 1));
        }
        let Some(i) = self.index_into(l) else {
            return int(0);
        };
        if l.name.ty == Ty::SliceMut {
            return i;
        }
        self.clean(l, i, Some(out))
    }

    /// The buffer or a part of it that starts or ends at a literal.
    fn part_of(&mut self, l: &Local, n: usize, always: bool) -> (Expr, usize) {
        let name = var(&l.name);
        if n < 2 && always {
            return (index(name, range(Some(int(0)), None)), n);
        }
        if n < 2 || !always && self.chance(60) {
            return (name, n);
        }
        let k = self.rng.int(1, n as i64 - 1);
        match self.pick(&[1, 1, 1]) {
            0 => (index(name, range(Some(int(k)), None)), n - k as usize),
            1 => (index(name, range(None, Some(int(k)))), k as usize),
            _ => {
                let lo = self.rng.int(0, k - 1);
                let part = range(Some(int(lo)), Some(int(k)));
                (index(name, part), (k - lo) as usize)
            }
        }
    }

    fn rearrange_rows(&mut self, l: &Local, r: usize, c: usize, out: &mut Vec<Stmt>) {
        let m = var(&l.name);
        let e = match self.pick_named("rearrange rows", &[1, 2, 1, 1]) {
            0 => {
                self.hide(l.name.id, true);
                let row = self.purely(|g| g.array_value(c));
                self.hide(l.name.id, false);
                seq_method(m, "fill", vec![row])
            }
            1 => {
                let [i, j] = [0, 1].map(|_| int(self.rng.int(0, r as i64 - 1)));
                seq_method(m, "swap", vec![i, j])
            }
            2 => seq_method(m, "reverse", vec![]),
            _ => seq_method(m, "rotate_left", vec![int(self.rng.int(0, r as i64))]),
        };
        out.push(Stmt::Expr(e));
    }

    /// `a[..n].copy_from_slice(&b[..n]);`
    fn copy_in(
        &mut self,
        l: &Local,
        recv: Expr,
        n: usize,
        exact: Option<usize>,
        out: &mut Vec<Stmt>,
    ) {
        let name = *self.rng.pick(&["copy_from_slice", "clone_from_slice"]);
        let id = l.name.id;
        self.hide(id, true);
        let array = exact.and_then(|k| {
            let fits = move |o: &Local| matches!(o.name.ty, Ty::Array(m) | Ty::ArrayRef(m) | Ty::ArrayMut(m) if m == k);
            let o = self.some_local(fits)?;
            Some(match o.name.ty {
                Ty::Array(_) => lent(var(&o.name)),
                _ => var(&o.name),
            })
        });
        let other = self.some_local(|o| length(o).is_some_and(|k| k > 0));
        let e = match (array, other, exact) {
            (Some(array), ..) if self.chance(60) => seq_method(recv, name, vec![array]),
            (_, Some(o), _) if self.rng.chance(if exact.is_some() { 10 } else { 70 }) => {
                let least = length(&o).unwrap_or(1).min(n) as i64;
                let k = self.rng.int(1, least);
                let from = if self.chance(30) && length(&o).unwrap_or(0) as i64 > k {
                    range(Some(int(1)), Some(int(k + 1)))
                } else {
                    range(None, Some(int(k)))
                };
                let source = lent(index(var(&o.name), from));
                let recv = match recv {
                    Expr::Index(a, r) if matches!(*r, Expr::Range(..)) => *a,
                    recv => recv,
                };
                let recv = index(recv, range(None, Some(int(k))));
                seq_method(recv, name, vec![source])
            }
            (_, _, exact) => {
                let k = exact.unwrap_or(n.min(2));
                let items = self.purely(|g| (0..k).map(|_| g.within(1, STORED)).collect());
                let recv = match (exact, recv) {
                    (Some(_), recv) => recv,
                    (None, Expr::Index(a, r)) if matches!(*r, Expr::Range(..)) => {
                        index(*a, range(None, Some(int(k as i64))))
                    }
                    (None, recv) => index(recv, range(None, Some(int(k as i64)))),
                };
                seq_method(recv, name, vec![lent(Expr::Array(items))])
            }
        };
        self.hide(id, false);
        out.push(Stmt::Expr(e));
    }

    /// A whole buffer, or a row, gets another content.
    fn assign_buffer(&mut self, out: &mut Vec<Stmt>) {
        if self.chance(35) {
            return self.exchange(out);
        }
        let wanted = |l: &Local| {
            l.can_write()
                && matches!(
                    l.name.ty,
                    Ty::Array(_) | Ty::ArrayMut(_) | Ty::Matrix(..) | Ty::Vec | Ty::VecMut
                )
        };
        let Some(l) = self.some_local(|l| wanted(l) && (FIELD_GROWN || !l.borrowed)) else {
            return self.let_buffer(out);
        };
        let (place, e) = match l.name.ty {
            Ty::Array(n) | Ty::ArrayMut(n) => (whole(&l), self.array_value(n)),
            Ty::Matrix(r, c) => {
                if self.chance(40) {
                    (whole(&l), self.matrix_value(r, c))
                } else {
                    let i = self.index_below(r as i64);
                    let e = if self.chance(30) {
                        let j = self.index_below(r as i64);
                        index(var(&l.name), j)
                    } else {
                        self.array_value(c)
                    };
                    (index(var(&l.name), i), e)
                }
            }
            _ => {
                if !self.may_shrink(&l) {
                    return self.assign(out);
                }
                let n = l.min_len;
                let other = self.some_local(|o| length(o).is_some_and(|k| k >= n));
                let e = match other {
                    Some(o) if self.chance(50) => {
                        let name = if o.name.ty.is_growable() {
                            "clone"
                        } else {
                            "to_vec"
                        };
                        seq_method(var(&o.name), name, vec![])
                    }
                    _ => self.new_vec(n),
                };
                (whole(&l), e)
            }
        };
        out.push(Stmt::Expr(Expr::Assign(Box::new(place), Box::new(e))));
    }

    /// `std::mem::swap`, `replace` and `take` of whole buffers.
    fn exchange(&mut self, out: &mut Vec<Stmt>) {
        let wanted = |l: &Local| {
            l.can_write()
                && matches!(
                    l.name.ty,
                    Ty::Array(_) | Ty::ArrayMut(_) | Ty::Matrix(..) | Ty::Vec | Ty::VecMut
                )
        };
        let Some(a) = self.some_local(|l| wanted(l) && (FIELD_GROWN || !l.borrowed)) else {
            return self.let_buffer(out);
        };
        if a.is_growable() && !self.may_shrink(&a) {
            return self.assign(out);
        }
        let id = a.name.id;
        let alike = {
            let (ty, n) = (value_type(&a.name.ty), a.min_len);
            let free: Vec<u32> = self
                .visible()
                .iter()
                .filter(|l| self.may_shrink(l))
                .map(|l| l.name.id)
                .collect();
            self.some_local(|l| {
                wanted(l)
                    && (FIELD_GROWN || !l.borrowed)
                    && l.name.id != id
                    && value_type(&l.name.ty) == ty
                    && l.min_len == n
                    && free.contains(&l.name.id)
            })
        };
        if let Some(b) = alike
            && self.chance(60)
        {
            let args = vec![self.lend_place(whole(&a)), self.lend_place(whole(&b))];
            return out.push(Stmt::Expr(Expr::Path("std::mem::swap", args)));
        }
        let ty = value_type(&a.name.ty);
        let n = a.min_len;
        let lent = self.lend_place(whole(&a));
        let take = self.chance(50) && !matches!(ty, Ty::Matrix(..));
        self.hide(id, true);
        let e = if take {
            Expr::Path("std::mem::take", vec![lent])
        } else {
            let e = self.purely(|g| g.buffer_value(&ty, n));
            Expr::Path("std::mem::replace", vec![lent, e])
        };
        let name = self.fresh(ty.clone());
        let mutable = self.chance(50);
        let pat = self.bind(&name, mutable);
        if let Some(l) = self.local_mut(name.id) {
            l.min_len = n;
        }
        out.push(Stmt::Let(pat, ty.clone(), Note::Plain, Some(e)));
        if take && ty == Ty::Vec && (n > 0 || self.chance(50)) {
            // Left empty by a jump it would be shorter than it is known to be.
            let e = self.purely(|g| g.buffer_value(&ty, n));
            out.push(Stmt::Expr(Expr::Assign(Box::new(whole(&a)), Box::new(e))));
        }
        self.hide(id, false);
    }

    fn buffer_value(&mut self, ty: &Ty, n: usize) -> Expr {
        match ty {
            Ty::Vec => self.new_vec(n),
            ty => self.value(ty),
        }
    }

    /// Whether the length may become smaller: not while a loop counts up to it.
    pub(super) fn may_shrink(&self, l: &Local) -> bool {
        let id = l.name.id;
        !self.scope.iter().any(|i| i.below == Some(id))
    }

    /// `push`, `pop`, `resize` and the like.
    pub(super) fn change_length(&mut self, out: &mut Vec<Stmt>) {
        let Some(l) = self.some_local(|l| l.can_write() && l.is_growable()) else {
            return self.let_buffer(out);
        };
        let shrink = self.may_shrink(&l);
        let at = self.pick_named("change length", &[30, 20, 12, 12, 8, 9, 9, 0]);
        let pops = FIELD_POP || l.root.is_none();
        match at {
            1 | 3 if !pops => self.push(&l, out),
            0 => self.push(&l, out),
            1 => self.push_and_pop(&l, out),
            2 => self.extend(&l, out),
            3 if shrink => self.pop(&l, out),
            4 if shrink => {
                let n = (l.min_len as i64).max(self.rng.int(0, 4));
                let e = seq_method(var(&l.name), "truncate", vec![int(n)]);
                out.push(Stmt::Expr(e));
            }
            5 if shrink => {
                let n = (l.min_len as i64).max(self.rng.int(0, 5));
                self.freeze(l.name.id, true);
                let e = self.purely(|g| g.within(1, STORED));
                self.freeze(l.name.id, false);
                let e = seq_method(var(&l.name), "resize", vec![int(n), e]);
                out.push(Stmt::Expr(e));
            }
            6 if shrink => self.refill(&l, out),
            _ => self.push(&l, out),
        }
    }

    /// Growth in loops and in vectors of the caller must end.
    pub(super) fn guarded(&mut self, l: &Local, stmt: Stmt, often: bool) -> Stmt {
        let must = l.name.ty == Ty::VecMut || self.times > if often { 36 } else { 1 };
        if !must && self.chance(80) {
            return stmt;
        }
        let cond = bin(
            Op::Lt,
            seq_method(var(&l.name), "len", vec![]),
            int(self.rng.int(2, 8)),
        );
        let then = Block {
            stmts: vec![stmt],
            tail: None,
        };
        Stmt::Expr(Expr::If(Box::new(cond), then, None))
    }

    fn push(&mut self, l: &Local, out: &mut Vec<Stmt>) {
        self.freeze(l.name.id, true);
        let e = self.within(2, STORED);
        self.freeze(l.name.id, false);
        let stmt = Stmt::Expr(seq_method(var(&l.name), "push", vec![e]));
        let stmt = self.guarded(l, stmt, true);
        out.push(stmt);
    }

    /// `v.push(e); ..; let t = v.pop().unwrap();`
    fn push_and_pop(&mut self, l: &Local, out: &mut Vec<Stmt>) {
        let id = l.name.id;
        let n = 1 + self.rng.below(2);
        for _ in 0..n {
            self.freeze(id, true);
            let e = self.within(1, STORED);
            self.freeze(id, false);
            out.push(Stmt::Expr(seq_method(var(&l.name), "push", vec![e])));
        }
        if let Some(l) = self.local_mut(id) {
            l.min_len += n;
            l.pinned = true;
        }
        if self.may_nest() {
            for _ in 0..1 + self.rng.below(2) {
                self.nested(|g| g.stmt(out));
            }
        }
        if let Some(l) = self.local_mut(id) {
            l.min_len -= n;
        }
        for _ in 0..n {
            self.popped(l, out);
        }
        if let Some(now) = self.local_mut(id) {
            now.pinned = l.pinned;
        }
    }

    /// A statement that takes the last element off.
    fn popped(&mut self, l: &Local, out: &mut Vec<Stmt>) {
        let pop = seq_method(var(&l.name), "pop", vec![]);
        let e = seq_method(pop, "unwrap", vec![]);
        match self.pick(&[4, 1, 5]) {
            0 => {
                let name = self.fresh(Ty::Float);
                let pat = self.bind(&name, false);
                out.push(Stmt::Let(pat, Ty::Float, Note::Plain, Some(e)));
            }
            1 => {
                let pop = seq_method(var(&l.name), "pop", vec![]);
                out.push(Stmt::Expr(pop));
            }
            _ => {
                let Some(target) = self.some_target() else {
                    return out.push(Stmt::Let(Pat::Wild, Ty::Float, Note::Plain, Some(e)));
                };
                let place = Box::new(var(&target.name));
                let e = bin(Op::Mul, crate::ast::lit(0.5), e);
                out.push(Stmt::Expr(Expr::AssignOp(
                    Op::Add,
                    Ty::Float,
                    place,
                    Box::new(e),
                )));
            }
        }
    }

    /// `if v.len() > n { .. v.pop().unwrap() .. }`, or `while`.
    fn pop(&mut self, l: &Local, out: &mut Vec<Stmt>) {
        let len = seq_method(var(&l.name), "len", vec![]);
        let cond = bin(Op::Gt, len, int(l.min_len as i64 + self.rng.int(0, 1)));
        let mark = self.scope.len();
        let mut stmts = Vec::new();
        self.popped(l, &mut stmts);
        self.scope.truncate(mark);
        let then = Block { stmts, tail: None };
        let e = if self.chance(35) {
            Expr::While(None, Box::new(cond), then)
        } else {
            Expr::If(Box::new(cond), then, None)
        };
        out.push(Stmt::Expr(e));
    }

    fn extend(&mut self, l: &Local, out: &mut Vec<Stmt>) {
        self.hide(l.name.id, true);
        let e = match self.slice_of(0) {
            Some(e) if self.chance(70) => e,
            _ => {
                let items = (0..2).map(|_| self.purely(|g| g.within(1, STORED)));
                lent(Expr::Array(items.collect()))
            }
        };
        self.hide(l.name.id, false);
        let stmt = Stmt::Expr(seq_method(var(&l.name), "extend_from_slice", vec![e]));
        let stmt = self.guarded(l, stmt, false);
        out.push(stmt);
    }

    /// `v.clear();` and new elements, at least as many as others count on.
    fn refill(&mut self, l: &Local, out: &mut Vec<Stmt>) {
        out.push(Stmt::Expr(seq_method(var(&l.name), "clear", vec![])));
        self.hide(l.name.id, true);
        let n = l.min_len;
        let other = self.some_local(|o| length(o).is_some_and(|k| k >= n));
        match other {
            Some(o) if self.chance(40) => self.fill_up(var(&l.name), Source::Each(o), out),
            _ => {
                let n = n.max(self.rng.below(3));
                self.fill_up(var(&l.name), Source::Count(n), out);
            }
        }
        self.hide(l.name.id, false);
    }
}

/// What a vector is filled with.
pub(super) enum Source {
    /// So many values.
    Count(usize),
    /// One value for each element of the other.
    Each(Local),
}

/// The buffer as a place.
pub(super) fn whole(l: &Local) -> Expr {
    if l.name.ty.is_mut_ref() {
        deref(var(&l.name))
    } else {
        var(&l.name)
    }
}

/// The type behind a reference.
fn value_type(ty: &Ty) -> Ty {
    match ty {
        Ty::ArrayMut(n) => Ty::Array(*n),
        Ty::VecMut => Ty::Vec,
        ty => ty.clone(),
    }
}

pub(super) fn holds_element(l: &Local) -> bool {
    matches!(l.name.ty, Ty::FloatMut | Ty::Matrix(..)) || length(l).is_some_and(|n| n > 0)
}

fn mentions(e: &Expr, id: u32) -> bool {
    mentioned(e).contains(&id)
}

/// The variables in the expression.
pub(super) fn mentioned(e: &Expr) -> HashSet<u32> {
    let mut ids = HashSet::new();
    each_in(e, &mut |e| {
        if let Expr::Var(name) = e {
            ids.insert(name.id);
        }
    });
    ids
}
