//! Builds the crate of a batch; errors are told apart by the program whose lines they point at.

use super::write::Lines;
use super::{Setup, Verdict};
use crate::package::{Package, built, messages, target};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// What switches the analyses of the macro off.
const NO_ANALYSES: &str = "--cfg grad_no_activity --cfg grad_no_blocks --cfg grad_no_columns --cfg grad_no_companions --cfg grad_no_fusion --cfg grad_no_inductions --cfg grad_no_numbering --cfg grad_no_recompute --cfg grad_no_reread --cfg grad_no_rewind --cfg grad_no_simplify --cfg grad_no_wanted --cfg grad_no_windows";

pub(super) enum Outcome {
    /// The binary.
    Built(PathBuf),
    /// Programs that do not compile; never empty.
    Failed(BTreeMap<usize, Verdict>),
}

pub(super) fn build(package: &Package, setup: &Setup, lines: &[Lines]) -> io::Result<Outcome> {
    let command = if setup.build_only { "check" } else { "build" };
    let mut cargo = package.cargo(command, setup.release);
    // Flags reach the macro as well; in a folder of their own they rebuild nothing else.
    let built = if setup.no_analyses {
        target().join("build-no-analyses")
    } else {
        built()
    };
    cargo.env("CARGO_TARGET_DIR", &built);
    if setup.runtime.is_some() {
        // A runtime of its own is one that changes a little from one batch to the next.
        cargo.env("CARGO_INCREMENTAL", "1");
    }
    if setup.no_analyses {
        cargo.env("RUSTFLAGS", NO_ANALYSES);
    }
    let output = cargo.output()?;
    if output.status.success() {
        let profile = if setup.release { "release" } else { "debug" };
        let name = format!("{}{}", package.name, std::env::consts::EXE_SUFFIX);
        return Ok(Outcome::Built(built.join(profile).join(name)));
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let found = attribute(&package.folder, &text, lines);
    if found.is_empty() {
        return Err(io::Error::other(format!(
            "the batch does not build:\n{text}"
        )));
    }
    Ok(Outcome::Failed(found))
}

/// The errors by program. An error in the dual form means that the program is no Rust to begin with.
fn attribute(folder: &Path, text: &str, lines: &[Lines]) -> BTreeMap<usize, Verdict> {
    let mut found: BTreeMap<usize, (bool, Vec<String>)> = BTreeMap::new();
    let mut current = None;
    let mut sources: BTreeMap<&str, String> = BTreeMap::new();
    for message in messages(text) {
        let mut source = String::new();
        if let Some((file, number)) = message.place {
            let all = sources
                .entry(file)
                .or_insert_with(|| std::fs::read_to_string(folder.join(file)).unwrap_or_default());
            if let Some(at) = all.lines().nth(number.saturating_sub(1)) {
                source = format!("\n      at: {}", at.trim());
            }
            current = lines
                .iter()
                .find(|l| l.file == file && l.lines.contains(&number))
                .filter(|_| message.is_error())
                .map(|l| (l.program, l.file == "src/dual.rs"));
        }
        let line = message.text;
        if let Some((program, dual)) = current {
            let entry = found.entry(program).or_default();
            entry.0 |= dual;
            if entry.1.len() < 12 {
                entry.1.push(format!("{line}{source}"));
            }
        }
    }
    found
        .into_iter()
        .map(|(i, (dual, text))| {
            let text = text.join("\n");
            let verdict = if dual {
                Verdict::Invalid(text)
            } else {
                Verdict::Refused(text)
            };
            (i, verdict)
        })
        .collect()
}
