//! The guide below `docs`: its code is compiled and run, here and in `examples/clients`; its messages, the forms
//! between the stages and its times are what they are said to be.
//!
//! `BLESS=1 cargo test --test docs` rewrites the messages, forms and times; read the difference in review.
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use grad_core::{Switches, expand, stages};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Item, ItemFn};

#[path = "docs/forms.rs"]
mod forms;
#[path = "docs/how_it_works.rs"]
mod how_it_works;
#[path = "docs/kinks.rs"]
mod kinks;
#[path = "docs/rules.rs"]
mod rules;
#[path = "docs/troubleshooting.rs"]
mod troubleshooting;

/// A fenced block of a page.
struct Block {
    /// What stands behind the opening fence.
    kind: String,
    text: String,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn pages() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("docs")).expect("the guide is there");
    let paths = entries.map(|e| e.expect("a readable folder").path());
    paths
        .filter(|p| p.extension().is_some_and(|e| e == "md"))
        .collect()
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(kind)) => {
                let (kind, text) = (kind.to_owned(), String::new());
                open = Some(Block { kind, text });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// All that the tests below this folder and the clients compile.
fn compiled() -> String {
    let folders = ["tests/docs", "examples/clients/src"];
    let mut all = String::new();
    for folder in folders {
        for entry in std::fs::read_dir(root().join(folder)).expect("a folder of code") {
            all.push_str(&one_line(&read(&entry.expect("a readable folder").path())));
            all.push('\n');
        }
    }
    all
}

#[test]
fn all_code_is_compiled() {
    let compiled = compiled();
    let mut count = 0;
    for page in pages() {
        for block in blocks(&read(&page)).iter().filter(|b| b.kind == "rust") {
            let code = block
                .text
                .trim_start_matches("use grad_runtime::derive_grad;");
            assert!(
                compiled.contains(&one_line(code)),
                "{}: not in tests/docs nor in the clients:\n{}",
                page.display(),
                block.text
            );
            count += 1;
        }
    }
    assert!(count > 30, "only {count} blocks were found");
}

/// Replaces the blocks of a page by what `now` says they should be, or compares them.
fn blocks_are(page: &Path, now: impl Fn(usize, &[Block]) -> Option<String>) {
    let text = read(page);
    let blocks = blocks(&text);
    let mut blessed = String::new();
    let mut rest = text.as_str();
    for (at, block) in blocks.iter().enumerate() {
        let fence = format!("```{}\n", block.kind);
        let start = rest.find(&fence).expect("the block is there") + fence.len();
        blessed.push_str(&rest[..start]);
        rest = &rest[start + block.text.len()..];
        blessed.push_str(&now(at, &blocks).unwrap_or_else(|| block.text.clone()));
        let end = rest.find("```").expect("the block ends") + 3;
        blessed.push_str(&rest[..end]);
        rest = &rest[end..];
    }
    blessed.push_str(rest);
    compare(page, &text, &blessed);
}

fn compare(page: &Path, text: &str, now: &str) {
    if std::env::var_os("BLESS").is_some() {
        // Another test may be reading it.
        if text != now {
            std::fs::write(page, now).expect("a writable page");
        }
        return;
    }
    let differing = text.lines().zip(now.lines()).find(|(a, b)| a != b);
    assert!(
        text == now,
        "{}: BLESS=1 rewrites it. The first difference: {differing:?}",
        page.display()
    );
}

/// The first function of a block, without the attribute, and the options of that.
fn function(code: &str) -> (TokenStream, ItemFn) {
    let file = syn::parse_file(code).expect("a block of items");
    let mut functions = file.items.into_iter().filter_map(|item| match item {
        Item::Fn(function) => Some(function),
        _ => None,
    });
    let mut function = functions.next().expect("a function");
    let is_ours = |a: &syn::Attribute| a.path().is_ident("derive_grad");
    let ours = function.attrs.iter().find(|a| is_ours(a));
    let list = ours.and_then(|a| a.meta.require_list().ok());
    let options = list.map(|l| l.tokens.clone()).unwrap_or_default();
    function.attrs.retain(|a| !is_ours(a));
    (options, function)
}

/// The texts of all `compile_error!`.
fn messages(tokens: TokenStream, found: &mut Vec<String>) {
    let mut last = String::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) if last == "compile_error" => {
                let text: syn::LitStr = syn::parse2(group.stream()).expect("a message");
                found.push(text.value());
                last.clear();
            }
            TokenTree::Group(group) => messages(group.stream(), found),
            TokenTree::Ident(name) => last = name.to_string(),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

#[test]
fn messages_are_those_of_the_attribute() {
    for page in pages() {
        blocks_are(&page, |at, blocks| {
            let before = &blocks.get(at.checked_sub(1)?)?;
            if blocks[at].kind != "text" || before.kind != "rust,compile_fail" {
                return None;
            }
            let (options, function) = function(&before.text);
            let mut found = Vec::new();
            messages(expand(options, function.to_token_stream()), &mut found);
            assert!(!found.is_empty(), "it is accepted:\n{}", before.text);
            let mut text = String::new();
            for message in found {
                let lines = message.lines().map(str::trim);
                lines.for_each(|line| writeln!(text, "{line}").expect("a string takes all"));
            }
            Some(text)
        });
    }
}

/// What is looked up by its message can be found.
#[test]
fn messages_that_are_explained_exist() {
    let mut source = String::new();
    let mut folders = vec![root().join("grad-macro/core/src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of the source") {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                source.push_str(&read(&path));
            }
        }
    }
    let page = read(&root().join("docs/troubleshooting.md"));
    let rows = page.lines().skip_while(|l| !l.starts_with("| message |"));
    let mut count = 0;
    for row in rows.skip(2).take_while(|l| l.starts_with('|')) {
        let message = row.split('`').nth(1).expect("a message in each row");
        assert!(source.contains(message), "no message says: {message}");
        count += 1;
    }
    assert!(count > 3);
}

