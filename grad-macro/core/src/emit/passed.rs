//! Functions that a derived function passes to another one: closures, and derived functions by name.
//!
//! Output for `simpson(|x| k * x, a, b)`, in the forward and in the reverse half; the reverse half of the
//! closure itself stands beside those of the function:
//!
//! ```text
//! simpson_vjp::fwd(tape, &Forward::<_, 2>(|tape: &mut Tape, (x,): (f64,)| { .. return (t_1, frame); }), a, b)
//!
//! let mut slot_1 = Some(&mut d_k);
//! simpson_vjp::rev(tape, frame_1, &d_y, &mut Reverse::<_, true>(|tape: &mut Tape, seed: &f64, (x,): (Option<&mut f64>,)| {
//!     let frame = tape.pop_frame();
//!     foo_vjp::closure_1_rev(tape, frame, seed, Again(&mut slot_1), x)
//! }), Some(&mut d_a), Some(&mut d_b));
//! ```
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{GenericParam, Type};

use super::public::LocalNames;
use super::shapes::buffer;
use super::{Context, code, lints, own_half};
use crate::adjoint::Halves;
use crate::ir::{Function, Passed, SlotArg};
use crate::parse::{FnParam, MOST_ARGUMENTS};
use crate::types::Ty;

/// A closure, printed.
pub struct Closure {
    /// The function that is its reverse half.
    pub reverse: TokenStream,
    /// The path of that.
    path: TokenStream,
    tape: Ident,
    /// The inputs of the forward half, names or patterns, and their types.
    inputs: Vec<TokenStream>,
    types: Vec<TokenStream>,
    buffers: Vec<TokenStream>,
    /// Whether each argument has a gradient.
    active: Vec<bool>,
    result: TokenStream,
    seed: TokenStream,
    words: usize,
    body: TokenStream,
}

