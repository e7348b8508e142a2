//! The options of the attribute: `wrt(..)`, `no_grad(..)`, `crate = path`, `test(..)`.
//!
//! In: the tokens between the parentheses, half typed or not. Out: what could be read of them. They are
//! read token by token rather than by a parser, so that each mistake has its place and its sentence.
use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser;
use syn::{Member, Path, Type};

use super::tests::{self, TestCase};
use crate::error::Errors;

const ALL: &str = "the options are `wrt(x, w)`, `no_grad(n)`, `crate = path` and `test(x = value)`";

/// `self.w: [f64]` in `wrt`.
#[derive(Clone)]
pub struct FieldOf {
    pub name: Ident,
    pub member: Member,
    /// That of the field; where nothing is said, it is the float that is returned.
    pub ty: Option<Type>,
}

/// What stands in `#[derive_grad(..)]`.
#[derive(Default)]
pub struct Options {
    /// The parameters to differentiate with respect to; all that can carry a float where it is absent.
    /// A faulty list counts as absent.
    pub wrt: Option<Vec<Ident>>,
    /// The fields of `self` among them: `self` is in `wrt` then.
    pub fields: Vec<FieldOf>,
    /// The parameters that are not differentiated.
    pub no_grad: Vec<Ident>,
    /// The fields of parameters among them: what is read from them is a constant.
    pub constant_fields: Vec<(Ident, Member)>,
    /// The path of `grad-runtime`, where it is not `::grad_runtime`.
    pub runtime: Option<Path>,
    /// The points of the tests that are emitted beside the function.
    pub tests: Vec<TestCase>,
}

impl Options {
    /// Reads the tokens inside the attribute's parentheses.
    pub fn read(tokens: TokenStream, errors: &mut Errors) -> Options {
        let mut options = Options::default();
        let mut wrt_before = false;
        for entry in entries(tokens, errors) {
            let (first, rest) = (&entry[0], &entry[1..]);
            let TokenTree::Ident(name) = first else {
                errors.refuse_tokens(Tokens(&entry), "this is no option of `derive_grad`", ALL);
                continue;
            };
            match name.to_string().as_str() {
                "wrt" if wrt_before => errors.refuse(
                    name.span(),
                    "`wrt` is given twice",
                    "list all parameters in one `wrt(..)`",
                ),
                "wrt" => {
                    wrt_before = true;
                    options.wrt = list(name, rest, Some(&mut options.fields), errors);
                    if options.wrt.as_ref().is_some_and(Vec::is_empty) {
                        options.wrt = None;
                        errors.refuse_tokens(
                            Tokens(&entry),
                            "`wrt()` selects no parameter",
                            "name at least one parameter, or leave `wrt` out to select all",
                        );
                    }
                }
                "no_grad" => {
                    let (rest, fields) = without_fields(rest);
                    options.constant_fields.extend(fields);
                    if let Some(rest) = rest {
                        let names = list(name, &rest, None, errors);
                        options.no_grad.extend(names.into_iter().flatten());
                    }
                }
                "crate" if options.runtime.is_some() => errors.refuse(
                    name.span(),
                    "`crate` is given twice",
                    "keep the right one of the two paths",
                ),
                "crate" => options.runtime = runtime(name, rest, errors),
                "test" => options.tests.extend(tests::read(name, rest, errors)),
                other => {
                    errors.refuse(name.span(), format!("`{other}` is no option"), ALL);
                }
            }
        }
        options
    }
}

/// Several tokens that are underlined together.
pub(super) struct Tokens<'t>(pub(super) &'t [TokenTree]);

impl ToTokens for Tokens<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.0.iter().cloned());
    }
}

/// The parts between commas, none of them empty. The last may have a comma of its own.
fn entries(tokens: TokenStream, errors: &mut Errors) -> Vec<Vec<TokenTree>> {
    let mut found = Vec::new();
    let mut entry = Vec::new();
    for token in visible(tokens) {
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => {
                if entry.is_empty() {
                    errors.refuse(
                        punct.span(),
                        "nothing stands before this comma",
                        "remove the comma",
                    );
                } else {
                    found.push(std::mem::take(&mut entry));
                }
            }
            _ => entry.push(token),
        }
    }
    if !entry.is_empty() {
        found.push(entry);
    }
    found
}

/// Without the invisible groups around what a macro was given.
fn visible(tokens: TokenStream) -> Vec<TokenTree> {
    let mut found = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                found.extend(visible(group.stream()));
            }
            other => found.push(other),
        }
    }
    found
}

/// What stands in the parentheses of an option that takes `what`.
pub(super) fn parenthesized(
    option: &Ident,
    rest: &[TokenTree],
    (what, help): (&str, &str),
    errors: &mut Errors,
) -> Option<TokenStream> {
    let what = format!("`{option}` takes {what}");
    let (first, more) = match rest {
        [] => {
            errors.refuse(option.span(), what, help);
            return None;
        }
        [first, more @ ..] => (first, more),
    };
    let group = match first {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => group,
        _ => {
            errors.refuse_tokens(Tokens(rest), what, help);
            return None;
        }
    };
    if let [next, ..] = more {
        errors.refuse(
            next.span(),
            "a comma is missing before this option",
            "separate the options with commas",
        );
        return None;
    }
    Some(group.stream())
}

