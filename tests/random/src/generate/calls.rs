//! Calls of other generated functions.

use super::buffers::whole;
use super::fallible::returned;
use super::lending::lends_float;
use super::scope::Local;
use super::sequences::length;
use super::{Callee, Gen, STORED, Sized, WORK, sized};
use crate::ast::{
    Expr, Op, Param, Stmt, Ty, bin, deref, index, int, lent, lent_mut, lit, range, var,
};

impl Gen {
    /// A float out of a call, or something else where no call fits.
    pub(super) fn call_value(&mut self, depth: usize) -> Sized {
        match self.call_of(&Ty::Float, depth) {
            Some(e) => sized(e, STORED),
            None => self.maths(depth),
        }
    }

    /// A call with the given result; none where no callee fits or the work is spent.
    pub(super) fn call_of(&mut self, ret: &Ty, depth: usize) -> Option<Expr> {
        let fits: Vec<Callee> = self
            .callees
            .iter()
            .filter(|k| k.ret == *ret && self.affords(k))
            .cloned()
            .collect();
        if fits.is_empty() || self.budget < 0 {
            return None;
        }
        let callee = self.rng.pick(&fits).clone();
        Some(self.call(&callee, depth))
    }

    /// Some call, whatever its result.
    pub(super) fn any_call(&mut self) -> Option<Expr> {
        let types: Vec<Ty> = self.callees.iter().map(|k| k.ret.clone()).collect();
        if types.is_empty() {
            return None;
        }
        let ret = self.rng.pick(&types).clone();
        self.call_of(&ret, 1)
    }

    /// A call of a function that writes to its parameters, if there is one.
    pub(super) fn call_statement(&mut self, out: &mut Vec<Stmt>) {
        let types: Vec<Ty> = self
            .callees
            .iter()
            .filter(|k| k.writes())
            .map(|k| k.ret.clone())
            .collect();
        if types.is_empty() {
            return self.let_buffer(out);
        }
        let ret = self.rng.pick(&types).clone();
        let Some(e) = self.call_of(&ret, 2) else {
            return self.assign(out);
        };
        match ret {
            Ty::Unit => out.push(Stmt::Expr(e)),
            Ty::Float if self.chance(50) => {
                let Some(target) = self.some_target() else {
                    return out.push(Stmt::Expr(e));
                };
                let e = bin(Op::Mul, lit(0.5), e);
                let place = Box::new(var(&target.name));
                out.push(Stmt::Expr(Expr::AssignOp(
                    Op::Add,
                    Ty::Float,
                    place,
                    Box::new(e),
                )));
            }
            ret => {
                let pat = self.pattern(&ret);
                let note = self.note(8);
                out.push(Stmt::Let(pat, ret, note, Some(e)));
            }
        }
    }

    /// Whether it can be called here.
    pub(super) fn affords(&self, k: &Callee) -> bool {
        let allowed = self.pure == 0 || !k.writes();
        let tried = k.wrap.is_none() || k.wrap == self.wrap && self.closed == 0 && !self.guard;
        self.work + self.times * k.work < WORK && allowed && tried && self.can_lend(k)
    }

    /// A call, preferably of a function that returns no scalar; with parts of slices where `cut` says so.
    pub(super) fn any_call_of(&mut self, cut: bool, out: &mut Vec<Stmt>) {
        let slices = |k: &Callee| !cut || k.params.iter().any(|p| p.name.ty == Ty::Slice);
        let fit = |k: &&Callee| slices(k) && self.affords(k);
        let all: Vec<Callee> = self.callees.iter().filter(fit).cloned().collect();
        let others: Vec<Callee> = all.iter().filter(|k| k.ret != Ty::Float).cloned().collect();
        let from = if others.is_empty() || self.rng.chance(15) {
            &all
        } else {
            &others
        };
        let k = (!from.is_empty()).then(|| self.rng.pick(from).clone());
        self.cut = cut;
        let e = k.map(|k| self.call(&k, 1));
        self.cut = false;
        let Some(e) = e else {
            return self.assign(out);
        };
        let Some(ret) = returned(&e) else {
            return;
        };
        if *ret == Ty::Unit {
            return out.push(Stmt::Expr(e));
        }
        let ret = ret.clone();
        let pat = self.pattern(&ret);
        out.push(Stmt::Let(pat, ret, crate::ast::Note::Plain, Some(e)));
    }

