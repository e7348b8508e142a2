//! The gradient tests as a crate of its own, with every function rewritten: written, built offline, run.

use crate::rewrite::{call, named, single};
use crate::source::{Source, derived, each_list, is_derived, sources};
use crate::table::{Covered, Failure, Report};
use grad_random::package::{Package, messages, root, target};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use quote::ToTokens;
use std::path::Path;
use syn::spanned::Spanned;
use syn::{Item, ItemFn};

/// A module of the written crate: some of the tests after some rewrites, in this order.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// The names of the rewrites.
    pub rewrites: Vec<String>,
    /// The top modules of the tests that are taken; all where empty.
    pub modules: Vec<String>,
}

impl Variant {
    /// Rewrites one after the other, of some modules of the tests, or of all.
    #[must_use]
    pub fn of(name: &str, rewrites: &[&str], modules: &[&str]) -> Self {
        let owned = |list: &[&str]| list.iter().map(ToString::to_string).collect();
        Self {
            name: name.to_string(),
            rewrites: owned(rewrites),
            modules: owned(modules),
        }
    }

    fn has(&self, name: &str) -> bool {
        self.rewrites.iter().any(|r| r == name)
    }
}

/// What is written.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Of the folder and the package.
    pub name: String,
    /// The modules.
    pub variants: Vec<Variant>,
    /// Build with optimisations.
    pub release: bool,
    /// Names of tests that cannot hold, by the variant (or `*`) and a part of the name, each with its reason.
    pub skipped_tests: Vec<(&'static str, &'static str, &'static str)>,
}

/// A function: the variant, the file, its place among those with the attribute.
type Key = (usize, String, usize);

/// Runs the plan.
///
/// # Errors
/// If files cannot be read or written, or the crate does not build for a reason that lies in no rewritten function.
pub fn run(plan: &Plan) -> io::Result<Report> {
    let sources = sources()?;
    let mut reverted: BTreeMap<Key, String> = BTreeMap::new();
    let package = Package {
        folder: target().join(format!("contract-{}", plan.name)),
        name: format!("contract-{}", plan.name),
        dependencies: vec![("grad-runtime", root().join("grad-runtime"))],
    };
    package.manifest()?;
    loop {
        let written = write(plan, &package.folder, &sources, &reverted)?;
        let mut cargo = package.cargo("test", plan.release);
        let output = cargo.arg("--no-run").output()?;
        if output.status.success() {
            return execute(plan, &package, written, &sources, &reverted);
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let found = blame(&text, &written, &package.folder);
        if found.is_empty() || found.keys().any(|k| reverted.contains_key(k)) {
            let known: Vec<_> = found.keys().collect();
            return Err(io::Error::other(format!(
                "the tests do not build ({known:?}):\n{text}"
            )));
        }
        reverted.extend(found);
    }
}

type Sites = Vec<(&'static str, usize)>;

/// What the written files hold.
struct Written {
    /// By file below the folder of the package: the lines of each function.
    lines: BTreeMap<String, Vec<(std::ops::RangeInclusive<usize>, Key)>>,
    /// Places that were rewritten, by rewrite.
    sites: BTreeMap<Key, Sites>,
}

fn write(
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
                .replace(&format!("crate::{}::support", variant.name), "crate::support");
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
    for head in ["primal: |$v| ", "grad: |$v| ", "grad_into: |$v, old| ", "grad_with: |tape, $v, old| ", "vjp: |$v, seed, old| "] {
        let narrow = "let narrow: Vec<f32> = $v.iter().map(|&x| x as f32).collect(); let $v = &narrow[..];";
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
fn lines(
    text: &str,
    keys: &[Key],
) -> io::Result<Vec<(std::ops::RangeInclusive<usize>, Key)>> {
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

/// The functions in which errors lie, with the first one.
fn blame(output: &str, written: &Written, folder: &Path) -> BTreeMap<Key, String> {
    let mut found = BTreeMap::new();
    for message in messages(output).filter(grad_random::package::Message::is_error) {
        let Some((file, line)) = message.place else {
            continue;
        };
        let functions = written.lines.get(file).map_or(&[][..], |f| f);
        if let Some((_, key)) = functions.iter().find(|(lines, _)| lines.contains(&line)) {
            let source = fs::read_to_string(folder.join(file)).unwrap_or_default();
            let at = source.lines().nth(line - 1).unwrap_or_default().trim();
            found
                .entry(key.clone())
                .or_insert_with(|| format!("{} at `{at}`", message.text));
        }
    }
    found
}

fn execute(
    plan: &Plan,
    package: &Package,
    written: Written,
    sources: &[Source],
    reverted: &BTreeMap<Key, String>,
) -> io::Result<Report> {
    let output = package.cargo("test", plan.release).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut report = Report::default();
    for variant in &plan.variants {
        report.variants.insert(variant.name.clone(), Covered::default());
    }
    for ((v, ..), sites) in &written.sites {
        let covered = report.variant(&plan.variants[*v].name);
        covered.functions += 1;
        for (rewrite, count) in sites {
            let (functions, places) = covered.rewrites.entry(rewrite).or_default();
            *functions += usize::from(*count > 0);
            *places += count;
        }
    }
    for ((v, file, at), reason) in reverted {
        let function = sources
            .iter()
            .find(|s| s.path.to_string_lossy() == file.as_str())
            .and_then(|s| derived(&s.file).get(*at).map(|f| f.sig.ident.to_string()));
        let covered = report.variant(&plan.variants[*v].name);
        covered
            .refused
            .push((format!("{file}: {}", function.unwrap_or_default()), reason.clone()));
    }
    judge(plan, &text, &mut report);
    if report.passed == 0 {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(io::Error::other(format!("no test ran:\n{text}\n{errors}")));
    }
    Ok(report)
}

/// Reads what the test harness prints.
fn judge(plan: &Plan, text: &str, report: &mut Report) {
    let mut said: BTreeMap<String, String> = BTreeMap::new();
    let mut current: Option<String> = None;
    for line in text.lines() {
        if let Some(name) = line
            .strip_prefix("---- ")
            .and_then(|l| l.strip_suffix(" stdout ----"))
        {
            current = Some(name.to_string());
        } else if line == "failures:" {
            current = None;
        } else if let Some(name) = &current {
            let entry = said.entry(name.clone()).or_default();
            entry.push_str(line);
            entry.push('\n');
        }
    }
    for line in text.lines().filter(|l| l.starts_with("test result:")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let passed = words.iter().position(|w| *w == "passed;");
        let number = passed.and_then(|at| words.get(at - 1)?.parse::<usize>().ok());
        report.passed += number.unwrap_or(0);
    }
    for (name, text) in said {
        let variant = name.split("::").next().unwrap_or_default().to_string();
        let skip = plan
            .skipped_tests
            .iter()
            .find(|(v, part, _)| (*v == "*" || *v == variant) && name.contains(part));
        match skip {
            Some((_, _, reason)) => report.skipped.push((name, (*reason).to_string())),
            None => report.failures.push(Failure { name, text }),
        }
    }
}

const KEPT: &str = "what is kept depends on how a function is written";

/// Tests of the corpus that hold for the functions as they are written only.
#[must_use]
pub fn skipped() -> Vec<(&'static str, &'static str, &'static str)> {
    vec![
        ("*", "words", KEPT),
        (
            "single",
            "gradients_are_those_of_differences",
            "the steps of differences in single precision reach kinks",
        ),
    ]
}
