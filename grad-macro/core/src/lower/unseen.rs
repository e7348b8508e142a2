//! Structs and results of calls: what only rustc knows the type of.
//!
//! Their cotangents need a type all the same. It is told by a *witness*, an expression of that type which never
//! runs. What is assigned to them may have another shape than what was there: the shape goes on the tape before.
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprCall};

use super::Lower;
use super::bind::place_of;
use super::control::assigned_in_expr;
use super::node::{Binding, Node, PlaceNode, definite_type};
use super::stmt::base_variable;
use crate::ir::{
    Before, Callee, Elem, Init, MemKind, Proj, Source, Stmt, Ty as Scalar, Unseen, Val, Witness,
    Write, ZeroMem, ZeroShape,
};
use crate::types::{Ty, unparen};

impl Lower<'_> {
    /// Whether the cotangent of a place has a type that only rustc knows.
    pub(super) fn is_of_unseen(&self, p: &PlaceNode) -> bool {
        let zero = &self.mems[p.place.mem.0 as usize].zero;
        matches!(p.ty, Ty::Unknown)
            || p.place.path.is_empty()
                && matches!(zero, Some(ZeroMem::Callee(..) | ZeroMem::LastCallee(_)))
    }

    /// Asks that the gradient has nothing in the fields whose content is taken to be constant: it would be lost.
    pub(super) fn check_constant_fields(&mut self) {
        let function = self.function;
        for (base, member) in &function.options.constant_fields {
            let of = |p: &&crate::parse::Param| p.plain && p.name == *base && !p.opaque;
            let Some(param) = function.params.iter().find(of) else {
                continue;
            };
            let (ty, runtime) = (owned_type(&param.ty), &self.runtime);
            let check = quote_spanned! {member.span()=>
                #runtime::__private::constant_field::<#ty, _>(|gradient| &gradient.#member);
            };
            self.push(Stmt::Raw(check));
        }
    }

    /// Whether a place is the whole of a variable of such a type.
    pub(super) fn is_of_unseen_local(&self, p: &PlaceNode) -> bool {
        let zero = &self.mems[p.place.mem.0 as usize].zero;
        matches!(p.ty, Ty::Unknown)
            && matches!(zero, Some(ZeroMem::Callee(..) | ZeroMem::LastCallee(_)))
    }

    /// Assigns an aggregate to such a place.
    pub(super) fn assign_unseen(&mut self, p: &PlaceNode, node: Node, span: Span) {
        if let Node::Raw(raw) = &node
            && is_unit_variant(&raw.tokens)
        {
            let (target, value) = (&p.tokens, &raw.tokens);
            let tokens = quote!(#target = #value;);
            return self.push(Stmt::Raw(tokens));
        }
        let shape = match self.early_shape.take() {
            Some(shape) => shape,
            None => self.shape_word(p, span),
        };
        let (source, value) = self.written(node, span);
        let target = &p.tokens;
        let tokens = quote!(#target = #value;);
        let before = Before::Unseen(shape);
        self.push(Stmt::Replace(p.place.clone(), before, source, tokens));
    }

    /// A value to write, and the primal's expression of it.
    fn written(&mut self, node: Node, span: Span) -> (Source, TokenStream) {
        match node {
            Node::Raw(raw) if !raw.ty.is_float() => {
                let tokens = raw.tokens;
                (Source::Init(Init::Empty(tokens.clone())), tokens)
            }
            Node::Place(from) if !from.ty.is_float() => {
                let from = self.moved(from, span);
                let shape = match &from.ty {
                    Ty::Unknown => ZeroShape::Unseen,
                    Ty::Tuple(_) => ZeroShape::Tuple(Vec::new()),
                    _ => ZeroShape::Unit,
                };
                let tokens = from.tokens;
                let copy = Init::Copy(from.place, tokens.clone(), shape);
                (Source::Init(copy), tokens)
            }
            node @ (Node::Tuple(_) | Node::List(..)) => match self.elem(node, &Ty::Unknown, span) {
                Elem::Nested(init) => {
                    let tokens = self.init_tokens(&init);
                    (Source::Init(init), tokens)
                }
                Elem::Val(v) => (Source::Val(v), self.val_tokens(v)),
            },
            node => {
                let v = self.to_val(node, &Ty::Float, None, span);
                (Source::Val(v), self.val_tokens(v))
            }
        }
    }

    /// `std::mem::replace` and `take` of such a place: the old content moves to a memory of its own.
    pub(super) fn exchange_unseen(
        &mut self,
        c: &ExprCall,
        p: &PlaceNode,
        new: Option<Node>,
        span: Span,
    ) -> Node {
        let (f, base) = (&c.func, &p.tokens);
        let shape = self.shape_word(p, span);
        let (source, tokens) = match new {
            Some(new) => {
                let (source, value) = self.written(new, span);
                (source, quote!(#f(&mut #base, #value)))
            }
            None => {
                let default = Source::Init(Init::Empty(TokenStream::new()));
                (default, quote!(#f(&mut #base)))
            }
        };
        let old = self.moved_part(p, tokens, None, span);
        self.push(match source {
            Source::Val(_) => Stmt::Store(p.place.clone(), Write::Set, source, TokenStream::new()),
            Source::Init(_) => {
                let before = Before::Unseen(shape);
                Stmt::Replace(p.place.clone(), before, source, TokenStream::new())
            }
        });
        Node::Place(PlaceNode {
            ty: p.ty.clone(),
            ..old
        })
    }

    /// A memory of its own for a part of a struct or of a result: a float or more, only rustc knows.
    pub(super) fn moved_part(
        &mut self,
        p: &PlaceNode,
        tokens: TokenStream,
        hint: Option<&Ident>,
        span: Span,
    ) -> PlaceNode {
        let name = self.name_for(hint, span);
        let zero = ZeroMem::LastCallee(Callee::copy(self.rooted_place(&p.place), span));
        let mem = self.new_mem(name.clone(), MemKind::Local, Some(zero));
        let init = Init::Copy(p.place.clone(), tokens.clone(), ZeroShape::Unseen);
        self.push(Stmt::Define(mem, init, tokens));
        place_of(mem, &name, Ty::Unknown)
    }

    /// Whether the elements of a place are structs.
    pub(super) fn holds_structs(&self, p: &PlaceNode) -> bool {
        let root = self.rooted_place(&p.place);
        let info = &self.mems[root.mem.0 as usize];
        match (&info.kind, &info.zero) {
            (MemKind::Param(index, _), _) => self
                .declared
                .get(*index)
                .is_some_and(|ty| root.path.is_empty() && crate::parse::is_unseen(ty)),
            (_, Some(ZeroMem::Callee(callee, _) | ZeroMem::LastCallee(callee))) => {
                let last = callee.segments.last();
                callee.unseen.is_none() && last.is_some_and(|s| s.ident == "Vec")
            }
            (_, Some(ZeroMem::Vec(shape) | ZeroMem::Shape(shape))) => holds_unseen(shape),
            _ => false,
        }
    }

    /// `let mut v: Vec<S> = Vec::new()`, to which structs with floats are pushed.
    pub(super) fn empty_structs(&mut self, elem: &syn::Path, init: &Expr, name: &Ident) -> Node {
        let tokens = self.verbatim_tokens(init);
        let rows: syn::Path = syn::parse_quote!(::std::vec::Vec<#elem>);
        let zero = ZeroMem::LastCallee(rows.clone().into());
        let name = self.name_for(Some(name), name.span());
        let mem = self.new_mem(name.clone(), MemKind::Local, Some(zero));
        let tokens = quote!({
            let empty: #rows = #tokens;
            empty
        });
        self.push(Stmt::Define(mem, Init::Empty(tokens.clone()), tokens));
        Node::Place(place_of(mem, &name, Ty::Vec(Box::new(Ty::Unknown))))
    }

    /// A struct that is made of constants by a call, and that floats are written to later.
    pub(super) fn with_memory(&mut self, node: Node, init: &Expr, name: &Ident) -> Node {
        if !self.types.may_hold_float(&name.to_string()) {
            return node;
        }
        self.constant_struct(node, init, Some(name))
    }

    /// The element of `vec![V::zero(); n]`, where floats are written to what is made of it.
    pub(super) fn repeated_element(&mut self, node: Node, e: &Expr) -> Node {
        if !std::mem::take(&mut self.gets_floats) || self.types.nominal_of(e).is_none() {
            return node;
        }
        self.constant_struct(node, e, None)
    }

    /// Constants among structs that carry floats: they get a memory each, of the same type.
    pub(super) fn beside_structs(&mut self, nodes: &mut [Node], span: Span) {
        if let Some(of) = nodes.iter().find_map(|n| self.struct_place(n)) {
            for node in nodes {
                *node = self.of_type(std::mem::replace(node, Node::Unit), &of, span);
            }
        }
    }

    /// Where a struct lies whose type is told by rustc.
    pub(super) fn struct_place(&self, node: &Node) -> Option<crate::ir::Place> {
        match node {
            Node::Place(p)
                if matches!(p.ty, Ty::Unknown)
                    && (self.is_of_unseen_local(p) || self.nominal(p).is_some()) =>
            {
                Some(self.rooted_place(&p.place))
            }
            _ => None,
        }
    }

    /// A constant in a memory of its own, of the type of what is in a place.
    pub(super) fn of_type(&mut self, node: Node, of: &crate::ir::Place, span: Span) -> Node {
        let Node::Raw(raw) = node else {
            return node;
        };
        let copy = Callee::copy(of.clone(), span);
        let callee = match self.witness_of(of) {
            Some(witness) => copy.with(Witness::Of(witness)),
            None => copy,
        };
        let name = self.names.numbered("made", span);
        self.constant_memory(callee, raw.tokens, &name)
    }

    fn constant_memory(&mut self, callee: Callee, tokens: TokenStream, name: &Ident) -> Node {
        let zero = ZeroMem::LastCallee(callee);
        let mem = self.new_mem(name.clone(), MemKind::Local, Some(zero));
        self.push(Stmt::Define(mem, Init::Empty(tokens.clone()), tokens));
        Node::Place(place_of(mem, name, Ty::Unknown))
    }

    /// What is put into a vector of structs.
    pub(super) fn put_into(&mut self, p: &PlaceNode, node: Node, value: &Expr) -> Node {
        if !matches!(node, Node::Raw(_)) || !self.holds_structs(p) {
            return node;
        }
        self.constant_struct(node, value, None)
    }

    pub(super) fn constant_struct(
        &mut self,
        node: Node,
        init: &Expr,
        name: Option<&Ident>,
    ) -> Node {
        let Node::Raw(raw) = &node else {
            return node;
        };
        let (func, args) = match unparen(init) {
            Expr::Struct(s) => return self.literal_memory(s, name),
            Expr::Call(c) => (unparen(&c.func), Some(&c.args)),
            constant => (constant, None),
        };
        let Expr::Path(p) = func else {
            return node;
        };
        if args.is_none()
            && p.path
                .get_ident()
                .is_some_and(|name| self.env.contains_key(&name.to_string()))
        {
            return node;
        }
        let witness = match args {
            Some(args) => {
                let constants: Vec<Node> = args.iter().map(|_| Node::Unit).collect();
                self.call_witness(&p.path, None, false, &constants)
            }
            None => Witness::Of(p.to_token_stream()),
        };
        let callee = Callee::from(p.path.clone()).with(witness);
        let name = self.name_for(name, init.span());
        let tokens = raw.tokens.clone();
        self.constant_memory(callee, tokens, &name)
    }

    /// The shape of such a place, as one word.
    pub(super) fn shape_word(&mut self, p: &PlaceNode, span: Span) -> Val {
        let target = &p.tokens;
        let op = crate::ir::Op::Shape(None, quote!(&#target));
        let name = self.names.numbered("shape", span);
        let shape = self.new_val(name, Scalar::Usize);
        self.push(Stmt::Let(shape, op));
        shape
    }

    /// `v = step(v)`, `s = S { w: s.w, .. }`: the shape of the target is asked for before it is gone.
    pub(super) fn shape_before(&mut self, target: &Expr, value: &Expr) {
        self.early_shape = None;
        let may_move = match unparen(value) {
            Expr::Call(_) | Expr::Struct(_) => true,
            // Where nothing is told of the receiver, it moves what it is called on.
            Expr::MethodCall(m) => {
                self.nominal_of(&m.receiver).is_some() || is_called_on(&m.receiver, target)
            }
            Expr::Binary(_) | Expr::Unary(_) => self.types.is_own(value),
            _ => false,
        };
        let Some(variable) = base_variable(target).map(|v| v.to_string()) else {
            return;
        };
        if !may_move || !is_still(target) || assigned_in_expr(value).contains(&variable) {
            return;
        }
        let Some(Binding::Place(_)) = self.env.get(&variable) else {
            return;
        };
        if let Node::Place(p) = self.expr_place(target)
            && self.is_of_unseen(&p)
            && !self.is_view(&p)
        {
            self.early_shape = Some(self.shape_word(&p, target.span()));
        }
    }

    /// An expression of the type of a node, which never runs.
    pub(super) fn witness(&self, node: &Node) -> TokenStream {
        let any = self.any(None);
        match node {
            Node::Val(v, by_ref) => {
                let ty = self.vals[v.0 as usize].ty;
                if !ty.is_float() {
                    return any;
                }
                let value = self.any(Some(crate::emit::scalar_tokens(ty)));
                if *by_ref { quote!(&#value) } else { value }
            }
            Node::Tuple(parts) => {
                let parts = parts.iter().map(|p| self.witness(p));
                quote!((#(#parts,)*))
            }
            Node::List(parts, _) => {
                let parts = parts.iter().map(|p| self.witness(p));
                quote!([#(#parts),*])
            }
            Node::Place(p) => match self.place_witness(p) {
                Some(value) if self.is_borrowed(p) && self.value_of_item(p).is_none() => {
                    quote!(&mut #value)
                }
                Some(value) => value,
                None => any,
            },
            Node::Raw(_) | Node::Alias(..) | Node::Maybe(..) | Node::Unit | Node::Never => any,
        }
    }

    /// The call that stands for any value, of this type.
    pub(super) fn any(&self, ty: Option<TokenStream>) -> TokenStream {
        let runtime = &self.runtime;
        let ty = ty.map(|ty| quote!(::<#ty>));
        quote!(#runtime::__private::any #ty())
    }

    /// An expression of the type of a place.
    pub(super) fn place_witness(&self, p: &PlaceNode) -> Option<TokenStream> {
        let root = self.rooted_place(&p.place);
        let info = &self.mems[root.mem.0 as usize];
        let made = matches!(
            info.zero,
            Some(ZeroMem::Callee(..) | ZeroMem::LastCallee(_))
        );
        if !(matches!(p.ty, Ty::Unknown) || made && root.path.is_empty()) {
            let ty = match &p.ty {
                // Of a variable that is only indexed, this is a guess.
                Ty::Slice(_)
                    if matches!(info.kind, MemKind::Local)
                        && !matches!(root.path.last(), Some(Proj::Range(..))) =>
                {
                    return None;
                }
                Ty::Slice(elem) => Ty::Vec(elem.clone()),
                ty => ty.clone(),
            };
            return Some(self.any(Some(definite_type(&ty)?)));
        }
        let whole = match (&info.kind, &info.zero) {
            (MemKind::Param(index, fields), _) => {
                let ty = owned_type(self.declared.get(*index)?);
                let fields = fields.iter().map(|f| syn::Index::from(*f as usize));
                let ty = match ty {
                    syn::Type::Slice(s) => {
                        let elem = &s.elem;
                        quote!(::std::vec::Vec<#elem>)
                    }
                    other => other.to_token_stream(),
                };
                let value = self.any(Some(ty));
                quote!(#value #(.#fields)*)
            }
            (_, Some(ZeroMem::Callee(callee, _) | ZeroMem::LastCallee(callee))) => {
                match &callee.witness {
                    Witness::Of(value) => quote!((#value)),
                    Witness::None => match &callee.unseen {
                        Some(Unseen::Copy(of)) => self.witness_of(of)?,
                        Some(Unseen::Method(_) | Unseen::Operator(_)) | None => return None,
                    },
                    Witness::Within(_) => return None,
                }
            }
            _ => return None,
        };
        let mut value = whole;
        for proj in &root.path {
            match proj {
                Proj::Field(syn::Member::Named(field)) if self.held.contains(field) => {
                    let method = crate::variants::type_of(field);
                    value = quote!(#value.#method());
                }
                Proj::Field(member) if crate::variants::is_inside(member) => {
                    value = quote!(#value.unwrap());
                }
                Proj::Field(member) => value = quote!(#value.#member),
                // Owned, whatever it is an element of.
                Proj::Index(_) => {
                    value = quote! {
                        ::core::iter::Iterator::next(
                            &mut ::core::iter::IntoIterator::into_iter(#value),
                        ).unwrap()
                    };
                }
                // Owned, be it a part of an array or of a vector.
                Proj::Range(None, None) => {
                    value = quote! {
                        <::std::vec::Vec<_> as ::core::iter::FromIterator<_>>::from_iter(#value)
                    };
                }
                Proj::Range(..) => return None,
            }
        }
        Some(value)
    }

    /// Whether a receiver is a variable that a method may change, if it takes it so.
    pub(super) fn is_unsure(&self, node: &Node) -> bool {
        let Node::Place(p) = node else {
            return false;
        };
        !self.is_borrowed(p)
            && !self.is_mutable_place(p)
            && self.may_change(self.rooted_place(&p.place).mem)
    }

    /// An expression of the type of a place that only rustc knows.
    pub(super) fn witness_of(&self, place: &crate::ir::Place) -> Option<TokenStream> {
        let name = &self.mems[place.mem.0 as usize].name;
        self.place_witness(&PlaceNode {
            place: place.clone(),
            ..place_of(place.mem, name, Ty::Unknown)
        })
    }

    /// What tells the type of a call's result.
    pub(super) fn call_witness(
        &self,
        path: &syn::Path,
        method: Option<&Ident>,
        wrapped: bool,
        nodes: &[Node],
    ) -> Witness {
        let receiver = match (method, nodes.first()) {
            (Some(name), Some(Node::Place(p))) => self.place_witness(p).map(|r| quote!(#r.#name)),
            _ => None,
        };
        let given = &nodes[usize::from(receiver.is_some())..];
        let args = given.iter().map(|n| self.witness(n));
        let call = match receiver {
            Some(method) => quote!(#method(#(#args),*)),
            None => quote!(#path(#(#args),*)),
        };
        if wrapped {
            Witness::Within(call)
        } else {
            Witness::Of(call)
        }
    }
}

/// Whether there is a struct in a shape.
/// `Kind::Put`, which holds nothing.
fn is_unit_variant(value: &TokenStream) -> bool {
    let Ok(path) = syn::parse2::<syn::Path>(value.clone()) else {
        return false;
    };
    let named_like_types = |s: &syn::PathSegment| {
        let name = s.ident.to_string();
        name.starts_with(char::is_uppercase) && name.chars().any(char::is_lowercase)
    };
    let mut last = path.segments.iter().rev();
    let (variant, owner) = (last.next(), last.next());
    variant.is_some_and(|v| v.ident != "None" && named_like_types(v))
        && owner.is_some_and(named_like_types)
}

fn holds_unseen(shape: &ZeroShape) -> bool {
    match shape {
        ZeroShape::Callee(..) | ZeroShape::Unseen => true,
        ZeroShape::List(parts) => parts.iter().any(holds_unseen),
        ZeroShape::Repeat(part, _) | ZeroShape::Vec(part, _) => holds_unseen(part),
        ZeroShape::Tuple(_) | ZeroShape::Scalar(_) | ZeroShape::Nested(_) | ZeroShape::Unit => {
            false
        }
    }
}

/// A type without the references around it.
fn owned_type(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Reference(r) => owned_type(&r.elem),
        syn::Type::Paren(p) => owned_type(&p.elem),
        syn::Type::Group(g) => owned_type(&g.elem),
        other => other,
    }
}

/// Whether a target means the same place once more, without effects.
fn is_still(target: &Expr) -> bool {
    match unparen(target) {
        Expr::Path(_) => true,
        Expr::Field(f) => is_still(&f.base),
        Expr::Unary(u) => matches!(u.op, syn::UnOp::Deref(_)) && is_still(&u.expr),
        _ => false,
    }
}

/// Whether a chain of methods begins at a variable that is assigned to.
fn is_called_on(receiver: &Expr, target: &Expr) -> bool {
    match (unparen(receiver), unparen(target)) {
        (Expr::MethodCall(m), _) => is_called_on(&m.receiver, target),
        (Expr::Path(a), Expr::Path(b)) => {
            a.path.get_ident().is_some() && a.path.get_ident() == b.path.get_ident()
        }
        _ => false,
    }
}
