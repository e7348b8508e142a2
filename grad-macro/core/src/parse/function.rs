//! Parameters that are functions: `f: impl Fn(f64) -> f64`.
use std::collections::HashSet;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{
    FnArg, GenericParam, ItemFn, PathArguments, ReturnType, Type, TypeParamBound, WherePredicate,
};

use super::signature;
use crate::error::Errors;
use crate::types::Ty;

/// The most arguments that such a function takes.
pub const MOST_ARGUMENTS: usize = 6;

/// The signature of a function that is passed as an argument.
#[derive(Clone)]
pub struct FnParam {
    pub inputs: Vec<Type>,
    pub output: Type,
}

/// Bounds of a type parameter or an `impl` type, as far as they make a function.
struct Bound<'t> {
    /// Those of `for<'a>`.
    lifetimes: Vec<&'t syn::Lifetime>,
    path: &'t syn::Path,
    name: String,
}

fn traits<'t>(bounds: impl IntoIterator<Item = &'t TypeParamBound>) -> Vec<Bound<'t>> {
    bounds
        .into_iter()
        .filter_map(|bound| match bound {
            TypeParamBound::Trait(t) => t.path.segments.last().map(|last| Bound {
                lifetimes: bound_lifetimes(t.lifetimes.as_ref()),
                path: &t.path,
                name: last.ident.to_string(),
            }),
            _ => None,
        })
        .collect()
}

fn bound_lifetimes(bound: Option<&syn::BoundLifetimes>) -> Vec<&syn::Lifetime> {
    let params = bound.into_iter().flat_map(|b| &b.lifetimes);
    params
        .filter_map(|p| match p {
            GenericParam::Lifetime(l) => Some(&l.lifetime),
            _ => None,
        })
        .collect()
}

fn is_function(name: &str) -> bool {
    matches!(name, "Fn" | "FnMut" | "FnOnce")
}

/// The bounds of `impl Fn(..)`, `&impl Fn(..)` and `&dyn Fn(..)`.
fn bounds_of(ty: &Type) -> Option<Vec<Bound<'_>>> {
    match ty {
        Type::Paren(p) => bounds_of(&p.elem),
        Type::Group(g) => bounds_of(&g.elem),
        Type::Reference(r) => match &*r.elem {
            Type::TraitObject(t) => Some(traits(&t.bounds)),
            elem => bounds_of(elem),
        },
        Type::ImplTrait(i) => Some(traits(&i.bounds)),
        _ => None,
    }
    .filter(|bounds| bounds.iter().any(|b| is_function(&b.name)))
}

impl FnParam {
    /// Reads the type of a parameter; nothing if it is no function.
    pub fn read(ty: &Type) -> Option<FnParam> {
        let bounds = bounds_of(ty)?;
        let bound = bounds.iter().find(|b| is_function(&b.name))?;
        let PathArguments::Parenthesized(signature) = &bound.path.segments.last()?.arguments else {
            return None;
        };
        let output = match &signature.output {
            ReturnType::Type(_, ty) => (**ty).clone(),
            ReturnType::Default => syn::parse_quote!(()),
        };
        let mut inputs: Vec<Type> = signature.inputs.iter().map(|i| i.ty.clone()).collect();
        let mut elided = Elided(&bound.lifetimes);
        inputs.iter_mut().for_each(|i| elided.visit_type_mut(i));
        Some(FnParam { inputs, output })
    }

    /// Whether derived functions can be given such a function.
    pub fn is_known(&self, ty: &Type) -> bool {
        let mut errors = Errors::default();
        self.refuse(ty, &mut errors);
        errors.is_empty()
    }

