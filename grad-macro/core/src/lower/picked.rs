//! Elements of fields that may be missing, as an index behind a question for the length; `map` of an array that is a
//! field, as a loop.
//!
//! Input: `self.x.first().copied().ok_or(error)?`. Output:
//! `{ let other_1 = error; if self.x.is_empty() { return Err(From::from(other_1)); } self.x[0] }`.
//! Where the types are seen, they go the way of other `Option`s.
use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, Pat, parse_quote_spanned};

use super::held_options::{called, is_plain};
use super::infer::Types;
use crate::names::Names;
use crate::types::{Ty, unparen};

/// Rewrites in place and says whether anything was.
pub fn rewrite(block: &mut Block, types: &mut Types, names: &mut Names) -> bool {
    let mut picked = Picked {
        parts: HashSet::new(),
        types,
        names,
        changed: false,
    };
    picked.visit_block_mut(block);
    picked.changed
}

struct Picked<'t> {
    /// Variables that are such fields or parts of them.
    parts: HashSet<String>,
    types: &'t mut Types,
    names: &'t mut Names,
    changed: bool,
}

/// `x.first()`, `x.last()`, `x.get(i)`, copied or not.
struct Pick {
    /// An index that is computed before.
    before: Option<TokenStream>,
    /// Whether the element is missing.
    missing: TokenStream,
    element: TokenStream,
}

