//! Halves of methods that have no gradient: what calls them may not know that.
//!
//! Output for `fn is_far(&self, r: f64) -> bool`:
//!
//! ```text
//! fn __is_far_fwd(&self, arg_0: f64, _: &mut Tape) -> (bool, [u64; 0]) { (self.is_far(arg_0), []) }
//! fn __is_far_rev(_: &mut Tape, _: [u64; 0], _: &impl Sized, _: impl Sized, _: impl Sized) {}
//! ```
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{FnArg, ImplItemFn, ReturnType};

use super::{Implementations, lints};

/// The halves of a method, and the implementations beside its block that lead to them.
pub struct PlainMethod {
    pub halves: TokenStream,
    pub beside: Implementations,
}

impl PlainMethod {
    /// Nothing for functions without a receiver, and for those that cannot be called like others.
    pub fn of(
        method: &ImplItemFn,
        of_trait: Option<&syn::Path>,
        runtime: &TokenStream,
    ) -> Option<Self> {
        let sig = &method.sig;
        let plain = sig.constness.is_none()
            && sig.asyncness.is_none()
            && matches!(sig.safety, syn::Safety::Default);
        let receiver = sig.receiver().filter(|_| plain)?;
        let cfgs = method.attrs.iter().filter(|a| a.path().is_ident("cfg"));
        let attrs = quote!(#(#cfgs)*);
        let (names, types) = arguments(sig);
        let result = match &sig.output {
            ReturnType::Type(_, ty) => ty.to_token_stream(),
            ReturnType::Default => quote!(()),
        };
        let (name, vis, allow) = (&sig.ident, &method.vis, lints::allow());
        let half = |half: &str| format_ident!("__{name}_{half}");
        let (fwd, rev, noting) = (half("fwd"), half("rev"), half("noting"));
        let primal = match of_trait {
            Some(path) => {
                let owner = crate::traits::qualified(path);
                quote!(#owner #name(self, #(#names),*))
            }
            None => quote!(self.#name(#(#names),*)),
        };
        let call = quote!(let value = #primal;);
        let noted = if matches!(receiver.kind, syn::ReceiverKind::Value) {
            quote!(let word = notes.word(tape, &self); #call (value, [], word))
        } else {
            quote!(#call let word = notes.word(tape, &*self); (value, [], word))
        };
        let (zero_out, shape_out) = (half("zero_out"), half("shape_out"));
        let (generics, _, clause) = sig.generics.split_for_impl();
        let slots = names.iter().map(|_| quote!(_: impl ::core::marker::Sized));
        let halves = quote! {
            #attrs
            #[doc(hidden)]
            #allow
            #[inline]
            #vis fn #fwd #generics (#receiver, #(#names: #types,)* _: &mut #runtime::Tape) -> (#result, [u64; 0]) #clause {
                (#primal, [])
            }
            #attrs
            #[doc(hidden)]
            #allow
            #[inline]
            #vis fn #noting #generics (
                #receiver,
                #(#names: #types,)*
                tape: &mut #runtime::Tape,
                notes: impl #runtime::__private::NotesShape<Self>,
            ) -> (#result, [u64; 0], usize) #clause {
                #noted
            }
            #attrs
            #[doc(hidden)]
            #allow
            #vis fn #rev(
                _: &mut #runtime::Tape,
                _: [u64; 0],
                _: &impl ::core::marker::Sized,
                _: impl ::core::marker::Sized,
                #(#slots),*
            ) {}
            #attrs
            #[doc(hidden)]
            #allow
            #vis fn #zero_out(_: &mut #runtime::Tape, _: usize) {}
            #attrs
            #[doc(hidden)]
            #allow
            #vis fn #shape_out(_: &mut #runtime::Tape, _: &impl ::core::marker::Sized) -> usize {
                0
            }
        };
        Some(PlainMethod {
            halves,
            beside: Implementations::of_plain(name, attrs, names.len() + 1, runtime.clone()),
        })
    }
}

/// Names for the arguments of a function but for its receiver, and their types.
fn arguments(sig: &syn::Signature) -> (Vec<Ident>, Vec<&syn::Type>) {
    let typed = sig.inputs.iter().enumerate();
    typed
        .filter_map(|(at, input)| match input {
            FnArg::Typed(arg) => Some((format_ident!("arg_{at}"), &*arg.ty)),
            FnArg::Receiver(_) => None,
        })
        .unzip()
}

/// The halves of a function without a receiver that is given nothing with a gradient: `fn zeros(n: usize) -> Self`.
pub fn plain_function(method: &ImplItemFn, runtime: &TokenStream) -> Option<TokenStream> {
    let sig = &method.sig;
    let plain = sig.asyncness.is_none()
        && matches!(sig.safety, syn::Safety::Default)
        && sig.receiver().is_none();
    let ReturnType::Type(_, result) = sig.output.clone() else {
        return None;
    };
    let (names, types) = arguments(sig);
    let cfgs = method.attrs.iter().filter(|a| a.path().is_ident("cfg"));
    let attrs = quote!(#(#cfgs)*);
    let (name, vis, allow) = (&sig.ident, &method.vis, lints::allow());
    let half = |half: &str| format_ident!("__{name}_{half}");
    let (fwd, rev, zero_out, shape_out) = (
        half("fwd"),
        half("rev"),
        half("zero_out"),
        half("shape_out"),
    );
    let (generics, _, clause) = sig.generics.split_for_impl();
    let slots = names.iter().map(|_| quote!(_: impl ::core::marker::Sized));
    let private = quote!(#runtime::__private);
    plain.then(|| {
        quote! {
            #attrs
            #[doc(hidden)]
            #allow
            #[inline]
            #vis fn #fwd #generics (#(#names: #types,)* _: &mut #runtime::Tape) -> (#result, [u64; 0]) #clause {
                (Self::#name(#(#names),*), [])
            }
            #attrs
            #[doc(hidden)]
            #allow
            #[inline]
            #vis fn #rev(
                _: &mut #runtime::Tape,
                _: [u64; 0],
                _: &impl ::core::marker::Sized,
                #(#slots),*
            ) {}
            #attrs
            #[doc(hidden)]
            #allow
            #[inline]
            #vis fn #zero_out(
                tape: &mut #runtime::Tape,
                shape: usize,
            ) -> <#result as #private::Differentiable>::Tangent {
                #private::zero_of_shape::<#result>(tape, shape)
            }
            #attrs
            #[doc(hidden)]
            #allow
            #[inline]
            #vis fn #shape_out(tape: &mut #runtime::Tape, value: &#result) -> usize {
                #private::shape_word(tape, value)
            }
        }
    })
}
