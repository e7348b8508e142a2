//! Methods of `Option` and `Result` as branches on the case.
//!
//! Input: `o.map(|v| v * v).unwrap_or(0.0)`. Output:
//! `{ let (case_1, inside_1) = { let (case_2, inside_2) = (o_is, o); if case_2.is_some() { .. } else { .. } };
//! let other_1 = 0.0; if case_1.is_some() { inside_1 } else { other_1 } }`.
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Stmt, parse_quote};

use super::values::{floats, is_plain};
use super::{Options, Yield, make};
use crate::lower::chains::Arg;
use crate::lower::infer::is_chain;
use crate::types::{Ty, Wrap, unparen};

/// Methods that take an `Option` or a `Result` apart or ask about it.
pub const TAKING: [&str; 20] = [
    "unwrap",
    "expect",
    "unwrap_or",
    "unwrap_or_else",
    "unwrap_or_default",
    "map_or",
    "map_or_else",
    "is_some",
    "is_none",
    "is_ok",
    "is_err",
    "is_some_and",
    "is_ok_and",
    "is_none_or",
    "err",
    "unwrap_err",
    "expect_err",
    "insert",
    "get_or_insert",
    "get_or_insert_with",
];

/// What a method is called on.
pub(super) enum Receiver {
    /// A pair.
    Pair(Expr, Wrap, Ty),
    /// What stays the user's own, or is read where it is there.
    Own(Expr, Wrap, Ty),
    /// A pair of references.
    Lent(Expr, Wrap, Ty),
}

/// The case as it is handed on, and the error of a `Result` that is one.
struct Case {
    tokens: TokenStream,
    error: Option<Ident>,
}

impl Options<'_, '_> {
    /// A method or `?` that takes an `Option` or a `Result` apart, written out.
    pub(super) fn taken(&mut self, e: &Expr) -> Option<Expr> {
        match e {
            Expr::Try(t) => self.tried(t),
            Expr::Call(_) => self.swapped(e),
            Expr::Binary(b) => self.compared(b),
            Expr::MethodCall(m) => self.taken_by(m),
            _ => None,
        }
    }

