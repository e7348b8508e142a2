//! Small pieces of syntax.
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Block, Expr, Lifetime, Pat, Stmt, parse_quote, parse_quote_spanned};

use crate::types::Ty;

/// Statements of tokens.
pub fn stmts(tokens: TokenStream) -> Vec<Stmt> {
    let block: Block = parse_quote!({ #tokens });
    block.stmts
}

/// A block with a value.
pub fn block(stmts: &[Stmt], value: &Expr, span: Span) -> Expr {
    parse_quote_spanned!(span=> { #(#stmts)* #value })
}

/// A label with a name that nobody else has.
pub fn label(ident: &Ident) -> Lifetime {
    Lifetime {
        apostrophe: ident.span(),
        ident: ident.clone(),
    }
}

/// A value of a type, for a variable that is read only after something was written to it.
pub fn any_value(ty: &Ty) -> Option<TokenStream> {
    match ty {
        Ty::F64 => Some(quote!(0.0_f64)),
        Ty::F32 => Some(quote!(0.0_f32)),
        Ty::Generic => Some(crate::emit::zero(crate::ir::Ty::Generic)),
        Ty::Float => Some(quote!(0.0)),
        Ty::Int => Some(quote!(0)),
        Ty::Bool => Some(quote!(false)),
        Ty::Tuple(parts) => {
            let parts: Option<Vec<_>> = parts.iter().map(any_value).collect();
            let parts = parts?;
            Some(quote!((#(#parts,)*)))
        }
        Ty::Array(elem, Some(len)) => {
            let elem = any_value(elem)?;
            Some(quote!([#elem; #len]))
        }
        _ => None,
    }
}

/// The pattern for a value of which only a reference is there: its variables are references.
pub fn by_reference(pat: &Pat, value: &Expr) -> TokenStream {
    match pat {
        Pat::Paren(p) => by_reference(&p.pat, value),
        Pat::Reference(p) => {
            let pat = &p.pat;
            quote!(let #pat = #value;)
        }
        Pat::Tuple(_) => {
            let pat = referring(pat);
            quote!(let #pat = #value;)
        }
        Pat::Wild(_) => quote!(let _ = #value;),
        other => quote!(let #other = &#value;),
    }
}

fn referring(pat: &Pat) -> Pat {
    match pat {
        Pat::Tuple(t) => {
            let mut t = t.clone();
            t.elems.iter_mut().for_each(|e| *e = referring(e));
            Pat::Tuple(t)
        }
        Pat::Ident(p) if p.by_ref.is_none() && p.mutability.is_none() => {
            let mut p = p.clone();
            p.by_ref = Some(syn::Token![ref](p.ident.span()));
            Pat::Ident(p)
        }
        other => other.clone(),
    }
}
