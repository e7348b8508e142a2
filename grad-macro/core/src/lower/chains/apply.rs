//! Calls of closures as the blocks that they stand for.
use std::collections::{HashMap, HashSet};

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprCall, ExprClosure, Lifetime, Pat, Stmt, parse_quote, parse_quote_spanned};

use super::tried::Missing;
use super::{Chains, make};
use crate::lower::tokens;
use crate::types::{Wrap, unparen, wrapped_in};

/// An argument, or what a reference to it is passed of.
pub struct Arg {
    pub value: Expr,
    pub by_ref: bool,
}

impl Arg {
    pub fn of(value: Expr) -> Arg {
        Arg {
            value,
            by_ref: false,
        }
    }

    pub fn by_ref(value: Expr) -> Arg {
        Arg {
            value,
            by_ref: true,
        }
    }
}

/// Whether a closure's body cannot stand in another place.
pub fn refuses(c: &ExprClosure) -> bool {
    let mut found = Jumps::default();
    found.visit_expr(&c.body);
    found.tries || c.asyncness.is_some() || c.lifetimes.is_some()
}

impl Chains<'_> {
    /// `f(a, b)` for a closure with a name.
    pub(super) fn called(&mut self, c: &ExprCall, said: Option<&syn::Type>) -> Option<Expr> {
        let Expr::Path(p) = unparen(&c.func) else {
            return None;
        };
        if let Some(ident) = p.path.get_ident()
            && self.closures.contains_key(&ident.to_string())
        {
            let args = c.args.iter().cloned().map(Arg::of).collect();
            let (stmts, value) = self.apply(&c.func, args)?;
            return Some(make::block(&stmts, &value, c.span()));
        }
        if is_array_from_fn(&p.path) && self.may_carry(&c.args) {
            return self.array_from_fn(p, c.args.first()?, said);
        }
        None
    }

    /// The statements that bind a function's arguments, and its value.
    pub fn apply(&mut self, f: &Expr, args: Vec<Arg>) -> Option<(Vec<Stmt>, Expr)> {
        match unparen(f) {
            Expr::Closure(c) => self.inlined(c, args),
            Expr::Reference(r) => self.apply(&r.expr, args),
            Expr::Path(p) => {
                if let Some(ident) = p.path.get_ident()
                    && let Some(closure) = self.closures.get(&ident.to_string()).cloned()
                {
                    return self.inlined(&closure, args);
                }
                let args = args.into_iter().map(|a| {
                    let value = a.value;
                    if a.by_ref {
                        parse_quote!(&#value)
                    } else {
                        value
                    }
                });
                let args: Vec<Expr> = args.collect();
                let f = unparen(f);
                Some((Vec::new(), parse_quote_spanned!(f.span()=> #f(#(#args),*))))
            }
            _ => None,
        }
    }

    fn inlined(&mut self, closure: &ExprClosure, args: Vec<Arg>) -> Option<(Vec<Stmt>, Expr)> {
        if refuses(closure) || closure.inputs.len() != args.len() {
            return None;
        }
        let closure = self.renamed(closure)?;
        let mut bound = Vec::new();
        for (pat, arg) in closure.inputs.iter().zip(args) {
            let value = &arg.value;
            let binding = if arg.by_ref {
                make::by_reference(pat, value)
            } else {
                quote!(let #pat = #value;)
            };
            bound.extend(make::stmts(binding));
        }
        Some((bound, self.body(&closure)))
    }

    /// A closure's body as an expression: what it returns early, the block is left with.
    fn body(&mut self, closure: &ExprClosure) -> Expr {
        let body = &*closure.body;
        let mut jumps = Jumps::default();
        jumps.visit_expr(body);
        let said = match &closure.output {
            syn::ReturnType::Type(_, ty) => Some(ty),
            syn::ReturnType::Default => None,
        };
        if !jumps.returns {
            return match (said, body) {
                (Some(ty), body) => {
                    let value = self.names.numbered("value", body.span());
                    parse_quote_spanned!(body.span()=> { let #value: #ty = #body; #value })
                }
                (None, body) => body.clone(),
            };
        }
        let label = make::label(&self.names.numbered("body", body.span()));
        let mut body = body.clone();
        Leave { label: &label }.visit_expr_mut(&mut body);
        match body {
            Expr::Block(b) if b.label.is_none() => {
                let block = b.block;
                parse_quote_spanned!(block.span()=> #label: #block)
            }
            other => parse_quote_spanned!(other.span()=> #label: { #other }),
        }
    }

    /// A copy whose variables have names that were not printed before.
    pub(super) fn renamed(&mut self, closure: &ExprClosure) -> Option<ExprClosure> {
        let mut bound = Bound(Vec::new());
        bound.visit_expr_closure(closure);
        let again = bound
            .0
            .iter()
            .any(|i| self.printed.contains(&i.to_string()));
        if !again {
            self.printed.extend(bound.0.iter().map(ToString::to_string));
            return Some(closure.clone());
        }
        let map: HashMap<String, TokenStream> = bound
            .0
            .iter()
            .map(|ident| {
                let new = self.names.numbered(&ident.to_string(), ident.span());
                (ident.to_string(), new.to_token_stream())
            })
            .collect();
        let mut closure = closure.clone();
        Fields.visit_expr_closure_mut(&mut closure);
        match syn::parse2(tokens::rename(closure.to_token_stream(), &map)) {
            Ok(Expr::Closure(c)) => Some(c),
            _ => None,
        }
    }

    /// The value inside what a closure returns as an `Option`; where it is `None`, control leaves.
    pub(super) fn inside_option(&mut self, e: &Expr, exit: &TokenStream) -> Option<Expr> {
        let leave = |_: Option<TokenStream>| exit.clone();
        let missing = Missing {
            wrap: Wrap::Option,
            leave: &leave,
        };
        self.inside(e, &missing)
    }

    /// The same for either wrapper.
    pub(super) fn inside(&mut self, e: &Expr, missing: &Missing) -> Option<Expr> {
        let span = e.span();
        Some(match unparen(e) {
            Expr::Call(c) if is_path(&c.func, "Some") || is_path(&c.func, "Ok") => {
                c.args.first()?.clone()
            }
            Expr::Call(c) if is_path(&c.func, "Err") => {
                let leave = (missing.leave)(Some(c.args.first()?.to_token_stream()));
                let leave = make::stmts(leave);
                parse_quote_spanned!(span=> { #(#leave)* })
            }
            none if is_path(none, "None") => {
                let leave = make::stmts((missing.leave)(None));
                parse_quote_spanned!(span=> { #(#leave)* })
            }
            Expr::Block(b) if b.label.is_none() => {
                let mut b = b.clone();
                let Some(Stmt::Expr(tail, None)) = b.block.stmts.last_mut() else {
                    return None;
                };
                *tail = self.inside(tail, missing)?;
                Expr::Block(b)
            }
            Expr::If(i) => {
                let mut i = i.clone();
                let Some(Stmt::Expr(tail, None)) = i.then_branch.stmts.last_mut() else {
                    return None;
                };
                *tail = self.inside(tail, missing)?;
                let (_, other) = i.else_branch.as_mut()?;
                **other = self.inside(other, missing)?;
                Expr::If(i)
            }
            Expr::Match(m) => {
                let mut m = m.clone();
                for arm in &mut m.arms {
                    *arm.body = self.inside(&arm.body, missing)?;
                    arm.comma = Some(syn::Token![,](span));
                }
                Expr::Match(m)
            }
            Expr::MethodCall(m) if m.method == "then" && m.args.len() == 1 => {
                let (value, condition) = (self.apply(m.args.first()?, Vec::new())?, &m.receiver);
                let (stmts, value) = value;
                let leave = (missing.leave)(None);
                parse_quote_spanned!(span=> if #condition { #(#stmts)* #value } else { #leave })
            }
            Expr::MethodCall(m) if m.method == "then_some" && m.args.len() == 1 => {
                let (value, condition) = (m.args.first()?, &m.receiver);
                let holds = self.names.numbered("holds", span);
                let kept = self.names.numbered("value", span);
                let leave = (missing.leave)(None);
                parse_quote_spanned!(span=> {
                    let #holds = #condition;
                    let #kept = #value;
                    if #holds { #kept } else { #leave }
                })
            }
            // The value of a call, a method or a variable.
            other => {
                let value = self.names.numbered("value", span);
                if matches!(missing.wrap, Wrap::Result) {
                    let error = self.names.numbered("error", span);
                    let leave = (missing.leave)(Some(error.to_token_stream()));
                    return Some(parse_quote_spanned!(span=> match #other {
                        ::core::result::Result::Ok(#value) => #value,
                        ::core::result::Result::Err(#error) => { #leave }
                    }));
                }
                let leave = (missing.leave)(None);
                parse_quote_spanned!(span=> match #other {
                    ::core::option::Option::Some(#value) => #value,
                    ::core::option::Option::None => { #leave }
                })
            }
        })
    }

    /// `std::array::from_fn(f)` of a length that is said.
    fn array_from_fn(
        &mut self,
        p: &syn::ExprPath,
        f: &Expr,
        said: Option<&syn::Type>,
    ) -> Option<Expr> {
        let last = p.path.segments.last()?;
        let (elem, len) = match (&last.arguments, said) {
            (syn::PathArguments::AngleBracketed(args), _) => {
                let mut args = args.args.iter();
                let elem = args.next()?.to_token_stream();
                (elem, args.next()?.to_token_stream())
            }
            (_, Some(said)) => match wrapped_in(said).map_or(said, |(_, inside)| inside) {
                syn::Type::Array(a) => (a.elem.to_token_stream(), a.len.to_token_stream()),
                _ => return None,
            },
            _ => return None,
        };
        let ty = syn::parse2::<syn::Type>(elem).map_or(crate::types::Ty::Float, |t| {
            match crate::types::Ty::read(&t) {
                crate::types::Ty::Unknown => crate::types::Ty::Float,
                ty => ty,
            }
        });
        let start = make::any_value(&ty)?;
        let span = f.span();
        let index = self.names.numbered("i", span);
        let array = self.names.numbered("array", span);
        let (stmts, value) = self.apply(f, vec![Arg::of(parse_quote!(#index))])?;
        let tokens = quote_spanned!(span=> {
            let mut #array = [#start; #len];
            for #index in 0..#len {
                #(#stmts)*
                #array[#index] = #value;
            }
            #array
        });
        syn::parse2(tokens).ok()
    }
}

/// `std::array::from_fn`.
pub fn is_array_from_fn(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev().map(|s| &s.ident);
    names.next().is_some_and(|name| name == "from_fn")
        && names.next().is_some_and(|owner| owner == "array")
}

fn is_path(e: &Expr, name: &str) -> bool {
    matches!(unparen(e), Expr::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == name))
}

/// The names of the variables that a closure binds.
pub fn bound_by(closure: &ExprClosure) -> HashSet<String> {
    let mut bound = Bound(Vec::new());
    bound.visit_expr_closure(closure);
    bound.0.iter().map(ToString::to_string).collect()
}

/// The variables that a closure binds.
struct Bound(Vec<proc_macro2::Ident>);

impl<'ast> Visit<'ast> for Bound {
    fn visit_pat(&mut self, pat: &'ast Pat) {
        if let Pat::Ident(p) = pat
            && crate::lower::resolve::is_variable(p)
        {
            self.0.push(p.ident.clone());
        }
        visit::visit_pat(self, pat);
    }
}

/// How control leaves a closure's body.
#[derive(Default)]
struct Jumps {
    returns: bool,
    tries: bool,
}

impl<'ast> Visit<'ast> for Jumps {
    fn visit_expr_return(&mut self, _: &'ast syn::ExprReturn) {
        self.returns = true;
    }

    fn visit_expr_try(&mut self, _: &'ast syn::ExprTry) {
        self.tries = true;
    }

    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// `return e` as `break 'label e`.
struct Leave<'l> {
    label: &'l Lifetime,
}

impl VisitMut for Leave<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        if let Expr::Return(r) = e {
            let (label, value) = (self.label, &r.expr);
            *e = parse_quote_spanned!(r.span()=> break #label #value);
        }
    }

    fn visit_expr_closure_mut(&mut self, _: &mut ExprClosure) {}

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// `S { x }` as `S { x: x }`: the variable may get another name, and brackets around one name may be a block.
struct Fields;

impl VisitMut for Fields {
    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        visit_mut::visit_field_value_mut(self, field);
        field
            .colon_token
            .get_or_insert(syn::Token![:](field.member.span()));
    }

    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        visit_mut::visit_field_pat_mut(self, field);
        field
            .colon_token
            .get_or_insert(syn::Token![:](field.member.span()));
    }
}
