//! What the tokens of a function say about its names.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::visit::{self, Visit};
use syn::{Expr, ItemFn, Pat, PatIdent, UnOp};

/// Every identifier of the function, in macros too.
pub fn identifiers(f: &ItemFn) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect(f.to_token_stream(), &mut found);
    found
}

fn collect(tokens: TokenStream, found: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                found.insert(ident.to_string());
            }
            TokenTree::Group(group) => collect(group.stream(), found),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// The names that patterns of the function bind, parameters first, in order.
pub fn bound(f: &ItemFn) -> Vec<String> {
    let mut names = Bound(Vec::new());
    names.visit_item_fn(f);
    names.0
}

struct Bound(Vec<String>);

impl Visit<'_> for Bound {
    fn visit_pat_ident(&mut self, p: &PatIdent) {
        let name = p.ident.to_string();
        // With a capital it is a constant or a variant.
        if name.starts_with(|c: char| c.is_lowercase() || c == '_') && !self.0.contains(&name) {
            self.0.push(name);
        }
        visit::visit_pat_ident(self, p);
    }
}

/// The names that a pattern binds.
pub fn bound_by(p: &Pat) -> Vec<String> {
    let mut names = Bound(Vec::new());
    names.visit_pat(p);
    names.0
}

/// Whether the expression can change a variable, leave, or call what may: then it cannot be moved.
pub fn has_effects(e: &Expr) -> bool {
    let mut effects = Effects(false);
    effects.visit_expr(e);
    effects.0
}

struct Effects(bool);

impl Visit<'_> for Effects {
    fn visit_expr(&mut self, e: &Expr) {
        self.0 |= match e {
            Expr::Array(_)
            | Expr::Cast(_)
            | Expr::Field(_)
            | Expr::Group(_)
            | Expr::If(_)
            | Expr::Index(_)
            | Expr::Lit(_)
            | Expr::Match(_)
            | Expr::Paren(_)
            | Expr::Path(_)
            | Expr::Tuple(_)
            | Expr::Call(_)
            | Expr::MethodCall(_) => false,
            Expr::Binary(b) => is_assignment(&b.op),
            Expr::Unary(u) => !matches!(u.op, UnOp::Neg(_) | UnOp::Not(_) | UnOp::Deref(_)),
            Expr::Reference(r) => r.mutability.is_some(),
            _ => true,
        };
        visit::visit_expr(self, e);
    }
}

/// Whether the operator is one of `+=` and the like.
pub fn is_assignment(op: &syn::BinOp) -> bool {
    arithmetic_of(op).is_some()
}

/// `+` of `+=`, for arithmetic.
pub fn arithmetic_of(op: &syn::BinOp) -> Option<syn::BinOp> {
    use syn::BinOp;
    Some(match op {
        BinOp::AddAssign(_) => syn::parse_quote!(+),
        BinOp::SubAssign(_) => syn::parse_quote!(-),
        BinOp::MulAssign(_) => syn::parse_quote!(*),
        BinOp::DivAssign(_) => syn::parse_quote!(/),
        BinOp::RemAssign(_) => syn::parse_quote!(%),
        _ => return None,
    })
}

/// `+=` of `+`, for arithmetic.
pub fn assigning(op: &syn::BinOp) -> Option<syn::BinOp> {
    use syn::BinOp;
    Some(match op {
        BinOp::Add(_) => syn::parse_quote!(+=),
        BinOp::Sub(_) => syn::parse_quote!(-=),
        BinOp::Mul(_) => syn::parse_quote!(*=),
        BinOp::Div(_) => syn::parse_quote!(/=),
        BinOp::Rem(_) => syn::parse_quote!(%=),
        _ => return None,
    })
}

/// Whether the expression has the text of the other one.
pub fn same(left: &impl ToTokens, right: &impl ToTokens) -> bool {
    left.to_token_stream().to_string() == right.to_token_stream().to_string()
}
