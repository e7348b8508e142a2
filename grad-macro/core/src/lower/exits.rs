//! `return`, `break`, `continue`.
//!
//! In the form that leaves lowering an exit only leaves the innermost scope (a trip of a loop, or the
//! call). An exit to a scope further out sets a selector, breaks out of the loops in between, and is
//! taken up behind each of them.
use proc_macro2::{Ident, Span};
use quote::quote;
use syn::spanned::Spanned;
use syn::{ExprBreak, ExprContinue, ExprReturn, Lifetime};

use super::Lower;
use super::node::{Binding, Node};
use crate::ir::{End, Exit, ExitKind, Head, Ret, Scope, Stmt, Val};
use crate::types::Ty;

/// A scope that can be left: the call, or the trips of a loop.
pub(super) struct ScopeCtx {
    pub scope: Scope,
    pub label: Option<String>,
    pub kind: ScopeKind,
    /// The variables that the loop carries.
    pub carried: Vec<String>,
    /// What leaves this loop for a scope further out.
    pub outward: Vec<Outward>,
    pub selector: Option<Ident>,
    /// The type and, once known, the leaves of the loop's value.
    pub expected: Ty,
    pub value: Option<(Node, Vec<Val>)>,
    /// Whether control can get behind this loop.
    pub breaks: bool,
    /// Memories that the values of this loop go to: declared in front of it.
    pub declared: Vec<Stmt>,
    /// The loop is left with a value of the user's own type.
    pub own_type: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ScopeKind {
    Function,
    Loop,
    /// A labelled block: a loop of one trip that plain `break` and `continue` do not see.
    Block,
}

#[derive(Clone, PartialEq, Eq)]
pub(super) enum Leave {
    Return,
    Break(Scope),
    Continue(Scope),
}

pub(super) struct Outward {
    pub code: usize,
    pub leave: Leave,
}

impl Lower<'_> {
    pub(super) fn enter_function(&mut self) {
        let scope = self.new_scope();
        let expected = self.result_ty.clone();
        self.scopes.push(ScopeCtx {
            scope,
            label: None,
            kind: ScopeKind::Function,
            carried: Vec::new(),
            outward: Vec::new(),
            selector: None,
            expected,
            value: None,
            breaks: false,
            declared: Vec::new(),
            own_type: false,
        });
    }

    pub(super) fn return_expr(&mut self, r: &ExprReturn) -> Node {
        let expected = self.result_ty.clone();
        let node = match &r.expr {
            Some(e) if self.return_bad(e) => return Node::Never,
            Some(e) => self.expr(e, &expected),
            None => Node::Unit,
        };
        if self.end.is_none() {
            self.return_node(node, r.return_token.span());
        }
        Node::Never
    }

    /// Sets the result and leaves the call.
    pub(super) fn return_node(&mut self, node: Node, span: Span) {
        let ty = self.result_ty.clone();
        let ret = self.returned(node, &ty, span);
        self.push(Stmt::SetResult(ret));
        self.leave(&Leave::Return);
    }

    fn returned(&mut self, node: Node, ty: &Ty, span: Span) -> Ret {
        match (node, ty) {
            (Node::Tuple(parts), Ty::Tuple(tys)) if parts.len() == tys.len() => Ret::Tuple(
                parts
                    .into_iter()
                    .zip(tys)
                    .map(|(part, ty)| self.returned(part, ty, span))
                    .collect(),
            ),
            // A tuple under another name: `type Point = (f64, f64)`.
            (Node::Tuple(parts), Ty::Unknown) => {
                let typed = |part: Node| {
                    let ty = self.type_of(&part);
                    self.returned(part, ty.peeled(), span)
                };
                Ret::Tuple(parts.into_iter().map(typed).collect())
            }
            (Node::List(parts, at), _) => Ret::List(self.list_init(parts, at)),
            (Node::Place(p), Ty::Unknown) => Ret::Whole(p.place, p.tokens),
            (Node::Place(p), Ty::Tuple(tys)) => {
                let parts = self.tuple_parts(&p, tys);
                self.returned(Node::Tuple(parts), ty, span)
            }
            (Node::Place(p), ty) if !ty.is_float() => Ret::Place(p.place, p.tokens),
            (node, ty) if ty.is_float() || matches!(node, Node::Val(..)) => {
                Ret::Val(self.to_val(node, ty, None, span))
            }
            (node, _) => {
                if !matches!(node, Node::Never) && !super::node::is_inactive(&node) {
                    self.errors.refuse(
                        span,
                        "the macro cannot see how this value becomes the result",
                        "write the type of the result out, for instance `-> (f64, f64)`",
                    );
                }
                Ret::Inactive(self.tokens_of(&node))
            }
        }
    }

