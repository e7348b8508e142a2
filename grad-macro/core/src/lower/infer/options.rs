//! Types inside of `Option` and `Result`: what their variants hold, and what their methods make of it.
use syn::{Expr, ExprMethodCall, ExprTry, Pat, Path};

use super::Types;
use crate::types::{Ty, Wrap, unparen};

/// The variant of `Option` or `Result` that a path names.
#[must_use]
pub fn is_variant(path: &Path) -> Option<&'static str> {
    let mut names = path.segments.iter().rev().map(|s| &s.ident);
    let last = names.next()?;
    // Enums of the user's may have such variants too.
    if names
        .next()
        .is_some_and(|owner| owner != "Option" && owner != "Result")
    {
        return None;
    }
    ["Some", "None", "Ok", "Err"]
        .into_iter()
        .find(|name| last == name)
}

fn wrap_of(variant: &str) -> Wrap {
    match variant {
        "Some" | "None" => Wrap::Option,
        _ => Wrap::Result,
    }
}

fn around(wrap: Wrap, inside: Ty) -> Ty {
    Ty::Wrapped(wrap, Box::new(inside))
}

fn mutable(to: Ty) -> Ty {
    Ty::Ref {
        mutable: true,
        to: Box::new(to),
    }
}

fn inside_of(ty: &Ty) -> Ty {
    match ty {
        Ty::Wrapped(_, inside) => (**inside).clone(),
        _ => Ty::Unknown,
    }
}

/// `None`, where this is expected.
pub(super) fn of_none(expected: &Ty) -> Ty {
    around(Wrap::Option, inside_of(expected))
}

/// The wrapper that only one of them has a method for; none where both have it.
#[must_use]
pub fn wrap_of_method(name: &str, closure_inputs: Option<usize>) -> Option<Wrap> {
    Some(match name {
        "is_some" | "is_none" | "is_some_and" | "ok_or" | "ok_or_else" | "filter"
        | "get_or_insert" | "get_or_insert_with" => Wrap::Option,
        "is_ok" | "is_err" | "is_ok_and" | "map_err" | "unwrap_err" => Wrap::Result,
        "unwrap_or_else" | "or_else" => match closure_inputs {
            Some(0) => Wrap::Option,
            Some(1) => Wrap::Result,
            _ => Wrap::Either,
        },
        "unwrap" | "expect" | "unwrap_or" | "unwrap_or_default" | "map_or" | "map_or_else"
        | "and_then" => Wrap::Either,
        _ => return None,
    })
}

impl Types {
    /// What stands in place of methods of the result of a call, once it is a pair.
    pub(super) fn apart(&mut self, m: &ExprMethodCall, expected: &Ty) -> Option<Ty> {
        if m.method == crate::lower::options::HELD {
            return Some(Ty::Bool);
        }
        if m.method == crate::lower::options::WHOLE {
            m.args.iter().for_each(|a| {
                self.expr(a, &Ty::Unknown);
            });
            return Some(Ty::Unknown);
        }
        if m.method != crate::lower::options::APART {
            return None;
        }
        self.expr(&m.receiver, &Ty::Unknown);
        let mut inside = expected.parts(2).pop().unwrap_or(Ty::Unknown);
        if let Some(zero) = m.args.first() {
            let zero = self.expr(zero, &inside);
            inside.learn(&zero);
        }
        Some(Ty::Tuple(vec![Ty::Inactive, inside]))
    }

    /// An `Option` of this, where one looks into it.
    pub(super) fn wrapped(&self, inside: Ty) -> Ty {
        if self.options {
            around(Wrap::Option, inside)
        } else {
            Ty::Unknown
        }
    }

    /// What `copied` makes of an `Option`.
    pub(super) fn copied(&self, inside: Ty) -> Ty {
        if self.options {
            around(Wrap::Option, inside)
        } else {
            inside
        }
    }

