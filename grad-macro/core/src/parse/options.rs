//! The options of the attribute: `wrt(..)`, `no_grad(..)`, `crate = path`.
use proc_macro2::{Ident, TokenStream};
use syn::parse::{Parse, ParseStream};
use syn::{Path, Token};

use crate::error::Errors;

/// What stands in `#[derive_grad(..)]`.
#[derive(Default)]
pub struct Options {
    /// The parameters to differentiate with respect to; all that can carry a float where it is absent.
    pub wrt: Option<Vec<Ident>>,
    /// The parameters that are not differentiated.
    pub no_grad: Vec<Ident>,
    /// The path of `grad-runtime`, where it is not `::grad_runtime`.
    pub runtime: Option<Path>,
}

enum Entry {
    Wrt(Ident, Vec<Ident>),
    NoGrad(Vec<Ident>),
    Runtime(Path),
    Unknown(Ident),
}

impl Parse for Entry {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        if input.peek(Token![crate]) {
            input.parse::<Token![crate]>()?;
            input.parse::<Token![=]>()?;
            return Ok(Entry::Runtime(input.parse()?));
        }
        let name: Ident = input.parse()?;
        match name.to_string().as_str() {
            "wrt" => Ok(Entry::Wrt(name, names(input)?)),
            "no_grad" => Ok(Entry::NoGrad(names(input)?)),
            _ => {
                while !input.is_empty() && !input.peek(Token![,]) {
                    input.parse::<proc_macro2::TokenTree>()?;
                }
                Ok(Entry::Unknown(name))
            }
        }
    }
}

fn names(input: ParseStream) -> syn::Result<Vec<Ident>> {
    let list;
    syn::parenthesized!(list in input);
    Ok(list
        .parse_terminated(Ident::parse, Token![,])?
        .into_iter()
        .collect())
}

struct Entries(Vec<Entry>);

impl Parse for Entries {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        Ok(Entries(
            input
                .parse_terminated(Entry::parse, Token![,])?
                .into_iter()
                .collect(),
        ))
    }
}

impl Options {
    /// Reads the tokens inside the attribute's parentheses.
    pub fn read(tokens: TokenStream, errors: &mut Errors) -> Options {
        let mut options = Options::default();
        let entries = match syn::parse2::<Entries>(tokens) {
            Ok(Entries(entries)) => entries,
            Err(error) => {
                errors.refuse(
                    error.span(),
                    format!("the options of `derive_grad` could not be read: {error}"),
                    "the options are `wrt(x, w)`, `no_grad(n)` and `crate = path`",
                );
                return options;
            }
        };
        for entry in entries {
            match entry {
                Entry::Wrt(at, _) if options.wrt.is_some() => errors.refuse(
                    at.span(),
                    "`wrt` is given twice",
                    "list all parameters in one `wrt(..)`",
                ),
                Entry::Wrt(at, list) if list.is_empty() => errors.refuse(
                    at.span(),
                    "`wrt()` selects no parameter",
                    "name at least one parameter, or leave `wrt` out to select all",
                ),
                Entry::Wrt(_, list) => options.wrt = Some(list),
                Entry::NoGrad(list) => options.no_grad.extend(list),
                Entry::Runtime(path) => options.runtime = Some(path),
                Entry::Unknown(name) => errors.refuse(
                    name.span(),
                    format!("unknown option `{name}`"),
                    "the options are `wrt(x, w)`, `no_grad(n)` and `crate = path`",
                ),
            }
        }
        options
    }
}
