//! References that are bound to names, for a few statements.

use super::Gen;
use super::avoided::FIELD_LENT;
use super::buffers::{holds_element, whole};
use super::scope::Local;
use super::sequences::length;
use crate::ast::{
    Expr, Name, Note, Op, Pat, Stmt, Ty, bin, index, int, lent, lent_mut, range, seq_method, var,
};

/// A `let` of references.
struct Loan {
    pat: Pat,
    ty: Ty,
    e: Expr,
    shared: bool,
}

impl Gen {
    /// `let r = &mut a[i];` and its kin, and statements that use it.
    pub(super) fn lend(&mut self, out: &mut Vec<Stmt>) {
        match self.pick_named("lend", &[18, 22, 22, 14, 6, 11, 7]) {
            0 => self.lend_scalar(out),
            1 => self.lend_element(out),
            2 => self.lend_part(out),
            3 => self.split(true, out),
            4 => self.split(false, out),
            5 => self.lend_part_shared(out),
            _ => self.lend_element_shared(out),
        }
    }

    /// Statements while the references live; afterwards nothing reads them and the lender is back.
    fn while_lent(
        &mut self,
        lender: &Local,
        loan: Loan,
        names: &[(Name, usize)],
        out: &mut Vec<Stmt>,
    ) {
        let id = lender.name.id;
        let note = self.note(8);
        out.push(Stmt::Let(loan.pat, loan.ty, note, Some(loan.e)));
        if loan.shared {
            self.freeze(id, true);
        } else {
            self.hide(id, true);
        }
        for (name, min_len) in names {
            let mut local = Local::new(name.clone());
            local.min_len = *min_len;
            local.source = true;
            self.scope.push(local.clone());
            self.declare_fields(&local);
        }
        if names.len() > 1 && self.chance(65) {
            let halves = names.iter().map(|(name, _)| name.id).collect();
            self.call_on_halves(halves, out);
        } else if !loan.shared {
            self.assignment(out);
        }
        let n = self.weighted(&[(3, 1), (4, 2), (2, 3)]);
        for _ in 0..n {
            if self.budget > -10 {
                self.nested(|g| g.stmt(out));
            }
        }
        for (name, _) in names {
            self.hide(name.id, true);
        }
        if loan.shared {
            self.freeze(id, false);
        } else {
            self.hide(id, false);
        }
    }

    /// A whole struct is lent.
    pub(super) fn lend_whole(&mut self, l: &Local, ty: Ty, e: Expr, out: &mut Vec<Stmt>) {
        self.one(l, (ty, 0), e, out);
    }

    fn one(&mut self, l: &Local, (ty, min_len): (Ty, usize), e: Expr, out: &mut Vec<Stmt>) {
        let name = self.fresh(ty.clone());
        let loan = Loan {
            pat: Pat::Bind(name.clone(), false),
            shared: !ty.is_mut_ref(),
            ty,
            e,
        };
        self.while_lent(l, loan, &[(name, min_len)], out);
    }

    /// `let r = &mut s;`, `let r = &mut t.0;`
    fn lend_scalar(&mut self, out: &mut Vec<Stmt>) {
        let target = self.some_local(|l| {
            l.can_write()
                && (FIELD_LENT || l.root.is_none())
                && (l.name.ty == Ty::Float
                    || matches!(l.name.ty, Ty::Tuple(_)) && l.name.ty.is_active())
        });
        let Some(l) = target else {
            return self.let_mut_float(out);
        };
        let Some(place) = self.float_field(var(&l.name), &l.name.ty) else {
            return self.let_mut_float(out);
        };
        self.one(&l, (Ty::FloatMut, 0), lent_mut(place), out);
    }

    /// `let r = &mut a[i];`
    fn lend_element(&mut self, out: &mut Vec<Stmt>) {
        let found = self.element_place(Some(&mut *out));
        let found = found.filter(|(l, _)| FIELD_LENT || l.root.is_none());
        let Some((l, place)) = found else {
            return self.let_buffer(out);
        };
        self.one(&l, (Ty::FloatMut, 0), lent_mut(place), out);
    }

    /// `let w = &mut a[1..];`, `let w = &mut a;`, `let row = &mut m[i];`
    fn lend_part(&mut self, out: &mut Vec<Stmt>) {
        let wanted = |l: &Local| {
            l.can_write() && (matches!(l.name.ty, Ty::Matrix(..)) || length(l).is_some())
        };
        let Some(l) = self.some_local(wanted) else {
            return self.let_buffer(out);
        };
        if let Ty::Matrix(r, c) = l.name.ty {
            let i = self.index_below(r as i64);
            let e = lent_mut(index(var(&l.name), i));
            return self.one(&l, (Ty::ArrayMut(c), 0), e, out);
        }
        let n = length(&l).unwrap_or(0);
        let lends = FIELD_LENT || l.root.is_none();
        if lends && self.chance(25) && l.name.ty != Ty::SliceMut {
            let ty = match l.name.ty {
                Ty::Array(n) | Ty::ArrayMut(n) => Ty::ArrayMut(n),
                _ => Ty::VecMut,
            };
            let least = if ty == Ty::VecMut { n } else { 0 };
            if ty == Ty::VecMut && !self.may_shrink(&l) {
                return self.assign(out);
            }
            return self.one(&l, (ty, least), lent_mut(whole(&l)), out);
        }
        let (part, n) = self.cut(n);
        let e = lent_mut(index(var(&l.name), part));
        self.one(&l, (Ty::SliceMut, n), e, out);
    }

