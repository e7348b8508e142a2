//! The attribute on a whole `impl`: every method of it that has a gradient.
//!
//! Input: `impl Line { fn at(&self, x: f64) -> f64 { .. } }`. Output: the same, and a second
//! `impl Line { fn at_grad(..) .. }` with what is generated for its methods. The same for `impl Curve for Line`.
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, FnArg, ImplItem, ImplItemFn, ItemImpl, ReturnType};

use crate::emit::{PlainMethod, plain_function};
use crate::error::Errors;
use crate::operators::{self, Operator};
use crate::parse::{Neighbours, Views, Wrapper, changes, holds_structs, lends};
use crate::traits;
use crate::types::Ty;
use crate::{Switches, expansion};
use crate::{generic, indexing};

/// The expansion of an `impl` block; `None` if the item is something else.
pub fn expand(
    options: &TokenStream,
    item: &TokenStream,
    switches: Switches,
) -> Option<TokenStream> {
    if crate::parse::too_deep(item) {
        return None;
    }
    let block = syn::parse2::<ItemImpl>(item.clone()).ok()?;
    let Some(float) = generic::float_of_block(&block) else {
        return Some(expand_block(options, block, switches));
    };
    let (name, mark) = (float.to_string(), generic::FLOAT);
    let marked = syn::parse2(generic::rename(item.clone(), &name, mark)).ok()?;
    let expanded = expand_block(options, marked, switches);
    Some(generic::rename(expanded, mark, &name))
}

fn expand_block(options: &TokenStream, mut block: ItemImpl, switches: Switches) -> TokenStream {
    if let Some(operator) = Operator::of(&block) {
        return operators::expand(options, block, operator, switches);
    }
    if indexing::is_indexing(&block) {
        return indexing::expand(options, block);
    }
    if let Some(function) = crate::sums::function_of(&block) {
        let companions = expand_block(options, function, switches);
        return quote!(#block #companions);
    }
    let mut errors = Errors::default();
    if block.trait_.is_some() {
        traits::refuse(&block, &mut errors);
    }
    if let Some(param) = block
        .generics
        .type_params()
        .find(|t| t.ident != generic::FLOAT)
    {
        errors.refuse(
            param.ident.span(),
            format!("type parameters are not supported yet: `{}`", param.ident),
            "write the `impl` for `f64` or `f32`",
        );
    }
    let of_trait = traits::trait_of(&block).cloned();
    let mut methods = match &of_trait {
        Some(_) => traits::inherent(&block),
        None => block.clone(),
    };
    let mut neighbours = Neighbours::of(&methods);
    neighbours.of_trait.clone_from(&of_trait);
    neighbours.own_fields = crate::lower::own_fields(&methods);
    let views = Views::of(&methods);
    let mut generated = TokenStream::new();
    let mut beside = Vec::new();
    let runtime = runtime_of(options);
    for item in &mut block.items {
        if let ImplItem::Fn(method) = item {
            take_options(&mut method.attrs);
            take_exclusion(&mut method.attrs);
        }
    }
    for item in &mut methods.items {
        let ImplItem::Fn(method) = item else {
            continue;
        };
        let own = take_options(&mut method.attrs);
        let excluded = take_exclusion(&mut method.attrs);
        if let (Some(path), true, false) = (&of_trait, errors.is_empty(), excluded) {
            generated.extend(traits::only_of_its_name(path, method));
        }
        if errors.is_empty() && !excluded && (own.is_some() || has_gradient(method)) {
            let options = own.unwrap_or_else(|| options.clone());
            let expanded = expansion(
                options,
                views.written_out(method, &neighbours).to_token_stream(),
                switches,
                Some(&neighbours),
            );
            generated.extend(expanded.errors);
            generated.extend(expanded.items);
            beside.extend(expanded.beside);
        } else if errors.is_empty()
            && !excluded
            && !lends(method)
            && let Some(method) = PlainMethod::of(method, of_trait.as_ref(), &runtime)
        {
            generated.extend(method.halves);
            beside.push(method.beside);
        } else if errors.is_empty()
            && !excluded
            && !lends(method)
            && is_made(method)
            && let Some(halves) = plain_function(method, &runtime)
        {
            generated.extend(halves);
        }
    }
    let mut generics = block.generics.clone();
    if generics.params.iter().any(generic::is_float) {
        let float = generic::float();
        let bound = syn::parse_quote!(#float: #runtime::Scalar);
        generics.make_where_clause().predicates.push(bound);
    }
    let ty = &*block.self_ty;
    let (params, _, clause) = generics.split_for_impl();
    let errors = errors.into_tokens();
    let attrs: Vec<_> = block
        .attrs
        .iter()
        .filter(|a| a.path().is_ident("cfg"))
        .collect();
    let beside = beside.iter().map(|b| b.tokens(ty, &generics));
    let beside = beside.map(|impls| match attrs.as_slice() {
        [] => impls,
        attrs => quote!(#(#attrs)* const _: () = { #impls };),
    });
    let companions = quote! {
        impl #params #ty #clause {
            #generated
        }
    };
    let companions = match &of_trait {
        // No `impl` of such a type compiles, not even an empty one.
        _ if generated.is_empty() => TokenStream::new(),
        Some(path) => traits::in_scope_of(path, companions),
        None => companions,
    };
    let attrs = (!companions.is_empty()).then(|| quote!(#(#attrs)*));
    quote! {
        #block
        #errors
        #attrs
        #companions
        #(#beside)*
    }
}

pub fn runtime_of(options: &TokenStream) -> TokenStream {
    let options = crate::parse::Options::read(options.clone(), &mut Errors::default());
    crate::emit::runtime_path(&options)
}

/// The options of an attribute on the method itself, which is ours to follow.
pub fn take_options(attrs: &mut Vec<Attribute>) -> Option<TokenStream> {
    let ours = |a: &Attribute| {
        let name = a.path().segments.last();
        name.is_some_and(|s| s.ident == "derive_grad")
    };
    let at = attrs.iter().position(ours)?;
    Some(match attrs.remove(at).meta {
        syn::Meta::List(list) => list.tokens,
        _ => TokenStream::new(),
    })
}

/// `#[no_grad]` on a method.
fn take_exclusion(attrs: &mut Vec<Attribute>) -> bool {
    let count = attrs.len();
    attrs.retain(|a| !a.path().is_ident("no_grad"));
    attrs.len() < count
}

/// Whether a function returns a float or a struct of floats, and no wrapper around it.
fn is_made(method: &ImplItemFn) -> bool {
    match &method.sig.output {
        ReturnType::Type(_, ty) => {
            (Ty::read(ty).carries_float() || holds_structs(ty))
                && Wrapper::read(ty, false).is_none()
        }
        ReturnType::Default => false,
    }
}

/// Whether there is something to differentiate, and with respect to something.
fn has_gradient(method: &ImplItemFn) -> bool {
    let sig = &method.sig;
    let plain = sig.constness.is_none()
        && sig.asyncness.is_none()
        && matches!(sig.safety, syn::Safety::Default);
    let returns = match &sig.output {
        ReturnType::Type(_, ty) => {
            Ty::read(ty).carries_float() || holds_structs(ty) || Wrapper::read(ty, false).is_some()
        }
        ReturnType::Default => false,
    };
    let takes = sig.inputs.iter().any(|input| match input {
        FnArg::Receiver(_) => true,
        FnArg::Typed(p) => !Ty::read(&p.ty).is_inactive(),
    });
    plain && !lends(method) && (returns || changes(sig)) && takes
}