    /// `o == Some(e)`, `o != None`
    fn compared(&mut self, b: &syn::ExprBinary) -> Option<Expr> {
        let equal = match b.op {
            syn::BinOp::Eq(_) => true,
            syn::BinOp::Ne(_) => false,
            _ => return None,
        };
        let known = self.active(&b.left).or_else(|| self.active(&b.right))?;
        let (Wrap::Option, inside) = known else {
            return None;
        };
        self.zero(&inside)?;
        let span = b.span();
        let (left, right) = (
            self.pair_inside(&b.left, Wrap::Option, &inside),
            self.pair_inside(&b.right, Wrap::Option, &inside),
        );
        let ((a, x), (c, y)) = (self.names(span), self.names(span));
        let not = (!equal).then(|| quote!(!));
        parsed(quote_spanned!(span=> ({
            let (#a, #x) = #left;
            let (#c, #y) = #right;
            #not (#a == #c && (#a.is_none() || #x == #y))
        })))
    }

    /// `o?`
    fn tried(&mut self, t: &syn::ExprTry) -> Option<Expr> {
        if self.reads_at_once(&t.expr) {
            return None;
        }
        let span = t.question_token.span;
        let (wrap, inside) = self.active(&t.expr)?;
        self.zero(&inside)?;
        let pair = self.pair_inside(&t.expr, wrap, &inside);
        let (case, value) = self.names(span);
        parsed(quote_spanned!(span=> ({ let (#case, #value) = #pair; #case?; #value })))
    }

    /// What lowering takes off a call or an element by itself.
    fn reads_at_once(&mut self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::MethodCall(m)
                if matches!(
                    m.method.to_string().as_str(),
                    "ok_or" | "ok_or_else" | "map_err" | "ok"
                ) =>
            {
                self.reads_at_once(&m.receiver)
            }
            other => self.is_place(other) || self.is_called(other),
        }
    }

    pub(super) fn pair_inside(&mut self, e: &Expr, wrap: Wrap, inside: &Ty) -> Expr {
        let mut pair = e.clone();
        self.expr(&mut pair, &Yield::Pair(wrap, inside.clone()));
        pair
    }

    pub(super) fn names(&mut self, span: Span) -> (Ident, Ident) {
        (
            self.chains.names.numbered("case", span),
            self.chains.names.numbered("inside", span),
        )
    }

    fn receiver(&mut self, m: &ExprMethodCall) -> Option<Receiver> {
        let e = &*m.receiver;
        if is_chain(e) {
            return None;
        }
        if matches!(e, Expr::MethodCall(_))
            && let Some((pair, super::patterns::Form::Pair(wrap, inside))) = self.borrowed(e)
        {
            return Some(Receiver::Lent(pair, wrap, inside.shared()));
        }
        if self.is_place(e) {
            let (wrap, inside) = match self.chains.types.expr(e, &Ty::Unknown) {
                Ty::Wrapped(wrap, inside) => (wrap, floats(*inside)),
                _ => return None,
            };
            let mut own = e.clone();
            syn::visit_mut::visit_expr_mut(self, &mut own);
            return Some(Receiver::Own(own, wrap, inside));
        }
        if let Some((wrap, inside)) = self.active(e) {
            self.zero(&inside)?;
            let pair = self.pair_inside(e, wrap, &inside);
            return Some(Receiver::Pair(pair, wrap, inside));
        }
        if self.is_called(e) {
            let wrap = only_of(m).unwrap_or(Wrap::Either);
            let pair = self.pair_inside(e, wrap, &Ty::Float);
            return Some(Receiver::Pair(pair, wrap, Ty::Float));
        }
        let Ty::Wrapped(wrap, inside) = self.chains.types.expr(e, &Ty::Unknown) else {
            return None;
        };
        let active = m.args.iter().any(|a| self.chains.may_carry(a));
        if !inside.is_inactive() || !active || wrap == Wrap::Either {
            return None;
        }
        let mut own = e.clone();
        self.expr(&mut own, &Yield::Value);
        Some(Receiver::Own(own, wrap, *inside))
    }

    /// The branch on the case of a receiver.
    fn fold(
        &mut self,
        receiver: Receiver,
        before: &[Stmt],
        span: Span,
        some: impl FnOnce(&mut Self, &Case, &Ident, &Ty) -> Option<Expr>,
        none: impl FnOnce(&mut Self, &Case, &Ident) -> Option<Expr>,
    ) -> Option<Expr> {
        let (case, value) = self.names(span);
        let error = self.chains.names.numbered("error", span);
        let (ok, err) = (
            quote!(::core::result::Result::Ok),
            quote!(::core::result::Result::Err),
        );
        let (there, gone) = (
            quote!(::core::option::Option::Some),
            quote!(::core::option::Option::None),
        );
        let held = match &receiver {
            Receiver::Pair(_, Wrap::Option | Wrap::Either, _) => quote!(#case),
            Receiver::Own(_, Wrap::Option, _) | Receiver::Lent(_, Wrap::Option, _) => {
                quote!(#there(()))
            }
            _ => quote!(#ok::<(), _>(())),
        };
        let missing = match &receiver {
            Receiver::Pair(_, Wrap::Either, _) => quote!(#case),
            Receiver::Pair(_, Wrap::Option, _)
            | Receiver::Own(_, Wrap::Option, _)
            | Receiver::Lent(_, Wrap::Option, _) => quote!(#gone::<()>),
            _ => quote!(#err::<(), _>(#error)),
        };
        let is_result = matches!(
            &receiver,
            Receiver::Pair(_, Wrap::Result, _)
                | Receiver::Own(_, Wrap::Result, _)
                | Receiver::Lent(_, Wrap::Result, _)
        );
        let held = Case {
            tokens: held,
            error: None,
        };
        let missing = Case {
            tokens: missing,
            error: is_result.then(|| error.clone()),
        };
        let inside = inside_of(&receiver);
        self.chains.types.bind(&parse_quote!(#value), &inside);
        let some = some(self, &held, &value, &inside)?;
        let none = none(self, &missing, &value)?;
        let tokens = match receiver {
            Receiver::Pair(pair, Wrap::Option, _) => quote_spanned!(span=> ({
                let (#case, #value) = #pair;
                #(#before)*
                if #case.is_some() { #some } else { #none }
            })),
            Receiver::Pair(pair, Wrap::Either, _) => {
                let held = crate::names::new_ident(super::HELD, span);
                quote_spanned!(span=> ({
                    let (#case, #value) = #pair;
                    #(#before)*
                    if #case.#held() { #some } else { #none }
                }))
            }
            Receiver::Pair(pair, Wrap::Result, _) => quote_spanned!(span=> ({
                let (#case, #value) = #pair;
                #(#before)*
                match #case { #ok(()) => #some, #err(#error) => #none }
            })),
            Receiver::Own(own, wrap, _) => {
                let arms = if wrap == Wrap::Result {
                    quote_spanned!(span=> #ok(#value) => #some, #err(#error) => #none,)
                } else {
                    quote_spanned!(span=> #there(#value) => #some, #gone => #none,)
                };
                quote_spanned!(span=> ({ #(#before)* match #own { #arms } }))
            }
            Receiver::Lent(pair, wrap, _) => {
                let arms = if wrap == Wrap::Result {
                    quote_spanned!(span=> (#ok(()), #value) => #some, (#err(#error), _) => #none,)
                } else {
                    quote_spanned!(span=> (#there(()), #value) => #some, (#gone, _) => #none,)
                };
                quote_spanned!(span=> ({ #(#before)* match #pair { #arms } }))
            }
        };
        parsed(tokens)
    }

    /// A closure's value for these arguments, rewritten.
    fn applied_to(&mut self, f: &Expr, args: Vec<Arg>, yields: &Yield) -> Option<Expr> {
        let (stmts, value) = self.chains.apply(f, args)?;
        self.learn(&stmts);
        self.producers.add(&stmts);
        if let Expr::Block(b) = &value {
            self.producers.add(&b.block.stmts);
        }
        self.chains.types.expr(&value, &Ty::Unknown);
        let mut block = if stmts.is_empty() {
            value
        } else {
            make::block(&stmts, &value, f.span())
        };
        self.expr(&mut block, yields);
        Some(block)
    }

    /// An argument that is evaluated behind the receiver.
    fn bound(&mut self, e: &Expr, yields: &Yield, stem: &str) -> (Vec<Stmt>, TokenStream) {
        let mut e = e.clone();
        let plain = is_plain(&e) && matches!(yields, Yield::Value);
        self.expr(&mut e, yields);
        if plain {
            return (Vec::new(), quote!(#e));
        }
        let span = e.span();
        if let Yield::Pair(..) = yields {
            let (case, value) = self.names(span);
            let stmts = make::stmts(quote_spanned!(span=> let (#case, #value) = #e;));
            return (stmts, quote!((#case, #value)));
        }
        let name = self.chains.names.numbered(stem, span);
        let stmts = make::stmts(quote_spanned!(span=> let #name = #e;));
        (stmts, quote!(#name))
    }

    /// An element with an argument behind it is held by itself first.
    fn held(&mut self, receiver: Receiver, before: &[Stmt]) -> Option<Receiver> {
        match receiver {
            Receiver::Own(own, wrap, inside) if !before.is_empty() => {
                let zero = self.zero(&inside)?;
                let value = self.chains.names.numbered("inside", own.span());
                let error = self.chains.names.numbered("error", own.span());
                let pair = if wrap == Wrap::Result {
                    quote!((match #own {
                        ::core::result::Result::Ok(#value) => (::core::result::Result::Ok::<(), _>(()), #value),
                        ::core::result::Result::Err(#error) => (::core::result::Result::Err::<(), _>(#error), #zero),
                    }))
                } else {
                    quote!((match #own {
                        ::core::option::Option::Some(#value) => (::core::option::Option::Some(()), #value),
                        ::core::option::Option::None => (::core::option::Option::None::<()>, #zero),
                    }))
                };
                Some(Receiver::Pair(parsed(pair)?, wrap, inside))
            }
            other => Some(other),
        }
    }

    fn taken_by(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let name = m.method.to_string();
        if !TAKING.contains(&name.as_str()) || is_chain(&m.receiver) {
            return None;
        }
        let args: Vec<&Expr> = m.args.iter().collect();
        let span = m.method.span();
        if matches!(
            name.as_str(),
            "insert" | "get_or_insert" | "get_or_insert_with"
        ) {
            return self.inserted(m, &name, args.first()?);
        }
        // Lowering has these for elements and calls.
        let at_once = match name.as_str() {
            "unwrap" | "expect" => self.reads_at_once(&m.receiver),
            "is_some" | "is_none" => self.is_place(&m.receiver),
            "unwrap_or" => {
                self.is_place(&m.receiver)
                    && !self.wrapped(&m.receiver).is_some_and(|(_, t)| {
                        matches!(t, Ty::Tuple(_) | Ty::Array(..) | Ty::Vec(_))
                    })
            }
            _ => false,
        };
        if at_once {
            return None;
        }
        let receiver = self.receiver(m)?;
        match (name.as_str(), args.as_slice()) {
            ("unwrap" | "expect" | "err" | "unwrap_err" | "expect_err", _) => {
                let Receiver::Pair(pair, ..) = receiver else {
                    return None;
                };
                let (case, value) = self.names(span);
                let method = &m.method;
                let args = args.iter().map(|a| {
                    let mut a = (*a).clone();
                    self.expr(&mut a, &Yield::Value);
                    a
                });
                let args: Vec<Expr> = args.collect();
                let asked = quote_spanned!(span=> #case.#method(#(#args),*));
                parsed(if matches!(name.as_str(), "unwrap" | "expect") {
                    quote_spanned!(span=> ({ let (#case, #value) = #pair; #asked; #value }))
                } else {
                    quote_spanned!(span=> ({ let (#case, #value) = #pair; #asked }))
                })
            }
            ("is_some" | "is_none" | "is_ok" | "is_err", []) => {
                let method = &m.method;
                if let Some((case, _)) = self.pair_of(&m.receiver) {
                    return parsed(quote_spanned!(span=> #case.#method()));
                }
                let Receiver::Pair(pair, ..) = receiver else {
                    return None;
                };
                let (case, value) = self.names(span);
                parsed(quote_spanned!(span=> ({ let (#case, #value) = #pair; #case.#method() })))
            }
            ("unwrap_or", [other]) => {
                let (before, other) = self.bound(other, &Yield::Value, "other");
                let receiver = self.held(receiver, &before)?;
                self.fold(
                    receiver,
                    &before,
                    span,
                    |_, _, value, _| parsed(quote!(#value)),
                    |_, _, _| parsed(other),
                )
            }
            ("unwrap_or_default", []) => {
                let inside = inside_of(&receiver);
                let zero = self.zero(&inside)?;
                self.fold(
                    receiver,
                    &[],
                    span,
                    |_, _, value, _| parsed(quote!(#value)),
                    |_, _, _| parsed(zero),
                )
            }
            ("unwrap_or_else", [f]) => self.fold(
                receiver,
                &[],
                span,
                |_, _, value, _| parsed(quote!(#value)),
                |o, case, _| o.instead(f, case, &Yield::Value),
            ),
            ("map_or", [other, f]) => {
                let (before, other) = self.bound(other, &Yield::Value, "other");
                let receiver = self.held(receiver, &before)?;
                self.fold(
                    receiver,
                    &before,
                    span,
                    |o, _, value, _| {
                        o.applied_to(f, vec![Arg::of(parse_quote!(#value))], &Yield::Value)
                    },
                    |_, _, _| parsed(other),
                )
            }
            ("map_or_else", [g, f]) => self.fold(
                receiver,
                &[],
                span,
                |o, _, value, _| {
                    o.applied_to(f, vec![Arg::of(parse_quote!(#value))], &Yield::Value)
                },
                |o, case, _| o.instead(g, case, &Yield::Value),
            ),
            ("is_some_and" | "is_ok_and" | "is_none_or", [f]) => {
                let missing = name == "is_none_or";
                self.fold(
                    receiver,
                    &[],
                    span,
                    |o, _, value, _| {
                        o.applied_to(f, vec![Arg::of(parse_quote!(#value))], &Yield::Value)
                    },
                    |_, _, _| parsed(quote!(#missing)),
                )
            }
            _ => None,
        }
    }

    /// `o.insert(e)`, `o.get_or_insert(e)` and `o.get_or_insert_with(f)`.
    fn inserted(&mut self, m: &ExprMethodCall, name: &str, arg: &Expr) -> Option<Expr> {
        let (case, ident) = self.pair_of(&m.receiver)?;
        let span = m.method.span();
        let some = quote!(::core::option::Option::Some(()));
        let (before, new) = match name {
            "get_or_insert_with" => (Vec::new(), self.applied_to(arg, Vec::new(), &Yield::Value)?),
            _ => {
                let (before, new) = self.bound(arg, &Yield::Value, "new");
                (before, parsed(new)?)
            }
        };
        let assigned = quote_spanned!(span=> (#case, #ident) = (#some, #new););
        let assigned = if name == "insert" {
            assigned
        } else {
            quote_spanned!(span=> if #case.is_none() { #assigned })
        };
        parsed(quote_spanned!(span=> ({ #(#before)* #assigned &mut #ident })))
    }

    /// What a closure yields where nothing is inside: it may take the error.
    fn instead(&mut self, f: &Expr, case: &Case, yields: &Yield) -> Option<Expr> {
        let args = match (unparen(f), &case.error) {
            (Expr::Closure(c), None) if !c.inputs.is_empty() => return None,
            (f, Some(error)) => {
                if let Expr::Closure(c) = f {
                    c.inputs.iter().for_each(|p| self.refuse_floats_of_error(p));
                }
                vec![Arg::of(parse_quote!(#error))]
            }
            (_, None) => Vec::new(),
        };
        self.applied_to(f, args, yields)
    }

    /// `condition.then(f)` and `condition.then_some(e)`.
    fn made_of_condition(&mut self, m: &ExprMethodCall, inside: &Ty) -> Option<Expr> {
        let (name, span) = (m.method.to_string(), m.method.span());
        if !matches!(name.as_str(), "then" | "then_some") {
            return None;
        }
        let arg = m.args.first()?;
        let zero = self.zero(inside)?;
        let mut condition = (*m.receiver).clone();
        self.expr(&mut condition, &Yield::Value);
        let (some, none) = (
            quote!(::core::option::Option::Some(())),
            quote!(::core::option::Option::None::<()>),
        );
        if name == "then" {
            let value = self.applied_to(arg, Vec::new(), &Yield::Value)?;
            return parsed(
                quote_spanned!(span=> (if #condition { (#some, #value) } else { (#none, #zero) })),
            );
        }
        let holds = self.chains.names.numbered("holds", span);
        let (before, value) = self.bound(arg, &Yield::Value, "value");
        parsed(quote_spanned!(span=> ({
            let #holds = #condition;
            #(#before)*
            if #holds { (#some, #value) } else { (#none, #zero) }
        })))
    }

    /// A method that yields an `Option` or a `Result` again, as a pair.
    pub(super) fn made(&mut self, m: &ExprMethodCall, inside: &Ty) -> Option<Expr> {
        if let Some(pair) = self.made_of_condition(m, inside) {
            return Some(pair);
        }
        if !Self::is_making(m) {
            return None;
        }
        let name = m.method.to_string();
        let args: Vec<&Expr> = m.args.iter().collect();
        let span = m.method.span();
        if let ("take" | "replace", Some((case, ident))) =
            (name.as_str(), self.pair_of(&m.receiver))
        {
            return self.exchanged(&case, &ident, args.first().copied(), span);
        }
        if let ("as_ref" | "clone", Some((case, ident))) =
            (name.as_str(), self.pair_of(&m.receiver))
        {
            return parsed(if name == "as_ref" {
                quote_spanned!(span=> (#case.as_ref().map(|_| ()), &#ident))
            } else {
                quote_spanned!(span=> (#case.clone(), #ident.clone()))
            });
        }
        let receiver = self.receiver(m)?;
        match (name.as_str(), args.as_slice()) {
            ("map", [f]) => {
                let of = self.applied(f, &inside_of(&receiver));
                let zero = self.zero(if matches!(of, Ty::Unknown) {
                    inside
                } else {
                    &of
                })?;
                self.fold(
                    receiver,
                    &[],
                    span,
                    |o, case, value, _| {
                        let new =
                            o.applied_to(f, vec![Arg::of(parse_quote!(#value))], &Yield::Value)?;
                        let case = &case.tokens;
                        parsed(quote!((#case, #new)))
                    },
                    |_, case, _| with(case, &zero),
                )
            }
            ("and_then", [f]) => {
                let (wrap, zero) = (wrap_of(&receiver), self.zero(inside)?);
                self.fold(
                    receiver,
                    &[],
                    span,
                    |o, _, value, _| {
                        let args = vec![Arg::of(parse_quote!(#value))];
                        o.applied_to(f, args, &Yield::Pair(wrap, inside.clone()))
                    },
                    |_, case, _| with(case, &zero),
                )
            }
            ("and", [other]) => {
                let (wrap, zero) = (wrap_of(&receiver), self.zero(inside)?);
                let (before, other) =
                    self.bound(other, &Yield::Pair(wrap, inside.clone()), "other");
                let receiver = self.held(receiver, &before)?;
                self.fold(
                    receiver,
                    &before,
                    span,
                    |_, _, _, _| parsed(other),
                    |_, case, _| with(case, &zero),
                )
            }
            ("or", [other]) => {
                let wrap = wrap_of(&receiver);
                let (before, other) =
                    self.bound(other, &Yield::Pair(wrap, inside.clone()), "other");
                let receiver = self.held(receiver, &before)?;
                self.fold(
                    receiver,
                    &before,
                    span,
                    |_, case, value, _| with(case, &quote!(#value)),
                    |_, _, _| parsed(other),
                )
            }
            ("or_else", [f]) => {
                let wrap = wrap_of(&receiver);
                self.fold(
                    receiver,
                    &[],
                    span,
                    |_, case, value, _| with(case, &quote!(#value)),
                    |o, case, _| o.instead(f, case, &Yield::Pair(wrap, inside.clone())),
                )
            }
            ("filter", [f]) => {
                let zero = self.zero(inside)?;
                self.fold(
                    receiver,
                    &[],
                    span,
                    |o, case, value, _| {
                        let args = vec![Arg::by_ref(parse_quote!(#value))];
                        let keeps = o.applied_to(f, args, &Yield::Value)?;
                        let case = &case.tokens;
                        parsed(quote! {
                            if #keeps { (#case, #value) } else { (::core::option::Option::None::<()>, #zero) }
                        })
                    },
                    |_, case, _| with(case, &zero),
                )
            }
            ("inspect", [f]) => {
                let zero = self.zero(inside)?;
                self.fold(
                    receiver,
                    &[],
                    span,
                    |o, case, value, _| {
                        let args = vec![Arg::by_ref(parse_quote!(#value))];
                        let looks = o.applied_to(f, args, &Yield::Value)?;
                        let case = &case.tokens;
                        parsed(quote!({ #looks; (#case, #value) }))
                    },
                    |_, case, _| with(case, &zero),
                )
            }
            ("copied" | "cloned" | "clone" | "as_ref", []) => {
                let zero = self.zero(inside)?;
                self.fold(
                    receiver,
                    &[],
                    span,
                    |_, case, value, ty| {
                        let deref =
                            matches!(ty, Ty::Ref { .. }) && name != "clone" && name != "as_ref";
                        let lent = name == "as_ref" && ty.is_float();
                        let deref = deref.then(|| quote!(*)).or(lent.then(|| quote!(&)));
                        with(case, &quote!(#deref #value))
                    },
                    |_, case, _| with(case, &zero),
                )
            }
            ("ok" | "ok_or" | "ok_or_else" | "map_err", _) => {
                let receiver = self.pair_receiver(receiver)?;
                let (case, value) = self.names(span);
                let method = &m.method;
                let args = args.iter().map(|a| {
                    let mut a = (*a).clone();
                    self.expr(&mut a, &Yield::Value);
                    a
                });
                let args: Vec<Expr> = args.collect();
                parsed(quote_spanned!(span=> ({
                    let (#case, #value) = #receiver;
                    (#case.#method(#(#args),*), #value)
                })))
            }
            ("zip", [other]) => {
                let part = match inside {
                    Ty::Tuple(parts) if parts.len() == 2 => parts[1].clone(),
                    _ => Ty::Float,
                };
                let receiver = self.pair_receiver(receiver)?;
                let other = self.pair_inside(other, Wrap::Option, &part);
                let ((a, x), (b, y)) = (self.names(span), self.names(span));
                parsed(quote_spanned!(span=> ({
                    let (#a, #x) = #receiver;
                    let (#b, #y) = #other;
                    (#a.and(#b), (#x, #y))
                })))
            }
            _ => None,
        }
    }

    fn pair_receiver(&mut self, receiver: Receiver) -> Option<Expr> {
        let held = self.held(receiver, &make::stmts(quote!(();)))?;
        match held {
            Receiver::Pair(pair, ..) => Some(pair),
            Receiver::Own(..) | Receiver::Lent(..) => None,
        }
    }

    /// The pair that is lent mutably to a function of `mem`.
    fn lent(&mut self, e: &Expr) -> Option<(Ident, Ident)> {
        match unparen(e) {
            Expr::Reference(r) if r.mutability.is_some() => self.pair_of(&r.expr),
            _ => None,
        }
    }

    /// `mem::take(&mut o)` and `mem::replace(&mut o, e)`.
    pub(super) fn exchanged_by_call(&mut self, c: &syn::ExprCall) -> Option<Expr> {
        let args: Vec<&Expr> = c.args.iter().collect();
        let (case, ident) = self.lent(args.first()?)?;
        match (of_mem(c)?.as_str(), args.as_slice()) {
            ("take", [_]) => self.exchanged(&case, &ident, None, c.span()),
            ("replace", [_, new]) => {
                let yields = self.yields_of_var(&ident.to_string());
                let (stmts, new) = self.bound(new, &yields, "new");
                let (old_case, old) = self.names(c.span());
                parsed(quote_spanned!(c.span()=> ({
                    #(#stmts)*
                    let (#old_case, #old) = (#case, #ident);
                    (#case, #ident) = #new;
                    (#old_case, #old)
                })))
            }
            _ => None,
        }
    }

    /// `mem::swap(&mut a, &mut b)`.
    pub(super) fn swapped(&mut self, e: &Expr) -> Option<Expr> {
        let Expr::Call(c) = e else {
            return None;
        };
        let args: Vec<&Expr> = c.args.iter().collect();
        let [a, b] = args.as_slice() else {
            return None;
        };
        if of_mem(c)? != "swap" {
            return None;
        }
        let ((a_is, a), (b_is, b)) = (self.lent(a)?, self.lent(b)?);
        parsed(quote_spanned!(c.span()=> ((#a_is, #a), (#b_is, #b)) = ((#b_is, #b), (#a_is, #a))))
    }

    /// `o.take()` and `o.replace(e)`.
    fn exchanged(
        &mut self,
        case: &Ident,
        ident: &Ident,
        new: Option<&Expr>,
        span: Span,
    ) -> Option<Expr> {
        let Yield::Pair(_, inside) = self.yields_of_var(&ident.to_string()) else {
            return None;
        };
        let (old_case, old) = self.names(span);
        let (stmts, there, value) = match new {
            Some(new) => {
                let (stmts, new) = self.bound(new, &Yield::Value, "new");
                (stmts, quote!(::core::option::Option::Some(())), new)
            }
            None => (
                Vec::new(),
                quote!(::core::option::Option::None::<()>),
                self.zero(&inside)?,
            ),
        };
        parsed(quote_spanned!(span=> ({
            #(#stmts)*
            let (#old_case, #old) = (#case, #ident);
            (#case, #ident) = (#there, #value);
            (#old_case, #old)
        })))
    }
}

/// The wrapper that only one of them has a method for.
fn only_of(m: &ExprMethodCall) -> Option<Wrap> {
    let inputs = m.args.iter().next_back().and_then(|a| match unparen(a) {
        Expr::Closure(c) => Some(c.inputs.len()),
        _ => None,
    });
    crate::lower::infer::wrap_of_method(&m.method.to_string(), inputs)
        .filter(|w| *w != Wrap::Either)
}

/// The name of a function of `mem`.
fn of_mem(c: &syn::ExprCall) -> Option<String> {
    let Expr::Path(p) = unparen(&c.func) else {
        return None;
    };
    let mut names = p.path.segments.iter().rev().map(|s| s.ident.to_string());
    let name = names.next()?;
    names
        .next()
        .is_none_or(|owner| owner == "mem")
        .then_some(name)
}

fn wrap_of(receiver: &Receiver) -> Wrap {
    match receiver {
        Receiver::Pair(_, wrap, _) | Receiver::Own(_, wrap, _) | Receiver::Lent(_, wrap, _) => {
            *wrap
        }
    }
}

fn inside_of(receiver: &Receiver) -> Ty {
    match receiver {
        Receiver::Pair(_, _, inside)
        | Receiver::Own(_, _, inside)
        | Receiver::Lent(_, _, inside) => inside.clone(),
    }
}

fn with(case: &Case, value: &TokenStream) -> Option<Expr> {
    let case = &case.tokens;
    parsed(quote!((#case, #value)))
}

fn parsed(tokens: TokenStream) -> Option<Expr> {
    syn::parse2(tokens).ok()
}
