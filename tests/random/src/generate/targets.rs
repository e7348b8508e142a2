//! Writes to every sort of place, with every operator, and every function that writes.

use super::avoided::FIELD_LENT;
use super::buffers::{mentioned, whole};
use super::scope::Local;
use super::sequences::length;
use super::{Gen, STORED};
use crate::ast::{Expr, Note, Op, Pat, Stmt, Ty, index, lent_mut, var};

/// Something that can be written to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Scalar,
    Field,
    Array,
    Vector,
    Matrix,
    ScalarRef,
    SliceRef,
    ArrayRef,
    VectorRef,
}

const TARGETS: [Target; 9] = [
    Target::Scalar,
    Target::Field,
    Target::Array,
    Target::Vector,
    Target::Matrix,
    Target::ScalarRef,
    Target::SliceRef,
    Target::ArrayRef,
    Target::VectorRef,
];
const OPS: [Option<Op>; 6] = [
    None,
    Some(Op::Add),
    Some(Op::Sub),
    Some(Op::Mul),
    Some(Op::Div),
    Some(Op::Rem),
];
/// `swap`, `replace` and `take`, of an element or of the whole, by a name or not.
const EXCHANGES: usize = 13;

/// How many themes there are here.
pub(super) const WRITES: usize = TARGETS.len() * OPS.len() + TARGETS.len() * EXCHANGES;

impl Target {
    fn is(self, l: &Local) -> bool {
        let filled = length(l).is_some_and(|n| n > 0);
        match self {
            Target::Scalar => l.name.ty == Ty::Float,
            Target::Field => matches!(l.name.ty, Ty::Tuple(_)) && l.name.ty.is_active(),
            Target::Array => matches!(l.name.ty, Ty::Array(_)),
            Target::Vector => l.name.ty == Ty::Vec && filled,
            Target::Matrix => matches!(l.name.ty, Ty::Matrix(..)),
            Target::ScalarRef => l.name.ty == Ty::FloatMut,
            Target::SliceRef => l.name.ty == Ty::SliceMut && filled,
            Target::ArrayRef => matches!(l.name.ty, Ty::ArrayMut(_)),
            Target::VectorRef => l.name.ty == Ty::VecMut && filled,
        }
    }

    fn lender(self) -> Option<Target> {
        match self {
            Target::ScalarRef => Some(Target::Scalar),
            Target::ArrayRef => Some(Target::Array),
            Target::SliceRef | Target::VectorRef => Some(Target::Vector),
            _ => None,
        }
    }
}

impl Gen {
    pub(super) fn write_theme(&mut self, theme: usize, out: &mut Vec<Stmt>) {
        self.distinct += 1;
        self.write(theme, out);
        self.distinct -= 1;
    }

    fn write(&mut self, theme: usize, out: &mut Vec<Stmt>) {
        let plain = TARGETS.len() * OPS.len();
        if theme < plain {
            let op = OPS[theme % OPS.len()];
            let target = TARGETS[theme / OPS.len()];
            return self.with_target(target, out, &mut |g, l, out| g.write_to(l, op, out));
        }
        let theme = theme - plain;
        let target = TARGETS[theme / EXCHANGES % TARGETS.len()];
        let how = theme % EXCHANGES;
        self.with_target(target, out, &mut |g, l, out| g.exchange_with(l, how, out));
    }

