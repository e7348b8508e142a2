//! Patterns: what their variables stand for afterwards.
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Pat, PatIdent};

use super::Lower;
use super::node::{Binding, Node, PlaceNode, Raw};
use super::resolve::is_variable;
use crate::ir::{MemKind, Op, Proj, Stmt, Ty as Scalar, ZeroMem};
use crate::types::Ty;

impl Lower<'_> {
    /// A name in capitals that may carry a float if it is a variable. What it is shows in no token.
    pub(super) fn note_unsure(&mut self, pat: &Pat, node: &Node) {
        if let Pat::Ident(p) = pat
            && !is_variable(p)
            && !matches!(
                node,
                Node::Raw(_) | Node::Maybe(..) | Node::Unit | Node::Never
            )
        {
            self.unsure.insert(p.ident.to_string());
        }
    }

    /// Binds an irrefutable pattern to a value.
    pub(super) fn bind(&mut self, pat: &Pat, node: Node) {
        self.note_unsure(pat, &node);
        match pat {
            Pat::Ident(p) if is_variable(p) => self.bind_ident(p, node),
            Pat::Paren(p) => self.bind(&p.pat, node),
            Pat::Type(p) if matches!(node, Node::Tuple(_)) && distributed(p).is_some() => {
                if let Some(parts) = distributed(p) {
                    let elems: Vec<&Pat> = parts.iter().collect();
                    self.bind_parts(&p.pat, elems, node);
                }
            }
            Pat::Type(p) => {
                let ty = Ty::read(&p.ty);
                let node = match node {
                    // An inactive value may need its type to be known at all.
                    Node::Raw(raw) if !ty.is_float() && !matches!(raw.ty, Ty::Unit) => {
                        let (said, tokens) = (&p.ty, &raw.tokens);
                        let typed = quote!({ let value: #said = #tokens; value });
                        Node::Raw(Raw::atom(typed, raw.ty))
                    }
                    other => other,
                };
                let node = self.annotated(node, &ty, p.ty.span());
                self.bind(&p.pat, node);
            }
            Pat::Reference(p) => {
                let node = match node {
                    // `&mut x` copies what is behind.
                    Node::Place(place) if place.ty.is_float() => {
                        Node::Val(self.load(&place, single(&p.pat), p.and_token.span), false)
                    }
                    Node::Place(place) => Node::Place(self.dereferenced(place)),
                    other => deref(other),
                };
                self.bind(&p.pat, node);
            }
            Pat::Wild(_) => self.discard(node),
            Pat::Tuple(p) => self.bind_parts(pat, p.elems.iter().collect(), node),
            Pat::Slice(p) => self.bind_slice(pat, p.elems.iter().collect(), node),
            Pat::Struct(p) => match node {
                Node::Place(place) if matches!(place.ty, Ty::Unknown) => {
                    self.bind_fields(p, &place);
                }
                node => self.bind_other(pat, node),
            },
            Pat::TupleStruct(p) => match node {
                Node::Place(place) if matches!(place.ty, Ty::Unknown) => {
                    self.bind_numbered(p, &place);
                }
                node => self.bind_other(pat, node),
            },
            _ => self.bind_other(pat, node),
        }
    }

    /// The fields of a struct, by their names.
    fn bind_fields(&mut self, p: &syn::PatStruct, place: &PlaceNode) {
        for field in &p.fields {
            self.bind_member(&field.pat, place, field.member.clone());
        }
    }

    /// The fields of a tuple struct.
    fn bind_numbered(&mut self, p: &syn::PatTupleStruct, place: &PlaceNode) {
        if p.elems.iter().any(|e| matches!(e, Pat::Rest(_))) {
            for (at, elem) in p.elems.iter().enumerate() {
                match elem {
                    Pat::Rest(_) => break,
                    elem => self.bind_member(elem, place, syn::Index::from(at).into()),
                }
            }
            let after_rest = p
                .elems
                .iter()
                .skip_while(|e| !matches!(e, Pat::Rest(_)))
                .skip(1);
            // Their numbers follow from the type, which only rustc knows.
            after_rest.for_each(|e| self.refuse_pattern(e));
            return;
        }
        for (at, elem) in p.elems.iter().enumerate() {
            self.bind_member(elem, place, syn::Index::from(at).into());
        }
    }

    fn bind_member(&mut self, pat: &Pat, place: &PlaceNode, member: syn::Member) {
        let base = &place.tokens;
        let tokens = quote!(#base.#member);
        if self.is_constant_field(place, &member) {
            let lent = self.is_borrowed(place).then(|| quote!(&));
            let raw = Raw::new(quote!(#lent #tokens), Ty::Inactive);
            return self.bind(pat, Node::Raw(raw));
        }
        let mut part = place.project(Proj::Field(member), Ty::Unknown, tokens);
        // What is behind a reference is bound by reference.
        part.amp = self.is_borrowed(place);
        part.mutable = part.amp && self.is_mutable_place(place);
        self.bind(pat, Node::Place(part));
    }

    fn annotated(&mut self, node: Node, ty: &Ty, span: Span) -> Node {
        match node {
            Node::Raw(mut raw) => {
                if !ty.is_inactive() || !raw.ty.is_float() {
                    raw.ty.learn(ty);
                    if ty.is_float() {
                        raw.ty = ty.clone();
                    }
                }
                Node::Raw(raw)
            }
            Node::Place(mut p) if !matches!(ty, Ty::Unknown) => {
                p.ty.learn(ty.peeled());
                let _ = span;
                Node::Place(p)
            }
            other => other,
        }
    }

    fn bind_ident(&mut self, p: &PatIdent, node: Node) {
        let name = p.ident.to_string();
        let known = self.types.of_var(&name);
        if p.by_ref.is_some() && p.mutability.is_some() && !super::node::is_inactive(&node) {
            self.errors.refuse(
                p.ident.span(),
                "`ref mut` on a value that carries floats is not supported",
                "bind with `&mut` on the right-hand side, for instance `let r = &mut x`",
            );
            return self.bind_name(&name, Binding::Uninit(Ty::Unknown));
        }
        let node = if p.by_ref.is_some() {
            by_ref(node)
        } else {
            node
        };
        if let Some((_, sub)) = &p.subpat {
            self.bind(sub, node.clone());
        }
        let binding = self.bound(node, &p.ident, &known, p.mutability.is_some());
        self.bind_name(&name, binding);
    }

    /// What a variable that is given this value stands for.
    pub(super) fn bound(
        &mut self,
        node: Node,
        ident: &Ident,
        known: &Ty,
        mutable: bool,
    ) -> Binding {
        let span = ident.span();
        match node {
            Node::Val(v, by_ref) => Binding::Val(v, by_ref),
            Node::Raw(raw) if raw.ty.peeled().is_float() || known.peeled().is_float() => {
                let by_ref = matches!(raw.ty, Ty::Ref { .. });
                Binding::Val(
                    self.to_val(Node::Raw(raw), known.peeled(), Some(ident), span),
                    by_ref,
                )
            }
            Node::Raw(raw)
                if mutable
                    && !raw.ty.is_inactive()
                    && (known.is_sequence() || raw.ty.is_sequence())
                    && (known.carries_float() || raw.ty.carries_float()) =>
            {
                let mut ty = raw.ty.clone();
                ty.learn(known);
                if known.is_sequence() && !raw.ty.is_sequence() {
                    ty = known.clone();
                }
                Binding::Place(self.filled_memory(raw.tokens, ty, ident))
            }
            Node::Raw(raw) => self.bind_raw(raw, ident, known, mutable),
            Node::Tuple(parts) if mutable && self.types.lent.contains(&ident.to_string()) => {
                match self.tuple_memory(parts, ident) {
                    Ok(place) => Binding::Place(place),
                    Err(parts) => self.bound_parts(parts, ident, known, mutable),
                }
            }
            Node::Tuple(parts) => self.bound_parts(parts, ident, known, mutable),
            Node::List(parts, at) => {
                let place = self.materialise(parts, Some(ident), at);
                Binding::Place(place)
            }
            Node::Place(p) => self.bind_place(p, ident, known, mutable),
            Node::Alias(name, path) => Binding::Alias(name, path),
            Node::Maybe(..) => {
                self.errors.refuse(
                    span,
                    "an `Option` around a value that carries a float is not supported yet",
                    "unwrap it where it is made, or match on its condition",
                );
                Binding::Uninit(Ty::Unknown)
            }
            // What was refused is not refused again where it is used.
            Node::Never => Binding::Uninit(Ty::Unknown),
            Node::Unit => Binding::Raw {
                name: ident.clone(),
                ty: Ty::Unit,
                val: None,
                mutable: false,
            },
        }
    }

    fn bound_parts(
        &mut self,
        parts: Vec<Node>,
        ident: &Ident,
        known: &Ty,
        mutable: bool,
    ) -> Binding {
        let tys = known.parts(parts.len());
        let parts = parts.into_iter().zip(&tys).enumerate();
        Binding::Tuple(
            parts
                .map(|(at, (part, ty))| {
                    let name = self.names.plain(&format!("{ident}_{at}"), ident.span());
                    self.bound(part, &name, ty, mutable)
                })
                .collect(),
        )
    }

    /// A tuple in memory, where there is one to be had.
    pub(super) fn tuple_place(&mut self, parts: Vec<Node>, span: Span) -> Node {
        let name = self.names.numbered("tuple", span);
        match self.tuple_memory(parts, &name) {
            Ok(place) => Node::Place(place),
            Err(parts) => Node::Tuple(parts),
        }
    }

    /// A tuple that is lent as a whole lives in memory.
    fn tuple_memory(&mut self, parts: Vec<Node>, ident: &Ident) -> Result<PlaceNode, Vec<Node>> {
        let span = ident.span();
        let ty = Ty::Tuple(parts.iter().map(|p| self.type_of(p)).collect());
        let Some(shape) = super::node::shape_of_type(&ty) else {
            return Err(parts);
        };
        if ty.is_inactive() {
            return Err(parts);
        }
        let parts = self.snapshot(Node::Tuple(parts), span);
        let init = crate::ir::Init::Empty(super::buffers::zero_tokens(&shape));
        let place = self.define_memory(init, ty, Some(ident), span);
        self.store_place(&place, parts, span);
        Ok(place)
    }

    /// A buffer whose content does not depend on any parameter, but may be written to later.
    fn filled_memory(
        &mut self,
        tokens: proc_macro2::TokenStream,
        ty: Ty,
        ident: &Ident,
    ) -> PlaceNode {
        let span = ident.span();
        let name = self.name_for(Some(ident), span);
        let zero = match super::node::shape_of_type(&ty) {
            Some(shape) => ZeroMem::Shape(shape),
            None => {
                let elem = super::node::shape_of_type(&ty.element())
                    .unwrap_or(crate::ir::ZeroShape::Scalar(None));
                ZeroMem::Vec(elem)
            }
        };
        let mem = self.new_mem(name.clone(), MemKind::Local, Some(zero));
        self.push(Stmt::Define(
            mem,
            crate::ir::Init::Empty(tokens.clone()),
            tokens,
        ));
        place_of(mem, &name, ty)
    }

    fn bind_place(&mut self, p: PlaceNode, ident: &Ident, known: &Ty, mutable: bool) -> Binding {
        if matches!(p.ty, Ty::Unknown) && known.is_discrete() && !p.place.path.is_empty() {
            let raw = Raw {
                ty: known.clone(),
                ..self.integer_of(p)
            };
            return self.bind_raw(raw, ident, known, mutable);
        }
        let mutable_place = self.is_mutable_place(&p) && self.is_borrowed(&p);
        if matches!(p.ty, Ty::Unknown)
            && mutable
            && matches!(
                &self.mems[p.place.mem.0 as usize].zero,
                Some(ZeroMem::Callee(path, _)) if !crate::emit::names_type(path)
            )
            && self.nominal(&p).is_none()
            && self.changes_as_scalar(&ident.to_string())
        {
            // A variable that changes and is not taken apart: a scalar.
            return Binding::Val(self.load(&p, Some(ident), ident.span()), false);
        }
        if p.ty.is_float() && p.amp && !mutable_place {
            let val = self.load(&p, Some(ident), ident.span());
            return Binding::Val(val, true);
        }
        if p.ty.is_float() && !mutable_place
            || matches!(p.ty, Ty::Unknown)
                && known.is_float()
                && !self.rooted_place(&p.place).path.is_empty()
        {
            let p = p.said(known);
            return Binding::Val(self.load(&p, Some(ident), ident.span()), p.amp);
        }
        if let (Ty::Tuple(parts), false) = (&p.ty, mutable_place) {
            let parts = self.parts_behind(&p, parts, false);
            return self.bound(Node::Tuple(parts), ident, known, mutable);
        }
        let is_named = p.place.path.is_empty() && self.mems[p.place.mem.0 as usize].name == *ident;
        if is_named && !self.types.reassigned.contains(&ident.to_string()) {
            return Binding::Place(p);
        }
        if mutable && self.is_borrowed(&p) && p.ty.is_sequence() {
            return self.window(p, ident);
        }
        if self.is_borrowed(&p) {
            let mutable_ref = self.is_mutable_place(&p);
            let whole_view = p.place.path.is_empty()
                && !p.amp
                && matches!(self.mems[p.place.mem.0 as usize].kind, MemKind::View(_));
            let tokens = if whole_view {
                // The reference itself, borrowed again.
                let reference = &self.mems[p.place.mem.0 as usize].name;
                if mutable_ref {
                    quote!(&mut *#reference)
                } else {
                    quote!(#reference)
                }
            } else {
                p.passed()
            };
            let name = self.name_for(Some(ident), ident.span());
            let item = whole_view && self.items_by_value.contains(&p.place.mem);
            let kind = MemKind::View(p.place);
            let mem = self.new_mem(name.clone(), kind, None);
            self.mems[mem.0 as usize].mutable_ref = mutable_ref;
            if item {
                self.items_by_value.insert(mem);
            }
            self.push(Stmt::View(mem, tokens));
            let mut node = place_of(mem, &name, p.ty);
            if node.ty.is_float() {
                node.tokens = quote!((*#name));
            }
            return Binding::Place(node);
        }
        self.copy_place(p, ident, known, mutable)
    }

    /// A variable that changes and is not taken apart.
    pub(super) fn changes_as_scalar(&self, name: &str) -> bool {
        let types = &self.types;
        !types.taken_apart.contains(name)
            && !types.is_own_variable(name)
            && !types.borrowed.contains(name)
            && (types.reassigned.contains(name) || types.compounded.contains(name))
    }

    /// Whether a place lies in what only rustc knows the type of: the result of a call, or a parameter
    /// of a type of the user's that is not written to.
    pub(super) fn is_unseen(&self, p: &PlaceNode) -> bool {
        let root = self.rooted_place(&p.place).mem;
        let info = &self.mems[root.0 as usize];
        match info.kind {
            MemKind::Param(..) => !info.mutable_ref,
            MemKind::Local | MemKind::View(_) => matches!(info.zero, Some(ZeroMem::Callee(..))),
        }
    }

    fn copy_place(&mut self, p: PlaceNode, ident: &Ident, known: &Ty, mutable: bool) -> Binding {
        let mut ty = p.ty.clone();
        // A list of what only rustc knows stays so as a whole.
        if !matches!((&ty, known), (Ty::Unknown, Ty::Vec(e)) if matches!(**e, Ty::Unknown)) {
            ty.learn(known);
        }
        let of_call = self.is_unseen(&p);
        let whole = p.place.path.is_empty();
        // A part of a result has no other owner; what may change is copied.
        let root = self.rooted_place(&p.place).mem;
        let changes = self.may_change(root);
        let fresh_local = (whole || of_call) && self.is_fresh(&p)
            || of_call && !mutable && !changes && matches!(p.ty, Ty::Unknown);
        let unseen = p.ty.clone();
        let p = PlaceNode {
            ty: ty.clone(),
            ..p
        };
        if fresh_local {
            return Binding::Place(p);
        }
        // What is indexed twice has rows, and whether these are arrays only rustc knows.
        let rows = matches!(&unseen, Ty::Unknown)
            && !whole
            && matches!(&ty, Ty::Slice(row) if row.is_sequence());
        let p = PlaceNode {
            ty: if rows { unseen } else { p.ty },
            ..p
        };
        if self.is_unseen_part(&p) || matches!(p.ty, Ty::Unknown) && self.is_param(root) {
            return Binding::Place(self.copy_like(p, Some(ident), ident.span()));
        }
        if whole && matches!(ty, Ty::Vec(_)) {
            return self.moved_vector(p, ident, mutable);
        }
        let known = PlaceNode {
            ty: ty.clone(),
            ..p.clone()
        };
        let Some(shape) = self.shape_of_place(&known, ident.span()) else {
            self.errors.refuse(
                ident.span(),
                format!("the macro does not know the length of `{ident}`"),
                "say it with a type, for instance `let row: [f64; 3] = ..`, or borrow with `&`",
            );
            return Binding::Place(p);
        };
        let base = &p.tokens;
        // The variable is read once more before it gets another value.
        let tokens = if changes && matches!(p.ty, Ty::Unknown) {
            quote!(::core::clone::Clone::clone(&#base))
        } else {
            base.clone()
        };
        let p = PlaceNode { tokens, ..p };
        Binding::Place(self.copy_of(p, shape, Some(ident), ident.span()))
    }

    /// Whether a memory belongs to a variable that is declared `mut`.
    pub(super) fn may_change(&self, mem: crate::ir::Mem) -> bool {
        let holds =
            |b: &Binding| matches!(b, Binding::Place(q) if self.rooted_place(&q.place).mem == mem);
        self.env
            .iter()
            .any(|(name, b)| holds(b) && self.mutable.contains(name))
    }

    fn is_param(&self, mem: crate::ir::Mem) -> bool {
        matches!(self.mems[mem.0 as usize].kind, MemKind::Param(..))
    }

    /// A copy of a part of a struct or of a result: a float or more, only rustc knows.
    pub(super) fn copy_like(
        &mut self,
        p: PlaceNode,
        hint: Option<&Ident>,
        span: Span,
    ) -> PlaceNode {
        // The field is read once more before it gets another value.
        let base = &p.tokens;
        let tokens = quote!(::core::clone::Clone::clone(&#base));
        self.moved_part(&p, tokens, hint, span)
    }

    /// `let b = a`: the vector moves. It stays the same memory under another name, unless either changes
    /// hands later.
    fn moved_vector(&mut self, p: PlaceNode, ident: &Ident, mutable: bool) -> Binding {
        let span = ident.span();
        let info = &self.mems[p.place.mem.0 as usize];
        let is_param = matches!(info.kind, MemKind::Param(..));
        let owner = info.name.to_string();
        let reassigned = self.types.reassigned.iter().any(|n| {
            matches!(self.env.get(n), Some(Binding::Place(q)) if q.place.mem == p.place.mem)
                || *n == owner
        });
        if !(reassigned || is_param && mutable) {
            return Binding::Place(p);
        }
        let Some(shape) = self.shape_of_place(&p, span) else {
            return Binding::Place(p);
        };
        if is_param {
            return Binding::Place(self.copy_of(p, shape, Some(ident), span));
        }
        Binding::Place(self.taken(&p, Some(ident), span))
    }

    /// A memory that was made by this very expression: the variable takes it over.
    fn is_fresh(&self, p: &PlaceNode) -> bool {
        let mem = &self.mems[p.place.mem.0 as usize];
        matches!(mem.kind, MemKind::Local) && !self.is_bound(p)
    }

    /// A variable that holds a slice and may be bound to another part of the same buffer.
    fn window(&mut self, p: PlaceNode, ident: &Ident) -> Binding {
        let span = ident.span();
        let mutable = self.is_mutable_place(&p);
        let tokens = p.passed();
        let name = self.name_for(Some(ident), span);
        self.push(Stmt::Raw(quote!(let mut #name = #tokens;)));
        let lo = self.index_constant(0, span);
        let hi = self.define_index(quote!(#name.len()), span);
        Binding::Window(super::node::Window {
            base: self.rooted_place(&p.place),
            lo,
            hi,
            name,
            elem: p.ty.element(),
            mutable,
        })
    }

    /// The memory that owns the storage behind a place, and the whole way to it.
    pub(super) fn rooted_place(&self, place: &crate::ir::Place) -> crate::ir::Place {
        match &self.mems[place.mem.0 as usize].kind {
            MemKind::View(of) => {
                let mut root = self.rooted_place(of);
                root.path.extend(place.path.iter().cloned());
                root
            }
            MemKind::Param(..) | MemKind::Local => place.clone(),
        }
    }

    /// Binds a window to another part of its buffer.
    pub(super) fn rebind(
        &mut self,
        w: &super::node::Window,
        node: Node,
        span: Span,
    ) -> Option<Binding> {
        let Node::Place(p) = node else {
            return None;
        };
        let place = self.rooted_place(&p.place);
        if place.mem != w.base.mem || !starts_with(&place.path, &w.base.path) {
            return None;
        }
        let mut lo = self.index_constant(0, span);
        for proj in &place.path[w.base.path.len()..] {
            let Proj::Range(from, _) = proj else {
                return None;
            };
            if let Some(from) = from {
                let (a, b) = (self.val_tokens(lo), self.val_tokens(*from));
                lo = self.define_index(quote!(#a + #b), span);
            }
        }
        let (name, value) = (&w.name, p.passed());
        self.push(Stmt::Raw(quote!(#name = #value;)));
        let l = self.val_tokens(lo);
        let hi = self.define_index(quote!(#l + #name.len()), span);
        Some(Binding::Window(super::node::Window {
            lo,
            hi,
            ..w.clone()
        }))
    }

    /// `*p`: the value behind a reference.
    pub(super) fn dereferenced(&self, mut p: PlaceNode) -> PlaceNode {
        if p.amp {
            p.amp = false;
            p.mutable = false;
            return p;
        }
        if p.named {
            let tokens = &p.tokens;
            p.tokens = quote!((*#tokens));
            p.named = false;
            p.deref = true;
            return p;
        }
        let whole = p.place.path.is_empty();
        let is_reference = whole
            && match &self.mems[p.place.mem.0 as usize].kind {
                MemKind::View(_) => !p.tokens.to_string().starts_with("(*"),
                MemKind::Param(index, path) => {
                    path.is_empty() && self.by_ref_params.contains(index)
                }
                MemKind::Local => false,
            };
        if is_reference && !p.deref {
            let tokens = &p.tokens;
            p.tokens = quote!((*#tokens));
            p.deref = true;
        }
        // Its tokens go through the reference already.
        p.deref |= self.is_view_of_tuple(&p);
        p
    }

    /// The tokens of an item that the user holds by value, where the loop goes by reference: a copy, since its
    /// type need not be `Copy`.
    pub(super) fn value_of_item(&self, p: &PlaceNode) -> Option<proc_macro2::TokenStream> {
        let whole = p.place.path.is_empty() && !(p.amp || p.deref || p.mutable);
        let name = &self.mems[p.place.mem.0 as usize].name;
        let item = whole && self.items_by_value.contains(&p.place.mem);
        item.then(|| quote!(::core::clone::Clone::clone(#name)))
    }

    /// Whether the user holds a reference to the place rather than a value.
    pub(super) fn is_borrowed(&self, p: &PlaceNode) -> bool {
        if p.amp || p.named || p.mutable {
            return true;
        }
        if p.deref {
            return false;
        }
        let whole = p.place.path.is_empty();
        match &self.mems[p.place.mem.0 as usize].kind {
            MemKind::View(_) => whole,
            MemKind::Param(index, path) => {
                whole && path.is_empty() && self.by_ref_params.contains(index)
            }
            MemKind::Local => false,
        }
    }

    fn bind_raw(&mut self, raw: Raw, ident: &Ident, known: &Ty, mutable: bool) -> Binding {
        let mut ty = raw.ty.clone();
        ty.learn(known);
        let annotation = None::<proc_macro2::TokenStream>;
        let _ = annotation;
        let tokens = raw.tokens;
        let mutability = mutable.then(|| quote!(mut));
        self.push(Stmt::Raw(quote!(let #mutability #ident = #tokens;)));
        let val = self.given_integer(ident, &ty, mutable);
        Binding::Raw {
            name: ident.clone(),
            ty,
            val,
            mutable,
        }
    }

    /// An immutable integer can be kept for the reverse half under its own name.
    pub(super) fn given_integer(
        &mut self,
        ident: &Ident,
        ty: &Ty,
        mutable: bool,
    ) -> Option<crate::ir::Val> {
        if mutable || !matches!(ty, Ty::Int) {
            return None;
        }
        let size = self.types.sizes.contains(&ident.to_string());
        let scalar = if size { Scalar::Usize } else { Scalar::Other };
        let val = self.new_val(ident.clone(), scalar);
        self.push(Stmt::Given(vec![val]));
        Some(val)
    }

    /// Declares the variables of a pattern that stays the user's own.
    pub(super) fn bind_opaque(&mut self, pat: &Pat, ty: &Ty) {
        let mut found = Vec::new();
        variables_of(pat, &mut found);
        for p in found {
            let name = p.ident.to_string();
            let mut known = self.types.of_var(&name);
            if matches!(pat, Pat::Ident(_)) {
                known.learn(ty);
            }
            let mutable = p.mutability.is_some();
            let binding = if known.is_float() {
                // The tokens of the pattern bind it, by value or by reference.
                let scalar = self.scalar_of(&known);
                let name = self
                    .names
                    .numbered(crate::names::stem(&name), p.ident.span());
                let val = self.new_val(name, scalar);
                let value = self.by_value(&p.ident.to_token_stream());
                self.push(Stmt::Let(val, Op::Raw(value)));
                if mutable || p.by_ref.is_some() {
                    Binding::Val(val, p.by_ref.is_some())
                } else {
                    // What is called with it may want the reference.
                    Binding::Raw {
                        name: p.ident.clone(),
                        ty: known,
                        val: Some(val),
                        mutable,
                    }
                }
            } else {
                let val = self.given_integer(&p.ident, &known, mutable);
                Binding::Raw {
                    name: p.ident.clone(),
                    ty: known,
                    val,
                    mutable,
                }
            };
            self.bind_name(&name, binding);
        }
    }

    fn bind_parts(&mut self, pat: &Pat, elems: Vec<&Pat>, node: Node) {
        let parts = match node {
            Node::Tuple(parts) => parts,
            Node::Alias(name, path) => match self.aliased_binding(&name, &path) {
                Some(Binding::Tuple(parts)) => {
                    let count = u32::try_from(parts.len()).unwrap_or(0);
                    (0..count)
                        .map(|at| {
                            let mut part = path.clone();
                            part.push(at);
                            Node::Alias(name.clone(), part)
                        })
                        .collect()
                }
                _ => return self.refuse_pattern(pat),
            },
            Node::Place(p)
                if self.is_mutable_place(&p)
                    && matches!(p.ty.peeled(), Ty::Tuple(_))
                    && (self.is_borrowed(&p) || self.is_view_of_tuple(&p)) =>
            {
                return self.bind_through(pat, &elems, &p);
            }
            Node::Place(p)
                if matches!(p.ty, Ty::Unknown)
                    && !elems.iter().any(|e| matches!(e, Pat::Rest(_))) =>
            {
                self.tuple_parts(&p, &vec![Ty::Unknown; elems.len()])
            }
            Node::Place(p) if matches!(p.ty, Ty::Unknown) => {
                // How many parts there are is not known, only which come first.
                let first = elems.iter().position(|e| matches!(e, Pat::Rest(_)));
                if first != Some(elems.len() - 1) {
                    return self.refuse_pattern(pat);
                }
                self.tuple_parts(&p, &vec![Ty::Unknown; elems.len() - 1])
            }
            Node::Place(p) => match p.ty.peeled().clone() {
                Ty::Tuple(tys) => self.parts_behind(&p, &tys, true),
                _ => return self.refuse_pattern(pat),
            },
            Node::Raw(raw) => return self.bind_raw_pattern(pat, raw),
            Node::Never => vec![Node::Never; elems.len()],
            _ => return self.refuse_pattern(pat),
        };
        let Some(rest) = elems.iter().position(|e| matches!(e, Pat::Rest(_))) else {
            if elems.len() != parts.len() {
                return self.refuse_pattern(pat);
            }
            for (elem, part) in elems.into_iter().zip(parts) {
                self.bind(elem, part);
            }
            return;
        };
        let tail = elems.len() - rest - 1;
        let skip = parts.len().saturating_sub(tail);
        for (elem, part) in elems[..rest].iter().zip(&parts) {
            self.bind(elem, part.clone());
        }
        for (elem, part) in elems[rest + 1..].iter().zip(&parts[skip..]) {
            self.bind(elem, part.clone());
        }
    }

    /// The fields of a tuple as a pattern or a name finds them: behind a reference they are references.
    fn parts_behind(&self, p: &PlaceNode, tys: &[Ty], pattern: bool) -> Vec<Node> {
        let parts = self.tuple_parts(p, tys);
        if !self.is_borrowed(p) {
            return parts;
        }
        let behind = |part| match part {
            Node::Place(mut part) => {
                part.amp = true;
                Node::Place(part)
            }
            Node::Raw(raw) if pattern || !raw.ty.is_discrete() => {
                let (tokens, ty) = (&raw.tokens, raw.ty.clone().shared());
                Node::Raw(Raw::new(quote!(&#tokens), ty))
            }
            other => other,
        };
        parts.into_iter().map(behind).collect()
    }

    /// The fields of a tuple in memory.
    pub(super) fn tuple_parts(&self, p: &PlaceNode, tys: &[Ty]) -> Vec<Node> {
        tys.iter()
            .enumerate()
            .map(|(at, ty)| {
                let field = syn::Index::from(at);
                let base = &p.tokens;
                let tokens = quote!(#base.#field);
                if ty.is_inactive() {
                    return Node::Raw(Raw::atom(tokens, ty.clone()));
                }
                let mut part = p.project(Proj::Field(field.into()), ty.clone(), tokens);
                part.amp = p.amp;
                part.mutable = p.mutable;
                Node::Place(part)
            })
            .collect()
    }

    fn bind_slice(&mut self, pat: &Pat, elems: Vec<&Pat>, node: Node) {
        match node {
            Node::List(parts, at) if elems.iter().any(|e| matches!(rest_of(e), Some(Some(_)))) => {
                let rest = elems.iter().position(|e| rest_of(e).is_some()).unwrap_or(0);
                let tail = elems.len() - rest - 1;
                if parts.len() < rest + tail {
                    return self.refuse_pattern(pat);
                }
                let middle = parts[rest..parts.len() - tail].to_vec();
                for (elem, part) in elems[..rest].iter().zip(&parts) {
                    self.bind(elem, part.clone());
                }
                if let Some(Some(ident)) = rest_of(elems[rest]) {
                    self.bind_ident(&plain(ident), Node::List(middle, at));
                }
                for (elem, part) in elems[rest + 1..].iter().zip(&parts[parts.len() - tail..]) {
                    self.bind(elem, part.clone());
                }
            }
            Node::Place(p) if self.is_mutable_place(&p) && self.is_borrowed(&p) => {
                self.bind_through(pat, &elems, &p);
            }
            Node::List(parts, _) | Node::Tuple(parts) => {
                self.bind_parts(pat, elems, Node::Tuple(parts));
            }
            Node::Place(p) => self.bind_elements(&p, &elems),
            Node::Raw(raw) => self.bind_raw_pattern(pat, raw),
            Node::Never => elems.into_iter().for_each(|e| self.bind(e, Node::Never)),
            _ => self.refuse_pattern(pat),
        }
    }

    /// A pattern behind `&mut`: its variables are mutable references to the parts.
    fn bind_through(&mut self, pat: &Pat, elems: &[&Pat], p: &PlaceNode) {
        let tokens = if self.is_view_of_tuple(p) {
            // The item itself is the reference.
            self.mems[p.place.mem.0 as usize].name.to_token_stream()
        } else {
            p.passed()
        };
        let tuple = match p.ty.peeled() {
            Ty::Tuple(tys) => Some(tys.clone()),
            _ => None,
        };
        // The length is asked for before the pattern borrows.
        let rest = elems.iter().position(|e| rest_of(e).is_some());
        let base = &p.tokens;
        let len = match (rest, &tuple) {
            (Some(_), None) => match self.slice_len {
                Some(len) if self.matched => Some(len),
                _ => Some(self.define_index(quote!(#base.len()), pat.span())),
            },
            _ => None,
        };
        if !self.matched {
            self.push(Stmt::Raw(quote!(let #pat = #tokens;)));
        }
        for (at, elem) in elems.iter().enumerate() {
            let (proj, ty) = match (&tuple, len, rest) {
                (Some(tys), ..) => (
                    Proj::Field(syn::Index::from(at).into()),
                    tys.get(at).cloned().unwrap_or(Ty::Unknown),
                ),
                (None, Some(len), Some(r)) if at >= r => {
                    let (n, back) = (self.val_tokens(len), elems.len() - at);
                    if at == r {
                        let tail = back - 1;
                        let lo = self.index_constant(r, elem.span());
                        let hi = self.define_index(quote!(#n - #tail), elem.span());
                        let ty = Ty::Slice(Box::new(p.ty.element()));
                        (Proj::Range(Some(lo), Some(hi)), ty)
                    } else {
                        let index = self.define_index(quote!(#n - #back), elem.span());
                        (Proj::Index(index), p.ty.element())
                    }
                }
                (None, ..) => (
                    Proj::Index(self.index_constant(at, elem.span())),
                    p.ty.element(),
                ),
            };
            match elem {
                Pat::Wild(_) | Pat::Rest(_) => {}
                Pat::Ident(ident)
                    if is_variable(ident)
                        && (ident.subpat.is_none() || rest_of(elem).is_some()) =>
                {
                    let name = ident.ident.clone();
                    if ty.is_inactive() {
                        self.bind_opaque(elem, &ty);
                        continue;
                    }
                    let part = p.project(proj, ty.clone(), proc_macro2::TokenStream::new());
                    let mem = self.new_mem(name.clone(), MemKind::View(part.place), None);
                    self.mems[mem.0 as usize].mutable_ref = true;
                    let mut node = place_of(mem, &name, ty);
                    if node.ty.is_float() || matches!(node.ty, Ty::Unknown) {
                        node.ty.learn(&Ty::Float);
                        node.tokens = quote!((*#name));
                    }
                    self.bind_name(&name.to_string(), Binding::Place(node));
                }
                _ => return self.refuse_pattern(pat),
            }
        }
    }

    /// A variable that holds a reference to a tuple, not what is behind it.
    fn is_view_of_tuple(&self, p: &PlaceNode) -> bool {
        p.place.path.is_empty()
            && !p.amp
            && !p.deref
            && matches!(p.ty, Ty::Tuple(_))
            && matches!(self.mems[p.place.mem.0 as usize].kind, MemKind::View(_))
    }

    fn bind_elements(&mut self, p: &PlaceNode, elems: &[&Pat]) {
        let rest = elems.iter().position(|e| rest_of(e).is_some());
        let base = p.tokens.clone();
        for (at, elem) in elems.iter().enumerate() {
            match rest {
                Some(r) if at == r => {
                    let tail = elems.len() - r - 1;
                    if let Some(Some(ident)) = rest_of(elem) {
                        let lo = self.index_constant(r, elem.span());
                        let hi = self.define_index(quote!(#base.len() - #tail), elem.span());
                        let (l, h) = (self.val_tokens(lo), self.val_tokens(hi));
                        let mut part = p.project(
                            Proj::Range(Some(lo), Some(hi)),
                            Ty::Slice(Box::new(p.ty.element())),
                            quote!(#base[#l..#h]),
                        );
                        part.amp = true;
                        part.mutable = p.mutable;
                        self.bind_ident(&plain(ident), Node::Place(part));
                    }
                }
                Some(r) if at > r => {
                    let from_end = elems.len() - at;
                    let index = self.define_index(quote!(#base.len() - #from_end), elem.span());
                    let part = self.element(p, index);
                    self.bind(elem, part);
                }
                _ => {
                    let index = self.index_constant(at, elem.span());
                    let part = self.element(p, index);
                    self.bind(elem, part);
                }
            }
        }
    }

    fn element(&mut self, p: &PlaceNode, index: crate::ir::Val) -> Node {
        let (base, i) = (&p.tokens, self.val_tokens(index));
        let mut part = p.project(Proj::Index(index), p.ty.element(), quote!(#base[#i]));
        part.amp = p.amp || self.is_borrowed(p);
        part.mutable = p.mutable;
        Node::Place(part)
    }

    fn bind_raw_pattern(&mut self, pat: &Pat, raw: Raw) {
        let tokens = raw.tokens;
        self.push(Stmt::Raw(quote!(let #pat = #tokens;)));
        self.bind_opaque(pat, &Ty::Unknown);
    }

    fn bind_other(&mut self, pat: &Pat, node: Node) {
        let mut found = Vec::new();
        variables_of(pat, &mut found);
        if self.matched && found.is_empty() {
            // It was compared where the pattern was matched.
            return;
        }
        match node {
            Node::Raw(raw) => self.bind_raw_pattern(pat, raw),
            Node::Never => self.bind_opaque(pat, &Ty::Unknown),
            _ => self.refuse_pattern(pat),
        }
    }

    pub(super) fn refuse_pattern(&mut self, pat: &Pat) {
        self.errors.refuse(
            pat.span(),
            "the macro cannot take this value apart",
            "say the type where the value is declared, or read its parts, for instance `v.0` or `v[0]`",
        );
        self.bind_opaque(pat, &Ty::Unknown);
    }

    /// Evaluates a value that nobody uses.
    pub(super) fn discard(&mut self, node: Node) {
        if let Node::Raw(raw) = node
            && !raw.stable
        {
            let tokens = raw.tokens;
            self.push(Stmt::Raw(quote!(let _ = #tokens;)));
        }
    }

    /// Makes a value for an index expression.
    pub(super) fn define_index(
        &mut self,
        tokens: proc_macro2::TokenStream,
        span: Span,
    ) -> crate::ir::Val {
        let name = self.names.numbered("i", span);
        let val = self.new_val(name, Scalar::Usize);
        self.vals[val.0 as usize].formula = self.formula(&tokens);
        self.vals[val.0 as usize].steady = self.steady(&tokens);
        self.push(Stmt::Let(val, Op::Raw(tokens)));
        val
    }

    /// Whether an index is plain arithmetic of constants and of indices that do not change: then the
    /// reverse half computes it again.
    fn formula(
        &self,
        tokens: &proc_macro2::TokenStream,
    ) -> Option<(proc_macro2::TokenStream, Vec<crate::ir::Val>)> {
        let expr = syn::parse2::<syn::Expr>(tokens.clone()).ok()?;
        let mut reads = Vec::new();
        self.formula_reads(&expr, &mut reads)?;
        Some((tokens.clone(), reads))
    }

    /// The same of a float that is made from an index, `(i + 1) as f64`.
    pub(super) fn float_formula(
        &self,
        tokens: &proc_macro2::TokenStream,
        cast: &syn::ExprCast,
    ) -> Option<(proc_macro2::TokenStream, Vec<crate::ir::Val>)> {
        let mut reads = Vec::new();
        self.formula_reads(&cast.expr, &mut reads)?;
        (!reads.is_empty()).then(|| (tokens.clone(), reads))
    }

    /// Whether tokens are plain arithmetic of sizes, at least one of them known to be one.
    pub(super) fn is_index_formula(&self, tokens: &proc_macro2::TokenStream) -> bool {
        self.formula(tokens)
            .is_some_and(|(_, reads)| !reads.is_empty())
    }

    /// The size behind a name that does not change.
    pub(super) fn size_named(&self, path: &syn::ExprPath) -> Option<crate::ir::Val> {
        let name = path.path.get_ident()?.to_string();
        let val = match self.env.get(&name) {
            Some(Binding::Raw {
                val: Some(v),
                mutable: false,
                ..
            }) => *v,
            Some(_) => return None,
            None if self.names.is_written(&name) => return None,
            None => {
                let is_it = |v: &crate::ir::ValInfo| v.name == name && v.constant.is_none();
                crate::ir::Val(u32::try_from(self.vals.iter().rposition(is_it)?).ok()?)
            }
        };
        (self.vals[val.0 as usize].ty == Scalar::Usize).then_some(val)
    }

    fn formula_reads(&self, e: &syn::Expr, reads: &mut Vec<crate::ir::Val>) -> Option<()> {
        match crate::types::unparen(e) {
            syn::Expr::Lit(l) => match &l.lit {
                syn::Lit::Int(i) if matches!(i.suffix(), "" | "usize") => Some(()),
                _ => None,
            },
            syn::Expr::Path(p) => {
                reads.push(self.size_named(p)?);
                Some(())
            }
            syn::Expr::Binary(b) => {
                let plain = matches!(
                    b.op,
                    syn::BinOp::Add(_)
                        | syn::BinOp::Sub(_)
                        | syn::BinOp::Mul(_)
                        | syn::BinOp::Div(_)
                        | syn::BinOp::Rem(_)
                );
                if !plain {
                    return None;
                }
                self.formula_reads(&b.left, reads)?;
                self.formula_reads(&b.right, reads)
            }
            _ => None,
        }
    }

    pub(super) fn index_constant(&mut self, at: usize, span: Span) -> crate::ir::Val {
        let literal = proc_macro2::Literal::usize_unsuffixed(at);
        self.constant(literal.to_token_stream(), Scalar::Usize, span)
    }
}

fn starts_with(path: &[Proj], prefix: &[Proj]) -> bool {
    path.len() >= prefix.len()
        && path.iter().zip(prefix).all(|(a, b)| match (a, b) {
            (Proj::Index(x), Proj::Index(y)) => x == y,
            (Proj::Range(a, b), Proj::Range(c, d)) => a == c && b == d,
            (Proj::Field(x), Proj::Field(y)) => x == y,
            _ => false,
        })
}

/// A place that stands for a whole memory.
pub fn place_of(mem: crate::ir::Mem, name: &Ident, ty: Ty) -> PlaceNode {
    PlaceNode {
        place: crate::ir::Place {
            mem,
            path: Vec::new(),
        },
        ty,
        tokens: name.to_token_stream(),
        amp: false,
        mutable: false,
        deref: false,
        named: false,
    }
}

/// `(a, b): (A, B)` as `a: A` and `b: B`.
fn distributed(p: &syn::PatType) -> Option<Vec<Pat>> {
    match (&*p.pat, &*p.ty) {
        (Pat::Tuple(pats), syn::Type::Tuple(tys)) if pats.elems.len() == tys.elems.len() => Some(
            pats.elems
                .iter()
                .zip(&tys.elems)
                .map(|(pat, ty)| match pat {
                    Pat::Wild(_) | Pat::Rest(_) => pat.clone(),
                    pat => Pat::Type(syn::PatType {
                        attrs: Vec::new(),
                        pat: Box::new(pat.clone()),
                        colon_token: p.colon_token,
                        ty: Box::new(ty.clone()),
                    }),
                })
                .collect(),
        ),
        _ => None,
    }
}

/// The same binding without its sub-pattern.
fn plain(ident: &PatIdent) -> PatIdent {
    PatIdent {
        subpat: None,
        ..ident.clone()
    }
}

/// `..` or `name @ ..` in a slice pattern.
pub(super) fn rest_of(pat: &Pat) -> Option<Option<&PatIdent>> {
    match pat {
        Pat::Rest(_) => Some(None),
        Pat::Ident(p)
            if p.subpat
                .as_ref()
                .is_some_and(|(_, s)| matches!(**s, Pat::Rest(_))) =>
        {
            Some(Some(p))
        }
        _ => None,
    }
}

fn single(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(p) => Some(&p.ident),
        _ => None,
    }
}

fn deref(node: Node) -> Node {
    match node {
        Node::Tuple(parts) => Node::Tuple(parts.into_iter().map(deref).collect()),
        Node::Val(v, _) => Node::Val(v, false),
        Node::Place(mut p) => {
            p.amp = false;
            p.mutable = false;
            Node::Place(p)
        }
        Node::Raw(raw) => {
            let operand = raw.operand();
            let ty = raw.ty.peeled().clone();
            Node::Raw(Raw {
                stable: raw.stable,
                ..Raw::new(quote!(*#operand), ty)
            })
        }
        other => other,
    }
}

fn by_ref(node: Node) -> Node {
    match node {
        Node::Val(v, _) => Node::Val(v, true),
        Node::Raw(raw) if raw.ty.is_discrete() => {
            let (tokens, ty) = (raw.operand(), raw.ty.clone().shared());
            Node::Raw(Raw {
                stable: raw.stable,
                ..Raw::new(quote!(&#tokens), ty)
            })
        }
        other => other,
    }
}

/// The parts of a tuple of which a reference is taken apart.
pub fn parts_by_ref(node: Node) -> Node {
    match node {
        Node::Tuple(parts) => Node::Tuple(parts.into_iter().map(parts_by_ref).collect()),
        Node::Place(mut p) => {
            p.amp = true;
            Node::Place(p)
        }
        other => by_ref(other),
    }
}

/// The variables of a pattern, in order.
pub fn variables_of<'p>(pat: &'p Pat, found: &mut Vec<&'p PatIdent>) {
    match pat {
        Pat::Ident(p) => {
            if is_variable(p) && !found.iter().any(|f| f.ident == p.ident) {
                found.push(p);
            }
            if let Some((_, sub)) = &p.subpat {
                variables_of(sub, found);
            }
        }
        Pat::Guard(p) => variables_of(&p.pat, found),
        Pat::Or(p) => p.cases.iter().for_each(|c| variables_of(c, found)),
        Pat::Paren(p) => variables_of(&p.pat, found),
        Pat::Reference(p) => variables_of(&p.pat, found),
        Pat::Slice(p) => p.elems.iter().for_each(|e| variables_of(e, found)),
        Pat::Struct(p) => p.fields.iter().for_each(|f| variables_of(&f.pat, found)),
        Pat::Tuple(p) => p.elems.iter().for_each(|e| variables_of(e, found)),
        Pat::TupleStruct(p) => p.elems.iter().for_each(|e| variables_of(e, found)),
        Pat::Type(p) => variables_of(&p.pat, found),
        _ => {}
    }
}
