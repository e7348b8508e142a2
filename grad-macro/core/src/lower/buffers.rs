//! Memory that is written: vectors, elements, slices, and the methods that move what is in them.
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprCall, ExprMethodCall, PatIdent};

use super::Lower;
use super::node::{Binding, Node, PlaceNode, Raw, shape_of_type};
use crate::ir::{
    Before, Init, MemKind, Proj, Rearrange, Source, Stmt, Val, Write, ZeroMem, ZeroShape,
};
use crate::types::{Ty, unparen};

impl Lower<'_> {
    /// `vec![a, b]`.
    pub(super) fn vec_list(&mut self, a: &syn::ExprArray, expected: &Ty, span: Span) -> Node {
        let elems = &a.elems;
        let exprs: Vec<&Expr> = elems.iter().collect();
        let elem_ty = self.element_type(&exprs, expected);
        let tys = vec![elem_ty; elems.len()];
        if exprs.is_empty() {
            let runtime = &self.runtime;
            let tokens = quote!(#runtime::__private::std::vec::Vec::new());
            return self.empty_vec(tokens, expected, span);
        }
        let mut nodes = self.operands(&exprs, &tys);
        self.beside_structs(&mut nodes, span);
        let inactive = nodes
            .iter()
            .all(|n| matches!(n, Node::Raw(raw) if !raw.ty.peeled().is_float()))
            && !expected.carries_float();
        if inactive {
            let (runtime, parts) = (&self.runtime, nodes.iter().map(|n| self.tokens_of(n)));
            let tokens = quote!(#runtime::__private::std::vec![#(#parts),*]);
            return Node::Raw(Raw::atom(tokens, Ty::Inactive));
        }
        let elem_ty = self.common_type(&nodes);
        let parts = self.elems(nodes, span);
        let place =
            self.define_memory(Init::VecList(parts), Ty::Vec(Box::new(elem_ty)), None, span);
        Node::Place(place)
    }

    /// `vec![elem; len]`.
    pub(super) fn vec_repeat(
        &mut self,
        elem: &Expr,
        len: &Expr,
        expected: &Ty,
        span: Span,
    ) -> Node {
        let elem_ty = self.element_type(&[elem], expected);
        // The element comes before what the length changes.
        let tys = [elem_ty.clone(), Ty::Int];
        let Ok([node, count]) = <[Node; 2]>::try_from(self.operands(&[elem, len], &tys)) else {
            return Node::Never;
        };
        if matches!(node, Node::Never) || matches!(count, Node::Never) {
            return Node::Never;
        }
        let node = self.repeated_element(node, elem);
        if let (Node::Raw(raw), false) = (&node, expected.carries_float())
            && !raw.ty.peeled().is_float()
        {
            let (elem, len) = (&raw.tokens, self.tokens_of(&count));
            let runtime = &self.runtime;
            return Node::Raw(Raw::atom(
                quote!(#runtime::__private::std::vec![#elem; #len]),
                Ty::Inactive,
            ));
        }
        let mut known = match &node {
            Node::Raw(raw) if !raw.ty.is_float() => expected.element(),
            node => self.type_of(node),
        };
        known.learn(&elem_ty);
        let elem_ty = known;
        let node = match node {
            Node::List(parts, at) => Node::Place(self.materialise(parts, None, at)),
            Node::Tuple(parts) => self.tuple_place(parts, span),
            other => other,
        };
        let len = self.to_index(count, len.span());
        let elem = self.elem(node, &elem_ty, span);
        let tokens = self.val_tokens(len);
        let init = Init::VecRepeat(Box::new(elem), tokens, len);
        Node::Place(self.define_memory(init, Ty::Vec(Box::new(elem_ty)), None, span))
    }

    /// `Vec::new()`, `Vec::with_capacity(n)`: of floats where the variable says so.
    fn empty_vec(&mut self, tokens: TokenStream, expected: &Ty, span: Span) -> Node {
        if !matches!(expected, Ty::Vec(t) if t.carries_float()) {
            return Node::Raw(Raw::atom(tokens, Ty::Unknown));
        }
        // What is pushed may be literals alone, which do not tell their type.
        let tokens = match super::node::definite_type(expected) {
            Some(ty) => {
                let name = self.names.numbered("empty", span);
                quote!({ let #name: #ty = #tokens; #name })
            }
            None => tokens,
        };
        Node::Place(self.define_memory(Init::Empty(tokens), expected.clone(), None, span))
    }

    /// Calls that make vectors.
    pub(super) fn vector_call(
        &mut self,
        c: &ExprCall,
        p: &syn::ExprPath,
        nodes: &[Node],
        expected: &Ty,
    ) -> Option<Node> {
        let segments: Vec<String> = p
            .path
            .segments
            .iter()
            .map(|s| s.ident.to_string())
            .collect();
        let [.., owner, last] = segments.as_slice() else {
            return None;
        };
        if owner != "Vec" {
            return None;
        }
        match last.as_str() {
            "new" | "with_capacity" if expected.carries_float() => {
                let (f, ts) = (&c.func, nodes.iter().map(|n| self.tokens_of(n)));
                Some(self.empty_vec(quote!(#f(#(#ts),*)), expected, c.span()))
            }
            "from" => match nodes {
                [Node::List(parts, at)] => {
                    let elem_ty = self.common_type(parts);
                    let elems = self.elems(parts.clone(), *at);
                    Some(Node::Place(self.define_memory(
                        Init::VecList(elems),
                        Ty::Vec(Box::new(elem_ty)),
                        None,
                        *at,
                    )))
                }
                [Node::Place(p)] => Some(self.copied_vec(&p.clone(), c.span())),
                _ => None,
            },
            _ => None,
        }
    }

    /// A new vector with the elements of a place.
    fn copied_vec(&mut self, p: &PlaceNode, span: Span) -> Node {
        let base = &p.tokens;
        let whole = PlaceNode {
            ty: Ty::Slice(Box::new(p.ty.element())),
            ..p.clone()
        };
        let tokens = quote!(#base[..].to_vec());
        let of_field = self.is_unseen_part(p);
        if matches!(p.ty.element(), Ty::Unknown) && (of_field || self.holds_structs(p)) {
            // Be it an array or a vector, the copy is a vector.
            let mut all = p.clone();
            all.place.path.push(Proj::Range(None, None));
            return Node::Place(self.moved_part(&all, tokens, None, span));
        }
        let Some(shape) = self.shape_of_place(&whole, span) else {
            self.errors.refuse(
                span,
                "the macro does not know what the elements of this copy are",
                "say the type where the buffer is declared",
            );
            return Node::Never;
        };
        let init = Init::Copy(p.place.clone(), tokens, shape);
        let ty = Ty::Vec(Box::new(p.ty.element()));
        Node::Place(self.define_memory(init, ty, None, span))
    }

    /// `x.try_into().unwrap()` where an array is expected: a copy.
    pub(super) fn array_of_slice(&mut self, m: &ExprMethodCall, expected: &Ty) -> Option<Node> {
        let Expr::MethodCall(inner) = unparen(&m.receiver) else {
            return None;
        };
        let Ty::Array(elem, Some(len)) = expected else {
            return None;
        };
        if inner.method != "try_into"
            || !inner.args.is_empty()
            || !(m.method == "unwrap" || m.method == "expect")
            || !self.mentions_active(inner.receiver.to_token_stream())
        {
            return None;
        }
        let Node::Place(p) = self.expr_place(&inner.receiver) else {
            return None;
        };
        let (base, method, args) = (&p.tokens, &m.method, &m.args);
        let tokens = quote!(
            <[_; #len] as ::core::convert::TryFrom<&[_]>>::try_from(&#base[..]).#method(#args)
        );
        let mut elem = (**elem).clone();
        elem.learn(&p.ty.element());
        let copy = PlaceNode {
            ty: Ty::Array(Box::new(elem), Some(len.clone())),
            tokens,
            ..p
        };
        let span = inner.method.span();
        let shape = self.shape_of_place(&copy, span)?;
        Some(Node::Place(self.copy_of(copy, shape, None, span)))
    }

    /// `let v: [f64; 3];`, filled later.
    pub(super) fn declare_memory(&mut self, p: &PatIdent, ty: &Ty) {
        if let Ty::Vec(_) = ty
            && let Some(said) = super::node::nested_type(ty, self.scalar)
        {
            let init = Init::Empty(quote!(<#said>::new()));
            let place = self.define_memory(init, ty.clone(), Some(&p.ident), p.ident.span());
            return self.bind_name(&p.ident.to_string(), Binding::Place(place));
        }
        let Some(shape) = shape_of_type(ty) else {
            self.errors.refuse(
                p.ident.span(),
                format!(
                    "`{}` has no length that the macro knows before it is assigned",
                    p.ident
                ),
                "initialise it where it is declared",
            );
            return;
        };
        let tokens = zero_tokens(&shape);
        let init = Init::Empty(tokens.clone());
        let name = self.name_for(Some(&p.ident), p.ident.span());
        let mem = self.new_mem(name.clone(), MemKind::Local, Some(ZeroMem::Shape(shape)));
        self.push(Stmt::Define(mem, init, tokens));
        let place = super::bind::place_of(mem, &name, ty.clone());
        self.bind_name(&p.ident.to_string(), Binding::Place(place));
    }

    /// Writes a value to a part of memory.
    pub(super) fn store_place(&mut self, p: &PlaceNode, node: Node, span: Span) {
        let target = p.tokens.clone();
        let scalar = p.ty.is_float() || matches!(node, Node::Val(..));
        let node = match (node, p.ty.peeled()) {
            (Node::Place(from), Ty::Tuple(tys)) if !from.amp => {
                let parts = Node::Tuple(self.tuple_parts(&from, &tys.clone()));
                self.settle(parts, None, span)
            }
            (node, _) => node,
        };
        match node {
            Node::Never => {}
            node @ Node::Tuple(_) if matches!(p.ty, Ty::Unknown) => {
                self.assign_unseen(p, node, span);
            }
            Node::Tuple(parts) => {
                if let Ty::Tuple(tys) = p.ty.peeled().clone() {
                    let whole = PlaceNode {
                        amp: false,
                        ..p.clone()
                    };
                    let fields = self.tuple_parts(&whole, &tys);
                    // All parts are read before any is written.
                    let Node::Tuple(parts) = self.snapshot(Node::Tuple(parts), span) else {
                        return;
                    };
                    for (field, part) in fields.into_iter().zip(parts) {
                        match field {
                            Node::Place(f) => self.store_place(&f, part, span),
                            Node::Raw(raw) => {
                                let (l, r) = (raw.tokens, self.tokens_of(&part));
                                self.push(Stmt::Raw(quote!(#l = #r;)));
                            }
                            _ => {}
                        }
                    }
                }
            }
            // A field of a struct that holds a number of any kind, or a truth value.
            Node::Raw(raw) if matches!(p.ty, Ty::Unknown) && !raw.ty.is_float() => {
                if raw.ty.is_discrete() {
                    let tokens = raw.tokens;
                    return self.push(Stmt::Raw(quote!(#target = #tokens;)));
                }
                self.assign_unseen(p, Node::Raw(raw), span);
            }
            node if scalar || matches!(&node, Node::Raw(raw) if raw.ty.is_float()) => {
                let want = if p.ty.is_float() {
                    p.ty.clone()
                } else {
                    Ty::Float
                };
                let val = self.to_val(node, &want, None, span);
                let v = self.val_tokens(val);
                self.push(Stmt::Store(
                    p.place.clone(),
                    Write::Set,
                    Source::Val(val),
                    quote!(#target = #v;),
                ));
            }
            Node::List(parts, at) => {
                let init = self.list_init(parts, at);
                let tokens = self.init_tokens(&init);
                self.push(Stmt::Store(
                    p.place.clone(),
                    Write::Set,
                    Source::Init(init),
                    quote!(#target = #tokens;),
                ));
            }
            // A float of a vector, for a field.
            Node::Place(from) if matches!(p.ty, Ty::Unknown) && from.ty.is_float() && !from.amp => {
                let val = self.load(&from, None, span);
                self.store_place(p, Node::Val(val, false), span);
            }
            Node::Place(from) => self.assign_memory(p, &from, span),
            other => {
                let v = self.tokens_of(&other);
                let _ = v;
                self.errors.refuse(
                    span,
                    "the macro cannot see what is assigned here",
                    "assign an array, a vector or a float",
                );
            }
        }
    }

    /// `a = b` for arrays and vectors.
    fn assign_memory(&mut self, p: &PlaceNode, from: &PlaceNode, span: Span) {
        if from.amp || self.is_view(p) {
            self.errors.refuse(
                span,
                "a reference that is bound to another buffer cannot be followed by the macro",
                "copy the elements, or give each reference a name of its own",
            );
            return;
        }
        let mut from = from.clone();
        from.ty.learn(&p.ty);
        if self.is_of_unseen(p) {
            return self.assign_unseen(p, Node::Place(from), span);
        }
        let target = &p.tokens;
        if matches!(p.ty, Ty::Array(..)) && !matches!(from.ty, Ty::Vec(_)) {
            let value = &from.tokens;
            let tokens = quote!(#target = #value;);
            self.push(Stmt::CopyInto(p.place.clone(), from.place, tokens));
            return;
        }
        if self.refuse_row_of_parameter(p, span) {
            return;
        }
        let from = self.moved(from, span);
        let shape = shape_of_type(&from.ty).unwrap_or(ZeroShape::Unit);
        let Some(before) = self.before(p, quote!(&#target[..]), span) else {
            self.errors.refuse(
                span,
                "the macro does not know what is assigned here",
                "say the type where the variable is declared, for instance `let mut v: Vec<f64> = ..`",
            );
            return;
        };
        let value = &from.tokens;
        let tokens = quote!(#target = #value;);
        let init = Init::Copy(from.place.clone(), value.clone(), shape);
        self.push(Stmt::Replace(
            p.place.clone(),
            before,
            Source::Init(init),
            tokens,
        ));
    }

    pub(super) fn is_view(&self, p: &PlaceNode) -> bool {
        !p.deref
            && p.place.path.is_empty()
            && match &self.mems[p.place.mem.0 as usize].kind {
                MemKind::View(_) => !p.tokens.to_string().starts_with("(*"),
                MemKind::Param(index, _) => {
                    self.by_ref_params.contains(index) && !p.ty.is_float() && {
                        // `*v = ..` goes through the reference; `v = ..` rebinds it.
                        !p.tokens.to_string().starts_with('*')
                    }
                }
                MemKind::Local => false,
            }
    }

    /// `std::mem::swap` of buffers.
    pub(super) fn swap_memories(&mut self, c: &ExprCall, a: &Expr, b: &Expr) -> Node {
        let (x, y) = (self.expr_place(a), self.expr_place(b));
        match (x, y) {
            (Node::Place(p), Node::Place(q)) => {
                if p.named || q.named || self.is_view(&p) || self.is_view(&q) {
                    self.errors.refuse(
                        c.func.span(),
                        "swapping references cannot be followed by the macro",
                        "swap the vectors or arrays themselves, or use `swap_with_slice`",
                    );
                    return Node::Never;
                }
                if p.ty.is_float() && q.ty.is_float() {
                    // Both may be parts of one buffer.
                    let (x, y) = (self.load(&p, None, a.span()), self.load(&q, None, b.span()));
                    self.store_place(&p, Node::Val(y, false), a.span());
                    self.store_place(&q, Node::Val(x, false), b.span());
                    return Node::Unit;
                }
                if matches!(p.ty, Ty::Tuple(_)) {
                    return self.swap_tuples(&p, &q, c.span());
                }
                let (f, s, t) = (&c.func, &p.tokens, &q.tokens);
                let tokens = quote!(#f(&mut #s, &mut #t););
                self.push(Stmt::SwapPlaces(p.place, q.place, tokens));
                Node::Unit
            }
            _ => self.inactive_call(c, &c.func.to_token_stream()),
        }
    }

    /// Tuples are exchanged by copies.
    fn swap_tuples(&mut self, p: &PlaceNode, q: &PlaceNode, span: Span) -> Node {
        let Some(shape) = shape_of_type(&p.ty) else {
            return Node::Never;
        };
        let held = self.copy_of(p.clone(), shape.clone(), None, span);
        for (to, from) in [(p, q), (q, &held)] {
            let (to_tokens, from_tokens) = (&to.tokens, &from.tokens);
            let tokens = quote!(#to_tokens = #from_tokens;);
            let copy = Init::Copy(from.place.clone(), from_tokens.clone(), shape.clone());
            let source = Source::Init(copy);
            self.push(Stmt::Store(to.place.clone(), Write::Set, source, tokens));
        }
        Node::Unit
    }

    /// `std::mem::take` and `replace` of buffers.
    pub(super) fn replace_memory(
        &mut self,
        c: &ExprCall,
        target: &Expr,
        value: Option<&Expr>,
    ) -> Node {
        let Node::Place(p) = self.expr_place(target) else {
            return self.inactive_call(c, &c.func.to_token_stream());
        };
        let span = c.span();
        if p.named {
            self.errors.refuse(
                span,
                "taking a reference out of its variable cannot be followed by the macro",
                "borrow it again instead, for instance with `&mut rest[..]`",
            );
            return Node::Never;
        }
        if p.ty.is_float() {
            let old = self.load(&p, None, span);
            let new = match value {
                Some(e) => self.expr(e, &p.ty.clone()),
                None => Node::Raw(Raw::constant(quote!(0.0), Ty::Float)),
            };
            self.store_place(&p, new, span);
            return Node::Val(old, false);
        }
        // What replaces it comes first, and may tell the type.
        let new = value.map(|e| self.expr(e, &p.ty.clone()));
        let (mut p, unseen) = (p.clone(), self.is_of_unseen(&p));
        if let Some(new) = &new {
            p.ty.learn(&self.type_of(new));
        }
        if unseen {
            return self.exchange_unseen(c, &p, new, span);
        }
        let Some(shape) = self.shape_of_place(&p, span) else {
            self.errors.refuse(
                target.span(),
                "the macro does not know the type of what is taken here",
                "say it where the variable is declared, for instance `let v: Vec<f64> = ..`",
            );
            return Node::Never;
        };
        let (f, base) = (&c.func, p.tokens.clone());
        match new {
            None => {
                let tokens = quote!(#f(&mut #base));
                if shape_of_type(&p.ty).is_some() {
                    // What stays behind are zeros.
                    let zeros = zero_tokens(&shape);
                    let taken = Init::Copy(p.place.clone(), tokens, shape);
                    let out = self.define_memory(taken, p.ty.clone(), None, span);
                    let left = Source::Init(Init::Empty(zeros));
                    self.push(Stmt::Store(p.place, Write::Set, left, TokenStream::new()));
                    return Node::Place(out);
                }
                Node::Place(self.taken_by(&p, tokens, None, span))
            }
            Some(new) => {
                let old = Init::Copy(p.place.clone(), quote!(#base.clone()), shape);
                let out = self.define_memory(old, p.ty.clone(), None, span);
                self.store_place(&p, new, span);
                Node::Place(out)
            }
        }
    }

    /// Methods of arrays, slices and vectors of floats. `None` where the method is not known.
    pub(super) fn buffer_method(
        &mut self,
        m: &ExprMethodCall,
        name: &str,
        p: &PlaceNode,
    ) -> Option<Node> {
        let args: Vec<&Expr> = m.args.iter().collect();
        let span = m.method.span();
        match (name, args.as_slice()) {
            ("fill", [value]) => {
                let elem = p.ty.element();
                let node = self.expr(value, &elem);
                if matches!(elem, Ty::Vec(_)) {
                    self.errors.refuse(
                        span,
                        "`fill` with vectors is not supported yet",
                        "assign the rows one by one",
                    );
                    return Some(Node::Never);
                }
                if elem.is_array() || matches!(node, Node::List(..) | Node::Tuple(_)) {
                    return self.fill_with(p, node, value.span());
                }
                let val = self.to_val(node, &elem, None, value.span());
                let (base, v) = (&p.tokens, self.val_tokens(val));
                self.push(Stmt::Fill(p.place.clone(), val, quote!(#base.fill(#v);)));
                Some(Node::Unit)
            }
            ("copy_from_slice" | "clone_from_slice" | "clone_from", [from]) => {
                let node = self.expr(from, &Ty::Unknown);
                let from = self.as_place(node, from.span())?;
                let (base, method, src) = (&p.tokens, &m.method, from.passed());
                let tokens = quote!(#base.#method(#src););
                if name == "clone_from" && matches!(p.ty, Ty::Vec(_)) {
                    let shape = self.shape_of_place(&from, span)?;
                    let before = self.before(p, quote!(&#base[..]), span)?;
                    let init = Init::Copy(from.place, src, shape);
                    self.push(Stmt::Replace(
                        p.place.clone(),
                        before,
                        Source::Init(init),
                        tokens,
                    ));
                } else {
                    self.push(Stmt::CopyInto(p.place.clone(), from.place, tokens));
                }
                Some(Node::Unit)
            }
            ("copy_within", [range, to]) => self.copy_within(p, range, to),
            ("swap", [i, j]) => {
                let nodes = self.operands(&[i, j], &[Ty::Int, Ty::Int]);
                let mut vals = Vec::new();
                for (node, e) in nodes.into_iter().zip([i, j]) {
                    vals.push(self.to_index(node, e.span()));
                }
                let (base, a, b) = (
                    &p.tokens,
                    self.val_tokens(vals[0]),
                    self.val_tokens(vals[1]),
                );
                let kind = Rearrange::Swap(vals[0], vals[1]);
                self.push(Stmt::Rearrange(
                    p.place.clone(),
                    kind,
                    quote!(#base.swap(#a, #b);),
                ));
                Some(Node::Unit)
            }
            ("reverse", []) => {
                let base = &p.tokens;
                self.push(Stmt::Rearrange(
                    p.place.clone(),
                    Rearrange::Reverse,
                    quote!(#base.reverse();),
                ));
                Some(Node::Unit)
            }
            ("rotate_left" | "rotate_right", [by]) => {
                let node = self.expr(by, &Ty::Int);
                let by = self.to_index(node, by.span());
                let (base, method, n) = (&p.tokens, &m.method, self.val_tokens(by));
                let kind = if name == "rotate_left" {
                    Rearrange::RotateLeft(by)
                } else {
                    Rearrange::RotateRight(by)
                };
                self.push(Stmt::Rearrange(
                    p.place.clone(),
                    kind,
                    quote!(#base.#method(#n);),
                ));
                Some(Node::Unit)
            }
            ("swap_with_slice", [other]) => {
                let node = self.expr(other, &Ty::Unknown);
                let other = self.as_place(node, other.span())?;
                let (base, q) = (&p.tokens, other.passed());
                let tokens = quote!(#base.swap_with_slice(#q););
                // One may be a vector and the other an array.
                let all = |p: &PlaceNode| {
                    let ty = Ty::Slice(Box::new(p.ty.element()));
                    p.project(Proj::Range(None, None), ty, TokenStream::new())
                        .place
                };
                self.push(Stmt::SwapPlaces(all(p), all(&other), tokens));
                Some(Node::Unit)
            }
            ("to_vec" | "to_owned" | "into_vec", []) => Some(self.copied_vec(p, span)),
            ("clone", []) if matches!(p.ty, Ty::Vec(_) | Ty::Slice(_)) => {
                Some(self.copied_vec(p, span))
            }
            ("as_slice" | "as_ref" | "as_mut_slice" | "as_mut", []) => {
                let mut part = p.clone();
                let base = &p.tokens;
                part.tokens = quote!(#base[..]);
                part.ty = Ty::Slice(Box::new(p.ty.element()));
                part.amp = true;
                part.mutable = name.starts_with("as_mut");
                Some(Node::Place(part))
            }
            ("split_at" | "split_at_mut", [at]) => {
                Some(self.split_at(p, at, name == "split_at_mut"))
            }
            ("sort_by" | "sort_unstable_by", [cmp]) => {
                if self.mentions_active(cmp.to_token_stream()) {
                    return None;
                }
                let (base, cmp) = (&p.tokens, self.verbatim_tokens(cmp));
                self.push(Stmt::Sort(
                    p.place.clone(),
                    quote!(&mut #base[..], #cmp),
                    false,
                ));
                Some(Node::Unit)
            }
            ("split_first" | "split_last", []) => {
                Some(self.split_end(p, name == "split_first", span))
            }
            ("first" | "last", []) => Some(self.end_of(p, name == "first", false, span)),
            ("first_mut" | "last_mut", []) => Some(self.end_of(p, name == "first_mut", true, span)),
            ("get" | "get_mut", [index]) => Some(self.get(p, index, name == "get_mut")),
            _ => self.vec_method(m, name, p, &args),
        }
    }

    /// `fill` with an array.
    fn fill_with(&mut self, p: &PlaceNode, node: Node, span: Span) -> Option<Node> {
        let row = self.as_place(node, span)?;
        let shape = self.shape_of_place(&row, span)?;
        let (base, value) = (&p.tokens, &row.tokens);
        let tokens = quote!(#base.fill(#value););
        let copy = Init::Copy(row.place, value.clone(), shape);
        let all = Init::Repeat(Box::new(crate::ir::Elem::Nested(copy)), TokenStream::new());
        let source = Source::Init(all);
        self.push(Stmt::Store(p.place.clone(), Write::Set, source, tokens));
        Some(Node::Unit)
    }

    /// What is nested deeper than the rows of a `&mut` parameter keeps its length: the caller's gradient
    /// buffer has it.
    fn refuse_row_of_parameter(&mut self, p: &PlaceNode, span: Span) -> bool {
        let root = self.rooted_place(&p.place);
        let is_row = root.path.len() > 1
            && matches!(self.mems[root.mem.0 as usize].kind, MemKind::Param(..));
        if is_row {
            self.errors.refuse(
                span,
                "the rows of a parameter cannot change their length",
                "copy the row, change the copy and write its elements back",
            );
        }
        is_row
    }

    /// What a nested vector loses has a shape that is not kept.
    fn refuse_nested(&mut self, p: &PlaceNode, name: &str, span: Span) -> bool {
        let nested =
            shape_of_type(&p.ty.element()).is_none() && !matches!(p.ty.element(), Ty::Unknown);
        if nested {
            self.errors.refuse(
                span,
                format!("`{name}` on a vector of vectors is not supported yet"),
                "`push` the rows in a loop, or use one flat vector",
            );
        }
        nested
    }

    fn vec_method(
        &mut self,
        m: &ExprMethodCall,
        name: &str,
        p: &PlaceNode,
        args: &[&Expr],
    ) -> Option<Node> {
        // A field, say, whose elements are used as they come.
        let floats = PlaceNode {
            ty: Ty::Vec(Box::new(Ty::of_scalar(self.scalar))),
            ..p.clone()
        };
        let p = match name {
            "pop" | "remove" | "swap_remove"
                if matches!(p.ty, Ty::Unknown) && !self.holds_structs(p) =>
            {
                &floats
            }
            _ => p,
        };
        let base = p.tokens.clone();
        let span = m.method.span();
        let changes = matches!(
            name,
            "push"
                | "pop"
                | "extend"
                | "extend_from_slice"
                | "truncate"
                | "clear"
                | "resize"
                | "insert"
                | "remove"
                | "swap_remove"
                | "split_off"
                | "append"
        );
        if changes && self.refuse_row_of_parameter(p, span) {
            return Some(Node::Never);
        }
        if matches!(name, "resize") && self.refuse_nested(p, name, span) {
            return Some(Node::Never);
        }
        match (name, args) {
            ("push", [value]) => {
                let elem = p.ty.element();
                let node = self.expr(value, &elem);
                if matches!(node, Node::Never) {
                    return Some(node);
                }
                let node = self.put_into(p, node, value);
                let before = self.define_index(quote!(#base.len()), span);
                let (source, v) = self.pushed(node, &elem, value.span())?;
                self.push(Stmt::Grow(
                    p.place.clone(),
                    before,
                    source,
                    quote!(#base.push(#v);),
                ));
                Some(Node::Unit)
            }
            ("extend_from_slice" | "extend", [from]) => {
                let node = self.expr(from, &Ty::Unknown);
                let from = self.as_place(node, from.span())?;
                let from = self.moved(from, span);
                let before = self.define_index(quote!(#base.len()), span);
                let src = from.passed();
                let init = Init::Copy(from.place, src.clone(), ZeroShape::Unit);
                let method = &m.method;
                self.push(Stmt::Grow(
                    p.place.clone(),
                    before,
                    Source::Init(init),
                    quote!(#base.#method(#src);),
                ));
                Some(Node::Unit)
            }
            ("pop", []) => {
                let len = self.define_index(quote!(#base.len()), span);
                let n = self.val_tokens(len);
                let last = self.define_index(quote!(#n.wrapping_sub(1)), span);
                let l = self.val_tokens(last);
                if !p.ty.element().is_float() {
                    return self.pop_row(p, len, last, span);
                }
                // The element is read before it is dropped; an empty vector yields a value nobody reads.
                let zero = quote!(0.0);
                let part = p.project(
                    Proj::Index(last),
                    p.ty.element(),
                    quote!(if #n > 0 { #base[#l] } else { #zero }),
                );
                let loaded = self.guarded_load(&part, &base, len, span);
                self.push(Stmt::Shrink(
                    p.place.clone(),
                    Before::Len(len),
                    quote!(let _ = #base.pop();),
                ));
                Some(Node::Maybe(
                    quote!(#n > 0),
                    Box::new(Node::Val(loaded, false)),
                ))
            }
            ("truncate", [count]) => {
                let node = self.expr(count, &Ty::Int);
                let count = self.to_index(node, count.span());
                let count = self.val_tokens(count);
                let lost = quote!(&#base[#base.len().min(#count)..]);
                let before = self.before(p, lost, span)?;
                self.push(Stmt::Shrink(
                    p.place.clone(),
                    before,
                    quote!(#base.truncate(#count);),
                ));
                Some(Node::Unit)
            }
            ("clear", []) => {
                let before = self.before(p, quote!(&#base[..]), span)?;
                self.push(Stmt::Shrink(
                    p.place.clone(),
                    before,
                    quote!(#base.clear();),
                ));
                Some(Node::Unit)
            }
            ("resize", [count, value]) => {
                let elem = p.ty.element();
                let nodes = self.operands(&[count, value], &[Ty::Int, elem.clone()]);
                let mut nodes = nodes.into_iter();
                let count_node = nodes.next()?;
                let value_node = nodes.next()?;
                let n = self.to_index(count_node, count.span());
                if !elem.is_float() && shape_of_type(&elem).is_some() {
                    return self.resize_rows(p, n, value_node, span);
                }
                let val = self.to_val(value_node, &elem, None, value.span());
                let before = self.define_index(quote!(#base.len()), span);
                let (nt, vt, b) = (
                    self.val_tokens(n),
                    self.val_tokens(val),
                    self.val_tokens(before),
                );
                // First shorter, then longer: one of the two does nothing.
                self.push(Stmt::Shrink(
                    p.place.clone(),
                    Before::Len(before),
                    quote!(#base.truncate(#nt);),
                ));
                let between = self.define_index(quote!(#b.min(#nt)), span);
                self.push(Stmt::Grow(
                    p.place.clone(),
                    between,
                    Source::Val(val),
                    quote!(#base.resize(#nt, #vt);),
                ));
                Some(Node::Unit)
            }
            ("insert", [at, value]) => self.insert(p, at, value, span),
            ("remove" | "swap_remove", [at]) => self.remove(p, at, &m.method),
            ("split_off", [at]) => {
                let node = self.expr(at, &Ty::Int);
                let at = self.to_index(node, at.span());
                let (k, ty) = (self.val_tokens(at), Ty::Slice(Box::new(p.ty.element())));
                let tail = p.project(Proj::Range(Some(at), None), ty, quote!(#base[#k..]));
                let shape = self.shape_of_place(&tail, span)?;
                let before = self.before(p, quote!(&#base[#k..]), span)?;
                let init = Init::Copy(tail.place, quote!(#base.split_off(#k)), shape);
                let out = self.define_memory(init, p.ty.clone(), None, span);
                self.push(Stmt::Shrink(p.place.clone(), before, TokenStream::new()));
                Some(Node::Place(out))
            }
            ("append", [other]) => {
                let node = self.expr(other, &Ty::Unknown);
                let from = self.as_place(node, other.span())?;
                let from = PlaceNode {
                    amp: false,
                    ..self.dereferenced(from)
                };
                let source = &from.tokens;
                let lost = self.before(&from, quote!(&#source[..]), span)?;
                let before = self.define_index(quote!(#base.len()), span);
                let init = Init::Copy(from.place.clone(), source.clone(), ZeroShape::Unit);
                self.push(Stmt::Grow(
                    p.place.clone(),
                    before,
                    Source::Init(init),
                    quote!(#base.append(&mut #source);),
                ));
                self.push(Stmt::Shrink(from.place, lost, TokenStream::new()));
                Some(Node::Unit)
            }
            ("reserve" | "shrink_to_fit" | "reserve_exact", rest) => {
                let nodes = self.operands(rest, &vec![Ty::Int; rest.len()]);
                let ts = nodes.iter().map(|n| self.tokens_of(n));
                let method = &m.method;
                self.push(Stmt::Raw(quote!(#base.#method(#(#ts),*);)));
                Some(Node::Unit)
            }
            ("capacity", []) => Some(Node::Raw(Raw::atom(quote!(#base.capacity()), Ty::Int))),
            _ => None,
        }
    }

    /// `resize` with arrays or tuples.
    fn resize_rows(&mut self, p: &PlaceNode, count: Val, value: Node, span: Span) -> Option<Node> {
        let row = self.as_place(value, span)?;
        let shape = self.shape_of_place(&row, span)?;
        let base = p.tokens.clone();
        let before = self.define_index(quote!(#base.len()), span);
        let (n, b, v) = (
            self.val_tokens(count),
            self.val_tokens(before),
            row.tokens.clone(),
        );
        let tokens = quote!(#base.truncate(#n););
        self.push(Stmt::Shrink(p.place.clone(), Before::Len(before), tokens));
        let between = self.define_index(quote!(#b.min(#n)), span);
        let copy = crate::ir::Elem::Nested(Init::Copy(row.place, v.clone(), shape));
        let rows = Init::Repeat(Box::new(copy), TokenStream::new());
        let tokens = quote!(#base.resize(#n, #v););
        let source = Source::Init(rows);
        self.push(Stmt::Grow(p.place.clone(), between, source, tokens));
        Some(Node::Unit)
    }

    /// `insert`: the element comes last and is rotated to its place.
    fn insert(&mut self, p: &PlaceNode, at: &Expr, value: &Expr, span: Span) -> Option<Node> {
        let (base, elem) = (p.tokens.clone(), p.ty.element());
        let nodes = self.operands(&[at, value], &[Ty::Int, elem.clone()]);
        let mut nodes = nodes.into_iter();
        let (at_node, node) = (nodes.next()?, nodes.next()?);
        let index = self.to_index(at_node, at.span());
        let node = self.put_into(p, node, value);
        let before = self.define_index(quote!(#base.len()), span);
        let (source, v) = self.pushed(node, &elem, value.span())?;
        let i = self.val_tokens(index);
        let tokens = quote!(#base.insert(#i, #v););
        self.push(Stmt::Grow(p.place.clone(), before, source, tokens));
        let one = self.index_constant(1, span);
        self.rearrange_tail(p, index, Rearrange::RotateRight(one));
        Some(Node::Unit)
    }

    /// `remove` and `swap_remove`: the element is rotated or swapped to the end and dropped there.
    fn remove(&mut self, p: &PlaceNode, at: &Expr, method: &Ident) -> Option<Node> {
        let (base, elem, span) = (p.tokens.clone(), p.ty.element(), method.span());
        let node = self.expr(at, &Ty::Int);
        let index = self.to_index(node, at.span());
        let i = self.val_tokens(index);
        if !elem.is_float() {
            self.errors.refuse(
                span,
                format!("`{method}` of a row is not supported yet"),
                "swap the row to the end and use `pop`",
            );
            return Some(Node::Never);
        }
        let part = p.project(Proj::Index(index), elem, quote!(#base[#i]));
        let value = self.load(&part, None, span);
        let before = self.define_index(quote!(#base.len()), span);
        let n = self.val_tokens(before);
        if method == "remove" {
            let one = self.index_constant(1, span);
            self.rearrange_tail(p, index, Rearrange::RotateLeft(one));
        } else {
            let last = self.define_index(quote!(#n - 1), span);
            let swap = Rearrange::Swap(index, last);
            self.push(Stmt::Rearrange(p.place.clone(), swap, TokenStream::new()));
        }
        let tokens = quote!(let _ = #base.#method(#i););
        self.push(Stmt::Shrink(p.place.clone(), Before::Len(before), tokens));
        Some(Node::Val(value, false))
    }

    /// What the user's statement does besides, from an index on; it has no tokens of its own.
    fn rearrange_tail(&mut self, p: &PlaceNode, from: Val, kind: Rearrange) {
        let ty = Ty::Slice(Box::new(p.ty.element()));
        let tail = p.project(Proj::Range(Some(from), None), ty, TokenStream::new());
        self.push(Stmt::Rearrange(tail.place, kind, TokenStream::new()));
    }

    /// A load that happens only if the vector is not empty.
    fn guarded_load(&mut self, part: &PlaceNode, base: &TokenStream, len: Val, span: Span) -> Val {
        let n = self.val_tokens(len);
        let node = self.maybe_load(part, base, quote!(#n > 0), span);
        match node {
            Node::Val(v, _) => v,
            _ => self.constant(quote!(0.0), self.scalar, span),
        }
    }

    /// Reads a float where a condition holds, zero elsewhere.
    fn maybe_load(
        &mut self,
        part: &PlaceNode,
        base: &TokenStream,
        cond: TokenStream,
        span: Span,
    ) -> Node {
        let mut read = part.clone();
        if let Some(Proj::Index(i)) = part.place.path.last() {
            let i = self.val_tokens(*i);
            read.tokens = quote!(#base[#i]);
        }
        let (taken, stmts, _) = self.region(|l| l.load(&read, None, span));
        let scalar = self.vals[taken.0 as usize].ty;
        let zero = self.constant(quote!(0.0), scalar, span);
        let name = self.names.numbered("t", span);
        let out = self.new_val(name, scalar);
        let scope = self.scope();
        self.push_branch(
            crate::ir::Head::If(cond),
            vec![
                crate::ir::Region {
                    stmts,
                    end: crate::ir::End::Yield(vec![taken]),
                },
                crate::ir::Region {
                    stmts: Vec::new(),
                    end: crate::ir::End::Yield(vec![zero]),
                },
            ],
            vec![out],
            scope,
            span,
        );
        Node::Val(out, false)
    }

    /// `pop` of a vector of vectors or arrays: the row moves to a memory of its own.
    fn pop_row(&mut self, p: &PlaceNode, len: Val, last: Val, span: Span) -> Option<Node> {
        let base = p.tokens.clone();
        let (n, l) = (self.val_tokens(len), self.val_tokens(last));
        let elem = p.ty.element();
        let before = self.before(p, quote!(&#base[#n.saturating_sub(1)..]), span)?;
        let (out, declared) = self.collector(&elem, span)?;
        self.push(declared);
        let part = p.project(Proj::Index(last), elem, TokenStream::new()).place;
        let target = &out.tokens;
        let (held, stmts, _) = self.region(|s| {
            if let Some(shape) = shape_of_type(&out.ty) {
                let row = quote!(#base[#l]);
                let tokens = quote!(#target = #row;);
                let copy = Source::Init(Init::Copy(part, row, shape));
                s.push(Stmt::Store(out.place.clone(), Write::Set, copy, tokens));
                return Some(());
            }
            let held = s.before(&out, quote!(&#target[..]), span)?;
            let row = quote!(::core::mem::take(&mut #base[#l]));
            let init = Init::Copy(part, row.clone(), ZeroShape::Unit);
            let tokens = quote!(#target = #row;);
            s.push(Stmt::Replace(
                out.place.clone(),
                held,
                Source::Init(init),
                tokens,
            ));
            Some(())
        });
        held?;
        let scope = self.scope();
        let taken = crate::ir::Region {
            stmts,
            end: crate::ir::End::Yield(Vec::new()),
        };
        let arms = vec![taken, super::exits::empty_region()];
        self.push_branch(
            crate::ir::Head::If(quote!(#n > 0)),
            arms,
            Vec::new(),
            scope,
            span,
        );
        let tokens = quote!(let _ = #base.pop(););
        self.push(Stmt::Shrink(p.place.clone(), before, tokens));
        Some(Node::Maybe(quote!(#n > 0), Box::new(Node::Place(out))))
    }

    fn pushed(&mut self, node: Node, elem: &Ty, span: Span) -> Option<(Source, TokenStream)> {
        match node {
            Node::List(parts, at) => {
                let init = self.list_init(parts, at);
                let tokens = self.init_tokens(&init);
                Some((
                    Source::Init(Init::List(vec![crate::ir::Elem::Nested(init)])),
                    tokens,
                ))
            }
            Node::Tuple(_) => {
                let elem = self.elem(node, elem, span);
                let init = Init::List(vec![elem]);
                let tokens = self.only_element(&init);
                Some((Source::Init(init), tokens))
            }
            Node::Place(p) if !p.ty.is_float() => {
                let p = self.moved(p, span);
                let tokens = match self.value_of_item(&p) {
                    Some(item) if matches!(p.ty, Ty::Unknown) => item,
                    _ => p.tokens.clone(),
                };
                let shape = match &p.ty {
                    Ty::Unknown => ZeroShape::Unseen,
                    ty => shape_of_type(ty).unwrap_or(ZeroShape::Unit),
                };
                let copy = Init::Copy(p.place, tokens.clone(), shape);
                Some((
                    Source::Init(Init::List(vec![crate::ir::Elem::Nested(copy)])),
                    tokens,
                ))
            }
            other => {
                let val = self.to_val(other, elem, None, span);
                let tokens = self.val_tokens(val);
                Some((Source::Val(val), tokens))
            }
        }
    }

    /// A node as a place: literals get a memory.
    fn as_place(&mut self, node: Node, span: Span) -> Option<PlaceNode> {
        match node {
            Node::Place(p) => Some(p),
            Node::List(parts, at) => Some(self.materialise(parts, None, at)),
            Node::Tuple(parts) => match self.tuple_place(parts, span) {
                Node::Place(p) => Some(p),
                _ => None,
            },
            Node::Raw(raw) if raw.ty.carries_float() || matches!(raw.ty, Ty::Unknown) => {
                // Inactive numbers: a memory that nothing flows back to.
                let name = self.names.numbered("array", span);
                let shape = ZeroShape::Unit;
                let mem = self.new_mem(name.clone(), MemKind::Local, Some(ZeroMem::Shape(shape)));
                let tokens = raw.tokens;
                self.push(Stmt::Define(mem, Init::Empty(tokens.clone()), tokens));
                Some(super::bind::place_of(mem, &name, raw.ty))
            }
            _ => None,
        }
    }

    fn copy_within(&mut self, p: &PlaceNode, range: &Expr, to: &Expr) -> Option<Node> {
        let Expr::Range(r) = unparen(range) else {
            return None;
        };
        let base = p.tokens.clone();
        let lo = match &r.start {
            Some(e) => {
                let node = self.expr(e, &Ty::Int);
                self.to_index(node, e.span())
            }
            None => self.index_constant(0, r.span()),
        };
        let hi = match &r.end {
            Some(e) => {
                let node = self.expr(e, &Ty::Int);
                let hi = self.to_index(node, e.span());
                if matches!(r.limits, syn::RangeLimits::Closed(_)) {
                    let h = self.val_tokens(hi);
                    self.define_index(quote!(#h + 1), e.span())
                } else {
                    hi
                }
            }
            None => self.define_index(quote!(#base.len()), r.span()),
        };
        let node = self.expr(to, &Ty::Int);
        let dst = self.to_index(node, to.span());
        let (l, h, d) = (
            self.val_tokens(lo),
            self.val_tokens(hi),
            self.val_tokens(dst),
        );
        let end = self.define_index(quote!(#d + (#h - #l)), to.span());
        let ty = Ty::Slice(Box::new(p.ty.element()));
        let from = p.project(
            Proj::Range(Some(lo), Some(hi)),
            ty.clone(),
            TokenStream::new(),
        );
        let into = p.project(Proj::Range(Some(dst), Some(end)), ty, TokenStream::new());
        self.push(Stmt::CopyInto(
            into.place,
            from.place,
            quote!(#base.copy_within(#l..#h, #d);),
        ));
        Some(Node::Unit)
    }

    fn split_at(&mut self, p: &PlaceNode, at: &Expr, mutable: bool) -> Node {
        let span = at.span();
        let node = self.expr(at, &Ty::Int);
        let mid = self.to_index(node, span);
        let (base, k) = (&p.tokens, self.val_tokens(mid));
        let ty = Ty::Slice(Box::new(p.ty.element()));
        let first = self.names.numbered("part", span);
        let second = self.names.numbered("part", span);
        let split = if mutable {
            quote!(split_at_mut)
        } else {
            quote!(split_at)
        };
        self.push(Stmt::Raw(quote!(let (#first, #second) = #base.#split(#k);)));
        let mut parts = Vec::new();
        for (name, range) in [
            (first, Proj::Range(None, Some(mid))),
            (second, Proj::Range(Some(mid), None)),
        ] {
            let part = p.project(range, ty.clone(), TokenStream::new());
            let mem = self.new_mem(name.clone(), MemKind::View(part.place), None);
            self.mems[mem.0 as usize].mutable_ref = mutable;
            parts.push(Node::Place(super::bind::place_of(mem, &name, ty.clone())));
        }
        Node::Tuple(parts)
    }

    /// `first()` and `last()`.
    fn end_of(&mut self, p: &PlaceNode, first: bool, mutable: bool, span: Span) -> Node {
        let base = p.tokens.clone();
        let index = if first {
            self.index_constant(0, span)
        } else {
            self.define_index(quote!(#base.len().wrapping_sub(1)), span)
        };
        let i = self.val_tokens(index);
        let mut part = p.project(Proj::Index(index), p.ty.element(), quote!(#base[#i]));
        part.amp = true;
        part.mutable = mutable;
        Node::Maybe(quote!(!#base.is_empty()), Box::new(Node::Place(part)))
    }

    /// `split_first()` and `split_last()`.
    fn split_end(&mut self, p: &PlaceNode, first: bool, span: Span) -> Node {
        let base = p.tokens.clone();
        let index = if first {
            self.index_constant(0, span)
        } else {
            self.define_index(quote!(#base.len().wrapping_sub(1)), span)
        };
        let i = self.val_tokens(index);
        let mut end = p.project(Proj::Index(index), p.ty.element(), quote!(#base[#i]));
        let (range, tokens) = if first {
            let one = self.index_constant(1, span);
            (Proj::Range(Some(one), None), quote!(#base[1..]))
        } else {
            (Proj::Range(None, Some(index)), quote!(#base[..#i]))
        };
        let mut rest = p.project(range, Ty::Slice(Box::new(p.ty.element())), tokens);
        end.amp = true;
        rest.amp = true;
        let parts = Node::Tuple(vec![Node::Place(end), Node::Place(rest)]);
        Node::Maybe(quote!(!#base.is_empty()), Box::new(parts))
    }

    /// `get(i)`.
    fn get(&mut self, p: &PlaceNode, index: &Expr, mutable: bool) -> Node {
        let base = p.tokens.clone();
        if let Expr::Range(_) = unparen(index) {
            return Node::Never;
        }
        let node = self.expr(index, &Ty::Int);
        let index = self.to_index(node, index.span());
        let i = self.val_tokens(index);
        let mut part = p.project(Proj::Index(index), p.ty.element(), quote!(#base[#i]));
        part.amp = true;
        part.mutable = mutable;
        Node::Maybe(quote!(#i < #base.len()), Box::new(Node::Place(part)))
    }

    /// Methods of an `Option` that holds a place or a float.
    pub(super) fn maybe_method(
        &mut self,
        m: &ExprMethodCall,
        name: &str,
        some: &TokenStream,
        node: Node,
    ) -> Node {
        let args: Vec<&Expr> = m.args.iter().collect();
        match (name, args.as_slice()) {
            ("copied" | "cloned", []) => {
                let inner = match node {
                    Node::Place(mut p) => {
                        p.amp = false;
                        Node::Place(p)
                    }
                    other => other,
                };
                Node::Maybe(some.clone(), Box::new(inner))
            }
            ("unwrap" | "expect", _) => {
                let message = match args.first() {
                    Some(e) => self.verbatim_tokens(e),
                    None => quote!("called `Option::unwrap()` on a `None` value"),
                };
                let panic = quote_spanned!(m.method.span()=> ::core::panic!("{}", #message));
                self.push(Stmt::Raw(quote!(if !(#some) { #panic; })));
                node
            }
            ("unwrap_or", [default]) => {
                let ty = self.type_of(&node).peeled().clone();
                let ty = if ty.is_float() { ty } else { Ty::Float };
                let span = m.method.span();
                let other = self.expr(default, &ty);
                let other = self.to_val(other, &ty, None, default.span());
                let (taken, stmts, _) = self.region(|l| l.to_val(node, &ty, None, span));
                let scalar = self.vals[taken.0 as usize].ty;
                let name = self.names.numbered("t", span);
                let out = self.new_val(name, scalar);
                let scope = self.scope();
                let arms = vec![
                    crate::ir::Region {
                        stmts,
                        end: crate::ir::End::Yield(vec![taken]),
                    },
                    crate::ir::Region {
                        stmts: Vec::new(),
                        end: crate::ir::End::Yield(vec![other]),
                    },
                ];
                self.push_branch(
                    crate::ir::Head::If(some.clone()),
                    arms,
                    vec![out],
                    scope,
                    span,
                );
                Node::Val(out, false)
            }
            ("is_some", []) => Node::Raw(Raw::new(some.clone(), Ty::Bool)),
            ("is_none", []) => Node::Raw(Raw::new(quote!(!(#some)), Ty::Bool)),
            _ => {
                self.errors.refuse(
                    m.method.span(),
                    format!("`{name}` on an `Option` of a value that carries a float is not supported yet"),
                    "check the length first and use an index",
                );
                Node::Never
            }
        }
    }
}

pub(super) fn zero_tokens(shape: &ZeroShape) -> TokenStream {
    match shape {
        ZeroShape::Repeat(part, len) => {
            let part = zero_tokens(part);
            quote!([#part; #len])
        }
        ZeroShape::List(parts) => {
            let parts = parts.iter().map(zero_tokens);
            quote!([#(#parts),*])
        }
        ZeroShape::Tuple(parts) => {
            let parts = parts.iter().map(zero_tokens);
            quote!((#(#parts,)*))
        }
        ZeroShape::Scalar(_) => quote!(0.0),
        ZeroShape::Vec(..)
        | ZeroShape::Nested(_)
        | ZeroShape::Callee(..)
        | ZeroShape::Unseen
        | ZeroShape::Unit => {
            quote!(::core::default::Default::default())
        }
    }
}
