//! Places: indexing, sub-slices, fields, references.
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, ExprField, ExprIndex, ExprReference, Member, RangeLimits};

use super::Lower;
use super::node::{Binding, Node, PlaceNode, Raw};
use crate::ir::{MemKind, Proj, Ty as Scalar, Val};
use crate::types::{Ty, unparen};

impl Lower<'_> {
    /// `base[index]`, as a place.
    pub(super) fn index(&mut self, e: &ExprIndex) -> Node {
        let base = self.expr_place(&e.expr);
        let range = match unparen(&e.index) {
            Expr::Range(r) => Some(r),
            _ => None,
        };
        if let Node::Place(p) = &base
            && (self.types.is_own(&e.expr) || matches!(unparen(&e.index), Expr::Tuple(_)))
        {
            let root = self.rooted_place(&p.place).mem;
            self.mems[root.0 as usize].indexed_struct = true;
        }
        match base {
            Node::Place(p) => match range {
                Some(r) => self.sub_slice(p, r),
                None => self.indexed(p, e),
            },
            Node::List(parts, at) => {
                let p = self.materialise(parts, None, at);
                match range {
                    Some(r) => self.sub_slice(p, r),
                    None => self.indexed(p, e),
                }
            }
            Node::Raw(raw) => {
                let index = self.expr(&e.index, &Ty::Int);
                let (base, index) = (raw.operand(), self.tokens_of(&index));
                let ty = if range.is_some() {
                    raw.ty.clone()
                } else {
                    raw.ty.element()
                };
                Node::Raw(Raw::atom(quote!(#base[#index]), ty))
            }
            Node::Never => Node::Never,
            Node::Val(..) | Node::Tuple(_) | Node::Unit | Node::Alias(..) | Node::Maybe(..) => {
                self.errors.refuse(
                    e.expr.span(),
                    "the macro takes this for something that cannot be indexed",
                    "say its type on the `let` that binds it, for instance `let row: [f64; 3] = ..`",
                );
                Node::Never
            }
        }
    }

    fn indexed(&mut self, p: PlaceNode, e: &ExprIndex) -> Node {
        if let Expr::Tuple(t) = unparen(&e.index) {
            return self.indexed_by_tuple(&p, t);
        }
        let index = self.expr(&e.index, &Ty::Int);
        let val = self.to_index(index, e.index.span());
        let (base, i) = (&p.tokens, self.val_tokens(val));
        let elem = p.ty.element();
        Node::Place(p.project(Proj::Index(val), elem, quote!(#base[#i])))
    }

    /// `m[(i, j)]`, where the type of `m` tells which element that is.
    fn indexed_by_tuple(&mut self, p: &PlaceNode, t: &syn::ExprTuple) -> Node {
        let elems: Vec<&Expr> = t.elems.iter().collect();
        let nodes = self.operands(&elems, &vec![Ty::Int; elems.len()]);
        let nodes: Vec<Node> = nodes
            .into_iter()
            .zip(&elems)
            .map(|(node, e)| self.settle(node, None, e.span()))
            .collect();
        if nodes.iter().any(|n| matches!(n, Node::Never)) {
            return Node::Never;
        }
        let parts = nodes.iter().map(|n| self.tokens_of(n));
        let (base, runtime) = (&p.tokens, &self.runtime);
        let index = quote!((#(#parts,)*));
        let offset = quote! {{
            use #runtime::__private::Offset as _;
            #base.grad_offset(#index)
        }};
        let offset = super::spans::located(offset, t.span());
        let val = self.define_index(offset, t.span());
        Node::Place(p.project(Proj::Index(val), p.ty.element(), quote!(#base[#index])))
    }

    /// An index as a value that the reverse half can keep.
    pub(super) fn to_index(&mut self, node: Node, span: proc_macro2::Span) -> Val {
        match node {
            Node::Raw(Raw { val: Some(v), .. }) if self.may_be(v, Scalar::Usize) => {
                self.vals[v.0 as usize].ty = Scalar::Usize;
                v
            }
            Node::Raw(raw) if raw.constant => self.constant(raw.tokens, Scalar::Usize, span),
            other => {
                let tokens = self.tokens_of(&other);
                self.define_index(tokens, span)
            }
        }
    }

    /// Whether an integer can be kept as this type: its own is not known until it is used.
    pub(super) fn may_be(&self, val: Val, ty: Scalar) -> bool {
        let known = self.vals[val.0 as usize].ty;
        known == Scalar::Other || known == ty
    }

    fn sub_slice(&mut self, p: PlaceNode, r: &syn::ExprRange) -> Node {
        let lo = r.start.as_ref().map(|e| self.bound_of(e));
        let hi = r.end.as_ref().map(|e| self.bound_of(e));
        let base = &p.tokens;
        let lo_tokens = lo.map(|v| self.val_tokens(v));
        let hi_tokens = hi.map(|v| self.val_tokens(v));
        // As the user wrote it, so that it panics in the same words.
        let limits = &r.limits;
        let tokens = quote!(#base[#lo_tokens #limits #hi_tokens]);
        let hi = match (hi, limits) {
            (Some(_), RangeLimits::Closed(_)) => {
                Some(self.define_index(quote!(#hi_tokens + 1), r.span()))
            }
            (hi, _) => hi,
        };
        let ty = Ty::Slice(Box::new(p.ty.element()));
        Node::Place(p.project(Proj::Range(lo, hi), ty, tokens))
    }

    fn bound_of(&mut self, e: &Expr) -> Val {
        let node = self.expr(e, &Ty::Int);
        self.to_index(node, e.span())
    }

    /// `base.field`.
    pub(super) fn field(&mut self, e: &ExprField) -> Node {
        let base = self.expr_place(&e.base);
        let member = &e.member;
        if let Node::Place(p) = &base
            && self.is_constant_field(p, member)
        {
            let base = &p.tokens;
            return Node::Raw(Raw::atom(quote!(#base.#member), Ty::Inactive));
        }
        match (base, member) {
            (Node::Tuple(parts), Member::Unnamed(at)) if (at.index as usize) < parts.len() => parts
                .into_iter()
                .nth(at.index as usize)
                .unwrap_or(Node::Never),
            (Node::Place(p), member) => match (p.ty.peeled().clone(), member) {
                (Ty::Tuple(tys), Member::Unnamed(at)) if (at.index as usize) < tys.len() => {
                    let parts = self.tuple_parts(&PlaceNode { amp: false, ..p }, &tys);
                    parts
                        .into_iter()
                        .nth(at.index as usize)
                        .unwrap_or(Node::Never)
                }
                // A struct, or the result of a call, whose type only rustc knows.
                (Ty::Unknown, _) => {
                    let base = &p.tokens;
                    let tokens = quote!(#base.#member);
                    Node::Place(p.project(Proj::Field(member.clone()), Ty::Unknown, tokens))
                }
                _ => self.refuse_field(e),
            },
            (Node::Raw(raw), _) => {
                let base = raw.operand();
                let ty = match (raw.ty.peeled(), member) {
                    (Ty::Tuple(tys), Member::Unnamed(at)) => {
                        tys.get(at.index as usize).cloned().unwrap_or(Ty::Unknown)
                    }
                    _ => Ty::Unknown,
                };
                Node::Raw(Raw {
                    stable: false,
                    ..Raw::atom(quote!(#base.#member), ty)
                })
            }
            (Node::Never, _) => Node::Never,
            (Node::Alias(name, mut path), Member::Unnamed(at)) => {
                path.push(at.index);
                self.behind(&name, &path)
            }
            _ => self.refuse_field(e),
        }
    }

    /// Whether `no_grad` names a field of a parameter.
    pub(super) fn is_constant_field(&self, p: &PlaceNode, member: &Member) -> bool {
        let root = self.rooted_place(&p.place);
        let MemKind::Param(index, path) = &self.mems[root.mem.0 as usize].kind else {
            return false;
        };
        let Some(param) = self.function.params.get(*index) else {
            return false;
        };
        let fields = &self.function.options.constant_fields;
        root.path.is_empty()
            && path.is_empty()
            && fields
                .iter()
                .any(|(base, m)| param.name == *base && m == member)
    }

    /// What a reference to a variable refers to now.
    pub(super) fn behind(&mut self, name: &str, path: &[u32]) -> Node {
        match self.aliased_binding(name, path).cloned() {
            Some(Binding::Tuple(_)) => Node::Alias(name.to_owned(), path.to_vec()),
            Some(binding) => {
                let ident = crate::names::new_ident(
                    name.trim_start_matches('*'),
                    proc_macro2::Span::call_site(),
                );
                self.read_binding(&binding, &ident)
            }
            None => Node::Never,
        }
    }

    fn refuse_field(&mut self, e: &ExprField) -> Node {
        let member = &e.member;
        let member = quote!(#member).to_string();
        self.errors.refuse(
            e.member.span(),
            format!("the macro cannot see what `.{member}` of this value is"),
            "say the type on the `let` that binds it, for instance `let pair: (f64, f64) = ..`",
        );
        Node::Never
    }

    /// `&expr` and `&mut expr`.
    pub(super) fn reference(&mut self, e: &ExprReference, expected: &Ty) -> Node {
        let inner = match expected {
            Ty::Ref { to, .. } => (**to).clone(),
            _ => Ty::Unknown,
        };
        let beside_floats = self.beside_floats;
        let node = match unparen(&e.expr) {
            Expr::Index(_) | Expr::Field(_) | Expr::Path(_) | Expr::Unary(_) => {
                self.expr_place(&e.expr)
            }
            // What is written to it may carry the derivative of what stands beside it.
            Expr::Struct(s) if beside_floats && e.mutability.is_some() && self.holds_float(s) => {
                self.literal_memory(s, None)
            }
            other => self.expr(other, &inner),
        };
        if e.mutability.is_some() {
            if let Node::Alias(..) = node {
                return node;
            }
            if let Some(alias) = self.alias_of(&e.expr) {
                return alias;
            }
        }
        let mutability = &e.mutability;
        match node {
            // A temporary is a variable that nobody else sees.
            Node::Raw(raw) if mutability.is_some() && raw.ty.is_float() => {
                let v = self.to_val(Node::Raw(raw), &inner, None, e.span());
                self.lent_temporary(v, e.span())
            }
            Node::Val(v, _) if mutability.is_some() => self.lent_temporary(v, e.span()),
            Node::Val(v, _) => Node::Val(v, true),
            Node::Place(mut p) => {
                p.amp = true;
                p.mutable = mutability.is_some();
                Node::Place(p)
            }
            Node::List(parts, at) => {
                let mut p = self.materialise(parts, None, at);
                p.amp = true;
                p.mutable = mutability.is_some();
                Node::Place(p)
            }
            Node::Raw(raw) => {
                let operand = raw.operand();
                let ty = Ty::Ref {
                    mutable: mutability.is_some(),
                    to: Box::new(raw.ty.clone()),
                };
                Node::Raw(Raw {
                    stable: raw.stable && mutability.is_none(),
                    ..Raw::new(quote!(&#mutability #operand), ty)
                })
            }
            other => other,
        }
    }

    /// Whether a field of a struct literal is a float, or a list of floats, as far as anybody can see.
    fn holds_float(&mut self, e: &syn::ExprStruct) -> bool {
        let mut fields = e.fields.iter();
        fields.any(|f| match unparen(&f.expr) {
            Expr::Struct(inner) => self.holds_float(inner),
            other => self.types.expr(other, &Ty::Unknown).carries_float(),
        })
    }

    fn lent_temporary(&mut self, val: Val, span: proc_macro2::Span) -> Node {
        let hidden = format!("*{}", self.names.numbered("lent", span));
        self.bind_name(&hidden, Binding::Val(val, false));
        Node::Alias(hidden, Vec::new())
    }

    /// `&mut` of a float variable or of a tuple field of one.
    fn alias_of(&mut self, e: &Expr) -> Option<Node> {
        let mut path = Vec::new();
        let name = super::stmt::variable_path(e, &mut path)?;
        let (name, path) = self.resolve_alias(name, path);
        match self.aliased_binding(&name, &path)? {
            Binding::Val(..) | Binding::Tuple(_) => Some(Node::Alias(name, path)),
            _ => None,
        }
    }

    /// Follows references to the variable that they refer to.
    pub(super) fn resolve_alias(&self, name: String, path: Vec<u32>) -> (String, Vec<u32>) {
        match self.env.get(&name) {
            Some(Binding::Alias(of, fields)) => {
                let mut all = fields.clone();
                all.extend(path);
                self.resolve_alias(of.clone(), all)
            }
            _ => (name, path),
        }
    }
}
