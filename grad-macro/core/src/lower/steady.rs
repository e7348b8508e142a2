//! Sizes that could be computed at any place of a function, and floats made from them: `2 * x.len()`, `(n - 1) as f64`.
//!
//! They depend on literals, on sizes that do not change, and on the lengths of sequences behind shared references. Where they
//! are computed early, nothing panics: in its own place the primal does.
use std::collections::HashSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::visit::{self, Visit};
use syn::{Expr, ExprCast};

use super::Lower;
use crate::ir::Val;
use crate::types::Ty;

/// The names that a function's body binds.
#[derive(Default)]
pub(super) struct Bound(HashSet<String>);

impl Bound {
    pub(super) fn of(block: &syn::Block) -> Self {
        let mut bound = Bound::default();
        bound.visit_block(block);
        bound
    }
}

impl<'a> Visit<'a> for Bound {
    fn visit_pat_ident(&mut self, pat: &'a syn::PatIdent) {
        self.0.insert(pat.ident.to_string());
        visit::visit_pat_ident(self, pat);
    }
}

/// The cast of a number to a float, `n as f64`.
pub(super) fn cast_of(tokens: &TokenStream) -> Option<ExprCast> {
    // Most expressions are none: that is seen before they are parsed.
    let expr: Expr = has_cast(tokens)
        .then(|| syn::parse2(tokens.clone()).ok())
        .flatten()?;
    let Expr::Cast(cast) = crate::types::unparen(&expr) else {
        return None;
    };
    let is_float = matches!(&*cast.ty, syn::Type::Path(path)
        if path.path.is_ident("f64") || path.path.is_ident("f32"));
    is_float.then(|| cast.clone())
}

fn has_cast(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|tree| match tree {
        TokenTree::Ident(name) => name == "as",
        TokenTree::Group(group) => has_cast(&group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

impl Lower<'_> {
    /// How such a size is computed early, and the values that it depends on; nothing if the tokens are no such size.
    pub(super) fn steady(&self, tokens: &TokenStream) -> Option<(TokenStream, Vec<Val>)> {
        let mut reads = Vec::new();
        let early = self.size(&syn::parse2(tokens.clone()).ok()?, &mut reads)?;
        Some((early, reads))
    }

    /// The same of a float that is made from one.
    pub(super) fn steady_float(&self, cast: &ExprCast) -> Option<(TokenStream, Vec<Val>)> {
        let (mut reads, ty) = (Vec::new(), &cast.ty);
        let size = self.size(&cast.expr, &mut reads)?;
        Some((quote!(#size as #ty), reads))
    }

    fn size(&self, e: &Expr, reads: &mut Vec<Val>) -> Option<TokenStream> {
        match crate::types::unparen(e) {
            Expr::Lit(literal) => match &literal.lit {
                syn::Lit::Int(n) if matches!(n.suffix(), "" | "usize") => Some(quote!(#n)),
                _ => None,
            },
            Expr::Binary(b) => {
                let (left, right) = (self.size(&b.left, reads)?, self.size(&b.right, reads)?);
                match b.op {
                    syn::BinOp::Add(_) => Some(quote!(usize::wrapping_add(#left, #right))),
                    syn::BinOp::Sub(_) => Some(quote!(usize::wrapping_sub(#left, #right))),
                    syn::BinOp::Mul(_) => Some(quote!(usize::wrapping_mul(#left, #right))),
                    syn::BinOp::Div(_) => {
                        Some(quote!(usize::checked_div(#left, #right).unwrap_or(0)))
                    }
                    _ => None,
                }
            }
            Expr::MethodCall(m) if m.method == "len" && m.args.is_empty() => {
                self.is_fixed(&m.receiver).then(|| quote!(#m))
            }
            Expr::Path(path) => {
                reads.push(self.size_named(path)?);
                Some(quote!(#path))
            }
            _ => None,
        }
    }

    /// Whether an expression is a sequence of the standard library behind a shared reference that the caller passes, under a
    /// name that means nothing else anywhere.
    fn is_fixed(&self, e: &Expr) -> bool {
        let Expr::Path(path) = crate::types::unparen(e) else {
            return false;
        };
        let Some(name) = path.path.get_ident() else {
            return false;
        };
        let params = &self.function.params;
        let param = params.iter().find(|p| p.name == *name);
        param.is_some_and(|p| {
            let shared = matches!(&p.ty, syn::Type::Reference(r) if r.mutability.is_none());
            let sequence = matches!(
                Ty::read(p.pointee()),
                Ty::Slice(_) | Ty::Vec(_) | Ty::Array(..)
            );
            shared && sequence && !self.rebound.0.contains(&name.to_string())
        })
    }
}
