//! `Option`s that are parts of structs and lists: they stay where they are, and are taken apart by patterns.
//!
//! Input: `self.rate.unwrap_or(0.5)`, `self.prior.as_ref().map_or(0.0, |p| p.ln_p(x))`. Output:
//! `match self.rate { Some(held_1) => held_1, None => 0.5 }`,
//! `match &self.prior { Some(held_2) => { let p = held_2; p.ln_p(x) }, None => 0.0 }`.
//! What is inside has the field of the gradient that belongs to it, as that of a variant has.
use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, Pat, Stmt, Type};

use super::infer::{Types, tail};
use crate::names::Names;
use crate::types::{Ty, Wrap, unparen, wrapped_in};

/// Rewrites in place and says whether anything was, and which variables are such parts. `params` are the parameters that
/// are `Option`s of structs or of lists, `lists` those that are lists of `Option`s.
pub fn rewrite(
    block: &mut Block,
    params: HashSet<String>,
    lists: &HashSet<String>,
    types: &mut Types,
    names: &mut Names,
) -> (bool, HashSet<String>) {
    let mut held = Held {
        variables: params,
        lists,
        types,
        names,
        changed: false,
    };
    held.visit_block_mut(block);
    (held.changed, held.variables)
}

struct Held<'t> {
    /// The variables that are such parts.
    variables: HashSet<String>,
    lists: &'t HashSet<String>,
    types: &'t mut Types,
    names: &'t mut Names,
    changed: bool,
}

