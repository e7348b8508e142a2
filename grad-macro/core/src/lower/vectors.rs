//! `vec![..]` as syntax that can be visited.
//!
//! A macro's argument is tokens, which no visitor looks into. While a body is lowered, `vec![a, b]` and
//! `vec![e; n]` are array expressions with the mark `#[vec_of(vec)]`, which keeps the macro's path; what
//! stays the user's own is printed as the macro again.
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Block, Expr, Item, Macro, Path, Stmt, Token};

const MARK: &str = "vec_of";

/// Makes marked arrays of the calls of `vec!` in a body. It comes first: what is written in them is code
/// like any other, and every visitor of the body must see it.
pub fn mark(body: &mut Block) {
    struct Marker;
    impl VisitMut for Marker {
        fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
            if let Stmt::Macro(m) = stmt
                && let Some(array) = marked(&m.mac)
            {
                *stmt = Stmt::Expr(array, m.semi_token);
            }
            visit_mut::visit_stmt_mut(self, stmt);
        }
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            if let Expr::Macro(m) = expr
                && let Some(array) = marked(&m.mac)
            {
                *expr = array;
            }
            visit_mut::visit_expr_mut(self, expr);
        }
        fn visit_item_mut(&mut self, _: &mut Item) {}
    }
    Marker.visit_block_mut(body);
}

/// A call of `vec!` as a marked array; `None` for other macros and what does not parse.
fn marked(mac: &Macro) -> Option<Expr> {
    let path = &mac.path;
    if !is_vec(path) {
        return None;
    }
    let mark = syn::Ident::new(MARK, path.segments.last()?.ident.span());
    let mark: Attribute = syn::parse_quote!(#[#mark(#path)]);
    let list = Punctuated::<Expr, Token![,]>::parse_terminated;
    if let Ok(elems) = mac.parse_body_with(list) {
        return Some(Expr::Array(syn::ExprArray {
            attrs: vec![mark],
            bracket_token: syn::token::Bracket::default(),
            elems,
        }));
    }
    let repeat = |input: ParseStream| {
        Ok(syn::ExprRepeat {
            attrs: vec![mark],
            bracket_token: syn::token::Bracket::default(),
            expr: input.parse()?,
            semi_token: input.parse()?,
            len: input.parse()?,
        })
    };
    mac.parse_body_with(repeat).ok().map(Expr::Repeat)
}

/// `vec` alone or of the standard library; another macro of this name is another macro.
#[must_use]
pub fn is_vec(path: &Path) -> bool {
    let names: Vec<String> = (path.segments.iter())
        .map(|segment| segment.ident.to_string())
        .collect();
    match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [.., owner, "vec"] => matches!(owner, "std" | "alloc"),
        ["vec"] => true,
        _ => false,
    }
}

/// The macro's path, where the attributes hold the mark.
#[must_use]
pub fn mark_of(attrs: &[Attribute]) -> Option<Path> {
    attrs
        .iter()
        .find(|a| a.path().is_ident(MARK))
        .and_then(|a| a.parse_args().ok())
}

/// Marked arrays as `vec![..]` again.
#[must_use]
pub fn restore(stream: TokenStream) -> TokenStream {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    let mut out = TokenStream::new();
    let mut at = 0;
    while at < trees.len() {
        if let Some(path) = mark_at(&trees[at..])
            && let Some(TokenTree::Group(list)) = trees.get(at + 2)
        {
            let list = group(list);
            out.extend(quote!(#path ! #list));
            at += 3;
            continue;
        }
        match &trees[at] {
            TokenTree::Group(inner) => group(inner).to_tokens(&mut out),
            other => other.to_tokens(&mut out),
        }
        at += 1;
    }
    out
}

fn group(inner: &Group) -> Group {
    let mut new = Group::new(inner.delimiter(), restore(inner.stream()));
    new.set_span(inner.span());
    new
}

/// The path in `#[vec_of(path)]` at the start of the trees.
fn mark_at(trees: &[TokenTree]) -> Option<TokenStream> {
    let [TokenTree::Punct(hash), TokenTree::Group(attr), ..] = trees else {
        return None;
    };
    if hash.as_char() != '#' {
        return None;
    }
    let mut inside = attr.stream().into_iter();
    match (inside.next(), inside.next()) {
        (Some(TokenTree::Ident(name)), Some(TokenTree::Group(path))) if name == MARK => {
            Some(path.stream())
        }
        _ => None,
    }
}
