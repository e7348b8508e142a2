//! Tuples and arrays as values, and patterns that take them apart.

use super::avoided::FIELD_ARRAYS;
use super::scope::Local;
use super::{Gen, STORED, Sized, sized};
use crate::ast::{Expr, Note, Pat, Stmt, Ty, float_method, var};

impl Gen {
    /// A float field of a tuple variable.
    pub(super) fn read_field(&mut self, l: &Local) -> Option<Sized> {
        let e = self.float_field(var(&l.name), &l.name.ty)?;
        Some(sized(e, STORED))
    }

    /// A path to a float inside the tuple.
    pub(super) fn float_field(&mut self, e: Expr, ty: &Ty) -> Option<Expr> {
        match ty {
            Ty::Float => Some(e),
            Ty::Tuple(items) => {
                let active: Vec<_> = (0..items.len()).filter(|&i| items[i].is_active()).collect();
                if active.is_empty() {
                    return None;
                }
                let i = *self.rng.pick(&active);
                self.float_field(Expr::Field(Box::new(e), i), &items[i])
            }
            _ => None,
        }
    }

    pub(super) fn tuple_value(&mut self, items: &[Ty]) -> Expr {
        let ty = Ty::Tuple(items.to_vec());
        if self.chance(20)
            && let Some(l) = self.some_local(|l| l.name.ty == ty)
        {
            return var(&l.name);
        }
        if self.chance(50)
            && let Some(e) = self.call_of(&ty, 1)
        {
            return e;
        }
        Expr::Tuple(items.iter().map(|t| self.value(t)).collect())
    }

    pub(super) fn array_value(&mut self, n: usize) -> Expr {
        let ty = Ty::Array(n);
        if self.chance(20)
            && let Some(l) =
                self.some_local(|l| l.name.ty == ty && (FIELD_ARRAYS || l.root.is_none()))
        {
            return var(&l.name);
        }
        if self.chance(25)
            && let Some(e) = self.call_of(&ty, 1)
        {
            return e;
        }
        if self.chance(30) {
            let e = self.within(1, STORED);
            return Expr::Repeat(Box::new(e), n);
        }
        Expr::Array((0..n).map(|_| self.within(1, STORED)).collect())
    }

    /// Some tuple type.
    pub(super) fn tuple_type(&mut self) -> Ty {
        let pair = Ty::Tuple(vec![Ty::Float, Ty::Float]);
        match self.pick(&[6, 2, 1, 1]) {
            0 => pair,
            1 => Ty::Tuple(vec![Ty::Float, Ty::Usize]),
            2 => Ty::Tuple(vec![Ty::Float, Ty::Float, Ty::Float]),
            _ => Ty::Tuple(vec![pair, Ty::Float]),
        }
    }

    /// A pattern that takes a value of the type apart; its bindings come into scope.
    pub(super) fn pattern(&mut self, ty: &Ty) -> Pat {
        let mut names = Vec::new();
        let pat = self.pattern_names(ty, &mut names);
        self.reserved.clear();
        for (name, mutable) in names {
            self.bind(&name, mutable);
        }
        pat
    }

    fn pattern_names(&mut self, ty: &Ty, names: &mut Vec<(crate::ast::Name, bool)>) -> Pat {
        match ty {
            Ty::Tuple(items) if !names.is_empty() || self.chance(90) => {
                Pat::Tuple(items.iter().map(|t| self.pattern_names(t, names)).collect())
            }
            Ty::Array(n) => self.array_pattern(*n, names),
            _ if self.chance(6) => Pat::Wild,
            ty => {
                let name = self.fresh(ty.clone());
                self.reserved.push(name.text.clone());
                let mutable = self.chance(40) && !matches!(ty, Ty::Tuple(_));
                names.push((name.clone(), mutable));
                Pat::Bind(name, mutable)
            }
        }
    }

    fn array_pattern(&mut self, n: usize, names: &mut Vec<(crate::ast::Name, bool)>) -> Pat {
        let mut items: Vec<_> = (0..n)
            .map(|_| self.pattern_names(&Ty::Float, names))
            .collect();
        if n > 2 && self.chance(40) {
            items.splice(1..n - 1, [Pat::Rest]);
            // The bindings in the middle are gone again.
            let kept: Vec<u32> = items.iter().filter_map(bound_id).collect();
            names.retain(|(name, _)| name.ty != Ty::Float || kept.contains(&name.id));
        }
        Pat::Array(items)
    }

    /// `let (a, b) = ..;`, `let [a, b] = ..;`, `let (s, k) = e.sin_cos();`
    pub(super) fn let_pattern(&mut self, out: &mut Vec<Stmt>) {
        if self.chance(15) {
            let ty = Ty::Tuple(vec![Ty::Float, Ty::Float]);
            let e = self.within(1, STORED);
            let init = float_method(e, "sin_cos", vec![]);
            let pat = self.pattern(&ty);
            return out.push(Stmt::Let(pat, ty, Note::Plain, Some(init)));
        }
        let ty = if self.chance(70) {
            self.tuple_type()
        } else {
            Ty::Array(self.rng.below(2) + 2)
        };
        let init = self.value(&ty);
        let pat = self.pattern(&ty);
        let note = self.note(10);
        out.push(Stmt::Let(pat, ty, note, Some(init)));
    }

    /// `(a, b) = (b, a);` and its kin.
    pub(super) fn destructuring_assignment(&mut self, out: &mut Vec<Stmt>) {
        let Some(a) = self.some_target() else {
            return self.let_float(out);
        };
        let id = a.name.id;
        let b = self.some_local(|l| l.can_write() && l.name.ty == Ty::Float && l.name.id != id);
        let (second, swapped) = match &b {
            Some(b) => (var(&b.name), b.bound <= STORED && a.bound <= STORED),
            None => (Expr::Var(underscore()), false),
        };
        let places = vec![var(&a.name), second];
        let value = if swapped && self.chance(40) {
            let b = b.as_ref().map_or(var(&a.name), |b| var(&b.name));
            vec![b, var(&a.name)]
        } else {
            vec![self.within(1, STORED), self.within(1, STORED)]
        };
        let pair = Ty::Tuple(vec![Ty::Float, Ty::Float]);
        let (left, right) = match self.pick(&[2, 3, 5]) {
            0 => (Expr::Array(places), Expr::Array(value)),
            1 => {
                let call = self.call_of(&pair, 1);
                (Expr::Tuple(places), call.unwrap_or(Expr::Tuple(value)))
            }
            _ => (Expr::Tuple(places), Expr::Tuple(value)),
        };
        out.push(Stmt::Expr(Expr::Assign(Box::new(left), Box::new(right))));
    }
}

fn bound_id(pat: &Pat) -> Option<u32> {
    match pat {
        Pat::Bind(name, _) => Some(name.id),
        _ => None,
    }
}

pub(super) fn underscore() -> crate::ast::Name {
    crate::ast::Name {
        text: "_".to_string(),
        id: 0,
        ty: Ty::Unit,
    }
}
