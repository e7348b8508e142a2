//! What is emitted when something was refused: the errors, and stubs with the right signatures, so that
//! callers see no second error and editors keep completing.
//!
//! ```text
//! In:  fn square(x: f64) -> f64 { /* refused */ }
//! Out: fn square_grad(x: f64) -> (f64, f64) { panic!("refused") }    // and the others
//! ```
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Type;

use super::shapes::{buffer, owned};
use super::{lints, public, runtime_path, vjp_name};
use crate::parse::Function;
use crate::types::Ty;

/// Stubs of the public functions and halves.
#[must_use]
pub fn refused(function: &Function) -> TokenStream {
    let Some(seed) = Seed::of(function) else {
        return TokenStream::new();
    };
    let runtime = runtime_path(&function.options);
    let stub = Stub {
        function,
        params: public::params(function),
        halves: public::half_params(function, &runtime),
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
            (Some(ty), _) if crate::parse::holds_structs(ty) && !is_parameter(ty, function) => {
                Some(Seed::Reference)
            }
            (Some(ty), _) if is_parameter(ty, function) => Some(Seed::Value),
            _ => None,
        }
    }
}

/// Whether a type is a type parameter.
fn is_parameter(ty: &Type, function: &Function) -> bool {
    let mut types = function.item.sig.generics.type_params();
    matches!(ty, Type::Path(p) if types.any(|t| p.path.is_ident(&t.ident)))
}

struct Stub<'f> {
    function: &'f Function,
    params: Vec<TokenStream>,
    halves: Vec<TokenStream>,
    result: TokenStream,
    runtime: TokenStream,
}

