//! `#[grad_rule]`: the halves of a function whose reverse half, or pullback, the user wrote.
//!
//! Input: `fn bar_rev(x: f64, out: f64, seed: f64, d_x: &mut f64)`. Output: the hidden type `bar_vjp` with
//! the halves that derived callers of `bar` name. The forward half calls `bar` and keeps its arguments.
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::spanned::Spanned;
use syn::{FnArg, ItemFn, PathArguments, ReturnType, Type, TypeImplTrait, TypeParamBound};

use crate::emit::{Nameable, allow, buffer, runtime_path, vec_element};
use crate::error::Errors;
use crate::parse::Options;
use crate::types::Ty;

/// What `#[grad_rule(options)] item` becomes.
#[must_use]
pub fn grad_rule(options: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let options = Options::read(options, &mut errors);
    let rule = read(&options, &item, &mut errors);
    let runtime = runtime_path(&options);
    let halves = match rule {
        Some(rule) => Some(rule.emit(&runtime)),
        None => stub(&item, &runtime),
    };
    let errors = errors.into_tokens();
    quote!(#item #errors #halves)
}

/// What stands in for a refused rule, so that callers of the primal see no second error.
fn stub(item: &TokenStream, runtime: &TokenStream) -> Option<TokenStream> {
    if crate::parse::too_deep(item) {
        return None;
    }
    let function = syn::parse2::<ItemFn>(item.clone()).ok()?;
    let name = function.sig.ident.to_string();
    let typed = function.sig.inputs.iter().map(|input| match input {
        FnArg::Typed(typed) => Some(&*typed.ty),
        FnArg::Receiver(_) => None,
    });
    let params = typed.collect::<Option<Vec<&Type>>>()?;
    let (primal, args, result) = if let Some(primal) = name.strip_suffix("_rev") {
        let buffers = params.iter().rev().take_while(|ty| is_mut(ty)).count();
        let count = (params.len() - buffers).checked_sub(2)?;
        (primal, &params[..count], pointee(params[count]).0)
    } else {
        let primal = name.strip_suffix("_vjp")?;
        let result = match &function.sig.output {
            ReturnType::Type(_, ty) => match &**ty {
                Type::Tuple(t) => t.elems.first()?.clone(),
                _ => return None,
            },
            ReturnType::Default => return None,
        };
        (primal, &params[..], result)
    };
    let (vjp, vis, allow) = (format_ident!("{primal}_vjp"), &function.vis, allow());
    let (generics, _, clause) = function.sig.generics.split_for_impl();
    let attrs = function.attrs.iter().filter(|a| a.path().is_ident("cfg"));
    let attrs: Vec<_> = attrs.collect();
    let slots = args.iter().map(|_| quote!(_: impl ::core::marker::Sized));
    let lent: Vec<TokenStream> = slots.clone().collect();
    let anything = &lent;
    Some(quote! {
        #(#attrs)*
        #[doc(hidden)]
        #allow
        #vis enum #vjp {}
        #(#attrs)*
        #[doc(hidden)]
        #allow
        impl #vjp {
            pub fn fwd #generics (_: &mut #runtime::Tape, #(_: #args),*) -> (#result, [u64; 0]) #clause {
                ::core::panic!("refused")
            }
            pub fn rev #generics (
                _: &mut #runtime::Tape,
                _: [u64; 0],
                _: &impl ::core::marker::Sized,
                #(#slots),*
            ) #clause {}
            pub fn fwd_lent #generics (
                _: &mut #runtime::Tape,
                #(_: #args,)*
                #(#lent),*
            ) -> (#result, [u64; 0]) #clause {
                ::core::panic!("refused")
            }
            pub fn rev_lent #generics (
                _: &mut #runtime::Tape,
                _: [u64; 0],
                _: &impl ::core::marker::Sized,
                #(#anything,)*
                #(#lent),*
            ) #clause {}
            pub fn zero_out(_: &mut #runtime::Tape, _: usize) {}
            pub fn shape_out(_: &mut #runtime::Tape, _: &impl ::core::marker::Sized) -> usize { 0 }
        }
    })
}

/// One argument of the primal.
struct Arg {
    at: Span,
    ty: Type,
    active: bool,
}

/// How the user's function is called in the reverse half.
enum Form {
    /// `bar_rev(args.., out, seed, buffers..)`; whether it takes the output by reference.
    Reverse { out_by_ref: bool },
    /// `bar_vjp(args..)`, whose pullback takes the seed and the buffers.
    Pullback,
}

struct Rule {
    item: ItemFn,
    primal: Ident,
    args: Vec<Arg>,
    result: Type,
    seed_by_ref: bool,
    form: Form,
}

