//! Renaming inside tokens that stay the user's own, such as the arguments of `println!`.
use std::collections::HashMap;

use proc_macro2::{Group, Ident, Literal, TokenStream, TokenTree};
use quote::ToTokens;

/// Replaces variables by tokens, also where a format string captures them (`"{x}"`).
///
/// Field and method names (after `.`), path segments (after `::`), lifetimes and macro names are left
/// alone.
#[must_use]
pub fn rename(tokens: TokenStream, map: &HashMap<String, TokenStream>) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out = TokenStream::new();
    for (at, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Ident(ident) if is_variable(&trees, at) => match map.get(&ident.to_string()) {
                Some(new) => out.extend(new.clone()),
                None => ident.to_tokens(&mut out),
            },
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), rename(group.stream(), map));
                inner.set_span(group.span());
                inner.to_tokens(&mut out);
            }
            TokenTree::Literal(literal) => rename_captures(literal, map).to_tokens(&mut out),
            other => other.to_tokens(&mut out),
        }
    }
    out
}

fn is_variable(trees: &[TokenTree], at: usize) -> bool {
    let punct = |i: Option<usize>| match i.and_then(|i| trees.get(i)) {
        Some(TokenTree::Punct(p)) => Some(p.as_char()),
        _ => None,
    };
    let before = punct(at.checked_sub(1));
    let before_2 = punct(at.checked_sub(2));
    let after = punct(Some(at + 1));
    let after_2 = punct(Some(at + 2));
    let is_member = before == Some('.') && before_2 != Some('.');
    let is_lifetime = before == Some('\'');
    let is_segment = before == Some(':') && before_2 == Some(':') || after == Some(':') && after_2 == Some(':');
    let is_macro = after == Some('!') && after_2 != Some('=');
    !(is_member || is_lifetime || is_segment || is_macro)
}

fn rename_captures(literal: &Literal, map: &HashMap<String, TokenStream>) -> Literal {
    let text = literal.to_string();
    if !text.starts_with('"') || !text.contains('{') {
        return literal.clone();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    let mut changed = false;
    while let Some(open) = rest.find('{') {
        let (head, tail) = rest.split_at(open + 1);
        out.push_str(head);
        if let Some(doubled) = tail.strip_prefix('{') {
            out.push('{');
            rest = doubled;
            continue;
        }
        let end = tail
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(tail.len());
        let (name, after) = tail.split_at(end);
        match map.get(name).map(ToString::to_string) {
            Some(new) if syn::parse_str::<Ident>(&new).is_ok() => {
                changed |= new != name;
                out.push_str(&new);
            }
            _ => out.push_str(name),
        }
        rest = after;
    }
    out.push_str(rest);
    if !changed {
        return literal.clone();
    }
    let mut new: Literal = out.parse().unwrap_or_else(|_| literal.clone());
    new.set_span(literal.span());
    new
}

/// Every identifier among the tokens that could be a variable, in order, with those in format strings.
#[must_use]
pub fn variables(tokens: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    collect(tokens, &mut found);
    found
}

fn collect(tokens: TokenStream, found: &mut Vec<String>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Ident(ident) if is_variable(&trees, at) => found.push(ident.to_string()),
            TokenTree::Group(group) => collect(group.stream(), found),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                if text.starts_with('"') {
                    let pieces = text.split('{').skip(1);
                    found.extend(pieces.map(|p| {
                        p.chars()
                            .take_while(|c| c.is_alphanumeric() || *c == '_')
                            .collect()
                    }));
                }
            }
            _ => {}
        }
    }
}
