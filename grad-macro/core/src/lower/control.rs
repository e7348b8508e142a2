//! Branches and loops: what they change is passed in and yielded out.
use std::collections::HashMap;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    BinOp, Block, Expr, ExprBinary, ExprForLoop, ExprIf, ExprLoop, ExprMatch, ExprWhile, Label,
    Local, Pat,
};

use super::Lower;
use super::exits::{ScopeCtx, ScopeKind, collect_leaves, empty_region};
use super::node::{Binding, Node, Raw};
use crate::ir::{
    Arm, Branch, Carried, End, ExitKind, Head, Loop, LoopHead, Op, Region, Scope, Stmt,
    Ty as Scalar, Val,
};
use crate::types::{Ty, unparen};

/// One arm, lowered, with the variables as it leaves them.
pub(super) struct Lowered {
    node: Node,
    stmts: Vec<Stmt>,
    end: Option<End>,
    env: HashMap<String, Binding>,
}

impl Lower<'_> {
    /// Lowers one arm of a branch; the variables are put back afterwards.
    pub(super) fn arm(
        &mut self,
        expected: &Ty,
        span: Span,
        inside: impl FnOnce(&mut Self) -> Node,
    ) -> Lowered {
        let before = self.env.clone();
        let (node, stmts, end) = self.region(|l| {
            let node = inside(l);
            l.normal(node, expected, span)
        });
        let env = std::mem::replace(&mut self.env, before);
        Lowered {
            node,
            stmts,
            end,
            env,
        }
    }

    /// Evaluates what is pending, so that every leaf is a value.
    pub(super) fn normal(&mut self, node: Node, expected: &Ty, span: Span) -> Node {
        if self.end.is_some() {
            return Node::Never;
        }
        match node {
            Node::Raw(raw) if raw.ty.peeled().is_float() || expected.is_float() => {
                let mut ty = raw.ty.peeled().clone();
                ty.learn(expected);
                if !ty.is_float() {
                    ty = expected.clone();
                }
                Node::Val(self.to_val(Node::Raw(raw), &ty, None, span), false)
            }
            Node::Raw(raw) if self.float_behind(&raw).is_some() => {
                Node::Val(self.to_val(Node::Raw(raw), expected, None, span), false)
            }
            Node::Raw(raw) if carries_parts(&raw.ty, expected) => {
                self.raw_parts(raw, expected, span)
            }
            Node::Raw(raw) if matches!(raw.ty, Ty::Unit) => {
                let tokens = raw.tokens;
                self.push(Stmt::Raw(quote!(#tokens;)));
                Node::Unit
            }
            Node::Raw(raw) => {
                if matches!(expected, Ty::Unit) {
                    if !raw.stable {
                        let tokens = raw.tokens;
                        self.push(Stmt::Raw(quote!(#tokens;)));
                    }
                    return Node::Unit;
                }
                let val = if raw.constant {
                    self.constant(raw.tokens.clone(), Scalar::Other, span)
                } else {
                    self.define(Op::Raw(raw.tokens.clone()), Scalar::Other, None, span)
                };
                Node::Raw(Raw {
                    val: Some(val),
                    stable: true,
                    ..Raw::atom(self.val_tokens(val), raw.ty)
                })
            }
            Node::Tuple(parts) => {
                let tys = expected.parts(parts.len());
                Node::Tuple(
                    parts
                        .into_iter()
                        .zip(&tys)
                        .map(|(p, ty)| self.normal(p, ty, span))
                        .collect(),
                )
            }
            Node::List(parts, at) => {
                let elem = expected.element();
                Node::List(
                    parts
                        .into_iter()
                        .map(|p| self.normal(p, &elem, span))
                        .collect(),
                    at,
                )
            }
            Node::Place(p) if p.ty.is_float() => Node::Val(self.load(&p, None, span), p.amp),
            // A part of a struct or of a result, beside a number that is counted with.
            Node::Place(p)
                if matches!(p.ty, Ty::Unknown) && matches!(expected, Ty::Int | Ty::Bool) =>
            {
                self.normal(
                    Node::Raw(Raw::atom(p.tokens, expected.clone())),
                    expected,
                    span,
                )
            }
            Node::Place(p) if !p.amp && !self.is_borrowed(&p) && matches!(p.ty, Ty::Tuple(_)) => {
                let parts = match &p.ty {
                    Ty::Tuple(tys) => self.tuple_parts(&p, tys),
                    _ => Vec::new(),
                };
                self.normal(Node::Tuple(parts), expected, span)
            }
            Node::Place(p) if self.is_unseen_scalar(&p, expected) && !self.is_made(&p) => {
                Node::Val(self.load(&p, None, span), p.amp)
            }
            Node::Place(p) if !p.amp && !p.named && !self.is_borrowed(&p) => {
                let mut p = p;
                p.ty.learn(expected);
                Node::Place(p)
            }
            Node::Place(p) => self.elements_of(p, expected, span),
            Node::Alias(..) => {
                self.refuse_chosen(span);
                let scalar = self.scalar;
                Node::Val(self.constant(quote!(0.0), scalar, span), false)
            }
            other => other,
        }
    }

    /// A tuple or sequence of floats that does not depend on any parameter.
    fn raw_parts(&mut self, raw: Raw, expected: &Ty, span: Span) -> Node {
        let mut ty = expected.clone();
        ty.learn(&raw.ty);
        let Ty::Tuple(tys) = ty else {
            let init = crate::ir::Init::Empty(raw.tokens);
            return Node::Place(self.define_memory(init, ty, None, span));
        };
        let mut names = Vec::new();
        let mut parts = Vec::new();
        for ty in &tys {
            let name = self.names.numbered("part", span);
            let part = Raw::atom(name.to_token_stream(), ty.clone());
            parts.push(Node::Raw(Raw {
                stable: true,
                ..part
            }));
            names.push(name);
        }
        let tokens = raw.tokens;
        self.push(Stmt::Raw(quote!(let (#(#names,)*) = #tokens;)));
        self.normal(Node::Tuple(parts), &Ty::Tuple(tys), span)
    }

    /// A part of a call's result whose type only rustc knows, where a float is expected or nobody looks
    /// into it. A wrong guess is a type error of rustc.
    fn is_unseen_scalar(&self, p: &super::node::PlaceNode, expected: &Ty) -> bool {
        let name = self.mems[p.place.mem.0 as usize].name.to_string();
        matches!(p.ty, Ty::Unknown)
            && !self.own_type
            && self.nominal(p).is_none()
            && (expected.is_float()
                || matches!(expected, Ty::Unknown) && !self.types.taken_apart.contains(&name))
    }

    /// A write through such a reference would go to a copy.
    pub(super) fn refuse_chosen(&mut self, span: Span) {
        self.errors.refuse(
            span,
            "the macro cannot follow a mutable reference that is chosen at run time",
            "write to the variables themselves in each branch",
        );
    }

    /// A small array by value, element by element.
    fn elements_of(&mut self, p: super::node::PlaceNode, expected: &Ty, span: Span) -> Node {
        let mut ty = p.ty.clone();
        ty.learn(expected);
        let len = match &ty {
            Ty::Array(_, Some(len)) if !p.amp => syn::parse2::<syn::LitInt>(len.clone())
                .ok()
                .and_then(|l| l.base10_parse::<usize>().ok()),
            _ => None,
        };
        let Some(len) = len else {
            self.errors.refuse(
                span,
                "the macro cannot follow a reference to a buffer that is chosen at run time",
                "use the buffer inside each branch, or copy the elements with `to_vec`",
            );
            return Node::Never;
        };
        let elem_ty = ty.element();
        let mut parts = Vec::new();
        for at in 0..len {
            let i = self.index_constant(at, span);
            let (base, index) = (&p.tokens, self.val_tokens(i));
            let part = p.project(
                crate::ir::Proj::Index(i),
                elem_ty.clone(),
                quote!(#base[#index]),
            );
            parts.push(self.normal(Node::Place(part), &elem_ty, span));
        }
        Node::List(parts, span)
    }

    /// Joins the arms of a branch: values and variables that differ become results.
    pub(super) fn join(
        &mut self,
        head: Head,
        pats: Vec<TokenStream>,
        arms: Vec<Lowered>,
        hint: Option<&Ident>,
        span: Span,
    ) -> Node {
        let scope = self.scope();
        let mark = self.vals.len();
        let live: Vec<usize> = (0..arms.len()).filter(|i| arms[*i].end.is_none()).collect();
        let mut arms = arms;
        self.collect_arms(&mut arms, span);
        let mut merge = Merge::default();
        let node = self.join_values(&arms, &live, hint, span, &mut merge);
        let mut merged = Vec::new();
        for name in self.order.clone() {
            let Some(before) = self.env.get(&name).cloned() else {
                continue;
            };
            let bindings: Vec<Binding> = live
                .iter()
                .map(|i| {
                    arms[*i]
                        .env
                        .get(&name)
                        .cloned()
                        .unwrap_or_else(|| before.clone())
                })
                .collect();
            if bindings.is_empty() || bindings.iter().all(|b| same(b, &before)) {
                continue;
            }
            let ident = crate::names::new_ident(name.trim_start_matches('*'), span);
            let binding = self.join_bindings(&bindings, &ident, &mut merge);
            merged.push((name, binding));
        }
        let _ = mark;
        let mut regions = Vec::new();
        for (at, (arm, pat)) in arms.into_iter().zip(pats).enumerate() {
            let end = match arm.end {
                Some(end) => end,
                None => {
                    let position = live.iter().position(|i| *i == at).unwrap_or(0);
                    End::Yield(merge.columns.iter().map(|c| c[position]).collect())
                }
            };
            regions.push(Arm {
                pat,
                body: Region {
                    stmts: arm.stmts,
                    end,
                },
            });
        }
        self.push(Stmt::Branch(Branch {
            head,
            arms: regions,
            results: merge.results,
            span,
            scope,
        }));
        for (name, binding) in merged {
            self.bind_name(&name, binding);
        }
        if live.is_empty() {
            self.end = Some(End::Never);
            return Node::Never;
        }
        node
    }

    /// Aggregates that the arms yield go to one memory.
    fn collect_arms(&mut self, arms: &mut [Lowered], span: Span) {
        let mut nodes = Vec::new();
        let mut stmts = Vec::new();
        let mut places = Vec::new();
        for arm in arms.iter_mut().filter(|a| a.end.is_none()) {
            nodes.push(std::mem::replace(&mut arm.node, Node::Unit));
            places.push(&mut arm.node);
            stmts.push(&mut arm.stmts);
        }
        let nodes = self.collect(nodes, &mut stmts, span);
        for (place, node) in places.into_iter().zip(nodes) {
            *place = node;
        }
    }

    fn join_values(
        &mut self,
        arms: &[Lowered],
        live: &[usize],
        hint: Option<&Ident>,
        span: Span,
        merge: &mut Merge,
    ) -> Node {
        let nodes: Vec<&Node> = live.iter().map(|i| &arms[*i].node).collect();
        let Some(first) = nodes.first() else {
            return Node::Never;
        };
        if nodes.iter().any(|n| holds_never(n)) {
            // It was refused in an arm.
            return Node::Never;
        }
        if nodes.iter().any(|n| matches!(n, Node::Unit)) {
            return Node::Unit;
        }
        if nodes.iter().any(|n| holds_maybe(n)) {
            self.errors.refuse(
                span,
                "an `Option` around a value that carries a float cannot be yielded by an arm",
                "unwrap it inside each arm",
            );
            return Node::Never;
        }
        let columns: Vec<Vec<Val>> = nodes
            .iter()
            .map(|n| {
                let mut leaves = Vec::new();
                collect_leaves(n, &mut leaves);
                leaves
            })
            .collect();
        let count = columns[0].len();
        if !nodes.iter().all(|n| same_form(n, first)) {
            self.errors.refuse(
                span,
                "the arms yield values of different forms",
                "yield one float, or tuples of the same form, from every arm",
            );
            return Node::Never;
        }
        let outs: Vec<Val> = (0..count)
            .map(|at| {
                let column: Vec<Val> = columns.iter().map(|c| c[at]).collect();
                let hint = if count == 1 { hint } else { None };
                self.join_leaf(column, hint, span, merge)
            })
            .collect();
        self.rebuild(first, &mut outs.iter())
    }

    fn join_leaf(
        &mut self,
        column: Vec<Val>,
        hint: Option<&Ident>,
        span: Span,
        merge: &mut Merge,
    ) -> Val {
        let ty = column
            .iter()
            .map(|v| &self.vals[v.0 as usize])
            .find(|i| i.constant.is_none())
            .unwrap_or(&self.vals[column[0].0 as usize])
            .ty;
        let differs = |v: &Val| {
            let info = &self.vals[v.0 as usize];
            info.constant.is_none() && !info.ty.agrees(ty)
        };
        if column.iter().any(differs) {
            self.errors.refuse(
                span,
                "the arms yield values of different types",
                "yield one type from every arm, for instance with `as f64`",
            );
        }
        let name = self.name_for(hint, span);
        let out = self.new_val(name, ty);
        merge.results.push(out);
        merge.columns.push(column);
        out
    }

    fn join_bindings(&mut self, bindings: &[Binding], ident: &Ident, merge: &mut Merge) -> Binding {
        if let Some(bad) = bindings.iter().find(|b| matches!(b, Binding::Uninit(_))) {
            return bad.clone();
        }
        match &bindings[0] {
            Binding::Val(first, by_ref) => {
                let column: Vec<Val> = bindings
                    .iter()
                    .filter_map(|b| match b {
                        Binding::Val(v, _) => Some(*v),
                        _ => None,
                    })
                    .collect();
                if column.len() != bindings.len() {
                    return Binding::Uninit(Ty::Unknown);
                }
                let _ = first;
                Binding::Val(
                    self.join_leaf(column, Some(ident), ident.span(), merge),
                    *by_ref,
                )
            }
            Binding::Tuple(parts) => {
                let mut joined = Vec::new();
                for at in 0..parts.len() {
                    let column: Vec<Binding> = bindings
                        .iter()
                        .map(|b| match b {
                            Binding::Tuple(p) if p.len() == parts.len() => p[at].clone(),
                            _ => Binding::Uninit(Ty::Unknown),
                        })
                        .collect();
                    let unchanged = column.iter().all(|b| same(b, &column[0]))
                        && !matches!(column[0], Binding::Val(..));
                    joined.push(if unchanged {
                        column[0].clone()
                    } else {
                        self.join_bindings(&column, ident, merge)
                    });
                }
                Binding::Tuple(joined)
            }
            Binding::Window(first) => {
                let windows: Vec<&super::node::Window> = bindings
                    .iter()
                    .filter_map(|b| match b {
                        Binding::Window(w) => Some(w),
                        _ => None,
                    })
                    .collect();
                if windows.len() != bindings.len() {
                    return Binding::Uninit(Ty::Unknown);
                }
                let at = crate::names::new_ident("i", ident.span());
                let lo = self.join_leaf(
                    windows.iter().map(|w| w.lo).collect(),
                    Some(&at),
                    ident.span(),
                    merge,
                );
                let hi = self.join_leaf(
                    windows.iter().map(|w| w.hi).collect(),
                    Some(&at),
                    ident.span(),
                    merge,
                );
                Binding::Window(super::node::Window {
                    lo,
                    hi,
                    ..first.clone()
                })
            }
            other => other.clone(),
        }
    }

    pub(super) fn push_branch(
        &mut self,
        head: Head,
        arms: Vec<Region>,
        results: Vec<Val>,
        scope: Scope,
        span: Span,
    ) {
        self.push(Stmt::Branch(Branch {
            head,
            arms: arms
                .into_iter()
                .map(|body| Arm {
                    pat: TokenStream::new(),
                    body,
                })
                .collect(),
            results,
            span,
            scope,
        }));
    }

    pub(super) fn conditional(&mut self, e: &ExprIf, expected: &Ty, hint: Option<&Ident>) -> Node {
        let span = e.if_token.span();
        let expected = &match (&e.else_branch, expected) {
            (None, _) => Ty::Unit,
            (Some(_), Ty::Unknown) => self.value_type(&Expr::If(e.clone())),
            (Some(_), known) => known.clone(),
        };
        if let Some(node) = self.branch_on_call(e, expected, hint) {
            return node;
        }
        let before = self.env.clone();
        let Some(tokens) = self.condition(&e.cond) else {
            return Node::Never;
        };
        let pending = std::mem::take(&mut self.pending);
        let then = self.arm(expected, span, |l| {
            for (pat, node) in pending {
                l.bind_match(&pat, node);
            }
            l.block(&e.then_branch, expected)
        });
        // Variables of `if let` end here.
        for name in self.order.clone() {
            if !before.contains_key(&name) && has_let(&e.cond) {
                self.env.remove(&name);
            }
        }
        let other = self.arm(expected, span, |l| match &e.else_branch {
            Some((_, other)) => l.expr(other, expected),
            None => Node::Unit,
        });
        let pats = vec![TokenStream::new(); 2];
        self.join(Head::If(tokens), pats, vec![then, other], hint, span)
    }

    /// The type of a branch's value; calls alone are taken to return floats.
    pub(super) fn value_type(&mut self, e: &Expr) -> Ty {
        match self.types.expr(e, &Ty::Unknown) {
            Ty::Unknown if yields_call(e) && !yields_variant(e) && self.nominal_of(e).is_none() => {
                Ty::Float
            }
            known => known,
        }
    }

    /// The condition of `if` and `while`; bindings of `let` are in scope afterwards.
    fn condition(&mut self, cond: &Expr) -> Option<TokenStream> {
        if has_let(cond) {
            let chained = !matches!(unparen(cond), Expr::Let(_));
            return self.let_condition(cond, chained);
        }
        let node = self.expr(cond, &Ty::Bool);
        match node {
            Node::Never => None,
            node => Some(self.tokens_of(&node)),
        }
    }

    fn let_condition(&mut self, cond: &Expr, chained: bool) -> Option<TokenStream> {
        match unparen(cond) {
            Expr::Let(l) => {
                let node = self.expr(&l.expr, &Ty::Unknown);
                if matches!(node, Node::Never) {
                    return None;
                }
                if let (Node::Maybe(some, inner), Pat::TupleStruct(t)) = (&node, &*l.pat)
                    && t.elems.len() == 1
                    && t.path.segments.last().is_some_and(|s| s.ident == "Some")
                {
                    // The value is read only where it is there.
                    self.pending.push((t.elems[0].clone(), (**inner).clone()));
                    if !chained {
                        return Some(some.clone());
                    }
                    // What follows in the chain reads the pattern's own variables.
                    let (pat, tokens) = (&l.pat, self.tokens_of(&node));
                    return Some(quote!(let #pat = #tokens));
                }
                self.measure(&l.pat, &node);
                let (pat, tokens) = (&l.pat, self.looked_at(&node));
                let out = quote!(let #pat = #tokens);
                if let Node::Raw(_) = node {
                    self.bind_match(pat, node);
                } else {
                    // Its parts are read only where it matches.
                    self.pending.push(((**pat).clone(), node));
                }
                Some(out)
            }
            Expr::Binary(b) if matches!(b.op, BinOp::And(_)) => {
                let left = self.let_condition(&b.left, chained)?;
                let right = self.let_condition(&b.right, chained)?;
                Some(quote!(#left && #right))
            }
            other => {
                let (node, stmts, _) = self.region(|l| l.expr(other, &Ty::Bool));
                if !stmts.is_empty() || !assigned_in_expr(other).is_empty() {
                    self.errors.refuse(
                        other.span(),
                        "a condition that computes with floats cannot follow `let` in one chain",
                        "nest the `if`s",
                    );
                }
                Some(self.tokens_of(&node))
            }
        }
    }

    /// What a pattern looks at: vectors beside other values are not moved there.
    fn looked_at(&self, node: &Node) -> TokenStream {
        match node {
            Node::Tuple(parts) => {
                let parts = parts.iter().map(|p| match p {
                    Node::Place(place)
                        if !place.amp && place.ty.holds_vector() && !self.is_borrowed(place) =>
                    {
                        let tokens = &place.tokens;
                        quote!(&#tokens)
                    }
                    part => self.looked_at(part),
                });
                quote!((#(#parts,)*))
            }
            other => self.tokens_of(other),
        }
    }

    /// A slice pattern that borrows mutably: the length is asked for before.
    fn measure(&mut self, pat: &Pat, node: &Node) {
        if let (Pat::Slice(s), Node::Place(p)) = (pat, node)
            && self.is_mutable_place(p)
            && s.elems.iter().any(|e| super::bind::rest_of(e).is_some())
        {
            let base = &p.tokens;
            self.slice_len = Some(self.define_index(quote!(#base.len()), pat.span()));
        }
    }

    /// Binds a pattern that may be refuted: it was matched when its variables are used.
    fn bind_match(&mut self, pat: &Pat, node: Node) {
        self.note_unsure(pat, &node);
        match (pat, node) {
            (Pat::Guard(p), node) => self.bind_match(&p.pat, node),
            (Pat::Paren(p), node) => self.bind_match(&p.pat, node),
            (Pat::Or(p), node) => {
                if let Some(name) = super::alternatives::differ(p) {
                    self.errors.refuse(
                        p.span(),
                        format!("these alternatives bind `{name}` at different places"),
                        "write an arm of `match` for each",
                    );
                }
                for case in &p.cases {
                    self.bind_match(case, node.clone());
                }
            }
            (Pat::Tuple(p), Node::Tuple(parts)) if p.elems.len() == parts.len() => {
                for (elem, part) in p.elems.iter().zip(parts) {
                    self.bind_match(elem, part);
                }
            }
            (Pat::Ident(p), Node::Val(v, by_ref))
                if super::resolve::is_variable(p)
                    && !(p.by_ref.is_some() && p.mutability.is_some()) =>
            {
                self.bind_name(&p.ident.to_string(), Binding::Val(v, by_ref));
            }
            (Pat::TupleStruct(p), Node::Maybe(_, node)) if p.elems.len() == 1 => {
                self.bind_match(&p.elems[0], *node);
            }
            (Pat::Reference(p), Node::Val(v, _)) => self.bind_match(&p.pat, Node::Val(v, false)),
            (pat, Node::Raw(raw)) => self.bind_opaque(pat, &raw.ty),
            (Pat::Struct(_) | Pat::TupleStruct(_), Node::Place(p))
                if matches!(p.ty, Ty::Unknown) && self.bind_variant(pat, &p) => {}
            (Pat::Reference(r), Node::Place(p))
                if matches!(p.ty, Ty::Unknown)
                    && self.bind_variant(&r.pat, &self.dereferenced(p.clone())) => {}
            (
                Pat::Ident(_) | Pat::Tuple(_) | Pat::Slice(_) | Pat::Reference(_),
                node @ (Node::Place(_) | Node::Tuple(_) | Node::List(..)),
            ) => {
                let outer = std::mem::replace(&mut self.matched, true);
                self.bind(pat, node);
                self.matched = outer;
            }
            (Pat::Ident(p), node) if super::resolve::is_variable(p) => self.bind(pat, node),
            (Pat::Type(_), node) => self.bind(pat, node),
            (pat, _) => {
                let mut found = Vec::new();
                super::bind::variables_of(pat, &mut found);
                if !found.is_empty() {
                    self.refuse_pattern(pat);
                }
            }
        }
    }

    pub(super) fn matching(&mut self, m: &ExprMatch, expected: &Ty, hint: Option<&Ident>) -> Node {
        let span = m.match_token.span();
        let expected = &match expected {
            Ty::Unknown => self.value_type(&Expr::Match(m.clone())),
            known => known.clone(),
        };
        let scrutinee = self.expr(&m.expr, &Ty::Unknown);
        if matches!(scrutinee, Node::Never) {
            return Node::Never;
        }
        for arm in &m.arms {
            let pat = match &arm.pat {
                Pat::Guard(g) => &*g.pat,
                pat => pat,
            };
            self.measure(pat, &scrutinee);
        }
        let tokens = self.looked_at(&scrutinee);
        let mut pats = Vec::new();
        let mut arms = Vec::new();
        for arm in &m.arms {
            let before = self.env.clone();
            let mut pat_tokens = TokenStream::new();
            let lowered = self.arm(expected, arm.body.span(), |l| {
                // The guard reads the pattern's own variables, and what stands before the `match`.
                pat_tokens = l.pattern_tokens(&l.not_moved(&arm.pat, &scrutinee));
                l.bind_match(&arm.pat, scrutinee.clone());
                l.expr(&arm.body, expected)
            });
            self.env = before;
            pats.push(pat_tokens);
            arms.push(lowered);
        }
        self.join(Head::Match(tokens), pats, arms, hint, span)
    }

    /// A pattern with its guard; the guard reads the current versions.
    fn pattern_tokens(&mut self, pat: &Pat) -> TokenStream {
        let Pat::Guard(g) = pat else {
            return pat.to_token_stream();
        };
        if let Some(name) = assigned_in_expr(&g.guard)
            .into_iter()
            .find(|n| self.env.contains_key(n))
        {
            self.errors.refuse(
                g.guard.span(),
                format!("a guard that assigns to `{name}` cannot be differentiated"),
                "assign before the `match`",
            );
        } else if let Some(name) = self.changed_inside(g.guard.to_token_stream()) {
            self.errors.refuse(
                name.span(),
                format!("a guard that changes `{name}` cannot be differentiated"),
                "change it before the `match`",
            );
        }
        if let Some(jump) = super::macros::first_jump(g.guard.to_token_stream()) {
            self.errors.refuse(
                jump.span(),
                format!("`{jump}` inside a guard cannot be followed by the macro"),
                "decide before the `match`",
            );
        }
        let (inner, guard) = (&g.pat, self.verbatim_tokens(&g.guard));
        quote!(#inner if #guard)
    }

    /// `a && b` and `a || b`.
    pub(super) fn lazy(&mut self, b: &ExprBinary) -> Node {
        let left = self.expr(&b.left, &Ty::Bool);
        if matches!(left, Node::Never) {
            return Node::Never;
        }
        let l = self.operand_of(&left);
        let before = self.env.clone();
        let (node, stmts, end) = self.region(|s| {
            let node = s.expr(&b.right, &Ty::Bool);
            match node {
                Node::Raw(raw) => Node::Raw(raw),
                other => other,
            }
        });
        let span = b.op.span();
        // An assignment may be nothing but another version of a variable: no statement tells of it.
        let assigns = !assigned_in_expr(&b.right).is_empty();
        if stmts.is_empty() && end.is_none() && !assigns {
            self.env = before;
            let (op, r) = (&b.op, self.operand_of(&node));
            let stable = super::expr::is_stable(&left) && super::expr::is_stable(&node);
            return Node::Raw(Raw {
                stable,
                ..Raw::new(quote!(#l #op #r), Ty::Bool)
            });
        }
        let env = std::mem::replace(&mut self.env, before);
        let (node, tail, end) = {
            let outer = std::mem::replace(&mut self.stmts, stmts);
            let outer_end = std::mem::replace(&mut self.end, end);
            let node = self.normal(node, &Ty::Bool, span);
            let stmts = std::mem::replace(&mut self.stmts, outer);
            let end = std::mem::replace(&mut self.end, outer_end);
            (node, stmts, end)
        };
        let right = Lowered {
            node,
            stmts: tail,
            end,
            env,
        };
        let is_and = matches!(b.op, BinOp::And(_));
        let short = self.arm(&Ty::Bool, span, |_| {
            let value = if is_and { quote!(false) } else { quote!(true) };
            Node::Raw(Raw::constant(value, Ty::Bool))
        });
        let arms = if is_and {
            vec![right, short]
        } else {
            vec![short, right]
        };
        self.join(Head::If(l), vec![TokenStream::new(); 2], arms, None, span)
    }

    /// `let pattern = value else { .. }`.
    pub(super) fn let_else(&mut self, local: &Local, init: &Expr, diverge: &Expr) {
        let node = self.expr(init, &Ty::Unknown);
        let span = local.let_token.span();
        let (head, node, pat) = match (node, &local.pat) {
            (Node::Never, _) => return,
            (Node::Maybe(some, inner), Pat::TupleStruct(t)) if t.elems.len() == 1 => {
                (Head::If(some), *inner, &t.elems[0])
            }
            (node, pat) => {
                self.measure(pat, &node);
                let tokens = self.looked_at(&node);
                (Head::LetElse(pat.to_token_stream(), tokens), node, pat)
            }
        };
        let other = self.arm(&Ty::Unit, span, |l| l.expr(diverge, &Ty::Unit));
        let scope = self.scope();
        let left = Region {
            stmts: other.stmts,
            end: other.end.unwrap_or(End::Never),
        };
        self.push_branch(head, vec![empty_region(), left], Vec::new(), scope, span);
        self.bind_match(pat, node);
    }

    pub(super) fn infinite(&mut self, l: &ExprLoop, expected: &Ty) -> Node {
        let assigned = assigned_in_block(&l.body);
        let span = l.loop_token.span();
        self.looped(
            Some(LoopHead::Forever),
            ScopeKind::Loop,
            l.label.as_ref(),
            assigned,
            expected,
            span,
            |s| {
                let node = s.block(&l.body, &Ty::Unit);
                s.discard(node);
                None
            },
        )
    }

    pub(super) fn labelled_block(&mut self, label: &Label, block: &Block, expected: &Ty) -> Node {
        let assigned = assigned_in_block(block);
        self.looped(
            Some(LoopHead::Forever),
            ScopeKind::Block,
            Some(label),
            assigned,
            expected,
            label.span(),
            |s| {
                let node = s.block(block, expected);
                if s.end.is_none() {
                    let at = s.scopes.len() - 1;
                    s.loop_value(at, node, label.span());
                    s.break_here();
                }
                None
            },
        )
    }

    pub(super) fn while_loop(&mut self, w: &ExprWhile) -> Node {
        let mut assigned = assigned_in_block(&w.body);
        assigned.extend(assigned_in_expr(&w.cond));
        let span = w.while_token.span();
        self.looped(
            Some(LoopHead::Forever),
            ScopeKind::Loop,
            w.label.as_ref(),
            assigned,
            &Ty::Unit,
            span,
            |s| {
                s.while_trip(w, span);
                None
            },
        );
        if self.end.is_some() {
            Node::Never
        } else {
            Node::Unit
        }
    }

    fn while_trip(&mut self, w: &ExprWhile, span: Span) {
        let Some(tokens) = self.condition(&w.cond) else {
            return;
        };
        if has_let(&w.cond) {
            let pending = std::mem::take(&mut self.pending);
            let body = self.arm(&Ty::Unit, span, |s| {
                for (pat, node) in pending {
                    s.bind_match(&pat, node);
                }
                s.block(&w.body, &Ty::Unit)
            });
            let stop = self.arm(&Ty::Unit, span, |s| {
                s.break_here();
                Node::Never
            });
            self.join(
                Head::If(tokens),
                vec![TokenStream::new(); 2],
                vec![body, stop],
                None,
                span,
            );
            return;
        }
        let stop = self.arm(&Ty::Unit, span, |s| {
            s.break_here();
            Node::Never
        });
        let go = self.arm(&Ty::Unit, span, |_| Node::Unit);
        let head = Head::If(quote!(!(#tokens)));
        self.join(
            head,
            vec![TokenStream::new(); 2],
            vec![stop, go],
            None,
            span,
        );
        let node = self.block(&w.body, &Ty::Unit);
        self.discard(node);
    }

    pub(super) fn for_loop(&mut self, f: &ExprForLoop) -> Node {
        let assigned = assigned_in_block(&f.body);
        let span = f.for_token.span();
        let Some(source) = self.source(&f.expr) else {
            return Node::Never;
        };
        let source = self.apart_from(source, &f.body);
        let scope = self.next_scope();
        let node = self.looped(
            None,
            ScopeKind::Loop,
            f.label.as_ref(),
            assigned,
            &Ty::Unit,
            span,
            |s| {
                let (pat, iter) = s.items(&source, &f.pat);
                let node = s.block(&f.body, &Ty::Unit);
                s.discard(node);
                Some(LoopHead::For(pat, iter, source.is_counted()))
            },
        );
        let made = self.stmts.iter_mut().rev().find_map(|stmt| match stmt {
            Stmt::Loop(l) if l.scope == scope => Some(l),
            _ => None,
        });
        if let Some(l) = made.filter(|l| l.body.runs_through()) {
            l.count = source.count();
        }
        if self.end.is_some() {
            Node::Never
        } else {
            let _ = node;
            Node::Unit
        }
    }

    /// Lowers a loop around its trip.
    #[allow(
        clippy::too_many_arguments,
        reason = "one private function with five callers beside it"
    )]
    fn looped(
        &mut self,
        head: Option<LoopHead>,
        kind: ScopeKind,
        label: Option<&Label>,
        assigned: Vec<String>,
        expected: &Ty,
        span: Span,
        trip: impl FnOnce(&mut Self) -> Option<LoopHead>,
    ) -> Node {
        let scope = self.new_scope();
        let outside = self.names_in_scope();
        let trips = self.names.numbered("trips", span);
        let assigned = self.with_aliases(assigned);
        let names: Vec<String> = self
            .order
            .iter()
            .filter(|n| assigned.contains(n))
            .cloned()
            .collect();
        let mut carried = Vec::new();
        let mut carried_names = Vec::new();
        for name in names {
            let Some(binding) = self.env.get(&name).cloned() else {
                continue;
            };
            let before = carried.len();
            let inner = self.carry(&binding, &name, span, &mut carried);
            if carried.len() > before {
                self.bind_name(&name, inner);
                carried_names.push(name);
            }
        }
        self.scopes.push(ScopeCtx {
            scope,
            label: label.map(|l| l.name.ident.to_string()),
            kind,
            carried: carried_names.clone(),
            outward: Vec::new(),
            selector: None,
            expected: expected.clone(),
            value: None,
            breaks: false,
            declared: Vec::new(),
            own_type: self.own_type,
        });
        let (late_head, stmts, end) = self.region(|s| {
            let late = trip(s);
            if s.end.is_none() {
                s.exit(ExitKind::Continue);
            }
            late
        });
        let body = Region {
            stmts,
            end: end.unwrap_or(End::Never),
        };
        self.end_scope(&outside);
        let Some(ctx) = self.scopes.pop() else {
            return Node::Never;
        };
        let head = head.or(late_head).unwrap_or(LoopHead::Forever);
        let ends = ctx.breaks || matches!(head, LoopHead::For(..));
        ctx.declared.into_iter().for_each(|s| self.push(s));
        if let Some(selector) = &ctx.selector {
            self.push(Stmt::Raw(quote!(let mut #selector: usize = 0;)));
        }
        let (value, results) = match ctx.value {
            Some((node, outs)) => (node, outs),
            None => (Node::Unit, Vec::new()),
        };
        let mut outs = carried
            .iter()
            .map(|c| c.out)
            .collect::<Vec<_>>()
            .into_iter();
        for name in &carried_names {
            if let Some(binding) = self.env.get(name).cloned() {
                let after = carried_after(&binding, &mut outs);
                self.bind_name(name, after);
            }
        }
        self.push(Stmt::Loop(Loop {
            head,
            carried,
            results,
            body,
            scope,
            trips,
            count: None,
            taped: false,
            span,
        }));
        if let Some(selector) = ctx.selector {
            self.take_up(&selector, ctx.outward, ends, span);
        }
        if !ends {
            if self.end.is_none() {
                self.end = Some(End::Never);
            }
            return Node::Never;
        }
        value
    }

    /// Adds the variables that assigned references refer to.
    fn with_aliases(&self, mut assigned: Vec<String>) -> Vec<String> {
        let targets: Vec<String> = assigned
            .iter()
            .map(|name| self.resolve_alias(name.clone(), Vec::new()).0)
            .collect();
        assigned.extend(targets);
        // A reference that is passed on may be written through.
        for binding in self.env.values() {
            if let Binding::Alias(name, _) = binding {
                assigned.push(name.clone());
            }
        }
        assigned
    }

    /// Makes the floats of a binding carried; returns it as it is at the head of a trip.
    fn carry(
        &mut self,
        binding: &Binding,
        name: &str,
        span: Span,
        carried: &mut Vec<Carried>,
    ) -> Binding {
        match binding {
            Binding::Val(v, by_ref) => {
                let ty = self.vals[v.0 as usize].ty;
                if !ty.is_float() {
                    return binding.clone();
                }
                Binding::Val(self.carry_one(Some(*v), ty, name, span, carried), *by_ref)
            }
            Binding::Uninit(ty) if ty.is_float() => {
                let scalar = self.scalar_of(ty);
                Binding::Val(self.carry_one(None, scalar, name, span, carried), false)
            }
            Binding::Window(w) => {
                let lo = self.carry_one(Some(w.lo), Scalar::Usize, "i", span, carried);
                let hi = self.carry_one(Some(w.hi), Scalar::Usize, "i", span, carried);
                Binding::Window(super::node::Window {
                    lo,
                    hi,
                    ..w.clone()
                })
            }
            Binding::Tuple(parts) => Binding::Tuple(
                parts
                    .iter()
                    .map(|p| self.carry(p, name, span, carried))
                    .collect(),
            ),
            other => other.clone(),
        }
    }

    fn carry_one(
        &mut self,
        init: Option<Val>,
        ty: Scalar,
        name: &str,
        span: Span,
        carried: &mut Vec<Carried>,
    ) -> Val {
        let stem = crate::names::stem(name.trim_start_matches('*')).to_owned();
        let head_name = self.names.numbered(&stem, span);
        let out_name = self.names.numbered(&stem, span);
        let head = self.new_val(head_name, ty);
        let out = self.new_val(out_name, ty);
        carried.push(Carried { head, init, out });
        head
    }
}

/// A binding after the loop: the floats are the loop's results.
fn carried_after(binding: &Binding, outs: &mut impl Iterator<Item = Val>) -> Binding {
    match binding {
        Binding::Val(v, by_ref) => outs
            .next()
            .map_or(Binding::Val(*v, *by_ref), |o| Binding::Val(o, *by_ref)),
        Binding::Window(w) => {
            let lo = outs.next().unwrap_or(w.lo);
            let hi = outs.next().unwrap_or(w.hi);
            Binding::Window(super::node::Window {
                lo,
                hi,
                ..w.clone()
            })
        }
        Binding::Tuple(parts) => {
            Binding::Tuple(parts.iter().map(|p| carried_after(p, outs)).collect())
        }
        other => other.clone(),
    }
}

#[derive(Default)]
struct Merge {
    results: Vec<Val>,
    /// For each result, what the live arms yield.
    columns: Vec<Vec<Val>>,
}

fn same(a: &Binding, b: &Binding) -> bool {
    match (a, b) {
        (Binding::Val(x, _), Binding::Val(y, _)) => x == y,
        (Binding::Window(x), Binding::Window(y)) => x.lo == y.lo && x.hi == y.hi,
        (Binding::Tuple(x), Binding::Tuple(y)) => {
            x.len() == y.len() && x.iter().zip(y).all(|(p, q)| same(p, q))
        }
        (Binding::Raw { .. }, Binding::Raw { .. })
        | (Binding::Place(_), Binding::Place(_))
        | (Binding::Alias(..), Binding::Alias(..))
        | (Binding::Uninit(_), Binding::Uninit(_)) => true,
        _ => false,
    }
}

/// Whether what two arms yield can be told by its values alone.
pub(super) fn same_form(a: &Node, b: &Node) -> bool {
    match (a, b) {
        (Node::Val(..), Node::Val(..)) | (Node::Unit, Node::Unit) => true,
        (Node::Raw(x), Node::Raw(y)) => x.val.is_some() && y.val.is_some(),
        (Node::Tuple(x), Node::Tuple(y)) | (Node::List(x, _), Node::List(y, _)) => {
            x.len() == y.len() && x.iter().zip(y).all(|(p, q)| same_form(p, q))
        }
        (Node::Place(x), Node::Place(y)) => x.place.mem == y.place.mem,
        (Node::Alias(x, p), Node::Alias(y, q)) => x == y && p == q,
        _ => false,
    }
}

pub(super) fn holds_maybe(node: &Node) -> bool {
    match node {
        Node::Maybe(..) => true,
        Node::Tuple(parts) | Node::List(parts, _) => parts.iter().any(holds_maybe),
        _ => false,
    }
}

fn holds_never(node: &Node) -> bool {
    match node {
        Node::Never => true,
        Node::Tuple(parts) | Node::List(parts, _) => parts.iter().any(holds_never),
        _ => false,
    }
}

/// Whether a value that stays the user's own is a tuple or sequence of floats.
fn carries_parts(ty: &Ty, expected: &Ty) -> bool {
    let parts = |t: &Ty| (matches!(t, Ty::Tuple(_)) || t.is_sequence()) && t.carries_float();
    parts(expected) && !ty.is_inactive() || parts(ty)
}

/// Whether a branch yields the result of a call somewhere.
fn yields_call(e: &Expr) -> bool {
    let tail = |b: &Block| match b.stmts.last() {
        Some(syn::Stmt::Expr(e, None)) => yields_call(e),
        _ => false,
    };
    match unparen(e) {
        Expr::Call(c) => match unparen(&c.func) {
            Expr::Path(p) => p
                .path
                .segments
                .last()
                .is_some_and(|s| !s.ident.to_string().starts_with(char::is_uppercase)),
            _ => false,
        },
        Expr::If(i) => {
            tail(&i.then_branch) || i.else_branch.as_ref().is_some_and(|(_, o)| yields_call(o))
        }
        Expr::Match(m) => m.arms.iter().any(|a| yields_call(&a.body)),
        Expr::Block(b) => tail(&b.block),
        _ => false,
    }
}

/// Whether a branch yields an `Option` or a `Result` somewhere.
fn yields_variant(e: &Expr) -> bool {
    let tail = |b: &Block| match b.stmts.last() {
        Some(syn::Stmt::Expr(e, None)) => yields_variant(e),
        _ => false,
    };
    match unparen(e) {
        Expr::Path(p) => super::infer::is_variant(&p.path).is_some(),
        Expr::Call(c) => {
            matches!(unparen(&c.func), Expr::Path(p) if super::infer::is_variant(&p.path).is_some())
        }
        Expr::If(i) => {
            tail(&i.then_branch)
                || i.else_branch
                    .as_ref()
                    .is_some_and(|(_, o)| yields_variant(o))
        }
        Expr::Match(m) => m.arms.iter().any(|a| yields_variant(&a.body)),
        Expr::Block(b) => tail(&b.block),
        _ => false,
    }
}

fn has_let(cond: &Expr) -> bool {
    match unparen(cond) {
        Expr::Let(_) => true,
        Expr::Binary(b) if matches!(b.op, BinOp::And(_)) => has_let(&b.left) || has_let(&b.right),
        _ => false,
    }
}

/// Variables that are assigned, swapped or lent mutably inside.
pub(super) fn assigned_in_block(block: &Block) -> Vec<String> {
    let mut found = Assigned::default();
    found.visit_block(block);
    found.names
}

pub(super) fn assigned_in_expr(expr: &Expr) -> Vec<String> {
    let mut found = Assigned::default();
    found.visit_expr(expr);
    found.names
}

#[derive(Default)]
struct Assigned {
    names: Vec<String>,
}

impl Assigned {
    fn target(&mut self, target: &Expr) {
        match unparen(target) {
            Expr::Tuple(t) => t.elems.iter().for_each(|e| self.target(e)),
            Expr::Array(a) => a.elems.iter().for_each(|e| self.target(e)),
            other => {
                if let Some(name) = super::stmt::base_variable(other) {
                    self.names.push(name.to_string());
                }
            }
        }
    }
}

impl<'ast> Visit<'ast> for Assigned {
    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Assign(a) => self.target(&a.left),
            Expr::Binary(b) if is_compound(&b.op) => self.target(&b.left),
            Expr::Reference(r) if r.mutability.is_some() => self.target(&r.expr),
            _ => {}
        }
        visit::visit_expr(self, e);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// `+=` and its kin.
pub fn is_compound(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}
