//! Types along iterator chains: what closures are given, and what comes out at the end.
use syn::{Expr, ExprClosure, ExprMethodCall, Type};

use super::{Types, scalar_only};
use crate::types::{Ty, unparen};

impl Types {
    /// The items behind an adaptor that takes a closure or another chain.
    pub(super) fn adapted_items(&mut self, m: &ExprMethodCall) -> Option<Ty> {
        let args: Vec<&Expr> = m.args.iter().collect();
        Some(match (m.method.to_string().as_str(), args.as_slice()) {
            ("map", [f]) => {
                let item = self.items(&m.receiver);
                self.applied(f, &[item])
            }
            ("filter" | "take_while" | "skip_while" | "inspect", [f]) => {
                let item = self.items(&m.receiver);
                self.applied(f, &[item.clone().shared()]);
                item
            }
            ("filter_map" | "map_while", [f]) => {
                let item = self.items(&m.receiver);
                self.applied_option(f, &[item])
            }
            ("scan", [state, f]) => {
                let state = Ty::Ref {
                    mutable: true,
                    to: Box::new(self.expr(state, &Ty::Unknown)),
                };
                let item = self.items(&m.receiver);
                self.applied_option(f, &[state, item])
            }
            ("flat_map", [f]) => {
                let item = self.items(&m.receiver);
                let Expr::Closure(c) = unparen(f) else {
                    return Some(Ty::Unknown);
                };
                self.bind_inputs(c, &[item]);
                self.items(&c.body)
            }
            ("flatten", []) => {
                let rows = self.items(&m.receiver);
                match &rows {
                    Ty::Ref { to, .. } if to.is_sequence() => to.element().shared(),
                    rows if rows.is_sequence() => rows.element(),
                    _ => Ty::Unknown,
                }
            }
            ("peekable", []) => self.items(&m.receiver),
            ("chain", [other]) => {
                let mut item = self.items(&m.receiver);
                item.learn(&self.items(other));
                item
            }
            _ => return None,
        })
    }

    /// The value of a method that ends a chain.
    pub(super) fn ended(&mut self, m: &ExprMethodCall, expected: &Ty) -> Option<Ty> {
        let args: Vec<&Expr> = m.args.iter().collect();
        let name = m.method.to_string();
        if let ("unwrap" | "expect" | "unwrap_or" | "copied" | "cloned", Expr::MethodCall(inner)) =
            (name.as_str(), unparen(&m.receiver))
            && let Some(item) = self.chosen(inner)
        {
            return Some(if matches!(name.as_str(), "copied" | "cloned") {
                let item = item.peeled().clone();
                self.copied(item)
            } else {
                item
            });
        }
        if !is_chain(&m.receiver) {
            return None;
        }
        Some(match (name.as_str(), args.as_slice()) {
            ("sum" | "product", []) => {
                let item = self.items(&m.receiver);
                let mut ty = turbofish(m).map_or(Ty::Unknown, |t| Ty::read(&t));
                ty.learn(&scalar_only(&item));
                ty.learn(&scalar_only(expected));
                ty
            }
            ("fold", [init, f]) => {
                let mut ty = self.expr(init, expected);
                let item = self.items(&m.receiver);
                ty.learn(&self.applied(f, &[ty.clone(), item]));
                ty
            }
            ("try_fold", [init, f]) => {
                let start = self.expr(init, &Ty::Unknown);
                let item = self.items(&m.receiver);
                let mut ty = self.applied(f, &[start.clone(), item]);
                ty.learn(expected);
                ty
            }
            ("partition", [f]) => {
                let item = self.items(&m.receiver);
                self.applied(f, &[item.clone().shared()]);
                let list = Ty::Vec(Box::new(item));
                Ty::Tuple(vec![list.clone(), list])
            }
            ("collect", []) => {
                let item = self.items(&m.receiver);
                let mut ty = turbofish(m).map_or(Ty::Unknown, |t| Ty::read(&t));
                ty.learn(expected);
                if matches!(ty, Ty::Unknown | Ty::Vec(_)) {
                    ty.learn(&Ty::Vec(Box::new(item)));
                }
                ty
            }
            ("for_each", [f]) => {
                let item = self.items(&m.receiver);
                self.applied(f, &[item]);
                Ty::Unit
            }
            ("any" | "all", [f]) => {
                let item = self.items(&m.receiver);
                self.applied(f, &[item]);
                Ty::Bool
            }
            ("count", []) => {
                self.items(&m.receiver);
                Ty::Int
            }
            _ => {
                let item = self.chosen(m)?;
                self.wrapped(item)
            }
        })
    }

