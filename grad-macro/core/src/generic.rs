//! The float type of a generic function.
//!
//! Before a function is parsed, its float parameter `T` gets a name that types are read by; what is
//! generated has the user's name again. So no stage needs to know the function's generics.
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics, TypeParamBound, WherePredicate};

/// The name of the float type while a function is on its way.
pub const FLOAT: &str = "__GradScalar";

/// Bounds that say nothing of a number.
const OTHER: [&str; 22] = [
    "Fn",
    "FnMut",
    "FnOnce",
    "AsRef",
    "AsMut",
    "Into",
    "From",
    "IntoIterator",
    "Iterator",
    "Display",
    "Debug",
    "Copy",
    "Clone",
    "Send",
    "Sync",
    "Sized",
    "Default",
    "Index",
    "IndexMut",
    "Deref",
    "Borrow",
    "ToString",
];

/// The type parameter that stands for a float, if there is just one parameter and its bounds are those of a
/// number.
#[must_use]
pub fn float_of(generics: &Generics) -> Option<Ident> {
    let mut types = generics.type_params();
    let param = types.next()?;
    if types.next().is_some() {
        return None;
    }
    let clause = generics.where_clause.iter().flat_map(|c| &c.predicates);
    let more = clause.filter_map(|p| match p {
        WherePredicate::Type(p) if param.ident == p.bounded_ty.to_token_stream().to_string() => {
            Some(&p.bounds)
        }
        _ => None,
    });
    let numeric = std::iter::once(&param.bounds)
        .chain(more)
        .flatten()
        .any(|bound| match bound {
            TypeParamBound::Trait(t) => {
                let last = t.path.segments.last();
                last.is_some_and(|s| !OTHER.contains(&s.ident.to_string().as_str()))
            }
            _ => false,
        });
    numeric.then(|| param.ident.clone())
}

/// The float parameter of an item that is a function.
#[must_use]
pub fn float_of_item(item: &TokenStream) -> Option<Ident> {
    if crate::parse::too_deep(item) {
        return None;
    }
    let function = syn::parse2::<syn::ItemFn>(item.clone()).ok()?;
    float_of(&function.sig.generics)
}

/// Tokens with one identifier in place of another.
#[must_use]
pub fn rename(tokens: TokenStream, from: &str, to: &str) -> TokenStream {
    crate::names::replaced(tokens, &|ident| {
        (ident == from).then(|| Ident::new(to, ident.span()).into_token_stream())
    })
}

/// The float type.
#[must_use]
pub fn float() -> Ident {
    Ident::new(FLOAT, Span::call_site())
}

/// Whether a type parameter is the float.
#[must_use]
pub fn is_float(param: &GenericParam) -> bool {
    matches!(param, GenericParam::Type(t) if t.ident == FLOAT)
}

/// A literal as a value of the float type.
#[must_use]
pub fn number(literal: &TokenStream) -> TokenStream {
    let float = float();
    quote!(#float::grad_from_f64(#literal))
}