/// The names in `wrt(..)` or `no_grad(..)`; nothing where one of them is no name.
fn list(
    option: &Ident,
    rest: &[TokenTree],
    mut fields: Option<&mut Vec<FieldOf>>,
    errors: &mut Errors,
) -> Option<Vec<Ident>> {
    let help = format!("name them in parentheses: `{option}(x, w)`");
    let list = parenthesized(option, rest, ("a list of parameters", &help), errors)?;
    let mut names = Some(Vec::new());
    for entry in entries(list, errors) {
        match entry.as_slice() {
            [TokenTree::Ident(name)] if name != "_" => {
                if let Some(names) = &mut names {
                    names.push(name.clone());
                }
            }
            [TokenTree::Ident(this), TokenTree::Punct(dot), rest @ ..]
                if this == "self" && dot.as_char() == '.' && fields.is_some() =>
            {
                let field = field_of(rest);
                if field.is_none() {
                    errors.refuse_tokens(
                        Tokens(&entry),
                        "this is not a field of `self`",
                        "name a field, with its type where it is no float: `wrt(self.k, self.w: [f64])`",
                    );
                    names = None;
                }
                let found = fields.as_deref_mut().zip(field);
                if let (Some((fields, field)), Some(names)) = (found, &mut names) {
                    if fields.iter().any(|f| f.name == field.name) {
                        errors.refuse(
                            field.name.span(),
                            format!("`self.{}` is named twice", field.name),
                            "name it once",
                        );
                        continue;
                    }
                    // The list holds `self` once for all of its fields.
                    if fields.is_empty() {
                        names.push(this.clone());
                    }
                    fields.push(field);
                }
            }
            other => {
                errors.refuse_tokens(
                    Tokens(other),
                    "this is not the name of a parameter",
                    format!("list plain names, with a comma between: `{option}(x, w)`"),
                );
                names = None;
            }
        }
    }
    names
}

/// `no_grad(n, self.data)`: the names alone, if there are any, and the fields.
fn without_fields(rest: &[TokenTree]) -> (Option<Vec<TokenTree>>, Vec<(Ident, Member)>) {
    let [TokenTree::Group(group)] = rest else {
        return (Some(rest.to_vec()), Vec::new());
    };
    let (mut names, mut fields) = (TokenStream::new(), Vec::new());
    for entry in entries(group.stream(), &mut Errors::default()) {
        if let [TokenTree::Ident(base), TokenTree::Punct(dot), member] = entry.as_slice()
            && dot.as_char() == '.'
            && let Ok(member) = syn::parse2(member.to_token_stream())
        {
            fields.push((base.clone(), member));
            continue;
        }
        if !names.is_empty() {
            names.extend([TokenTree::Punct(Punct::new(',', Spacing::Alone))]);
        }
        names.extend(entry);
    }
    if fields.is_empty() {
        return (Some(rest.to_vec()), fields);
    }
    let mut inner = Group::new(group.delimiter(), names);
    inner.set_span(group.span());
    let left = !inner.stream().is_empty();
    (left.then(|| vec![TokenTree::Group(inner)]), fields)
}

/// What stands behind `self.`.
fn field_of(rest: &[TokenTree]) -> Option<FieldOf> {
    let (member, rest) = rest.split_first()?;
    let member: Member = syn::parse2(member.to_token_stream()).ok()?;
    let name = match &member {
        Member::Named(name) => name.clone(),
        Member::Unnamed(at) => Ident::new(&format!("field_{}", at.index), at.span),
    };
    let ty = match rest {
        [] => None,
        [TokenTree::Punct(colon), ty @ ..] if colon.as_char() == ':' => {
            Some(syn::parse2(Tokens(ty).to_token_stream()).ok()?)
        }
        _ => return None,
    };
    Some(FieldOf { name, member, ty })
}

/// The path in `crate = path`.
fn runtime(option: &Ident, rest: &[TokenTree], errors: &mut Errors) -> Option<Path> {
    let help = "write the path of the runtime: `crate = my_crate::grad_runtime`";
    let path = match rest {
        [TokenTree::Punct(equals), path @ ..] if equals.as_char() == '=' => path,
        _ => &[],
    };
    if path.is_empty() {
        let wrong = rest
            .first()
            .map_or_else(|| option.to_token_stream(), ToTokens::to_token_stream);
        errors.refuse_tokens(wrong, "`crate` is followed by `=` and a path", help);
        return None;
    }
    let tokens = Tokens(path).to_token_stream();
    if let Ok(path) = Path::parse_mod_style.parse2(tokens.clone()) {
        return Some(path);
    }
    // Other crates take a string: what it says is known, so the stubs below follow it.
    let said = syn::parse2::<syn::LitStr>(tokens.clone())
        .ok()
        .and_then(|text| {
            text.parse_with(Path::parse_mod_style)
                .ok()
                .map(|path| (text.value(), path))
        });
    match said {
        Some((text, path)) => {
            errors.refuse_tokens(
                tokens,
                "the path of the runtime is not a string",
                format!("write it without quotes: `crate = {text}`"),
            );
            Some(path)
        }
        None => {
            errors.refuse_tokens(tokens, "this is not the path of a crate", help);
            None
        }
    }
}
