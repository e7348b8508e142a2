//! Every function of the tests that can be called with lists of numbers, on many inputs, and by each of its parameters
//! alone: against dual numbers where the text has a dual form, else against differences.

mod dual;
mod items;
mod report;
mod signature;
mod table;

use crate::source::{Source, sources};
use crate::tree::keep;
use grad_random::ast::Program;
use grad_random::batch::Verdict;
use grad_random::batch::run::run as run_all;
use grad_random::glue::calls;
use grad_random::harness::sweep::{Ask, ITSELF, MEASURED};
use grad_random::package::{Package, built, messages, root, target};
use grad_random::print::Form;
use items::plain_items;
pub use report::Report;
use std::collections::BTreeMap;
use std::io;
use syn::Item;
use syn::spanned::Spanned;
use table::table;

/// What is run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Of the folder and the package.
    pub name: String,
    /// The files of the tests that are taken, by how their paths begin.
    pub files: Vec<String>,
    /// Build with optimisations.
    pub release: bool,
}

/// A function that is swept.
struct Swept {
    name: String,
    /// Of its module, below `plain` or `dual`.
    module: String,
    program: Program,
    asks: Vec<Vec<Ask>>,
    /// The suffix of the copy, and the indices of its parameters with gradients.
    subsets: Vec<(String, Vec<usize>)>,
    /// The module of its glue.
    glue: String,
    /// How deep its loops are, if that can be seen.
    depth: Option<u32>,
}

/// Runs the plan.
///
/// # Errors
/// If files cannot be read or written, or the crate does not build.
pub fn run(plan: &Plan) -> io::Result<Report> {
    let package = Package {
        folder: target().join(format!("contract-{}", plan.name)),
        name: format!("contract-{}", plan.name),
        dependencies: vec![
            ("grad-runtime", root().join("grad-runtime")),
            ("grad-random", root().join("tests/random")),
        ],
    };
    package.manifest()?;
    let sources: Vec<Source> = sources()?
        .into_iter()
        .filter(|s| {
            plan.files
                .iter()
                .any(|f| s.path.to_string_lossy().starts_with(f.as_str()))
        })
        .filter(|s| !crate::source::derived(&s.file).is_empty())
        .collect();
    let mut broken: BTreeMap<(String, String), String> = BTreeMap::new();
    let (swept, binary, mut report) = loop {
        let mut report = Report::default();
        let (swept, lines) = write(&package, &sources, &broken, &mut report)?;
        let output = package.cargo("build", plan.release).output()?;
        if output.status.success() {
            let profile = if plan.release { "release" } else { "debug" };
            let name = format!("{}{}", package.name, std::env::consts::EXE_SUFFIX);
            break (swept, built().join(profile).join(name), report);
        }
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let before = broken.len();
        for message in messages(&text).filter(grad_random::package::Message::is_error) {
            let place = message.place.and_then(|(file, line)| {
                let functions = lines.get(file)?;
                let found = functions.iter().find(|(range, _)| range.contains(&line));
                found.map(|(_, name)| (file.to_string(), name.clone()))
            });
            if let Some(place) = place {
                broken
                    .entry(place)
                    .or_insert_with(|| message.text.to_string());
            }
        }
        if broken.len() == before {
            return Err(io::Error::other(format!(
                "the functions do not build:\n{text}"
            )));
        }
    };
    // Without a dual form there are still differences; but what does not build as it stands is a failure.
    let refused = broken
        .into_iter()
        .filter(|((file, _), _)| file.starts_with("src/plain"));
    let refused = refused.map(|((file, name), text)| (format!("{file} {name}"), text));
    report.failures.extend(refused);
    let alive: Vec<usize> = (0..swept.len()).collect();
    let mut verdicts: Vec<Option<Verdict>> = vec![None; swept.len()];
    run_all(&binary, None, &alive, &mut verdicts)?;
    for (function, verdict) in swept.iter().zip(verdicts) {
        let name = format!("{}::{}", function.module, function.name);
        match verdict {
            Some(Verdict::Agrees(tally)) => {
                report.dual += usize::from(tally.dual > 0);
                report.panicked += usize::from(tally.panicked > 0);
                report.measured += usize::from(tally.measured > 0);
                report.compared += tally.compared;
                report.left_out += tally.skipped;
                if tally.compared == 0 && tally.panicked > 0 {
                    let panics = report.skipped.entry("panics on every input");
                    panics.or_default().push(name);
                } else if tally.compared == 0 {
                    let nothing = "nothing was compared".to_string();
                    report.failures.push((name, nothing));
                }
            }
            Some(Verdict::Wrong(text)) if text.contains(ITSELF) && !text.contains(MEASURED) => {
                // What was compared before it.
                let before = text.split(ITSELF).nth(1).unwrap_or_default();
                let number = before.split_whitespace().next();
                let number = number.and_then(|n| n.parse().ok()).unwrap_or(0);
                report.compared += number;
                let endless = report.skipped.entry(if number > 0 {
                    "does not end on every input; compared before"
                } else {
                    "does not end on the first input"
                });
                endless.or_default().push(name);
            }
            Some(Verdict::Wrong(text)) => report.failures.push((name, text)),
            other => report.failures.push((name, format!("{other:?}"))),
        }
    }
    Ok(report)
}