    /// `Some(..)`, `None`, `Ok(..)` and `Err(..)` as patterns.
    pub(super) fn bind_variant(&mut self, pat: &Pat, ty: &Ty) -> Option<Ty> {
        if let Pat::TupleStruct(p) = pat
            && p.path.is_ident(crate::lower::options::INSIDE)
        {
            p.elems.iter().for_each(|e| {
                self.bind(e, &Ty::Unknown);
            });
            return None;
        }
        if !self.options {
            return None;
        }
        let (path, elems) = match pat {
            Pat::TupleStruct(p) => (&p.path, Some(&p.elems)),
            Pat::Path(p) => (&p.path, None),
            Pat::Ident(p) if p.ident == "None" => return Some(of_none(ty.peeled())),
            _ => return None,
        };
        let variant = is_variant(path)?;
        let mut inside = inside_of(ty.peeled());
        if matches!(variant, "Some" | "Ok") {
            let by_ref = matches!(ty, Ty::Ref { .. });
            let seen = if by_ref {
                inside.clone().shared()
            } else {
                inside.clone()
            };
            let learnt = self.bind(elems?.first()?, &seen);
            inside.learn(if by_ref { learnt.peeled() } else { &learnt });
        } else if let Some(elem) = elems.and_then(|e| e.first()) {
            let mut found = Vec::new();
            crate::lower::bind::variables_of(elem, &mut found);
            for p in found {
                self.learn(&p.ident.to_string(), &Ty::Unknown);
            }
        }
        Some(around(wrap_of(variant), inside))
    }

    /// What patterns tell of the variable that is matched with them.
    pub(super) fn teach_scrutinee(&mut self, scrutinee: &Expr, learnt: &Ty) {
        match (unparen(scrutinee), learnt) {
            (Expr::Path(_), Ty::Wrapped(..)) if self.options => {
                self.expr(scrutinee, learnt);
            }
            (Expr::Reference(r), Ty::Wrapped(..)) if self.options => {
                self.teach_scrutinee(&r.expr, learnt);
            }
            (Expr::Tuple(t), Ty::Tuple(parts)) if self.options => {
                for (e, part) in t.elems.iter().zip(parts) {
                    self.teach_scrutinee(e, part);
                }
            }
            _ => {}
        }
    }

    /// `Some(e)`, `Ok(e)` and `Err(e)`.
    fn variant(
        &mut self,
        name: &str,
        args: &syn::punctuated::Punctuated<Expr, syn::Token![,]>,
        expected: &Ty,
    ) -> Option<Ty> {
        if !self.options || !matches!(name, "Some" | "Ok" | "Err") {
            return None;
        }
        let arg = args.first()?;
        let mut inside = inside_of(expected);
        if name == "Err" {
            self.expr(arg, &Ty::Unknown);
        } else {
            let ty = self.expr(arg, &inside);
            inside.learn(&ty);
        }
        Some(around(wrap_of(name), inside))
    }

    pub(super) fn tried(&mut self, t: &ExprTry, expected: &Ty) -> Ty {
        if !self.options {
            return self.expr(&t.expr, expected);
        }
        self.teach_wrap(&t.expr, Wrap::Either, &Ty::Unknown);
        match self.expr(&t.expr, &Ty::Unknown) {
            Ty::Wrapped(_, inside) => {
                let mut ty = *inside;
                ty.learn(expected);
                ty
            }
            _ => expected.clone(),
        }
    }

    /// A variable is an `Option` or a `Result` by what is done with it.
    fn teach_wrap(&mut self, e: &Expr, wrap: Wrap, inside: &Ty) {
        if let Expr::Path(p) = unparen(e)
            && let Some(ident) = p.path.get_ident()
            && matches!(
                self.of_var(&ident.to_string()),
                Ty::Unknown | Ty::Wrapped(..)
            )
        {
            self.expr(e, &around(wrap, inside.clone()));
        }
    }

