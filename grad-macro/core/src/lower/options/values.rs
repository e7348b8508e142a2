//! Expressions that yield an `Option` or a `Result`, as pairs.
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut;
use syn::{Expr, ExprMethodCall, GenericArgument, PathArguments, Type, parse_quote};

use super::{APART, Options, Yield, make, producers};
use crate::lower::infer::{diverges, is_chain, is_variant};
use crate::types::{Ty, Wrap, unparen};

/// Methods that yield an `Option` or a `Result` again.
pub const MAKING: [&str; 18] = [
    "map",
    "and_then",
    "and",
    "or",
    "or_else",
    "ok",
    "ok_or",
    "ok_or_else",
    "map_err",
    "filter",
    "zip",
    "copied",
    "cloned",
    "clone",
    "take",
    "replace",
    "as_ref",
    "inspect",
];

/// The types of the case and of what is inside, in tokens: `Option<()>` and `f64` of `Option<f64>`.
pub fn parts_of_type(ty: &Type) -> Option<(TokenStream, TokenStream)> {
    match ty {
        Type::Paren(p) => return parts_of_type(&p.elem),
        Type::Group(g) => return parts_of_type(&g.elem),
        _ => {}
    }
    let Type::Path(p) = ty else {
        return None;
    };
    let mut path = p.path.clone();
    let PathArguments::AngleBracketed(args) = &mut path.segments.last_mut()?.arguments else {
        return None;
    };
    let GenericArgument::Type(first) = args.args.first_mut()? else {
        return None;
    };
    let inside = first.to_token_stream();
    *first = Type::Verbatim(quote!(()));
    Some((path.to_token_stream(), inside))
}

