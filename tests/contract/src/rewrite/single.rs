//! `f64` → `f32`, in types, paths and the suffixes of literals.

use proc_macro2::{Group, Ident, Literal, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ItemFn;

/// Where the function has `f32` already it stays.
pub fn single(f: &mut ItemFn) -> usize {
    let text = f.to_token_stream().to_string();
    if text.contains("f32") || !text.contains("f64") {
        return 0;
    }
    let mut count = 0;
    if let Ok(new) = syn::parse2(narrowed(f.to_token_stream(), &mut count)) {
        *f = new;
    }
    count
}

/// The tokens with `f32` for `f64`.
pub fn narrowed(tokens: TokenStream, count: &mut usize) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => {
                let mut changed = Group::new(group.delimiter(), narrowed(group.stream(), count));
                changed.set_span(group.span());
                TokenTree::Group(changed)
            }
            TokenTree::Ident(ident) if ident == "f64" => {
                *count += 1;
                TokenTree::Ident(Ident::new("f32", ident.span()))
            }
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                match text.strip_suffix("f64") {
                    Some(digits) => {
                        *count += 1;
                        let parsed: Option<Literal> = format!("{digits}f32").parse().ok();
                        TokenTree::Literal(parsed.unwrap_or(literal))
                    }
                    None => TokenTree::Literal(literal),
                }
            }
            other => other,
        })
        .collect()
}