    fn find(&self, label: Option<&Lifetime>) -> Option<usize> {
        match label {
            Some(l) => {
                let name = l.ident.to_string();
                self.scopes
                    .iter()
                    .rposition(|s| s.label.as_deref() == Some(&name))
            }
            None => self.scopes.iter().rposition(|s| s.kind == ScopeKind::Loop),
        }
    }

    pub(super) fn break_expr(&mut self, b: &ExprBreak) -> Node {
        let Some(target) = self.find(b.label.as_ref()) else {
            // rustc reports a `break` outside of a loop on the user's function.
            self.end = Some(End::Never);
            return Node::Never;
        };
        if let Some(e) = &b.expr {
            let expected = match self.scopes[target].expected.clone() {
                Ty::Unknown => self.value_type(e),
                known => known,
            };
            if matches!(self.scopes[target].expected, Ty::Unknown) {
                self.scopes[target].expected = expected.clone();
            }
            let node = self.expr(e, &expected);
            if self.end.is_some() {
                return Node::Never;
            }
            self.loop_value(target, node, e.span());
        }
        let scope = self.scopes[target].scope;
        self.leave(&Leave::Break(scope));
        Node::Never
    }

    pub(super) fn continue_expr(&mut self, c: &ExprContinue) -> Node {
        let Some(target) = self.find(c.label.as_ref()) else {
            self.end = Some(End::Never);
            return Node::Never;
        };
        let scope = self.scopes[target].scope;
        self.leave(&Leave::Continue(scope));
        Node::Never
    }

    /// Yields the value of a `loop` or labelled block, as an assignment that is made once.
    pub(super) fn loop_value(&mut self, target: usize, node: Node, span: Span) {
        let expected = self.scopes[target].expected.clone();
        let around = std::mem::replace(&mut self.own_type, self.scopes[target].own_type);
        let node = self.normal(node, &expected, span);
        self.own_type = around;
        let known = self.scopes[target].value.as_ref().map(|v| v.0.clone());
        let node = self.collect_in_loop(target, node, known.as_ref(), span);
        let mut leaves = Vec::new();
        collect_leaves(&node, &mut leaves);
        let known = self.scopes[target].value.as_ref();
        let same = known.is_none_or(|(known, _)| super::control::same_form(known, &node));
        let outs = match &self.scopes[target].value {
            Some((_, outs)) => outs.clone(),
            None => {
                let mut outs = Vec::new();
                for leaf in &leaves {
                    let ty = self.vals[leaf.0 as usize].ty;
                    let name = self.names.numbered("value", span);
                    outs.push(self.new_val(name, ty));
                }
                let shape = self.rebuild(&node, &mut outs.iter());
                self.scopes[target].value = Some((shape, outs.clone()));
                outs
            }
        };
        if super::control::holds_maybe(&node) {
            self.errors.refuse(
                span,
                "a loop cannot be left with an `Option` around a value that carries a float",
                "unwrap it in front of the `break`",
            );
        } else if !same {
            self.errors.refuse(
                span,
                "the values that this loop is left with have different forms",
                "break with one float, or with a tuple of the same form everywhere",
            );
        }
        if !same {
            return;
        }
        for (out, leaf) in outs.into_iter().zip(leaves) {
            self.push(Stmt::Assign(out, leaf));
        }
    }

