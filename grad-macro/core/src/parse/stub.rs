//! What to say when the item under the attribute is no free function.
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{ForeignItem, ImplItemFn, Item, TraitItemFn};

use crate::error::Errors;

const HELP: &str = "put `#[derive_grad]` on a function with a body";

/// Finds the clearest sentence for an item that is not a function; falls back to the place where the parser stopped.
pub fn explain(item: TokenStream, error: syn::Error, errors: &mut Errors) {
    // First, since the parser of items takes a function without a body for something unknown.
    if let Some(name) = without_body(&item) {
        errors.refuse(
            name.span(),
            "a function without a body has no gradient",
            HELP,
        );
    } else if let Ok(method) = syn::parse2::<ImplItemFn>(item.clone()) {
        errors.refuse_tokens(
            method.modifiers.defaultness,
            "`derive_grad` cannot differentiate a `default fn`",
            "put the attribute on a free function and call that from the method",
        );
    } else if let Some(wrong) = syn::parse2::<Item>(item).ok().as_ref().and_then(kind_of) {
        errors.refuse_tokens(
            wrong.at,
            format!("`derive_grad` cannot differentiate {}", wrong.kind),
            wrong.help,
        );
    } else {
        // Where it is wrong, the compiler says more about it.
        errors.refuse(
            error.span(),
            "the syntax is wrong here, or newer than `derive_grad`",
            "correct it, or write it in an older form",
        );
    }
}

/// The name of a function in a trait or in an `extern` block.
fn without_body(item: &TokenStream) -> Option<Ident> {
    if let Ok(method) = syn::parse2::<TraitItemFn>(item.clone()) {
        return Some(method.sig.ident);
    }
    match syn::parse2::<ForeignItem>(item.clone()) {
        Ok(ForeignItem::Fn(function)) => Some(function.sig.ident),
        _ => None,
    }
}

struct Wrong {
    at: TokenStream,
    kind: &'static str,
    help: &'static str,
}

fn kind_of(item: &Item) -> Option<Wrong> {
    let wrong = |at: &dyn ToTokens, kind| {
        Some(Wrong {
            at: at.to_token_stream(),
            kind,
            help: HELP,
        })
    };
    match item {
        Item::Const(i) => wrong(&i.ident, "a constant"),
        Item::Enum(i) => wrong(&i.ident, "an enum"),
        Item::ExternCrate(i) => {
            let (from, to) = (&i.extern_token, &i.crate_token);
            wrong(&quote!(#from #to), "an import")
        }
        Item::ForeignMod(i) => Some(Wrong {
            at: i.abi.to_token_stream(),
            kind: "foreign functions",
            help: "put `#[derive_grad]` on a function that is written in Rust",
        }),
        Item::Macro(i) => wrong(&i.mac.path, "a macro"),
        Item::Mod(i) => Some(Wrong {
            at: i.ident.to_token_stream(),
            kind: "a module",
            help: "put `#[derive_grad]` on each function in it",
        }),
        Item::Static(i) => wrong(&i.ident, "a static"),
        Item::Struct(i) => wrong(&i.ident, "a struct"),
        Item::Trait(i) => wrong(&i.ident, "a trait"),
        Item::TraitAlias(i) => wrong(&i.ident, "a trait alias"),
        Item::Type(i) => wrong(&i.ident, "a type alias"),
        Item::Union(i) => wrong(&i.ident, "a union"),
        Item::Use(i) => wrong(&i.use_token, "an import"),
        // Functions are what is looked for; the rest is new to the parser.
        _ => None,
    }
}
