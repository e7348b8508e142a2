//! `Sum` and `Product` of the user's types: functions of a list, which derived functions call.
//!
//! Input: `impl Sum for Vec3 { fn sum<I: Iterator<Item = Vec3>>(items: I) -> Vec3 { items.fold(..) } }`. Output: the
//! same, and `impl Vec3 { fn grad_sum(items: Vec<Vec3>) -> Vec3 { let items = items.into_iter(); items.fold(..) } }`,
//! with what is generated for it. Of references to items it is `grad_sum_refs(items: &[Vec3])`.
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{
    FnArg, GenericArgument, ImplItem, ImplItemFn, ItemImpl, Pat, PathArguments, Type,
    TypeParamBound, WherePredicate,
};

use crate::traits;

/// The name of the function for such a method, of items or of references to them.
#[must_use]
pub fn name_of(method: &str, by_ref: bool) -> syn::Ident {
    let refs = if by_ref { "_refs" } else { "" };
    format_ident!("grad_{method}{refs}")
}

/// The block with the function that stands for the method, if it is such an implementation.
#[must_use]
pub fn function_of(block: &ItemImpl) -> Option<ItemImpl> {
    let last = traits::trait_of(block)?.segments.last()?;
    if last.ident != "Sum" && last.ident != "Product" {
        return None;
    }
    let method = block.items.iter().find_map(|item| match item {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    })?;
    let (pat, iter) = match method.sig.inputs.first()? {
        FnArg::Typed(p) => (&*p.pat, &*p.ty),
        FnArg::Receiver(_) => return None,
    };
    let item = item_type(method, iter)?;
    let (by_ref, elem) = match &item {
        Type::Reference(r) => (true, &*r.elem),
        elem => (false, elem),
    };
    let name = name_of(&method.sig.ident.to_string(), by_ref);
    let (list, source) = if by_ref {
        (quote!(&[#elem]), quote!(items.iter()))
    } else {
        (quote!(::std::vec::Vec<#elem>), quote!(items.into_iter()))
    };
    let bound = match pat {
        Pat::Ident(p) => {
            let mut p = p.clone();
            p.mutability = None;
            p.to_token_stream()
        }
        _ => return None,
    };
    let (output, stmts, cfgs) = (&method.sig.output, &method.block.stmts, cfgs(block));
    let mut generics = block.generics.clone();
    if by_ref {
        generics.params = generics
            .params
            .into_iter()
            .filter(|p| !matches!(p, syn::GenericParam::Lifetime(_)))
            .collect();
    }
    let (params, _, clause) = generics.split_for_impl();
    let ty = &block.self_ty;
    syn::parse2(quote! {
        #(#cfgs)*
        impl #params #ty #clause {
            #[doc(hidden)]
            #[allow(warnings, clippy::all, clippy::pedantic)]
            pub fn #name(items: #list) #output {
                let #bound = #source;
                #(#stmts)*
            }
        }
    })
    .ok()
}

fn cfgs(block: &ItemImpl) -> Vec<TokenStream> {
    let cfgs = block.attrs.iter().filter(|a| a.path().is_ident("cfg"));
    cfgs.map(ToTokens::to_token_stream).collect()
}

/// `X` of `I: Iterator<Item = X>`.
fn item_type(method: &ImplItemFn, iter: &Type) -> Option<Type> {
    let name = iter.to_token_stream().to_string();
    let generics = &method.sig.generics;
    let inline = generics
        .type_params()
        .filter(|p| p.ident == name)
        .flat_map(|p| p.bounds.clone());
    let clause = generics.where_clause.iter().flat_map(|c| &c.predicates);
    let clause = clause.filter_map(|p| match p {
        WherePredicate::Type(p) if p.bounded_ty.to_token_stream().to_string() == name => {
            Some(p.bounds.clone())
        }
        _ => None,
    });
    inline.chain(clause.flatten()).find_map(|b| item_of(&b))
}

fn item_of(bound: &TypeParamBound) -> Option<Type> {
    let TypeParamBound::Trait(t) = bound else {
        return None;
    };
    let PathArguments::AngleBracketed(args) = &t.path.segments.last()?.arguments else {
        return None;
    };
    args.args.iter().find_map(|a| match a {
        GenericArgument::AssocType(a) if a.ident == "Item" => Some(a.ty.clone()),
        _ => None,
    })
}
