//! Structs of the user's: literals and constructors. Only rustc knows their fields' types.
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, quote};
use syn::spanned::Spanned;
use syn::{Expr, ExprStruct, Member};

use super::Lower;
use super::bind::place_of;
use super::node::{Node, is_inactive};
use crate::ir::{
    Callee, Elem, Init, MemKind, Op, Stmt, StructInit, Ty as Scalar, Witness, ZeroMem, ZeroShape,
};
use crate::types::{Ty, unparen};

impl Lower<'_> {
    /// `Name { field: value, .. }`.
    pub(super) fn struct_literal(&mut self, e: &ExprStruct, hint: Option<&Ident>) -> Node {
        let whole = Expr::Struct(e.clone());
        let gets_floats = |name: &Ident| self.types.may_hold_float(&name.to_string());
        if !self.mentions_active(e.to_token_stream()) && !hint.is_some_and(gets_floats) {
            return self.verbatim(&whole);
        }
        self.literal_memory(e, hint)
    }

    /// The same in a memory, whatever it is made of.
    pub(super) fn literal_memory(&mut self, e: &ExprStruct, hint: Option<&Ident>) -> Node {
        let exprs: Vec<&Expr> = e.fields.iter().map(|f| copied(&f.expr)).collect();
        let all: Vec<&Expr> = exprs.into_iter().chain(e.rest.as_deref()).collect();
        let mut nodes = self.operands(&all, &vec![Ty::Unknown; all.len()]);
        if nodes.iter().any(|n| matches!(n, Node::Never)) {
            return Node::Never;
        }
        let rest = e
            .rest
            .as_ref()
            .and_then(|rest| Some((&**rest, nodes.pop()?)));
        if let Some((rest, node)) = &rest
            && !matches!(node, Node::Place(p) if matches!(p.ty, Ty::Unknown) && !p.amp)
            && !is_inactive(node)
        {
            self.refuse_unseen(rest);
            return Node::Never;
        }
        let fields = e.fields.iter();
        let fields = fields.map(|f| (f.member.clone(), &f.expr)).collect();
        self.made_of(&e.path, fields, nodes, rest.map(|(_, node)| node), hint)
    }

    /// A struct of values that are there.
    pub(super) fn made_of(
        &mut self,
        path: &syn::Path,
        fields: Vec<(Member, &Expr)>,
        nodes: Vec<Node>,
        rest: Option<Node>,
        hint: Option<&Ident>,
    ) -> Node {
        let span = path.span();
        let mut init = StructInit {
            path: path.clone(),
            fields: Vec::new(),
            inactive: Vec::new(),
            rest: None,
            inactive_rest: None,
        };
        let mut witnesses = Vec::new();
        for ((member, source), node) in fields.into_iter().zip(nodes) {
            let witness = self.field_witness(&node);
            witnesses.push(quote!(#member: #witness));
            if is_inactive(&node) {
                let tokens = self.tokens_of(&node);
                init.inactive.push((member, tokens));
                continue;
            }
            let elem = self.field_value(node, source);
            init.fields.push((member, elem));
        }
        let others: Vec<TokenStream> = rest.iter().map(|_| self.witness(&Node::Unit)).collect();
        match rest {
            Some(Node::Place(p)) => {
                let copy = Init::Copy(p.place, p.tokens, ZeroShape::Unseen);
                init.rest = Some(Box::new(Elem::Nested(copy)));
            }
            Some(node) => init.inactive_rest = Some(self.tokens_of(&node)),
            None => {}
        }
        let init = Init::Struct(Box::new(init));
        let name = match hint {
            Some(_) => self.name_for(hint, span),
            None => self.names.numbered("made", span),
        };
        let shape_name = self.names.numbered("shape", span);
        let shape = self.new_val(shape_name, Scalar::Usize);
        let witness = Witness::Of(quote!(#path { #(#witnesses,)* #(..#others)* }));
        let owner = crate::variants::owner_of(path);
        let zero = ZeroMem::Callee(Callee::from(owner).with(witness), shape);
        let mem = self.new_mem(name.clone(), MemKind::Local, Some(zero));
        let tokens = self.init_tokens(&init);
        self.push(Stmt::Define(mem, init, tokens));
        self.push(Stmt::Let(shape, Op::Shape(None, quote!(&#name))));
        Node::Place(place_of(mem, &name, Ty::Unknown))
    }

    /// An expression of the type of a field, which may be all that tells a type parameter.
    fn field_witness(&self, node: &Node) -> TokenStream {
        match node {
            Node::Raw(raw) if matches!(raw.ty, Ty::F32 | Ty::F64 | Ty::Generic) => {
                self.any(Some(crate::emit::scalar_tokens(self.scalar_of(&raw.ty))))
            }
            // A literal is what the struct wants, or else `f64`.
            Node::Raw(raw)
                if raw.constant && raw.ty.is_float() && matches!(self.scalar, Scalar::F64) =>
            {
                raw.tokens.clone()
            }
            node => self.witness(node),
        }
    }

    fn field_value(&mut self, node: Node, source: &Expr) -> Elem {
        let span = source.span();
        match node {
            Node::Place(p) if matches!(p.ty, Ty::Unknown) => {
                let tokens = if std::ptr::eq(copied(source), source) {
                    self.value_of_item(&p).unwrap_or_else(|| p.tokens.clone())
                } else {
                    let base: TokenStream = p.tokens.clone();
                    quote!(::core::clone::Clone::clone(&#base))
                };
                Elem::Nested(Init::Copy(p.place, tokens, ZeroShape::Unseen))
            }
            Node::Place(p) if p.ty.is_float() => Elem::Val(self.load(&p, None, span)),
            Node::List(..) | Node::Place(_) | Node::Tuple(_) => self.elem(node, &Ty::Unknown, span),
            other => Elem::Val(self.to_val(other, &Ty::Float, None, span)),
        }
    }
}

/// What `x.clone()` is a copy of.
fn copied(e: &Expr) -> &Expr {
    match unparen(e) {
        Expr::MethodCall(m) if m.method == "clone" && m.args.is_empty() => &m.receiver,
        _ => e,
    }
}
