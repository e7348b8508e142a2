//! The files of the gradient tests, and their functions with the attribute.

use grad_random::package::root;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use syn::{Item, ItemFn};

/// A file of the tests.
#[derive(Clone)]
pub struct Source {
    /// Below the folder of the tests.
    pub path: PathBuf,
    /// As it is written.
    pub text: String,
    /// Its items.
    pub file: syn::File,
}

/// The folder of the gradient tests.
#[must_use]
pub fn folder() -> PathBuf {
    root().join("tests/gradients")
}

/// All files below the folder, sorted.
///
/// # Errors
/// If one cannot be read, or is no Rust.
pub fn sources() -> io::Result<Vec<Source>> {
    let mut paths = Vec::new();
    list(&folder(), &mut paths)?;
    paths
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path)?;
            let file = syn::parse_file(&text).map_err(io::Error::other)?;
            let path = path.strip_prefix(folder()).unwrap_or(&path).to_path_buf();
            Ok(Source { path, text, file })
        })
        .collect()
}

fn list(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?
        .map(|e| e.map(|e| e.path()))
        .collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            list(&path, found)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

/// Whether the function has the attribute.
#[must_use]
pub fn is_derived(f: &ItemFn) -> bool {
    f.attrs.iter().any(|a| {
        let last = a.path().segments.last();
        last.is_some_and(|s| s.ident == "derive_grad")
    })
}

/// Calls `change` with each list of items, those of inner modules first.
pub fn each_list(items: &mut Vec<Item>, change: &mut impl FnMut(&mut Vec<Item>)) {
    for item in items.iter_mut() {
        if let Item::Mod(m) = item
            && let Some((_, inner)) = &mut m.content
        {
            each_list(inner, change);
        }
    }
    change(items);
}

/// Every function with the attribute, in the order of `each_list`.
#[must_use]
pub fn derived(file: &syn::File) -> Vec<ItemFn> {
    let mut found = Vec::new();
    collect(&file.items, &mut found);
    found
}

fn collect(items: &[Item], found: &mut Vec<ItemFn>) {
    for item in items {
        if let Item::Mod(m) = item
            && let Some((_, inner)) = &m.content
        {
            collect(inner, found);
        }
    }
    for item in items {
        if let Item::Fn(f) = item
            && is_derived(f)
        {
            found.push(f.clone());
        }
    }
}
