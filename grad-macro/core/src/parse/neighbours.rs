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
    /// The only float type that is named.
    pub scalar: Option<Scalar>,
}

impl Neighbours {
    pub fn of(block: &ItemImpl) -> Self {
        let methods = block.items.iter().filter_map(|item| match item {
            ImplItem::Fn(method) => Some(&method.sig),
            _ => None,
        });
        let results = methods.filter_map(|sig| match &sig.output {
            ReturnType::Type(_, ty) => Some((sig.ident.to_string(), (**ty).clone())),
            ReturnType::Default => None,
        });
        Neighbours {
            owner: match &*block.self_ty {
                Type::Path(p) if p.qself.is_none() => Some(p.path.clone()),
                _ => None,
            },
            results: results.collect(),
            scalar: only_float(block.to_token_stream()),
        }
    }

    /// Whether a path is that of the type of the block.
    pub fn is_owner(&self, path: &Path) -> bool {
        let last = |p: &Path| p.segments.last().map(|s| s.ident.to_string());
        path.is_ident("Self") || self.owner.as_ref().is_some_and(|o| last(o) == last(path))
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

/// The float type among tokens, if there is one and not the other.
pub fn only_float(tokens: TokenStream) -> Option<Scalar> {
    let (mut f32, mut f64) = (false, false);
    let mut groups = vec![tokens];
    while let Some(tokens) = groups.pop() {
        for tree in tokens {
            match tree {
                TokenTree::Group(group) => groups.push(group.stream()),
                TokenTree::Ident(ident) => {
                    f32 |= ident == "f32";
                    f64 |= ident == "f64";
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
        (true, false) => Some(Scalar::F32),
        (false, true) => Some(Scalar::F64),
        _ => None,
    }
}
