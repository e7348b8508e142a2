//! A call that is matched at once: its value is used where there is one, whatever it is.
//!
//! Input: `match g(x) { Ok(v) => v * v, Err(e) => e.weight() }`. Output:
//! `if let grad_inside(case_1, v) = g(x) { v * v } else { match case_1 { Err(e) => e.weight(), _ => .. } }`.
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Arm, Expr, ExprIf, ExprMatch, Local, Pat, Stmt, parse_quote};

use super::{INSIDE, Options};
use crate::lower::infer::is_variant;
use crate::types::unparen;

/// What an arm is for.
enum Side<'p> {
    /// `Some(pattern)` or `Ok(pattern)`.
    Inside(&'p Pat),
    /// `None` or `Err(..)`.
    Nothing,
    /// Both.
    Any,
}

fn side(pat: &Pat) -> Option<Side<'_>> {
    match pat {
        Pat::Guard(p) => side(&p.pat),
        Pat::Paren(p) => side(&p.pat),
        Pat::Wild(_) => Some(Side::Any),
        Pat::TupleStruct(p) => match is_variant(&p.path)? {
            "Err" => Some(Side::Nothing),
            _ if p.elems.len() == 1 => Some(Side::Inside(&p.elems[0])),
            _ => None,
        },
        Pat::Path(p) if is_variant(&p.path) == Some("None") => Some(Side::Nothing),
        Pat::Ident(p) if p.ident == "None" => Some(Side::Nothing),
        _ => None,
    }
}

fn guard(pat: &Pat) -> Option<&Expr> {
    match pat {
        Pat::Guard(p) => Some(&p.guard),
        Pat::Paren(p) => guard(&p.pat),
        _ => None,
    }
}

/// Whether a pattern matches every value of its type.
fn always(pat: &Pat) -> bool {
    match pat {
        Pat::Ident(p) => crate::lower::resolve::is_variable(p) && p.subpat.is_none(),
        Pat::Wild(_) | Pat::Rest(_) => true,
        Pat::Tuple(p) => p.elems.iter().all(always),
        Pat::Paren(p) => always(&p.pat),
        Pat::Type(p) => always(&p.pat),
        Pat::Struct(p) => p.fields.iter().all(|f| always(&f.pat)),
        _ => false,
    }
}

fn has_items(e: &Expr) -> bool {
    struct Items(bool);
    impl Visit<'_> for Items {
        fn visit_item(&mut self, _: &syn::Item) {
            self.0 = true;
        }
    }
    let mut items = Items(false);
    visit::visit_expr(&mut items, e);
    items.0
}

/// What a statement matches before it does anything else.
pub fn scrutinee_of(stmt: &mut Stmt) -> Option<&mut Expr> {
    fn of(e: &mut Expr) -> Option<&mut Expr> {
        match e {
            Expr::Paren(p) => of(&mut p.expr),
            Expr::Match(m) if m.arms.iter().any(|a| super::patterns::is_variant(&a.pat)) => {
                Some(&mut m.expr)
            }
            Expr::If(i) => match &mut *i.cond {
                Expr::Let(l) if super::patterns::is_variant(&l.pat) => Some(&mut l.expr),
                _ => None,
            },
            Expr::Return(r) => of(r.expr.as_mut()?),
            _ => None,
        }
    }
    match stmt {
        Stmt::Expr(e, _) => of(e),
        Stmt::Local(local) => {
            let init = local.init.as_mut()?;
            if init.diverge.is_some() && super::patterns::is_variant(&local.pat) {
                return Some(&mut init.expr);
            }
            of(&mut init.expr)
        }
        _ => None,
    }
}

impl Options<'_, '_> {
    /// A `match` or `if let` on the result of a call, or nothing where it is none.
    pub(super) fn of_call(&mut self, e: &Expr) -> Option<Expr> {
        match e {
            Expr::Match(m) if self.is_called(&m.expr) => self.matched_call(m),
            Expr::If(i) => match unparen(&i.cond) {
                Expr::Let(l) if self.is_called(&l.expr) => self.conditional_call(i, l),
                _ => None,
            },
            _ => None,
        }
    }

