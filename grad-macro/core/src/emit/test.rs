//! The tests of `#[derive_grad(test(..))]`: the gradient at given values against differences.
//!
//! ```text
//! In:  #[derive_grad(test(x = [1.0, 2.0], k = 0.5))] fn energy(x: &[f64], k: f64) -> f64
//! Out: #[cfg(test)] #[test] fn energy_grad_check() {
//!          let x: Vec<f64> = Vec::from([1.0, 2.0]);
//!          let k: f64 = 0.5;
//!          let point = (x, k);
//!          // check::Check::gradient(|point| energy(..), &point, &energy_grad(..))
//!      }
//! ```
//!
//! The point is the tuple of the parameters that are differentiated, each owned. Where floats come out by `&mut`
//! or as several results, the pullback is tested, with cotangents of all of them.
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Expr, Type};

use super::shapes::vec_element;
use super::{Context, lints, public, vjp_name};
use crate::parse::{Function, Param, TestCase};
use crate::types::unparen;

/// All tests of a function.
pub fn tests(context: &Context) -> TokenStream {
    let cases = &context.function.options.tests;
    (cases.iter().enumerate())
        .map(|(at, case)| Test::new(context, case).item(at))
        .collect()
}

struct Test<'t> {
    function: &'t Function,
    runtime: &'t TokenStream,
    case: &'t TestCase,
    /// Of the code: located at the word `test`.
    at: Span,
}

impl<'t> Test<'t> {
    fn new(context: &'t Context, case: &'t TestCase) -> Self {
        Test {
            function: context.function,
            runtime: &context.runtime,
            case,
            at: Span::mixed_site().located_at(case.at.span()),
        }
    }