    /// A method that makes, changes or takes apart an `Option` or a `Result`.
    pub(super) fn wrapped_method(
        &mut self,
        m: &ExprMethodCall,
        name: &str,
        receiver: &Ty,
        expected: &Ty,
    ) -> Option<Ty> {
        if !self.options {
            return None;
        }
        let args: Vec<&Expr> = m.args.iter().collect();
        match (name, args.as_slice()) {
            ("then", [f]) => {
                let inside = self.applied(f, &[]);
                return Some(around(Wrap::Option, inside));
            }
            ("then_some", [value]) => {
                let inside = self.expr(value, &inside_of(expected));
                return Some(around(Wrap::Option, inside));
            }
            _ => {}
        }
        if name == "get" && args.len() == 1 && matches!(receiver.peeled(), Ty::Inactive) {
            return Some(around(Wrap::Option, Ty::Inactive));
        }
        if receiver.peeled().is_sequence() {
            return self.picked(name, receiver, &args);
        }
        let inputs = args.iter().rev().find_map(|a| match unparen(a) {
            Expr::Closure(c) => Some(c.inputs.len()),
            _ => None,
        });
        if matches!(receiver, Ty::Unknown)
            && let Some(wrap) = wrap_of_method(name, inputs)
        {
            self.teach_wrap(&m.receiver, wrap, &Ty::Unknown);
        }
        // What a call returns is one where it has such a method.
        let of_call = matches!(receiver, Ty::Unknown)
            && matches!(unparen(&m.receiver), Expr::Call(_) | Expr::MethodCall(_))
            && !super::is_chain(&m.receiver);
        let of_call = of_call
            .then(|| {
                wrap_of_method(name, inputs)
                    .or((name == "map" || name == "ok").then_some(Wrap::Either))
            })
            .flatten()
            .map(|wrap| around(wrap, Ty::Unknown));
        let (wrap, inside, by_ref) = match of_call.as_ref().unwrap_or(receiver) {
            Ty::Wrapped(wrap, inside) => (*wrap, (**inside).clone(), false),
            Ty::Ref { to, .. } => match &**to {
                Ty::Wrapped(wrap, inside) => (*wrap, (**inside).clone(), true),
                _ => return None,
            },
            _ => return None,
        };
        let ty = self.of_method(name, wrap, &inside, &args, expected)?;
        // What the other operands tell of what is inside.
        if let ("unwrap" | "expect" | "unwrap_or" | "unwrap_or_else" | "unwrap_or_default", _) =
            (name, &ty)
        {
            self.teach_wrap(&m.receiver, wrap, &ty);
        }
        // What a closure does with its argument.
        if let Some(Expr::Closure(c)) = args.last().map(|a| unparen(a))
            && let Some(Pat::Ident(p)) = c.inputs.first()
            && matches!(
                name,
                "map" | "map_or" | "map_or_else" | "and_then" | "is_some_and" | "is_ok_and"
            )
            && !by_ref
        {
            let learnt = self.of_var(&p.ident.to_string());
            self.teach_wrap(&m.receiver, wrap, &learnt);
        }
        match (name, &ty) {
            ("replace" | "or" | "or_else", Ty::Wrapped(_, inside))
            | ("insert" | "get_or_insert" | "get_or_insert_with", Ty::Ref { to: inside, .. }) => {
                self.teach_wrap(&m.receiver, wrap, &inside.clone());
            }
            _ => {}
        }
        Some(ty)
    }

    /// An element of a sequence that may be missing.
    fn picked(&mut self, name: &str, receiver: &Ty, args: &[&Expr]) -> Option<Ty> {
        let elem = receiver.element();
        match (name, args) {
            ("first" | "last", []) => Some(around(Wrap::Option, elem.shared())),
            ("get", [i]) if !matches!(unparen(i), Expr::Range(_)) => {
                self.expr(i, &Ty::Int);
                Some(around(Wrap::Option, elem.shared()))
            }
            ("pop", []) => Some(around(Wrap::Option, elem)),
            _ => None,
        }
    }