    fn can_lend(&self, callee: &Callee) -> bool {
        let visible = self.visible();
        callee.params.iter().all(|p| match p.name.ty {
            Ty::Slice => visible
                .iter()
                .any(|l| super::sequences::length(l).is_some_and(|n| n >= p.min_len)),
            Ty::PairSlice => visible
                .iter()
                .any(|l| l.name.ty == Ty::PairSlice && l.min_len >= p.min_len),
            _ => true,
        })
    }

    fn call(&mut self, callee: &Callee, depth: usize) -> Expr {
        self.work += self.times * callee.work;
        let e = self.call_with(&callee.name, &callee.ret, &callee.params, None, depth);
        self.finished(callee, e)
    }

    /// The call in the form that the function asks for.
    pub(super) fn finished(&mut self, callee: &Callee, e: Expr) -> Expr {
        let e = match &callee.method {
            Some(shape) => self.called_on(&shape.name, callee, e),
            None => e,
        };
        self.tried(callee, e)
    }

    /// `s.g(e)`, or `S::g(&s, e)`
    fn called_on(&mut self, shape: &str, callee: &Callee, e: Expr) -> Expr {
        let Expr::Call(name, ret, mut args) = e else {
            return e;
        };
        match Self::as_receiver(&args[0]) {
            Some(recv) if self.rng.chance(70) => {
                args.remove(0);
                let writes = callee.params[0].name.ty.is_mut_ref();
                Expr::Own(Box::new(recv), name, ret, args, writes)
            }
            _ => Expr::Call(format!("{shape}::{name}"), ret, args),
        }
    }

    /// `g(l, r);` with the halves of a slice, if a function takes two.
    pub(super) fn call_on_halves(&mut self, halves: Vec<u32>, out: &mut Vec<Stmt>) {
        let is_slice = |p: &&Param| matches!(p.name.ty, Ty::SliceMut | Ty::Slice);
        let all = self.callees.clone();
        let (two, others) = all
            .into_iter()
            .partition(|k| k.writes() && k.params.iter().filter(is_slice).count() > 1);
        self.callees = two;
        self.preferred = halves;
        self.call_statement(out);
        self.preferred.clear();
        self.callees.extend::<Vec<Callee>>(others);
    }

    /// The call; `given` is the argument of one of the parameters and the variable that it borrows, if any.
    pub(super) fn call_with(
        &mut self,
        name: &str,
        ret: &Ty,
        params: &[Param],
        given: Option<(u32, Expr, Option<u32>)>,
        depth: usize,
    ) -> Expr {
        let (mut lenders, mut places) = (Vec::new(), Vec::new());
        if let Some((_, _, Some(id))) = &given {
            lenders.push(*id);
            self.hide(*id, true);
        }
        for p in params {
            let is_given = given.as_ref().is_some_and(|g| g.0 == p.name.id);
            if is_given || !p.name.ty.is_mut_ref() {
                places.push(None);
                continue;
            }
            let (lender, e) = self.purely(|g| g.lend_mut(&p.name.ty, p.min_len));
            if let Some(id) = lender {
                lenders.push(id);
                self.hide(id, true);
            }
            places.push(Some(e));
        }
        let first_lent = params
            .iter()
            .position(|p| p.name.ty.is_mut_ref())
            .unwrap_or(params.len());
        let lends = params.iter().any(|p| {
            p.name.ty.is_mut_ref()
                || matches!(
                    p.name.ty,
                    Ty::FloatRef
                        | Ty::Slice
                        | Ty::ArrayRef(_)
                        | Ty::PairSlice
                        | Ty::RowsRef
                        | Ty::StructRef(_)
                )
        });
        self.pure += usize::from(lends);
        let depth = depth.clamp(1, 2);
        let mut args: Vec<Expr> = Vec::new();
        for (i, p) in params.iter().enumerate() {
            if let Some((id, e, _)) = &given
                && *id == p.name.id
            {
                args.push(e.clone());
                continue;
            }
            if let Some(e) = places[i].take() {
                args.push(e);
                continue;
            }
            // A value in front of the reference may still read what is lent.
            let early = i < first_lent && self.chance(50) && is_value(&p.name.ty);
            for &id in lenders.iter().filter(|_| early) {
                self.hide(id, false);
            }
            let again = args
                .iter()
                .zip(params)
                .find(|(_, q)| q.name.ty == p.name.ty && q.min_len >= p.min_len);
            let arg = match again {
                Some((e, _)) if matches!(e, Expr::Var(_)) && self.chance(30) => e.clone(),
                _ => self.argument_of(&p.name.ty, p.min_len, depth),
            };
            for &id in lenders.iter().filter(|_| early) {
                self.hide(id, true);
            }
            args.push(arg);
        }
        self.pure -= usize::from(lends);
        for id in lenders {
            self.hide(id, false);
        }
        Expr::Call(name.to_string(), ret.clone(), args)
    }

