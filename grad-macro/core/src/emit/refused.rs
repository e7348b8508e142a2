//! What is emitted when something was refused: the errors, and stubs with the right signatures, so that
//! callers see no second error and editors keep completing.
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::shapes::{buffer, owned};
use super::{lints, public, runtime_path, vjp_name};
use crate::parse::{Function, Param};
use crate::types::Ty;

/// Stubs of the public functions and halves.
#[must_use]
pub fn refused(function: &Function) -> TokenStream {
    let unseen = function
        .params
        .iter()
        .any(|p| !p.opaque && matches!(p.shape.peeled(), Ty::Unknown))
        || matches!(function.result_ty, Ty::Unknown | Ty::Ref { .. });
    if unseen {
        // The signature itself is not understood: nothing sensible can stand in for it.
        return TokenStream::new();
    }
    let runtime = runtime_path(&function.options);
    let (vis, attrs, allow) = (&function.item.vis, public::cfgs(function), lints::allow());
    let (generics, clause) = public::generics(function);
    let vjp = vjp_name(function);
    let grad = format_ident!("{}_grad", function.item.sig.ident);
    let into = format_ident!("{}_grad_into", function.item.sig.ident);
    let with = format_ident!("{}_grad_with", function.item.sig.ident);
    let result = function
        .result
        .as_ref()
        .map_or_else(|| quote!(()), ToTokens::to_token_stream);
    let params: Vec<TokenStream> = function
        .params
        .iter()
        .map(|p| {
            let (name, ty) = (&p.name, &p.ty);
            quote!(#name: #ty)
        })
        .collect();
    let selected: Vec<&Param> = function
        .params
        .iter()
        .filter(|p| p.is_differentiated())
        .collect();
    let owned_types: Vec<TokenStream> = selected.iter().map(|p| owned(&p.ty, &runtime)).collect();
    let buffer_types: Vec<TokenStream> = selected.iter().map(|p| buffer(&p.ty, &runtime)).collect();
    let buffers: Vec<TokenStream> = selected
        .iter()
        .zip(&buffer_types)
        .map(|(p, ty)| {
            let name = Ident::new(
                &format!("d_{}", p.name.to_string().trim_start_matches("r#")),
                Span::mixed_site(),
            );
            quote!(#name: &mut #ty)
        })
        .collect();
    let seed_ty = if function.result_ty.is_float() {
        result.clone()
    } else {
        let ty = function
            .result
            .as_ref()
            .map_or_else(|| quote!(()), |ty| buffer(ty, &runtime));
        quote!(&#ty)
    };
    let slots = function.params.iter().enumerate().map(|(at, p)| {
        let name = format_ident!("slot_{}", at);
        let ty = if p.opaque {
            quote!(())
        } else {
            buffer(&p.ty, &runtime)
        };
        quote!(#name: impl #runtime::__private::Slot<#ty>)
    });
    let seed_buffer = function
        .result
        .as_ref()
        .map_or_else(|| quote!(()), |ty| buffer(ty, &runtime));
    let scalars = function.result_ty.is_float().then(|| {
        quote! {
            #attrs #allow #vis fn #grad #generics (#(#params),*) -> (#result, #(#owned_types),*) #clause {
                ::core::panic!("refused")
            }
            #attrs #allow #vis fn #into #generics (#(#params,)* #(#buffers),*) -> #result #clause {
                ::core::panic!("refused")
            }
            #attrs #allow #vis fn #with #generics (tape: &mut #runtime::Tape, #(#params,)* #(#buffers),*) -> #result #clause {
                ::core::panic!("refused")
            }
        }
    });
    quote! {
        #scalars
        #attrs #allow #vis fn #vjp #generics (#(#params),*)
            -> (#result, impl ::core::ops::FnOnce(#seed_ty, #(&mut #buffer_types),*)) #clause
        {
            let pullback = move |_: #seed_ty, #(_: &mut #buffer_types),*| {};
            (::core::panic!("refused"), pullback)
        }
        #attrs #[doc(hidden)] #allow #vis enum #vjp {}
        #attrs #[doc(hidden)] #allow impl #vjp {
            pub fn fwd #generics (tape: &mut #runtime::Tape, #(#params),*) -> (#result, [u64; 0]) #clause {
                ::core::panic!("refused")
            }
            pub fn rev #generics (tape: &mut #runtime::Tape, frame: [u64; 0], seed: &#seed_buffer, #(#slots),*) #clause {}
            pub fn zero_out #generics (shape: usize) -> <#result as #runtime::__private::Differentiable>::Tangent #clause {
                ::core::panic!("refused")
            }
        }
    }
}
