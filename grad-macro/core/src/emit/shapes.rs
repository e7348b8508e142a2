//! The forms of gradients: owned, as a buffer, as a seed.
use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;
use syn::visit_mut::VisitMut;

use crate::types::Ty;

/// The owned gradient of a parameter.
pub fn owned(ty: &Type, runtime: &TokenStream) -> TokenStream {
    match ty {
        Type::Reference(r) => owned(&r.elem, runtime),
        Type::Paren(p) => owned(&p.elem, runtime),
        Type::Group(g) => owned(&g.elem, runtime),
        _ if Ty::read(ty).is_inactive() => quote!(()),
        Type::Array(a) => {
            let (elem, len) = (owned(&a.elem, runtime), &a.len);
            quote!([#elem; #len])
        }
        Type::Slice(s) => {
            let elem = owned(&s.elem, runtime);
            quote!(#runtime::__private::std::vec::Vec<#elem>)
        }
        Type::Tuple(t) => {
            let parts = t.elems.iter().map(|e| owned(e, runtime));
            quote!((#(#parts,)*))
        }
        Type::Path(_) => match vec_element(ty) {
            Some(elem) => {
                let elem = owned(elem, runtime);
                quote!(#runtime::__private::std::vec::Vec<#elem>)
            }
            None if Ty::read(ty).is_float() => quote!(#ty),
            None => {
                let ty = lasting(ty);
                quote!(<#ty as #runtime::Differentiable>::Tangent)
            }
        },
        other => quote!(#other),
    }
}

/// What `&mut` of a parameter's gradient refers to.
pub fn buffer(ty: &Type, runtime: &TokenStream) -> TokenStream {
    match ty {
        // Its length may change.
        Type::Reference(r) if r.mutability.is_some() && vec_element(&r.elem).is_some() => {
            owned(&r.elem, runtime)
        }
        Type::Reference(r) => buffer(&r.elem, runtime),
        Type::Paren(p) => buffer(&p.elem, runtime),
        Type::Group(g) => buffer(&g.elem, runtime),
        Type::Slice(s) => {
            let elem = owned(&s.elem, runtime);
            quote!([#elem])
        }
        Type::Path(_) => match vec_element(ty) {
            Some(elem) => {
                let elem = owned(elem, runtime);
                quote!([#elem])
            }
            None if Ty::read(ty).carries_float() || Ty::read(ty).is_inactive() => {
                owned(ty, runtime)
            }
            None => {
                let ty = lasting(ty);
                quote!(<#ty as #runtime::Differentiable>::Buffer)
            }
        },
        other => owned(other, runtime),
    }
}

/// A type with `'static` for `'_`: gradients have no lifetimes, and a result has none to elide from.
fn lasting(ty: &Type) -> Type {
    struct Lasting;
    impl VisitMut for Lasting {
        fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
            if lifetime.ident == "_" {
                lifetime.ident = proc_macro2::Ident::new("static", lifetime.ident.span());
            }
        }
    }
    let mut ty = ty.clone();
    Lasting.visit_type_mut(&mut ty);
    ty
}

/// The element of `Vec<..>`.
pub fn vec_element(ty: &Type) -> Option<&Type> {
    let Type::Path(p) = ty else {
        return None;
    };
    let last = p.path.segments.last()?;
    if last.ident != "Vec" {
        return None;
    }
    match &last.arguments {
        syn::PathArguments::AngleBracketed(args) => args.args.iter().find_map(|a| match a {
            syn::GenericArgument::Type(t) => Some(t),
            _ => None,
        }),
        _ => None,
    }
}
