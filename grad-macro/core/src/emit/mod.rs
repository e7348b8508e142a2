//! Printing: the two halves, the four public functions, the hidden type that holds the halves.
//!
//! Everything that can be refused was refused before: printing returns tokens, not a result.
mod code;
mod cots;
mod lend;
mod lints;
mod public;
mod refused;
mod shapes;
mod test;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::adjoint::Halves;
use crate::ir::{Body, Ty};
use crate::names::Names;
use crate::parse::{Function, Options};

pub use code::half;
pub use refused::refused;

/// The path of the runtime crate.
#[must_use]
pub fn runtime_path(options: &Options) -> TokenStream {
    match &options.runtime {
        Some(path) => quote!(#path),
        None => quote!(::grad_runtime),
    }
}

/// The tokens of a float type.
#[must_use]
pub fn scalar_tokens(ty: Ty) -> TokenStream {
    match ty {
        Ty::F32 => quote!(f32),
        Ty::F64 => quote!(f64),
        Ty::Usize => quote!(usize),
        Ty::I32 => quote!(i32),
        Ty::Other => quote!(_),
    }
}

/// A float literal with its type spelled out, so that methods can be called on it: `0.5_f64`. Other
/// constants know their types.
#[must_use]
pub fn typed_constant(tokens: &TokenStream, ty: Ty) -> TokenStream {
    let scalar = scalar_tokens(ty).to_string();
    tokens
        .clone()
        .into_iter()
        .map(|tree| match tree {
            proc_macro2::TokenTree::Group(group) => {
                let mut inner =
                    proc_macro2::Group::new(group.delimiter(), typed_constant(&group.stream(), ty));
                inner.set_span(group.span());
                proc_macro2::TokenTree::Group(inner)
            }
            proc_macro2::TokenTree::Literal(literal) => {
                let text = literal.to_string();
                let untyped =
                    syn::parse_str::<syn::LitFloat>(&text).is_ok_and(|l| l.suffix().is_empty());
                let point = if text.ends_with('.') { "0" } else { "" };
                match format!("{text}{point}_{scalar}").parse::<proc_macro2::Literal>() {
                    Ok(mut typed) if untyped => {
                        typed.set_span(literal.span());
                        proc_macro2::TokenTree::Literal(typed)
                    }
                    _ => proc_macro2::TokenTree::Literal(literal),
                }
            }
            other => other,
        })
        .collect()
}

/// What printing needs besides the halves.
pub struct Context<'c> {
    pub function: &'c Function,
    pub body: &'c Body,
    pub items: &'c [TokenStream],
    pub names: Names,
    pub runtime: TokenStream,
}

/// All generated items of a function.
pub fn emit(halves: &Halves, context: &mut Context) -> TokenStream {
    let names = public::LocalNames::new(context);
    let hidden = hidden(halves, context, &names);
    let public = public::functions(context, &names);
    let tests = test::tests(context);
    quote!(#public #hidden #tests)
}

/// The hidden type that carries the halves: `foo_vjp::fwd`, `foo_vjp::rev`.
fn hidden(halves: &Halves, context: &mut Context, names: &public::LocalNames) -> TokenStream {
    let vis = &context.function.item.vis;
    let attrs = public::cfgs(context.function);
    let vjp = vjp_name(context.function);
    let allow = lints::allow();
    let runtime = &context.runtime;
    let zero_out = match &context.function.result {
        Some(result) if context.function.result_ty.carries_float() => {
            let (params, clause) = public::generics_of(context.function, result);
            quote! {
                #[doc(hidden)]
                #[inline]
                pub fn zero_out #params (
                    tape: &mut #runtime::Tape,
                    shape: usize,
                ) -> <#result as #runtime::__private::Differentiable>::Tangent #clause {
                    #runtime::__private::zero_of_shape::<#result>(tape, shape)
                }
                #[doc(hidden)]
                #[inline]
                pub fn shape_out #params (tape: &mut #runtime::Tape, value: &#result) -> usize #clause {
                    #runtime::__private::shape_word(tape, value)
                }
            }
        }
        // Callers that drop the result do not know what it is.
        _ if context
            .function
            .params
            .iter()
            .any(crate::parse::Param::is_output) =>
        {
            quote! {
                #[doc(hidden)]
                #[inline]
                pub fn zero_out(_: &mut #runtime::Tape, _: usize) {}
                #[doc(hidden)]
                #[inline]
                pub fn shape_out<T>(_: &mut #runtime::Tape, _: &T) -> usize {
                    0
                }
            }
        }
        _ => TokenStream::new(),
    };
    let fwd = code::forward(halves, context, names);
    let rev = code::reverse(halves, context, names);
    quote! {
        #attrs
        #[doc(hidden)]
        #allow
        #vis enum #vjp {}
        #attrs
        #[doc(hidden)]
        #allow
        impl #vjp {
            #fwd
            #rev
            #zero_out
        }
    }
}

/// `foo_vjp`.
#[must_use]
pub fn vjp_name(function: &Function) -> Ident {
    format_ident!("{}_vjp", function.item.sig.ident)
}