impl Picked<'_> {
    /// A field, or an element of one, whose type only rustc knows.
    fn is_list(&mut self, e: &Expr) -> bool {
        self.is_part(e) && matches!(self.types.expr(e, &Ty::Unknown), Ty::Unknown)
    }

    fn is_part(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Field(f) => matches!(unparen(&f.base), Expr::Path(_)) || self.is_part(&f.base),
            Expr::Index(i) => self.is_part(&i.expr) && is_plain(&i.index),
            Expr::Path(p) => {
                let name = p.path.get_ident();
                name.is_some_and(|name| self.parts.contains(&name.to_string()))
            }
            _ => false,
        }
    }

    /// A variable is bound to a reference to a part.
    fn note(&mut self, pat: &Pat, value: &Expr) {
        let value = match unparen(value) {
            Expr::Block(b) => super::infer::tail(&b.block).map(unparen),
            other => Some(other),
        };
        if let (Pat::Ident(name), Some(Expr::Reference(r))) = (pat, value)
            && self.is_part(&r.expr)
        {
            self.parts.insert(name.ident.to_string());
        }
    }

    /// `let y = self.w.map(|v| ..);` of an array, as its type or the use of `y` tells: a copy that is written over.
    fn mapped(&mut self, local: &syn::Local) -> Option<Expr> {
        let array = match &local.pat {
            Pat::Ident(name) => self.types.indexed.contains(&name.ident.to_string()),
            Pat::Type(t) => matches!(*t.ty, syn::Type::Array(_)),
            _ => false,
        };
        let init = local.init.as_ref().filter(|_| array)?;
        let (mut of, mut maps) = (unparen(&init.expr), Vec::new());
        while let Expr::MethodCall(m) = of
            && m.method == "map"
        {
            maps.push(m.args.first()?);
            of = unparen(&m.receiver);
        }
        if maps.is_empty() || !matches!(of, Expr::Field(_)) || !self.is_list(of) {
            return None;
        }
        let span = init.expr.span();
        let (array, at) = (
            self.names.numbered("array", span),
            self.names.numbered("i", span),
        );
        let mut value = quote!(#array[#at]);
        for f in maps.into_iter().rev() {
            value = called(f, Some(&value))?;
        }
        Some(parse_quote_spanned!(span=> {
            let mut #array = #of;
            for #at in 0..#array.len() {
                #array[#at] = #value;
            }
            #array
        }))
    }

    /// The items of a list are parts of it.
    fn note_items(&mut self, pat: &Pat, source: &Expr) {
        let list = match unparen(source) {
            Expr::Reference(r) => &r.expr,
            Expr::MethodCall(m) if m.method == "iter" => &m.receiver,
            _ => return,
        };
        if let (Pat::Ident(name), true) = (pat, self.is_part(list)) {
            self.parts.insert(name.ident.to_string());
        }
    }

    fn pick(&mut self, e: &Expr) -> Option<Pick> {
        let Expr::MethodCall(m) = unparen(e) else {
            return None;
        };
        let list = &m.receiver;
        let (before, missing, index) = match (m.method.to_string().as_str(), m.args.first()) {
            ("copied", None) => {
                let pick = self.pick(list)?;
                let element = pick.element;
                return Some(Pick {
                    element: quote!((*#element)),
                    ..pick
                });
            }
            ("cloned", None) => {
                let pick = self.pick(list)?;
                let element = pick.element;
                return Some(Pick {
                    element: quote!(#element.clone()),
                    ..pick
                });
            }
            ("first", None) => (None, quote!(#list.is_empty()), quote!(0)),
            ("last", None) => (None, quote!(#list.is_empty()), quote!(#list.len() - 1)),
            ("get", Some(index)) if is_plain(index) => {
                (None, quote!(#index >= #list.len()), index.to_token_stream())
            }
            ("get", Some(index))
                if !matches!(unparen(index), Expr::Range(_) | Expr::Reference(_)) =>
            {
                let name = self.names.numbered("index", index.span());
                let before = quote!(let #name: usize = #index;);
                (Some(before), quote!(#name >= #list.len()), quote!(#name))
            }
            _ => return None,
        };
        self.is_list(list).then(|| Pick {
            before,
            missing,
            element: quote!((&#list[#index])),
        })
    }

    /// What is handed over is computed in any case, before it is asked for.
    fn early(&mut self, e: &Expr) -> (Option<TokenStream>, TokenStream) {
        if is_plain(e) {
            return (None, e.to_token_stream());
        }
        let name = self.names.numbered("other", e.span());
        (Some(quote!(let #name = #e;)), name.to_token_stream())
    }

    /// `x.first()?`, `x.first().ok_or(error)?`
    fn tried(&mut self, t: &syn::ExprTry) -> Option<TokenStream> {
        let (pick, before, leave) = match self.pick(&t.expr) {
            Some(pick) => (pick, None, quote!(return None)),
            None => {
                let Expr::MethodCall(m) = unparen(&t.expr) else {
                    return None;
                };
                let pick = self.pick(&m.receiver)?;
                let (before, error) = match (m.method.to_string().as_str(), m.args.first()?) {
                    ("ok_or", error) => self.early(error),
                    ("ok_or_else", f) => (None, called(f, None)?),
                    _ => return None,
                };
                let error = quote!(::core::convert::From::from(#error));
                (pick, before, quote!(return Err(#error)))
            }
        };
        let Pick {
            before: index,
            missing,
            element,
        } = pick;
        let span = t.question_token.span();
        Some(quote_spanned!(span=> {
            #index
            #before
            if #missing {
                #leave;
            }
            #element
        }))
    }

    /// `x.first().map_or(other, |v| ..)`, `x.get(i).is_some()`
    fn asked(&mut self, m: &ExprMethodCall) -> Option<TokenStream> {
        let name = m.method.to_string();
        let args: Vec<&Expr> = m.args.iter().collect();
        let fits = match name.as_str() {
            "is_some" | "is_none" => args.is_empty(),
            "is_some_and" => args.len() == 1,
            "map_or" | "map_or_else" => args.len() == 2,
            _ => false,
        };
        if !fits {
            return None;
        }
        let pick = self.pick(&m.receiver)?;
        let (index, missing, element) = (pick.before, pick.missing, pick.element);
        let span = m.method.span();
        let (before, some, none) = match (name.as_str(), args.as_slice()) {
            ("is_none", []) => return Some(quote_spanned!(span=> { #index #missing })),
            ("is_some", []) => return Some(quote_spanned!(span=> { #index !(#missing) })),
            ("is_some_and", [f]) => (None, called(f, Some(&element))?, quote!(false)),
            ("map_or", [other, f]) => {
                let (before, other) = self.early(other);
                (before, called(f, Some(&element))?, other)
            }
            ("map_or_else", [other, f]) => (None, called(f, Some(&element))?, called(other, None)?),
            _ => return None,
        };
        Some(quote_spanned!(span=> {
            #index
            #before
            if #missing { #none } else { #some }
        }))
    }
}

impl VisitMut for Picked<'_> {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        if let Some(new) = self.mapped(local)
            && let Some(init) = &mut local.init
        {
            *init.expr = new;
            self.changed = true;
        }
        if let Some(init) = &local.init {
            self.note(&local.pat, &init.expr);
        }
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Expr::ForLoop(f) = e {
            self.note_items(&f.pat, &f.expr);
        }
        visit_mut::visit_expr_mut(self, e);
        let new = match &*e {
            Expr::Try(t) => self.tried(t),
            Expr::MethodCall(m) => self.asked(m),
            _ => None,
        };
        if let Some(new) = new.and_then(|new| syn::parse2(new).ok()) {
            *e = new;
            self.changed = true;
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