impl Held<'_> {
    /// A part of a struct or of a list, of a type that only rustc knows.
    fn is_held(&mut self, e: &Expr) -> bool {
        let part = match unparen(e) {
            Expr::Field(_) => true,
            Expr::Index(i) => !matches!(unparen(&i.index), Expr::Range(_)),
            Expr::Path(p) => {
                (p.path.get_ident()).is_some_and(|name| self.variables.contains(&name.to_string()))
            }
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => {
                matches!(unparen(&u.expr), Expr::Path(_)) && self.is_held(&u.expr)
            }
            _ => false,
        };
        let known = |ty: Ty| match unparen(e) {
            Expr::Field(_) | Expr::Index(_) => !matches!(ty, Ty::Unknown),
            // What is inside is of a type that only rustc knows.
            _ => false,
        };
        part && is_place(e) && !known(self.types.expr(e, &Ty::Unknown))
    }

    /// Whether what an expression yields is an `Option` of a struct that is made there.
    fn holds_struct(&self, e: &Expr) -> bool {
        let tail = |b: &Block| tail(b).is_some_and(|e| self.holds_struct(e));
        match unparen(e) {
            Expr::Call(c) => {
                let some = matches!(unparen(&c.func), Expr::Path(p) if p.path.is_ident("Some"));
                let inside = c.args.first();
                some && inside.is_some_and(|e| self.types.nominal_of(e).is_some())
            }
            Expr::If(i) => {
                let other = i
                    .else_branch
                    .as_ref()
                    .is_some_and(|(_, e)| self.holds_struct(e));
                tail(&i.then_branch) || other
            }
            Expr::Match(m) => m.arms.iter().any(|a| self.holds_struct(&a.body)),
            Expr::Block(b) => tail(&b.block),
            _ => false,
        }
    }

    /// `list`, `&list`, `list.iter()`.
    fn is_list(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Path(p) => {
                (p.path.get_ident()).is_some_and(|name| self.lists.contains(&name.to_string()))
            }
            Expr::Reference(r) => self.is_list(&r.expr),
            Expr::MethodCall(m) => {
                matches!(m.method.to_string().as_str(), "iter" | "iter_mut")
                    && self.is_list(&m.receiver)
            }
            _ => false,
        }
    }

    /// What a pattern looks at: `e`, `&e` for `e.as_ref()`, `&mut e` for `e.as_mut()`.
    fn scrutinee(&mut self, e: &Expr) -> Option<(TokenStream, bool)> {
        if let Expr::MethodCall(m) = unparen(e)
            && m.args.is_empty()
        {
            let receiver = &m.receiver;
            let (inner, by_ref) = match m.method.to_string().as_str() {
                "as_ref" | "as_deref" => (quote!(&#receiver), true),
                "as_mut" | "as_deref_mut" => (quote!(&mut #receiver), true),
                "copied" | "cloned" => return self.scrutinee(receiver).map(|(of, _)| (of, false)),
                "clone" => (quote!(#receiver), false),
                _ => return None,
            };
            return self.is_held(receiver).then_some((inner, by_ref));
        }
        self.is_held(e).then(|| (e.to_token_stream(), false))
    }

    /// A method of an `Option` as the `match` that it stands for.
    fn method(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let name = m.method.to_string();
        let args: Vec<&Expr> = m.args.iter().collect();
        let known = match args.len() {
            0 => matches!(name.as_str(), "unwrap" | "is_some" | "is_none"),
            1 => matches!(
                name.as_str(),
                "expect"
                    | "unwrap_or"
                    | "unwrap_or_else"
                    | "and_then"
                    | "is_some_and"
                    | "ok_or"
                    | "ok_or_else"
            ),
            _ => matches!((name.as_str(), args.len()), ("map_or" | "map_or_else", 2)),
        };
        // An array has a `map` as well.
        let map = name == "map"
            && args.len() == 1
            && matches!(unparen(&m.receiver), Expr::MethodCall(_) | Expr::Path(_));
        if !(known || map) {
            return None;
        }
        let span = m.span();
        let (of, by_ref) = self.scrutinee(&m.receiver)?;
        let held = self.names.numbered("held", span);
        let value = value_of(&held, self.is_copied(&m.receiver, by_ref));
        // What is handed over is computed in any case, before it is asked for.
        let mut before = None;
        let other = self.names.numbered("other", span);
        let mut early = |e: &Expr| {
            if is_plain(e) {
                return e.to_token_stream();
            }
            before = Some(quote!(let #other = #e;));
            other.to_token_stream()
        };
        let (some, none) = match (name.as_str(), args.as_slice()) {
            ("is_some" | "is_none", []) => {
                let (some, none) = (name == "is_some", name == "is_none");
                let tokens = quote_spanned!(span=> match #of { Some(_) => #some, None => #none });
                return syn::parse2(tokens).ok();
            }
            ("unwrap" | "expect", text) => (value, nothing_inside(text.first().copied())),
            ("unwrap_or", [other]) => (value, early(other)),
            ("unwrap_or_else", [f]) => (value, called(f, None)?),
            ("map", [f]) => {
                let inside = called(f, Some(&value))?;
                (quote!(Some(#inside)), quote!(None))
            }
            ("and_then", [f]) => (called(f, Some(&value))?, quote!(None)),
            ("is_some_and", [f]) => (called(f, Some(&value))?, quote!(false)),
            ("ok_or", [error]) => {
                let error = early(error);
                (quote!(Ok(#value)), quote!(Err(#error)))
            }
            ("ok_or_else", [f]) => {
                let error = called(f, None)?;
                (quote!(Ok(#value)), quote!(Err(#error)))
            }
            ("map_or", [other, f]) => (called(f, Some(&value))?, early(other)),
            ("map_or_else", [other, f]) => (called(f, Some(&value))?, called(other, None)?),
            _ => return None,
        };
        let matched = quote_spanned!(span=> match #of { Some(#held) => #some, None => #none });
        syn::parse2(match before {
            Some(before) => quote_spanned!(span=> { #before #matched }),
            None => matched,
        })
        .ok()
    }

    /// `e?` and `e.ok_or(error)?`: what is looked at, and what is done where nothing is inside.
    fn tried(&mut self, t: &syn::ExprTry) -> Option<(TokenStream, TokenStream, bool)> {
        if let Some((of, by_ref)) = self.scrutinee(&t.expr) {
            let copied = self.is_copied(&t.expr, by_ref);
            return Some((of, quote!(return None), copied));
        }
        let Expr::MethodCall(m) = unparen(&t.expr) else {
            return None;
        };
        let (of, by_ref) = self.scrutinee(&m.receiver)?;
        let error = match (m.method.to_string().as_str(), m.args.first()) {
            ("ok_or", Some(error)) if is_plain(error) => error.to_token_stream(),
            ("ok_or_else", Some(f)) => called(f, None)?,
            _ => return None,
        };
        let none = quote!(return Err(::core::convert::From::from(#error)));
        Some((of, none, self.is_copied(&m.receiver, by_ref)))
    }

    /// `e.unwrap()`, `e.expect(..)`, `e?`, `e.ok_or(..)?` behind `let v =`.
    fn taken(&mut self, e: &Expr) -> Option<(TokenStream, TokenStream)> {
        match unparen(e) {
            Expr::Try(t) => {
                let (of, none, copied) = self.tried(t)?;
                (!copied).then_some((of, none))
            }
            Expr::MethodCall(m) if m.method == "unwrap" || m.method == "expect" => {
                let (of, by_ref) = self.scrutinee(&m.receiver)?;
                let none = nothing_inside(m.args.first());
                (!self.is_copied(&m.receiver, by_ref)).then_some((of, none))
            }
            _ => None,
        }
    }

    /// `e.as_ref()` in front of a pattern as `&e`.
    fn look_at(&mut self, e: &mut Expr) {
        if let Expr::MethodCall(_) = unparen(e)
            && let Some((of, true)) = self.scrutinee(e)
            && let Ok(of) = syn::parse2(of)
        {
            *e = of;
            self.changed = true;
        }
    }

    /// `e.as_ref().copied()`: what the pattern binds is a reference.
    fn is_copied(&self, e: &Expr, by_ref: bool) -> bool {
        !by_ref
            && matches!(unparen(e), Expr::MethodCall(m) if m.method == "copied" || m.method == "cloned")
    }
}

impl VisitMut for Held<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Expr::Try(t) = &*e
            && let Some((of, none, copied)) = self.tried(t)
        {
            let span = t.question_token.span();
            let held = self.names.numbered("held", span);
            let value = value_of(&held, copied);
            *e = syn::parse_quote_spanned!(span=> (match #of { Some(#held) => #value, None => #none }));
            self.changed = true;
            return;
        }
        if let Expr::ForLoop(f) = &*e
            && let Pat::Ident(item) = &*f.pat
            && self.is_list(&f.expr)
        {
            self.variables.insert(item.ident.to_string());
        }
        visit_mut::visit_expr_mut(self, e);
        match e {
            Expr::Let(l) if takes_apart(&l.pat) => self.look_at(&mut l.expr),
            Expr::Match(m) if m.arms.iter().any(|a| takes_apart(&a.pat)) => {
                self.look_at(&mut m.expr);
            }
            Expr::MethodCall(m) => {
                if let Some(new) = self.method(m) {
                    *e = syn::parse_quote!((#new));
                    self.changed = true;
                }
            }
            _ => {}
        }
    }

    /// `let p = self.prior.as_ref().unwrap();` as `let Some(p) = &self.prior else { .. };`.
    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if let Stmt::Local(local) = &*stmt
            && let (Pat::Ident(p), Some(init)) = (&local.pat, &local.init)
            && self.holds_struct(&init.expr)
        {
            self.variables.insert(p.ident.to_string());
        }
        if let Stmt::Local(local) = &*stmt
            && let (Pat::Ident(_), Some(init)) = (&local.pat, &local.init)
            && init.diverge.is_none()
            && let Some((of, none)) = self.taken(&init.expr)
        {
            let (pat, span) = (&local.pat, init.expr.span());
            let tokens = quote_spanned!(span=> let Some(#pat) = #of else { #none };);
            if let Ok(new) = syn::parse::Parser::parse2(Block::parse_within, tokens)
                && let [new] = new.as_slice()
            {
                *stmt = new.clone();
                self.changed = true;
            }
            return;
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }

    /// What a pattern for a type of the user's own binds is a part of it.
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        let own = match pat {
            Pat::Struct(_) => true,
            Pat::TupleStruct(p) => super::infer::is_variant(&p.path).is_none(),
            _ => false,
        };
        if own {
            let mut found = Vec::new();
            super::bind::variables_of(pat, &mut found);
            let names = found.into_iter().map(|p| p.ident.to_string());
            self.variables.extend(names);
        }
        visit_mut::visit_pat_mut(self, pat);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// What a pattern binds, as the user has it.
fn value_of(held: &Ident, copied: bool) -> TokenStream {
    if copied {
        quote!((*#held))
    } else {
        quote!(#held)
    }
}

/// The panic of `unwrap` and of `expect`.
fn nothing_inside(text: Option<&Expr>) -> TokenStream {
    match text {
        Some(text) => quote!(::core::panic!("{}", #text)),
        None => quote!(::core::panic!(
            "called `Option::unwrap()` on a `None` value"
        )),
    }
}

/// `Option<..>`, behind references or not.
pub fn is_option(ty: &Type) -> bool {
    match ty {
        Type::Reference(r) => is_option(&r.elem),
        Type::Paren(p) => is_option(&p.elem),
        ty => matches!(wrapped_in(ty), Some((Wrap::Option, _))),
    }
}

/// A slice, an array or a vector of them.
pub fn is_list_of_options(ty: &Type) -> bool {
    match ty {
        Type::Reference(r) => is_list_of_options(&r.elem),
        Type::Paren(p) => is_list_of_options(&p.elem),
        Type::Slice(s) => is_option(&s.elem),
        Type::Array(a) => is_option(&a.elem),
        ty => crate::emit::vec_element(ty).is_some_and(is_option),
    }
}

fn takes_apart(pat: &Pat) -> bool {
    match pat {
        Pat::TupleStruct(p) => p.path.segments.last().is_some_and(|s| s.ident == "Some"),
        Pat::Guard(g) => takes_apart(&g.pat),
        Pat::Paren(p) => takes_apart(&p.pat),
        Pat::Or(o) => o.cases.iter().any(takes_apart),
        _ => false,
    }
}

/// Whether an expression only names a place.
fn is_place(e: &Expr) -> bool {
    match unparen(e) {
        Expr::Path(_) => true,
        Expr::Field(f) => is_place(&f.base),
        Expr::Index(i) => is_place(&i.expr),
        Expr::Unary(u) => matches!(u.op, syn::UnOp::Deref(_)) && is_place(&u.expr),
        _ => false,
    }
}

/// Whether it makes no difference when it is computed, or whether it is.
pub(super) fn is_plain(e: &Expr) -> bool {
    match unparen(e) {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Field(f) => is_plain(&f.base),
        Expr::Unary(u) => is_plain(&u.expr),
        Expr::Binary(b) => is_plain(&b.left) && is_plain(&b.right),
        Expr::Call(c) => {
            let made =
                matches!(unparen(&c.func), Expr::Path(p) if crate::emit::names_type(&p.path));
            made && c.args.iter().all(is_plain)
        }
        _ => false,
    }
}

/// The value of a closure or a function; none where a closure may be left in another way than by its end.
pub(super) fn called(f: &Expr, arg: Option<&TokenStream>) -> Option<TokenStream> {
    match (unparen(f), arg) {
        (Expr::Closure(c), _) => {
            let mut leaves = Leaves(false);
            leaves.visit_expr(&c.body);
            if leaves.0 || c.inputs.len() != usize::from(arg.is_some()) {
                return None;
            }
            let body = &c.body;
            let bound = c.inputs.first().zip(arg);
            let bound = bound.map(|(pat, arg)| quote!(let #pat = #arg;));
            Some(match bound {
                Some(bound) => quote!({ #bound #body }),
                None => body.to_token_stream(),
            })
        }
        (Expr::Path(p), arg) => Some(quote!(#p(#arg))),
        _ => None,
    }
}

/// `return` and `?`.
struct Leaves(bool);

impl Visit<'_> for Leaves {
    fn visit_expr_return(&mut self, _: &syn::ExprReturn) {
        self.0 = true;
    }

    fn visit_expr_try(&mut self, _: &syn::ExprTry) {
        self.0 = true;
    }

    fn visit_macro(&mut self, m: &syn::Macro) {
        self.0 |= leaves(m.tokens.clone());
    }
}

/// Whether there is a `return` or a `?` among tokens.
pub(super) fn leaves(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(name) => name == "return",
        TokenTree::Punct(p) => p.as_char() == '?',
        TokenTree::Group(group) => leaves(group.stream()),
        TokenTree::Literal(_) => false,
    })
}
