//! The stages between, through the library: the verifier over every function of the gradient tests, and
//! golden files of the text forms and of the printed source.
//!
//! `BLESS=1 cargo test --test stages` rewrites the golden files; read the difference in review.
use std::path::{Path, PathBuf};

use grad_core::plan::Found;
use grad_core::{Switches, expand, stages};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Item, ItemFn};

/// The printed source of the golden functions, compiled and run.
#[allow(
    dead_code,
    reason = "each golden file has all public functions; the tests call one"
)]
mod printed {
    pub mod branch {
        include!("golden/branch.out.rs");
    }
    pub mod calls {
        include!("golden/calls.out.rs");
    }
    pub mod exits {
        include!("golden/exits.out.rs");
    }
    pub mod parts {
        include!("golden/parts.out.rs");
    }
    pub mod rewind {
        include!("golden/rewind.out.rs");
    }
    pub mod rows {
        include!("golden/rows.out.rs");
    }
    pub mod straight {
        include!("golden/straight.out.rs");
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests")
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

fn is_ours(attribute: &syn::Attribute) -> bool {
    attribute
        .path()
        .segments
        .last()
        .is_some_and(|s| s.ident == "derive_grad")
}

/// Every function with the attribute, with its options and without the attribute.
fn derived(items: &[Item], found: &mut Vec<(TokenStream, ItemFn)>) {
    for item in items {
        match item {
            Item::Fn(f) => {
                if let Some(attribute) = f.attrs.iter().find(|a| is_ours(a)) {
                    let options = attribute
                        .meta
                        .require_list()
                        .map(|l| l.tokens.clone())
                        .unwrap_or_default();
                    let mut plain = f.clone();
                    plain.attrs.retain(|a| !is_ours(a));
                    found.push((options, plain));
                }
            }
            Item::Mod(m) => {
                if let Some((_, items)) = &m.content {
                    derived(items, found);
                }
            }
            _ => {}
        }
    }
}

#[test]
fn the_verifier_holds_for_every_function_and_every_switch() {
    verify_all(true);
}

#[test]
fn the_verifier_holds_where_everything_is_active() {
    verify_all(false);
}

/// Runs the verifier on all functions of the gradient tests, with every switch of the others.
fn verify_all(activity: bool) {
    let mut files = Vec::new();
    rust_files(&root().join("gradients"), &mut files);
    let mut count = 0;
    for file in files {
        let source = std::fs::read_to_string(&file).expect("a readable file");
        let parsed = syn::parse_file(&source).expect("the tests compile");
        let mut functions = Vec::new();
        derived(&parsed.items, &mut functions);
        for (options, function) in functions {
            let name = function.sig.ident.to_string();
            for simplify in [true, false] {
                for (rewind, reread, wanted) in [
                    (true, true, true),
                    (true, true, false),
                    (true, false, true),
                    (false, true, true),
                    (false, false, false),
                ] {
                    let switches = Switches {
                        activity,
                        blocks: true,
                        columns: rewind || wanted,
                        companions: simplify || wanted,
                        fusion: true,
                        inductions: activity == simplify,
                        numbering: simplify,
                        recompute: simplify,
                        rewind,
                        reread,
                        wanted,
                        windows: true,
                        simplify,
                    };
                    let done = stages(options.clone(), function.to_token_stream(), switches);
                    if let Err(violation) = done {
                        panic!("{}: `{name}`: {violation}", file.display());
                    }
                }
            }
            count += 1;
        }
    }
    assert!(count > 300, "only {count} functions were found");
}

fn golden(name: &str) {
    let folder = root().join("golden");
    let source =
        std::fs::read_to_string(folder.join(format!("{name}.rs"))).expect("the golden input");
    let parsed = syn::parse_file(&source).expect("golden inputs parse");
    let mut functions = Vec::new();
    derived(&parsed.items, &mut functions);
    let mut text = String::new();
    let mut printed = String::new();
    for (options, function) in functions {
        let done = stages(
            options.clone(),
            function.to_token_stream(),
            Switches::default(),
        )
        .unwrap_or_else(|e| panic!("{name}: {e}"));
        text.push_str(&format!(
            "== {}\n-- ssa\n{}-- forward\n{}-- reverse\n{}\n",
            function.sig.ident, done.ssa, done.forward, done.reverse
        ));
        let file: syn::File = syn::parse2(expand(options, function.to_token_stream()))
            .expect("printed source parses");
        printed.push_str(&prettyplease::unparse(&file));
    }
    compare(&folder.join(format!("{name}.ir.txt")), &text);
    compare(&folder.join(format!("{name}.out.rs")), &printed);
}

fn compare(path: &Path, now: &str) {
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, now).expect("a writable golden file");
        return;
    }
    let then = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        then == now,
        "{} differs from what is generated now; read the difference, then bless it with BLESS=1\n{now}",
        path.display()
    );
}