    fn item(&self, number: usize) -> TokenStream {
        let (cfgs, allow) = (public::cfgs(self.function), lints::allow());
        let primal = &self.function.item.sig.ident;
        let name = match number {
            0 => format_ident!("{primal}_grad_check"),
            more => format_ident!("{primal}_grad_check_{}", more + 1),
        };
        let runtime = self.runtime;
        let values = self.values();
        let (point, names) = (self.point(), self.selected().map(|p| p.name.to_string()));
        let check = if self.function.result_ty.is_float() && self.outputs().next().is_none() {
            self.gradient()
        } else {
            self.pullback()
        };
        quote_spanned! {self.at=>
            #cfgs
            #[cfg(test)]
            #allow
            #[::core::prelude::v1::test]
            fn #name() {
                #values
                let point = #point;
                let check = #runtime::check::Check::new().names([#(#names),*]);
                let result = #check;
                if let ::core::result::Result::Err(wrong) = result {
                    ::core::panic!("{}", wrong);
                }
            }
        }
    }

    fn params(&self) -> impl Iterator<Item = &'t Param> {
        self.function.params.iter()
    }

    fn selected(&self) -> impl Iterator<Item = &'t Param> {
        self.params().filter(|p| p.is_differentiated())
    }

    /// Those whose final contents are results.
    fn outputs(&self) -> impl Iterator<Item = &'t Param> {
        self.selected().filter(|p| p.is_output())
    }

    /// A local for every parameter with floats; the others are evaluated where they are passed.
    fn values(&self) -> TokenStream {
        (self.params().filter(|p| carries(p)))
            .map(|p| {
                let (name, value) = (local(p), self.value(p));
                let value = match unparen(value) {
                    Expr::Reference(r) if is_reference(&p.ty) => r.expr.to_token_stream(),
                    _ => value.to_token_stream(),
                };
                let ty = owned(&p.ty, self).map(|ty| quote!(: #ty));
                if is_list(&p.ty) {
                    quote!(let #name #ty = ::core::convert::From::from(#value);)
                } else {
                    quote!(let #name #ty = #value;)
                }
            })
            .collect()
    }

    fn value(&self, param: &Param) -> &'t Expr {
        self.case
            .value_of(param)
            .expect("tests without a value were refused")
    }

    fn point(&self) -> TokenStream {
        let names = self.selected().map(local);
        quote!((#(#names,)*))
    }

    /// The locals as they are at the point, once more.
    fn fresh(&self) -> TokenStream {
        let selected = self.selected().map(local);
        let rest = self
            .params()
            .filter(|p| carries(p) && !p.is_differentiated());
        let rest = rest.map(|p| {
            let name = local(p);
            quote!(let mut #name = ::core::clone::Clone::clone(&#name);)
        });
        quote_spanned! {self.at=>
            let (#(mut #selected,)*) = ::core::clone::Clone::clone(point);
            #(#rest)*
        }
    }

    fn arguments(&self) -> Vec<TokenStream> {
        self.params()
            .map(|p| {
                if carries(p) {
                    return lend(&p.ty, &local(p).to_token_stream());
                }
                let value = self.value(p);
                let is_text = matches!(value, Expr::Lit(l) if matches!(l.lit, syn::Lit::Str(_)));
                match &p.ty {
                    Type::Reference(r)
                        if !is_text && !matches!(unparen(value), Expr::Reference(_)) =>
                    {
                        let mutability = &r.mutability;
                        quote!(&#mutability #value)
                    }
                    _ => value.to_token_stream(),
                }
            })
            .collect()
    }

    fn gradient(&self) -> TokenStream {
        let primal = &self.function.item.sig.ident;
        let grad = format_ident!("{primal}_grad");
        let (fresh, arguments) = (self.fresh(), self.arguments());
        let gradients: Vec<Ident> = self.selected().map(cotangent).collect();
        quote_spanned! {self.at=>
            check.gradient(
                |point| {
                    #fresh
                    #primal(#(#arguments),*)
                },
                &point,
                &{
                    let point = &point;
                    #fresh
                    let (_, #(#gradients),*) = #grad(#(#arguments),*);
                    (#(#gradients,)*)
                },
            )
        }
    }

    fn pullback(&self) -> TokenStream {
        let primal = &self.function.item.sig.ident;
        let (runtime, vjp) = (self.runtime, vjp_name(self.function));
        let (fresh, arguments) = (self.fresh(), self.arguments());
        let outputs: Vec<Ident> = self.outputs().map(local).collect();
        let results = self.outputs().map(cotangent);
        let seeded = self.function.result_ty.carries_float();
        let value = seeded.then(|| quote_spanned!(self.at=> value,));
        let seed = seeded.then(|| {
            if self.function.result_ty.is_float() {
                quote_spanned!(self.at=> value,)
            } else {
                quote_spanned!(self.at=> &value,)
            }
        });
        let zeros = self.selected().filter(|p| !p.is_output()).map(|p| {
            let (d, name) = (cotangent(p), local(p));
            quote!(let mut #d = #runtime::__private::Differentiable::zero_tangent(&#name);)
        });
        let gradients: Vec<Ident> = self.selected().map(cotangent).collect();
        quote_spanned! {self.at=>
            check.pullback(
                |point| {
                    #fresh
                    let value = #primal(#(#arguments),*);
                    (#value #(#outputs,)*)
                },
                &point,
                |point, seed| {
                    #fresh
                    #(#zeros)*
                    let (#value #(mut #results,)*) = ::core::clone::Clone::clone(seed);
                    let (_, pullback) = #vjp(#(#arguments),*);
                    pullback(#seed #(&mut #gradients),*);
                    (#(#gradients,)*)
                },
            )
        }
    }
}

/// Whether a parameter is moved along, or a constant of the test.
fn carries(param: &Param) -> bool {
    !param.opaque && !param.shape.is_inactive()
}

/// Not visible to the values that the user wrote.
fn local(param: &Param) -> Ident {
    crate::names::new_ident(&param.name.to_string(), param.name.span())
}

fn cotangent(param: &Param) -> Ident {
    let name = param.name.to_string();
    let name = name.strip_prefix("r#").unwrap_or(&name);
    crate::names::new_ident(&format!("d_{name}"), param.name.span())
}

fn is_reference(ty: &Type) -> bool {
    match ty {
        Type::Paren(p) => is_reference(&p.elem),
        Type::Group(g) => is_reference(&g.elem),
        other => matches!(other, Type::Reference(_)),
    }
}

/// Whether the owned form is a `Vec`.
fn is_list(ty: &Type) -> bool {
    match ty {
        Type::Paren(p) => is_list(&p.elem),
        Type::Group(g) => is_list(&g.elem),
        Type::Reference(r) => is_list(&r.elem),
        Type::Slice(_) => true,
        other => vec_element(other).is_some(),
    }
}

/// The type without references, slices as vectors; nothing where it names what belongs to the function.
fn owned(ty: &Type, test: &Test) -> Option<TokenStream> {
    let runtime = test.runtime;
    match ty {
        Type::Paren(p) => owned(&p.elem, test),
        Type::Group(g) => owned(&g.elem, test),
        Type::Reference(r) if is_text(&r.elem) => Some(quote!(&str)),
        Type::Reference(r) => owned(&r.elem, test),
        Type::Slice(s) => {
            let elem = owned(&s.elem, test)?;
            Some(quote!(#runtime::__private::std::vec::Vec<#elem>))
        }
        Type::Array(a) => {
            let (elem, len) = (owned(&a.elem, test)?, &a.len);
            let named = crate::lower::names_in(len.to_token_stream());
            let mut consts = test.function.item.sig.generics.const_params();
            let generic = consts.any(|c| named.contains(&c.ident.to_string()));
            (!generic).then(|| quote!([#elem; #len]))
        }
        Type::Tuple(t) => {
            let parts: Option<Vec<_>> = t.elems.iter().map(|e| owned(e, test)).collect();
            let parts = parts?;
            Some(quote!((#(#parts,)*)))
        }
        other => match vec_element(other) {
            Some(elem) => {
                let elem = owned(elem, test)?;
                Some(quote!(#runtime::__private::std::vec::Vec<#elem>))
            }
            None => Some(other.to_token_stream()),
        },
    }
}

fn is_text(ty: &Type) -> bool {
    matches!(ty, Type::Path(p) if p.path.is_ident("str"))
}

/// Whether there is a reference in a type.
fn holds_reference(ty: &Type) -> bool {
    match ty {
        Type::Paren(p) => holds_reference(&p.elem),
        Type::Group(g) => holds_reference(&g.elem),
        Type::Reference(_) => true,
        Type::Slice(s) => holds_reference(&s.elem),
        Type::Array(a) => holds_reference(&a.elem),
        Type::Tuple(t) => t.elems.iter().any(holds_reference),
        other => vec_element(other).is_some_and(holds_reference),
    }
}

/// A value of the type from a place that holds its owned form.
fn lend(ty: &Type, place: &TokenStream) -> TokenStream {
    let list = |elem: &Type| {
        let item = lend(elem, &quote!(item));
        quote! {
            ::core::iter::Iterator::collect::<::std::vec::Vec<_>>(
                ::core::iter::Iterator::map(#place.iter(), |item| #item)
            )
        }
    };
    match ty {
        Type::Paren(p) => lend(&p.elem, place),
        Type::Group(g) => lend(&g.elem, place),
        Type::Reference(r) if is_text(&r.elem) => quote!(#place),
        Type::Reference(r) if holds_reference(&r.elem) => {
            let inner = lend(&r.elem, place);
            quote!(&#inner)
        }
        Type::Reference(r) => {
            let mutability = &r.mutability;
            let whole = matches!(&*r.elem, Type::Slice(_)).then(|| quote!([..]));
            quote!(&#mutability #place #whole)
        }
        _ if !holds_reference(ty) => quote!(::core::clone::Clone::clone(&#place)),
        Type::Slice(s) => {
            let list = list(&s.elem);
            quote!(#list[..])
        }
        Type::Array(a) => {
            let item = lend(&a.elem, &quote!(item));
            quote!(#place.each_ref().map(|item| #item))
        }
        Type::Tuple(t) => {
            let parts = t.elems.iter().enumerate().map(|(at, part)| {
                let at = syn::Index::from(at);
                lend(part, &quote!(#place.#at))
            });
            quote!((#(#parts,)*))
        }
        other => vec_element(other).map_or_else(|| quote!(#place), list),
    }
}