impl Options<'_, '_> {
    /// What stands where nothing is inside: it is never read.
    pub(super) fn zero(&self, ty: &Ty) -> Option<TokenStream> {
        Some(match ty {
            Ty::Unknown | Ty::Float if self.generic => crate::emit::zero(crate::ir::Ty::Generic),
            Ty::Unknown => quote!(0.0),
            Ty::Unit => quote!(()),
            Ty::Vec(_) => quote!(::std::vec::Vec::new()),
            Ty::Inactive => quote!(::core::default::Default::default()),
            Ty::Ref { mutable: false, to } if !to.is_sequence() => {
                let zero = self.zero(to)?;
                quote!(&#zero)
            }
            Ty::Tuple(parts) => {
                let parts: Option<Vec<_>> = parts.iter().map(|p| self.zero(p)).collect();
                let parts = parts?;
                quote!((#(#parts,)*))
            }
            Ty::Array(elem, Some(len)) => {
                let elem = self.zero(elem)?;
                quote!([#elem; #len])
            }
            other => make::any_value(other)?,
        })
    }

    /// The wrapper of an expression whose pair carries a float, or is made of one that does.
    pub(super) fn active(&mut self, e: &Expr) -> Option<(Wrap, Ty)> {
        if let Some((_, ident)) = self.pair_of(e) {
            return match self.yields_of_var(&ident.to_string()) {
                Yield::Pair(wrap, inside) => Some((wrap, inside)),
                Yield::Value => None,
            };
        }
        if let Some(known) = self.wrapped(e) {
            return Some(known);
        }
        let Expr::MethodCall(m) = unparen(e) else {
            return None;
        };
        if !MAKING.contains(&m.method.to_string().as_str()) || is_chain(&m.receiver) {
            return None;
        }
        let made = match self.chains.types.expr(e, &Ty::Unknown) {
            Ty::Wrapped(wrap, inside) => (wrap, *inside),
            _ if self.is_called(&m.receiver) => (Wrap::Either, Ty::Unknown),
            _ => return None,
        };
        let of_closure = m
            .args
            .iter()
            .any(|a| matches!(unparen(a), Expr::Closure(_)) && self.chains.may_carry(a));
        let receiver = self.active(&m.receiver).is_some()
            || self.is_called(&m.receiver)
            || self.is_place(&m.receiver);
        (receiver || of_closure).then(|| {
            let inside = match made.1 {
                Ty::Unknown => Ty::Float,
                known => known,
            };
            (made.0, inside)
        })
    }

    /// Whether an expression is an element that may be missing: lowering reads it where it is there.
    pub(super) fn is_place(&mut self, e: &Expr) -> bool {
        let Expr::MethodCall(m) = unparen(e) else {
            return false;
        };
        match (m.method.to_string().as_str(), m.args.len()) {
            (
                "first" | "last" | "first_mut" | "last_mut" | "pop" | "split_first" | "split_last",
                0,
            )
            | ("get" | "get_mut", 1)
                if !is_chain(&m.receiver) =>
            {
                let ty = self.chains.types.expr(&m.receiver, &Ty::Unknown);
                ty.peeled().is_sequence() && !ty.is_inactive()
            }
            ("copied" | "cloned", 0) => self.is_place(&m.receiver),
            ("max_by" | "min_by", 1) => crate::lower::chains::is_plain_pick(m),
            _ => false,
        }
    }

    /// Whether what is inside can be held by itself.
    pub(super) fn is_splittable(&mut self, e: &Expr) -> bool {
        match self.wrapped(e) {
            Some((_, inside)) => self.zero(&inside).is_some(),
            None => false,
        }
    }

    /// Whether an expression may be the call of a derived function.
    pub(super) fn is_called(&mut self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Call(c) => match unparen(&c.func) {
                Expr::Path(p) => {
                    let lower = p
                        .path
                        .segments
                        .last()
                        .is_some_and(|s| !s.ident.to_string().starts_with(char::is_uppercase));
                    lower && self.chains.may_carry(&c.args)
                }
                _ => false,
            },
            Expr::MethodCall(m) => {
                m.method != APART
                    && self.chains.types.nominal_of(&m.receiver).is_some()
                    && self.chains.may_carry(m)
            }
            _ => false,
        }
    }

    /// The wrapper by the patterns that the result of a call is matched with.
    pub(super) fn called(&mut self, e: &Expr, pats: &[&syn::Pat]) -> Option<(Wrap, Ty)> {
        if !self.is_called(e) {
            return None;
        }
        let mut ty = Ty::Unknown;
        for pat in pats {
            let learnt = self.chains.types.bind(pat, &ty.clone());
            ty.learn(&learnt);
        }
        match ty {
            Ty::Wrapped(wrap, inside) => Some((wrap, floats(*inside))),
            _ => None,
        }
    }

    /// The pair of an expression that is neither a branch nor a loop.
    pub(super) fn pair(&mut self, e: &Expr, wrap: Wrap, inside: &Ty) -> Expr {
        if diverges(e) {
            let mut e = e.clone();
            self.expr(&mut e, &Yield::Value);
            return e;
        }
        if let Some((case, ident)) = self.pair_of(e) {
            return parse_quote!((#case, #ident));
        }
        if let Some(pair) = self.pair_of_variant(e, inside) {
            return pair;
        }
        if let Expr::Call(c) = unparen(e)
            && let Some(old) = self.exchanged_by_call(c)
        {
            return old;
        }
        if let Expr::MethodCall(m) = unparen(e)
            && let Some(made) = self.made(m, inside)
        {
            return made;
        }
        let called = self.is_called(e) && !self.is_place(e);
        let mut own = e.clone();
        if called {
            self.arguments(&mut own);
        } else {
            visit_mut::visit_expr_mut(self, &mut own);
        }
        let span = e.span();
        if called {
            let apart = crate::names::new_ident(APART, span);
            let zero = self.zero(inside);
            let tokens = quote_spanned!(span=> #own.#apart(#zero));
            return syn::parse2(tokens).unwrap_or(own);
        }
        let Some(zero) = self.zero(inside) else {
            return own;
        };
        let value = self.chains.names.numbered("inside", span);
        let tokens = if wrap == Wrap::Result {
            let error = self.chains.names.numbered("error", span);
            quote_spanned!(span=> (match #own {
                ::core::result::Result::Ok(#value) => (::core::result::Result::Ok::<(), _>(()), #value),
                ::core::result::Result::Err(#error) => (::core::result::Result::Err::<(), _>(#error), #zero),
            }))
        } else {
            quote_spanned!(span=> (match #own {
                ::core::option::Option::Some(#value) => (::core::option::Option::Some(()), #value),
                ::core::option::Option::None => (::core::option::Option::None::<()>, #zero),
            }))
        };
        syn::parse2(tokens).unwrap_or(own)
    }

    /// `Some(..)`, `None`, `Ok(..)` and `Err(..)`.
    fn pair_of_variant(&mut self, e: &Expr, inside: &Ty) -> Option<Expr> {
        let span = e.span();
        let tokens = match unparen(e) {
            Expr::Path(p) if is_variant(&p.path) == Some("None") => {
                let (zero, p) = (self.zero(inside)?, bare(&p.path));
                quote_spanned!(span=> (#p::<()>, #zero))
            }
            Expr::Call(c) => {
                let Expr::Path(p) = unparen(&c.func) else {
                    return None;
                };
                let (variant, p) = (is_variant(&p.path)?, bare(&p.path));
                let mut arg = c.args.first()?.clone();
                self.expr(&mut arg, &Yield::Value);
                match variant {
                    "Err" => {
                        let zero = self.zero(inside)?;
                        quote_spanned!(span=> (#p::<(), _>(#arg), #zero))
                    }
                    "Ok" => quote_spanned!(span=> (#p::<(), _>(()), #arg)),
                    _ => quote_spanned!(span=> (#p(()), #arg)),
                }
            }
            _ => return None,
        };
        syn::parse2(tokens).ok()
    }

    /// The type of what a closure makes of a value.
    pub(super) fn applied(&mut self, f: &Expr, inside: &Ty) -> Ty {
        self.chains.types.applied(f, std::slice::from_ref(inside))
    }

    /// A method that yields an `Option` or a `Result` again.
    pub(super) fn is_making(m: &ExprMethodCall) -> bool {
        MAKING.contains(&m.method.to_string().as_str()) && !is_chain(&m.receiver)
    }
}

/// A path without the generics of its end, as in `None::<f64>`.
fn bare(path: &syn::Path) -> syn::Path {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.arguments = PathArguments::None;
    }
    path
}

/// Unknown parts are taken for floats.
pub fn floats(ty: Ty) -> Ty {
    match ty {
        Ty::Unknown => Ty::Float,
        Ty::Tuple(parts) => Ty::Tuple(parts.into_iter().map(floats).collect()),
        Ty::Ref { mutable, to } => Ty::Ref {
            mutable,
            to: Box::new(floats(*to)),
        },
        other => other,
    }
}

/// Whether an argument may be evaluated later than it stands.
pub fn is_plain(e: &Expr) -> bool {
    match unparen(e) {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Unary(u) => is_plain(&u.expr),
        Expr::Tuple(t) => t.elems.iter().all(is_plain),
        Expr::Array(a) => a.elems.iter().all(is_plain),
        Expr::Reference(r) => r.mutability.is_none() && is_plain(&r.expr),
        other => producers::is_none(other),
    }
}