    /// Says what derived functions cannot be given.
    pub fn refuse(&self, ty: &Type, errors: &mut Errors) {
        let bounds = bounds_of(ty).unwrap_or_default();
        let Some(bound) = bounds.iter().find(|b| is_function(&b.name)) else {
            return;
        };
        if bound.name != "Fn" || matches!(ty, Type::Reference(r) if r.mutability.is_some()) {
            errors.refuse_tokens(
                bound.path,
                "a function that changes what it captures cannot be a parameter here",
                "take `impl Fn(..)`",
            );
        }
        if self.inputs.is_empty() || self.inputs.len() > MOST_ARGUMENTS {
            errors.refuse_tokens(
                bound.path,
                format!("a function parameter takes one to {MOST_ARGUMENTS} arguments here"),
                "pass a value in place of a function without arguments, and an array in place of many arguments",
            );
        }
        for input in &self.inputs {
            if !FnParam::accepts(input) {
                errors.refuse_tokens(
                    input,
                    "a function parameter cannot take an argument of this type yet",
                    "let it take floats, integers, or tuples, arrays, slices and vectors of floats",
                );
            }
        }
        let output = &self.output;
        if !FnParam::returns(output) {
            let at = match Ty::read(output) {
                Ty::Unit => bound.path.to_token_stream(),
                _ => output.to_token_stream(),
            };
            errors.refuse_tokens(
                at,
                "a function parameter cannot have this result yet",
                "let it return a float, or a tuple, an array or a `Vec` of floats",
            );
        }
    }

    /// Whether such a function may have an argument of this type.
    pub fn accepts(input: &Type) -> bool {
        let by_mut = matches!(input, Type::Reference(r) if r.mutability.is_some());
        let seen = if Ty::read(input).is_inactive() {
            is_plain(input)
        } else {
            signature::unseen(input).is_none() && signature::inner_reference(input).is_none()
        };
        seen && !by_mut
    }

    /// Whether it may have this result.
    pub fn returns(output: &Type) -> bool {
        is_returned(&Ty::read(output))
    }