    /// The item that a method picks from a chain, behind an `Option`.
    fn chosen(&mut self, m: &ExprMethodCall) -> Option<Ty> {
        let args: Vec<&Expr> = m.args.iter().collect();
        if let ("copied" | "cloned", [], Expr::MethodCall(inner)) = (
            m.method.to_string().as_str(),
            args.as_slice(),
            unparen(&m.receiver),
        ) && let Some(item) = self.chosen(inner)
        {
            return Some(item.peeled().clone());
        }
        if !is_chain(&m.receiver) {
            return None;
        }
        match (m.method.to_string().as_str(), args.as_slice()) {
            ("max_by" | "min_by", [f]) => {
                let item = self.items(&m.receiver);
                let by_ref = item.clone().shared();
                self.applied(f, &[by_ref.clone(), by_ref]);
                Some(item)
            }
            ("reduce", [f]) => {
                let item = self.items(&m.receiver);
                self.applied(f, &[item.clone(), item.clone()]);
                Some(item)
            }
            ("find", [f]) => {
                let item = self.items(&m.receiver);
                self.applied(f, &[item.clone().shared()]);
                Some(item)
            }
            ("last" | "next", []) | ("nth", [_]) => Some(self.items(&m.receiver)),
            ("position", [f]) => {
                let item = self.items(&m.receiver);
                self.applied(f, &[item]);
                Some(Ty::Int)
            }
            _ => None,
        }
    }

    /// What the uses of items tell of the place that they come from.
    pub(super) fn teach_items(&mut self, source: &Expr, item: &Ty) {
        let elements = |ty: &Ty| Ty::Slice(Box::new(ty.peeled().clone()));
        let Expr::MethodCall(m) = unparen(source) else {
            if !matches!(unparen(source), Expr::Range(_) | Expr::Call(_)) {
                self.expr(source, &elements(item));
            }
            return;
        };
        match (m.method.to_string().as_str(), m.args.first(), item.peeled()) {
            ("iter" | "iter_mut" | "into_iter", None, item) => {
                self.expr(&m.receiver, &elements(item));
            }
            ("enumerate", None, Ty::Tuple(parts)) if parts.len() == 2 => {
                self.teach_items(&m.receiver, &parts[1]);
            }
            ("zip", Some(other), Ty::Tuple(parts)) if parts.len() == 2 => {
                self.teach_items(&m.receiver, &parts[0]);
                self.teach_items(other, &parts[1]);
            }
            ("rev" | "copied" | "cloned", None, item) => self.teach_items(&m.receiver, item),
            ("skip" | "take" | "step_by", Some(_), item) => self.teach_items(&m.receiver, item),
            _ => {}
        }
    }

    /// The value of a closure for arguments of these types.
    pub fn applied(&mut self, f: &Expr, args: &[Ty]) -> Ty {
        match unparen(f) {
            Expr::Closure(c) => {
                self.bind_inputs(c, args);
                let said = match &c.output {
                    syn::ReturnType::Type(_, ty) => self.read(ty),
                    syn::ReturnType::Default => Ty::Unknown,
                };
                // A `return` inside is the closure's.
                let outer = std::mem::replace(&mut self.result, said.clone());
                let mut ty = self.expr(&c.body, &said);
                self.result = outer;
                ty.learn(&said);
                ty
            }
            Expr::Reference(r) => self.applied(&r.expr, args),
            Expr::Path(p) => super::of_constant(&p.path),
            _ => Ty::Unknown,
        }
    }

    /// The items of `once(x)` and its kin.
    pub(super) fn made_items(&mut self, c: &syn::ExprCall) -> Ty {
        if let Some(zip) = zip_method(c) {
            return self.items(&zip);
        }
        let mut args = c.args.iter();
        let (Some(first), next) = (args.next(), args.next()) else {
            return Ty::Unknown;
        };
        match (unparen(first), next) {
            (Expr::Call(some), Some(f)) if is_some(some) => {
                let Some(first) = some.args.first() else {
                    return Ty::Unknown;
                };
                let mut item = self.expr(first, &Ty::Unknown);
                let next = self.applied_option(f, &[item.clone().shared()]);
                item.learn(&next);
                item
            }
            (first, _) => self.expr(first, &Ty::Unknown),
        }
    }

    /// The same for closures that return an `Option`: what is inside.
    fn applied_option(&mut self, f: &Expr, args: &[Ty]) -> Ty {
        let mut ty = match self.applied(f, args) {
            Ty::Wrapped(_, inside) => *inside,
            _ => Ty::Unknown,
        };
        let Expr::Closure(c) = unparen(f) else {
            return ty;
        };
        let mut somes = Vec::new();
        insides(&c.body, &mut somes);
        for e in somes {
            let inside = self.expr(e, &ty.clone());
            ty.learn(&inside);
        }
        ty
    }

