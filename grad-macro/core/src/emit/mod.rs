//! Printing: the two halves, the four public functions, the hidden type that holds the halves.
//!
//! Everything that can be refused was refused before: printing returns tokens, not a result.
mod blocks;
mod carries;
mod code;
mod cots;
mod fused;
mod lend;
mod lent;
mod lints;
mod operation;
mod operators;
mod passed;
mod plain;
mod public;
mod refused;
mod shapes;
mod standing;
mod test;
mod unseen;
mod windows;

use proc_macro2::{Delimiter, Group, Ident, Literal, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

use crate::adjoint::Halves;
use crate::ir::{Body, Ty};
use crate::names::Names;
use crate::parse::{Function, Options};

pub use code::{half, is_of_type, names_type, val_tokens};
pub use fused::{Fused, can_fuse};
pub use lints::allow;
pub use operators::operator;
pub use passed::{Closure, Nameable, closure};
pub use plain::{PlainMethod, plain_function};
pub use refused::refused;
pub use shapes::{buffer, vec_element};
pub use unseen::Implementations;

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
        Ty::Generic => {
            let float = crate::generic::float();
            quote!(#float)
        }
        Ty::Usize => quote!(usize),
        Ty::I32 => quote!(i32),
        Ty::Other => quote!(_),
    }
}

/// Zero of a float type.
#[must_use]
pub fn zero(ty: Ty) -> TokenStream {
    match ty {
        Ty::Generic => {
            let float = crate::generic::float();
            quote!(#float::grad_zero())
        }
        _ => quote!(0.0),
    }
}

/// The same where nothing else tells the type.
#[must_use]
pub fn typed_zero(ty: Ty) -> TokenStream {
    match ty {
        Ty::F32 => quote!(0.0_f32),
        Ty::Generic => zero(ty),
        _ => quote!(0.0_f64),
    }
}

/// A float literal with its type spelled out, so that methods can be called on it: `0.5_f64`. Other
/// constants know their types.
#[must_use]
pub fn typed_constant(tokens: &TokenStream, ty: Ty) -> TokenStream {
    tokens
        .clone()
        .into_iter()
        .map(|tree| match tree {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), typed_constant(&group.stream(), ty));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            TokenTree::Literal(literal) => typed_literal(literal, ty),
            other => other,
        })
        .collect()
}

fn typed_literal(literal: Literal, ty: Ty) -> TokenTree {
    let text = literal.to_string();
    let untyped = syn::parse_str::<syn::LitFloat>(&text).is_ok_and(|l| l.suffix().is_empty());
    if !untyped {
        return TokenTree::Literal(literal);
    }
    if ty == Ty::Generic {
        let number = crate::generic::number(&literal.to_token_stream());
        return TokenTree::Group(Group::new(Delimiter::None, number));
    }
    let (point, scalar) = (
        if text.ends_with('.') { "0" } else { "" },
        scalar_tokens(ty),
    );
    match format!("{text}{point}_{scalar}").parse::<Literal>() {
        Ok(mut typed) => {
            typed.set_span(literal.span());
            TokenTree::Literal(typed)
        }
        Err(_) => TokenTree::Literal(literal),
    }
}

/// What printing needs besides the halves.
pub struct Context<'c> {
    pub function: &'c Function,
    pub body: &'c Body,
    pub items: &'c [TokenStream],
    pub names: Names,
    pub runtime: TokenStream,
    /// Whether loops read the frames of all trips as one slice.
    pub blocks: bool,
    /// Whether loops look at the parts that their trips walk through.
    pub windows: bool,
    /// How many of the items stand around a closure.
    pub outer_items: usize,
    /// The closures that it passes on, printed.
    pub closures: &'c [Closure],
    /// Both halves in one, where loops run forward and back in one.
    pub fused: Option<Fused>,
}

/// All generated items of a function.
pub fn emit(halves: &Halves, context: &mut Context) -> TokenStream {
    let names = public::LocalNames::new(context);
    let fused = context.fused.take();
    let hidden = hidden(halves, fused.as_ref(), context, &names);
    if context.function.neighbours.operator.is_some() {
        // It is called by its sign alone.
        return hidden;
    }
    let public = public::functions(halves, fused.as_ref(), context, &names);
    let tests = test::tests(context);
    quote!(#public #hidden #tests)
}

/// The hidden type that carries the halves: `foo_vjp::fwd`, `foo_vjp::rev`.
fn hidden(
    halves: &Halves,
    fused: Option<&Fused>,
    context: &mut Context,
    names: &public::LocalNames,
) -> TokenStream {
    let vis = &context.function.item.vis;
    let attrs = public::cfgs(context.function);
    let vjp = vjp_name(context.function);
    let allow = lints::allow();
    let runtime = &context.runtime;
    let half_vis = half_vis(context.function);
    // Beside a method there is no item around the halves that carries the attributes.
    let each = (context.function.associated).then(|| quote!(#attrs #allow));
    let zero = half_name(context.function, "zero_out");
    let shape = half_name(context.function, "shape_out");
    let zero_out = match &context.function.result {
        Some(result) if !context.function.result_ty.is_inactive() => {
            let (params, clause) = public::generics_of(context.function, result);
            quote! {
                #each
                #[doc(hidden)]
                #[inline]
                #half_vis fn #zero #params (
                    tape: &mut #runtime::Tape,
                    shape: usize,
                ) -> <#result as #runtime::__private::Differentiable>::Tangent #clause {
                    #runtime::__private::zero_of_shape::<#result>(tape, shape)
                }
                #each
                #[doc(hidden)]
                #[inline]
                #half_vis fn #shape #params (tape: &mut #runtime::Tape, value: &#result) -> usize #clause {
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
                #each
                #[doc(hidden)]
                #[inline]
                #half_vis fn #zero(_: &mut #runtime::Tape, _: usize) {}
                #each
                #[doc(hidden)]
                #[inline]
                #half_vis fn #shape(_: &mut #runtime::Tape, _: &impl ::core::marker::Sized) -> usize {
                    0
                }
            }
        }
        _ => TokenStream::new(),
    };
    let fwd = code::forward(halves, context, names);
    let rev = code::reverse(halves, context, names);
    let other = lent::other_pair(halves, context, names);
    let fused = fused.map(|fused| fused::function(fused, context, names));
    let closures = context.closures.iter().map(|c| &c.reverse);
    let closures = quote!(#(#closures)*);
    let by_name = passed::by_name(context);
    if context.function.associated {
        let noting = noting(context, halves.words[0]);
        return quote! {
            #noting
            #attrs
            #allow
            #fwd
            #attrs
            #allow
            #rev
            #each
            #fused
            #other
            #zero_out
            #closures
        };
    }
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
            #fused
            #other
            #zero_out
            #closures
        }
        #by_name
    }
}

