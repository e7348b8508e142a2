//! Vectors that change hands.
//!
//! A vector that is used by value leaves its variable. Where that variable gets another one later, its
//! memory must stay usable: the vector is taken out of it, and an empty one stays behind.
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::Lower;
use super::node::{Binding, Node, PlaceNode, nested_type, shape_of_type};
use crate::ir::{
    Before, Callee, Init, MemKind, Op, Place, Proj, Stmt, Ty as Scalar, Val, ZeroMem, ZeroShape,
};
use crate::types::Ty;

impl Lower<'_> {
    /// A vector that is used by value, ready to be moved.
    ///
    /// Input: `v = step(v)`. Output: `let taken = take(&mut v); v = step(taken)`.
    pub(super) fn moved(&mut self, p: PlaceNode, span: Span) -> PlaceNode {
        if p.amp || p.named || !matches!(p.ty, Ty::Vec(_)) || !self.is_refilled(&p) {
            return p;
        }
        self.taken(&p, None, span)
    }

    /// Takes a vector out of its variable.
    pub(super) fn taken(&mut self, p: &PlaceNode, hint: Option<&Ident>, span: Span) -> PlaceNode {
        let base = &p.tokens;
        self.taken_by(p, quote!(::core::mem::take(&mut #base)), hint, span)
    }

    /// The same, by the user's own expression.
    pub(super) fn taken_by(
        &mut self,
        p: &PlaceNode,
        tokens: TokenStream,
        hint: Option<&Ident>,
        span: Span,
    ) -> PlaceNode {
        let base = p.tokens.clone();
        let Some(before) = self.before(p, quote!(&#base[..]), span) else {
            return self.refuse_shape(p, span);
        };
        let Some(shape) = self.shape_of_place(p, span) else {
            return self.refuse_shape(p, span);
        };
        let init = Init::Copy(p.place.clone(), tokens, shape);
        let out = self.define_memory(init, p.ty.clone(), hint, span);
        self.push(Stmt::Shrink(p.place.clone(), before, TokenStream::new()));
        out
    }

    fn refuse_shape(&mut self, p: &PlaceNode, span: Span) -> PlaceNode {
        self.errors.refuse(
            span,
            "the macro does not know what the elements of this vector are",
            "say its type where it is declared, for instance `let v: Vec<f64> = ..`",
        );
        p.clone()
    }

    /// What a vector is before it loses the elements that the tokens refer to.
    pub(super) fn before(
        &mut self,
        p: &PlaceNode,
        lost: TokenStream,
        span: Span,
    ) -> Option<Before> {
        let elem = p.ty.element();
        if shape_of_type(&elem).is_some() || matches!(elem, Ty::Unknown) {
            let base = &p.tokens;
            return Some(Before::Len(self.define_index(quote!(#base.len()), span)));
        }
        let ty = nested_type(&Ty::Vec(Box::new(elem)), self.scalar)?;
        let name = self.names.numbered("shape", span);
        let note = self.new_val(name, Scalar::Usize);
        self.push(Stmt::Let(note, Op::Note(lost)));
        Some(Before::Rows(note, ty))
    }

    /// Whether the variable behind a place is assigned as a whole somewhere.
    pub(super) fn is_refilled(&self, p: &PlaceNode) -> bool {
        let info = &self.mems[p.place.mem.0 as usize];
        if !matches!(info.kind, MemKind::Local) {
            return false;
        }
        self.types.reassigned.iter().any(|name| {
            info.name == *name || self.env.get(name).is_some_and(|b| self.holds(b, &p.place))
        })
    }

    /// Whether a place belongs to a variable, in contrast to a result that nobody else holds.
    pub(super) fn is_bound(&self, p: &PlaceNode) -> bool {
        self.env.values().any(|b| self.holds(b, &p.place))
    }

    fn holds(&self, binding: &Binding, place: &Place) -> bool {
        match binding {
            Binding::Place(p) => {
                p.place.mem == place.mem && self.may_overlap(&p.place.path, &place.path)
            }
            Binding::Tuple(parts) => parts.iter().any(|p| self.holds(p, place)),
            _ => false,
        }
    }

    /// Whether two places may have something in common.
    pub(super) fn may_meet(&self, a: &Place, b: &Place) -> bool {
        let (a, b) = (self.rooted_place(a), self.rooted_place(b));
        a.mem == b.mem && self.may_overlap(&a.path, &b.path)
    }

    /// Different fields of one tuple have nothing in common, nor have different literal indices.
    fn may_overlap(&self, a: &[Proj], b: &[Proj]) -> bool {
        let constant = |v: &Val| {
            self.vals[v.0 as usize]
                .constant
                .as_ref()
                .map(ToString::to_string)
        };
        !a.iter().zip(b).any(|(x, y)| match (x, y) {
            (Proj::Field(i), Proj::Field(j)) => i != j,
            (Proj::Index(i), Proj::Index(j)) => match (constant(i), constant(j)) {
                (Some(i), Some(j)) => i != j,
                _ => false,
            },
            _ => false,
        })
    }

    /// An aggregate that the arms of a branch or the exits of a loop give to one memory.
    ///
    /// Returns the memory and the statement that declares it.
    pub(super) fn collector(&mut self, ty: &Ty, span: Span) -> Option<(PlaceNode, Stmt)> {
        let (tokens, ty) = match ty {
            Ty::Vec(_) => {
                nested_type(ty, self.scalar)?;
                let runtime = &self.runtime;
                (
                    quote!(#runtime::__private::std::vec::Vec::new()),
                    ty.clone(),
                )
            }
            array => {
                let shape = shape_of_type(array)?;
                (super::buffers::zero_tokens(&shape), array.clone())
            }
        };
        let place = self.define_memory(Init::Empty(tokens), ty, None, span);
        let declared = self.stmts.pop()?;
        Some((place, declared))
    }

    /// The function that returned a whole aggregate.
    fn callee_of(&self, node: &Node) -> Option<Callee> {
        let Node::Place(p) = node else {
            return None;
        };
        match &self.mems[p.place.mem.0 as usize].zero {
            Some(ZeroMem::Callee(path, _) | ZeroMem::LastCallee(path))
                if p.place.path.is_empty() =>
            {
                Some(path.clone())
            }
            _ => None,
        }
    }

    /// The memory that a struct goes to, with its declaration.
    pub(super) fn struct_collector(
        &mut self,
        p: &PlaceNode,
        span: Span,
    ) -> Option<(PlaceNode, Stmt)> {
        let callee = self.callee_of(&Node::Place(p.clone()))?;
        let nominal = self.nominal(p);
        let (out, declared) = self.callee_collector(callee, Ty::Unknown, span);
        if let Some(ty) = nominal {
            self.note_nominal(&Node::Place(out.clone()), &ty);
        }
        Some((out, declared))
    }

    /// The same for results of calls, whose type only rustc knows.
    fn callee_collector(&mut self, callee: Callee, ty: Ty, span: Span) -> (PlaceNode, Stmt) {
        let name = self.names.numbered("array", span);
        let mem = self.new_mem(
            name.clone(),
            MemKind::Local,
            Some(ZeroMem::LastCallee(callee)),
        );
        let declared = Stmt::Define(mem, Init::Empty(TokenStream::new()), TokenStream::new());
        (super::bind::place_of(mem, &name, ty), declared)
    }

    /// Gives one arm's value to the memory that collects them.
    pub(super) fn collect_one(&mut self, out: &PlaceNode, node: Node, span: Span) {
        let zero = self.mems[out.place.mem.0 as usize].zero.clone();
        let Some(ZeroMem::LastCallee(_)) = zero else {
            return self.store_place(out, node, span);
        };
        let (init, value) = match node {
            Node::List(parts, at) => {
                let init = self.list_init(parts, at);
                let tokens = self.init_tokens(&init);
                (init, tokens)
            }
            Node::Place(from) => {
                let from = self.moved(from, span);
                let value = from.tokens.clone();
                (
                    Init::Copy(from.place, value.clone(), ZeroShape::Unseen),
                    value,
                )
            }
            _ => return,
        };
        let target = &out.tokens;
        let tokens = quote!(#target = #value;);
        // Nothing was there before.
        let none = self.constant(quote!(0), Scalar::Usize, span);
        let before = Before::Unseen(none);
        let source = crate::ir::Source::Init(init);
        self.push(Stmt::Replace(out.place.clone(), before, source, tokens));
    }

    /// Constants that some arms yield where others yield structs: each in a memory of its own.
    fn arms_beside_structs(
        &mut self,
        mut nodes: Vec<Node>,
        arms: &mut [&mut Vec<Stmt>],
        span: Span,
    ) -> Vec<Node> {
        let Some(of) = nodes.iter().find_map(|n| self.struct_place(n)) else {
            return nodes;
        };
        for (node, stmts) in nodes.iter_mut().zip(arms) {
            let outer = std::mem::replace(&mut self.stmts, std::mem::take(*stmts));
            *node = self.of_type(std::mem::replace(node, Node::Unit), &of, span);
            **stmts = std::mem::replace(&mut self.stmts, outer);
        }
        nodes
    }

    /// Aggregates that several arms yield go to one memory each; the nodes name it afterwards.
    ///
    /// Input: the arms' values `a` and `b`. Output: `out` for both, and `out = a;`, `out = b;` in the arms.
    pub(super) fn collect(
        &mut self,
        nodes: Vec<Node>,
        arms: &mut [&mut Vec<Stmt>],
        span: Span,
    ) -> Vec<Node> {
        let nodes = self.arms_beside_structs(nodes, arms, span);
        let aggregate = |n: &Node| matches!(n, Node::Place(p) if !p.ty.is_float());
        let sequence = |n: &Node| aggregate(n) || matches!(n, Node::List(..));
        if nodes.iter().any(aggregate) && nodes.iter().all(sequence) {
            let ty = self.common_type(&nodes);
            let callee = nodes.iter().find_map(|n| self.callee_of(n));
            let collector = match callee {
                Some(path) if shape_of_type(&ty).is_none() && !matches!(ty, Ty::Vec(_)) => {
                    Some(self.callee_collector(path, ty, span))
                }
                _ => self.collector(&ty, span),
            };
            let Some((out, declared)) = collector else {
                self.errors.refuse(
                    span,
                    "the macro does not know the length of the array that is chosen here",
                    "say the type on the `let`, for instance `let v: Vec<f64> = if ..`",
                );
                return nodes.into_iter().map(|_| Node::Never).collect();
            };
            self.push(declared);
            return nodes
                .into_iter()
                .zip(arms)
                .map(|(node, stmts)| {
                    let outer = std::mem::replace(&mut self.stmts, std::mem::take(*stmts));
                    self.collect_one(&out, node, span);
                    **stmts = std::mem::replace(&mut self.stmts, outer);
                    Node::Place(out.clone())
                })
                .collect();
        }
        let Some(count) = nodes.first().and_then(parts_of) else {
            return nodes;
        };
        if nodes.iter().any(|n| parts_of(n) != Some(count)) {
            return nodes;
        }
        let mut rows: Vec<(Option<Span>, Vec<Node>)> = nodes.into_iter().map(into_parts).collect();
        for at in 0..count {
            let column = rows
                .iter_mut()
                .map(|(_, parts)| std::mem::replace(&mut parts[at], Node::Unit))
                .collect();
            let column = self.collect(column, arms, span);
            for ((_, parts), node) in rows.iter_mut().zip(column) {
                parts[at] = node;
            }
        }
        rows.into_iter()
            .map(|(list, parts)| match list {
                Some(at) => Node::List(parts, at),
                None => Node::Tuple(parts),
            })
            .collect()
    }
}

fn parts_of(node: &Node) -> Option<usize> {
    match node {
        Node::Tuple(parts) | Node::List(parts, _) => Some(parts.len()),
        _ => None,
    }
}

fn into_parts(node: Node) -> (Option<Span>, Vec<Node>) {
    match node {
        Node::Tuple(parts) => (None, parts),
        Node::List(parts, at) => (Some(at), parts),
        other => (None, vec![other]),
    }
}
