//! What an expression lowers to, and what a variable is bound to.
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

use super::Lower;
use crate::ir::{
    Callee, Elem, Init, Nested, Op, Place, Proj, Stmt, Ty as Scalar, Val, Witness, ZeroMem,
    ZeroShape,
};
use crate::types::Ty;

/// The value of an expression.
#[derive(Clone)]
pub enum Node {
    /// A float. The flag tells whether the user holds it by reference.
    Val(Val, bool),
    /// Tokens that carry no derivative, not evaluated yet.
    Raw(Raw),
    Tuple(Vec<Node>),
    /// An array literal that needs no memory yet.
    List(Vec<Node>, Span),
    Place(PlaceNode),
    /// `&mut` of a float variable (or of a tuple field of one).
    Alias(String, Vec<u32>),
    /// An `Option` of a value: whether it is there, and the value if it is.
    Maybe(TokenStream, Box<Node>),
    Unit,
    /// Control never gets here.
    Never,
}

#[derive(Clone)]
pub struct Raw {
    pub tokens: TokenStream,
    pub ty: Ty,
    /// Needs no parentheses as an operand.
    pub atomic: bool,
    /// A literal or a named constant: the same wherever it is printed.
    pub constant: bool,
    /// Neither side effects nor a dependence on anything that could change: may be evaluated later.
    pub stable: bool,
    /// The value behind an immutable integer variable, or behind one of a pattern that is a float or a
    /// reference to it.
    pub val: Option<Val>,
}

impl Raw {
    pub fn new(tokens: TokenStream, ty: Ty) -> Raw {
        Raw {
            tokens,
            ty,
            atomic: false,
            constant: false,
            stable: false,
            val: None,
        }
    }

    pub fn atom(tokens: TokenStream, ty: Ty) -> Raw {
        Raw {
            atomic: true,
            ..Raw::new(tokens, ty)
        }
    }

    pub fn constant(tokens: TokenStream, ty: Ty) -> Raw {
        Raw {
            atomic: true,
            constant: true,
            stable: true,
            ..Raw::new(tokens, ty)
        }
    }

    /// The tokens as an operand.
    pub fn operand(&self) -> TokenStream {
        if self.atomic {
            self.tokens.clone()
        } else {
            let tokens = &self.tokens;
            quote!((#tokens))
        }
    }
}

/// A part of a memory.
#[derive(Clone)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "four independent facts on how the user's code reaches it"
)]
pub struct PlaceNode {
    pub place: Place,
    pub ty: Ty,
    /// The primal's expression for it, which can be indexed.
    pub tokens: TokenStream,
    /// Whether the user holds a reference that the tokens do not show.
    pub amp: bool,
    /// Whether that reference is mutable.
    pub mutable: bool,
    /// The tokens go through a reference: the user holds the value itself.
    pub deref: bool,
    /// The tokens are a variable that holds a reference.
    pub named: bool,
}

