//! `Result` and `Option` around the value of a function.
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{GenericArgument, Path, PathArguments, Type};

use super::signature;
use crate::types::Ty;

/// What stands around a result that carries floats.
pub struct Wrapper {
    path: Path,
    /// An `Option`; otherwise a `Result`.
    pub is_option: bool,
}

impl Wrapper {
    /// The wrapper of a type and what is inside of it; `outputs` says that a parameter is written to.
    pub fn read(ty: &Type, outputs: bool) -> Option<(Wrapper, Type)> {
        let Type::Path(p) = ty else {
            return None;
        };
        let last = p.path.segments.last()?;
        let is_option = last.ident == "Option";
        if p.qself.is_some() || !is_option && last.ident != "Result" {
            return None;
        }
        let PathArguments::AngleBracketed(args) = &last.arguments else {
            return None;
        };
        let Some(GenericArgument::Type(inside)) = args.args.first() else {
            return None;
        };
        let carries = Ty::read(inside).carries_float() || signature::holds_structs(inside);
        let unit = outputs && matches!(Ty::read(inside), Ty::Unit);
        (carries || unit).then(|| {
            let wrapper = Wrapper {
                path: p.path.clone(),
                is_option,
            };
            (wrapper, inside.clone())
        })
    }

    /// The same around another type.
    pub fn around(&self, inside: &TokenStream) -> TokenStream {
        let mut path = self.path.clone();
        if let Some(last) = path.segments.last_mut()
            && let PathArguments::AngleBracketed(args) = &mut last.arguments
            && let Some(GenericArgument::Type(first)) = args.args.first_mut()
        {
            *first = Type::Verbatim(inside.clone());
        }
        path.to_token_stream()
    }

    /// A value that is there.
    pub fn good(&self, value: &TokenStream) -> TokenStream {
        let variant = if self.is_option {
            quote!(::core::option::Option::Some)
        } else {
            quote!(::core::result::Result::Ok)
        };
        quote!(#variant(#value))
    }
}