    fn bind_inputs(&mut self, c: &ExprClosure, args: &[Ty]) {
        for (at, pat) in c.inputs.iter().enumerate() {
            self.bind(pat, args.get(at).unwrap_or(&Ty::Unknown));
        }
    }

    /// Whether a variable is known to carry no float.
    #[must_use]
    pub fn carries_none(&self, name: &str) -> bool {
        self.vars.get(name).is_none_or(Ty::is_inactive)
    }
}

/// `Some(x)`.
#[must_use]
pub fn is_some(c: &syn::ExprCall) -> bool {
    c.args.len() == 1 && matches!(unparen(&c.func), Expr::Path(p) if p.path.is_ident("Some"))
}

/// What stands inside `Some` wherever the value of an expression comes from.
fn insides<'e>(e: &'e Expr, found: &mut Vec<&'e Expr>) {
    match unparen(e) {
        Expr::Call(c) if matches!(unparen(&c.func), Expr::Path(p) if p.path.is_ident("Some")) => {
            found.extend(c.args.first());
        }
        Expr::Block(b) => {
            if let Some(syn::Stmt::Expr(e, None)) = b.block.stmts.last() {
                insides(e, found);
            }
        }
        Expr::If(i) => {
            if let Some(syn::Stmt::Expr(e, None)) = i.then_branch.stmts.last() {
                insides(e, found);
            }
            if let Some((_, other)) = &i.else_branch {
                insides(other, found);
            }
        }
        Expr::Match(m) => m.arms.iter().for_each(|a| insides(&a.body, found)),
        _ => {}
    }
}

/// The first type of a method's turbofish.
#[must_use]
pub fn turbofish(m: &ExprMethodCall) -> Option<Type> {
    m.turbofish.as_ref()?.args.iter().find_map(|a| match a {
        syn::GenericArgument::Type(t) => Some(t.clone()),
        _ => None,
    })
}

/// Methods that make an iterator.
const SOURCES: [&str; 9] = [
    "iter",
    "iter_mut",
    "into_iter",
    "windows",
    "chunks",
    "chunks_exact",
    "chunks_mut",
    "chunks_exact_mut",
    "drain",
];

/// Methods that make an iterator of another.
const ADAPTORS: [&str; 20] = [
    "map",
    "filter",
    "filter_map",
    "flat_map",
    "flatten",
    "map_while",
    "take_while",
    "skip_while",
    "inspect",
    "scan",
    "zip",
    "chain",
    "enumerate",
    "rev",
    "skip",
    "take",
    "step_by",
    "copied",
    "cloned",
    "peekable",
];

/// Whether an expression is an iterator for all that can be seen.
#[must_use]
pub fn is_chain(e: &Expr) -> bool {
    match unparen(e) {
        Expr::Range(r) => r.start.is_some(),
        Expr::MethodCall(m) => {
            let name = m.method.to_string();
            SOURCES.contains(&name.as_str())
                || ADAPTORS.contains(&name.as_str()) && is_chain(&m.receiver)
        }
        Expr::Call(c) => is_iter_call(c),
        _ => false,
    }
}

/// `std::iter::once` and its kin.
#[must_use]
pub fn is_iter_call(c: &syn::ExprCall) -> bool {
    let Expr::Path(p) = unparen(&c.func) else {
        return false;
    };
    let mut names = p.path.segments.iter().rev().map(|s| s.ident.to_string());
    let made = names
        .next()
        .is_some_and(|n| matches!(n.as_str(), "once" | "repeat" | "repeat_n" | "successors"));
    made && names.next().is_none_or(|owner| owner == "iter")
        || is_zip_call(&p.path) && c.args.len() == 2
}

/// `std::iter::zip`.
#[must_use]
pub fn is_zip_call(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev();
    names.next().is_some_and(|s| s.ident == "zip")
        && names.next().is_some_and(|s| s.ident == "iter")
}

/// The method that `std::iter::zip(a, b)` stands for: `a.into_iter().zip(b)`.
#[must_use]
pub fn zip_method(c: &syn::ExprCall) -> Option<Expr> {
    match unparen(&c.func) {
        Expr::Path(p) if is_zip_call(&p.path) => {
            let (a, b) = (c.args.first()?, c.args.get(1)?);
            Some(if is_chain(a) {
                syn::parse_quote!((#a).zip(#b))
            } else {
                syn::parse_quote!((#a).into_iter().zip(#b))
            })
        }
        _ => None,
    }
}
