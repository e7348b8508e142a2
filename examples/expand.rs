//! Prints what `#[derive_grad]` makes of a function in a file, or of the `impl` around a method.
//!
//! `cargo run --example expand -- FILE FUNCTION`
use std::process::ExitCode;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, ImplItem, Item};

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
    let Some((options, plain)) = find(parsed.items, name) else {
        eprintln!("{file}: no function `{name}` with the attribute");
        return ExitCode::FAILURE;
    };
    println!("{}", pretty(grad_core::expand(options, plain)));
    ExitCode::SUCCESS
}

/// The options of the attribute, and what it stands on: the function, or the `impl` around a method.
fn find(items: Vec<Item>, name: &str) -> Option<(TokenStream, TokenStream)> {
    items.into_iter().find_map(|item| match item {
        Item::Fn(mut f) if f.sig.ident == name => {
            let options = take_options(&mut f.attrs)?;
            Some((options, f.into_token_stream()))
        }
        Item::Impl(mut block) => {
            let is_wanted = |i: &ImplItem| matches!(i, ImplItem::Fn(f) if f.sig.ident == name);
            let at = block.items.iter().position(is_wanted)?;
            if let Some(options) = take_options(&mut block.attrs) {
                return Some((options, block.into_token_stream()));
            }
            let ImplItem::Fn(mut method) = block.items.swap_remove(at) else {
                return None;
            };
            let options = take_options(&mut method.attrs)?;
            Some((options, method.into_token_stream()))
        }
        Item::Mod(m) => find(m.content?.1, name),
        _ => None,
    })
}

/// Takes the attribute away and returns its options.
fn take_options(attrs: &mut Vec<Attribute>) -> Option<TokenStream> {
    let is_ours = |a: &Attribute| {
        let last = a.path().segments.last();
        last.is_some_and(|s| s.ident == "derive_grad")
    };
    let ours = attrs.iter().position(is_ours)?;
    let attribute = attrs.remove(ours);
    let list = attribute.meta.require_list().ok();
    Some(list.map(|l| l.tokens.clone()).unwrap_or_default())
}

fn pretty(tokens: TokenStream) -> String {
    match syn::parse2(tokens.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        Err(error) => format!("// does not parse: {error}\n{tokens}"),
    }
}
