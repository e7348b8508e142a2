//! Calls of other generated functions.

use super::{Callee, Gen, STORED, Sized, WORK, sized};
use crate::ast::{Expr, Ty, var};

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
            .filter(|k| k.ret == *ret && self.work + self.times * k.work < WORK)
            .filter(|k| self.can_lend(k))
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
        let lends = callee.params.iter().any(|p| {
            matches!(
                p.name.ty,
                Ty::FloatRef | Ty::Slice | Ty::ArrayRef(_) | Ty::PairSlice
            )
        });
        self.pure += usize::from(lends);
        let depth = depth.clamp(1, 2);
        let mut args: Vec<Expr> = Vec::new();
        for p in &callee.params {
            let again = args
                .iter()
                .zip(&callee.params)
                .find(|(_, q)| q.name.ty == p.name.ty && q.min_len >= p.min_len);
            let arg = match again {
                Some((e, _)) if matches!(e, Expr::Var(_)) && self.rng.chance(30) => e.clone(),
                _ => self.argument_of(&p.name.ty, p.min_len, depth),
            };
            args.push(arg);
        }
        self.pure -= usize::from(lends);
        Expr::Call(callee.name.clone(), callee.ret.clone(), args)
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
                let array = self.array_value(*n);
                Expr::Ref(Box::new(array))
            }
            Ty::Usize => self.usize_below(5),
            Ty::I32 => {
                let (e, max) = self.i32(1);
                if max <= 4 {
                    return e;
                }
                crate::ast::bin(crate::ast::Op::Rem, e, crate::ast::int(4))
            }
            Ty::Bool | Ty::Unit | Ty::Array(_) | Ty::Vec | Ty::Tuple(_) => self.value(ty),
        }
    }

    fn lent_float(&mut self, depth: usize) -> Expr {
        if self.rng.chance(30)
            && let Some(l) = self.some_local(|l| l.name.ty == Ty::FloatRef)
        {
            return var(&l.name);
        }
        let e = if self.rng.chance(70) {
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