#[test]
fn the_forms_between_the_stages_are_real() {
    blocks_are(&root().join("docs/how-it-works.md"), |at, blocks| {
        let (options, function) = function(&blocks[0].text);
        let done = stages(options, function.to_token_stream(), Switches::default());
        let done = done.expect("the function is accepted");
        match blocks[at].kind.as_str() {
            "ssa" => Some(done.ssa.clone()),
            "forward" => Some(done.forward.clone()),
            "reverse" => Some(done.reverse.clone()),
            _ => None,
        }
    });
}

fn cells(row: &str) -> Vec<&str> {
    row.trim()
        .trim_matches('|')
        .split('|')
        .map(str::trim)
        .collect()
}

/// The times in the guide and in the README are those of the first table of the results, column by column.
#[test]
fn times_are_those_of_the_last_table() {
    let results = read(&root().join("benches/RESULTS.md"));
    for page in ["docs/comparison.md", "README.md"] {
        times_are_those_of(&results, &root().join(page));
    }
}

fn times_are_those_of(results: &str, page: &Path) {
    let mut measured = results
        .lines()
        .skip_while(|l| !l.starts_with("| function |"));
    let header = cells(measured.next().expect("a table of functions"));
    let rows = measured.skip(1).take_while(|l| l.starts_with('|'));

    let text = read(page);
    let is_header = |line: &&str| line.starts_with("| function |") && line.contains("by hand");
    let line = text.lines().find(is_header).expect("a table of times");
    let start = text.find(line).expect("one of its lines");
    let shown = cells(line);
    let columns: Vec<usize> = shown
        .iter()
        .map(|name| {
            header
                .iter()
                .position(|h| h == name)
                .expect("a column of the results")
        })
        .collect();
    let mut now = String::new();
    for line in text[start..].lines().take(2) {
        writeln!(now, "{line}").expect("a string takes all");
    }
    for row in rows {
        let row = cells(row);
        let picked: Vec<&str> = columns.iter().map(|&c| row[c]).collect();
        writeln!(now, "| {} |", picked.join(" | ")).expect("a string takes all");
    }
    let end = text[start..].find("\n\n").expect("text after the table") + 1;
    let blessed = format!("{}{now}{}", &text[..start], &text[start + end..]);
    compare(page, &text, &blessed);
}