    /// A range into a sequence of at least `n` elements, and the least length of the part.
    fn cut(&mut self, n: usize) -> (Expr, usize) {
        if n == 0 || self.chance(15) {
            return (range(None, None), n);
        }
        let k = self.rng.int(0, n as i64);
        match self.pick(&[1, 1, 1]) {
            0 => {
                let k = k.min(n as i64 - 1);
                (range(Some(int(k)), None), n - k as usize)
            }
            1 => (range(None, Some(int(k.max(1)))), k.max(1) as usize),
            _ => {
                let k = k.max(1);
                let lo = self.rng.int(0, k - 1);
                (range(Some(int(lo)), Some(int(k))), (k - lo) as usize)
            }
        }
    }

    /// `let w = &a[1..];`, `let row = &m[i];`
    fn lend_part_shared(&mut self, out: &mut Vec<Stmt>) {
        let Some(l) =
            self.some_local(|l| matches!(l.name.ty, Ty::Matrix(..)) || length(l).is_some())
        else {
            return self.let_buffer(out);
        };
        if let Ty::Matrix(r, c) = l.name.ty {
            let i = self.index_below(r as i64);
            let e = lent(index(var(&l.name), i));
            return self.one(&l, (Ty::ArrayRef(c), 0), e, out);
        }
        let (part, n) = self.cut(length(&l).unwrap_or(0));
        let e = lent(index(var(&l.name), part));
        self.one(&l, (Ty::Slice, n), e, out);
    }

    /// `let r = &a[i];`
    fn lend_element_shared(&mut self, out: &mut Vec<Stmt>) {
        let l = self.some_local(|l| l.name.ty == Ty::Float || length(l).is_some_and(|n| n > 0));
        let Some(l) = l else {
            return self.let_buffer(out);
        };
        let Some(s) = self.read(&l) else {
            return;
        };
        self.one(&l, (Ty::FloatRef, 0), lent(s.e), out);
    }

    /// `let (l, r) = a.split_at_mut(k);`
    pub(super) fn split(&mut self, mutable: bool, out: &mut Vec<Stmt>) {
        let Some(l) =
            self.some_local(|l| (!mutable || l.can_write()) && length(l).is_some_and(|n| n > 0))
        else {
            return self.let_buffer(out);
        };
        let n = length(&l).unwrap_or(0);
        let (at, left, right) = if self.chance(30) {
            let len = seq_method(var(&l.name), "len", vec![]);
            let half = bin(Op::Div, len, int(2));
            let half = if mutable && l.name.ty != Ty::SliceMut {
                self.reserved.push(l.name.text.clone());
                let name = self.fresh(Ty::Usize);
                self.reserved.clear();
                let pat = self.bind(&name, false);
                out.push(Stmt::Let(pat, Ty::Usize, Note::Plain, Some(half)));
                var(&name)
            } else {
                half
            };
            (half, n / 2, n - n / 2)
        } else {
            // Both halves have elements where there are enough.
            let k = if n > 1 && self.chance(80) {
                1 + self.rng.below(n - 1)
            } else {
                self.rng.below(n + 1)
            };
            (int(k as i64), k, n - k)
        };
        let (name, ty) = if mutable {
            ("split_at_mut", Ty::SliceMut)
        } else {
            ("split_at", Ty::Slice)
        };
        let a = self.fresh(ty.clone());
        self.reserved.push(a.text.clone());
        let b = self.fresh(ty.clone());
        self.reserved.clear();
        let pat = Pat::Tuple(vec![
            Pat::Bind(a.clone(), false),
            Pat::Bind(b.clone(), false),
        ]);
        let e = seq_method(var(&l.name), name, vec![at]);
        let names = [(a, left), (b, right)];
        let loan = Loan {
            pat,
            ty: Ty::Tuple(vec![ty.clone(), ty]),
            e,
            shared: !mutable,
        };
        self.while_lent(&l, loan, &names, out);
    }
}

/// Whether a float of it can be lent to be written.
pub(super) fn lends_float(l: &Local) -> bool {
    let scalar = l.name.ty == Ty::Float;
    let tuple = matches!(l.name.ty, Ty::Tuple(_)) && l.name.ty.is_active();
    l.can_write() && (scalar || tuple || holds_element(l))
}
