//! What a whole `impl` block tells about a method of it: the type, the other methods, the floats in use.
use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{FnArg, GenericParam, ImplItem, ItemImpl, Lifetime, Path, ReturnType, Type};

use super::Wrapper;
use crate::ir::Ty as Scalar;
use crate::operators::Operator;
use crate::types::Ty;

/// The surroundings of a method; empty for a function of its own.
#[derive(Clone, Default)]
pub struct Neighbours {
    /// The type of the block, if it has a path.
    owner: Option<Path>,
    /// What the methods return, by name.
    results: HashMap<String, Type>,
    /// What they take behind `self`, by name.
    arguments: HashMap<String, Vec<Type>>,
    /// Whether they take `&mut self`, by name.
    changes: HashMap<String, bool>,
    /// Methods that may change what carries floats, in `self` or another parameter.
    writing: HashSet<String>,
    /// Methods that `#[no_grad]` leaves out.
    excluded: HashSet<String>,
    /// Methods that return references.
    lending: HashSet<String>,
    /// The type parameters and constants of the block.
    pub generics: Vec<Ident>,
    pub lifetimes: Vec<Lifetime>,
    /// The only float type that is named.
    pub scalar: Option<Scalar>,
    /// The trait that the block implements.
    pub of_trait: Option<Path>,
    /// Fields of `self` that are structs, as the methods tell.
    pub own_fields: HashSet<String>,
    /// The operator that the function is.
    pub operator: Option<Operator>,
}

impl Neighbours {
    pub fn of(block: &ItemImpl) -> Self {
        let methods = block.items.iter().filter_map(|item| match item {
            ImplItem::Fn(method) => Some(method),
            _ => None,
        });
        let named = |keep: &dyn Fn(&syn::ImplItemFn) -> bool| {
            let kept = methods.clone().filter(|m| keep(m));
            kept.map(|m| m.sig.ident.to_string()).collect()
        };
        let changes = methods.clone().filter_map(|m| {
            let receiver = m.sig.receiver()?;
            Some((m.sig.ident.to_string(), is_changed(receiver)))
        });
        let changes = changes.collect();
        let arguments = methods.clone().map(|m| {
            let types = m.sig.inputs.iter().filter_map(|input| match input {
                FnArg::Typed(p) => Some((*p.ty).clone()),
                FnArg::Receiver(_) => None,
            });
            (m.sig.ident.to_string(), types.collect())
        });
        let arguments = arguments.collect();
        let results = methods.clone().map(|m| &m.sig);
        let results = results.filter_map(|sig| match &sig.output {
            ReturnType::Type(_, ty) => Some((sig.ident.to_string(), (**ty).clone())),
            ReturnType::Default => None,
        });
        Neighbours {
            owner: match &*block.self_ty {
                Type::Path(p) if p.qself.is_none() => Some(p.path.clone()),
                _ => None,
            },
            results: results.collect(),
            arguments,
            changes,
            writing: named(&|m| self::changes(&m.sig)),
            excluded: named(&|m| m.attrs.iter().any(|a| a.path().is_ident("no_grad"))),
            lending: named(&super::lends),
            generics: type_arguments(&block.generics),
            lifetimes: block
                .generics
                .lifetimes()
                .map(|l| l.lifetime.clone())
                .collect(),
            scalar: only_float(block.to_token_stream()),
            of_trait: None,
            own_fields: HashSet::new(),
            operator: None,
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

    /// Whether a method of the block may change what carries floats.
    pub fn writes(&self, method: &str) -> bool {
        self.writing.contains(method)
    }

    /// What a method of the block takes behind `self`.
    pub fn arguments(&self, method: &str) -> &[Type] {
        self.arguments.get(method).map_or(&[], Vec::as_slice)
    }

    /// Whether `#[no_grad]` leaves a method of the block out.
    pub fn excludes(&self, method: &str) -> bool {
        self.excluded.contains(method)
    }

    /// Whether a method of the block returns a reference.
    pub fn lends(&self, method: &str) -> bool {
        self.lending.contains(method)
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

/// The names of type parameters and constants.
fn type_arguments(generics: &syn::Generics) -> Vec<Ident> {
    let names = generics.params.iter().filter_map(|p| match p {
        GenericParam::Type(t) => Some(t.ident.clone()),
        GenericParam::Const(c) => Some(c.ident.clone()),
        GenericParam::Lifetime(_) => None,
    });
    names.collect()
}

/// Whether a method may change what carries floats.
pub fn changes(sig: &syn::Signature) -> bool {
    sig.inputs.iter().any(|input| match input {
        FnArg::Receiver(r) => is_changed(r),
        FnArg::Typed(p) => {
            matches!(&Ty::read(&p.ty), ty @ Ty::Ref { mutable: true, .. } if !ty.is_inactive())
        }
    })
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
