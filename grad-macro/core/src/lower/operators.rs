//! Operators between structs, which the compiler finds by the types of their operands.
//!
//! Input: `a * b`. Output: a call of the function that stands for the operator. What the reverse half knows of an
//! operand is its type alone, from its cotangent.
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, ExprBinary, ExprUnary};

use super::Lower;
use super::bind::place_of;
use super::node::{Node, PlaceNode, Raw};
use crate::ir::{
    Bound, Call, CallArg, Callee, Init, MemKind, Op, OperandType, Operator, Place, Proj, Stmt,
    Ty as Scalar, Unseen, Witness, ZeroMem,
};
use crate::operators::{method_of, number_name};
use crate::types::{Ty, unparen};

/// Types of operands that are made of those of so many others take too long to print.
const MOST_OPERANDS: usize = 100;

/// An operand: how it is passed, what tells its type, whether it is a reference.
struct Operand {
    arg: CallArg,
    ty: OperandType,
    by_ref: bool,
    /// An expression of its type, if there is one.
    witness: Option<TokenStream>,
}

impl Lower<'_> {
    /// Whether an operator is one of structs.
    pub(super) fn is_between_structs(&self, b: &ExprBinary) -> bool {
        method_of(&b.op).is_some() && (self.types.is_own(&b.left) || self.types.is_own(&b.right))
    }

    /// `a * b`, where one of them is a struct.
    pub(super) fn operator(
        &mut self,
        b: &ExprBinary,
        nodes: (Node, Node),
        expected: &Ty,
        hint: Option<&Ident>,
    ) -> Node {
        let Some((name, method, _)) = method_of(&b.op) else {
            return Node::Never;
        };
        let op = &b.op;
        let (left, right) = nodes;
        let right = self.second_apart(&left, right, b.right.span());
        let (Some(left), Some(right)) = (
            self.operand_of_struct(left, &b.left),
            self.operand_of_struct(right, &b.right),
        ) else {
            return Node::Never;
        };
        let witness = match (&left.witness, &right.witness) {
            (Some(l), Some(r)) => Some(quote!((#l #op #r))),
            _ => None,
        };
        let number = number_name(method, left.by_ref, right.by_ref);
        self.operated(
            name,
            method,
            number,
            vec![left, right],
            witness,
            expected,
            hint,
            op.span(),
        )
    }

    /// Two elements of a struct with `Index` cannot be lent at once: the second is copied.
    fn second_apart(&mut self, left: &Node, right: Node, span: Span) -> Node {
        match (left, right) {
            (Node::Place(l), Node::Place(r))
                if self.rooted_place(&l.place).mem == self.rooted_place(&r.place).mem
                    && self.is_element_of_struct(&r)
                    && !self.is_borrowed(&r) =>
            {
                let tokens = r.tokens.clone();
                Node::Place(self.moved_part(&r, tokens, None, span))
            }
            (_, right) => right,
        }
    }

    fn is_element_of_struct(&self, p: &PlaceNode) -> bool {
        let place = self.rooted_place(&p.place);
        let elements = place.path.iter().any(|p| matches!(p, Proj::Index(_)));
        elements && self.mems[place.mem.0 as usize].indexed_struct
    }

    /// `-a` of a struct.
    pub(super) fn negated(
        &mut self,
        u: &ExprUnary,
        node: Node,
        expected: &Ty,
        hint: Option<&Ident>,
    ) -> Node {
        let Some(operand) = self.operand_of_struct(node, &u.expr) else {
            return Node::Never;
        };
        let witness = operand.witness.as_ref().map(|value| quote!((-#value)));
        let number = number_name("neg", operand.by_ref, false);
        self.operated(
            "Neg",
            "neg",
            number,
            vec![operand],
            witness,
            expected,
            hint,
            u.op.span(),
        )
    }

    /// `a += b` of a struct, whose right side has been lowered.
    pub(super) fn operator_assign(&mut self, b: &ExprBinary, right: Node) -> Node {
        let Some((name, method, _)) = method_of(&b.op) else {
            return Node::Never;
        };
        if super::expr::has_effects(&b.left) {
            self.errors.refuse(
                b.left.span(),
                "what this writes to is computed by a call",
                "bind the index or the reference to a variable first",
            );
            return Node::Never;
        }
        let target = match self.expr_place(&b.left) {
            Node::Place(p) => p,
            Node::Raw(_) => {
                self.errors.refuse(
                    b.left.span(),
                    "this is made of what carries no float, and the operator may write a float that carries a derivative to it",
                    "say its type where it is declared, for instance `let mut sum: Vec3 = ..`",
                );
                return Node::Never;
            }
            Node::Never => return Node::Never,
            _ => {
                self.refuse_operand(&b.left);
                return Node::Never;
            }
        };
        // The right side is there before anything is written.
        let right = match right {
            Node::Place(p)
                if self.rooted_place(&p.place).mem == self.rooted_place(&target.place).mem
                    && !self.is_borrowed(&p) =>
            {
                let tokens = p.tokens.clone();
                Node::Place(self.moved_part(&p, tokens, None, b.right.span()))
            }
            right => right,
        };
        let Some(right) = self.operand_of_struct(right, &b.right) else {
            return Node::Never;
        };
        let place = target.place.clone();
        let base = &target.tokens;
        let left = Operand {
            arg: CallArg::Place(place.clone(), quote!(&mut #base), true),
            ty: OperandType::Place(self.rooted_place(&place)),
            by_ref: false,
            witness: None,
        };
        let number = number_name(method, false, right.by_ref);
        let operands = vec![left, right];
        self.operated(
            name,
            method,
            number,
            operands,
            None,
            &Ty::Inactive,
            None,
            b.op.span(),
        );
        Node::Unit
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "all that tells one operator from another"
    )]
    fn operated(
        &mut self,
        name: &str,
        method: &str,
        number: String,
        operands: Vec<Operand>,
        witness: Option<TokenStream>,
        expected: &Ty,
        hint: Option<&Ident>,
        span: Span,
    ) -> Node {
        let ident = |name: &str| Ident::new(name, Span::mixed_site().located_at(span));
        let (name, method) = (ident(name), ident(method));
        let size = operands
            .iter()
            .map(|o| self.size_of_type(&o.ty))
            .sum::<usize>()
            + 1;
        if size > MOST_OPERANDS {
            self.errors.refuse(
                span,
                "the type of what this operator makes follows from too many others",
                "say the type of a variable on the way, for instance `let r: Vec3 = a * b`",
            );
            return Node::Never;
        }
        let witness = witness.map_or(Witness::None, Witness::Of);
        let (mut args, mut types) = (Vec::new(), Vec::new());
        for operand in operands {
            args.push(operand.arg);
            types.push(operand.ty);
        }
        let writes = matches!(args.first(), Some(CallArg::Place(_, _, true)));
        let guess = types.iter().find_map(|ty| match ty {
            OperandType::Float(ty) => Some(*ty),
            _ => None,
        });
        let path: syn::Path = syn::parse_quote!(::core::ops::#name::#method);
        let mut callee = Callee::from(path).with(witness);
        callee.unseen = Some(Unseen::Operator(Operator {
            number,
            operands: types,
            size,
        }));
        let said = self.said.clone().filter(|(name, _)| hint == Some(name));
        let said = said.map(|(_, ty)| ty);
        let (result, node) = if writes {
            (Bound::Nothing, Node::Unit)
        } else {
            let made = said.map_or_else(|| callee.clone(), Callee::from);
            let expected = if expected.is_float() {
                expected
            } else {
                &Ty::Unknown
            };
            self.bound_for(expected, hint, &made, guess.unwrap_or(self.scalar))
        };
        let frame = self.names.numbered("frame", span);
        self.push(Stmt::Call(Call {
            callee,
            method: None,
            suffix: None,
            given: None,
            args,
            result,
            span,
            frame,
            taped: false,
            carries: false,
            unsure: false,
            noted: None,
            passed: Vec::new(),
        }));
        if let Node::Place(p) = &node
            && let info = &self.mems[p.place.mem.0 as usize]
            && let Some(ZeroMem::Callee(_, shape)) = &info.zero
        {
            let (shape, name) = (*shape, info.name.clone());
            self.push(Stmt::Let(shape, Op::Shape(None, quote!(&#name))));
        }
        node
    }

    fn operand_of_struct(&mut self, node: Node, e: &Expr) -> Option<Operand> {
        let span = e.span();
        match node {
            Node::Never => None,
            Node::Val(v, by_ref) if self.vals[v.0 as usize].ty.is_float() => {
                let node = Node::Val(v, by_ref);
                let (tokens, witness) = (self.tokens_of(&node), self.witness(&node));
                Some(Operand {
                    arg: CallArg::Val(v, tokens),
                    ty: OperandType::Float(self.vals[v.0 as usize].ty),
                    by_ref,
                    witness: Some(witness),
                })
            }
            Node::Raw(raw) => match self.type_of_inactive(&raw, e) {
                Some((ty, by_ref)) => {
                    let tokens = match ty {
                        OperandType::Float(ty) if raw.constant => {
                            crate::emit::typed_constant(&raw.tokens, ty)
                        }
                        _ => raw.tokens,
                    };
                    let witness = self.witness_of_inactive(&ty, by_ref);
                    Some(Operand {
                        arg: CallArg::Inactive(tokens),
                        ty,
                        by_ref,
                        witness: Some(witness),
                    })
                }
                None if raw.ty.peeled().is_discrete() => {
                    self.errors.refuse(
                        span,
                        "an operator of a struct that carries a derivative takes no integer here",
                        "convert it first, as in `v * (n as f64)`",
                    );
                    None
                }
                None => {
                    self.errors.refuse(
                        span,
                        "the macro does not know the type of this operand, which carries no derivative",
                        "bind it to a variable with its type first, for instance `let g: Vec3 = ..`",
                    );
                    None
                }
            },
            Node::Place(p) if p.ty.peeled().is_float() => {
                let by_ref = self.is_borrowed(&p);
                let v = self.load(&p, None, span);
                self.operand_of_struct(Node::Val(v, by_ref), e)
            }
            Node::Place(p) if matches!(p.ty.peeled(), Ty::Unknown) => {
                Some(self.operand_of_place(&p))
            }
            _ => {
                self.refuse_operand(e);
                None
            }
        }
    }

    fn witness_of_inactive(&self, ty: &OperandType, by_ref: bool) -> TokenStream {
        let value = match ty {
            OperandType::Float(ty) => self.any(Some(crate::emit::scalar_tokens(*ty))),
            OperandType::Named(path) => self.any(Some(path.to_token_stream())),
            OperandType::Expression(value) => value.clone(),
            OperandType::Place(_) => self.any(None),
        };
        let and = by_ref.then(|| quote!(&));
        quote!(#and #value)
    }

    fn operand_of_place(&self, p: &PlaceNode) -> Operand {
        let item = self.value_of_item(p);
        let by_ref = item.is_none() && self.is_borrowed(p);
        let and = by_ref.then(|| quote!(&));
        let witness = self.place_witness(p);
        Operand {
            arg: CallArg::Place(p.place.clone(), item.unwrap_or_else(|| p.passed()), false),
            ty: OperandType::Place(self.rooted_place(&p.place)),
            by_ref,
            witness: witness.map(|witness| quote!(#and #witness)),
        }
    }

    /// `let mut sum = Vec3::zero()`, to which an operator writes: a memory, though nothing in it has a derivative yet.
    pub(super) fn struct_memory(
        &mut self,
        raw: Raw,
        local: &syn::Local,
        init: &Expr,
        name: &Ident,
    ) -> Node {
        let said = match &local.pat {
            syn::Pat::Type(t) => super::infer::nominal_type(&t.ty),
            _ => None,
        };
        let inactive = raw.ty.is_inactive();
        let (Some(ty), false) = (said.clone().or_else(|| self.nominal_of(init)), inactive) else {
            // Of what a function of the user's makes, the call tells the type.
            return match unparen(init) {
                Expr::Call(_) if !inactive => {
                    self.constant_struct(Node::Raw(raw), init, Some(name))
                }
                _ => Node::Raw(raw),
            };
        };
        let tokens = match &said {
            Some(ty) => {
                let value = &raw.tokens;
                quote!({ let made: #ty = #value; made })
            }
            None => raw.tokens.clone(),
        };
        let mut variables = super::tokens::variables(init.to_token_stream()).into_iter();
        let anywhere = !variables.any(|name| self.env.contains_key(&name));
        let callee = match said {
            None if anywhere => Callee::from(ty).with(Witness::Of(raw.tokens)),
            _ => Callee::from(ty),
        };
        let name = self.name_for(Some(name), name.span());
        let zero = ZeroMem::LastCallee(callee);
        let mem = self.new_mem(name.clone(), MemKind::Local, Some(zero));
        self.push(Stmt::Define(mem, Init::Empty(tokens.clone()), tokens));
        Node::Place(place_of(mem, &name, Ty::Unknown))
    }

    fn refuse_operand(&mut self, e: &Expr) {
        self.errors.refuse(
            e.span(),
            "an operator on a struct with a derivative takes floats and structs here",
            "call a function with `#[derive_grad]` on it in place of the operator",
        );
    }

    /// The type of what stays the user's own, and whether it is a reference.
    fn type_of_inactive(&self, raw: &Raw, e: &Expr) -> Option<(OperandType, bool)> {
        let by_ref = matches!(raw.ty, Ty::Ref { .. });
        if raw.ty.peeled().is_float() {
            return Some((OperandType::Float(self.scalar_of(&raw.ty)), by_ref));
        }
        if raw.ty.peeled().is_discrete() {
            return None;
        }
        let (e, by_ref) = match unparen(e) {
            Expr::Reference(r) => (unparen(&r.expr), true),
            e => (e, false),
        };
        if raw.constant && matches!(e, Expr::Path(_)) {
            return Some((OperandType::Expression(e.to_token_stream()), by_ref));
        }
        if let Some(call) = self.typed_call(e) {
            return Some((OperandType::Expression(call), by_ref));
        }
        let path = self.nominal_of(e)?;
        let bare = path.segments.last().is_some_and(|s| s.arguments.is_none());
        if bare && self.scalar == Scalar::Generic {
            // It may have a parameter that is not written out.
            return None;
        }
        let declared = match e {
            Expr::Path(p) => p.path.get_ident().is_some_and(|name| {
                let params = self.function.params.iter();
                let mut params = params.filter(|p| p.name == *name);
                params.any(|p| matches!(p.ty, syn::Type::Reference(_)))
            }),
            _ => false,
        };
        Some((OperandType::Named(path), by_ref || declared))
    }

    /// A call of floats, `Complex::new(0.0, t)`, by their types: the name of what it makes may want type parameters.
    fn typed_call(&self, e: &Expr) -> Option<TokenStream> {
        let Expr::Call(c) = e else {
            return None;
        };
        let Expr::Path(p) = unparen(&c.func) else {
            return None;
        };
        if c.args.is_empty() || !crate::emit::is_of_type(&p.path) {
            return None;
        }
        let args = c.args.iter().map(|a| match self.float_of_constant(a)? {
            Scalar::F64 => Some(quote!(1.0)),
            ty => Some(self.any(Some(crate::emit::scalar_tokens(ty)))),
        });
        let args: Vec<TokenStream> = args.collect::<Option<_>>()?;
        Some(quote!(#p(#(#args),*)))
    }

    /// The float type of what carries no derivative, if it is one.
    fn float_of_constant(&self, e: &Expr) -> Option<Scalar> {
        let ty = match unparen(e) {
            Expr::Lit(l) => crate::types::of_literal(&l.lit),
            Expr::Cast(c) => Ty::read(&c.ty),
            Expr::Unary(u) => return self.float_of_constant(&u.expr),
            Expr::Binary(b) => {
                let left = self.float_of_constant(&b.left);
                return left.or_else(|| self.float_of_constant(&b.right));
            }
            Expr::Path(p) => match p.path.get_ident() {
                Some(name) => self.types.of_var(&name.to_string()),
                None => super::infer::of_constant(&p.path),
            },
            Expr::MethodCall(m) => return self.float_of_constant(&m.receiver),
            _ => return None,
        };
        ty.is_float().then(|| self.scalar_of(&ty))
    }

    /// How many types the type of an operand is made of.
    fn size_of_type(&self, ty: &OperandType) -> usize {
        match ty {
            OperandType::Place(place) => self.size_of_place(place),
            OperandType::Float(_) | OperandType::Named(_) | OperandType::Expression(_) => 1,
        }
    }

    fn size_of_place(&self, place: &Place) -> usize {
        let zero = &self.mems[self.rooted_place(place).mem.0 as usize].zero;
        match zero {
            Some(ZeroMem::Callee(callee, _) | ZeroMem::LastCallee(callee)) => {
                match &callee.unseen {
                    Some(Unseen::Operator(op)) => op.size,
                    Some(Unseen::Method(of) | Unseen::Copy(of)) => self.size_of_place(of) + 1,
                    None => 1,
                }
            }
            _ => 1,
        }
    }
}