    /// A mutable reference for a parameter of the type, and the variable that it borrows.
    fn lend_mut(&mut self, ty: &Ty, min_len: usize) -> (Option<u32>, Expr) {
        let fits = |l: &Local| match ty {
            Ty::FloatMut => lends_float(l),
            Ty::ArrayMut(n) => {
                l.can_write()
                    && matches!(l.name.ty, Ty::Array(k) | Ty::ArrayMut(k) | Ty::Matrix(_, k) if k == *n)
            }
            Ty::SliceMut => {
                let row = matches!(l.name.ty, Ty::Matrix(_, c) if c >= min_len);
                l.can_write() && (row || length(l).is_some_and(|n| n >= min_len))
            }
            Ty::RowsMut => {
                l.can_write() && matches!(l.name.ty, Ty::Rows | Ty::RowsMut) && l.min_len > 0
            }
            Ty::StructMut(_) => l.can_write() && l.name.ty.shape() == ty.shape(),
            // The callee leaves no more elements than it counts on itself.
            _ => l.can_write() && l.is_growable() && self.may_be_as_short(l, min_len),
        };
        let resizes = *ty == Ty::VecMut;
        let all: Vec<u32> = self
            .visible()
            .iter()
            .filter(|l| fits(l) && (!resizes || self.may_shrink(l)))
            .map(|l| l.name.id)
            .collect();
        let preferred = self.preferred.clone();
        let field = *ty == Ty::FloatMut && self.rng.chance(90);
        let in_field = |l: &Local| field && matches!(l.name.ty, Ty::Tuple(_));
        let tuple = self.some_local(|l| all.contains(&l.name.id) && in_field(l));
        let l = self
            .some_local(|l| all.contains(&l.name.id) && preferred.contains(&l.name.id))
            .or(tuple)
            .or_else(|| self.some_local(|l| all.contains(&l.name.id)));
        let Some(l) = l else {
            return (None, self.temporary(ty, min_len));
        };
        if resizes && let Some(l) = self.local_mut(l.name.id) {
            l.min_len = min_len;
        }
        let e = match (ty, &l.name.ty) {
            (Ty::FloatMut, Ty::Float | Ty::Tuple(_)) => {
                let place = self.float_field(var(&l.name), &l.name.ty);
                lent_mut(place.unwrap_or(var(&l.name)))
            }
            (Ty::FloatMut, _) => match self.element_of(&l, None) {
                Some(place) => self.lend_place(place),
                None => return (None, self.temporary(ty, min_len)),
            },
            (_, Ty::Matrix(r, _)) => {
                let i = self.index_below(*r as i64);
                lent_mut(index(var(&l.name), i))
            }
            (Ty::SliceMut, _) => self.slice_mut(&l, min_len),
            (Ty::RowsMut, Ty::RowsMut) => var(&l.name),
            (Ty::RowsMut, _) => lent_mut(var(&l.name)),
            (Ty::StructMut(_), Ty::Struct(_)) => lent_mut(var(&l.name)),
            (Ty::StructMut(_), _) => self.lend_place(deref(var(&l.name))),
            _ => self.lend_place(whole(&l)),
        };
        (Some(l.name.id), e)
    }

    /// Whether nothing is wrong with `n` elements from here on. In a loop, code above runs again.
    fn may_be_as_short(&self, l: &Local, n: usize) -> bool {
        let own = l.name.ty == Ty::Vec && !l.pinned && l.root.is_none() && self.loops.is_empty();
        l.min_len == n || own && l.min_len > n
    }

    fn slice_mut(&mut self, l: &Local, min_len: usize) -> Expr {
        let n = length(l).unwrap_or(0);
        if self.chance(40) && n > min_len {
            let k = self.rng.int(1, (n - min_len) as i64);
            let part = if self.chance(60) {
                range(Some(int(k)), None)
            } else {
                range(None, Some(int(n as i64 - k)))
            };
            return lent_mut(index(var(&l.name), part));
        }
        match l.name.ty {
            Ty::SliceMut | Ty::ArrayMut(_) | Ty::VecMut if self.chance(70) => var(&l.name),
            _ if self.chance(25) => lent_mut(index(var(&l.name), range(None, None))),
            _ => lent_mut(whole(l)),
        }
    }

