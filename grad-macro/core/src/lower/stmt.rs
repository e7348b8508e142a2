//! Statements: declarations, assignments, items.
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprAssign, Item, Local, Pat, Stmt as Syntax};

use super::Lower;
use super::bind::variables_of;
use super::node::{Binding, Node};
use crate::ir::{Stmt, Val};
use crate::types::{Ty, unparen};

impl Lower<'_> {
    /// A block's statements and its value.
    pub(super) fn block(&mut self, block: &Block, expected: &Ty) -> Node {
        let outside = self.names_in_scope();
        let value = self.block_inside(block, expected);
        self.end_scope(&outside);
        value
    }

    fn block_inside(&mut self, block: &Block, expected: &Ty) -> Node {
        for stmt in &block.stmts {
            if let Syntax::Item(item) = stmt {
                self.item(item);
            }
        }
        let mut value = Node::Unit;
        for (at, stmt) in block.stmts.iter().enumerate() {
            if self.end.is_some() {
                return Node::Never;
            }
            let is_last = at + 1 == block.stmts.len();
            value = Node::Unit;
            match stmt {
                Syntax::Local(local) => self.at(local.let_token.span, |lower| lower.local(local)),
                Syntax::Item(_) => {}
                Syntax::Expr(e, None) if is_last => value = self.expr(e, expected),
                Syntax::Expr(e, _) => self.expr_statement(e),
                Syntax::Macro(m) => {
                    let expected = if is_last { expected } else { &Ty::Unit };
                    let node = self.at(m.mac.path.span(), |lower| {
                        lower.macro_expr(&m.mac, expected)
                    });
                    if is_last && m.semi_token.is_none() {
                        value = node;
                    } else {
                        self.discard(node);
                    }
                }
            }
        }
        if self.end.is_some() {
            Node::Never
        } else {
            value
        }
    }

    fn expr_statement(&mut self, e: &Expr) {
        let node = self.expr(e, &Ty::Unit);
        if let Node::Raw(raw) = node
            && !raw.stable
        {
            let tokens = raw.tokens;
            self.push(Stmt::Raw(quote!(#tokens;)));
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Static(s) if !matches!(s.mutability, syn::StaticMutability::None) => self.errors.refuse(
                s.ident.span(),
                "a mutable static inside a differentiated function would be invisible to its derivative",
                "pass the state as a parameter",
            ),
            // The generated code has a copy of its own.
            Item::Static(s) if may_have_state(&s.ty) => self.errors.refuse(
                s.ident.span(),
                "a static whose state may change would have a state of its own in the derivative",
                "put it outside of the function",
            ),
            Item::Macro(m) if m.ident.is_some() => self.errors.refuse(
                m.mac.path.span(),
                "a macro defined inside a differentiated function is not supported",
                "define it outside of the function",
            ),
            _ => self.items.push(item.to_token_stream()),
        }
    }

    fn local(&mut self, local: &Local) {
        let Some(init) = &local.init else {
            return self.declare_later(&local.pat);
        };
        if let Some((_, diverge)) = &init.diverge {
            return self.let_else(local, &init.expr, diverge);
        }
        let expected = self.types.bind(&local.pat, &Ty::Unknown);
        let expected = self.call_result_type(&init.expr, &local.pat, expected);
        let hint = single_name(&local.pat);
        let expected = match (&expected, &hint) {
            // An empty vector that is filled by a call: of floats, as far as anybody can see.
            (Ty::Vec(elem), Some(name))
                if matches!(**elem, Ty::Unknown)
                    && !self.types.lists_structs(&name.to_string())
                    && (self.types.lent.contains(&name.to_string())
                        || self.types.grown.contains(&name.to_string())) =>
            {
                Ty::Vec(Box::new(Ty::Float))
            }
            (Ty::Vec(row), Some(name))
                if matches!(&**row, Ty::Vec(elem) if matches!(**elem, Ty::Unknown))
                    && !self.types.lists_structs(&name.to_string())
                    && self.types.grown_rows.contains(&name.to_string()) =>
            {
                Ty::Vec(Box::new(Ty::Vec(Box::new(Ty::Float))))
            }
            _ => expected,
        };
        let structs = hint
            .as_ref()
            .and_then(|name| self.types.pushed_structs(name, local));
        self.said = match &local.pat {
            Pat::Type(t) => hint.clone().zip(super::infer::nominal_type(&t.ty)),
            _ => None,
        };
        self.gets_floats = matches!(unparen(&init.expr), Expr::Repeat(_))
            && hint
                .as_ref()
                .is_some_and(|name| self.types.may_hold_float(&name.to_string()));
        let node = match (structs, &hint) {
            (Some(elem), Some(name)) => self.empty_structs(&elem, &init.expr, name),
            _ => self.expr_named(&init.expr, &expected, hint.as_ref()),
        };
        self.said = None;
        if self.end.is_some() {
            return;
        }
        let node = match (node, &hint) {
            (Node::Raw(raw), Some(name)) if self.types.operated.contains(&name.to_string()) => {
                self.struct_memory(raw, local, &init.expr, name)
            }
            (node, _) => node,
        };
        let taken_apart = match strip_type(&local.pat) {
            Pat::Tuple(_) => true,
            Pat::Reference(r) => matches!(&*r.pat, Pat::Tuple(_)),
            _ => false,
        };
        let node = if taken_apart && self.is_by_ref(&init.expr) {
            super::bind::parts_by_ref(node)
        } else {
            node
        };
        if let (Node::Raw(raw), Pat::Type(t)) = (&node, &local.pat)
            && !raw.ty.peeled().is_float()
            && !expected.carries_float()
        {
            // Annotations decide the types of what stays the user's own.
            let (pat, ty, tokens) = (&t.pat, &t.ty, &raw.tokens);
            self.push(Stmt::Raw(quote!(let #pat: #ty = #tokens;)));
            let said = Ty::read(&t.ty);
            return self.bind_opaque(pat, &said);
        }
        let mut found = Vec::new();
        variables_of(&local.pat, &mut found);
        let nominal = match &local.pat {
            Pat::Type(t) => super::infer::nominal_type(&t.ty),
            Pat::Ident(p) => {
                let ty = self.nominal_of(&init.expr);
                ty.or_else(|| self.types.nominal_var(&p.ident.to_string()))
            }
            _ => self.nominal_of(&init.expr),
        };
        let node = match (&nominal, strip_type(&local.pat)) {
            (Some(_), Pat::Ident(p))
                if p.mutability.is_some() || self.types.is_beside_structs(&p.ident.to_string()) =>
            {
                self.with_memory(node, &init.expr, &p.ident)
            }
            _ => node,
        };
        if let Some(ty) = &nominal {
            self.note_nominal(&node, ty);
        }
        self.bind(&local.pat, node);
        if let (Some(ty), Some(name)) = (nominal, &hint)
            && let Some(Binding::Place(p)) = self.env.get(&name.to_string())
        {
            self.note_nominal(&Node::Place(p.clone()), &ty);
        }
    }

    /// A result that is only passed on keeps its own type, unless the variable changes.
    fn call_result_type(&mut self, init: &Expr, pat: &Pat, expected: Ty) -> Ty {
        let is_call = matches!(unparen(init), Expr::Call(_));
        let mutable = matches!(
            strip_type(pat),
            Pat::Ident(p) if p.mutability.is_some() && self.changes_as_scalar(&p.ident.to_string())
        ) && !matches!(pat, Pat::Type(_))
            && self.nominal_of(init).is_none();
        self.scalar_guess = is_call && mutable && matches!(expected, Ty::Unknown);
        expected
    }

    /// Whether a tuple is taken apart behind a reference: its parts are references then.
    fn is_by_ref(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Reference(r) => r.mutability.is_none(),
            Expr::Path(p) => p.path.get_ident().is_some_and(|i| {
                matches!(
                    self.types.of_var(&i.to_string()),
                    Ty::Ref { mutable: false, to } if matches!(*to, Ty::Tuple(_))
                )
            }),
            _ => false,
        }
    }

    fn declare_later(&mut self, pat: &Pat) {
        let mut found = Vec::new();
        variables_of(pat, &mut found);
        for p in found {
            let name = p.ident.to_string();
            let mut ty = self.types.of_var(&name);
            if let Pat::Type(t) = pat {
                ty.learn(&Ty::read(&t.ty));
            }
            if matches!(ty, Ty::Unknown) && self.types.from_calls.contains(&name) {
                ty = Ty::Float;
            }
            if ty.is_sequence() && ty.carries_float() {
                self.declare_memory(p, &ty);
            } else if ty.carries_float() || matches!(ty, Ty::Tuple(_)) {
                let binding = uninit(&ty);
                self.bind_name(&name, binding);
            } else {
                self.push(Stmt::Raw(quote!(let #pat;)));
                let binding = Binding::Raw {
                    name: p.ident.clone(),
                    ty,
                    val: None,
                    // Assigned once or more: in either case not at its declaration.
                    mutable: true,
                };
                self.bind_name(&name, binding);
            }
        }
    }

    /// `left = right`.
    pub(super) fn assign(&mut self, a: &ExprAssign) -> Node {
        let target = unparen(&a.left);
        let want = match target {
            Expr::Infer(_) => Ty::Unknown,
            other => self.types.expr(other, &Ty::Unknown),
        };
        let hint = match target {
            Expr::Path(_) | Expr::Field(_) => base_variable(target),
            _ => None,
        };
        let want = if matches!(want, Ty::Unknown) && self.float_target_known(target) {
            Ty::Float
        } else {
            want
        };
        self.shape_before(target, &a.right);
        let early = self.early_shape.take();
        let node = self.expr_named(&a.right, &want, hint.as_ref());
        if self.end.is_some() {
            return Node::Never;
        }
        self.early_shape = early;
        self.assign_node(target, node);
        self.early_shape = None;
        Node::Unit
    }

    fn assign_node(&mut self, target: &Expr, node: Node) {
        match unparen(target) {
            Expr::Infer(_) => self.discard(node),
            Expr::Tuple(t) => {
                let elems: Vec<&Expr> = t.elems.iter().collect();
                self.assign_parts(target, &elems, node);
            }
            Expr::Array(t) => {
                let elems: Vec<&Expr> = t.elems.iter().collect();
                self.assign_parts(target, &elems, node);
            }
            _ => self.store(target, node),
        }
    }

    fn assign_parts(&mut self, target: &Expr, elems: &[&Expr], node: Node) {
        let node = self.settle(node, None, target.span());
        // All parts are read before any is written.
        let node = match node {
            Node::Tuple(_) | Node::List(..) => self.apart(node, target.span()),
            other => other,
        };
        let rest = elems.iter().position(|e| is_rest(e));
        let parts = match node {
            Node::Tuple(parts) | Node::List(parts, _)
                if parts.len() == elems.len() && rest.is_none() =>
            {
                parts
            }
            Node::Tuple(parts) | Node::List(parts, _)
                if rest.is_some() && parts.len() + 1 >= elems.len() =>
            {
                let at = rest.unwrap_or(0);
                let tail = elems.len() - at - 1;
                let skip = parts.len() - tail;
                for (elem, part) in elems[..at].iter().zip(&parts) {
                    self.assign_node(elem, part.clone());
                }
                for (elem, part) in elems[at + 1..].iter().zip(&parts[skip..]) {
                    self.assign_node(elem, part.clone());
                }
                return;
            }
            Node::Place(p) if matches!(p.ty.peeled(), Ty::Array(..)) => {
                let mut parts = Vec::new();
                for at in 0..elems.len() {
                    let i = self.index_constant(at, target.span());
                    let (base, index) = (&p.tokens, self.val_tokens(i));
                    let part = p.project(
                        crate::ir::Proj::Index(i),
                        p.ty.element(),
                        quote!(#base[#index]),
                    );
                    let val = self.load(&part, None, target.span());
                    parts.push(Node::Val(val, false));
                }
                parts
            }
            Node::Raw(raw) if rest.is_none() => {
                // The parts get names first: some of the targets may be values.
                let mut names = Vec::new();
                let mut parts = Vec::new();
                for elem in elems {
                    let name = self.names.numbered("part", target.span());
                    let ty = match unparen(elem) {
                        Expr::Infer(_) => Ty::Inactive,
                        elem => self.types.expr(elem, &Ty::Unknown),
                    };
                    let value = name.to_token_stream();
                    parts.push(Node::Raw(super::node::Raw {
                        stable: true,
                        ..super::node::Raw::atom(value, ty)
                    }));
                    names.push(name);
                }
                let (tokens, array) = (raw.tokens, matches!(unparen(target), Expr::Array(_)));
                let pat = if array {
                    quote!([#(#names),*])
                } else {
                    quote!((#(#names,)*))
                };
                self.push(Stmt::Raw(quote!(let #pat = #tokens;)));
                parts
            }
            _ => {
                self.errors.refuse(
                    target.span(),
                    "the macro cannot take the assigned value apart",
                    "assign the parts one by one",
                );
                return;
            }
        };
        for (elem, part) in elems.iter().zip(parts) {
            self.assign_node(elem, part);
        }
    }

    /// A part of a destructuring assignment, copied where the assignment may overwrite it.
    fn apart(&mut self, node: Node, span: Span) -> Node {
        match self.snapshot(node, span) {
            Node::Tuple(parts) => {
                Node::Tuple(parts.into_iter().map(|p| self.apart(p, span)).collect())
            }
            Node::List(parts, at) => {
                Node::List(parts.into_iter().map(|p| self.apart(p, span)).collect(), at)
            }
            Node::Place(p)
                if !p.amp && !p.named && matches!(p.ty, Ty::Vec(_)) && self.is_bound(&p) =>
            {
                Node::Place(self.taken(&p, None, span))
            }
            other => other,
        }
    }

    /// A value that later writes do not reach: arrays that belong to a variable are copied, references not.
    pub(super) fn snapshot(&mut self, node: Node, span: Span) -> Node {
        match node {
            Node::Tuple(parts) => {
                Node::Tuple(parts.into_iter().map(|p| self.snapshot(p, span)).collect())
            }
            Node::List(parts, at) => Node::List(
                parts.into_iter().map(|p| self.snapshot(p, span)).collect(),
                at,
            ),
            Node::Place(p)
                if (p.ty.is_array() || matches!(p.ty, Ty::Unknown))
                    && !self.is_borrowed(&p)
                    && self.is_bound(&p) =>
            {
                if matches!(p.ty, Ty::Unknown) && !p.place.path.is_empty() {
                    return Node::Place(self.copy_like(p, None, span));
                }
                let Some(shape) = self.shape_of_place(&p, span) else {
                    self.errors.refuse(
                        span,
                        "the macro cannot copy this value before it may change",
                        "bind it to a variable of its own first, with its type",
                    );
                    return Node::Never;
                };
                Node::Place(self.copy_of(p, shape, None, span))
            }
            other => other,
        }
    }

    /// Writes a value to a variable or a field of one.
    pub(super) fn store(&mut self, target: &Expr, node: Node) {
        if self.end.is_some() || matches!(node, Node::Never) {
            return;
        }
        let mut path = Vec::new();
        if holds_alias(&node) {
            return self.refuse_chosen(target.span());
        }
        let Some(name) = variable_path(target, &mut path) else {
            return self.store_elsewhere(target, node);
        };
        if path.is_empty()
            && matches!(unparen(target), Expr::Path(_))
            && matches!(self.env.get(&name), Some(Binding::Alias(..)))
        {
            self.errors.refuse(
                target.span(),
                "a reference that is bound to another variable cannot be followed by the macro",
                "give each reference a name of its own",
            );
            return;
        }
        let (name, path) = self.resolve_alias(name, path);
        let Some(binding) = self.env.get(&name).cloned() else {
            return self.store_elsewhere(target, node);
        };
        if matches!(binding, Binding::Place(_) | Binding::Raw { .. }) {
            return self.store_elsewhere(target, node);
        }
        if let Binding::Window(w) = &binding {
            if !matches!(unparen(target), Expr::Path(_)) {
                return self.store_elsewhere(target, node);
            }
            match self.rebind(w, node, target.span()) {
                Some(new) => self.bind_name(&name, new),
                None => self.errors.refuse(
                    target.span(),
                    "a reference that is bound to another buffer cannot be followed by the macro",
                    "copy the elements, or give each reference a name of its own",
                ),
            }
            return;
        }
        if matches!(binding, Binding::Val(_, true)) && matches!(unparen(target), Expr::Unary(_)) {
            // A copy stands for what the reference refers to: nothing may be written through it.
            self.errors.refuse(
                target.span(),
                "the macro cannot follow what this reference refers to",
                "write to the variable or the element itself",
            );
            return;
        }
        let ident = crate::names::new_ident(name.trim_start_matches('*'), target.span());
        match self.replaced(binding, &path, node, &ident) {
            Ok(new) => self.bind_name(&name, new),
            Err(node) => self.store_elsewhere(target, node),
        }
    }

    /// The parts of a tuple that is assigned whole: all are read before any is written.
    fn parts_to_assign(&mut self, node: Node, parts: &[Binding], ident: &Ident) -> Node {
        let node = match node {
            Node::Place(p) if !p.amp => {
                let tys = p.ty.peeled().parts(parts.len());
                Node::Tuple(self.tuple_parts(&p, &tys))
            }
            node => node,
        };
        match node {
            Node::Tuple(_) => {
                let node = self.settle(node, None, ident.span());
                self.apart(node, ident.span())
            }
            node => node,
        }
    }

    fn replaced(
        &mut self,
        old: Binding,
        path: &[u32],
        node: Node,
        ident: &Ident,
    ) -> Result<Binding, Node> {
        match (old, path) {
            (Binding::Tuple(mut parts), [first, rest @ ..]) if (*first as usize) < parts.len() => {
                let at = *first as usize;
                let part = std::mem::replace(&mut parts[at], Binding::Uninit(Ty::Unknown));
                parts[at] = self.replaced(part, rest, node, ident)?;
                Ok(Binding::Tuple(parts))
            }
            (Binding::Place(p), []) => {
                self.store_place(&p, node, ident.span());
                Ok(Binding::Place(p))
            }
            (Binding::Tuple(parts), []) => match self.parts_to_assign(node, &parts, ident) {
                Node::Tuple(nodes) if nodes.len() == parts.len() => {
                    let mut new = Vec::new();
                    for (part, node) in parts.into_iter().zip(nodes) {
                        new.push(self.replaced(part, &[], node, ident)?);
                    }
                    Ok(Binding::Tuple(new))
                }
                other => Err(other),
            },
            (Binding::Val(old, by_ref), []) => {
                let ty = Ty::of_scalar(self.vals[old.0 as usize].ty);
                Ok(Binding::Val(
                    self.to_val(node, &ty, Some(ident), ident.span()),
                    by_ref,
                ))
            }
            (Binding::Uninit(ty), []) if ty.is_float() || matches!(node, Node::Val(..)) => {
                let val = self.to_val(node, &ty, Some(ident), ident.span());
                Ok(Binding::Val(val, false))
            }
            (Binding::Uninit(Ty::Tuple(_)), []) => match node {
                Node::Tuple(nodes) => {
                    let mut new = Vec::new();
                    for node in nodes {
                        new.push(self.replaced(Binding::Uninit(Ty::Unknown), &[], node, ident)?);
                    }
                    Ok(Binding::Tuple(new))
                }
                other => Err(other),
            },
            (
                Binding::Raw {
                    name, ty, mutable, ..
                },
                [],
            ) if super::node::is_inactive(&node) => {
                let tokens = self.tokens_of(&node);
                self.push(Stmt::Raw(quote!(#name = #tokens;)));
                Ok(Binding::Raw {
                    name,
                    ty,
                    val: None,
                    mutable,
                })
            }
            (_, _) => Err(node),
        }
    }

    fn store_elsewhere(&mut self, target: &Expr, node: Node) {
        let place = self.expr_place(target);
        match (place, node) {
            (Node::Place(p), node) => self.store_place(&p, node, target.span()),
            (Node::Raw(raw), node)
                if super::node::is_inactive(&node)
                    && !matches!(unparen(target), Expr::Macro(_) | Expr::Range(_)) =>
            {
                let (l, r) = (raw.tokens, self.tokens_of(&node));
                self.push(Stmt::Raw(quote!(#l = #r;)));
            }
            (Node::Never, _) => {}
            (Node::Raw(_), _) if !matches!(unparen(target), Expr::Range(_)) => {
                self.refuse_unseen(target);
            }
            _ => self.errors.refuse(
                target.span(),
                "this place cannot be written to",
                "write to a variable, an element, or through a `&mut` reference",
            ),
        }
    }

    /// A float is written to something that the macro took to carry none.
    pub(super) fn refuse_unseen(&mut self, target: &Expr) {
        self.errors.refuse(
            target.span(),
            "a float that may carry a derivative is written to a value whose type the macro cannot see",
            "say the type where it is declared, for instance `let mut s: f64 = ..` or `let mut v: Vec<f64> = ..`",
        );
    }

    /// The current value of a float variable (or tuple field) that is about to change.
    pub(super) fn float_target(&mut self, target: &Expr) -> Option<Val> {
        let mut path = Vec::new();
        let name = variable_path(target, &mut path)?;
        self.aliased(&name, &path)
    }

    fn float_target_known(&mut self, target: &Expr) -> bool {
        self.float_target(target).is_some()
    }
}

/// `..` on the left of an assignment.
fn is_rest(e: &Expr) -> bool {
    matches!(unparen(e), Expr::Range(r) if r.start.is_none() && r.end.is_none())
}

fn uninit(ty: &Ty) -> Binding {
    match ty {
        Ty::Tuple(parts) => Binding::Tuple(parts.iter().map(uninit).collect()),
        other => Binding::Uninit(other.clone()),
    }
}

fn strip_type(pat: &Pat) -> &Pat {
    match pat {
        Pat::Type(t) => strip_type(&t.pat),
        Pat::Paren(p) => strip_type(&p.pat),
        other => other,
    }
}

/// The variable of a pattern that binds just one.
pub fn single_name(pat: &Pat) -> Option<Ident> {
    match strip_type(pat) {
        Pat::Ident(p) if super::resolve::is_variable(p) => Some(p.ident.clone()),
        _ => None,
    }
}

/// `a`, `a.0`, `*a`: the variable and the fields.
pub fn variable_path(target: &Expr, path: &mut Vec<u32>) -> Option<String> {
    match unparen(target) {
        Expr::Path(p) => p.path.get_ident().map(ToString::to_string),
        Expr::Unary(syn::ExprUnary {
            op: syn::UnOp::Deref(_),
            expr,
            ..
        }) => variable_path(expr, path),
        Expr::Field(f) => {
            let name = variable_path(&f.base, path)?;
            match &f.member {
                syn::Member::Unnamed(at) => path.push(at.index),
                syn::Member::Named(_) => return None,
            }
            Some(name)
        }
        _ => None,
    }
}

/// Whether a static of this type may change: all but plain data may.
fn may_have_state(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Reference(r) => may_have_state(&r.elem),
        syn::Type::Array(a) => may_have_state(&a.elem),
        syn::Type::Slice(s) => may_have_state(&s.elem),
        syn::Type::Paren(p) => may_have_state(&p.elem),
        syn::Type::Group(g) => may_have_state(&g.elem),
        syn::Type::Tuple(t) => t.elems.iter().any(may_have_state),
        syn::Type::Path(p) => {
            let plain = p.path.is_ident("str") || p.path.is_ident("char");
            !plain && !matches!(Ty::read(ty), Ty::F64 | Ty::F32 | Ty::Int | Ty::Bool)
        }
        _ => true,
    }
}

/// The variable that an assignment target belongs to.
pub fn base_variable(target: &Expr) -> Option<Ident> {
    match unparen(target) {
        Expr::Path(p) => p.path.get_ident().cloned(),
        Expr::Field(f) => base_variable(&f.base),
        Expr::Index(i) => base_variable(&i.expr),
        Expr::Unary(u) => base_variable(&u.expr),
        _ => None,
    }
}

/// Whether a value is or holds a mutable reference to a scalar variable.
pub(super) fn holds_alias(node: &Node) -> bool {
    match node {
        Node::Alias(..) => true,
        Node::Tuple(parts) | Node::List(parts, _) => parts.iter().any(holds_alias),
        _ => false,
    }
}
