//! What a whole `impl` block tells about a method of it: the type, the other methods, the floats in use.
use std::collections::HashMap;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{ImplItem, ItemImpl, Path, ReturnType, Type};

use super::Wrapper;
use crate::ir::Ty as Scalar;

/// The surroundings of a method; empty for a function of its own.
#[derive(Clone, Default)]
pub struct Neighbours {
    /// The type of the block, if it has a path.
    owner: Option<Path>,
    /// What the methods return, by name.
    results: HashMap<String, Type>,
    /// Whether they take `&mut self`, by name.
    changes: HashMap<String, bool>,
    /// The only float type that is named.
    pub scalar: Option<Scalar>,
}

impl Neighbours {
    pub fn of(block: &ItemImpl) -> Self {
        let methods: Vec<&syn::Signature> = block
            .items
            .iter()
            .filter_map(|item| match item {
                ImplItem::Fn(method) => Some(&method.sig),
                _ => None,
            })
            .collect();
        let changes = methods.iter().filter_map(|sig| {
            let receiver = sig.receiver()?;
            Some((sig.ident.to_string(), is_changed(receiver)))
        });
        let changes = changes.collect();
        let results = methods.into_iter().filter_map(|sig| match &sig.output {
            ReturnType::Type(_, ty) => Some((sig.ident.to_string(), (**ty).clone())),
            ReturnType::Default => None,
        });
        Neighbours {
            owner: match &*block.self_ty {
                Type::Path(p) if p.qself.is_none() => Some(p.path.clone()),
                _ => None,
            },
            results: results.collect(),
            changes,
            scalar: only_float(block.to_token_stream()),
        }
    }

    /// Whether a path is that of the type of the block.
    pub fn is_owner(&self, path: &Path) -> bool {
        let last = |p: &Path| p.segments.last().map(|s| s.ident.to_string());
        path.is_ident("Self") || self.owner.as_ref().is_some_and(|o| last(o) == last(path))
    }

    /// Whether a method of the block takes `&mut self`; `None` for one that is not in the block.
    pub fn changes(&self, method: &str) -> Option<bool> {
        self.changes.get(method).copied()
    }

    /// What a method of the block returns; inside of its wrapper, if that is taken off.
    pub fn result(&self, method: &str, unwrapped: bool) -> Option<Type> {
        let ty = self.results.get(method)?;
        if !unwrapped {
            return Some(ty.clone());
        }
        Wrapper::read(ty, true).map(|(_, inside)| inside)
    }
}

/// Whether a receiver is `&mut self`.
pub fn is_changed(receiver: &syn::Receiver) -> bool {
    matches!(&receiver.kind, syn::ReceiverKind::Reference(_, _, Some(_)))
}

/// The float type among tokens, if there is one and not the other; the type parameter goes before both.
pub fn only_float(tokens: TokenStream) -> Option<Scalar> {
    let (mut f32, mut f64, mut generic) = (false, false, false);
    let mut groups = vec![tokens];
    while let Some(tokens) = groups.pop() {
        for tree in tokens {
            match tree {
                TokenTree::Group(group) => groups.push(group.stream()),
                TokenTree::Ident(ident) => {
                    f32 |= ident == "f32";
                    f64 |= ident == "f64";
                    generic |= ident == crate::generic::FLOAT;
                }
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    f32 |= text.ends_with("f32");
                    f64 |= text.ends_with("f64");
                }
                TokenTree::Punct(_) => {}
            }
        }
    }
    match (f32, f64) {
        _ if generic => Some(Scalar::Generic),
        (true, false) => Some(Scalar::F32),
        (false, true) => Some(Scalar::F64),
        _ => None,
    }
}