fn read(options: &Options, item: &TokenStream, errors: &mut Errors) -> Option<Rule> {
    if crate::parse::too_deep(item) {
        crate::parse::refuse_brackets(item, errors);
        return None;
    }
    let Ok(function) = syn::parse2::<ItemFn>(item.clone()) else {
        errors.refuse_tokens(
            item,
            "`grad_rule` stands on a function",
            "write `#[grad_rule] fn bar_rev(args.., out, seed, buffers..)`",
        );
        return None;
    };
    if let Some(option) = options.wrt.iter().flatten().chain(&options.no_grad).next() {
        errors.refuse(
            option.span(),
            "a rule has a buffer for every argument that carries a float",
            "leave the option out, and ignore the buffer in the rule",
        );
    }
    for case in &options.tests {
        errors.refuse(
            case.at.span(),
            "`grad_rule` has no `test(..)`",
            "test a derived function that calls the primal",
        );
    }
    let sig = &function.sig;
    if let Some(param) = sig.generics.params.first() {
        errors.refuse_tokens(
            param,
            "a rule with generics is not supported yet",
            "write it for the types that are used",
        );
        return None;
    }
    let name = sig.ident.to_string();
    let mut params = Vec::new();
    for input in &sig.inputs {
        match input {
            FnArg::Typed(typed) => params.push((typed.pat.span(), &*typed.ty)),
            FnArg::Receiver(receiver) => {
                errors.refuse_tokens(
                    receiver,
                    "a rule for a method is not supported yet",
                    "write a function that takes the struct's fields",
                );
                return None;
            }
        }
    }
    let rule = if let Some(primal) = name.strip_suffix("_rev") {
        reverse(&function, primal, &params, errors)
    } else if let Some(primal) = name.strip_suffix("_vjp") {
        pullback(&function, primal, &params, errors)
    } else {
        errors.refuse(
            sig.ident.span(),
            "the name of a rule ends in `_rev` or `_vjp`",
            format!("call it `{name}_rev` to make it the reverse half of `{name}`"),
        );
        None
    }?;
    errors.is_empty().then_some(rule)
}

/// `bar_rev(args.., out, seed, buffers..)`.
fn reverse(
    function: &ItemFn,
    primal: &str,
    params: &[(Span, &Type)],
    errors: &mut Errors,
) -> Option<Rule> {
    const FORM: &str = "write `fn bar_rev(args.., out, seed, buffers..)`, with one `&mut` buffer for each argument that carries a float";
    let buffers = params.iter().rev().take_while(|(_, ty)| is_mut(ty)).count();
    if let ReturnType::Type(_, ty) = &function.sig.output
        && !matches!(&**ty, Type::Tuple(t) if t.elems.is_empty())
    {
        errors.refuse_tokens(ty, "a reverse half returns nothing", FORM);
        return None;
    }
    let Some(count) = (params.len() - buffers).checked_sub(2) else {
        errors.refuse(
            function.sig.ident.span(),
            "this reverse half has no output and no seed",
            FORM,
        );
        return None;
    };
    let args = arguments(&params[..count], errors)?;
    let (out, seed) = (params[count].1, params[count + 1].1);
    check_buffers(function, &args, buffers, FORM, errors)?;
    let (result, out_by_ref) = pointee(out);
    Some(Rule {
        item: function.clone(),
        primal: Ident::new(primal, function.sig.ident.span()),
        args,
        result,
        seed_by_ref: matches!(seed, Type::Reference(_)),
        form: Form::Reverse { out_by_ref },
    })
}

/// `bar_vjp(args..) -> (R, impl FnOnce(seed, buffers..))`.
fn pullback(
    function: &ItemFn,
    primal: &str,
    params: &[(Span, &Type)],
    errors: &mut Errors,
) -> Option<Rule> {
    const FORM: &str = "write `fn bar_vjp(args..) -> (R, impl FnOnce(seed, buffers..))`, with one `&mut` buffer for each argument that carries a float";
    let parts = match &function.sig.output {
        ReturnType::Type(_, ty) => match &**ty {
            Type::Tuple(t) if t.elems.len() == 2 => Some((&t.elems[0], &t.elems[1])),
            _ => None,
        },
        ReturnType::Default => None,
    };
    let inputs = parts.and_then(|(result, closure)| Some((result, inputs_of(closure)?)));
    let Some((result, (seed, buffers))) =
        inputs.and_then(|(r, i)| Some((r, i.split_first().map(|(s, b)| (s.clone(), b.len()))?)))
    else {
        errors.refuse_tokens(
            &function.sig,
            "this is no function that returns a value and its pullback",
            FORM,
        );
        return None;
    };
    let args = arguments(params, errors)?;
    check_buffers(function, &args, buffers, FORM, errors)?;
    Some(Rule {
        item: function.clone(),
        primal: Ident::new(primal, function.sig.ident.span()),
        args,
        result: result.clone(),
        seed_by_ref: matches!(seed, Type::Reference(_)),
        form: Form::Pullback,
    })
}