impl PlaceNode {
    /// The tokens as the user passes the place on.
    pub fn passed(&self) -> TokenStream {
        let tokens = &self.tokens;
        match (self.amp, self.mutable) {
            (true, true) => quote!(&mut #tokens),
            (true, false) => quote!(&#tokens),
            (false, _) => tokens.clone(),
        }
    }

    /// The same, with the float type that is said of it where rustc alone would know it.
    pub fn said(mut self, ty: &Ty) -> PlaceNode {
        let open = matches!(self.ty, Ty::Unknown) && !self.place.path.is_empty();
        if open && matches!(ty, Ty::F32 | Ty::F64 | Ty::Generic) {
            self.ty = ty.clone();
        }
        self
    }

    pub fn project(&self, proj: Proj, ty: Ty, tokens: TokenStream) -> PlaceNode {
        let mut place = self.place.clone();
        place.path.push(proj);
        PlaceNode {
            place,
            ty,
            tokens,
            amp: false,
            mutable: false,
            deref: false,
            named: false,
        }
    }
}

/// A part `base[lo..hi]`, held by a variable that may be bound to another part.
#[derive(Clone)]
pub struct Window {
    pub base: Place,
    pub lo: Val,
    pub hi: Val,
    pub name: Ident,
    pub elem: Ty,
    pub mutable: bool,
}

impl Window {
    pub fn place(&self) -> PlaceNode {
        let mut place = self.base.clone();
        place.path.push(Proj::Range(Some(self.lo), Some(self.hi)));
        PlaceNode {
            place,
            ty: Ty::Slice(Box::new(self.elem.clone())),
            tokens: self.name.to_token_stream(),
            amp: false,
            mutable: self.mutable,
            deref: false,
            named: true,
        }
    }
}

/// What a variable stands for at one point of the program.
#[derive(Clone)]
pub enum Binding {
    Val(Val, bool),
    Tuple(Vec<Binding>),
    Place(PlaceNode),
    /// A variable that stays the user's own.
    Raw {
        name: Ident,
        ty: Ty,
        /// Set for an immutable integer, and for a float that may be held by reference.
        val: Option<Val>,
        mutable: bool,
    },
    /// A mutable reference to another float variable.
    Alias(String, Vec<u32>),
    /// A slice that is bound again and again: where it lies in its buffer changes.
    Window(Window),
    /// Declared, not initialised.
    Uninit(Ty),
}

impl Lower<'_> {
    /// The tokens of a node in a context that needs no derivative.
    pub fn tokens_of(&self, node: &Node) -> TokenStream {
        match node {
            Node::Val(v, false) => self.val_tokens(*v),
            Node::Val(v, true) => {
                let v = self.val_tokens(*v);
                quote!(&#v)
            }
            Node::Raw(raw) => raw.tokens.clone(),
            Node::Tuple(parts) => {
                let parts = parts.iter().map(|p| self.tokens_of(p));
                quote!((#(#parts,)*))
            }
            Node::List(parts, _) => {
                let parts = parts.iter().map(|p| self.tokens_of(p));
                quote!([#(#parts),*])
            }
            Node::Place(p) => p.passed(),
            Node::Alias(name, path) => self
                .aliased(name, path)
                .map_or_else(|| quote!(()), |v| self.val_tokens(v)),
            Node::Maybe(some, node) => {
                let value = self.tokens_of(node);
                quote!(if #some { ::core::option::Option::Some(#value) } else { ::core::option::Option::None })
            }
            Node::Unit | Node::Never => quote!(()),
        }
    }

    /// What stands behind a reference to a variable.
    pub fn aliased_binding(&self, name: &str, path: &[u32]) -> Option<&Binding> {
        let mut binding = self.env.get(name)?;
        for at in path {
            match binding {
                Binding::Tuple(parts) => binding = parts.get(*at as usize)?,
                _ => return None,
            }
        }
        Some(binding)
    }

    /// The current value behind a reference to a variable.
    pub fn aliased(&self, name: &str, path: &[u32]) -> Option<Val> {
        match self.aliased_binding(name, path)? {
            Binding::Val(v, _) => Some(*v),
            Binding::Alias(name, path) => self.aliased(name, path),
            _ => None,
        }
    }

    /// The tokens of a node as an operand.
    pub fn operand_of(&self, node: &Node) -> TokenStream {
        match node {
            Node::Raw(raw) => raw.operand(),
            Node::Val(v, _) => self.val_tokens(*v),
            Node::Place(p) => p.tokens.clone(),
            other => self.tokens_of(other),
        }
    }

    /// The name of a value, or its constant.
    pub fn val_tokens(&self, val: Val) -> TokenStream {
        let info = &self.vals[val.0 as usize];
        match &info.constant {
            Some(tokens) => tokens.clone(),
            None => info.name.to_token_stream(),
        }
    }

    /// A node as a float value.
    pub fn to_val(&mut self, node: Node, ty: &Ty, hint: Option<&Ident>, span: Span) -> Val {
        match node {
            Node::Val(v, _) => v,
            Node::Raw(raw) => {
                if let Some(v) = self.float_behind(&raw) {
                    return v;
                }
                let scalar = match raw.ty.peeled() {
                    t if t.is_float() && !matches!(t, Ty::Float) => self.scalar_of(t),
                    _ => self.scalar_of(ty),
                };
                if raw.constant {
                    return self.constant(raw.tokens, scalar, span);
                }
                let tokens = match &raw.ty {
                    Ty::Ref { to, .. } if !matches!(**to, Ty::Ref { .. }) => {
                        let operand = raw.operand();
                        quote!(*#operand)
                    }
                    Ty::Ref { .. } => self.by_value(&raw.tokens),
                    Ty::Unknown | Ty::Inactive if may_be_reference(&raw.tokens) => {
                        self.by_value(&raw.tokens)
                    }
                    _ => raw.tokens,
                };
                let cast = super::steady::cast_of(&tokens);
                let formula = cast.as_ref().and_then(|c| self.float_formula(&tokens, c));
                let steady = cast.as_ref().and_then(|c| self.steady_float(c));
                let val = self.define(Op::Raw(tokens), scalar, hint, span);
                let info = &mut self.vals[val.0 as usize];
                (info.formula, info.steady) = (formula, steady);
                val
            }
            Node::Place(p) => self.load(&p.said(ty), hint, span),
            Node::Never => self.constant(quote!(0.0), self.scalar, span),
            Node::Alias(name, path) => match self.aliased(&name, &path) {
                Some(v) => v,
                None => self.constant(quote!(0.0), self.scalar, span),
            },
            Node::Tuple(_) | Node::List(..) | Node::Unit | Node::Maybe(..) => {
                self.errors.refuse(
                    span,
                    "a single float is expected here",
                    "take the value apart first, for instance with `let (a, b) = ..`",
                );
                self.constant(quote!(0.0), self.scalar, span)
            }
        }
    }

    /// The float of a variable that may be held by reference.
    pub(super) fn float_behind(&self, raw: &Raw) -> Option<Val> {
        raw.val.filter(|v| self.vals[v.0 as usize].ty.is_float())
    }

    /// The float that an expression is, or that stands behind the references which it is.
    pub(super) fn by_value(&self, tokens: &TokenStream) -> TokenStream {
        let runtime = &self.runtime;
        quote!(#runtime::__private::by_value(#tokens))
    }

    /// The memory behind a place, through views.
    pub fn is_mutable_place(&self, p: &PlaceNode) -> bool {
        p.mutable || self.mems[p.place.mem.0 as usize].mutable_ref && !p.amp
    }

    /// Reads a float from memory.
    pub fn load(&mut self, p: &PlaceNode, hint: Option<&Ident>, span: Span) -> Val {
        let scalar = self.scalar_of(&p.ty);
        let base = &p.tokens;
        let whole = p.place.path.is_empty() && !p.amp && !p.deref && !p.named;
        let tokens = if matches!(p.ty, Ty::Unknown) && whole && self.is_reference(p) {
            self.value_of_item(p).unwrap_or_else(|| quote!(*#base))
        } else {
            base.clone()
        };
        self.define(Op::Load(p.place.clone(), tokens), scalar, hint, span)
    }

    /// Evaluates what is still pending, so that the node can be used later and more than once.
    pub fn settle(&mut self, node: Node, hint: Option<&Ident>, span: Span) -> Node {
        match node {
            Node::Raw(raw) if raw.ty.peeled().is_float() && self.float_behind(&raw).is_none() => {
                let ty = raw.ty.clone();
                let by_ref = matches!(ty, Ty::Ref { .. });
                Node::Val(self.to_val(Node::Raw(raw), &ty, hint, span), by_ref)
            }
            Node::Raw(raw) if !raw.stable => {
                let ty = raw.ty.clone();
                let val = self.define(Op::Raw(raw.tokens), Scalar::Other, hint, span);
                Node::Raw(Raw {
                    stable: true,
                    ..Raw::atom(self.val_tokens(val), ty)
                })
            }
            Node::Place(p) if p.ty.is_float() && !p.amp && !self.is_dereferenced_view(&p) => {
                Node::Val(self.load(&p, hint, span), false)
            }
            Node::Tuple(parts) => Node::Tuple(
                parts
                    .into_iter()
                    .map(|p| self.settle(p, hint, span))
                    .collect(),
            ),
            Node::List(parts, at) => Node::List(
                parts
                    .into_iter()
                    .map(|p| self.settle(p, hint, span))
                    .collect(),
                at,
            ),
            other => other,
        }
    }

    /// Gives an array literal a memory.
    pub fn materialise(&mut self, parts: Vec<Node>, hint: Option<&Ident>, span: Span) -> PlaceNode {
        let ty = self.list_type(&parts);
        let init = self.list_init(parts, span);
        self.define_memory(init, ty, hint, span)
    }

    /// What tells the type of a sequence of structs.
    fn structs_witness(&self, init: &Init) -> Option<TokenStream> {
        let of = |elem: &Elem| match elem {
            Elem::Nested(Init::Copy(place, _, ZeroShape::Callee(..) | ZeroShape::Unseen)) => {
                self.witness_of(place)
            }
            _ => None,
        };
        match init {
            Init::VecList(elems) => {
                let elem = elems.iter().find_map(of)?;
                Some(quote!(::std::vec::Vec::from([#elem])))
            }
            Init::VecRepeat(elem, ..) => {
                let elem = of(elem)?;
                Some(quote!(::std::vec::Vec::from([#elem])))
            }
            Init::List(elems) => {
                let elem = elems.iter().find_map(of)?;
                let count = elems.len();
                Some(quote!(::core::array::from_fn::<_, #count, _>(|_| #elem)))
            }
            Init::Repeat(elem, len) => {
                let elem = of(elem)?;
                Some(quote!(::core::array::from_fn::<_, { #len }, _>(|_| #elem)))
            }
            Init::Tuple(_) | Init::Struct(_) | Init::Copy(..) | Init::Empty(_) => None,
        }
    }

    /// Structs in a row, each of a shape of its own.
    fn structs_in_memory(
        &mut self,
        init: Init,
        witness: TokenStream,
        ty: Ty,
        name: Ident,
        tokens: TokenStream,
    ) -> PlaceNode {
        let shape_name = self.names.numbered("shape", name.span());
        let shape = self.new_val(shape_name, Scalar::Usize);
        let rows: syn::Path = syn::parse_quote!(::std::vec::Vec);
        let zero = ZeroMem::Callee(Callee::from(rows).with(Witness::Of(witness)), shape);
        let mem = self.new_mem(name.clone(), crate::ir::MemKind::Local, Some(zero));
        self.push(Stmt::Define(mem, init, tokens));
        self.push(Stmt::Let(shape, Op::Shape(None, quote!(&#name))));
        super::bind::place_of(mem, &name, ty)
    }

    /// Declares a local memory.
    pub fn define_memory(
        &mut self,
        init: Init,
        ty: Ty,
        hint: Option<&Ident>,
        span: Span,
    ) -> PlaceNode {
        let name = match hint {
            Some(_) => self.name_for(hint, span),
            None => self.names.numbered("array", span),
        };
        let tokens = self.init_tokens(&init);
        if let Some(witness) = self.structs_witness(&init) {
            return self.structs_in_memory(init, witness, ty, name, tokens);
        }
        let zero = match (&init, &ty, nested(&ty, self.scalar)) {
            (Init::Copy(_, _, ZeroShape::Nested(nested)), ..) => ZeroMem::Nested(nested.clone()),
            // Its length may change later.
            (Init::Copy(_, _, ZeroShape::Callee(path, _)), ..) => ZeroMem::LastCallee(path.clone()),
            (Init::Empty(_) | Init::VecRepeat(..) | Init::VecList(_), ty, Some(nested))
                if shape_of_type(&ty.element()).is_none()
                    && !matches!(ty.element(), Ty::Unknown) =>
            {
                ZeroMem::Nested(nested)
            }
            (Init::List(_) | Init::Repeat(..), Ty::Array(elem, _), Some(nested))
                if elem.holds_vector() =>
            {
                ZeroMem::Nested(nested)
            }
            (Init::VecRepeat(elem, ..), ..) => ZeroMem::Vec(self.shape_of_elem(elem)),
            (Init::VecList(elems), ..) => {
                let first = elems.first().map(|e| self.shape_of_elem(e));
                ZeroMem::Vec(first.unwrap_or(ZeroShape::Scalar(None)))
            }
            (Init::Empty(_), Ty::Array(..) | Ty::Tuple(_), _) if shape_of_type(&ty).is_some() => {
                ZeroMem::Shape(shape_of_type(&ty).unwrap_or(ZeroShape::Unit))
            }
            (Init::Empty(_), ty, _) => {
                ZeroMem::Vec(shape_of_type(&ty.element()).unwrap_or(ZeroShape::Scalar(None)))
            }
            (Init::Copy(_, _, ZeroShape::Vec(elem, _)), Ty::Vec(_), _) => {
                ZeroMem::Vec((**elem).clone())
            }
            _ => ZeroMem::Shape(self.shape_of_init(&init)),
        };
        let mem = self.new_mem(name.clone(), crate::ir::MemKind::Local, Some(zero));
        self.push(Stmt::Define(mem, init, tokens));
        PlaceNode {
            place: Place {
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

    /// A copy of a place, in a memory of its own.
    pub(super) fn copy_of(
        &mut self,
        p: PlaceNode,
        shape: ZeroShape,
        hint: Option<&Ident>,
        span: Span,
    ) -> PlaceNode {
        let init = Init::Copy(p.place, p.tokens, shape);
        self.define_memory(init, p.ty, hint, span)
    }

    fn list_type(&self, parts: &[Node]) -> Ty {
        let len = parts.len();
        Ty::Array(Box::new(self.common_type(parts)), Some(quote!(#len)))
    }

    /// The type of the elements of a literal: what one of them knows holds for all.
    pub(super) fn common_type(&self, parts: &[Node]) -> Ty {
        let mut elem = Ty::Unknown;
        for part in parts {
            elem.learn(&self.type_of(part));
        }
        elem
    }

    /// The type that a node is known to have.
    pub fn type_of(&self, node: &Node) -> Ty {
        match node {
            Node::Val(v, by_ref) => {
                let ty = Ty::of_scalar(self.vals[v.0 as usize].ty);
                if *by_ref { ty.shared() } else { ty }
            }
            Node::Raw(raw) => raw.ty.clone(),
            Node::Tuple(parts) => Ty::Tuple(parts.iter().map(|p| self.type_of(p)).collect()),
            Node::List(parts, _) => self.list_type(parts),
            Node::Place(p) if p.amp => p.ty.clone().shared(),
            Node::Place(p) => p.ty.clone(),
            Node::Unit => Ty::Unit,
            Node::Alias(name, path) => {
                let scalar = self.aliased(name, path).map(|v| self.vals[v.0 as usize].ty);
                Ty::of_scalar(scalar.unwrap_or(Scalar::F64)).shared()
            }
            Node::Never | Node::Maybe(..) => Ty::Unknown,
        }
    }

    /// The shape of a place's cotangent, with its length captured where the type does not say it.
    pub fn shape_of_place(&mut self, p: &PlaceNode, span: Span) -> Option<ZeroShape> {
        if let Some(shape) = shape_of_type(&p.ty) {
            return Some(shape);
        }
        if let Some(ZeroMem::Callee(path, _) | ZeroMem::LastCallee(path)) =
            self.mems[p.place.mem.0 as usize].zero.clone()
            && p.place.path.is_empty()
            && !matches!(p.ty, Ty::Vec(_))
        {
            return Some(ZeroShape::Callee(path, self.shape_word(p, span)));
        }
        match p.ty.peeled().clone() {
            Ty::Slice(elem) | Ty::Vec(elem) | Ty::Array(elem, None) => {
                let elem = match shape_of_type(&elem) {
                    _ if matches!(*elem, Ty::Unknown) => ZeroShape::Scalar(None),
                    Some(shape) => shape,
                    None => {
                        return Some(ZeroShape::Nested(nested(p.ty.peeled(), self.scalar)?));
                    }
                };
                let base = &p.tokens;
                let len = self.define_index(quote!(#base.len()), span);
                Some(ZeroShape::Vec(Box::new(elem), len))
            }
            _ => None,
        }
    }

    /// The initialiser of an array literal.
    pub fn list_init(&mut self, parts: Vec<Node>, span: Span) -> Init {
        Init::List(self.elems(parts, span))
    }

    /// The elements of a literal, all of one type.
    pub(super) fn elems(&mut self, parts: Vec<Node>, span: Span) -> Vec<Elem> {
        let ty = self.common_type(&parts);
        parts.into_iter().map(|p| self.elem(p, &ty, span)).collect()
    }

    /// One element of an array literal.
    pub fn elem(&mut self, node: Node, ty: &Ty, span: Span) -> Elem {
        match node {
            Node::List(parts, at) => Elem::Nested(self.list_init(parts, at)),
            // A part of a result that only rustc knows: a float, or a type error.
            Node::Place(p)
                if matches!(p.ty, Ty::Unknown)
                    && (ty.peeled().is_float()
                        || !p.place.path.is_empty() && !ty.peeled().is_sequence()) =>
            {
                let mut p = p;
                // What stands beside it tells which.
                if ty.peeled().is_float() && !self.is_reference(&p) {
                    p.ty = ty.peeled().clone();
                }
                Elem::Val(self.load(&p, None, span))
            }
            Node::Place(p) if !p.ty.is_float() => {
                let mut p = self.moved(p, span);
                p.ty.learn(ty);
                let tokens = p.tokens.clone();
                let Some(shape) = self.shape_of_place(&p, span) else {
                    self.errors.refuse(
                        span,
                        "the length of this element is not known to the macro",
                        "write the element out, for instance as `[row[0], row[1]]`",
                    );
                    return Elem::Nested(Init::List(Vec::new()));
                };
                Elem::Nested(Init::Copy(p.place, tokens, shape))
            }
            Node::Tuple(parts) => {
                let tys = ty.peeled().parts(parts.len());
                let parts = parts.into_iter().zip(&tys);
                let elems = parts.map(|(p, ty)| self.elem(p, ty, span)).collect();
                Elem::Nested(Init::Tuple(elems))
            }
            // An integer beside floats.
            Node::Raw(raw) if raw.ty.is_discrete() => Elem::Val(if raw.constant {
                self.constant(raw.tokens, Scalar::Other, span)
            } else {
                self.define(Op::Raw(raw.tokens), Scalar::Other, None, span)
            }),
            other => {
                let mut known = self.type_of(&other);
                if matches!(known, Ty::Float | Ty::Unknown) && ty.peeled().is_float() {
                    known = ty.peeled().clone();
                }
                Elem::Val(self.to_val(other, &known, None, span))
            }
        }
    }

    /// The primal's expression of an initialiser.
    pub fn init_tokens(&self, init: &Init) -> TokenStream {
        match init {
            Init::List(elems) => {
                let elems = elems.iter().map(|e| self.elem_tokens(e));
                quote!([#(#elems),*])
            }
            Init::Tuple(elems) => {
                let elems = elems.iter().map(|e| self.elem_tokens(e));
                quote!((#(#elems,)*))
            }
            Init::Struct(s) => s.tokens(|e| self.elem_tokens(e)),
            Init::Repeat(elem, len) => {
                let elem = self.elem_tokens(elem);
                quote!([#elem; #len])
            }
            Init::Copy(_, tokens, _) | Init::Empty(tokens) => tokens.clone(),
            Init::VecList(elems) => {
                let (runtime, elems) = (&self.runtime, elems.iter().map(|e| self.elem_tokens(e)));
                quote!(#runtime::__private::std::vec![#(#elems),*])
            }
            Init::VecRepeat(elem, len, _) => {
                let (runtime, elem) = (&self.runtime, self.elem_tokens(elem));
                quote!(#runtime::__private::std::vec![#elem; #len])
            }
        }
    }

    /// The tokens of a list's only element.
    pub(super) fn only_element(&self, init: &Init) -> TokenStream {
        match init {
            Init::List(elems) => elems.iter().map(|e| self.elem_tokens(e)).collect(),
            other => self.init_tokens(other),
        }
    }

    fn elem_tokens(&self, elem: &Elem) -> TokenStream {
        match elem {
            Elem::Val(v) => {
                // Constants alone do not tell their type.
                let info = &self.vals[v.0 as usize];
                match &info.constant {
                    Some(tokens) if info.ty.is_float() => {
                        crate::emit::typed_constant(tokens, info.ty)
                    }
                    _ => self.val_tokens(*v),
                }
            }
            Elem::Nested(init) => self.init_tokens(init),
        }
    }
}

/// The type of the cotangent of a nested vector, owned: `Vec<Vec<f64>>`.
#[must_use]
pub fn nested_type(ty: &Ty, scalar: Scalar) -> Option<TokenStream> {
    match ty {
        Ty::F32 => Some(quote!(f32)),
        Ty::F64 => Some(quote!(f64)),
        Ty::Generic => Some(crate::emit::scalar_tokens(Scalar::Generic)),
        Ty::Float => Some(crate::emit::scalar_tokens(scalar)),
        Ty::Vec(elem) | Ty::Slice(elem) | Ty::Array(elem, None) => {
            let elem = nested_type(elem, scalar)?;
            Some(quote!(::std::vec::Vec<#elem>))
        }
        Ty::Array(elem, Some(len)) => {
            let elem = nested_type(elem, scalar)?;
            Some(quote!([#elem; #len]))
        }
        Ty::Tuple(parts) => {
            let parts = parts.iter().map(|p| nested_type(p, scalar));
            let parts = parts.collect::<Option<Vec<_>>>()?;
            Some(quote!((#(#parts,)*)))
        }
        t if t.is_discrete() => Some(quote!(())),
        _ => None,
    }
}

/// The same, and whether it is a vector of rows of floats.
fn nested(ty: &Ty, scalar: Scalar) -> Option<Nested> {
    fn of_vector(ty: &Ty) -> Option<&Ty> {
        match ty {
            Ty::Vec(elem) | Ty::Slice(elem) | Ty::Array(elem, None) => Some(elem),
            _ => None,
        }
    }
    fn is_fixed(ty: &Ty) -> bool {
        match ty {
            Ty::Array(elem, Some(_)) => is_fixed(elem),
            other => other.is_float(),
        }
    }
    Some(Nested {
        ty: nested_type(ty, scalar)?,
        rows: of_vector(ty).and_then(of_vector).is_some_and(is_fixed),
    })
}

/// The type of a vector whose floats are known.
#[must_use]
pub fn definite_type(ty: &Ty) -> Option<TokenStream> {
    fn is_definite(ty: &Ty) -> bool {
        match ty {
            Ty::F64 | Ty::F32 | Ty::Generic => true,
            Ty::Vec(t) | Ty::Array(t, Some(_)) => is_definite(t),
            _ => false,
        }
    }
    if is_definite(ty) {
        nested_type(ty, Scalar::F64)
    } else {
        None
    }
}

/// Whether an expression of unknown type may be a float behind a reference: a variable of a pattern, a
/// part of something, the result of a method. A method that is told by its use what to return is told by
/// nothing else.
pub(super) fn may_be_reference(tokens: &TokenStream) -> bool {
    fn is_told_by_use(e: &syn::Expr) -> bool {
        match crate::types::unparen(e) {
            syn::Expr::MethodCall(m) => {
                let name = m.method.to_string();
                m.turbofish.is_none() && TOLD_BY_USE.contains(&name.as_str())
                    || is_told_by_use(&m.receiver)
            }
            syn::Expr::Field(f) => is_told_by_use(&f.base),
            syn::Expr::Call(_) | syn::Expr::Macro(_) => true,
            _ => false,
        }
    }
    match syn::parse2::<syn::Expr>(tokens.clone()) {
        Ok(e @ (syn::Expr::MethodCall(_) | syn::Expr::Field(_) | syn::Expr::Index(_))) => {
            !is_told_by_use(&e)
        }
        Ok(syn::Expr::Path(p)) => p.path.get_ident().is_some(),
        _ => false,
    }
}

/// Methods of the standard library that return whatever is asked for.
const TOLD_BY_USE: [&str; 6] = ["parse", "into", "try_into", "sum", "product", "collect"];

/// Whether nothing in a node can carry a derivative.
#[must_use]
pub fn is_inactive(node: &Node) -> bool {
    match node {
        Node::Raw(_) | Node::Unit | Node::Never => true,
        Node::Tuple(parts) | Node::List(parts, _) => parts.iter().all(is_inactive),
        Node::Val(..) | Node::Place(_) | Node::Alias(..) | Node::Maybe(..) => false,
    }
}

impl Lower<'_> {
    /// The shape of an initialiser's cotangent.
    fn shape_of_init(&self, init: &Init) -> ZeroShape {
        match init {
            Init::List(elems) | Init::VecList(elems) => {
                ZeroShape::List(elems.iter().map(|e| self.shape_of_elem(e)).collect())
            }
            Init::Repeat(elem, len) => {
                ZeroShape::Repeat(Box::new(self.shape_of_elem(elem)), len.clone())
            }
            Init::Tuple(elems) => {
                ZeroShape::Tuple(elems.iter().map(|e| self.shape_of_elem(e)).collect())
            }
            Init::Struct(_) => ZeroShape::Unseen,
            Init::Copy(_, _, shape) => shape.clone(),
            Init::VecRepeat(elem, _, len) => {
                ZeroShape::Vec(Box::new(self.shape_of_elem(elem)), *len)
            }
            Init::Empty(_) => ZeroShape::Unit,
        }
    }

    fn shape_of_elem(&self, elem: &Elem) -> ZeroShape {
        match elem {
            Elem::Val(v) if !self.vals[v.0 as usize].ty.is_float() => ZeroShape::Unit,
            Elem::Val(v) => ZeroShape::Scalar(Some(self.vals[v.0 as usize].ty)),
            Elem::Nested(init) => self.shape_of_init(init),
        }
    }

    /// The shape of an array literal's cotangent.
    pub(super) fn shape_of_list(&self, parts: &[Node]) -> ZeroShape {
        ZeroShape::List(
            parts
                .iter()
                .map(|p| match p {
                    Node::List(inner, _) => self.shape_of_list(inner),
                    Node::Place(p) => shape_of_type(&p.ty).unwrap_or(ZeroShape::Scalar(None)),
                    Node::Val(v, _) => ZeroShape::Scalar(Some(self.vals[v.0 as usize].ty)),
                    _ => ZeroShape::Scalar(None),
                })
                .collect(),
        )
    }
}

/// The shape that a type fixes by itself.
pub fn shape_of_type(ty: &Ty) -> Option<ZeroShape> {
    match ty {
        Ty::F64 => Some(ZeroShape::Scalar(Some(Scalar::F64))),
        Ty::F32 => Some(ZeroShape::Scalar(Some(Scalar::F32))),
        Ty::Generic => Some(ZeroShape::Scalar(Some(Scalar::Generic))),
        Ty::Float => Some(ZeroShape::Scalar(None)),
        Ty::Array(elem, Some(len)) => Some(ZeroShape::Repeat(
            Box::new(shape_of_type(elem)?),
            len.clone(),
        )),
        Ty::Tuple(parts) => Some(ZeroShape::Tuple(
            parts.iter().map(shape_of_type).collect::<Option<_>>()?,
        )),
        t if t.is_inactive() => Some(ZeroShape::Unit),
        _ => None,
    }
}

/// The span of a node's source.
pub fn span_of(tokens: &impl ToTokens) -> Span {
    tokens.span()
}
