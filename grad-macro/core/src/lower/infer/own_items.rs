//! Items of lists of the user's own types, as far as these can be told.
use quote::ToTokens;
use syn::{Expr, ExprClosure, ExprMethodCall, Local, Pat, Path, Type};

use super::{Types, nominal_type};
use crate::types::unparen;

/// The user's own types in an item.
#[derive(Clone)]
pub enum OwnItem {
    None,
    One(Path),
    Tuple(Vec<OwnItem>),
}

/// The user's own type of a list's elements.
#[must_use]
pub fn nominal_element(ty: &Type) -> Option<Path> {
    match ty {
        Type::Reference(r) => nominal_element(&r.elem),
        Type::Slice(s) => by_value(&s.elem),
        Type::Array(a) => by_value(&a.elem),
        ty => by_value(crate::emit::vec_element(ty)?),
    }
}

fn by_value(ty: &Type) -> Option<Path> {
    match ty {
        Type::Reference(_) => None,
        ty => nominal_type(ty),
    }
}

impl Types {
    /// The own type of a list's elements.
    fn list_of(&self, e: &Expr) -> Option<Path> {
        match unparen(e) {
            Expr::Path(p) => self.elements.get(&p.path.get_ident()?.to_string()).cloned(),
            Expr::Reference(r) => self.list_of(&r.expr),
            Expr::Array(a) => a.elems.iter().find_map(|e| self.nominal_of(e)),
            Expr::Repeat(r) => self.nominal_of(&r.expr),
            Expr::Index(i) if matches!(unparen(&i.index), Expr::Range(_)) => self.list_of(&i.expr),
            Expr::Block(b) => self.list_of(super::tail(&b.block)?),
            Expr::MethodCall(m) => match m.method.to_string().as_str() {
                "to_vec" | "clone" | "as_slice" => self.list_of(&m.receiver),
                "collect" => match self.own_item(&m.receiver) {
                    OwnItem::One(ty) => Some(ty),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// The own type of an element that is read by its index.
    pub(super) fn own_element(&self, e: &syn::ExprIndex) -> Option<Path> {
        match unparen(&e.index) {
            Expr::Range(_) => None,
            _ => self.list_of(&e.expr),
        }
    }

    /// The own types among the items that a `for` loop or a chain goes through.
    fn own_item(&self, e: &Expr) -> OwnItem {
        let one = |ty: Option<Path>| ty.map_or(OwnItem::None, OwnItem::One);
        let Expr::MethodCall(m) = unparen(e) else {
            return one(self.list_of(e));
        };
        match (m.method.to_string().as_str(), m.args.first()) {
            ("iter" | "iter_mut" | "into_iter" | "drain", _) => one(self.list_of(&m.receiver)),
            (
                "rev" | "skip" | "take" | "step_by" | "filter" | "take_while" | "skip_while"
                | "inspect" | "copied" | "cloned" | "chain" | "by_ref",
                _,
            ) => self.own_item(&m.receiver),
            ("enumerate", None) => OwnItem::Tuple(vec![OwnItem::None, self.own_item(&m.receiver)]),
            ("zip", Some(other)) => {
                OwnItem::Tuple(vec![self.own_item(&m.receiver), self.own_item(other)])
            }
            ("map", Some(Expr::Closure(c))) => one(self.nominal_of(&c.body)),
            _ => one(self.list_of(e)),
        }
    }

    /// Notes what a pattern binds of an item.
    fn bind_own(&mut self, pat: &Pat, item: &OwnItem) {
        match (pat, item) {
            (Pat::Ident(p), OwnItem::One(ty)) if p.subpat.is_none() => {
                let name = p.ident.to_string();
                if self.nominal.insert(name, ty.clone()).is_none() {
                    self.changed = true;
                }
            }
            (Pat::Reference(p), item) => self.bind_own(&p.pat, item),
            (Pat::Paren(p), item) => self.bind_own(&p.pat, item),
            (Pat::Type(p), item) => self.bind_own(&p.pat, item),
            (Pat::Tuple(p), OwnItem::Tuple(items)) if p.elems.len() == items.len() => {
                for (pat, item) in p.elems.iter().zip(items) {
                    self.bind_own(pat, item);
                }
            }
            _ => {}
        }
    }

    /// The head of a `for` loop.
    pub(super) fn note_own_items(&mut self, pat: &Pat, source: &Expr) {
        let item = self.own_item(source);
        self.bind_own(pat, &item);
        if self.carries(source) {
            self.note_carrying(pat, &item);
        }
    }

    /// Whether an expression reads structs that may carry a derivative.
    pub(super) fn carries(&self, e: &Expr) -> bool {
        let names = crate::lower::tokens::variables(e.to_token_stream());
        names
            .iter()
            .any(|name| self.carrying.contains(name) || self.holding.contains(name))
    }

    /// The items of a list that does so.
    fn note_carrying(&mut self, pat: &Pat, item: &OwnItem) {
        match (pat, item) {
            (Pat::Ident(p), OwnItem::One(_)) => {
                self.changed |= self.carrying.insert(p.ident.to_string());
            }
            (Pat::Reference(p), item) => self.note_carrying(&p.pat, item),
            (Pat::Paren(p), item) => self.note_carrying(&p.pat, item),
            (Pat::Type(p), item) => self.note_carrying(&p.pat, item),
            (Pat::Tuple(p), OwnItem::Tuple(items)) if p.elems.len() == items.len() => {
                for (pat, item) in p.elems.iter().zip(items) {
                    self.note_carrying(pat, item);
                }
            }
            _ => {}
        }
    }

    /// The closures of a method of a chain.
    pub(super) fn note_own_inputs(&mut self, m: &ExprMethodCall) {
        let item = self.own_item(&m.receiver);
        let state = match (m.method.to_string().as_str(), m.args.first()) {
            ("fold" | "try_fold" | "scan", Some(init)) => Some(self.nominal_of(init)),
            _ => None,
        };
        let closures: Vec<ExprClosure> = m
            .args
            .iter()
            .filter_map(|a| match unparen(a) {
                Expr::Closure(c) => Some(c.clone()),
                _ => None,
            })
            .collect();
        for c in &closures {
            let mut inputs = c.inputs.iter();
            if let Some(state) = &state
                && let Some(pat) = inputs.next()
            {
                let state = state.clone().map_or(OwnItem::None, OwnItem::One);
                self.bind_own(pat, &state);
            }
            let carries = self.carries(&m.receiver);
            inputs.for_each(|pat| {
                self.bind_own(pat, &item);
                if carries {
                    self.note_carrying(pat, &item);
                }
            });
        }
    }

    /// What a `let` binds of lists.
    pub(super) fn note_list(&mut self, local: &Local) {
        let Some(name) = crate::lower::stmt::single_name(&local.pat) else {
            return;
        };
        let said = match &local.pat {
            Pat::Type(t) => nominal_element(&t.ty),
            _ => None,
        };
        let init = local.init.as_ref();
        let copied = init.is_some_and(|init| is_copy(&init.expr) && self.carries(&init.expr));
        let ty = said.or_else(|| init.and_then(|init| self.list_of(&init.expr)));
        if copied && (ty.is_some() || self.nominal.contains_key(&name.to_string())) {
            self.changed |= self.carrying.insert(name.to_string());
        }
        if let Some(ty) = ty {
            if init.is_some_and(|init| {
                self.carries(&init.expr) || self.mentions_float(init.expr.to_token_stream())
            }) {
                self.changed |= self.holding.insert(name.to_string());
            }
            let text = ty.to_token_stream().to_string();
            let old = self.elements.insert(name.to_string(), ty);
            self.changed |= old.is_none_or(|old| old.to_token_stream().to_string() != text);
        }
    }
}

/// Whether an expression names a place, or copies what is there.
fn is_copy(e: &Expr) -> bool {
    match unparen(e) {
        Expr::Path(_) => true,
        Expr::Index(i) => is_copy(&i.expr),
        Expr::Reference(r) => is_copy(&r.expr),
        Expr::Unary(u) => matches!(u.op, syn::UnOp::Deref(_)) && is_copy(&u.expr),
        Expr::MethodCall(m) => m.method == "clone" && is_copy(&m.receiver),
        _ => false,
    }
}