/// The forward half of a method, with a word on the shape of the receiver afterwards: whether that is borrowed,
/// changed or consumed, the caller does not know.
fn noting(context: &Context, words: usize) -> Option<TokenStream> {
    let function = context.function;
    let receiver = function.params.first()?.receiver.as_ref()?;
    let (runtime, allow, attrs) = (&context.runtime, lints::allow(), public::cfgs(function));
    let (generics, clause) = public::generics(function);
    let (vis, name) = (half_vis(function), half_name(function, "noting"));
    let local = |name| Ident::new(name, proc_macro2::Span::mixed_site());
    let (tape, notes, word) = (local("tape"), local("notes"), local("word"));
    let (value, frame) = (local("value"), local("frame"));
    let params = public::half_params(function, runtime);
    let result = match &function.result {
        Some(ty) => quote!(#ty),
        None => quote!(()),
    };
    let returned = wrapped(function, &quote!((#result, [u64; #words], usize)));
    let good = good(function, &quote!((#value, #frame, #word)));
    let call = public::fwd_call_again(function, &tape.to_token_stream());
    let call = quote!(let (#value, #frame) = #call;);
    let body = if matches!(receiver.kind, syn::ReceiverKind::Value) {
        quote!(let #word = #notes.word(#tape, &self); #call)
    } else {
        quote!(#call let #word = #notes.word(#tape, &*self);)
    };
    Some(quote! {
        #attrs
        #allow
        #[doc(hidden)]
        #[inline]
        #vis fn #name #generics (
            #(#params,)*
            #tape: &mut #runtime::Tape,
            #notes: impl #runtime::__private::NotesShape<Self>,
        ) -> #returned #clause {
            #body
            #good
        }
    })
}

/// The name of a half or of what goes with it: `fwd`, or `__foo_fwd` beside a method.
pub fn half_name(function: &Function, name: &str) -> Ident {
    let ident = &function.item.sig.ident;
    if let (Some(owner), true) = (&function.owner, function.associated) {
        format_ident!("__{owner}_{ident}_{name}")
    } else if function.associated {
        format_ident!("__{ident}_{name}")
    } else if function.owner.is_some() {
        format_ident!("{ident}_{name}")
    } else {
        Ident::new(name, proc_macro2::Span::call_site())
    }
}

/// The visibility of a half: that of the function, where no hidden type stands around it.
pub fn half_vis(function: &Function) -> TokenStream {
    if function.associated {
        let vis = &function.item.vis;
        quote!(#vis)
    } else {
        quote!(pub)
    }
}

/// What a generated function returns where the primal returns its value.
pub fn wrapped(function: &Function, ty: &TokenStream) -> TokenStream {
    match &function.wrapper {
        Some(wrapper) => wrapper.around(ty),
        None => ty.clone(),
    }
}

/// The same of a value.
pub fn good(function: &Function, value: &TokenStream) -> TokenStream {
    match &function.wrapper {
        Some(wrapper) => wrapper.good(value),
        None => value.clone(),
    }
}

/// The receiver under a name that is no keyword.
pub fn this_of(function: &Function) -> TokenStream {
    let receiver = function.params.iter().find(|p| p.receiver.is_some());
    receiver
        .map(|p| {
            let (this, receiver) = (&p.pat, &p.name);
            quote!(let #this = #receiver;)
        })
        .unwrap_or_default()
}

/// The path of a function's own half.
pub fn own_half(function: &Function, name: &str) -> TokenStream {
    let half = half_name(function, name);
    if function.associated {
        quote!(Self::#half)
    } else {
        let vjp = vjp_name(function);
        quote!(#vjp::#half)
    }
}

/// `foo_vjp`.
#[must_use]
pub fn vjp_name(function: &Function) -> Ident {
    let ident = function.owner.as_ref().unwrap_or(&function.item.sig.ident);
    format_ident!("{ident}_vjp")
}
