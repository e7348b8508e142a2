//! Writes the files of the crate, and remembers which lines belong to which function.

use super::{Key, Plan, Variant};
use crate::rewrite::{call, named, single};
use crate::source::{Source, derived, each_list, is_derived};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;
use syn::spanned::Spanned;
use syn::{Item, ItemFn};

type Sites = Vec<(&'static str, usize)>;

/// What the written files hold.
pub(super) struct Written {
    /// By file below the folder of the package: the lines of each function.
    pub(super) lines: BTreeMap<String, Vec<(std::ops::RangeInclusive<usize>, Key)>>,
    /// Places that were rewritten, by rewrite.
    pub(super) sites: BTreeMap<Key, Sites>,
}

pub(super) fn write(
    plan: &Plan,
    folder: &Path,
    sources: &[Source],
    reverted: &BTreeMap<Key, String>,
) -> io::Result<Written> {
    let src = folder.join("src");
    let mut written = Written {
        lines: BTreeMap::new(),
        sites: BTreeMap::new(),
    };
    let top = |s: &Source| {
        let first = s.path.components().next();
        let name = first.map(|c| c.as_os_str().to_string_lossy().into_owned());
        name.unwrap_or_default().trim_end_matches(".rs").to_string()
    };
    let mut lib = "#![allow(warnings)]\n#[macro_use]\nmod support;\n".to_string();
    for source in sources.iter().filter(|s| top(s) == "support") {
        keep(&src.join(&source.path), &source.text)?;
    }
    for (v, variant) in plan.variants.iter().enumerate() {
        lib.push_str(&format!("mod {} {{\n", variant.name));
        if variant.has("single") {
            lib.push_str("#[macro_use]\nmod macros;\n");
            let macros = sources
                .iter()
                .find(|s| s.path == Path::new("support/macros.rs"));
            let text = macros.map(|m| narrowing(&m.text)).unwrap_or_default();
            keep(&src.join(&variant.name).join("macros.rs"), &text)?;
        }
        let chosen: BTreeSet<String> = sources
            .iter()
            .map(top)
            .filter(|m| m != "main" && m != "support")
            .filter(|m| variant.modules.is_empty() || variant.modules.contains(m))
            .collect();
        for module in &chosen {
            lib.push_str(&format!("mod {module};\n"));
        }
        lib.push_str("}\n");
        for source in sources.iter().filter(|s| chosen.contains(&top(s))) {
            let name = source.path.to_string_lossy().into_owned();
            let (text, keys) = rewritten(v, variant, source, &name, reverted, &mut written.sites);
            let text = text
                .replace("crate::", &format!("crate::{}::", variant.name))
                .replace(
                    &format!("crate::{}::support", variant.name),
                    "crate::support",
                );
            let text = if variant.has("single") {
                text.replace("1e-12);", "1e-5);")
            } else {
                text
            };
            let path = Path::new(&variant.name).join(&source.path);
            written.lines.insert(
                format!("src/{}", path.to_string_lossy()),
                lines(&text, &keys)?,
            );
            keep(&src.join(path), &text)?;
        }
    }
    keep(&src.join("lib.rs"), &lib)?;
    Ok(written)
}

/// Writes what is not there yet, so that cargo sees no change where none is.
pub(crate) fn keep(path: &Path, text: &str) -> io::Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}

/// The macros of the tests, for functions of `f32`: the flat list is one of `f32` where arguments are made of it.
fn narrowing(macros: &str) -> String {
    let mut text = macros.to_string();
    for head in [
        "primal: |$v| ",
        "grad: |$v| ",
        "grad_into: |$v, old| ",
        "grad_with: |tape, $v, old| ",
        "vjp: |$v, seed, old| ",
    ] {
        let narrow =
            "let narrow: Vec<f32> = $v.iter().map(|&x| x as f32).collect(); let $v = &narrow[..];";
        text = text.replace(&format!("{head}{{"), &format!("{head}{{ {narrow}"));
        text = text.replace(
            &format!("{head}$crate::support::flatten(&[&$f($($arg),*)])[0],"),
            &format!("{head}{{ {narrow} $crate::support::flatten(&[&$f($($arg),*)])[0] }},"),
        );
    }
    text
}

fn rewritten(
    v: usize,
    variant: &Variant,
    source: &Source,
    name: &str,
    reverted: &BTreeMap<Key, String>,
    sites: &mut BTreeMap<Key, Sites>,
) -> (String, Vec<Key>) {
    let mut file = source.file.clone();
    let mut keys = Vec::new();
    let mut next = 0;
    each_list(&mut file.items, &mut |items| {
        let old = std::mem::take(items);
        for item in old {
            let f = match item {
                Item::Fn(f) if is_derived(&f) => f,
                other if variant.has("single") => {
                    items.push(narrowed(other));
                    continue;
                }
                other => {
                    items.push(other);
                    continue;
                }
            };
            let key = (v, name.to_string(), next);
            next += 1;
            if reverted.contains_key(&key) && !variant.has("single") {
                keys.push(key);
                items.push(Item::Fn(f));
                continue;
            }
            let (new, count) = apply(variant, f.clone());
            sites.insert(key.clone(), count);
            for item in new {
                keys.push(key.clone());
                items.push(item);
            }
        }
    });
    (prettyplease::unparse(&file), keys)
}

/// Plain helpers and constants, which functions with the attribute use; not the table of cases.
fn narrowed(item: Item) -> Item {
    let helper = match &item {
        Item::Fn(f) => {
            let text = f.sig.to_token_stream().to_string();
            text.contains("f64") && !text.contains("Case")
        }
        Item::Const(_) | Item::Static(_) => true,
        _ => false,
    };
    if !helper {
        return item;
    }
    syn::parse2(single::narrowed(item.to_token_stream(), &mut 0)).unwrap_or(item)
}

fn apply(variant: &Variant, mut f: ItemFn) -> (Vec<Item>, Sites) {
    let mut count = Sites::new();
    let mut split = false;
    for rewrite in variant.rewrites.iter().filter_map(|r| named(r)) {
        count.push((rewrite.name, (rewrite.apply)(&mut f)));
        split |= rewrite.name == "split";
    }
    let items = match call::split(&f).filter(|_| split) {
        Some(two) => two.into(),
        None => vec![Item::Fn(f)],
    };
    (items, count)
}

/// The lines of each function with the attribute.
fn lines(text: &str, keys: &[Key]) -> io::Result<Vec<(std::ops::RangeInclusive<usize>, Key)>> {
    let file = syn::parse_file(text).map_err(io::Error::other)?;
    let found = derived(&file);
    if found.len() != keys.len() {
        return Err(io::Error::other("functions were lost in printing"));
    }
    let range = |f: &ItemFn| {
        let span = f.span();
        span.start().line..=span.end().line
    };
    Ok(found.iter().map(range).zip(keys.iter().cloned()).collect())
}
