//! The gradient tests as a crate of its own, with every function rewritten: written, built offline, run.

mod judge;
mod write;

use crate::source::sources;
use crate::table::Report;
use grad_random::package::{Package, messages, root, target};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
pub(crate) use write::keep;
use write::{Written, write};

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
    /// Names of tests that cannot hold, by the variant (or `*`) and a part of the name, at the end of which `$` stands,
    /// each with its reason.
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
        let output = cargo.args(["--lib", "--no-run"]).output()?;
        if output.status.success() {
            return judge::execute(plan, &package, &written, &sources, &reverted);
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

const KEPT: &str = "what is kept depends on how a function is written";

/// Tests of the corpus that hold for the functions as they are written only.
#[must_use]
pub fn skipped() -> Vec<(&'static str, &'static str, &'static str)> {
    vec![
        ("*", "words_per_trip::", KEPT),
        ("*", "::words$", KEPT),
        (
            "single",
            "gradients_are_those_of_differences",
            "the steps of differences in single precision reach kinks",
        ),
    ]
}
