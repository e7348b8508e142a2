//! Functions whose value stands in a `Result` or an `Option`.
//!
//! Input: `if x < 0.0 { return Err(e); } Ok(x.sqrt())`. Output: `if x < 0.0 { return Err(e); } x.sqrt()`: what
//! is returned is the value inside, and the other way out stays as it is written. Nobody differentiates
//! after it, so it needs no adjoint.
use proc_macro2::Ident;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprCall, ExprMethodCall, ExprTry, Stmt, parse_quote_spanned};

use super::Lower;
use super::node::{Node, Raw};
use crate::ir::{End, Stmt as Ir};
use crate::types::{Ty, unparen};

/// Takes the wrapper off all that the body returns.
pub fn unwrap(block: &mut Block) {
    struct Returns;
    impl VisitMut for Returns {
        fn visit_expr_return_mut(&mut self, r: &mut syn::ExprReturn) {
            visit_mut::visit_expr_return_mut(self, r);
            if let Some(e) = &mut r.expr
                && !is_bad(e)
            {
                inside(e);
            }
        }
        fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
        fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    }
    Returns.visit_block_mut(block);
    tail(block);
}

fn tail(block: &mut Block) {
    if let Some(Stmt::Expr(e, None)) = block.stmts.last_mut() {
        inside(e);
    }
}

/// `Err(..)` and `None`.
fn is_bad(e: &Expr) -> bool {
    let named = |e: &Expr, name: &str| matches!(unparen(e), Expr::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == name));
    match unparen(e) {
        Expr::Call(c) => named(&c.func, "Err"),
        other => named(other, "None"),
    }
}