    /// Runs `f` on a target of the sort, which is declared or lent where there is none.
    fn with_target(
        &mut self,
        target: Target,
        out: &mut Vec<Stmt>,
        f: &mut dyn FnMut(&mut Self, &Local, &mut Vec<Stmt>),
    ) {
        if let Some(l) =
            self.some_local(|l| l.can_write() && target.is(l) && (FIELD_LENT || l.root.is_none()))
        {
            return f(self, &l, out);
        }
        let Some(lender) = target.lender() else {
            if let Some(l) = self.declared(target, out) {
                f(self, &l, out);
            }
            return;
        };
        self.with_target(lender, out, &mut |g, l, out| {
            if target == Target::VectorRef && !g.may_shrink(l) {
                return g.assign(out);
            }
            let (ty, e) = match (target, &l.name.ty) {
                (Target::ScalarRef, _) => (Ty::FloatMut, lent_mut(whole(l))),
                (Target::ArrayRef, Ty::Array(n)) => (Ty::ArrayMut(*n), lent_mut(whole(l))),
                (Target::VectorRef, _) => (Ty::VecMut, lent_mut(whole(l))),
                _ => (Ty::SliceMut, lent_mut(whole(l))),
            };
            g.reserved.push(l.name.text.clone());
            let name = g.fresh(ty.clone());
            g.reserved.pop();
            // A slice of a vector needs to be told.
            let note = if ty == Ty::SliceMut {
                Note::Typed
            } else {
                Note::Plain
            };
            out.push(Stmt::Let(Pat::Bind(name.clone(), false), ty, note, Some(e)));
            g.hide(l.name.id, true);
            let mut lent = Local::new(name.clone());
            lent.min_len = l.min_len;
            g.scope.push(lent.clone());
            f(g, &lent, out);
            g.hide(name.id, true);
            g.hide(l.name.id, false);
        });
    }

    fn declared(&mut self, target: Target, out: &mut Vec<Stmt>) -> Option<Local> {
        let ty = match target {
            Target::Field => Ty::Tuple(vec![Ty::Float, Ty::Float]),
            Target::Array => Ty::Array(2 + self.rng.below(2)),
            Target::Vector => Ty::Vec,
            Target::Matrix => Ty::Matrix(2, 2),
            _ => Ty::Float,
        };
        let e = match ty {
            Ty::Vec => self.new_vec(2),
            ref ty => self.value(ty),
        };
        let name = self.fresh(ty.clone());
        let pat = self.bind(&name, true);
        let least = if ty == Ty::Vec { 2 } else { 0 };
        if let Some(l) = self.local_mut(name.id) {
            l.min_len = least;
        }
        out.push(Stmt::Let(pat, ty, Note::Plain, Some(e)));
        self.local_mut(name.id).map(|l| l.clone())
    }

    /// A float of the target as a place.
    fn float_place(&mut self, l: &Local, out: &mut Vec<Stmt>) -> Option<Expr> {
        match &l.name.ty {
            Ty::Float => Some(var(&l.name)),
            Ty::Tuple(_) => self.float_field(var(&l.name), &l.name.ty.clone()),
            _ => self.element_of(l, Some(out)),
        }
    }

    fn write_to(&mut self, l: &Local, op: Option<Op>, out: &mut Vec<Stmt>) {
        let Some(place) = self.float_place(l, out) else {
            return;
        };
        self.hold(l, true);
        let e = match op {
            None => Expr::Assign(Box::new(place), Box::new(self.within(1, STORED))),
            Some(op) => {
                let e = self.compound_value(op);
                Expr::AssignOp(op, Ty::Float, Box::new(place), Box::new(e))
            }
        };
        self.hold(l, false);
        out.push(Stmt::Expr(e));
    }