/// The inputs of `impl FnOnce(..)`.
fn inputs_of(closure: &Type) -> Option<Vec<Type>> {
    let Type::ImplTrait(TypeImplTrait { bounds, .. }) = closure else {
        return None;
    };
    bounds.iter().find_map(|bound| match bound {
        TypeParamBound::Trait(t) => match &t.path.segments.last()?.arguments {
            PathArguments::Parenthesized(args) => {
                Some(args.inputs.iter().map(|arg| arg.ty.clone()).collect())
            }
            _ => None,
        },
        _ => None,
    })
}

fn is_mut(ty: &Type) -> bool {
    matches!(ty, Type::Reference(r) if r.mutability.is_some())
}

fn arguments(params: &[(Span, &Type)], errors: &mut Errors) -> Option<Vec<Arg>> {
    let mut args = Vec::new();
    for (at, ty) in params {
        if is_mut(ty) {
            errors.refuse_tokens(
                ty,
                "a rule for a function that writes to its arguments is not supported yet",
                "return what is computed",
            );
            return None;
        }
        if !is_kept(ty) {
            errors.refuse_tokens(
                ty,
                "a rule cannot keep an argument of this type",
                "take floats, integers, truth values, or tuples, arrays, slices and `Vec`s of them",
            );
            return None;
        }
        args.push(Arg {
            at: *at,
            ty: (*ty).clone(),
            active: !Ty::read(ty).is_inactive(),
        });
    }
    Some(args)
}

/// Whether the runtime can put a value of this type on the tape.
fn is_kept(ty: &Type) -> bool {
    const WORDS: &[&str] = &[
        "f64", "f32", "bool", "char", "u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32",
        "i64", "isize",
    ];
    match ty {
        Type::Reference(r) => is_kept(&r.elem) && !matches!(&*r.elem, Type::Reference(_)),
        Type::Paren(p) => is_kept(&p.elem),
        Type::Group(g) => is_kept(&g.elem),
        Type::Slice(s) => is_kept(&s.elem),
        Type::Array(a) => is_kept(&a.elem),
        Type::Tuple(t) => (2..=3).contains(&t.elems.len()) && t.elems.iter().all(is_kept),
        Type::Path(p) => match vec_element(ty) {
            Some(elem) => is_kept(elem),
            None => p
                .path
                .get_ident()
                .is_some_and(|i| WORDS.contains(&i.to_string().as_str())),
        },
        _ => false,
    }
}

fn check_buffers(
    function: &ItemFn,
    args: &[Arg],
    buffers: usize,
    help: &str,
    errors: &mut Errors,
) -> Option<()> {
    let active = args.iter().filter(|a| a.active).count();
    if active != buffers {
        errors.refuse(
            function.sig.ident.span(),
            format!("this rule takes {buffers} instead of {active} buffers of gradients"),
            help,
        );
        return None;
    }
    Some(())
}

/// The owned type behind `out`, and whether it is given by reference.
fn pointee(ty: &Type) -> (Type, bool) {
    match ty {
        Type::Reference(r) => match &*r.elem {
            Type::Slice(s) => {
                let elem = &s.elem;
                let vec: Type = syn::parse_quote!(::std::vec::Vec<#elem>);
                (vec, true)
            }
            other => (other.clone(), true),
        },
        _ => (ty.clone(), false),
    }
}

/// The type without the reference around it.
fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Reference(r) => &r.elem,
        other => other,
    }
}