/// Prints a closure: its captures are the first parameters, without a place in the forward half.
pub fn closure(halves: &Halves, context: &mut Context) -> Closure {
    let names = LocalNames::new(context);
    let body = code::forward_body(halves, context, &names, None);
    let items = &context.items[context.outer_items..];
    let body = quote!(#(#items)* #body);
    let function = context.function;
    let allow = lints::allow();
    let rev = code::reverse(halves, context, &names);
    let nested = context.closures.iter().map(|c| &c.reverse);
    let reverse = if function.associated {
        quote!(#allow #rev #(#nested)*)
    } else {
        quote!(#rev #(#nested)*)
    };
    let runtime = &context.runtime;
    let count = function.item.sig.inputs.len();
    let own = &function.params[function.params.len() - count..];
    let inputs = own.iter().map(|p| {
        let (name, pat) = (&p.name, &p.pat);
        if p.shape.is_inactive() {
            pat.to_token_stream()
        } else {
            name.to_token_stream()
        }
    });
    let seed = match &function.result {
        Some(ty) if !function.result_ty.is_inactive() => buffer(ty, runtime),
        _ => quote!(()),
    };
    let given = function
        .item
        .sig
        .generics
        .params
        .iter()
        .filter_map(|p| match p {
            GenericParam::Const(c) => Some(&c.ident),
            GenericParam::Type(t) => Some(&t.ident),
            GenericParam::Lifetime(_) => None,
        });
    let given: Vec<&Ident> = given.collect();
    let turbofish = (!given.is_empty()).then(|| quote!(::<#(#given),*>));
    let path = own_half(function, "rev");
    Closure {
        reverse,
        path: quote!(#path #turbofish),
        tape: names.tape.clone(),
        inputs: inputs.collect(),
        types: own.iter().map(|p| p.ty.to_token_stream()).collect(),
        buffers: own.iter().map(|p| slot_of(&p.ty, runtime)).collect(),
        active: own.iter().map(|p| !p.shape.is_inactive()).collect(),
        result: code::result_of(function),
        seed,
        words: halves.words[0],
        body,
    }
}

impl Closure {
    /// A closure from the tape and the arguments to the value and the frame.
    fn forward(&self, passed: &Passed, context: &Context) -> TokenStream {
        let (runtime, tape, words) = (&context.runtime, &self.tape, self.words);
        let (inputs, types) = (&self.inputs, &self.types);
        let (result, body, prelude) = (&self.result, &self.body, &passed.prelude);
        quote! {
            |#tape: &mut #runtime::Tape, (#(#inputs,)*): (#(#types,)*)| -> (#result, [u64; #words]) {
                #prelude
                #body
            }
        }
    }

    /// A closure from the tape, the seed and the slots of the arguments, and what binds the slots of its
    /// captures before.
    fn reverse(
        &self,
        passed: &Passed,
        kinds: &[SlotArg],
        slots: &[TokenStream],
        context: &Context,
    ) -> (TokenStream, TokenStream) {
        let runtime = &context.runtime;
        let (mut bound, mut captures) = (TokenStream::new(), Vec::new());
        for (at, (slot, kind)) in slots.iter().zip(kinds).enumerate() {
            let name = new("slot", passed.at + at + 1);
            bound.extend(quote!(let mut #name = #slot;));
            captures.push(match kind {
                SlotArg::Function(_) => quote!(&mut *#name),
                _ => quote!(#runtime::__private::Again(&mut #name)),
            });
        }
        let (path, seed_ty, buffers) = (&self.path, &self.seed, &self.buffers);
        let names: Vec<Ident> = (1..=buffers.len()).map(|at| new("d", at)).collect();
        let slots = handed_on(&names, &self.active, runtime);
        let (tape, seed, frame) = (new("tape", 0), new("seed", 0), new("frame", 0));
        let reverse = quote! {
            |#tape: &mut #runtime::Tape,
             #seed: &#seed_ty,
             (#(#names,)*): (#(::core::option::Option<&mut #buffers>,)*)| {
                let #frame = #tape.pop_frame();
                #path(#tape, #frame, #seed, #(#captures,)* #(#slots),*);
            }
        };
        (bound, reverse)
    }
}

/// The argument of a forward half.
pub fn forward(passed: &Passed, context: &Context) -> TokenStream {
    let runtime = &context.runtime;
    match &passed.function {
        Function::Closure(at) => {
            let closure = &context.closures[*at];
            let (words, forward) = (closure.words, closure.forward(passed, context));
            quote!(&#runtime::__private::Forward::<_, #words>(#forward))
        }
        Function::Named(path) => {
            let named = named(path, context);
            quote!(&#named)
        }
        Function::Constant(name) => quote!(&#runtime::__private::Plain(&#name)),
    }
}

/// The argument of the primal, where no derivative is asked for.
pub fn plain(passed: &Passed, context: &Context) -> TokenStream {
    let runtime = &context.runtime;
    let by_ref = passed.by_ref.then(|| quote!(&));
    match &passed.function {
        Function::Closure(at) => {
            let closure = &context.closures[*at];
            let (types, forward) = (&closure.types, closure.forward(passed, context));
            let names: Vec<Ident> = (1..=types.len()).map(|at| new("arg", at)).collect();
            quote! {
                #by_ref |#(#names: #types),*| {
                    (#forward)(&mut #runtime::Tape::new(), (#(#names,)*)).0
                }
            }
        }
        Function::Named(path) => quote!(#by_ref #path),
        Function::Constant(name) => quote!(#by_ref #name),
    }
}

/// The argument of a reverse half, and what stands before the call.
pub fn reverse(
    passed: &Passed,
    kinds: &[SlotArg],
    slots: &[TokenStream],
    context: &Context,
) -> (TokenStream, TokenStream) {
    let runtime = &context.runtime;
    match &passed.function {
        Function::Closure(at) => {
            let (bound, reverse) = context.closures[*at].reverse(passed, kinds, slots, context);
            let slots = kinds.iter().zip(slots);
            let active = slots
                .into_iter()
                .any(|(kind, _)| !matches!(kind, SlotArg::Skip));
            (
                bound,
                quote!(&mut #runtime::__private::Reverse::<_, #active>(#reverse)),
            )
        }
        Function::Named(path) => {
            let named = named(path, context);
            (TokenStream::new(), quote!(&mut #named))
        }
        Function::Constant(_) => (
            TokenStream::new(),
            quote!(&mut #runtime::__private::Plain(())),
        ),
    }
}

/// A derived function as a value.
fn named(path: &syn::Path, context: &Context) -> TokenStream {
    let (runtime, mut path) = (&context.runtime, path.clone());
    if let Some(last) = path.segments.last_mut() {
        last.ident = format_ident!("{}_vjp", last.ident);
        last.arguments = syn::PathArguments::None;
    }
    quote!(#runtime::__private::named::<#path>())
}

/// What makes a derived function one that can be passed by its name.
pub fn by_name(context: &Context) -> TokenStream {
    let function = context.function;
    let sig = &function.item.sig;
    let types: Vec<&Type> = function.params.iter().map(|p| &p.ty).collect();
    let Some(result) = &function.result else {
        return TokenStream::new();
    };
    let known = function
        .params
        .iter()
        .all(|p| p.function.is_none() && !p.opaque);
    let told = crate::lower::names_in(quote!(#(#types)* #result));
    let told = sig.generics.params.iter().all(|p| match p {
        GenericParam::Const(c) => told.contains(&c.ident.to_string()),
        GenericParam::Type(t) => told.contains(&t.ident.to_string()),
        GenericParam::Lifetime(_) => true,
    });
    if !known || !told || function.wrapper.is_some() {
        return TokenStream::new();
    }
    Nameable {
        attrs: super::public::cfgs(function),
        primal: &sig.ident,
        vjp: super::vjp_name(function),
        generics: super::public::generics(function),
        types: types.into_iter().cloned().collect(),
        result,
        runtime: &context.runtime,
    }
    .tokens()
}

/// A function whose halves stand in a hidden type.
pub struct Nameable<'f> {
    pub attrs: TokenStream,
    pub primal: &'f Ident,
    pub vjp: Ident,
    /// And the where clause.
    pub generics: (TokenStream, TokenStream),
    pub types: Vec<Type>,
    pub result: &'f Type,
    pub runtime: &'f TokenStream,
}

impl Nameable<'_> {
    /// The implementation that the type needs; nothing where the function is none that could be passed.
    pub fn tokens(self) -> TokenStream {
        let count = self.types.len();
        if !(1..=MOST_ARGUMENTS).contains(&count)
            || !self.types.iter().all(FnParam::accepts)
            || !FnParam::returns(self.result)
        {
            return TokenStream::new();
        }
        let (types, lifetimes) = FnParam::with_lifetimes(self.types);
        let (runtime, result, clause) = (self.runtime, self.result, &self.generics.1);
        let generics = super::public::with_more(&self.generics.0, &lifetimes);
        let seed = buffer(result, runtime);
        let buffers: Vec<TokenStream> = types.iter().map(|ty| slot_of(ty, runtime)).collect();
        let names: Vec<Ident> = (1..=count).map(|at| new("arg", at)).collect();
        let active = types.iter().map(|ty| !Ty::read(ty).is_inactive());
        let slots = handed_on(&names, &active.collect::<Vec<_>>(), runtime);
        let (vjp, primal, allow, attrs) = (&self.vjp, self.primal, lints::allow(), &self.attrs);
        quote! {
            #attrs
            #[doc(hidden)]
            #allow
            impl #generics #runtime::__private::NamedFn<(#(#types,)*), #result> for #vjp #clause {
                #[inline]
                fn forward(tape: &mut #runtime::Tape, (#(#names,)*): (#(#types,)*)) -> #result {
                    let (value, frame) = #vjp::fwd(tape, #(#names),*);
                    tape.push_frame(frame);
                    value
                }

                #[inline]
                fn reverse(
                    tape: &mut #runtime::Tape,
                    seed: &#seed,
                    (#(#names,)*): (#(::core::option::Option<&mut #buffers>,)*),
                ) {
                    let frame = tape.pop_frame();
                    #vjp::rev(tape, frame, seed, #(#slots),*);
                }

                #[inline]
                fn value((#(#names,)*): (#(#types,)*)) -> #result {
                    #primal(#(#names),*)
                }
            }
        }
    }
}

/// What the slot of an argument refers to.
fn slot_of(ty: &Type, runtime: &TokenStream) -> TokenStream {
    match ty {
        Type::Reference(r) => slot_of(&r.elem, runtime),
        _ if Ty::read(ty).is_inactive() => {
            quote!(<#ty as #runtime::__private::Differentiable>::Buffer)
        }
        _ => buffer(ty, runtime),
    }
}

/// The slots of arguments as a reverse half takes them.
fn handed_on(names: &[Ident], active: &[bool], runtime: &TokenStream) -> Vec<TokenStream> {
    let slots = names.iter().zip(active).map(|(name, active)| {
        if *active {
            name.to_token_stream()
        } else {
            quote!(#runtime::__private::Skip)
        }
    });
    slots.collect()
}

/// Names that no user's token can mean.
fn new(name: &str, at: usize) -> Ident {
    if at == 0 {
        Ident::new(name, Span::mixed_site())
    } else {
        format_ident!("{name}_{at}", span = Span::mixed_site())
    }
}

/// Arguments or slots with functions in place of what they capture.
pub fn among(
    list: Vec<TokenStream>,
    functions: &[Passed],
    mut print: impl FnMut(&Passed, &[TokenStream]) -> TokenStream,
) -> Vec<TokenStream> {
    let mut out = Vec::new();
    let mut at = 0;
    for passed in functions {
        out.extend_from_slice(&list[at..passed.at]);
        let end = passed.at + passed.captures;
        out.push(print(passed, &list[passed.at..end]));
        at = end;
    }
    out.extend_from_slice(&list[at..]);
    out
}
