//! Prints what `#[derive_grad]` makes of a function in a file.
//!
//! `cargo run --example expand -- FILE FUNCTION`
use std::process::ExitCode;

use proc_macro2::TokenStream;
use quote::ToTokens;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, name] = args.as_slice() else {
        eprintln!("usage: expand FILE FUNCTION");
        return ExitCode::FAILURE;
    };
    let source = match std::fs::read_to_string(file) {
        Ok(source) => source,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let parsed = match syn::parse_file(&source) {
        Ok(parsed) => parsed,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let Some(function) = find(&parsed.items, name) else {
        eprintln!("{file}: no function `{name}`");
        return ExitCode::FAILURE;
    };
    let options = function
        .attrs
        .iter()
        .find(|a| {
            a.path()
                .segments
                .last()
                .is_some_and(|s| s.ident == "derive_grad")
        })
        .and_then(|a| a.meta.require_list().ok().map(|l| l.tokens.clone()))
        .unwrap_or_default();
    let mut plain = function.clone();
    plain.attrs.retain(|a| {
        a.path()
            .segments
            .last()
            .is_none_or(|s| s.ident != "derive_grad")
    });
    println!(
        "{}",
        pretty(grad_core::expand(options, plain.to_token_stream()))
    );
    ExitCode::SUCCESS
}

fn find<'i>(items: &'i [syn::Item], name: &str) -> Option<&'i syn::ItemFn> {
    items.iter().find_map(|item| match item {
        syn::Item::Fn(f) if f.sig.ident == name => Some(f),
        syn::Item::Mod(m) => m.content.as_ref().and_then(|(_, items)| find(items, name)),
        _ => None,
    })
}

fn pretty(tokens: TokenStream) -> String {
    match syn::parse2(tokens.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        Err(error) => format!("// does not parse: {error}\n{tokens}"),
    }
}