impl Rule {
    fn emit(&self, runtime: &TokenStream) -> TokenStream {
        let private = quote!(#runtime::__private);
        let (vis, allow) = (&self.item.vis, allow());
        let attrs: Vec<_> = self
            .item
            .attrs
            .iter()
            .filter(|a| a.path().is_ident("cfg"))
            .collect();
        let (primal, rule, result) = (&self.primal, &self.item.sig.ident, &self.result);
        let vjp = format_ident!("{}_vjp", primal);
        let (mut params, mut keep, mut kept) = (Vec::new(), Vec::new(), Vec::new());
        let (mut slots, mut zeros, mut adds) = (Vec::new(), Vec::new(), Vec::new());
        let (mut passed, mut buffers, mut given) = (Vec::new(), Vec::new(), Vec::new());
        for (at, arg) in self.args.iter().enumerate() {
            let (ty, kind) = (&arg.ty, bare(&arg.ty));
            let (value, slot, zero) = (
                format_ident!("arg_{}", at, span = arg.at),
                format_ident!("slot_{}", at),
                format_ident!("d_{}", at),
            );
            params.push(quote!(#value: #ty));
            given.push(quote!(#value));
            let by_ref = matches!(ty, Type::Reference(_));
            keep.push(if by_ref {
                quote!(#private::Kept::keep(#value, tape);)
            } else {
                quote!(#private::Kept::keep(&#value, tape);)
            });
            kept.push(quote!(let #value = <#kind as #private::Kept>::kept(tape);));
            passed.push(if by_ref {
                quote!(&#value)
            } else {
                quote!(#value)
            });
            if arg.active {
                let buffer = buffer(ty, runtime);
                slots.push(quote!(mut #slot: impl #private::Slot<#buffer>));
                zeros
                    .push(quote!(let mut #zero = #private::Differentiable::zero_tangent(&#value);));
                buffers.push(quote!(&mut #zero));
                adds.push(quote!(#slot.with(|d| #private::Tangent::accumulate(d, &#zero));));
            } else {
                slots.push(quote!(#slot: impl #private::Slot<()>));
            }
        }
        kept.reverse();
        // A rule keeps its arguments: it reads nothing again.
        let lent: Vec<TokenStream> = self
            .args
            .iter()
            .map(|_| quote!(_: impl ::core::marker::Sized))
            .collect();
        let slot_names = (0..self.args.len()).map(|at| format_ident!("slot_{}", at));
        let seed_ty = buffer(result, runtime);
        let seed = if self.seed_by_ref {
            quote!(seed)
        } else {
            quote!(*seed)
        };
        let (keep_out, call) = match self.form {
            Form::Reverse { out_by_ref } => {
                let out = if out_by_ref {
                    quote!(&out)
                } else {
                    quote!(out)
                };
                kept.insert(
                    0,
                    quote!(let out = <#result as #private::Kept>::kept(tape);),
                );
                (
                    quote!(#private::Kept::keep(&out, tape);),
                    quote!(#rule(#(#passed,)* #out, #seed, #(#buffers),*);),
                )
            }
            Form::Pullback => (
                TokenStream::new(),
                quote! {
                    let (_, pullback) = #rule(#(#passed),*);
                    pullback(#seed, #(#buffers),*);
                },
            ),
        };
        let by_name = Nameable {
            attrs: quote!(#(#attrs)*),
            primal,
            vjp: vjp.clone(),
            generics: (TokenStream::new(), TokenStream::new()),
            types: self.args.iter().map(|arg| arg.ty.clone()).collect(),
            result,
            runtime,
        };
        let by_name = by_name.tokens();
        quote! {
            #by_name
            #(#attrs)*
            #[doc(hidden)]
            #allow
            #vis enum #vjp {}
            #(#attrs)*
            #[doc(hidden)]
            #allow
            impl #vjp {
                #[doc(hidden)]
                #[inline]
                pub fn fwd(tape: &mut #runtime::Tape, #(#params),*) -> (#result, [u64; 0usize]) {
                    #(#keep)*
                    let out = #primal(#(#given),*);
                    #keep_out
                    (out, [])
                }
                #[doc(hidden)]
                #[inline]
                pub fn rev(
                    tape: &mut #runtime::Tape,
                    _frame: [u64; 0usize],
                    seed: &#seed_ty,
                    #(#slots),*
                ) {
                    use #private::Slot as _;
                    #(#kept)*
                    #(#zeros)*
                    #call
                    #(#adds)*
                }
                #[doc(hidden)]
                #[inline]
                pub fn fwd_lent(
                    tape: &mut #runtime::Tape,
                    #(#params,)*
                    #(#lent),*
                ) -> (#result, [u64; 0usize]) {
                    #vjp::fwd(tape, #(#given),*)
                }
                #[doc(hidden)]
                #[inline]
                pub fn rev_lent(
                    tape: &mut #runtime::Tape,
                    frame: [u64; 0usize],
                    seed: &#seed_ty,
                    #(#slots,)*
                    #(#lent),*
                ) {
                    #vjp::rev(tape, frame, seed, #(#slot_names),*);
                }
                #[doc(hidden)]
                #[inline]
                pub fn zero_out(
                    tape: &mut #runtime::Tape,
                    shape: usize,
                ) -> <#result as #private::Differentiable>::Tangent {
                    #private::zero_of_shape::<#result>(tape, shape)
                }
                #[doc(hidden)]
                #[inline]
                pub fn shape_out(tape: &mut #runtime::Tape, value: &#result) -> usize {
                    #private::shape_word(tape, value)
                }
            }
        }
    }
}
