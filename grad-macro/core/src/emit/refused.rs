//! What is emitted when something was refused: the errors, and stubs with the right signatures, so that
//! callers see no second error and editors keep completing.
//!
//! ```text
//! In:  fn square(x: f64) -> f64 { /* refused */ }
//! Out: fn square_grad(x: f64) -> (f64, f64) { panic!("refused") }    // and the others
//! ```
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{GenericParam, Type};

use super::shapes::{buffer, owned};
use super::{lints, public, runtime_path, vjp_name};
use crate::parse::{Function, Param};
use crate::types::Ty;

/// Stubs of the public functions and halves.
#[must_use]
pub fn refused(function: &Function) -> TokenStream {
    if function.associated {
        // An `impl` or a trait cannot hold all of them, and the message is about just that.
        return TokenStream::new();
    }
    let Some(seed) = Seed::of(function) else {
        return TokenStream::new();
    };
    let runtime = runtime_path(&function.options);
    let stub = Stub {
        function,
        params: public::params(function),
        halves: function
            .params
            .iter()
            .map(|p| half_param(p, &runtime))
            .collect(),
        result: function
            .result
            .as_ref()
            .map_or_else(|| quote!(()), ToTokens::to_token_stream),
        runtime,
    };
    let scalars = matches!(seed, Seed::Value).then(|| stub.gradients());
    let (pullback, halves) = (stub.pullback(&seed), stub.halves(&seed));
    quote!(#scalars #pullback #halves)
}

/// A parameter of the forward half.
fn half_param(p: &Param, runtime: &TokenStream) -> TokenStream {
    let (name, ty) = (&p.name, &p.ty);
    match public::forward_function(p, runtime) {
        Some(ty) => quote!(#name: #ty),
        None => quote!(#name: #ty),
    }
}

/// How the cotangent of the result is passed.
enum Seed {
    /// One float, or what a type parameter stands for.
    Value,
    Reference,
    Nothing,
}

impl Seed {
    /// Nothing where the result is not understood: then nothing sensible can stand in for it.
    fn of(function: &Function) -> Option<Seed> {
        if !function.result_is_clear() {
            return None;
        }
        match (&function.result, &function.result_ty) {
            (Some(Type::Never(_)), _) => None,
            (_, ty) if ty.is_float() => Some(Seed::Value),
            (_, ty) if ty.is_inactive() => Some(Seed::Nothing),
            (_, ty) if ty.carries_float() => Some(Seed::Reference),
            (Some(Type::Path(path)), _) => {
                let mut types = function.item.sig.generics.type_params();
                types
                    .any(|t| path.path.is_ident(&t.ident))
                    .then_some(Seed::Value)
            }
            _ => None,
        }
    }
}

struct Stub<'f> {
    function: &'f Function,
    params: Vec<TokenStream>,
    halves: Vec<TokenStream>,
    result: TokenStream,
    runtime: TokenStream,
}

impl Stub<'_> {
    fn selected(&self) -> impl Iterator<Item = &Param> {
        self.function
            .params
            .iter()
            .filter(|p| p.is_differentiated())
    }

    fn name(&self, suffix: &str) -> Ident {
        format_ident!("{}_{suffix}", self.function.item.sig.ident)
    }

    /// What stands before each function.
    fn head(&self) -> TokenStream {
        let (attrs, allow) = (public::cfgs(self.function), lints::allow());
        let vis = &self.function.item.vis;
        quote!(#attrs #allow #vis)
    }

    /// `_grad`, `_grad_into` and `_grad_with`.
    fn gradients(&self) -> TokenStream {
        let (head, params, result, runtime) =
            (self.head(), &self.params, &self.result, &self.runtime);
        let (generics, clause) = public::generics(self.function);
        let [grad, into, with] = ["grad", "grad_into", "grad_with"].map(|s| self.name(s));
        let owned_types = self.selected().map(|p| owned(&p.ty, runtime));
        let buffers: Vec<TokenStream> = self
            .selected()
            .map(|p| {
                let name = p.name.to_string();
                let name = format!("d_{}", name.strip_prefix("r#").unwrap_or(&name));
                let name = crate::names::new_ident(&name, p.name.span());
                let ty = buffer(&p.ty, runtime);
                quote!(#name: &mut #ty)
            })
            .collect();
        quote! {
            #head fn #grad #generics (#(#params),*) -> (#result, #(#owned_types),*) #clause {
                ::core::panic!("refused")
            }
            #head fn #into #generics (#(#params,)* #(#buffers),*) -> #result #clause {
                ::core::panic!("refused")
            }
            #head fn #with #generics (tape: &mut #runtime::Tape, #(#params,)* #(#buffers),*) -> #result #clause {
                ::core::panic!("refused")
            }
        }
    }

    /// The seed without its `&`.
    fn seed(&self, seed: &Seed) -> TokenStream {
        match (seed, &self.function.result) {
            (Seed::Reference, Some(ty)) => buffer(ty, &self.runtime),
            (Seed::Value, _) => self.result.clone(),
            (Seed::Reference | Seed::Nothing, _) => quote!(()),
        }
    }

    /// `_vjp`.
    fn pullback(&self, seed: &Seed) -> TokenStream {
        let (head, mut params, result) = (self.head(), self.params.clone(), &self.result);
        let (mut generics, clause) = public::generics(self.function);
        let vjp = vjp_name(self.function);
        let ty = self.seed(seed);
        let seed = match seed {
            Seed::Value => Some(quote!(#ty,)),
            Seed::Reference => Some(quote!(&#ty,)),
            Seed::Nothing => None,
        };
        let arguments: Vec<TokenStream> = self
            .selected()
            .map(|p| {
                let ty = buffer(&p.ty, &self.runtime);
                quote!(&mut #ty)
            })
            .collect();
        let captures = self.captures(&mut generics, &mut params);
        let taken = seed.as_ref().map(|seed| quote!(_: #seed));
        quote! {
            #head fn #vjp #generics (#(#params),*)
                -> (#result, impl ::core::ops::FnOnce(#seed #(#arguments),*) #captures) #clause
            {
                let pullback = move |#taken #(_: #arguments),*| {};
                (::core::panic!("refused"), pullback)
            }
        }
    }

    /// A pullback does not keep the outputs borrowed.
    fn captures(
        &self,
        generics: &mut TokenStream,
        params: &mut [TokenStream],
    ) -> Option<TokenStream> {
        let detached = self
            .function
            .params
            .iter()
            .any(|p| matches!(p.shape, Ty::Ref { mutable: true, .. }));
        if !detached {
            return None;
        }
        let named = public::name_functions(self.function, &self.runtime, generics, params);
        let generics = &self.function.item.sig.generics;
        let used = generics.params.iter().filter_map(|p| match p {
            GenericParam::Const(c) => Some(&c.ident),
            GenericParam::Type(t) => Some(&t.ident),
            GenericParam::Lifetime(_) => None,
        });
        let used = used.chain(&named);
        Some(quote!(+ use<#(#used),*>))
    }

    /// The hidden type with the halves, which callers with the attribute name.
    fn halves(&self, seed: &Seed) -> TokenStream {
        let (params, result, runtime) = (&self.halves, &self.result, &self.runtime);
        let (attrs, allow, vis) = (
            public::cfgs(self.function),
            lints::allow(),
            &self.function.item.vis,
        );
        let (generics, clause) = public::generics(self.function);
        let vjp = vjp_name(self.function);
        let slots = self.function.params.iter().enumerate().map(|(at, p)| {
            let name = format_ident!("slot_{}", at);
            if let Some(ty) = public::reverse_function(p, runtime) {
                return quote!(#name: #ty);
            }
            let ty = if p.opaque {
                quote!(())
            } else {
                buffer(&p.ty, runtime)
            };
            quote!(#name: impl #runtime::__private::Slot<#ty>)
        });
        let zero_out = if self.function.result_ty.carries_float() {
            quote! {
                pub fn zero_out #generics (tape: &mut #runtime::Tape, shape: usize) -> <#result as #runtime::__private::Differentiable>::Tangent #clause {
                    ::core::panic!("refused")
                }
            }
        } else {
            quote!(
                pub fn zero_out(_: &mut #runtime::Tape, _: usize) {}
            )
        };
        let seed = self.seed(seed);
        quote! {
            #attrs #[doc(hidden)] #allow #vis enum #vjp {}
            #attrs #[doc(hidden)] #allow impl #vjp {
                pub fn fwd #generics (tape: &mut #runtime::Tape, #(#params),*) -> (#result, [u64; 0]) #clause {
                    ::core::panic!("refused")
                }
                pub fn rev #generics (tape: &mut #runtime::Tape, frame: [u64; 0], seed: &#seed, #(#slots),*) #clause {}
                #zero_out
                pub fn shape_out<T>(_: &mut #runtime::Tape, _: &T) -> usize { 0 }
            }
        }
    }
}
