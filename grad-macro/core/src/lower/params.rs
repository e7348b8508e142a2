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
            let name = function.params[index].name.clone();
            if ty.is_inactive() {
                self.bind_opaque(pat, ty);
                continue;
            }
            let node = self.param_node(index, &mut Vec::new(), name.to_token_stream(), ty, pat, &name);
            self.bind(pat, node);
        }
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
                    let value = if by_ref && path.is_empty() { quote!(*#tokens) } else { tokens };
                    let hint = self.names.numbered(&name.to_string(), pat.span());
                    let val = self.new_val(hint, scalar);
                    self.push(Stmt::Let(val, Op::Raw(value)));
                    val
                };
                self.inputs.push((val, index, path.clone()));
                Node::Val(val, by_ref)
            }
            Ty::Tuple(parts) => {
                let parts = parts.clone();
                let mut nodes = Vec::new();
                for (at, part) in parts.iter().enumerate() {
                    let field = syn::Index::from(at);
                    path.push(u32::try_from(at).unwrap_or(0));
                    nodes.push(self.param_node(index, path, quote!(#tokens.#field), part, pat, name));
                    path.pop();
                }
                Node::Tuple(nodes)
            }
            t if t.is_inactive() => Node::Raw(Raw::atom(tokens, t.clone())),
            t => {
                let kind = MemKind::Param(index, path.clone());
                let mem = self.new_mem(name.clone(), kind, None);
                Node::Place(PlaceNode {
                    place: Place { mem, path: Vec::new() },
                    ty: t.clone(),
                    amp: !path.is_empty() && by_ref,
                    tokens,
                })
            }
        }
    }
}
