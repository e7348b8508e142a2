//! Ends of chains that stop at the first `None` or `Err`: `try_fold`, and lists and sums of what may fail.
//!
//! Output: `'tried: { let mut fold = init; for .. { fold = if ok { value } else { break 'tried Err(e) }; } Ok(fold) }`.
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, Type, parse_quote, parse_quote_spanned};

use super::apply::Arg;
use super::read::{Chain, Stage};
use super::{Chains, make};
use crate::lower::infer::tail;
use crate::types::{Ty, Wrap, unparen, wrapped_in};

/// What becomes of an item that is missing.
pub struct Missing<'m> {
    pub wrap: Wrap,
    /// The statement that leaves, given the error if there is one.
    pub leave: &'m dyn Fn(Option<TokenStream>) -> TokenStream,
}

impl Chains<'_> {
    /// `try_fold(init, f)`.
    pub(super) fn try_folded(
        &mut self,
        m: &ExprMethodCall,
        chain: &Chain,
        init: &Expr,
        f: &Expr,
        said: Option<&Type>,
    ) -> Option<Expr> {
        let wrap = match (said.and_then(wrapped_in), unparen(f)) {
            (Some((wrap, _)), _) => wrap,
            (None, Expr::Closure(c)) => self.wrap_of(&c.body)?,
            _ => return None,
        };
        let acc = self.names.numbered("fold", m.method.span());
        let end = End {
            wrap,
            before: quote!(let mut #acc = #init;),
            value: acc.to_token_stream(),
            write: quote!(#acc =),
            f,
        };
        self.tried(m, chain, &end, said, |item| {
            vec![Arg::of(parse_quote!(#acc)), Arg::of(item)]
        })
    }

    /// `sum`, `product` and `collect` into an `Option` or a `Result`.
    pub(super) fn all_or_none(
        &mut self,
        m: &ExprMethodCall,
        chain: &Chain,
        said: &Type,
    ) -> Option<Expr> {
        let (wrap, inside) = wrapped_in(said)?;
        let mut chain = chain.clone();
        let steps = if chain.steps.is_empty() && chain.parts.len() == 1 {
            &mut chain.parts[0].steps
        } else {
            &mut chain.steps
        };
        // What may fail is what the last closure returns.
        let Some(Stage::Map(f)) = steps.pop() else {
            return None;
        };
        let span = m.method.span();
        let name = m.method.to_string();
        let open = matches!(inside, Type::Infer(_));
        let ty = (!open && !inside.to_token_stream().to_string().contains('_'))
            .then(|| quote!(: #inside));
        let (stem, start) = match name.as_str() {
            "sum" => ("sum", quote!(-0.0)),
            "product" => ("product", quote!(1.0)),
            _ => ("list", quote!(::std::vec::Vec::new())),
        };
        // What a call of the user's returns is taken to be a float where nobody says what it is.
        let floats = name == "collect" && ty.is_none() && self.is_unknown_call(&f);
        let ty = match self.types.scalar {
            Some(scalar) if floats => {
                let scalar = crate::emit::scalar_tokens(scalar);
                Some(quote!(: ::std::vec::Vec<#scalar>))
            }
            _ => ty,
        };
        if name != "collect" && !Ty::read(inside).is_float() {
            return None;
        }
        let acc = self.names.numbered(stem, span);
        let end = End {
            wrap,
            before: quote_spanned!(span=> let mut #acc #ty = #start;),
            value: acc.to_token_stream(),
            write: match name.as_str() {
                "sum" => quote!(#acc +=),
                "product" => quote!(#acc *=),
                _ => quote!(#acc.push),
            },
            f: &f,
        };
        self.tried(m, &chain, &end, Some(said), |item| vec![Arg::of(item)])
    }

    /// Whether a closure returns what a function returns of which nothing is known.
    fn is_unknown_call(&mut self, f: &Expr) -> bool {
        let Expr::Closure(closure) = unparen(f) else {
            return false;
        };
        let body = unparen(&closure.body);
        matches!(body, Expr::Call(_))
            && self.types.nominal_of(body).is_none()
            && matches!(self.types.expr(body, &Ty::Unknown), Ty::Unknown)
    }

    /// Which wrapper an expression yields.
    fn wrap_of(&mut self, e: &Expr) -> Option<Wrap> {
        match unparen(e) {
            Expr::Block(b) => self.wrap_of(tail(&b.block)?),
            Expr::If(i) => {
                let then = tail(&i.then_branch).and_then(|e| self.wrap_of(e));
                then.or_else(|| self.wrap_of(&i.else_branch.as_ref()?.1))
            }
            Expr::Match(m) => m.arms.iter().find_map(|a| self.wrap_of(&a.body)),
            Expr::MethodCall(m)
                if matches!(m.method.to_string().as_str(), "then" | "then_some") =>
            {
                Some(Wrap::Option)
            }
            Expr::Call(c) => match unparen(&c.func) {
                Expr::Path(p) => match p.path.segments.last()?.ident.to_string().as_str() {
                    "Some" => Some(Wrap::Option),
                    "Ok" | "Err" => Some(Wrap::Result),
                    _ => None,
                },
                _ => None,
            },
            Expr::Path(p) if p.path.is_ident("None") => Some(Wrap::Option),
            e => match self.types.expr(e, &Ty::Unknown) {
                Ty::Wrapped(wrap @ (Wrap::Option | Wrap::Result), _) => Some(wrap),
                _ => None,
            },
        }
    }

    fn tried(
        &mut self,
        m: &ExprMethodCall,
        chain: &Chain,
        end: &End,
        said: Option<&Type>,
        args: impl Fn(Expr) -> Vec<Arg>,
    ) -> Option<Expr> {
        let span = m.method.span();
        let label = make::label(&self.names.numbered("tried", span));
        let leave = |error: Option<TokenStream>| match error {
            Some(e) => quote_spanned!(span=> break #label ::core::result::Result::Err(#e);),
            None => quote_spanned!(span=> break #label ::core::option::Option::None;),
        };
        let missing = Missing {
            wrap: end.wrap,
            leave: &leave,
        };
        let (value, write) = (&end.value, &end.write);
        let mut written = Said(None);
        written.visit_expr(end.f);
        let written = written.0.map(|args| -> Type {
            match end.wrap {
                Wrap::Result => parse_quote!(::core::result::Result #args),
                _ => parse_quote!(::core::option::Option #args),
            }
        });
        let ty = said.cloned().or(written);
        let all = match end.wrap {
            Wrap::Result => quote!(::core::result::Result::Ok(#value)),
            _ => quote!(::core::option::Option::Some(#value)),
        };
        let block = self.assembled(
            m,
            chain,
            end.before.clone(),
            all,
            &mut |chains: &mut Chains, item: Expr, _: &TokenStream| {
                let mut f = end.f.clone();
                let mut tries = Tries {
                    missing: &missing,
                    names: chains.names,
                };
                tries.visit_expr_mut(&mut f);
                let (mut stmts, value) = chains.apply(&f, args(item))?;
                let value = chains.inside(&value, &missing)?;
                let new = chains.names.numbered("value", span);
                stmts.extend(make::stmts(
                    quote_spanned!(span=> let #new = #value; #write (#new);),
                ));
                Some(stmts)
            },
        )?;
        let Some(ty) = ty else {
            return Some(parse_quote_spanned!(span=> #label: #block));
        };
        let all = self.names.numbered("tried", span);
        Some(parse_quote_spanned!(span=> { let #all: #ty = #label: #block; #all }))
    }
}

/// What such an end keeps, and what it does with each value.
struct End<'e> {
    wrap: Wrap,
    before: TokenStream,
    value: TokenStream,
    /// What the value is put behind.
    write: TokenStream,
    f: &'e Expr,
}

/// The types that the user says with `Ok::<f64, String>(..)`.
struct Said(Option<syn::PathArguments>);

impl<'ast> Visit<'ast> for Said {
    fn visit_path_segment(&mut self, s: &'ast syn::PathSegment) {
        if matches!(s.ident.to_string().as_str(), "Ok" | "Err" | "Some") && !s.arguments.is_empty()
        {
            self.0 = Some(s.arguments.clone());
        }
    }
}

/// `e?` in a closure whose errors leave the chain.
struct Tries<'t> {
    missing: &'t Missing<'t>,
    names: &'t mut crate::names::Names,
}

impl VisitMut for Tries<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        let Expr::Try(t) = e else {
            return;
        };
        let span = t.question_token.span;
        let value = self.names.numbered("value", span);
        let inner = &t.expr;
        *e = match self.missing.wrap {
            Wrap::Result => {
                let error = self.names.numbered("error", span);
                let leave = (self.missing.leave)(Some(quote!(::core::convert::From::from(#error))));
                parse_quote_spanned!(span=> match #inner {
                    ::core::result::Result::Ok(#value) => #value,
                    ::core::result::Result::Err(#error) => { #leave }
                })
            }
            _ => {
                let leave = (self.missing.leave)(None);
                parse_quote_spanned!(span=> match #inner {
                    ::core::option::Option::Some(#value) => #value,
                    ::core::option::Option::None => { #leave }
                })
            }
        };
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
