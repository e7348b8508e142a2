//! What leads from an operator between the user's types to the halves of its function.
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{GenericParam, Type};

use super::code::number_of;
use super::unseen::lasting;
use super::{Context, lints, public, shapes};
use crate::adjoint::Halves;
use crate::generic;
use crate::operators::number_name;
use crate::parse::Param;

/// The implementations of the traits of the runtime, for the function of an operator.
pub fn operator(halves: &Halves, context: &Context) -> Option<TokenStream> {
    let function = context.function;
    let operator = function.neighbours.operator.as_ref()?;
    let (runtime, attrs, allow) = (&context.runtime, public::cfgs(function), lints::allow());
    let private = quote!(#runtime::__private);
    let (left, right) = (function.params.first()?, function.params.get(1));
    let writes = operator.name.ends_with("Assign");
    let by_ref = |p: &Param| matches!(p.ty, Type::Reference(_));
    let name = number_name(
        operator.method,
        by_ref(left) && !writes,
        right.is_some_and(by_ref),
    );
    let number = number_of(&name);
    let (left_ty, right_ty) = (
        &left.ty,
        right.map_or(quote!(()), |p| {
            let ty = &p.ty;
            quote!(#ty)
        }),
    );
    let owner = owned(&left.ty);
    let rhs = right.map_or(quote!(()), |p| {
        let ty = owned(&p.ty);
        quote!(#ty)
    });
    let output = function
        .result
        .as_ref()
        .map_or(quote!(()), |ty| quote!(#ty));
    let words = halves.words[0];
    let vjp = super::vjp_name(function);
    let (path, method) = (&operator.path, format_ident!("{}", operator.method));
    let std = format_ident!("{}", operator.name);
    let std_args = right.map(|_| quote!(<#right_ty>));
    let primal_ty = if writes {
        quote!(#owner)
    } else {
        quote!(#left_ty)
    };

    let mut generics = function.item.sig.generics.clone();
    if generics.params.iter().any(generic::is_float) {
        let float = generic::float();
        let bound = syn::parse_quote!(#float: #runtime::Scalar);
        generics.make_where_clause().predicates.push(bound);
    }
    let (params, _, clause) = generics.split_for_impl();
    let (pass, take) = match right {
        Some(_) => (quote!(self, rhs), quote!(rhs)),
        None => (quote!(self), quote!((): ())),
    };
    let take = right.map_or(take, |_| quote!(rhs: #right_ty));
    let forward = quote! {
        #attrs
        #allow
        #[automatically_derived]
        impl #params #private::Operator<#number, #right_ty> for #left_ty #clause {
            type Output = #output;
            type Frame = [u64; #words];
            #[inline]
            fn forward(self, #take, tape: &mut #runtime::Tape) -> (#output, [u64; #words]) {
                if false {
                    // A trait of another crate with this name is another operator.
                    let mut same = <#primal_ty as #path>::#method;
                    same = <#primal_ty as ::core::ops::#std #std_args>::#method;
                }
                #vjp::fwd(tape, #pass)
            }
        }
    };

    let arguments = generics.params.iter().filter_map(|p| match p {
        GenericParam::Type(t) => Some(&t.ident),
        GenericParam::Const(c) => Some(&c.ident),
        GenericParam::Lifetime(_) => None,
    });
    let arguments: Vec<&Ident> = arguments.collect();
    let turbofish = (!arguments.is_empty()).then(|| quote!(::<#(#arguments),*>));
    let operands: Vec<&Param> = std::iter::once(left).chain(right).collect();
    let slots: Vec<Ident> = (0..operands.len())
        .map(|at| format_ident!("slot_{at}"))
        .collect();
    let types: Vec<Ident> = (0..operands.len())
        .map(|at| format_ident!("Slot{at}"))
        .collect();
    let mut all = generics.clone();
    all.params.push(syn::parse_quote!('grad_seed));
    for (ty, p) in types.iter().zip(&operands) {
        let buffer = if p.opaque {
            quote!(())
        } else {
            lasting(shapes::buffer(&p.ty, runtime))
        };
        all.params
            .push(syn::parse_quote!(#ty: #private::Slot<#buffer>));
    }
    let seed = match &function.result {
        Some(ty) if !function.result_ty.is_inactive() => lasting(shapes::buffer(ty, runtime)),
        _ => quote!(()),
    };
    let args = quote!(([u64; #words], &'grad_seed #seed, #(#types),*));
    let (all_params, _, all_clause) = all.split_for_impl();
    let reverse = quote! {
        #attrs
        #allow
        #[automatically_derived]
        impl #all_params #private::OperatorReverse<#number, #rhs, #args> for #owner #all_clause {
            #[inline]
            fn reverse(tape: &mut #runtime::Tape, (frame, seed, #(#slots),*): #args) {
                #vjp::rev #turbofish(tape, frame, seed, #(#slots),*);
            }
        }
    };
    let result = function.result.as_ref().map(|ty| {
        quote! {
            #attrs
            #allow
            #[automatically_derived]
            impl #params #private::OperatorResult<#number, #rhs> for #owner #clause {
                type Cotangent = <#ty as #private::Differentiable>::Tangent;
                #[inline]
                fn zero_out(tape: &mut #runtime::Tape, shape: usize) -> Self::Cotangent {
                    #private::zero_of_shape::<#ty>(tape, shape)
                }
            }
        }
    });
    Some(quote!(#forward #reverse #result))
}

/// A type without the reference around it.
fn owned(ty: &Type) -> &Type {
    match ty {
        Type::Reference(r) => owned(&r.elem),
        Type::Paren(p) => owned(&p.elem),
        Type::Group(g) => owned(&g.elem),
        other => other,
    }
}