    /// Aggregates that a loop is left with go to memories that are declared in front of it.
    fn collect_in_loop(
        &mut self,
        target: usize,
        node: Node,
        known: Option<&Node>,
        span: Span,
    ) -> Node {
        match (node, known) {
            (Node::Tuple(parts), known) => Node::Tuple(
                parts
                    .into_iter()
                    .enumerate()
                    .map(|(at, part)| {
                        let known = match known {
                            Some(Node::Tuple(known)) => known.get(at),
                            _ => None,
                        };
                        self.collect_in_loop(target, part, known, span)
                    })
                    .collect(),
            ),
            (node @ (Node::Place(_) | Node::List(..)), Some(Node::Place(out))) => {
                let node = self.left_behind(target, node);
                self.collect_one(&out.clone(), node, span);
                Node::Place(out.clone())
            }
            (node @ (Node::Place(_) | Node::List(..)), _) => {
                let ty = self.type_of(&node);
                if matches!(&node, Node::Place(p) if p.ty.is_float()) {
                    return node;
                }
                if let Node::Place(p) = &node
                    && matches!(p.ty, Ty::Unknown)
                    && target + 1 == self.scopes.len()
                    && let Some((out, declared)) = self.struct_collector(p, span)
                {
                    self.scopes[target].declared.push(declared);
                    self.collect_one(&out, node, span);
                    return Node::Place(out);
                }
                let Some((out, declared)) = self.collector(&ty, span) else {
                    if matches!(ty, Ty::Unknown) {
                        self.errors.refuse(
                            span,
                            "a loop or block cannot be left with this struct from here",
                            "keep it in a variable that is declared in front of the loop",
                        );
                        return Node::Never;
                    }
                    self.errors.refuse(
                        span,
                        "the macro does not know the length of the array that this loop is left with",
                        "say the type on the `let`, for instance `let v: Vec<f64> = loop ..`",
                    );
                    return Node::Never;
                };
                self.scopes[target].declared.push(declared);
                let node = self.left_behind(target, node);
                self.store_place(&out, node, span);
                Node::Place(out)
            }
            (node, _) => node,
        }
    }