    /// `Some(..)` and its kin by their paths.
    pub(super) fn variant_of(
        &mut self,
        c: &syn::ExprCall,
        path: &Path,
        expected: &Ty,
    ) -> Option<Ty> {
        let name = is_variant(path)?;
        self.variant(name, &c.args, expected)
    }

    fn of_method(
        &mut self,
        name: &str,
        wrap: Wrap,
        inside: &Ty,
        args: &[&Expr],
        expected: &Ty,
    ) -> Option<Ty> {
        let same = |inside: Ty| around(wrap, inside);
        Some(match (name, args) {
            ("is_some" | "is_none" | "is_ok" | "is_err", []) => Ty::Bool,
            ("is_some_and" | "is_ok_and" | "is_none_or", [f]) => {
                self.applied(f, std::slice::from_ref(inside));
                Ty::Bool
            }
            ("unwrap" | "expect" | "unwrap_or_default", _) => {
                let mut ty = inside.clone();
                ty.learn(expected);
                ty
            }
            ("unwrap_or", [other]) => {
                let mut ty = inside.clone();
                ty.learn(expected);
                let other = self.expr(other, &ty.clone());
                ty.learn(&other);
                ty
            }
            ("unwrap_or_else", [f]) => {
                let mut ty = inside.clone();
                ty.learn(expected);
                let other = self.applied(f, &[Ty::Unknown]);
                ty.learn(&other);
                ty
            }
            ("map", [f]) => same(self.applied(f, std::slice::from_ref(inside))),
            ("map_or", [other, f]) => {
                let mut ty = self.expr(other, expected);
                let value = self.applied(f, std::slice::from_ref(inside));
                ty.learn(&value);
                ty
            }
            ("map_or_else", [g, f]) => {
                let mut ty = self.applied(g, &[Ty::Unknown]);
                let value = self.applied(f, std::slice::from_ref(inside));
                ty.learn(&value);
                ty
            }
            ("and_then", [f]) => match self.applied(f, std::slice::from_ref(inside)) {
                ty @ Ty::Wrapped(..) => ty,
                _ => same(Ty::Unknown),
            },
            ("and", [other]) => self.expr(other, &Ty::Unknown),
            ("or" | "xor", [other]) => {
                let mut ty = same(inside.clone());
                let other = self.expr(other, &ty.clone());
                ty.learn(&other);
                ty
            }
            ("or_else", [f]) => {
                let mut ty = same(inside.clone());
                let other = self.applied(f, &[Ty::Unknown]);
                ty.learn(&other);
                ty
            }
            ("ok", []) => around(Wrap::Option, inside.clone()),
            ("ok_or" | "ok_or_else", _) => around(Wrap::Result, inside.clone()),
            ("map_err", _) => same(inside.clone()),
            ("filter" | "inspect", [f]) => {
                self.applied(f, &[inside.clone().shared()]);
                same(inside.clone())
            }
            ("zip", [other]) => {
                let other = inside_of(&self.expr(other, &Ty::Unknown));
                same(Ty::Tuple(vec![inside.clone(), other]))
            }
            ("copied" | "cloned", []) => same(inside.peeled().clone()),
            ("clone", []) => same(inside.clone()),
            ("take", []) => same(inside.clone()),
            ("replace", [value]) => {
                let mut inside = inside.clone();
                let ty = self.expr(value, &inside.clone());
                inside.learn(&ty);
                same(inside)
            }
            ("insert" | "get_or_insert", [value]) => {
                let mut inside = inside.clone();
                let ty = self.expr(value, &inside.clone());
                inside.learn(&ty);
                mutable(inside)
            }
            ("get_or_insert_with", [f]) => {
                let mut inside = inside.clone();
                inside.learn(&self.applied(f, &[]));
                mutable(inside)
            }
            ("as_ref", []) => same(inside.clone().shared()),
            ("err" | "unwrap_err" | "expect_err", _) => Ty::Inactive,
            _ => return None,
        })
    }
}