/// The value inside what an expression in place of the result yields.
fn inside(e: &mut Expr) {
    let span = e.span();
    if is_bad(e) {
        let bad = e.clone();
        *e = parse_quote_spanned!(span=> return #bad);
        return;
    }
    match e {
        Expr::Paren(p) => inside(&mut p.expr),
        Expr::Group(g) => inside(&mut g.expr),
        Expr::Block(b) if b.label.is_none() => tail(&mut b.block),
        Expr::If(i) if i.else_branch.is_some() => {
            tail(&mut i.then_branch);
            if let Some((_, other)) = &mut i.else_branch {
                inside(other);
            }
        }
        Expr::Match(m) => m.arms.iter_mut().for_each(|arm| inside(&mut arm.body)),
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Macro(_) => {}
        Expr::Loop(_) | Expr::While(_) | Expr::ForLoop(_) | Expr::If(_) => {}
        Expr::Call(c) if is_good(c) => {
            *e = match c.args.first() {
                Some(value) => value.clone(),
                None => parse_quote_spanned!(span=> ()),
            };
        }
        _ => {
            let other = e.clone();
            *e = parse_quote_spanned!(span=> (#other)?);
        }
    }
}

fn is_good(c: &ExprCall) -> bool {
    matches!(unparen(&c.func), Expr::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == "Ok" || s.ident == "Some"))
}

/// A call of a function whose value stands in a wrapper, and what takes it off: `f(x)?`, `f(x).unwrap()`,
/// `f(x).map_err(g)?`.
pub fn unwrapped_call(e: &Expr) -> Option<(&Expr, TokenStream)> {
    match unparen(e) {
        Expr::Try(t) => {
            let (call, suffix) = wrapped_call(&t.expr)?;
            let mark = &t.question_token;
            Some((call, quote!(#suffix #mark)))
        }
        Expr::MethodCall(m) if matches!(m.method.to_string().as_str(), "unwrap" | "expect") => {
            let (call, suffix) = wrapped_call(&m.receiver)?;
            Some((call, with_method(&suffix, m)))
        }
        _ => None,
    }
}

/// A call by a path or a method of a variable, through methods that leave the value inside alone.
fn wrapped_call(e: &Expr) -> Option<(&Expr, TokenStream)> {
    match unparen(e) {
        call @ Expr::Call(c) => match unparen(&c.func) {
            Expr::Path(p) => {
                let last = p.path.segments.last()?.ident.to_string();
                let plain = !last.starts_with(char::is_uppercase);
                plain.then(|| (call, TokenStream::new()))
            }
            _ => None,
        },
        Expr::MethodCall(m)
            if matches!(
                m.method.to_string().as_str(),
                "map_err" | "ok_or" | "ok_or_else" | "ok"
            ) =>
        {
            let (call, suffix) = wrapped_call(&m.receiver)?;
            Some((call, with_method(&suffix, m)))
        }
        call @ Expr::MethodCall(_) => Some((call, TokenStream::new())),
        _ => None,
    }
}

fn with_method(suffix: &TokenStream, m: &ExprMethodCall) -> TokenStream {
    let (dot, name, turbofish, args) = (&m.dot_token, &m.method, &m.turbofish, &m.args);
    quote!(#suffix #dot #name #turbofish(#args))
}

impl Lower<'_> {
    /// A call whose `Result` or `Option` is taken apart at once.
    pub(super) fn unwrapped(
        &mut self,
        e: &Expr,
        expected: &Ty,
        hint: Option<&Ident>,
    ) -> Option<Node> {
        let (call, suffix) = unwrapped_call(e)?;
        let active = match call {
            Expr::Call(c) => self.mentions_active(c.args.to_token_stream()),
            Expr::MethodCall(m) => {
                self.nominal_of(&m.receiver).is_some() || self.types.is_unseen_result(call)
            }
            _ => false,
        };
        if !active {
            return None;
        }
        let map = self.renames(suffix.clone());
        self.suffix = Some(super::tokens::rename(suffix, &map));
        let node = match call {
            Expr::Call(c) => self.call(c, expected, hint),
            Expr::MethodCall(m) => self.method(m, expected, hint),
            _ => Node::Never,
        };
        if self.suffix.take().is_some() && !matches!(node, Node::Never) {
            self.errors.refuse(
                e.span(),
                "the macro cannot see what this `Result` or `Option` is of",
                "call a function with `#[derive_grad]` on it by its name",
            );
            return Some(Node::Never);
        }
        Some(node)
    }

    /// `return Err(e)` and `return None`, where they leave a function with a wrapper.
    pub(super) fn return_bad(&mut self, e: &Expr) -> bool {
        if !self.wrapped || !is_bad(e) {
            return false;
        }
        let tokens = self.verbatim_tokens(e);
        self.push(Ir::Raw(quote!(return #tokens;)));
        if self.end.is_none() {
            self.end = Some(End::Never);
        }
        true
    }

    /// `e?` on what is no call of a derived function.
    pub(super) fn tried(&mut self, t: &ExprTry, expected: &Ty) -> Node {
        let (question, span) = (&t.question_token, t.question_token.span());
        let (source, error) = match unparen(&t.expr) {
            Expr::MethodCall(m)
                if matches!(m.method.to_string().as_str(), "ok_or" | "ok_or_else") =>
            {
                (&*m.receiver, Some(m))
            }
            other => (other, None),
        };
        match self.expr(source, &Ty::Unknown) {
            Node::Never => Node::Never,
            Node::Maybe(some, node) => {
                let none = match error {
                    Some(m) => {
                        let (name, args) = (&m.method, self.argument_tokens(m));
                        quote!(::core::option::Option::None::<()>.#name(#args))
                    }
                    None => quote!(::core::option::Option::None::<()>),
                };
                self.push(Ir::Raw(quote!(if !(#some) { #none #question; })));
                *node
            }
            Node::Raw(raw) => {
                let mut tokens = raw.operand();
                if let Some(m) = error {
                    let (name, args) = (&m.method, self.argument_tokens(m));
                    tokens = quote!(#tokens.#name(#args));
                }
                Node::Raw(Raw::atom(quote!((#tokens #question)), expected.clone()))
            }
            _ => {
                self.errors.refuse(
                    span,
                    "`?` on this value is not supported yet",
                    "take the value out with `match` or `if let`, or call a function with `#[derive_grad]` on it",
                );
                Node::Never
            }
        }
    }

    fn argument_tokens(&self, m: &ExprMethodCall) -> TokenStream {
        let args = m.args.iter().map(|a| self.verbatim_tokens(a));
        let args: Vec<TokenStream> = args.collect();
        quote!(#(#args),*)
    }
}
