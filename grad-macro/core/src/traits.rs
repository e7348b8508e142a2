//! Implementations of traits: what is generated for their methods stands in an `impl` of the type.
//!
//! Input: `impl Energy for Spring { type Number = f64; fn energy(&self, x: Self::Number) -> f64 { .. } }`. Output:
//! the block as it would be without the trait, `impl Spring { fn energy(&self, x: f64) -> f64 { .. } }`.
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{
    FnArg, GenericParam, ImplItem, ImplItemFn, ItemImpl, Path, PathArguments, Type, Visibility,
};

use crate::emit;
use crate::error::Errors;
use crate::lower::{is_of_std, names_in};
use crate::types::Ty;

/// The path of the trait that a block implements.
#[must_use]
pub fn trait_of(block: &ItemImpl) -> Option<&Path> {
    block.trait_.as_ref().map(|(path, _)| path)
}

/// The block without its trait: associated types are written out, and methods are as visible as their trait may be.
#[must_use]
pub fn inherent(block: &ItemImpl) -> ItemImpl {
    let mut inherent = block.clone();
    for item in &block.items {
        if let ImplItem::Type(t) = item {
            let (name, ty) = (&t.ident, t.ty.to_token_stream());
            let tokens = written_out(inherent.to_token_stream(), name, &ty);
            inherent = syn::parse2(tokens).unwrap_or(inherent);
        }
    }
    inherent.trait_ = None;
    inherent
        .items
        .retain(|item| matches!(item, ImplItem::Fn(_)));
    for item in &mut inherent.items {
        if let ImplItem::Fn(method) = item {
            let at = method.sig.ident.span();
            method.vis = Visibility::Public(syn::Token![pub](at));
        }
    }
    inherent
}

/// `Self::Name` replaced by what it stands for.
fn written_out(tokens: TokenStream, name: &Ident, ty: &TokenStream) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out = TokenStream::new();
    let mut at = 0;
    while let Some(tree) = trees.get(at) {
        if is_member_of_self(&trees[at..], name) {
            out.extend(ty.clone());
            at += 4;
            continue;
        }
        match tree {
            TokenTree::Group(group) => {
                let inner = written_out(group.stream(), name, ty);
                let mut new = Group::new(group.delimiter(), inner);
                new.set_span(group.span());
                new.to_tokens(&mut out);
            }
            other => other.to_tokens(&mut out),
        }
        at += 1;
    }
    out
}

fn is_member_of_self(trees: &[TokenTree], name: &Ident) -> bool {
    let colon = |t: &TokenTree| matches!(t, TokenTree::Punct(p) if p.as_char() == ':');
    match trees {
        [TokenTree::Ident(this), a, b, TokenTree::Ident(member), ..] => {
            this == "Self" && colon(a) && colon(b) && member == name
        }
        _ => false,
    }
}

/// Where the names of a trait are in scope: the `impl` of the type sees them by itself where the trait is named
/// without a path.
#[must_use]
pub fn in_scope_of(path: &Path, items: TokenStream) -> TokenStream {
    if path.leading_colon.is_none() && path.segments.len() == 1 {
        return items;
    }
    let mut name = path.clone();
    for segment in &mut name.segments {
        segment.arguments = PathArguments::None;
    }
    quote! {
        const _: () = {
            #[allow(unused_imports)]
            use #name as _;
            #items
        };
    }
}

/// Does not compile where the type has another method of this name: calls would mean that one, and its derivative
/// is another.
#[must_use]
pub fn only_of_its_name(path: &Path, method: &ImplItemFn) -> TokenStream {
    let sig = &method.sig;
    let at = Span::mixed_site().located_at(sig.ident.span());
    let cfgs = method.attrs.iter().filter(|a| a.path().is_ident("cfg"));
    let arguments = sig.generics.params.iter().filter_map(|p| match p {
        GenericParam::Type(t) => Some(&t.ident),
        GenericParam::Const(c) => Some(&c.ident),
        GenericParam::Lifetime(_) => None,
    });
    let arguments: Vec<&Ident> = arguments.collect();
    let turbofish = (!arguments.is_empty()).then(|| quote!(::<#(#arguments),*>));
    let (params, _, clause) = sig.generics.split_for_impl();
    let (name, allow) = (&sig.ident, emit::allow());
    let hidden = format_ident!("__{name}_only", span = at);
    let owner = qualified(path);
    quote_spanned! {at=>
        #(#cfgs)*
        #[doc(hidden)]
        #allow
        fn #hidden #params () #clause {
            let mut same = Self::#name #turbofish;
            same = #owner #name #turbofish;
        }
    }
}

/// Refuses what no `impl` of the type could hold.
pub fn refuse(block: &ItemImpl, errors: &mut Errors) {
    let ty = &*block.self_ty;
    if is_foreign(ty) {
        errors.refuse_tokens(
            ty,
            "a method of a trait on a type of another crate has no place for its gradient",
            "implement the trait for a struct of your own around it, or derive a free function and call it from the method",
        );
        return;
    }
    for item in &block.items {
        if let ImplItem::Fn(method) = item {
            refuse_functions(method, errors);
        }
    }
    let named = names_in(ty.to_token_stream());
    for param in &block.generics.params {
        let name = match param {
            GenericParam::Type(t) => &t.ident,
            GenericParam::Const(c) => &c.ident,
            GenericParam::Lifetime(_) => continue,
        };
        if !named.contains(&name.to_string()) {
            let shown = match name.to_string() {
                name if name == crate::generic::FLOAT => "the parameter".to_owned(),
                name => format!("`{name}`"),
            };
            errors.refuse(
                name.span(),
                format!("{shown} is not part of the type, so its methods cannot be told apart by it"),
                "implement the trait for definite types, such as `f64`, or give the type the parameter",
            );
        }
    }
}

/// Such a method cannot be named without the types of its functions.
fn refuse_functions(method: &ImplItemFn, errors: &mut Errors) {
    for input in &method.sig.inputs {
        if let FnArg::Typed(arg) = input
            && let Some(ty) = impl_trait(&arg.ty)
        {
            errors.refuse_tokens(
                ty,
                "a method of a trait cannot take an `impl Trait` here",
                "put the method into an `impl` of the type, and call it from the trait's",
            );
        }
    }
}

fn impl_trait(ty: &Type) -> Option<&Type> {
    match ty {
        Type::ImplTrait(_) => Some(ty),
        Type::Reference(r) => impl_trait(&r.elem),
        Type::Paren(p) => impl_trait(&p.elem),
        Type::Group(g) => impl_trait(&g.elem),
        _ => None,
    }
}

/// Whether a type is no struct of the user's for sure.
fn is_foreign(ty: &Type) -> bool {
    match ty {
        Type::Path(p) if p.qself.is_none() => {
            is_of_std(&p.path) || !matches!(Ty::read(ty), Ty::Unknown)
        }
        Type::Paren(p) => is_foreign(&p.elem),
        Type::Group(g) => is_foreign(&g.elem),
        _ => true,
    }
}

/// A call of a method of the trait by its path.
#[must_use]
pub fn qualified(path: &Path) -> TokenStream {
    let this = Ident::new("Self", Span::call_site());
    quote!(<#this as #path>::)
}
