//! What to say when the item under the attribute is no free function.
use proc_macro2::TokenStream;
use syn::spanned::Spanned;
use syn::{ImplItemFn, Item, TraitItemFn};

use crate::error::Errors;

/// Finds the clearest sentence for an item that is not a function; falls back to the parser's own error.
pub fn explain(item: TokenStream, error: syn::Error, errors: &mut Errors) {
    let help = "put `#[derive_grad]` on a function with a body";
    if let Ok(parsed) = syn::parse2::<Item>(item.clone()) {
        if let Some((span, kind)) = kind_of(&parsed) {
            errors.refuse(
                span,
                format!("`derive_grad` cannot differentiate {kind}"),
                help,
            );
            return;
        }
    } else if let Ok(method) = syn::parse2::<TraitItemFn>(item.clone()) {
        errors.refuse(
            method.sig.ident.span(),
            "a function without a body has no gradient",
            help,
        );
        return;
    } else if let Ok(method) = syn::parse2::<ImplItemFn>(item) {
        errors.refuse(
            method.sig.ident.span(),
            "this kind of function is not supported",
            help,
        );
        return;
    }
    errors.take(error);
}

fn kind_of(item: &Item) -> Option<(proc_macro2::Span, &'static str)> {
    Some(match item {
        Item::Const(i) => (i.ident.span(), "a constant"),
        Item::Enum(i) => (i.ident.span(), "an enum"),
        Item::Struct(i) => (i.ident.span(), "a struct"),
        Item::Trait(i) => (i.ident.span(), "a trait"),
        Item::Impl(i) => (i.self_ty.span(), "an `impl` block yet"),
        Item::Mod(i) => (i.ident.span(), "a module"),
        Item::Static(i) => (i.ident.span(), "a static"),
        Item::Type(i) => (i.ident.span(), "a type alias"),
        Item::Macro(i) => (i.mac.path.span(), "a macro"),
        Item::Use(i) => (i.use_token.span(), "an import"),
        _ => return None,
    })
}