#[test]
fn straight_line() {
    golden("straight");
    // x y sin(x) at (2, 3): y (sin x + x cos x), x sin x
    let (_, dx, dy) = printed::straight::straight_grad(2.0, 3.0);
    assert!((dx - 3.0 * (2.0_f64.sin() + 2.0 * 2.0_f64.cos())).abs() < 1e-12);
    assert!((dy - 2.0 * 2.0_f64.sin()).abs() < 1e-12);
}

#[test]
fn branch() {
    golden("branch");
    // 2 x above 1, x² below
    assert!((printed::branch::branch_grad(3.0).1 - 2.0).abs() < 1e-12);
    assert!((printed::branch::branch_grad(0.25).1 - 0.5).abs() < 1e-12);
}

#[test]
fn exits() {
    golden("exits");
    // Skips the negative, stops at the first above 10: 2 · 3 + 2 · 2 of the squares
    let (value, dx) = printed::exits::exits_grad(&[3.0, -1.0, 2.0, 11.0, 5.0]);
    assert!((value - 13.0).abs() < 1e-12);
    assert_eq!(dx, [6.0, 0.0, 4.0, 0.0, 0.0]);
}

#[test]
fn rows() {
    golden("rows");
    // Each weight is used with one input, each input with every row.
    let (value, dw, dx) = printed::rows::rows_grad(&[1.0, 2.0, 3.0, 4.0], &[0.5, -1.0]);
    assert!((value - (0.5 - 2.0 + 1.5 - 4.0)).abs() < 1e-12);
    assert_eq!(dw, [0.5, -1.0, 0.5, -1.0]);
    assert_eq!(dx, [4.0, 6.0]);
}

#[test]
fn rewind() {
    golden("rewind");
    // The transposed inverse of [[2, 1], [1, 3]]
    let (value, da) = printed::rewind::eliminate_grad(&mut [2.0, 1.0, 1.0, 3.0], 2);
    assert!((value - 5.0_f64.ln()).abs() < 1e-12);
    for (found, slope) in da.iter().zip([0.6, -0.2, -0.2, 0.4]) {
        assert!((found - slope).abs() < 1e-12);
    }
}

#[test]
fn calls() {
    golden("calls");
    // (x y)² = x² y²
    let (_, dx, dy) = printed::calls::square_of_product_grad(2.0, 3.0);
    assert!((dx - 36.0).abs() < 1e-12 && (dy - 24.0).abs() < 1e-12);
}

#[test]
fn parts() {
    golden("parts");
    // Two rows, then one row twice.
    let m = [1.0, 2.0, 3.0, 4.0];
    let (value, dm) = printed::parts::gram_grad(&m, 2, 0, 1);
    assert!((value - 11.0).abs() < 1e-12);
    assert_eq!(dm, [3.0, 4.0, 1.0, 2.0]);
    assert_eq!(
        printed::parts::gram_grad(&m, 2, 1, 1).1,
        [0.0, 0.0, 6.0, 8.0]
    );
    // x0 x2
    let (value, dx) = printed::parts::halves_grad(&mut [2.0, 3.0, 5.0, 7.0], 2);
    assert!((value - 10.0).abs() < 1e-12);
    assert_eq!(dx, [5.0, 0.0, 2.0, 0.0]);
}

/// What the plan tells of a value, by its name.
fn told(item: &str, name: &str) -> String {
    let item: TokenStream = item.parse().expect("tokens");
    let told = grad_core::plan_of(TokenStream::new(), item, Switches::default());
    let told = told.expect("it is accepted");
    let value = told.iter().find(|t| t.name == name);
    match value.map(|t| &t.found) {
        Some(Found::Kept { bytes, each }) => format!("kept {bytes}, by trip: {}", each.is_some()),
        Some(Found::ReadAgain(of)) => format!("read again from {of}"),
        Some(Found::Recomputed) => "computed again".to_string(),
        Some(Found::AtHand) => "at hand".to_string(),
        None => "not read".to_string(),
    }
}

#[test]
fn the_plan_tells_where_the_sweep_finds_a_value() {
    let item = "fn f(x: &[f64], k: f64) -> f64 {
        let mut y = k;
        for i in 0..x.len() {
            let a = y.exp();
            let b = a + 2.0;
            y = a * x[i] + b;
        }
        let z = y.sin();
        z * z
    }";
    assert_eq!(told(item, "a"), "kept 8, by trip: true");
    // Only a sum reads it, whose slope is 1.
    assert_eq!(told(item, "b"), "not read");
    assert_eq!(told(item, "i"), "at hand");
    assert_eq!(told(item, "z"), "kept 8, by trip: false");
}
