//! What lets callers find a method whose receiver's type they do not see: implementations of traits of the
//! runtime that forward to the halves.
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::{GenericParam, Generics, Lifetime, Type};

use super::code::number_of;
use super::{Context, half_name, public, shapes};
use crate::adjoint::Halves;
use crate::parse::Function;

/// The implementations for a method of a type, in the generics of its `impl` block; none for a method with type
/// parameters of its own.
pub struct Implementations {
    attrs: TokenStream,
    runtime: TokenStream,
    name: String,
    lifetimes: Vec<GenericParam>,
    /// What is asked of the slots, if anything.
    slots: Vec<Option<TokenStream>>,
    words: usize,
    /// The type of the seed; any will do where nothing is done with it.
    seed: Option<TokenStream>,
    /// What `zero_out` returns, if there is one.
    zero: Option<TokenStream>,
    rev: Ident,
    zero_out: Ident,
}

impl Implementations {
    pub fn of(halves: &Halves, context: &Context) -> Option<Self> {
        Self::of_method(context.function, halves.words[0], &context.runtime)
    }

    /// Those of a method that was refused: its callers are told nothing more.
    pub fn of_refused(function: &Function) -> Option<Self> {
        Self::of_method(function, 0, &super::runtime_path(&function.options))
    }

    fn of_method(function: &Function, words: usize, runtime: &TokenStream) -> Option<Self> {
        let generics = &function.item.sig.generics;
        let only_lifetimes = |p: &GenericParam| matches!(p, GenericParam::Lifetime(_));
        if !function.associated
            || function.item.sig.receiver().is_none()
            || !generics.params.iter().all(only_lifetimes)
            || function.params.iter().any(|p| p.function.is_some())
        {
            return None;
        }
        let runtime = runtime.clone();
        let buffer = |ty: &Type| lasting(shapes::buffer(ty, &runtime));
        let (seed, zero) = match &function.result {
            Some(ty) if !function.result_ty.is_inactive() => {
                let ty = lasting(quote!(#ty));
                let tangent = quote!(<#ty as #runtime::__private::Differentiable>::Tangent);
                (
                    lasting(shapes::buffer(&function.result.clone()?, &runtime)),
                    Some(tangent),
                )
            }
            _ if function.params.iter().any(crate::parse::Param::is_output) => {
                (quote!(()), Some(quote!(())))
            }
            _ => (quote!(()), None),
        };
        let slots = function.params.iter().map(|p| {
            let buffer = if p.opaque { quote!(()) } else { buffer(&p.ty) };
            Some(quote!(#runtime::__private::Slot<#buffer>))
        });
        Some(Implementations {
            attrs: public::cfgs(function),
            name: function.item.sig.ident.to_string(),
            lifetimes: generics.params.iter().cloned().collect(),
            slots: slots.collect(),
            words,
            seed: Some(seed),
            zero,
            rev: half_name(function, "rev"),
            zero_out: half_name(function, "zero_out"),
            runtime,
        })
    }

    /// Those of a method that has no gradient.
    pub fn of_plain(name: &Ident, attrs: TokenStream, slots: usize, runtime: TokenStream) -> Self {
        Implementations {
            attrs,
            runtime,
            name: name.to_string(),
            lifetimes: Vec::new(),
            slots: vec![None; slots],
            words: 0,
            seed: None,
            zero: Some(quote!(())),
            rev: format_ident!("__{name}_rev"),
            zero_out: format_ident!("__{name}_zero_out"),
        }
    }

    /// The tokens, for a type with these generics.
    pub fn tokens(&self, ty: &Type, generics: &Generics) -> TokenStream {
        let runtime = &self.runtime;
        let private = quote!(#runtime::__private);
        let (attrs, allow, number) = (&self.attrs, super::lints::allow(), number_of(&self.name));
        let (words, rev) = (self.words, &self.rev);
        let count = 0..self.slots.len();
        let slots: Vec<Ident> = count.clone().map(|at| format_ident!("slot_{at}")).collect();
        let types: Vec<Ident> = count.map(|at| format_ident!("Slot{at}")).collect();
        let mut all = generics.clone();
        all.params.extend(self.lifetimes.iter().cloned());
        all.params.push(syn::parse_quote!('grad_seed));
        let seed = self.seed.clone().unwrap_or_else(|| {
            all.params.push(syn::parse_quote!(GradSeed));
            quote!(GradSeed)
        });
        for (slot, bound) in types.iter().zip(&self.slots) {
            let bound = bound.as_ref().map(|bound| quote!(: #bound));
            all.params.push(syn::parse_quote!(#slot #bound));
        }
        let args = quote!(([u64; #words], &'grad_seed #seed, #(#types),*));
        let (params, _, clause) = all.split_for_impl();
        let method = quote! {
            #attrs
            #allow
            #[automatically_derived]
            impl #params #private::Method<#number, #args> for #ty #clause {
                #[inline]
                fn reverse(
                    tape: &mut #runtime::Tape,
                    (frame, seed, #(#slots),*): #args,
                ) {
                    Self::#rev(tape, frame, seed, #(#slots),*);
                }
            }
        };
        let result = self.zero.as_ref().map(|zero| {
            let mut all = generics.clone();
            all.params.extend(self.lifetimes.iter().cloned());
            let (params, _, clause) = all.split_for_impl();
            let zero_out = &self.zero_out;
            quote! {
                #attrs
                #allow
                #[automatically_derived]
                impl #params #private::MethodResult<#number, #zero> for #ty #clause {
                    #[inline]
                    fn zero_out(tape: &mut #runtime::Tape, shape: usize) -> #zero {
                        Self::#zero_out(tape, shape)
                    }
                }
            }
        });
        quote!(#method #result)
    }
}

/// Types with `'static` where a reference has no lifetime: a gradient has none.
pub fn lasting(tokens: TokenStream) -> TokenStream {
    let mut found = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(tree) = tokens.next() {
        let borrows = matches!(&tree, TokenTree::Punct(p) if p.as_char() == '&');
        found.extend([match tree {
            TokenTree::Group(group) => {
                let inner = lasting(group.stream());
                TokenTree::Group(proc_macro2::Group::new(group.delimiter(), inner))
            }
            other => other,
        }]);
        let named = matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == '\'');
        if borrows && !named {
            let lifetime = Lifetime::new("'static", proc_macro2::Span::call_site());
            found.extend(quote!(#lifetime));
        }
    }
    found
}