    /// Control may seem to come back to a loop that is left for one further out: a vector is not moved
    /// there.
    fn left_behind(&self, target: usize, node: Node) -> Node {
        match node {
            Node::Place(p) if target + 1 < self.scopes.len() && matches!(p.ty, Ty::Vec(_)) => {
                let base = &p.tokens;
                let tokens = quote!(::core::clone::Clone::clone(&#base));
                Node::Place(super::node::PlaceNode { tokens, ..p })
            }
            node => node,
        }
    }

    /// Leaves for a scope, through all in between.
    pub(super) fn leave(&mut self, leave: &Leave) {
        if self.end.is_some() {
            return;
        }
        let at = self.scopes.len() - 1;
        let here = self.scopes[at].scope;
        let kind = match leave {
            Leave::Return if self.scopes[at].kind == ScopeKind::Function => Some(ExitKind::Return),
            Leave::Break(s) if *s == here => Some(ExitKind::Break),
            Leave::Continue(s) if *s == here => Some(ExitKind::Continue),
            _ => None,
        };
        match kind {
            Some(kind) => {
                if matches!(kind, ExitKind::Break) {
                    self.scopes[at].breaks = true;
                }
                self.exit(kind);
            }
            None => {
                let code = self.outward_code(at, leave);
                let selector = self.selector(at);
                let literal = proc_macro2::Literal::usize_unsuffixed(code);
                self.push(Stmt::Raw(quote!(#selector = #literal;)));
                self.exit(ExitKind::Break);
            }
        }
    }

    /// Breaks out of the innermost loop.
    pub(super) fn break_here(&mut self) {
        let scope = self.scope();
        self.leave(&Leave::Break(scope));
    }

    fn selector(&mut self, at: usize) -> Ident {
        if self.scopes[at].selector.is_none() {
            let name = self.names.numbered("leave", Span::call_site());
            self.scopes[at].selector = Some(name);
        }
        match &self.scopes[at].selector {
            Some(name) => name.clone(),
            None => unreachable!("set above"),
        }
    }

    fn outward_code(&mut self, at: usize, leave: &Leave) -> usize {
        let outward = &mut self.scopes[at].outward;
        if let Some(known) = outward.iter().find(|o| o.leave == *leave) {
            return known.code;
        }
        let code = outward.len() + 1;
        outward.push(Outward {
            code,
            leave: leave.clone(),
        });
        code
    }

    /// Leaves the innermost scope.
    pub(super) fn exit(&mut self, kind: ExitKind) {
        if self.end.is_some() {
            return;
        }
        let at = self.scopes.len() - 1;
        let scope = self.scopes[at].scope;
        let code = self.exits[scope.0 as usize];
        self.exits[scope.0 as usize] += 1;
        let carried = self.carried_now(at);
        self.end = Some(End::Exit(Exit {
            kind,
            code,
            carried,
        }));
    }

    /// The current versions of what a loop carries.
    fn carried_now(&mut self, at: usize) -> Vec<Val> {
        let names = self.scopes[at].carried.clone();
        let mut vals = Vec::new();
        for name in names {
            if let Some(binding) = self.env.get(&name).cloned() {
                self.leaves_of(&binding, &mut vals);
            }
        }
        vals
    }

    /// The floats of a binding, in order; an uninitialised one stands for zero.
    pub(super) fn leaves_of(&mut self, binding: &Binding, vals: &mut Vec<Val>) {
        match binding {
            Binding::Val(v, _) => vals.push(*v),
            Binding::Tuple(parts) => parts.iter().for_each(|p| self.leaves_of(p, vals)),
            Binding::Uninit(ty) if ty.is_float() => {
                let scalar = self.scalar_of(ty);
                vals.push(self.constant(quote!(0.0), scalar, Span::call_site()));
            }
            Binding::Window(w) => vals.extend([w.lo, w.hi]),
            Binding::Uninit(_) | Binding::Place(_) | Binding::Raw { .. } | Binding::Alias(..) => {}
        }
    }

    /// Takes up, behind a loop, the exits that lead further out.
    pub(super) fn take_up(
        &mut self,
        selector: &Ident,
        outward: Vec<Outward>,
        behind: bool,
        span: Span,
    ) {
        let count = outward.len();
        for (at, o) in outward.into_iter().enumerate() {
            if !behind && at + 1 == count {
                // Nothing else leads here.
                self.leave(&o.leave);
                return;
            }
            let code = proc_macro2::Literal::usize_unsuffixed(o.code);
            let head = Head::If(quote!(#selector == #code));
            let ((), stmts, end) = self.region(|l| l.leave(&o.leave));
            let scope = self.scope();
            let taken = crate::ir::Region {
                stmts,
                end: end.unwrap_or(End::Never),
            };
            self.push_branch(head, vec![taken, empty_region()], Vec::new(), scope, span);
        }
    }

    /// The same form around other values.
    pub(super) fn rebuild<'v>(
        &self,
        node: &Node,
        vals: &mut impl Iterator<Item = &'v Val>,
    ) -> Node {
        match node {
            Node::Val(_, by_ref) => vals.next().map_or(Node::Never, |v| Node::Val(*v, *by_ref)),
            Node::Raw(raw) if raw.val.is_some() => match vals.next() {
                Some(v) => {
                    let mut raw = raw.clone();
                    raw.val = Some(*v);
                    raw.tokens = self.val_tokens(*v);
                    raw.constant = false;
                    Node::Raw(raw)
                }
                None => Node::Never,
            },
            Node::Tuple(parts) => {
                let parts: Vec<&Node> = parts.iter().collect();
                Node::Tuple(parts.into_iter().map(|p| self.rebuild(p, vals)).collect())
            }
            Node::List(parts, at) => {
                let parts: Vec<&Node> = parts.iter().collect();
                Node::List(
                    parts.into_iter().map(|p| self.rebuild(p, vals)).collect(),
                    *at,
                )
            }
            other => other.clone(),
        }
    }

    pub(super) fn scope(&self) -> Scope {
        self.scopes.last().map_or(Scope(0), |s| s.scope)
    }
}

pub(super) fn empty_region() -> crate::ir::Region {
    crate::ir::Region {
        stmts: Vec::new(),
        end: End::Yield(Vec::new()),
    }
}

/// The values of a node in normal form.
pub(super) fn collect_leaves(node: &Node, leaves: &mut Vec<Val>) {
    match node {
        Node::Val(v, _) => leaves.push(*v),
        Node::Raw(raw) => leaves.extend(raw.val),
        Node::Tuple(parts) | Node::List(parts, _) => {
            parts.iter().for_each(|p| collect_leaves(p, leaves));
        }
        Node::Place(_) | Node::Unit | Node::Never | Node::Alias(..) | Node::Maybe(..) => {}
    }
}
