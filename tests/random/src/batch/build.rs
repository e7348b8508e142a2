//! Builds the crate of a batch; errors are told apart by the program whose lines they point at.

use super::write::Lines;
use super::{Setup, Verdict, target};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What switches the analyses of the macro off.
const NO_ANALYSES: &str = "--cfg grad_no_activity --cfg grad_no_rewind --cfg grad_no_simplify";

pub(super) enum Outcome {
    /// The binary.
    Built(PathBuf),
    /// Programs that do not compile; never empty.
    Failed(BTreeMap<usize, Verdict>),
}

pub(super) fn build(folder: &Path, setup: &Setup, lines: &[Lines]) -> io::Result<Outcome> {
    // Flags reach the macro as well; in a folder of their own they rebuild nothing else.
    let target = target().join(if setup.no_analyses {
        "build-no-analyses"
    } else {
        "build"
    });
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(folder)
        .args([
            if setup.build_only { "check" } else { "build" },
            "--offline",
            "--quiet",
            "--message-format",
            "short",
        ])
        .env("CARGO_TARGET_DIR", &target);
    if setup.release {
        cargo.arg("--release");
    }
    if setup.no_analyses {
        cargo.env("RUSTFLAGS", NO_ANALYSES);
    }
    let output = cargo.output()?;
    if output.status.success() {
        let profile = if setup.release { "release" } else { "debug" };
        let name = format!("random-{}{}", setup.name, std::env::consts::EXE_SUFFIX);
        return Ok(Outcome::Built(target.join(profile).join(name)));
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let found = attribute(folder, &text, lines);
    if found.is_empty() {
        return Err(io::Error::other(format!(
            "the batch does not build:\n{text}"
        )));
    }
    Ok(Outcome::Failed(found))
}

/// The errors by program. An error in the dual form means that the program is no Rust to begin with.
fn attribute(folder: &Path, text: &str, lines: &[Lines]) -> BTreeMap<usize, Verdict> {
    let mut messages: BTreeMap<usize, (bool, Vec<String>)> = BTreeMap::new();
    let mut current = None;
    let mut sources: BTreeMap<&str, String> = BTreeMap::new();
    for line in text.lines() {
        let mut source = String::new();
        if let Some((file, number)) = location(line) {
            let all = sources
                .entry(file)
                .or_insert_with(|| std::fs::read_to_string(folder.join(file)).unwrap_or_default());
            if let Some(at) = all.lines().nth(number.saturating_sub(1)) {
                source = format!("\n      at: {}", at.trim());
            }
            current = lines
                .iter()
                .find(|l| l.file == file && l.lines.contains(&number))
                .filter(|_| line.contains(": error"))
                .map(|l| (l.program, l.file == "src/dual.rs"));
        }
        if let Some((program, dual)) = current {
            let entry = messages.entry(program).or_default();
            entry.0 |= dual;
            if entry.1.len() < 12 {
                entry.1.push(format!("{line}{source}"));
            }
        }
    }
    messages
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

/// `src/primal.rs:12:5: ..`
fn location(line: &str) -> Option<(&str, usize)> {
    let mut parts = line.splitn(3, ':');
    let file = parts.next()?;
    let number = parts.next()?.parse().ok()?;
    file.starts_with("src/").then_some((file, number))
}