impl Stub<'_> {
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
        let selected = public::returned(self.function);
        let owned_types = selected.iter().map(|r| owned(r.ty, runtime));
        let buffers: Vec<TokenStream> = selected
            .iter()
            .map(|r| {
                let (name, ty) = (&r.name, buffer(r.ty, runtime));
                quote!(#name: &mut #ty)
            })
            .collect();
        let owned = super::wrapped(self.function, &quote!((#result, #(#owned_types),*)));
        let value = super::wrapped(self.function, result);
        let with_tape =
            public::with_tape(self.function, params, &quote!(tape: &mut #runtime::Tape));
        quote! {
            #head fn #grad #generics (#(#params),*) -> #owned #clause {
                ::core::panic!("refused")
            }
            #head fn #into #generics (#(#params,)* #(#buffers),*) -> #value #clause {
                ::core::panic!("refused")
            }
            #head fn #with #generics (#with_tape #(#buffers),*) -> #value #clause {
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
        let arguments: Vec<TokenStream> = public::returned(self.function)
            .iter()
            .map(|r| {
                let ty = buffer(r.ty, &self.runtime);
                quote!(&mut #ty)
            })
            .collect();
        let named = arguments.iter().cloned().chain(seed.clone()).collect();
        let captures = self.captures(named, &mut generics, &mut params);
        let taken = seed.as_ref().map(|seed| quote!(_: #seed));
        let returned = super::wrapped(
            self.function,
            &quote!((#result, impl ::core::ops::FnOnce(#seed #(#arguments),*) #captures)),
        );
        let good = super::good(
            self.function,
            &quote!((::core::panic!("refused"), pullback)),
        );
        quote! {
            #head fn #vjp #generics (#(#params),*)
                -> #returned #clause
            {
                let pullback = move |#taken #(_: #arguments),*| {};
                #good
            }
        }
    }

    /// A pullback does not keep the outputs borrowed.
    fn captures(
        &self,
        named: TokenStream,
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
        let functions = public::name_functions(self.function, &self.runtime, generics, params);
        Some(public::captures(self.function, named, &functions))
    }

    /// The halves, which callers with the attribute name.
    fn halves(&self, seed: &Seed) -> TokenStream {
        let (params, result, runtime) = (&self.halves, &self.result, &self.runtime);
        let function = self.function;
        let (attrs, allow) = (public::cfgs(function), lints::allow());
        let (generics, clause) = public::generics(function);
        let slots = function.params.iter().enumerate().map(|(at, p)| {
            let name = format_ident!("slot_{}", at);
            if let Some(ty) = public::reverse_function(p, runtime) {
                return quote!(#name: #ty);
            }
            let ty = if p.opaque {
                quote!(())
            } else {
                buffer(p.carrier(), runtime)
            };
            quote!(#name: impl #runtime::__private::Slot<#ty>)
        });
        let slots: Vec<TokenStream> = slots.collect();
        let vis = super::half_vis(function);
        let head = quote!(#attrs #[doc(hidden)] #allow #vis);
        let [fwd, rev, zero, shape] =
            ["fwd", "rev", "zero_out", "shape_out"].map(|name| super::half_name(function, name));
        let zero_out = match (seed, &function.result) {
            (Seed::Value | Seed::Reference, Some(result)) => {
                let (generics, clause) = public::generics_of(function, result);
                quote! {
                    #head fn #zero #generics (tape: &mut #runtime::Tape, shape: usize)
                        -> <#result as #runtime::__private::Differentiable>::Tangent #clause
                    {
                        ::core::panic!("refused")
                    }
                }
            }
            _ => quote!(#head fn #zero(_: &mut #runtime::Tape, _: usize) {}),
        };
        let seed = self.seed(seed);
        let returned = super::wrapped(function, &quote!((#result, [u64; 0])));
        let taped = quote!(tape: &mut #runtime::Tape);
        let taken = if function.associated {
            quote!(#(#params,)* #taped)
        } else {
            quote!(#taped, #(#params),*)
        };
        let halves = quote! {
            #head fn #fwd #generics (#taken) -> #returned #clause {
                ::core::panic!("refused")
            }
            #head fn #rev #generics (#taped, frame: [u64; 0], seed: &#seed, #(#slots),*) #clause {}
            #zero_out
            #head fn #shape(_: &mut #runtime::Tape, _: &impl ::core::marker::Sized) -> usize { 0 }
        };
        let [fwd, rev] = ["fwd_lent", "rev_lent"].map(|name| super::half_name(function, name));
        let lent = function.params.iter();
        let lent: Vec<TokenStream> = lent
            .map(|_| quote!(_: impl ::core::marker::Sized))
            .collect();
        let lent_halves = quote! {
            #head fn #fwd #generics (#taped, #(#params,)* #(#lent),*) -> #returned #clause {
                ::core::panic!("refused")
            }
            #head fn #rev #generics (
                #taped,
                frame: [u64; 0],
                seed: &#seed,
                #(#slots,)*
                #(#lent),*
            ) #clause {}
        };
        if function.associated {
            let noting = self.noting(&head);
            return quote!(#halves #noting);
        }
        let (vjp, vis) = (vjp_name(function), &function.item.vis);
        quote! {
            #attrs #[doc(hidden)] #allow #vis enum #vjp {}
            #attrs #[doc(hidden)] #allow impl #vjp { #halves #lent_halves }
        }
    }

    /// The forward half that notes the shape of the receiver.
    fn noting(&self, head: &TokenStream) -> Option<TokenStream> {
        let (params, result, runtime) = (&self.halves, &self.result, &self.runtime);
        self.function.params.first()?.receiver.as_ref()?;
        let (generics, clause) = public::generics(self.function);
        let name = super::half_name(self.function, "noting");
        let returned = super::wrapped(self.function, &quote!((#result, [u64; 0], usize)));
        Some(quote! {
            #head fn #name #generics (
                #(#params,)*
                tape: &mut #runtime::Tape,
                notes: impl #runtime::__private::NotesShape<Self>,
            ) -> #returned #clause {
                ::core::panic!("refused")
            }
        })
    }
}
