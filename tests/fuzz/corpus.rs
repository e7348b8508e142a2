//! Everything with the attribute in the files of the other tests, as tokens.
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// What the attribute is given and what it stands on.
#[derive(Clone)]
pub struct Input {
    pub options: TokenStream,
    pub item: TokenStream,
}

/// The texts of the files. Tokens belong to one thread, so each worker reads them anew.
pub fn sources() -> Vec<String> {
    let tests = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut files = Vec::new();
    for folder in ["gradients", "golden", "ui"] {
        rust_files(&tests.join(folder), &mut files);
    }
    files
        .iter()
        .filter(|f| !f.to_string_lossy().ends_with(".out.rs"))
        .map(|f| std::fs::read_to_string(f).expect("a readable file"))
        .collect()
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the tests are there")
        .map(|e| e.expect("a readable folder").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The inputs of all files.
pub fn inputs(sources: &[String]) -> Vec<Input> {
    let mut found = Vec::new();
    for source in sources {
        let tokens: TokenStream = source.parse().expect("the tests are tokens");
        collect(tokens, &mut found);
    }
    found
}

fn collect(tokens: TokenStream, found: &mut Vec<Input>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, tree) in trees.iter().enumerate() {
        let TokenTree::Group(group) = tree else {
            continue;
        };
        match ours(group.stream()) {
            Some(options) if group.delimiter() == Delimiter::Bracket => found.push(Input {
                options,
                item: item(&trees[at + 1..]),
            }),
            _ => collect(group.stream(), found),
        }
    }
}

/// The options of `derive_grad` or `derive_grad(options)`.
fn ours(attribute: TokenStream) -> Option<TokenStream> {
    let mut trees = attribute.into_iter();
    match trees.next()? {
        TokenTree::Ident(i) if i == "derive_grad" => {}
        _ => return None,
    }
    Some(match trees.next() {
        Some(TokenTree::Group(group)) => group.stream(),
        _ => TokenStream::new(),
    })
}

/// The tokens up to the first body or semicolon.
fn item(trees: &[TokenTree]) -> TokenStream {
    let end = trees.iter().position(|tree| match tree {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    });
    trees[..end.map_or(trees.len(), |e| e + 1)]
        .iter()
        .cloned()
        .collect()
}