    fn matched_call(&mut self, m: &ExprMatch) -> Option<Expr> {
        let span = m.match_token.span;
        let (mut inside, mut nothing) = (Vec::new(), Vec::new());
        for arm in &m.arms {
            match side(&arm.pat)? {
                Side::Inside(pat) => inside.push((pat.clone(), arm)),
                Side::Nothing => nothing.push(arm.clone()),
                Side::Any if has_items(&arm.body) => return None,
                Side::Any => {
                    inside.push((parse_wild(), arm));
                    nothing.push(arm.clone());
                }
            }
        }
        if nothing.is_empty() || !inside.iter().any(|(p, _)| !matches!(p, Pat::Wild(_))) {
            // Nobody looks inside, or it is refused.
            return None;
        }
        let case = self.chains.names.numbered("case", span);
        let (value, there) = match inside.as_slice() {
            [(pat, arm), ..] if always(pat) && guard(&arm.pat).is_none() => {
                self.bound_inside(pat, &arm.body)
            }
            _ => {
                let value = self.chains.names.numbered("inside", span);
                let arms = inside.iter().map(|(pat, arm)| {
                    let (body, guard) = (&arm.body, guard(&arm.pat));
                    let guard = guard.map(|g| quote!(if #g));
                    quote!(#pat #guard => #body,)
                });
                let there = quote_spanned!(span=> match #value { #(#arms)* });
                (value, there)
            }
        };
        let gone = self.in_nothing(&case, &nothing);
        let (call, inside) = (&m.expr, crate::names::new_ident(INSIDE, span));
        syn::parse2(quote_spanned!(span=>
            if let #inside(#case, #value) = #call { #there } else { #gone }
        ))
        .ok()
    }

    /// The variable of what is inside, and the code behind its pattern.
    fn bound_inside(&mut self, pat: &Pat, body: &impl ToTokens) -> (Ident, TokenStream) {
        match pat {
            Pat::Ident(p) if p.mutability.is_none() && p.by_ref.is_none() => {
                (p.ident.clone(), quote!(#body))
            }
            Pat::Wild(_) => {
                let value = self.chains.names.numbered("inside", pat.span());
                (value, quote!(#body))
            }
            _ => {
                let value = self.chains.names.numbered("inside", pat.span());
                let there = quote!(let #pat = #value; #body);
                (value, there)
            }
        }
    }

    fn in_nothing(&mut self, case: &Ident, arms: &[Arm]) -> TokenStream {
        let first = &arms[0];
        let binds = arms.iter().any(|a| super::patterns::takes_error(&a.pat));
        let looks = |a: &Arm| matches!(unguarded(&a.pat), Pat::TupleStruct(p) if !p.elems.iter().all(|e| matches!(e, Pat::Wild(_) | Pat::Rest(_))));
        if guard(&first.pat).is_none() && !binds && !looks(first) {
            return first.body.to_token_stream();
        }
        let arms = arms.iter().map(|a| {
            let (pat, body) = (&a.pat, &a.body);
            self.refuse_floats_of_error(pat);
            quote!(#pat => #body,)
        });
        let arms: Vec<TokenStream> = arms.collect();
        quote!(match #case { #(#arms)* _ => ::core::unreachable!(), })
    }

    fn conditional_call(&mut self, i: &ExprIf, l: &syn::ExprLet) -> Option<Expr> {
        let span = i.if_token.span;
        let case = self.chains.names.numbered("case", span);
        let then = &i.then_branch.stmts;
        let other = match &i.else_branch {
            Some((_, other)) => other.to_token_stream(),
            None => TokenStream::new(),
        };
        let (value, there, gone) = match side(&l.pat)? {
            Side::Inside(pat) if always(pat) => {
                let (value, there) = self.bound_inside(pat, &quote!(#(#then)*));
                (value, there, other)
            }
            Side::Nothing => {
                let value = self.chains.names.numbered("inside", span);
                let arm: Arm = {
                    let (pat, then) = (&l.pat, &i.then_branch);
                    parse_quote!(#pat => #then,)
                };
                (value, other, self.in_nothing(&case, &[arm]))
            }
            _ => return None,
        };
        let (call, inside) = (&l.expr, crate::names::new_ident(INSIDE, span));
        syn::parse2(quote_spanned!(span=>
            if let #inside(#case, #value) = #call { #there } else { #gone }
        ))
        .ok()
    }

    /// `let Ok(s) = g(x) else { .. };` where `s` is no float: what follows it goes into the branch.
    pub(super) fn let_else_call(&mut self, local: &Local, rest: &[Stmt]) -> Option<Expr> {
        let init = local.init.as_ref()?;
        let (_, diverge) = init.diverge.as_ref()?;
        let Some(Side::Inside(pat)) = side(&local.pat) else {
            return None;
        };
        let mut found = Vec::new();
        crate::lower::bind::variables_of(pat, &mut found);
        if !always(pat) || !self.is_called(&init.expr) {
            return None;
        }
        let apart = &self.chains.types.taken_apart;
        found
            .iter()
            .find(|p| apart.contains(&p.ident.to_string()))?;
        let span = local.let_token.span;
        let case = self.chains.names.numbered("case", span);
        let (value, there) = self.bound_inside(pat, &quote!(#(#rest)*));
        let (call, inside) = (&init.expr, crate::names::new_ident(INSIDE, span));
        syn::parse2(quote_spanned!(span=>
            if let #inside(#case, #value) = #call { #there } else { #diverge }
        ))
        .ok()
    }
}

fn unguarded(pat: &Pat) -> &Pat {
    match pat {
        Pat::Guard(p) => unguarded(&p.pat),
        Pat::Paren(p) => unguarded(&p.pat),
        other => other,
    }
}

fn parse_wild() -> Pat {
    Pat::Wild(syn::PatWild {
        attrs: Vec::new(),
        underscore_token: <syn::Token![_]>::default(),
    })
}
