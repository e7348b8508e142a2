//! The float type of a generic function.
//!
//! Before a function is parsed, its float parameter `T` gets a name that types are read by; what is
//! generated has the user's name again. So no stage needs to know the function's generics.
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::{
    Block, GenericParam, Generics, ImplItem, ItemImpl, Signature, TypeParamBound, TypePath,
    WherePredicate,
};

/// The name of the float type while a function is on its way.
pub const FLOAT: &str = "__GradScalar";

/// Names that programs give to the float type they compute with.
const ALIASES: [&str; 13] = [
    "Real",
    "real",
    "RealT",
    "Float",
    "float",
    "FloatT",
    "FloatType",
    "Flt",
    "Fp",
    "FP",
    "Scalar",
    "Double",
    "double",
];

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

/// The float of an item that is a function: its parameter, or the alias that it takes or returns. A function in a block
/// that is expanded as a whole has no alias of its own: the block decides.
#[must_use]
pub fn float_of_item(item: &TokenStream, in_block: bool) -> Option<Ident> {
    if crate::parse::too_deep(item) {
        return None;
    }
    let function = syn::parse2::<syn::ItemFn>(item.clone()).ok()?;
    let float = float_of(&function.sig.generics);
    if float.is_some() || in_block {
        return float;
    }
    alias_of(&[(&function.sig, &function.block)])
}

/// The float of a block: its parameter, or the alias that its methods take or return.
#[must_use]
pub fn float_of_block(block: &ItemImpl) -> Option<Ident> {
    let methods = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(f) => Some((&f.sig, &f.block)),
        _ => None,
    });
    float_of(&block.generics).or_else(|| {
        let alias = alias_of(&methods.collect::<Vec<_>>())?;
        let own = crate::lower::names_in(block.self_ty.to_token_stream());
        (!own.contains(&alias.to_string())).then_some(alias)
    })
}

/// Another name of a float type among those of parameters and results, as in `type Real = f64;`. It is one by
/// convention, for the macro does not see what it stands for; a type that is made by literals is none.
fn alias_of(functions: &[(&Signature, &Block)]) -> Option<Ident> {
    struct Find(Option<Ident>);
    impl Visit<'_> for Find {
        fn visit_type_path(&mut self, ty: &TypePath) {
            if let Some(ident) = ty.path.get_ident()
                && ty.qself.is_none()
                && ALIASES.contains(&ident.to_string().as_str())
            {
                self.0.get_or_insert_with(|| ident.clone());
            }
            visit::visit_type_path(self, ty);
        }
    }
    let alias = functions.iter().find_map(|(sig, _)| {
        let mut find = Find(None);
        sig.inputs.iter().for_each(|input| find.visit_fn_arg(input));
        find.visit_return_type(&sig.output);
        let declared = |name: &Ident| sig.generics.type_params().any(|t| t.ident == *name);
        find.0.filter(|name| !declared(name))
    })?;
    let made = |block: &Block| is_made(&block.to_token_stream(), &alias);
    (!functions.iter().any(|(_, block)| made(block))).then_some(alias)
}

/// Whether there are literals of the type: `Scalar { v: 0.0 }`, `Scalar(0.0)`.
fn is_made(tokens: &TokenStream, name: &Ident) -> bool {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    trees.iter().enumerate().any(|(at, tree)| match tree {
        TokenTree::Group(group) => is_made(&group.stream(), name),
        TokenTree::Ident(found) if found == name => {
            let literal = matches!(trees.get(at + 1), Some(TokenTree::Group(g)) if g.delimiter() != Delimiter::Bracket);
            // `x as Real {` and `-> Real {` are types in front of a block.
            let of_block = at.checked_sub(1).is_some_and(|before| match &trees[before] {
                TokenTree::Ident(word) => word == "as",
                TokenTree::Punct(p) => p.as_char() == '>',
                _ => false,
            });
            literal && !of_block
        }
        _ => false,
    })
}

/// Whether the float is another name of a type, and no parameter of the function.
#[must_use]
pub fn is_alias(sig: &Signature) -> bool {
    !sig.generics.params.iter().any(is_float)
        && crate::lower::names_in(sig.to_token_stream()).contains(FLOAT)
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
