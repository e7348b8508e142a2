//! Operations on floats, printed as the primal has them: in the forward half, and where the sweep computes again.
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use super::Context;
use super::code::{receiver, val_tokens};
use super::scalar_tokens;
use crate::ir::{Ty, Val};
use crate::rules::Prim;

/// The statement that defines a value.
pub fn define(context: &Context, val: Val, prim: Prim, args: &[Val]) -> TokenStream {
    let info = context.body.val(val);
    let name = &info.name;
    let value = there(operation(context, val, prim, args), info.span);
    let is_constant = |arg: &Val| context.body.val(*arg).constant.is_some();
    if info.ty.is_float() && args.iter().all(is_constant) {
        // Constants alone do not tell their type.
        let ty = scalar_tokens(info.ty);
        return quote!(let #name: #ty = #value;);
    }
    quote!(let #name = #value;)
}

fn operation(context: &Context, out: Val, prim: Prim, args: &[Val]) -> TokenStream {
    let body = context.body;
    let arg = |at: usize| val_tokens(body, args[at]);
    let span = body.val(out).span;
    let binary = |op: TokenStream| {
        let (l, r) = (arg(0), arg(1));
        quote!(#l #op #r)
    };
    match prim {
        Prim::Add => binary(quote_spanned!(span=> +)),
        Prim::Sub => binary(quote_spanned!(span=> -)),
        Prim::Mul => binary(quote_spanned!(span=> *)),
        Prim::Div => binary(quote_spanned!(span=> /)),
        Prim::Rem => binary(quote_spanned!(span=> %)),
        Prim::Neg => {
            let a = arg(0);
            quote!(-#a)
        }
        Prim::Cast(_) => {
            let (a, ty) = (arg(0), scalar_tokens(body.val(out).ty));
            quote!(#a as #ty)
        }
        Prim::Method(name) => {
            let receiver = receiver(body, args[0]);
            let method = Ident::new(name, span);
            let rest: Vec<_> = args[1..].iter().map(|v| val_tokens(body, *v)).collect();
            let value = quote!(#receiver.#method(#(#rest),*));
            if body.val(out).ty != Ty::Generic {
                return value;
            }
            let (runtime, float) = (&context.runtime, crate::generic::float());
            let expected = Ident::new(&format!("grad_{name}"), span);
            quote!(#runtime::__private::checked(#value, #float::#expected(#receiver, #(#rest),*), #name))
        }
    }
}

/// Tokens at one place: for debuggers, an operation stands where the user wrote it.
fn there(tokens: TokenStream, at: Span) -> TokenStream {
    let moved = tokens.into_iter().map(|tree| match tree {
        TokenTree::Group(group) => {
            let mut moved = Group::new(group.delimiter(), there(group.stream(), at));
            moved.set_span(at);
            TokenTree::Group(moved)
        }
        mut other => {
            other.set_span(other.span().located_at(at));
            other
        }
    });
    moved.collect()
}
