//! Prints what `#[derive_grad]` makes of a function in a file.
//!
//! `cargo run --example expand -- FILE FUNCTION`
//!
//! With `--plan` in front it prints instead what the sweep reads, and where it finds that: on the tape, or again.
use std::process::ExitCode;

use grad_core::Switches;
use grad_core::plan::Found as Place;
use proc_macro2::TokenStream;
use quote::ToTokens;

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let plan = args.first().is_some_and(|a| a == "--plan");
    if plan {
        args.remove(0);
    }
    let [file, name] = args.as_slice() else {
        eprintln!("usage: expand [--plan] FILE FUNCTION");
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
    let Some(found) = find(&parsed.items, name) else {
        eprintln!("{file}: no function `{name}`");
        return ExitCode::FAILURE;
    };
    if let (true, Found::Function(f)) = (plan, &found) {
        return print_plan(f, &source);
    }
    if plan {
        eprintln!(
            "{file}: the plan of a method is not printed by itself: make `{name}` a free function"
        );
        return ExitCode::FAILURE;
    }
    let output = match found {
        Found::Function(f) => {
            let mut plain = f.clone();
            let options = options_of(&mut plain.attrs);
            grad_core::expand(options, plain.to_token_stream())
        }
        Found::Method(block, method) => {
            let mut plain = block.clone();
            let options = options_of(&mut plain.attrs);
            if block.attrs.len() == plain.attrs.len() {
                // The attribute stands on the method.
                let mut plain = method.clone();
                let options = options_of(&mut plain.attrs);
                grad_core::expand(options, plain.to_token_stream())
            } else {
                of_method(grad_core::expand(options, plain.to_token_stream()), name)
            }
        }
    };
    println!("{}", pretty(output));
    ExitCode::SUCCESS
}

/// One line for each value that the sweep reads.
fn print_plan(function: &syn::ItemFn, source: &str) -> ExitCode {
    let mut plain = function.clone();
    let options = options_of(&mut plain.attrs);
    let told = match grad_core::plan_of(options, plain.to_token_stream(), Switches::default()) {
        Ok(told) => told,
        Err(refused) => {
            eprintln!("{refused}");
            return ExitCode::FAILURE;
        }
    };
    let line = |span: proc_macro2::Span| span.start().line;
    let lines: Vec<&str> = source.lines().collect();
    for value in told {
        let at = line(value.span);
        let text = lines.get(at.wrapping_sub(1)).map_or("", |l| l.trim());
        let found = match value.found {
            Place::Kept {
                bytes,
                each: Some(of),
            } => {
                format!("kept, {bytes} bytes each trip of line {}", line(of))
            }
            Place::Kept { bytes, each: None } => format!("kept, {bytes} bytes"),
            Place::ReadAgain(name) => format!("read again from {name}"),
            Place::Recomputed => "computed again".to_string(),
            Place::AtHand => "at hand".to_string(),
        };
        println!("{:<12} {found:<36} line {at}: {text}", value.name);
    }
    ExitCode::SUCCESS
}

enum Found<'i> {
    Function(&'i syn::ItemFn),
    /// With the block around it.
    Method(&'i syn::ItemImpl, &'i syn::ImplItemFn),
}

fn find<'i>(items: &'i [syn::Item], name: &str) -> Option<Found<'i>> {
    items.iter().find_map(|item| match item {
        syn::Item::Fn(f) if f.sig.ident == name => Some(Found::Function(f)),
        syn::Item::Mod(m) => m.content.as_ref().and_then(|(_, items)| find(items, name)),
        syn::Item::Impl(block) => block.items.iter().find_map(|item| match item {
            syn::ImplItem::Fn(f) if f.sig.ident == name => Some(Found::Method(block, f)),
            _ => None,
        }),
        _ => None,
    })
}

/// Takes the attribute off; what stands in it.
fn options_of(attrs: &mut Vec<syn::Attribute>) -> TokenStream {
    let is_ours = |a: &syn::Attribute| {
        let last = a.path().segments.last();
        last.is_some_and(|s| s.ident == "derive_grad")
    };
    let ours = attrs.iter().find(|a| is_ours(a));
    let list = ours.and_then(|a| a.meta.require_list().ok());
    let options = list.map(|l| l.tokens.clone()).unwrap_or_default();
    attrs.retain(|a| !is_ours(a));
    options
}

/// What belongs to one method of a block.
fn of_method(output: TokenStream, name: &str) -> TokenStream {
    let Ok(mut file) = syn::parse2::<syn::File>(output.clone()) else {
        return output;
    };
    for item in &mut file.items {
        if let syn::Item::Impl(block) = item {
            block.items.retain(|item| match item {
                syn::ImplItem::Fn(f) => {
                    let made = f.sig.ident.to_string();
                    let rest = made.trim_start_matches("__").strip_prefix(name);
                    rest.is_some_and(|r| r.is_empty() || r.starts_with('_'))
                }
                _ => false,
            });
        }
    }
    file.items
        .retain(|item| !matches!(item, syn::Item::Impl(block) if block.items.is_empty()));
    file.to_token_stream()
}

fn pretty(tokens: TokenStream) -> String {
    match syn::parse2(tokens.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        Err(error) => format!("// does not parse: {error}\n{tokens}"),
    }
}