    /// The bound on a trait of the runtime, for all lifetimes of the arguments.
    pub fn bound(&self, name: &str, runtime: &TokenStream) -> TokenStream {
        let (inputs, lifetimes) = FnParam::with_lifetimes(self.inputs.clone());
        let output = &self.output;
        let all = (!lifetimes.is_empty()).then(|| quote!(for<#(#lifetimes),*>));
        let name = proc_macro2::Ident::new(name, Span::call_site());
        quote!(#all #runtime::__private::#name<(#(#inputs,)*), #output>)
    }

    /// Types with names for the lifetimes that are left out.
    pub fn with_lifetimes(mut types: Vec<Type>) -> (Vec<Type>, Vec<syn::Lifetime>) {
        let mut named = Named(Vec::new());
        types.iter_mut().for_each(|ty| named.visit_type_mut(ty));
        (types, named.0)
    }

    /// A function of this type that is never called.
    pub fn never(&self) -> TokenStream {
        let (inputs, output) = (&self.inputs, &self.output);
        quote!(|#(_: #inputs),*| -> #output { ::core::unreachable!() })
    }
}

/// What the macro can hold where it calls such a function.
fn is_returned(ty: &Ty) -> bool {
    fn is_fixed(ty: &Ty) -> bool {
        match ty {
            Ty::Array(elem, len) => len.is_some() && is_fixed(elem),
            other => other.is_float(),
        }
    }
    match ty {
        Ty::Tuple(parts) => parts.iter().all(|p| is_fixed(p) || p.is_discrete()),
        Ty::Vec(elem) => is_fixed(elem),
        other => is_fixed(other) || other.is_discrete(),
    }
}

/// Integers, truth values and texts, alone or in sequences and tuples.
fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Paren(p) => is_plain(&p.elem),
        Type::Group(g) => is_plain(&g.elem),
        Type::Reference(r) => r.mutability.is_none() && is_plain(&r.elem),
        Type::Slice(s) => is_plain(&s.elem),
        Type::Array(a) => is_plain(&a.elem),
        Type::Tuple(t) => t.elems.iter().all(is_plain),
        Type::Path(p) => match crate::emit::vec_element(ty) {
            Some(elem) => is_plain(elem),
            None => {
                let text = ["char", "str", "String"].iter().any(|t| p.path.is_ident(t));
                text || Ty::read(ty).is_discrete()
            }
        },
        _ => false,
    }
}

/// Leaves out the lifetimes of `for<'a>`.
struct Elided<'t>(&'t [&'t syn::Lifetime]);

impl VisitMut for Elided<'_> {
    fn visit_type_reference_mut(&mut self, r: &mut syn::TypeReference) {
        if r.lifetime.as_ref().is_some_and(|l| self.0.contains(&l)) {
            r.lifetime = None;
        }
        visit_mut::visit_type_reference_mut(self, r);
    }
}

/// Names the lifetimes that are left out.
struct Named(Vec<syn::Lifetime>);

impl VisitMut for Named {
    fn visit_type_reference_mut(&mut self, r: &mut syn::TypeReference) {
        let elided = r.lifetime.as_ref().is_none_or(|l| l.ident == "_");
        if elided {
            let name = format!("'__a{}", self.0.len());
            let lifetime = syn::Lifetime::new(&name, Span::mixed_site());
            r.lifetime = Some(lifetime.clone());
            self.0.push(lifetime);
        }
        visit_mut::visit_type_reference_mut(self, r);
    }
}

/// A function whose type parameters that are functions, or stand for parameters without a gradient alone, are
/// written as `impl Fn(..)` and the like.
#[must_use]
pub fn without_function_generics(item: TokenStream, options: &TokenStream) -> TokenStream {
    let names = crate::lower::names_in(options.clone());
    let plain = names.contains("no_grad") || names.contains("wrt");
    if super::too_deep(&item) || !(plain || mentions_fn(&item)) {
        return item;
    }
    let Ok(mut function) = syn::parse2::<ItemFn>(item.clone()) else {
        return item;
    };
    let options = super::Options::read(options.clone(), &mut Errors::default());
    let names: Vec<syn::Ident> = function
        .sig
        .generics
        .type_params()
        .map(|t| t.ident.clone())
        .collect();
    let mut changed = false;
    for name in names {
        changed |= replace(&mut function, &name, &options);
    }
    if changed {
        function.into_token_stream()
    } else {
        item
    }
}

fn mentions_fn(item: &TokenStream) -> bool {
    crate::lower::names_in(item.clone())
        .iter()
        .any(|n| is_function(n))
}

/// Writes one type parameter as `impl`, if it is a function and stands for parameters alone.
fn replace(function: &mut ItemFn, name: &syn::Ident, options: &super::Options) -> bool {
    let generics = &function.sig.generics;
    let of_clause = |p: &WherePredicate| match p {
        WherePredicate::Type(p) if *name == p.bounded_ty.to_token_stream().to_string() => {
            Some(p.bounds.clone())
        }
        _ => None,
    };
    let inline = generics
        .type_params()
        .filter(|t| t.ident == *name)
        .flat_map(|t| t.bounds.clone());
    let clause = generics.where_clause.iter().flat_map(|c| &c.predicates);
    let bounds: Vec<TypeParamBound> = inline
        .chain(clause.filter_map(of_clause).flatten())
        .collect();
    let is_function = traits(&bounds).iter().any(|b| is_function(&b.name));
    if bounds.is_empty() {
        return false;
    }
    let mut rest = function.clone();
    let mut replaced = 0;
    let new: Type = syn::parse_quote_spanned!(name.span()=> impl #(#bounds)+*);
    let behind: Type = syn::parse_quote_spanned!(name.span()=> (#new));
    for input in &mut rest.sig.inputs {
        if let FnArg::Typed(typed) = input {
            let (place, new) = match &mut *typed.ty {
                Type::Reference(r) if r.mutability.is_none() => (&mut *r.elem, &behind),
                other => (other, &new),
            };
            let fits = is_function || is_left_out(&typed.pat, options);
            if fits && matches!(place, Type::Path(p) if p.path.is_ident(name)) {
                *place = new.clone();
                replaced += 1;
            }
        }
    }
    let generics = &mut rest.sig.generics;
    let params = std::mem::take(&mut generics.params);
    generics.params = params
        .into_iter()
        .filter(|p| !matches!(p, GenericParam::Type(t) if t.ident == *name))
        .collect();
    if let Some(clause) = &mut generics.where_clause {
        let predicates = std::mem::take(&mut clause.predicates);
        clause.predicates = predicates
            .into_iter()
            .filter(|p| of_clause(p).is_none())
            .collect();
    }
    if generics.params.is_empty() {
        generics.lt_token = None;
        generics.gt_token = None;
    }
    let left: HashSet<String> = crate::lower::names_in(rest.to_token_stream());
    if replaced == 0 || left.contains(&name.to_string()) {
        return false;
    }
    *function = rest;
    true
}

/// Whether a parameter has no gradient by the options.
fn is_left_out(pat: &syn::Pat, options: &super::Options) -> bool {
    let syn::Pat::Ident(p) = pat else {
        return false;
    };
    match &options.wrt {
        Some(wrt) => !wrt.contains(&p.ident),
        None => options.no_grad.contains(&p.ident),
    }
}
