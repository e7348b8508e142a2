//! Names in generated code. The whole scheme:
//!
//! - a variable of the user keeps its name; a second variable of that name, and every later version of
//!   a variable, is `x_1`, `x_2`, … in source order;
//! - an intermediate result is `t_1`, `t_2`, …; the cotangent of `x` is `d_x`;
//! - a name that the user wrote anywhere in the function is never taken.
//!
//! Names that `Names` hands out carry the span of the user's code: they occur nowhere else in the function, so
//! they can neither capture nor be captured, and the compiler takes an expression for the user's, with its line,
//! only where all of its tokens are. Other new identifiers carry a mixed-site span located at the user's code, which
//! keeps them apart even from the user's identifiers of their spelling.
use std::collections::{HashMap, HashSet};

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};

/// Hands out identifiers that occur nowhere else in the function.
pub struct Names {
    used: HashSet<String>,
    /// Those of the user.
    written: HashSet<String>,
    next: HashMap<String, usize>,
}

impl Names {
    /// Reserves every identifier that occurs in the user's tokens.
    #[must_use]
    pub fn reserving(tokens: TokenStream) -> Self {
        let mut names = Names {
            used: HashSet::new(),
            written: HashSet::new(),
            next: HashMap::new(),
        };
        names.reserve(tokens);
        names.written.clone_from(&names.used);
        names
    }

    /// Whether the user wrote a name: it is then found through its scope, never by its spelling.
    #[must_use]
    pub fn is_written(&self, name: &str) -> bool {
        self.written.contains(name)
    }

    fn reserve(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    self.used.insert(ident.to_string());
                }
                TokenTree::Group(group) => self.reserve(group.stream()),
                TokenTree::Literal(literal) => self.reserve_words_of(&literal.to_string()),
                TokenTree::Punct(_) => {}
            }
        }
    }

    /// Format strings name variables too: `"{x}"`.
    fn reserve_words_of(&mut self, literal: &str) {
        if literal.contains('{') {
            for word in literal.split(|c: char| !c.is_alphanumeric() && c != '_') {
                self.used.insert(word.to_owned());
            }
        }
    }

    /// `base` itself where it is free, else `base_1`, `base_2`, …
    pub fn plain(&mut self, base: &str, at: Span) -> Ident {
        if !is_keyword(base) && self.used.insert(base.to_owned()) {
            return spanned_ident(base, at);
        }
        self.numbered(base, at)
    }

    /// `base_1`, `base_2`, …: the first that is free.
    pub fn numbered(&mut self, base: &str, at: Span) -> Ident {
        let stem = base.strip_prefix("r#").unwrap_or(base);
        loop {
            let counter = self.next.entry(stem.to_owned()).or_insert(0);
            *counter += 1;
            let name = format!("{stem}_{counter}");
            if self.used.insert(name.clone()) {
                return spanned_ident(&name, at);
            }
        }
    }
}

fn is_keyword(name: &str) -> bool {
    syn::parse_str::<Ident>(name).is_err() && !name.starts_with("r#")
}

/// An identifier of ours, located at the user's code.
#[must_use]
pub fn new_ident(name: &str, at: Span) -> Ident {
    spanned_ident(name, Span::mixed_site().located_at(at))
}

/// An identifier of this spelling, raw ones included.
#[must_use]
pub fn spanned_ident(name: &str, span: Span) -> Ident {
    match name.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, span),
        None => Ident::new(name, span),
    }
}

/// The stem of a name that may already carry a number of ours: `x` for `x_2`.
#[must_use]
pub fn stem(name: &str) -> &str {
    match name.rsplit_once('_') {
        Some((stem, digits))
            if !stem.is_empty()
                && !digits.is_empty()
                && digits.bytes().all(|b| b.is_ascii_digit()) =>
        {
            stem
        }
        _ => name,
    }
}

/// A name with another's span, and so with its meaning.
#[must_use]
pub fn at(name: &Ident, span: Span) -> Ident {
    let mut name = name.clone();
    name.set_span(span);
    name
}

/// How many variables of the user have each name.
#[derive(Default)]
pub struct Declared(HashMap<String, usize>);

impl Declared {
    #[must_use]
    pub fn count(&self, name: &str) -> usize {
        self.0.get(name).copied().unwrap_or(0)
    }
}

impl<'ast> Visit<'ast> for Declared {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        *self.0.entry(pat.ident.to_string()).or_default() += 1;
        visit::visit_pat_ident(self, pat);
    }
}

/// Tokens with others in the place of names.
#[must_use]
pub fn replaced(tokens: TokenStream, by: &dyn Fn(&Ident) -> Option<TokenStream>) -> TokenStream {
    let mut out = TokenStream::new();
    for tree in tokens {
        match tree {
            TokenTree::Ident(name) => match by(&name) {
                Some(other) => out.extend(other),
                None => name.to_tokens(&mut out),
            },
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), replaced(group.stream(), by));
                inner.set_span(group.span());
                inner.to_tokens(&mut out);
            }
            other => other.to_tokens(&mut out),
        }
    }
    out
}
