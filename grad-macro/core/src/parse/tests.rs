//! The option `test(x = value, ..)`: a point at which an emitted test checks the gradient.
//!
//! In: the tokens behind `test`, then the parameters. Out: an expression for each parameter, or refusals.
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, Token};

use super::Param;
use super::options::{Tokens, parenthesized};
use crate::error::Errors;

const HELP: &str = "give each parameter a value: `test(x = [1.0, 2.0], k = 0.5)`";

/// The floats of more parameters than a tuple can hold could not be visited.
const MOST: usize = 12;

/// One `test(..)`.
pub struct TestCase {
    /// The word `test`: what fails, fails there.
    pub at: Ident,
    pub values: Vec<(Ident, Expr)>,
}

impl TestCase {
    /// The value of a parameter; every parameter has one where nothing was refused.
    #[must_use]
    pub fn value_of(&self, param: &Param) -> Option<&Expr> {
        let value = self.values.iter().find(|(name, _)| *name == param.name);
        value.map(|(_, value)| value)
    }
}

/// Reads what stands behind the word `test`; nothing where it is faulty.
pub fn read(option: &Ident, rest: &[TokenTree], errors: &mut Errors) -> Option<TestCase> {
    let tokens = parenthesized(option, rest, ("values of the parameters", HELP), errors)?;
    let mut values = Vec::new();
    let parser = |input: ParseStream| {
        while !input.is_empty() {
            match value(input) {
                Ok(value) => values.push(value),
                Err((at, what)) => {
                    errors.refuse_tokens(at, what, HELP);
                    // What follows would be misread.
                    return input.parse::<TokenStream>().map(|_| false);
                }
            }
        }
        Ok(true)
    };
    let is_right = parser.parse2(tokens).unwrap_or(false);
    is_right.then(|| TestCase {
        at: option.clone(),
        values,
    })
}

/// `x = value,`, or the tokens that are wrong and why.
fn value(input: ParseStream) -> Result<(Ident, Expr), (TokenStream, &'static str)> {
    let next = || {
        let rest: Vec<TokenTree> = (input.fork().parse::<TokenStream>())
            .unwrap_or_default()
            .into_iter()
            .take(1)
            .collect();
        Tokens(&rest).to_token_stream()
    };
    let Ok(name) = input.parse::<Ident>() else {
        return Err((next(), "this is not the name of a parameter"));
    };
    if input.parse::<Token![=]>().is_err() {
        let at = name.to_token_stream();
        return Err((at, "this parameter has no value here"));
    }
    if input.is_empty() || input.peek(Token![,]) {
        let at = name.to_token_stream();
        return Err((at, "this parameter has no value here"));
    }
    let start = next();
    let Ok(value) = input.parse::<Expr>() else {
        return Err((start, "this is not an expression"));
    };
    if !input.is_empty() && input.parse::<Token![,]>().is_err() {
        return Err((next(), "a comma is missing before this"));
    }
    Ok((name, value))
}

/// Compares the names with those of the parameters.
pub fn check_names(tests: &[TestCase], params: &[Param], errors: &mut Errors) {
    for test in tests {
        let mut seen: Vec<&Ident> = Vec::new();
        for (name, _) in &test.values {
            if !params.iter().any(|p| p.plain && p.name == *name) {
                errors.refuse(
                    name.span(),
                    format!("no parameter is called `{name}`"),
                    all(params),
                );
            } else if seen.contains(&name) {
                errors.refuse(
                    name.span(),
                    format!("`{name}` is given twice"),
                    "give it one value; another `test(..)` may have another",
                );
            }
            seen.push(name);
        }
        refuse_missing(test, params, errors);
    }
}

fn all(params: &[Param]) -> String {
    let named = params.iter().filter(|p| p.plain);
    let list: Vec<String> = named.map(|p| format!("`{}`", p.name)).collect();
    if list.is_empty() {
        "give the parameter a name in place of its pattern".to_owned()
    } else {
        format!("the parameters are {}", list.join(", "))
    }
}

fn refuse_missing(test: &TestCase, params: &[Param], errors: &mut Errors) {
    if let Some(unnamed) = params.iter().find(|p| !p.plain) {
        errors.refuse_tokens(
            &unnamed.pat,
            "`test` cannot give a value to a parameter without a name",
            "give it a name, and take it apart with `let` in the body",
        );
        return;
    }
    if let Some(param) = params.iter().find(|p| p.optional && p.is_differentiated()) {
        errors.refuse(
            test.at.span(),
            format!("a test cannot move `{}`, which is an `Option`", param.name),
            "call `grad_runtime::check::gradient` with what is inside, or exclude it with `no_grad(..)`",
        );
    }
    let missing: Vec<String> = (params.iter())
        .filter(|p| test.value_of(p).is_none())
        .map(|p| format!("`{}`", p.name))
        .collect();
    if !missing.is_empty() {
        errors.refuse(
            test.at.span(),
            format!("this test has no value for {}", missing.join(", ")),
            HELP,
        );
    }
    if params.iter().filter(|p| p.is_differentiated()).count() > MOST {
        errors.refuse(
            test.at.span(),
            format!("a test compares the gradients of {MOST} parameters at most"),
            "choose some with `wrt(..)`, or call `grad_runtime::check::gradient` with a point of your own",
        );
    }
}