type Lines = BTreeMap<String, Vec<(std::ops::RangeInclusive<usize>, String)>>;

fn write(
    package: &Package,
    sources: &[Source],
    broken: &BTreeMap<(String, String), String>,
    report: &mut Report,
) -> io::Result<(Vec<Swept>, Lines)> {
    let src = package.folder.join("src");
    let mut swept = Vec::new();
    let mut lines = Lines::new();
    let mut main = "#![allow(warnings)]\n#![recursion_limit = \"512\"]\n\n".to_string();
    let mut trees = [String::new(), String::new()];
    for source in sources {
        let module = source
            .path
            .with_extension("")
            .to_string_lossy()
            .replace(['/', '-'], "_");
        let mut plain = Vec::new();
        let before = swept.len();
        let path = format!("src/plain/{module}.rs");
        let is_broken = |name: &str| broken.contains_key(&(path.clone(), name.to_string()));
        plain_items(
            &source.file.items,
            &module,
            &is_broken,
            &mut plain,
            &mut swept,
            report,
        );
        let text = prettyplease::unparse(&syn::parse_quote!(#(#plain)*));
        let text = local(&text, "plain");
        let parsed = syn::parse_file(&text).map_err(io::Error::other)?;
        functions(&parsed.items, "", lines.entry(path.clone()).or_default());
        keep(&src.join("plain").join(format!("{module}.rs")), &text)?;

        let mut file = dual::dual(&source.file);
        let path = format!("src/dual/{module}.rs");
        blank(&mut file.items, "", &|name| {
            broken.contains_key(&(path.clone(), name.to_string()))
        });
        let of_file = &swept[before..];
        dual_glue(&mut file.items, &module, of_file);
        let text = local(&prettyplease::unparse(&file), "dual");
        let parsed = syn::parse_file(&text).map_err(io::Error::other)?;
        let found = lines.entry(path).or_default();
        functions(&parsed.items, "", found);
        keep(&src.join("dual").join(format!("{module}.rs")), &text)?;
        for tree in &mut trees {
            tree.push_str(&format!("    pub mod {module};\n"));
        }
    }
    main.push_str(&format!(
        "mod plain {{\n{}}}\nmod dual {{\n{}}}\n",
        trees[0], trees[1]
    ));
    main.push_str(&table(&swept));
    keep(&src.join("main.rs"), &main)?;
    report.swept = swept.len();
    report.subsets = swept.iter().filter(|s| !s.subsets.is_empty()).count();
    Ok((swept, lines))
}

/// Paths of the crate of the tests, in this one.
fn local(text: &str, tree: &str) -> String {
    let folders = ["cases", "buffers", "language"];
    folders.iter().fold(text.to_string(), |text, folder| {
        text.replace(
            &format!("crate::{folder}::"),
            &format!("crate::{tree}::{folder}_"),
        )
    })
}

/// The functions without a dual form panic.
fn blank(items: &mut [Item], module: &str, is_none: &impl Fn(&str) -> bool) {
    for item in items {
        match item {
            Item::Mod(m) => {
                let path = format!("{module}::{}", m.ident);
                if let Some((_, inner)) = &mut m.content {
                    blank(inner, &path, is_none);
                }
            }
            Item::Fn(f) if is_none(&format!("{module}::{}", f.sig.ident)) => dual::none(f),
            _ => {}
        }
    }
}

fn functions(
    items: &[Item],
    module: &str,
    found: &mut Vec<(std::ops::RangeInclusive<usize>, String)>,
) {
    for item in items {
        match item {
            Item::Mod(m) => {
                let path = format!("{module}::{}", m.ident);
                if let Some((_, inner)) = &m.content {
                    functions(inner, &path, found);
                }
            }
            Item::Fn(f) => {
                let span = f.span();
                found.push((
                    span.start().line..=span.end().line,
                    format!("{module}::{}", f.sig.ident),
                ));
            }
            _ => {}
        }
    }
}

fn dual_glue(items: &mut Vec<Item>, module: &str, swept: &[Swept]) {
    for item in items.iter_mut() {
        if let Item::Mod(m) = item
            && let Some((_, inner)) = &mut m.content
        {
            dual_glue(inner, &format!("{module}::{}", m.ident), swept);
        }
    }
    for s in swept.iter().filter(|s| s.module == module) {
        let text = format!(
            "pub mod {} {{\nuse super::{} as f;\nuse grad_random::dual::{{Dual, c}};\nuse grad_random::harness::{{Reader, flat}};\n{}}}",
            s.glue,
            s.name,
            calls(&s.program, Form::Dual, false, &[])
        );
        items.extend(syn::parse_str::<Item>(&text));
    }
}