    /// Something to write to that nobody reads afterwards.
    fn temporary(&mut self, ty: &Ty, min_len: usize) -> Expr {
        let items = |g: &mut Self, n: usize| (0..n).map(|_| g.within(1, STORED)).collect();
        lent_mut(match ty {
            Ty::FloatMut => bin(Op::Mul, self.within(1, STORED), lit(0.5)),
            Ty::StructMut(_) => return self.struct_argument(ty),
            Ty::ArrayMut(n) => Expr::Array(items(self, *n)),
            Ty::RowsMut => Expr::VecList(vec![Expr::VecList(items(self, super::rows::ROW))]),
            Ty::SliceMut => Expr::Array(items(self, min_len.max(2))),
            _ => Expr::VecList(items(self, min_len.max(1))),
        })
    }

    /// An argument for a parameter of the type.
    pub(super) fn argument(&mut self, ty: &Ty, depth: usize) -> Expr {
        self.argument_of(ty, 1, depth)
    }

    fn argument_of(&mut self, ty: &Ty, min_len: usize, depth: usize) -> Expr {
        match ty {
            Ty::Float => self.within(depth, STORED),
            Ty::FloatRef => self.lent_float(depth),
            Ty::Slice => match self.slice_of(min_len) {
                Some(e) => e,
                None => {
                    let items = (0..min_len.max(2)).map(|_| self.within(1, STORED));
                    Expr::Ref(Box::new(Expr::Array(items.collect())))
                }
            },
            Ty::PairSlice => {
                let l = self.some_local(|l| l.name.ty == Ty::PairSlice && l.min_len >= min_len);
                l.map_or_else(
                    || Expr::Ref(Box::new(Expr::Array(vec![]))),
                    |l| var(&l.name),
                )
            }
            Ty::ArrayRef(n) => {
                let ty = ty.clone();
                if let Some(l) = self.some_local(|l| l.name.ty == ty) {
                    return var(&l.name);
                }
                let rows = *n;
                if let Some(l) =
                    self.some_local(|l| matches!(l.name.ty, Ty::Matrix(_, k) if k == rows))
                    && let Ty::Matrix(r, _) = l.name.ty
                {
                    let i = self.index_below(r as i64);
                    return lent(index(var(&l.name), i));
                }
                let array = self.array_value(*n);
                Expr::Ref(Box::new(array))
            }
            Ty::Vec => self.new_vec(min_len),
            Ty::Rows | Ty::RowsRef => self.argument_rows(ty),
            Ty::Usize => self.usize_below(5),
            Ty::I32 => {
                let (e, max) = self.i32(1);
                if max <= 4 {
                    return e;
                }
                bin(Op::Rem, e, int(4))
            }
            Ty::FloatMut | Ty::SliceMut | Ty::ArrayMut(_) | Ty::VecMut | Ty::RowsMut => {
                self.temporary(ty, min_len)
            }
            Ty::Bool | Ty::Unit | Ty::Array(_) | Ty::Matrix(..) | Ty::Tuple(_) => self.value(ty),
            Ty::Struct(_) | Ty::StructRef(_) | Ty::StructMut(_) => self.struct_argument(ty),
        }
    }

    /// Rows are lent where there are some; no function takes them by `&mut` but the outermost.
    fn argument_rows(&mut self, ty: &Ty) -> Expr {
        let rows = |l: &Local| matches!(l.name.ty, Ty::Rows | Ty::RowsRef) && l.min_len > 0;
        match self.some_local(rows) {
            Some(l) if *ty == Ty::RowsRef && l.name.ty == Ty::RowsRef => var(&l.name),
            Some(l) if *ty == Ty::RowsRef => lent(var(&l.name)),
            _ => {
                let row = self.new_vec(super::rows::ROW);
                let rows = Expr::VecList(vec![row]);
                if *ty == Ty::Rows { rows } else { lent(rows) }
            }
        }
    }

    fn lent_float(&mut self, depth: usize) -> Expr {
        if self.chance(30)
            && let Some(l) = self.some_local(|l| l.name.ty == Ty::FloatRef)
        {
            return var(&l.name);
        }
        let e = if self.chance(70) {
            let l = self.some_local(|l| l.name.ty.is_active());
            match l.and_then(|l| self.read(&l)) {
                Some(s) if s.bound <= STORED => s.e,
                _ => self.within(depth, STORED),
            }
        } else {
            self.within(depth, STORED)
        };
        match e {
            Expr::Deref(inner) => *inner,
            e => Expr::Ref(Box::new(e)),
        }
    }
}

fn is_value(ty: &Ty) -> bool {
    matches!(
        ty,
        Ty::Float | Ty::Usize | Ty::I32 | Ty::Bool | Ty::Tuple(_) | Ty::Array(_)
    )
}