    /// `std::mem::swap` and its kin: of a float where `how` is even, of the whole where it is odd.
    fn exchange_with(&mut self, l: &Local, how: usize, out: &mut Vec<Stmt>) {
        if how == 12 {
            let ty = match l.name.ty {
                Ty::Array(n) | Ty::ArrayMut(n) => Ty::Array(n),
                Ty::Matrix(r, c) => Ty::Matrix(r, c),
                _ => return self.write_to(l, None, out),
            };
            let e = self.value(&ty);
            return out.push(Stmt::Expr(Expr::Assign(Box::new(whole(l)), Box::new(e))));
        }
        let buffer = !matches!(
            l.name.ty,
            Ty::Float | Ty::FloatMut | Ty::Tuple(_) | Ty::SliceMut
        );
        if how % 2 == 1 && buffer {
            return self.exchange_whole(l, how, out);
        }
        let Some(place) = self.float_place(l, out) else {
            return;
        };
        // By its name where it is a reference, or lent again.
        let lent = match place {
            Expr::Deref(inner) if how < 6 => *inner,
            place => lent_mut(place),
        };
        self.hide(l.name.id, true);
        match how / 2 % 3 {
            0 => {
                let other = match self.some_target() {
                    Some(o) => o,
                    None => {
                        self.let_mut_float(out);
                        match self.some_target() {
                            Some(o) => o,
                            None => return self.hide(l.name.id, false),
                        }
                    }
                };
                let first = !mentioned(&lent).contains(&other.name.id);
                let other = lent_mut(var(&other.name));
                let args = if !first || self.rng.chance(50) {
                    vec![lent, other]
                } else {
                    vec![other, lent]
                };
                out.push(Stmt::Expr(Expr::Path("std::mem::swap", args)));
            }
            1 => {
                let e = self.purely(|g| g.within(1, STORED));
                self.old_value(
                    Expr::Path("std::mem::replace", vec![lent, e]),
                    Ty::Float,
                    out,
                );
            }
            _ => self.old_value(Expr::Path("std::mem::take", vec![lent]), Ty::Float, out),
        }
        self.hide(l.name.id, false);
    }

    fn old_value(&mut self, e: Expr, ty: Ty, out: &mut Vec<Stmt>) {
        let name = self.fresh(ty.clone());
        let mutable = self.rng.chance(40);
        let pat = self.bind(&name, mutable);
        out.push(Stmt::Let(pat, ty, Note::Plain, Some(e)));
    }

    fn exchange_whole(&mut self, l: &Local, how: usize, out: &mut Vec<Stmt>) {
        let grows = l.is_growable();
        if grows && !self.may_shrink(l) {
            return self.assign(out);
        }
        let (ty, row) = match l.name.ty {
            Ty::Array(n) | Ty::ArrayMut(n) => (Ty::Array(n), None),
            // A row of it.
            Ty::Matrix(r, c) if how > 5 => (Ty::Array(c), Some(self.index_below(r as i64))),
            Ty::Matrix(r, c) => (Ty::Matrix(r, c), None),
            _ => (Ty::Vec, None),
        };
        let n = l.min_len;
        let place = match row {
            Some(i) => index(var(&l.name), i),
            None => whole(l),
        };
        let lent = match place {
            Expr::Deref(inner) if how < 6 => *inner,
            place => lent_mut(place),
        };
        self.hide(l.name.id, true);
        let e = self.purely(|g| if grows { g.new_vec(n) } else { g.value(&ty) });
        match how / 2 % 3 {
            0 => {
                let name = self.fresh(ty.clone());
                let pat = self.bind(&name, true);
                if let Some(o) = self.local_mut(name.id) {
                    o.min_len = n;
                }
                out.push(Stmt::Let(pat, ty, Note::Plain, Some(e)));
                let other = lent_mut(var(&name));
                let args = if self.rng.chance(50) {
                    vec![lent, other]
                } else {
                    vec![other, lent]
                };
                out.push(Stmt::Expr(Expr::Path("std::mem::swap", args)));
            }
            2 if !matches!(ty, Ty::Matrix(..)) => {
                self.old_value(Expr::Path("std::mem::take", vec![lent]), ty, out);
                if grows {
                    out.push(Stmt::Expr(Expr::Assign(Box::new(whole(l)), Box::new(e))));
                }
            }
            _ => {
                self.old_value(
                    Expr::Path("std::mem::replace", vec![lent, e]),
                    ty.clone(),
                    out,
                );
                if let Some(Stmt::Let(Pat::Bind(name, _), ..)) = out.last()
                    && let Some(o) = self.scope.iter_mut().find(|o| o.name.id == name.id)
                {
                    o.min_len = n;
                }
            }
        }
        self.hide(l.name.id, false);
    }
}
