//! Enums: their gradient is a struct with a field for every field of every variant.
//!
//! Input: `Payoff::Call { strike }`. Output: the field `call_strike` of `PayoffTangent`.
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{
    Field, Fields, FieldsNamed, GenericArgument, ItemEnum, ItemStruct, Member, Path, PathArguments,
    Type,
};

use crate::derive::has_no_grad;
use crate::error::Errors;

/// The name that a field of a variant has in the gradient: `call_strike`, `digital_0`.
pub(crate) fn field_of(variant: &Ident, member: &Member) -> Ident {
    let plain = |ident: &Ident| ident.to_string().trim_start_matches("r#").to_string();
    let field = match member {
        Member::Named(name) => plain(name),
        Member::Unnamed(at) => at.index.to_string(),
    };
    format_ident!("{}_{field}", snake(&plain(variant)), span = variant.span())
}

/// The name that stands for what is inside of an `Option`, whose gradient is an `Option`.
pub(crate) fn inside_of_option(some: &Ident) -> Member {
    Member::Named(Ident::new("__inside", some.span()))
}

/// Whether a field is that.
pub(crate) fn is_inside(member: &Member) -> bool {
    matches!(member, Member::Named(name) if name == "__inside")
}

/// The hidden method that returns what such a field holds.
pub(crate) fn type_of(field: &Ident) -> Ident {
    format_ident!("__grad_{field}")
}

/// `HttpServer2D` as `http_server2_d`.
fn snake(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (at, c) in letters.iter().enumerate() {
        let starts = |i: usize| letters.get(i).is_some_and(|c| c.is_lowercase());
        let before = at.checked_sub(1).map(|i| letters[i]);
        let begins = before.is_some_and(|b| b != '_' && (!b.is_uppercase() || starts(at + 1)));
        if c.is_uppercase() && begins {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// The name of the variant that a path of a pattern or of a value means: `Payoff::Call`, or `Call` alone where `alone`
/// says that no struct can stand there.
pub(crate) fn variant_of(path: &Path, alone: bool) -> Option<&Ident> {
    let mut segments = path.segments.iter().rev();
    let last = &segments.next()?.ident;
    let is_type = |ident: &Ident| {
        let text = ident.to_string();
        text.trim_start_matches("r#")
            .starts_with(|c: char| c.is_uppercase())
    };
    if matches!(last.to_string().as_str(), "Some" | "None" | "Ok" | "Err") {
        return None;
    }
    let variant = match segments.next() {
        Some(of) => is_type(&of.ident),
        None => alone,
    };
    (variant && is_type(last)).then_some(last)
}

/// The type that a literal of this path makes: the path without the variant.
pub(crate) fn owner_of(path: &Path) -> Path {
    let mut path = path.clone();
    if variant_of(&path, false).is_some() {
        path.segments.pop();
        path.segments.pop_punct();
    }
    path
}

/// The fields of all variants as one struct of the enum's name; none where one was refused.
pub(crate) fn as_struct(input: &ItemEnum, errors: &mut Errors) -> Option<ItemStruct> {
    let mut fields: Vec<Field> = Vec::new();
    for variant in &input.variants {
        for (member, field) in members(&variant.fields) {
            let name = field_of(&variant.ident, &member);
            if fields.iter().any(|f| f.ident.as_ref() == Some(&name)) {
                errors.refuse_tokens(
                    field,
                    format!("two fields would be called `{name}` in the gradient"),
                    "rename the variant or its field",
                );
            }
            if !has_no_grad(field) && holds(&field.ty, &input.ident) {
                errors.refuse_tokens(
                    &field.ty,
                    "an enum whose variant holds a value of the enum itself has no gradient",
                    "hold them in a `Vec`, or exclude the field with `#[no_grad]`",
                );
            }
            fields.push(Field {
                ident: Some(name),
                vis: input.vis.clone(),
                ..field.clone()
            });
        }
    }
    errors.is_empty().then(|| ItemStruct {
        attrs: input.attrs.clone(),
        vis: input.vis.clone(),
        struct_token: syn::Token![struct](input.enum_token.span),
        ident: input.ident.clone(),
        generics: input.generics.clone(),
        fields: Fields::Named(FieldsNamed {
            brace_token: input.brace_token,
            named: fields.into_iter().collect(),
        }),
        semi_token: None,
    })
}

/// What each variant does with its own fields, and with those of the others.
///
/// `of_own` gets the name in the gradient and what holds the value, `of_others` the name; both are called in the order of
/// the fields, and `made` joins what they made.
pub(crate) fn by_variant(
    input: &ItemEnum,
    of_own: &dyn Fn(&Ident, &Ident) -> TokenStream,
    of_others: &dyn Fn(&Ident) -> TokenStream,
    made: &dyn Fn(Vec<TokenStream>) -> TokenStream,
) -> TokenStream {
    let arms = input.variants.iter().map(|held| {
        let mut pattern = Vec::new();
        let mut parts = Vec::new();
        for variant in &input.variants {
            for (at, (member, _)) in members(&variant.fields).enumerate() {
                let name = field_of(&variant.ident, &member);
                if variant.ident != held.ident {
                    parts.push(of_others(&name));
                    continue;
                }
                let value = format_ident!("part_{at}");
                pattern.push(quote!(#member: #value));
                parts.push(of_own(&name, &value));
            }
        }
        let (variant, body) = (&held.ident, made(parts));
        quote!(Self::#variant { #(#pattern),* } => #body)
    });
    if input.variants.is_empty() {
        return quote!(match *self {});
    }
    quote!(match self { #(#arms),* })
}

fn members(fields: &Fields) -> impl Iterator<Item = (Member, &Field)> {
    fields.iter().enumerate().map(|(at, field)| {
        let member = match &field.ident {
            Some(name) => Member::Named(name.clone()),
            None => syn::Index::from(at).into(),
        };
        (member, field)
    })
}

/// Whether a value of a type holds one of the enum itself, but in a vector, whose length ends it.
fn holds(ty: &Type, name: &Ident) -> bool {
    match ty {
        Type::Path(p) => p.path.segments.iter().any(|s| match &s.arguments {
            _ if s.ident == *name => true,
            PathArguments::AngleBracketed(a) if s.ident != "Vec" => {
                (a.args.iter()).any(|a| matches!(a, GenericArgument::Type(ty) if holds(ty, name)))
            }
            _ => false,
        }),
        Type::Tuple(t) => t.elems.iter().any(|ty| holds(ty, name)),
        Type::Array(a) => holds(&a.elem, name),
        Type::Paren(p) => holds(&p.elem, name),
        Type::Group(g) => holds(&g.elem, name),
        _ => false,
    }
}
