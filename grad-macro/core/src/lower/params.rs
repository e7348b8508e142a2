//! Parameters become inputs: scalars are values, aggregates are memories.
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Pat;
use syn::spanned::Spanned;

use super::Lower;
use super::node::{Node, PlaceNode, Raw};
use crate::ir::{MemKind, Op, Place, Stmt};
use crate::parse::Function;
use crate::types::Ty;

impl Lower<'_> {
    pub(super) fn params(&mut self, function: &Function, pats: &[Pat], shapes: &[Ty]) {
        for (index, (pat, ty)) in pats.iter().zip(shapes).enumerate() {
            let param = &function.params[index];
            let name = match (&param.receiver, pat) {
                (Some(_), Pat::Ident(this)) => this.ident.clone(),
                _ => param.name.clone(),
            };
            if let Some(f) = param.callable() {
                self.bind_function(index, pat, f);
                continue;
            }
            if ty.is_inactive() {
                self.bind_opaque(pat, ty);
                continue;
            }
            if param.optional {
                self.optional(index, pat, ty, &name);
                continue;
            }
            let node = self.param_node(
                index,
                &mut Vec::new(),
                name.to_token_stream(),
                ty,
                pat,
                &name,
            );
            let node = self.owned(node, pat, ty, &name);
            if let Some(own) = self.param_types[index].clone() {
                self.note_nominal(&node, &own);
            }
            self.bind(pat, node);
        }
    }

    /// An `Option` of floats: its case, and what is inside or zeros.
    fn optional(&mut self, index: usize, pat: &Pat, ty: &Ty, name: &Ident) {
        let zero = zero_of(ty);
        let node = if ty.is_float() {
            let scalar = self.scalar_of(ty);
            let hint = self.names.numbered(&name.to_string(), name.span());
            let val = self.new_val(hint, scalar);
            self.push(Stmt::Let(val, Op::Raw(quote!(#name.unwrap_or(#zero)))));
            self.inputs.push((val, index, Vec::new()));
            Node::Val(val, false)
        } else {
            let inside = self.names.numbered("inside", name.span());
            self.push(Stmt::Raw(quote!(let #inside = #name.unwrap_or(#zero);)));
            let tokens = inside.to_token_stream();
            self.param_node(index, &mut Vec::new(), tokens, ty, pat, name)
        };
        let mutable = matches!(pat, Pat::Ident(p) if p.mutability.is_some());
        if let Some(case) = self.cases.get(&name.to_string()).cloned() {
            let mutability = mutable.then(|| quote!(mut));
            self.push(Stmt::Raw(
                quote!(let #mutability #case = #name.map(|_| ());),
            ));
            let binding = super::node::Binding::Raw {
                name: case.clone(),
                ty: Ty::Inactive,
                val: None,
                mutable,
            };
            self.bind_name(&case.to_string(), binding);
        }
        self.bind(pat, node);
    }

    /// The node of a parameter, or of a field of one.
    fn param_node(
        &mut self,
        index: usize,
        path: &mut Vec<u32>,
        tokens: TokenStream,
        ty: &Ty,
        pat: &Pat,
        name: &Ident,
    ) -> Node {
        let by_ref = matches!(ty, Ty::Ref { .. });
        match ty.peeled() {
            t if t.is_float() => {
                let scalar = self.scalar_of(t);
                let plain = path.is_empty() && !by_ref;
                let val = if plain {
                    let val = self.new_val(name.clone(), scalar);
                    self.push(Stmt::Given(vec![val]));
                    val
                } else {
                    let value = if by_ref && path.is_empty() {
                        quote!(*#tokens)
                    } else {
                        tokens
                    };
                    let hint = self.names.numbered(&name.to_string(), pat.span());
                    let val = self.new_val(hint, scalar);
                    self.push(Stmt::Let(val, Op::Raw(value)));
                    val
                };
                self.inputs.push((val, index, path.clone()));
                if matches!(ty, Ty::Ref { mutable: true, .. }) {
                    return self.output(val, index, name);
                }
                Node::Val(val, by_ref)
            }
            Ty::Tuple(parts) if !matches!(ty, Ty::Ref { mutable: true, .. }) => {
                let parts = parts.clone();
                let mut nodes = Vec::new();
                for (at, part) in parts.iter().enumerate() {
                    let field = syn::Index::from(at);
                    path.push(u32::try_from(at).unwrap_or(0));
                    nodes.push(self.param_node(
                        index,
                        path,
                        quote!(#tokens.#field),
                        part,
                        pat,
                        name,
                    ));
                    path.pop();
                }
                Node::Tuple(nodes)
            }
            t if t.is_inactive()
                && !path.is_empty()
                && !t.is_discrete()
                && self.by_ref_params.contains(&index) =>
            {
                // It cannot be moved out of what is only borrowed.
                Node::Raw(Raw::new(quote!(&#tokens), t.clone().shared()))
            }
            t if t.is_inactive() => Node::Raw(Raw::atom(tokens, t.clone())),
            t => {
                let kind = MemKind::Param(index, path.clone());
                let mem = self.new_mem(name.clone(), kind, None);
                let mutable = matches!(ty, Ty::Ref { mutable: true, .. });
                self.mems[mem.0 as usize].mutable_ref = mutable;
                Node::Place(PlaceNode {
                    place: Place {
                        mem,
                        path: Vec::new(),
                    },
                    ty: t.clone(),
                    amp: !path.is_empty() && by_ref,
                    mutable: false,
                    deref: false,
                    named: false,
                    tokens,
                })
            }
        }
    }

    /// A parameter by value that the body may write to gets a memory of its own: its slot may be skipped.
    fn owned(&mut self, node: Node, pat: &Pat, ty: &Ty, name: &Ident) -> Node {
        let changes = matches!(pat, Pat::Ident(p) if p.mutability.is_some());
        match node {
            Node::Place(p) if changes && matches!(ty, Ty::Unknown) => {
                let tokens = p.tokens.clone();
                Node::Place(self.moved_part(&p, tokens, Some(name), pat.span()))
            }
            Node::Place(p) if changes && !matches!(ty, Ty::Ref { .. }) => {
                let Some(shape) = self.shape_of_place(&p, pat.span()) else {
                    self.errors.refuse(
                        pat.span(),
                        "a vector of vectors that is changed cannot be taken by value yet",
                        "take it by `&` and copy the rows that change",
                    );
                    return Node::Place(p);
                };
                Node::Place(self.copy_of(p, shape, Some(name), pat.span()))
            }
            other => other,
        }
    }

    /// A scalar behind `&mut`: a variable of its own, written back when the call is left.
    fn output(&mut self, val: crate::ir::Val, index: usize, name: &Ident) -> Node {
        let hidden = format!("*{name}");
        self.bind_name(&hidden, super::node::Binding::Val(val, false));
        let scalar = self.vals[val.0 as usize].ty;
        let after = self.names.numbered(&name.to_string(), name.span());
        let out = self.new_val(after, scalar);
        self.outputs.push((out, index));
        if let Some(ctx) = self.scopes.first_mut() {
            ctx.carried.push(hidden.clone());
        }
        Node::Alias(hidden, Vec::new())
    }
}

/// Zeros of the type inside of an `Option`.
#[must_use]
pub fn zero_of(ty: &Ty) -> TokenStream {
    match ty {
        Ty::Tuple(parts) => {
            let parts = parts.iter().map(zero_of);
            quote!((#(#parts,)*))
        }
        Ty::Generic => crate::emit::zero(crate::ir::Ty::Generic),
        other => super::chains::make::any_value(other).unwrap_or_default(),
    }
}
