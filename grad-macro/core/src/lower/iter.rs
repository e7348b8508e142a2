//! The heads of `for` loops: sources over memories are numbered where they start.
//!
//! Input: `for (&a, row) in x.iter().zip(rows).rev()`. Output: the pattern `((i_1, e_1), (i_2, row))` and
//! the iterator `x.iter().enumerate().zip(rows.iter().enumerate()).rev()`: whatever adaptors do, every
//! item comes with the place it was read from.
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, Pat};

use super::Lower;
use super::bind::place_of;
use super::node::{Node, PlaceNode, Raw, span_of};
use crate::ir::{Count, Counter, MemKind, Proj, Stmt, Ty as Scalar, Val};
use crate::types::{Ty, unparen};

const LOOP_HELP: &str = "loop over a range, a slice, an array, or `iter` of one; if it is one, say the \
                         type where it is declared, for instance `let mut rows: Vec<Vec<f64>> = ..`";

/// What a `for` loop runs over.
pub(super) enum Source {
    /// Carries no float; the tokens are the user's.
    Inactive(TokenStream, Ty),
    /// A range of sizes, up or down; the value is its lower or its upper end.
    Range(TokenStream, Counter, Option<Count>),
    Elements(PlaceNode, Items),
    /// `iter_mut`.
    ElementsMut(PlaceNode),
    /// `chunks_mut` and `chunks_exact_mut`.
    ChunksMut(PlaceNode, Val, bool),
    Windows(PlaceNode, TokenStream),
    /// With the length of a chunk as a value, and whether the remainder is left out.
    Chunks(PlaceNode, Val, bool),
    Zip(Box<Source>, Box<Source>),
    Enumerate(Box<Source>),
    /// `.rev()`, `.skip(n)`, ..: items unchanged.
    Adapted(Box<Source>, TokenStream),
}

/// What the user's loop is given of the elements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Items {
    ByRef,
    /// Copies of what is borrowed meanwhile.
    Copied,
    /// Those of a value that is moved into the loop; an array may be written to at the same time.
    Moved,
    /// The same of a field, of which only rustc knows whether it is an array.
    Whole,
}

impl Items {
    fn of(by_ref: bool) -> Self {
        if by_ref { Items::ByRef } else { Items::Moved }
    }
}

impl Source {
    fn is_inactive(&self) -> bool {
        matches!(self, Source::Inactive(..) | Source::Range(..))
    }

    /// The same with elements by value.
    fn copied(self) -> Source {
        match self {
            Source::Elements(p, Items::ByRef) => Source::Elements(p, Items::Copied),
            Source::Adapted(inner, adaptor) => Source::Adapted(Box::new(inner.copied()), adaptor),
            other => other,
        }
    }

    /// Whether the iterator is one of the standard library's that know how many items they have.
    pub(super) fn is_counted(&self) -> bool {
        match self {
            Source::Inactive(..) => false,
            Source::Range(..) => true,
            Source::Elements(p, _)
            | Source::ElementsMut(p)
            | Source::ChunksMut(p, ..)
            | Source::Windows(p, _)
            | Source::Chunks(p, ..) => {
                matches!(p.ty, Ty::Array(..) | Ty::Slice(_) | Ty::Vec(_))
            }
            Source::Zip(left, right) => left.is_counted() && right.is_counted(),
            Source::Enumerate(inner) | Source::Adapted(inner, _) => inner.is_counted(),
        }
    }

