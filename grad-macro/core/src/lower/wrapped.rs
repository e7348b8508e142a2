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
use syn::{Block, Expr, ExprCall, ExprMethodCall, ExprTry, Pat, Stmt, parse_quote_spanned};

use super::Lower;
use super::node::{Binding, Node, Raw};
use crate::ir::{CallArg, End, Head, Outcome, Stmt as Ir};
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

/// Whether a call may change what it is given.
fn writes(arg: &CallArg) -> bool {
    match arg {
        CallArg::Changed(..) | CallArg::Place(_, _, true) => true,
        CallArg::Tuple(parts, _) => parts.iter().any(writes),
        _ => false,
    }
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
        let left = self.suffix.take();
        // A value without a derivative, like `T::from(x.len()).unwrap()`.
        if let (Some(suffix), Node::Raw(raw)) = (&left, &node) {
            let call = &raw.tokens;
            return Some(Node::Raw(Raw::atom(quote!(#call #suffix), raw.ty.clone())));
        }
        if left.is_some() && !matches!(node, Node::Never) {
            self.errors.refuse(
                e.span(),
                "the macro cannot see what this `Result` or `Option` is of",
                "call a function with `#[derive_grad]` on it by its name",
            );
            return Some(Node::Never);
        }
        Some(node)
    }

    /// The result of a call as the pair of its case and what is inside.
    pub(super) fn outcome_of(&mut self, m: &syn::ExprMethodCall, expected: &Ty) -> Node {
        let span = m.receiver.span();
        let mut inside = expected.parts(2).pop().unwrap_or(Ty::Unknown);
        let zero = m.args.first();
        if let Some(zero) = zero {
            let ty = self.types.expr(zero, &inside);
            inside.learn(&ty);
        }
        let node = self.expr_of_call(&m.receiver, &inside);
        let (case, given) = (
            self.names.numbered("case", span),
            self.names.numbered("given", span),
        );
        let (node, moved) = match node {
            (Node::Never, _) => return Node::Never,
            (node, None) => {
                return self.outcome_as_it_is(&node, &inside, case, &given, zero, span);
            }
            (node, Some(moved)) => (node, moved),
        };
        let Some(moved) = self.given(moved, given, span) else {
            return Node::Never;
        };
        let there = self.arm(&inside, span, |l| {
            moved.into_iter().for_each(|s| l.push(s));
            node
        });
        let gone = self.arm(&inside, span, |l| match zero {
            Some(zero) => l.expr(zero, &inside),
            None => Node::Unit,
        });
        let head = Head::Outcome(Outcome {
            case: case.clone(),
            mark: self.names.numbered("mark", span),
        });
        let value = self.join(
            head,
            vec![TokenStream::new(); 2],
            vec![there, gone],
            None,
            span,
        );
        let case = Node::Raw(Raw::atom(case.to_token_stream(), Ty::Inactive));
        Node::Tuple(vec![case, value])
    }

    /// A call, and its statement with what follows it: they belong to an arm.
    fn expr_of_call(&mut self, call: &Expr, expected: &Ty) -> (Node, Option<Vec<Ir>>) {
        let before = self.stmts.len();
        self.outcome = true;
        let node = self.expr(call, expected);
        self.outcome = false;
        let at = self.stmts.iter().rposition(|s| matches!(s, Ir::Call(_)));
        let moved = at
            .filter(|at| *at >= before)
            .map(|at| self.stmts.split_off(at));
        (node, moved)
    }

    /// The call takes place in the head of the branch.
    fn given(
        &mut self,
        mut moved: Vec<Ir>,
        given: Ident,
        span: proc_macro2::Span,
    ) -> Option<Vec<Ir>> {
        if let Some(Ir::Call(call)) = moved.first_mut() {
            if call.args.iter().any(writes) {
                self.errors.refuse(
                    span,
                    "a call that may fail and writes to what carries floats is followed only where `?` or `unwrap` takes its value",
                    "take the value with `?`, or write to a copy and assign it where the call succeeds",
                );
                return None;
            }
            call.given = Some(given);
        }
        Some(moved)
    }

    /// `if let grad_inside(case, value) = call { .. } else { .. }`.
    pub(super) fn branch_on_call(
        &mut self,
        e: &syn::ExprIf,
        expected: &Ty,
        hint: Option<&Ident>,
    ) -> Option<Node> {
        let Expr::Let(l) = unparen(&e.cond) else {
            return None;
        };
        let Pat::TupleStruct(p) = &*l.pat else {
            return None;
        };
        let (Some(Pat::Ident(case)), Some(Pat::Ident(value)), true) = (
            p.elems.first(),
            p.elems.get(1),
            p.path.is_ident(super::options::INSIDE),
        ) else {
            return None;
        };
        let (span, inside) = (l.expr.span(), self.types.of_var(&value.ident.to_string()));
        let given = self.names.numbered("given", span);
        let (node, moved) = self.expr_of_call(&l.expr, &inside);
        if matches!(node, Node::Never) {
            return Some(Node::Never);
        }
        let raw_case = Binding::Raw {
            name: case.ident.clone(),
            ty: Ty::Inactive,
            val: None,
            mutable: false,
        };
        let (head, there) = match moved {
            Some(moved) => {
                let moved = self.given(moved, given, span);
                let Some(moved) = moved else {
                    return Some(Node::Never);
                };
                let head = Head::Outcome(Outcome {
                    case: case.ident.clone(),
                    mark: self.names.numbered("mark", span),
                });
                let there = self.arm(expected, span, |l| {
                    moved.into_iter().for_each(|s| l.push(s));
                    l.bind(&Pat::Ident(value.clone()), node);
                    l.block(&e.then_branch, expected)
                });
                (head, there)
            }
            None => {
                let (runtime, call) = (self.runtime.clone(), self.tokens_of(&node));
                let case = &case.ident;
                self.push(Ir::Raw(
                    quote!(let (#case, #given) = #runtime::__private::outcome(#call);),
                ));
                let value = &value.ident;
                let head = Head::If(quote!(let ::core::option::Option::Some(#value) = #given));
                let pat = parse_quote_spanned!(span=> #value);
                let there = self.arm(expected, span, |l| {
                    l.bind_opaque(&pat, &inside);
                    l.block(&e.then_branch, expected)
                });
                (head, there)
            }
        };
        let gone = self.arm(expected, span, |l| {
            l.bind_name(&case.ident.to_string(), raw_case);
            match &e.else_branch {
                Some((_, other)) => l.expr(other, expected),
                None => Node::Unit,
            }
        });
        Some(self.join(
            head,
            vec![TokenStream::new(); 2],
            vec![there, gone],
            hint,
            span,
        ))
    }

    /// A pair as an argument: the `Option` that it stands for.
    pub(super) fn whole_option(&mut self, m: &syn::ExprMethodCall) -> Node {
        let case = self.expr(&m.receiver, &Ty::Unknown);
        let case = self.operand_of(&case);
        let Some(inside) = m.args.first() else {
            return Node::Never;
        };
        let node = self.expr(inside, &Ty::Unknown);
        let node = self.settle(node, None, inside.span());
        if matches!(node, Node::Never) {
            return Node::Never;
        }
        let some = quote!(#case.is_some());
        if super::node::is_inactive(&node) {
            let tokens = self.tokens_of(&Node::Maybe(some, Box::new(node)));
            return Node::Raw(Raw::new(tokens, Ty::Inactive));
        }
        Node::Maybe(some, Box::new(node))
    }

    /// The same where no argument carries a float after all.
    fn outcome_as_it_is(
        &mut self,
        node: &Node,
        inside: &Ty,
        case: Ident,
        given: &Ident,
        zero: Option<&Expr>,
        span: proc_macro2::Span,
    ) -> Node {
        let (runtime, call) = (self.runtime.clone(), self.tokens_of(node));
        self.push(Ir::Raw(
            quote!(let (#case, #given) = #runtime::__private::outcome(#call);),
        ));
        let zero = zero.map(|zero| self.verbatim_tokens(zero));
        let value = Raw::atom(quote!(#given.unwrap_or(#zero)), inside.clone());
        let value = self.settle(Node::Raw(value), None, span);
        let case = Node::Raw(Raw::atom(case.to_token_stream(), Ty::Inactive));
        Node::Tuple(vec![case, value])
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
