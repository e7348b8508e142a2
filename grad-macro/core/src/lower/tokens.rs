//! Renaming inside tokens that stay the user's own, such as the arguments of `println!`.
use std::collections::HashMap;

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// Replaces variables by tokens. What a format string captures (`"{x}"`) is passed as a named argument:
/// the name inside the string stays as it is.
///
/// Field and method names (after `.`), path segments (after `::`), lifetimes and macro names are left
/// alone.
#[must_use]
pub fn rename(tokens: TokenStream, map: &HashMap<String, TokenStream>) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out = TokenStream::new();
    let mut captured: Vec<String> = Vec::new();
    let given = given_names(&trees);
    for (at, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Ident(ident) if given.contains(&(at, ident.to_string())) => {
                ident.to_tokens(&mut out);
            }
            TokenTree::Ident(ident) if is_variable(&trees, at) => match map.get(&ident.to_string())
            {
                Some(new) => out.extend(new.clone()),
                None => ident.to_tokens(&mut out),
            },
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), rename(group.stream(), map));
                inner.set_span(group.span());
                inner.to_tokens(&mut out);
            }
            TokenTree::Literal(literal) => {
                for name in captures(&literal.to_string()) {
                    if given.iter().any(|(_, given)| *given == name) {
                        continue;
                    }
                    let changed = map.get(&name).is_some_and(|new| new.to_string() != name);
                    if changed && !captured.contains(&name) {
                        captured.push(name);
                    }
                }
                literal.to_tokens(&mut out);
            }
            other => other.to_tokens(&mut out),
        }
    }
    if !captured.is_empty()
        && !matches!(trees.last(), Some(TokenTree::Punct(p)) if p.as_char() == ',')
    {
        out.extend(quote!(,));
    }
    for name in captured {
        let (ident, new) = (Ident::new(&name, Span::call_site()), &map[&name]);
        out.extend(quote!(#ident = #new,));
    }
    out
}

/// The arguments of a format string that are given by name, `, x = e`, and where.
fn given_names(trees: &[TokenTree]) -> Vec<(usize, String)> {
    let text = |t: &TokenTree| matches!(t, TokenTree::Literal(l) if l.to_string().starts_with('"'));
    let Some(first) = trees.iter().position(text) else {
        return Vec::new();
    };
    let is = |at: usize, mark: char| matches!(trees.get(at), Some(TokenTree::Punct(p)) if p.as_char() == mark);
    let behind = trees.iter().enumerate().skip(first + 2);
    behind
        .filter_map(|(at, tree)| match tree {
            TokenTree::Ident(name)
                if is(at - 1, ',') && is(at + 1, '=') && !is(at + 2, '=') && !is(at + 2, '>') =>
            {
                Some((at, name.to_string()))
            }
            _ => None,
        })
        .collect()
}

/// `self` under another name, wherever it stands.
#[must_use]
pub fn rename_self(tokens: TokenStream, this: &Ident) -> TokenStream {
    tokens
        .into_iter()
        .map(|tree| match tree {
            TokenTree::Ident(ident) if ident == "self" => {
                let mut this = this.clone();
                this.set_span(ident.span());
                TokenTree::Ident(this)
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), rename_self(group.stream(), this));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            other => other,
        })
        .collect()
}

/// The variables that a format string names: `"{x:.3} {:w$}"` names `x` and `w`.
fn captures(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    if !text.starts_with('"') {
        return found;
    }
    let text = text.replace("{{", "  ");
    for piece in text.split('{').skip(1) {
        let inside = piece.split('}').next().unwrap_or(piece);
        let (name, spec) = inside.split_once(':').unwrap_or((inside, ""));
        let mut names = vec![name];
        names.extend(
            spec.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
                .filter_map(|w| w.strip_suffix('$')),
        );
        found.extend(
            names
                .into_iter()
                .filter(|n| syn::parse_str::<Ident>(n).is_ok())
                .map(ToOwned::to_owned),
        );
    }
    found
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
    let is_segment =
        before == Some(':') && before_2 == Some(':') || after == Some(':') && after_2 == Some(':');
    let is_macro = after == Some('!') && after_2 != Some('=');
    !(is_member || is_lifetime || is_segment || is_macro)
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
                found.extend(captures(&literal.to_string()));
            }
            _ => {}
        }
    }
}

/// The first identifier of this spelling.
#[must_use]
pub fn find(tokens: TokenStream, name: &str) -> Option<Ident> {
    tokens.into_iter().find_map(|tree| match tree {
        TokenTree::Ident(ident) if ident == name => Some(ident),
        TokenTree::Group(group) => find(group.stream(), name),
        _ => None,
    })
}

/// How many tokens there are, those inside of brackets among them.
pub fn count(tokens: TokenStream) -> usize {
    tokens
        .into_iter()
        .map(|tree| match tree {
            TokenTree::Group(group) => 1 + count(group.stream()),
            _ => 1,
        })
        .sum()
}
