//! The two halves that the attribute generates for a function, as text to read.
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{ImplItem, Item, ItemFn, Stmt, Type};

/// The forward and the reverse half of the function `name` in `source`.
///
/// They are what the compiler gets, but for attributes and imports, which are left out, and the
/// paths of the runtime, which are shortened.
pub fn halves(source: &str, name: &str) -> Result<String, String> {
    let file = syn::parse_file(source).map_err(|error| error.to_string())?;
    let function = function(file, name).ok_or_else(|| format!("no function `{name}`"))?;
    let expansion = syn::parse2(expand(function)).map_err(|error| error.to_string())?;
    let halves = only_halves(expansion, &format!("{name}_vjp"))
        .ok_or_else(|| format!("nothing was generated for `{name}`"))?;
    let text = prettyplease::unparse(&halves);
    Ok(text
        .replace("::grad_runtime::__private::", "")
        .replace("::grad_runtime::", "")
        .replace("::core::option::Option::", ""))
}

fn function(file: syn::File, name: &str) -> Option<ItemFn> {
    file.items.into_iter().find_map(|item| match item {
        Item::Fn(function) if function.sig.ident == name => Some(function),
        _ => None,
    })
}

/// What the attribute on the function makes of it.
fn expand(mut function: ItemFn) -> TokenStream {
    let ours = |a: &syn::Attribute| a.path().is_ident("derive_grad");
    let options = function
        .attrs
        .iter()
        .find(|a| ours(a))
        .and_then(|a| a.meta.require_list().ok())
        .map(|list| list.tokens.clone())
        .unwrap_or_default();
    function.attrs.retain(|a| !ours(a));
    // Without the conditions under which some words are left out, these are the halves of a caller that wants all
    // gradients and lends nothing.
    let switches = grad_core::Switches {
        reread: false,
        wanted: false,
        ..grad_core::Switches::default()
    };
    grad_core::expand_with(options, function.into_token_stream(), switches)
}

/// The functions `fwd` and `rev` of the type `owner`, or `fused` if both are one for gradients.
fn only_halves(mut file: syn::File, owner: &str) -> Option<syn::File> {
    file.items.retain_mut(|item| match item {
        Item::Impl(block) => {
            block.attrs.clear();
            let is_fused =
                |item: &ImplItem| matches!(item, ImplItem::Fn(f) if f.sig.ident == "fused");
            let names: &[&str] = if block.items.iter().any(is_fused) {
                &["fused"]
            } else {
                &["fwd", "rev"]
            };
            block.items.retain_mut(|item| is_half(item, names));
            block.trait_.is_none()
                && matches!(&*block.self_ty, Type::Path(ty) if ty.path.is_ident(owner))
        }
        _ => false,
    });
    (!file.items.is_empty()).then_some(file)
}

fn is_half(item: &mut ImplItem, names: &[&str]) -> bool {
    match item {
        ImplItem::Fn(function) => {
            function.attrs.clear();
            let import = |s: &Stmt| matches!(s, Stmt::Item(Item::Use(_)));
            function.block.stmts.retain(|s| !import(s));
            names.iter().any(|name| function.sig.ident == name)
        }
        _ => false,
    }
}