    /// How many items there are, where that is said in front of the loop.
    pub(super) fn count(&self) -> Option<Count> {
        match self {
            Source::Range(_, _, count) => count.clone(),
            Source::Elements(p, _) | Source::ElementsMut(p) => match &p.ty {
                Ty::Array(_, Some(len)) => Some(Count::Fixed(len.clone())),
                _ => None,
            },
            Source::Enumerate(inner) => inner.count(),
            Source::Zip(left, right) => match (left.count()?, right.count()?) {
                (Count::Fixed(l), Count::Fixed(r)) if l.to_string() == r.to_string() => {
                    Some(Count::Fixed(l))
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// Whether a number is a length, or a length and something.
fn is_length(e: &Expr) -> bool {
    match unparen(e) {
        Expr::MethodCall(m) => m.method == "len" && m.args.is_empty(),
        Expr::Binary(b) => is_length(&b.left) || is_length(&b.right),
        _ => false,
    }
}

impl Lower<'_> {
    /// Reads the expression after `in`.
    pub(super) fn source(&mut self, e: &Expr) -> Option<Source> {
        if let Expr::MethodCall(m) = unparen(e) {
            return self.adapted(m);
        }
        if let Expr::Range(r) = unparen(e)
            && let Some(source) = self.range_source(r)
        {
            return Some(source);
        }
        match self.expr(e, &Ty::Unknown) {
            Node::Never => None,
            Node::Raw(raw) => {
                let ty = raw.ty.element();
                Some(Source::Inactive(raw.tokens, ty))
            }
            Node::List(parts, at) => Some(Source::Elements(
                self.materialise(parts, None, at),
                Items::Moved,
            )),
            Node::Place(p) if !(p.amp || p.place.path.is_empty()) && self.is_unseen_part(&p) => {
                Some(Source::Elements(p, Items::Whole))
            }
            Node::Place(p) if self.is_mutable_place(&p) => Some(Source::ElementsMut(p)),
            Node::Place(p) => {
                let owned = matches!(p.ty, Ty::Array(..) | Ty::Vec(_)) || self.owns_structs(e, &p);
                let by_ref = p.amp || !owned || self.is_reference(&p);
                Some(Source::Elements(p, Items::of(by_ref)))
            }
            Node::Val(..) | Node::Tuple(_) | Node::Unit | Node::Alias(..) | Node::Maybe(..) => {
                self.errors.refuse(
                    span_of(e),
                    "the macro cannot loop over this value",
                    LOOP_HELP,
                );
                None
            }
        }
    }

    /// `for e in a`: the array is copied where the body goes on using it.
    pub(super) fn apart_from(&mut self, source: Source, body: &syn::Block) -> Source {
        match source {
            Source::Elements(p, Items::Moved) if p.ty.is_array() && self.uses(body, &p) => {
                let span = span_of(&p.tokens);
                match self.shape_of_place(&p, span) {
                    Some(shape) => {
                        Source::Elements(self.copy_of(p, shape, None, span), Items::Moved)
                    }
                    None => Source::Elements(p, Items::Moved),
                }
            }
            // A field whose owner is used on is an array, or has no owner any more.
            Source::Elements(p, Items::Whole) if self.uses(body, &p) => {
                let span = span_of(&p.tokens);
                Source::Elements(self.copy_like(p, None, span), Items::Whole)
            }
            Source::Enumerate(inner) => Source::Enumerate(Box::new(self.apart_from(*inner, body))),
            Source::Adapted(inner, adaptor) => {
                Source::Adapted(Box::new(self.apart_from(*inner, body)), adaptor)
            }
            Source::Zip(left, right) => {
                let left = self.apart_from(*left, body);
                Source::Zip(Box::new(left), Box::new(self.apart_from(*right, body)))
            }
            other => other,
        }
    }

    /// Whether an expression is a variable that owns a list of structs.
    fn owns_structs(&self, e: &Expr, p: &PlaceNode) -> bool {
        let name = match unparen(e) {
            Expr::Path(e) => e.path.get_ident(),
            _ => None,
        };
        let local = matches!(self.mems[p.place.mem.0 as usize].kind, MemKind::Local);
        local
            && p.place.path.is_empty()
            && name.is_some_and(|name| self.types.lists_structs(&name.to_string()))
    }

    /// Whether the body of a loop names the variable that a place belongs to.
    fn uses(&self, body: &syn::Block, p: &PlaceNode) -> bool {
        let used = super::tokens::variables(body.to_token_stream());
        used.iter().any(
            |n| matches!(self.env.get(n), Some(super::node::Binding::Place(q)) if q.place.mem == p.place.mem),
        )
    }

    pub(super) fn is_reference(&self, p: &PlaceNode) -> bool {
        match &self.mems[p.place.mem.0 as usize].kind {
            MemKind::View(_) => p.place.path.is_empty(),
            MemKind::Param(index, _) => {
                p.place.path.is_empty() && self.by_ref_params.contains(index)
            }
            MemKind::Local => false,
        }
    }

    fn adapted(&mut self, m: &syn::ExprMethodCall) -> Option<Source> {
        let name = m.method.to_string();
        let first = m.args.first();
        match (name.as_str(), first) {
            ("iter" | "into_iter", None) => {
                let node = self.expr_place(&m.receiver);
                self.elements(node, m, name == "into_iter")
            }
            ("iter_mut", None) => match self.expr_place(&m.receiver) {
                Node::Place(p) => Some(Source::ElementsMut(p)),
                Node::List(parts, at) => {
                    Some(Source::ElementsMut(self.materialise(parts, None, at)))
                }
                node => self.elements(node, m, false),
            },
            ("chunks_mut" | "chunks_exact_mut", Some(size)) => {
                let node = self.expr_place(&m.receiver);
                let size_node = self.expr(size, &Ty::Int);
                match node {
                    Node::Place(p) => {
                        let val = self.to_index(size_node, size.span());
                        Some(Source::ChunksMut(p, val, m.method == "chunks_exact_mut"))
                    }
                    Node::Raw(raw) => {
                        let (recv, method, size) =
                            (raw.operand(), &m.method, self.tokens_of(&size_node));
                        Some(Source::Inactive(quote!(#recv.#method(#size)), Ty::Inactive))
                    }
                    _ => None,
                }
            }
            ("windows" | "chunks" | "chunks_exact", Some(size)) => {
                let node = self.expr_place(&m.receiver);
                self.parts(node, m, size)
            }
            ("zip", Some(other)) => {
                let left = self.source(&m.receiver)?;
                let right = self.source(other)?;
                if let (Source::Inactive(l, _), Source::Inactive(r, _)) = (&left, &right) {
                    let method = &m.method;
                    return Some(Source::Inactive(quote!((#l).#method(#r)), Ty::Unknown));
                }
                Some(Source::Zip(Box::new(left), Box::new(right)))
            }
            ("enumerate", None) => {
                let inner = self.source(&m.receiver)?;
                if let Source::Inactive(l, _) = &inner {
                    return Some(Source::Inactive(quote!((#l).enumerate()), Ty::Unknown));
                }
                Some(Source::Enumerate(Box::new(inner)))
            }
            ("rev", None) => self.adaptor(m, TokenStream::new()),
            ("skip" | "take" | "step_by", Some(count)) => {
                let node = self.expr(count, &Ty::Int);
                let tokens = self.tokens_of(&node);
                self.adaptor(m, tokens)
            }
            ("copied" | "cloned", None) => match self.source(&m.receiver)? {
                Source::Inactive(tokens, ty) => {
                    let method = &m.method;
                    Some(Source::Inactive(quote!((#tokens).#method()), ty))
                }
                other => Some(other.copied()),
            },
            _ => match self.method(m, &Ty::Unknown, None) {
                Node::Raw(raw) => Some(Source::Inactive(raw.tokens, Ty::Unknown)),
                Node::Place(p) => Some(Source::Elements(p, Items::ByRef)),
                _ => None,
            },
        }
    }

    /// `lo..hi` of sizes: its counter follows from the number of the trip.
    fn range_source(&mut self, r: &syn::ExprRange) -> Option<Source> {
        let (start, end) = (r.start.as_ref()?, r.end.as_ref()?);
        let nodes = self.operands(&[start, end], &[Ty::Int, Ty::Int]);
        let mut nodes = nodes.into_iter();
        let (lo, hi) = (nodes.next()?, nodes.next()?);
        let limits = &r.limits;
        let (l, h) = (self.operand_of(&lo), self.operand_of(&hi));
        let plain = |s: &Self, n: &Node| {
            matches!(n, Node::Raw(raw) if raw.constant)
                || matches!(n, Node::Raw(Raw { val: Some(v), .. }) if s.vals[v.0 as usize].ty == Scalar::Usize)
        };
        let computed = !plain(self, &lo) && self.is_index_formula(&l);
        if !plain(self, &lo) && !computed {
            return Some(Source::Inactive(quote!(#l #limits #h), Ty::Int));
        }
        let lo = self.to_index(lo, start.span());
        let l = if computed { self.val_tokens(lo) } else { l };
        let half_open = matches!(limits, syn::RangeLimits::HalfOpen(_));
        let (mut h, is_plain) = (h, plain(self, &hi));
        // What is counted with lengths is a size.
        let is_size = || self.is_index_formula(&h) || is_length(end) && self.steady(&h).is_some();
        let hi = (half_open && (is_plain || is_size())).then(|| self.to_index(hi, end.span()));
        if let (Some(hi), false) = (hi, is_plain) {
            h = self.val_tokens(hi);
        }
        self.range_end = hi;
        let count = hi.filter(|hi| self.are_sizes(lo, *hi));
        let count = count.map(|hi| Count::Span(lo, hi));
        Some(Source::Range(quote!(#l #limits #h), Counter::Up(lo), count))
    }

    /// Whether both ends of a range are sizes for sure: constants may be other integers.
    fn are_sizes(&self, lo: Val, hi: Val) -> bool {
        let constant = |val: Val| self.vals[val.0 as usize].constant.as_ref();
        let number = |val: Val| {
            let tokens = constant(val)?;
            let literal = syn::parse2::<syn::LitInt>(tokens.clone()).ok()?;
            matches!(literal.suffix(), "" | "usize").then_some(())
        };
        let known = |val: Val| constant(val).is_none() || number(val).is_some();
        known(lo) && known(hi) || constant(lo).is_none() || constant(hi).is_none()
    }

    fn adaptor(&mut self, m: &syn::ExprMethodCall, args: TokenStream) -> Option<Source> {
        let inner = self.source(&m.receiver)?;
        let method = &m.method;
        if let (Source::Range(tokens, Counter::Up(_), count), Some(hi)) =
            (&inner, self.range_end.take())
            && m.method == "rev"
        {
            return Some(Source::Range(
                quote!((#tokens).#method()),
                Counter::Down(hi),
                count.clone(),
            ));
        }
        let inner = match inner {
            Source::Range(tokens, ..) => Source::Inactive(tokens, Ty::Int),
            other => other,
        };
        if let Source::Inactive(tokens, ty) = inner {
            return Some(Source::Inactive(quote!((#tokens).#method(#args)), ty));
        }
        Some(Source::Adapted(Box::new(inner), quote!(.#method(#args))))
    }

    fn elements(&mut self, node: Node, m: &syn::ExprMethodCall, by_value: bool) -> Option<Source> {
        match node {
            Node::Never => None,
            Node::Raw(raw) => {
                let (recv, method) = (raw.operand(), &m.method);
                let ty = raw.ty.element();
                Some(Source::Inactive(quote!(#recv.#method()), ty))
            }
            Node::List(parts, at) => Some(Source::Elements(
                self.materialise(parts, None, at),
                Items::of(!by_value),
            )),
            Node::Place(p) => {
                let by_ref = !by_value || p.amp || self.is_reference(&p);
                Some(Source::Elements(p, Items::of(by_ref)))
            }
            _ => {
                self.errors.refuse(
                    m.receiver.span(),
                    "the macro cannot loop over this value",
                    LOOP_HELP,
                );
                None
            }
        }
    }

    fn parts(&mut self, node: Node, m: &syn::ExprMethodCall, size: &Expr) -> Option<Source> {
        let size_node = self.expr(size, &Ty::Int);
        match node {
            Node::Raw(raw) => {
                let (recv, method, size) = (raw.operand(), &m.method, self.tokens_of(&size_node));
                Some(Source::Inactive(quote!(#recv.#method(#size)), Ty::Inactive))
            }
            Node::Place(p) => {
                if m.method == "windows" {
                    let size = self.settle(size_node, None, size.span());
                    return Some(Source::Windows(p, self.tokens_of(&size)));
                }
                let val = self.to_index(size_node, size.span());
                Some(Source::Chunks(p, val, m.method == "chunks_exact"))
            }
            _ => None,
        }
    }

    /// The pattern and the iterator of the emitted loop; binds the user's pattern.
    pub(super) fn items(&mut self, source: &Source, pat: &Pat) -> (TokenStream, TokenStream) {
        let (pattern, node) = self.source_item(source, Some(pat));
        if let Some(node) = node {
            self.bind(pat, node);
        }
        (pattern, self.iterator(source))
    }

    /// The pattern of one item. The node is absent where the user's own pattern binds everything.
    fn source_item(&mut self, source: &Source, pat: Option<&Pat>) -> (TokenStream, Option<Node>) {
        match source {
            Source::Inactive(_, ty) => match pat {
                Some(pat) => {
                    self.bind_opaque(pat, ty);
                    (pat.to_token_stream(), None)
                }
                None => {
                    let name = self.names.numbered("item", Span::call_site());
                    let tokens = name.to_token_stream();
                    (
                        tokens.clone(),
                        Some(Node::Raw(Raw {
                            stable: true,
                            ..Raw::atom(tokens, ty.clone())
                        })),
                    )
                }
            },
            Source::Adapted(inner, _) => {
                let plain = std::mem::replace(&mut self.plain_items, false);
                let item = self.source_item(inner, pat);
                self.plain_items = plain;
                item
            }
            Source::Range(tokens, counter, _) => {
                let before = self.vals.len();
                let item = self.source_item(&Source::Inactive(tokens.clone(), Ty::Int), pat);
                if let (Some(Pat::Ident(p)), true) = (pat, self.plain_items)
                    && let Some(info) = self.vals.get(before)
                    && info.name == p.ident
                    && info.ty == Scalar::Usize
                {
                    let val = Val(u32::try_from(before).unwrap_or(u32::MAX));
                    self.counters.insert(val, *counter);
                }
                item
            }
            Source::Enumerate(inner) => {
                let (first, second) = pair(pat);
                let (n, n_node) =
                    self.source_item(&Source::Inactive(TokenStream::new(), Ty::Int), first);
                let (p, node) = self.source_item(inner, second);
                self.joined(pat, (n, n_node, first), (p, node, second))
            }
            Source::Zip(left, right) => {
                let (first, second) = pair(pat);
                let (l, l_node) = self.source_item(left, first);
                let (r, r_node) = self.source_item(right, second);
                self.joined(pat, (l, l_node, first), (r, r_node, second))
            }
            Source::Elements(p, items) => {
                self.element_item(p, matches!(items, Items::ByRef | Items::Whole), pat)
            }
            Source::ElementsMut(p) => self.element_mut_item(p, pat),
            Source::ChunksMut(p, size, _) => {
                let (tokens, node) = self.part_item(p, pat, Some(*size));
                if let Some(Node::Place(part)) = &node {
                    self.mems[part.place.mem.0 as usize].mutable_ref = true;
                }
                (tokens, node)
            }
            Source::Windows(p, _) => self.part_item(p, pat, None),
            Source::Chunks(p, size, _) => self.part_item(p, pat, Some(*size)),
        }
    }

    /// Two items side by side: bound part by part where the user's pattern is a pair.
    fn joined(
        &mut self,
        pat: Option<&Pat>,
        left: (TokenStream, Option<Node>, Option<&Pat>),
        right: (TokenStream, Option<Node>, Option<&Pat>),
    ) -> (TokenStream, Option<Node>) {
        let (l, r) = (left.0, right.0);
        let tokens = quote!((#l, #r));
        if pair(pat).0.is_some() {
            for (node, pat) in [(left.1, left.2), (right.1, right.2)] {
                if let (Some(node), Some(pat)) = (node, pat) {
                    self.bind(pat, node);
                }
            }
            return (tokens, None);
        }
        match (left.1, right.1) {
            (Some(a), Some(b)) => (tokens, Some(Node::Tuple(vec![a, b]))),
            _ => (tokens, None),
        }
    }

    fn element_item(
        &mut self,
        p: &PlaceNode,
        by_ref: bool,
        pat: Option<&Pat>,
    ) -> (TokenStream, Option<Node>) {
        let mut elem = p.ty.element();
        let hint = pat.and_then(leaf_name);
        let span = hint.as_ref().map_or_else(Span::call_site, Ident::span);
        let index = self.given_index(span);
        let i = self.val_tokens(index);
        let item = match &hint {
            Some(h) => self
                .names
                .numbered(crate::names::stem(&h.to_string()), span),
            None => self.names.numbered("item", span),
        };
        if let (Ty::Unknown, Some(h)) = (&elem, &hint) {
            elem.learn(self.types.of_var(&h.to_string()).peeled());
        }
        // Of an element of a struct's only rustc knows whether it is a float.
        if elem.is_float()
            || matches!(elem, Ty::Unknown)
                && !(self.is_unseen(p) || self.is_of_unseen_local(p))
                && !self.are_structs(p, hint.as_ref())
        {
            let part = p.project(Proj::Index(index), elem, quote!(*#item));
            let val = self.load(&part, hint.as_ref(), span);
            return (quote!((#i, #item)), Some(Node::Val(val, by_ref)));
        }
        let part = p.project(Proj::Index(index), elem.clone(), TokenStream::new());
        let mem = self.new_mem(item.clone(), MemKind::View(part.place), None);
        let mut node = place_of(mem, &item, elem.clone());
        if !by_ref {
            node.tokens = quote!((*#item));
        }
        if !by_ref && matches!(elem, Ty::Tuple(_)) {
            node.deref = true;
        }
        if !by_ref && matches!(elem, Ty::Unknown) {
            self.items_by_value.insert(mem);
        }
        (quote!((#i, #item)), Some(Node::Place(node)))
    }

    /// Whether items are structs: as the list tells, or the use of the variable.
    fn are_structs(&self, p: &PlaceNode, item: Option<&Ident>) -> bool {
        let used = |name: &Ident| self.types.is_used_as_struct(&name.to_string());
        self.holds_structs(p) || item.is_some_and(used)
    }

    /// `&mut` of an element: a view that is written through.
    fn element_mut_item(
        &mut self,
        p: &PlaceNode,
        pat: Option<&Pat>,
    ) -> (TokenStream, Option<Node>) {
        let elem = p.ty.element();
        let hint = pat.and_then(leaf_name);
        let span = hint.as_ref().map_or_else(Span::call_site, Ident::span);
        let index = self.given_index(span);
        let i = self.val_tokens(index);
        let item = match &hint {
            Some(h) => self
                .names
                .numbered(crate::names::stem(&h.to_string()), span),
            None => self.names.numbered("item", span),
        };
        let part = p.project(Proj::Index(index), elem.clone(), TokenStream::new());
        let mem = self.new_mem(item.clone(), MemKind::View(part.place), None);
        self.mems[mem.0 as usize].mutable_ref = true;
        let elem = if matches!(elem, Ty::Unknown) && !self.are_structs(p, hint.as_ref()) {
            Ty::Float
        } else {
            elem
        };
        let mut node = place_of(mem, &item, elem.clone());
        if elem.is_float() || matches!(elem, Ty::Tuple(_)) {
            node.tokens = quote!((*#item));
        }
        (quote!((#i, #item)), Some(Node::Place(node)))
    }

    fn part_item(
        &mut self,
        p: &PlaceNode,
        pat: Option<&Pat>,
        size: Option<Val>,
    ) -> (TokenStream, Option<Node>) {
        let hint = pat.and_then(leaf_name);
        let span = hint.as_ref().map_or_else(Span::call_site, Ident::span);
        let index = self.given_index(span);
        let i = self.val_tokens(index);
        let item = match &hint {
            Some(h) => h.clone(),
            None => self.names.numbered("part", span),
        };
        let lo = match size {
            None => index,
            Some(size) => {
                let size = self.val_tokens(size);
                self.define_index(quote!(#i * #size), span)
            }
        };
        let l = self.val_tokens(lo);
        let hi = self.define_index(quote!(#l + #item.len()), span);
        let ty = Ty::Slice(Box::new(p.ty.element()));
        let part = p.project(
            Proj::Range(Some(lo), Some(hi)),
            ty.clone(),
            TokenStream::new(),
        );
        let mem = self.new_mem(item.clone(), MemKind::View(part.place), None);
        (
            quote!((#i, #item)),
            Some(Node::Place(place_of(mem, &item, ty))),
        )
    }

    fn given_index(&mut self, span: Span) -> Val {
        let name = self.names.numbered("i", span);
        let val = self.new_val(name, Scalar::Usize);
        self.push(Stmt::Given(vec![val]));
        if self.plain_items {
            self.counters.insert(val, Counter::Trip);
        }
        val
    }

    /// An iterator that a method can be called on.
    fn adaptable(&self, source: &Source) -> TokenStream {
        let tokens = self.iterator(source);
        if source.is_inactive() {
            quote!((#tokens))
        } else {
            tokens
        }
    }

    fn iterator(&self, source: &Source) -> TokenStream {
        match source {
            Source::Inactive(tokens, _) | Source::Range(tokens, ..) => tokens.clone(),
            Source::Elements(p, _) => {
                let base = &p.tokens;
                quote!(#base.iter().enumerate())
            }
            Source::ElementsMut(p) => {
                let base = &p.tokens;
                quote!(#base.iter_mut().enumerate())
            }
            Source::ChunksMut(p, size, exact) => {
                let (base, size) = (&p.tokens, self.val_tokens(*size));
                if *exact {
                    quote!(#base.chunks_exact_mut(#size).enumerate())
                } else {
                    quote!(#base.chunks_mut(#size).enumerate())
                }
            }
            Source::Windows(p, size) => {
                let base = &p.tokens;
                quote!(#base.windows(#size).enumerate())
            }
            Source::Chunks(p, size, exact) => {
                let (base, size) = (&p.tokens, self.val_tokens(*size));
                if *exact {
                    quote!(#base.chunks_exact(#size).enumerate())
                } else {
                    quote!(#base.chunks(#size).enumerate())
                }
            }
            Source::Zip(left, right) => {
                let l = self.iterator(left);
                let r = self.iterator(right);
                let l = if left.is_inactive() {
                    quote!(::core::iter::IntoIterator::into_iter(#l))
                } else {
                    l
                };
                quote!(#l.zip(#r))
            }
            Source::Enumerate(inner) => {
                let inner = self.adaptable(inner);
                quote!(#inner.enumerate())
            }
            Source::Adapted(inner, adaptor) => {
                let inner = self.adaptable(inner);
                quote!(#inner #adaptor)
            }
        }
    }
}

/// The two halves of a pair pattern.
fn pair(pat: Option<&Pat>) -> (Option<&Pat>, Option<&Pat>) {
    match pat {
        Some(Pat::Tuple(t))
            if t.elems.len() == 2 && !t.elems.iter().any(|e| matches!(e, Pat::Rest(_))) =>
        {
            (Some(&t.elems[0]), Some(&t.elems[1]))
        }
        Some(Pat::Paren(p)) => pair(Some(&p.pat)),
        _ => (None, None),
    }
}

/// The variable of `x`, `&x`, `mut x`.
fn leaf_name(pat: &Pat) -> Option<Ident> {
    match pat {
        Pat::Ident(p) if super::resolve::is_variable(p) => Some(p.ident.clone()),
        Pat::Reference(p) => leaf_name(&p.pat),
        Pat::Paren(p) => leaf_name(&p.pat),
        _ => None,
    }
}
