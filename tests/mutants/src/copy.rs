//! A copy of the shipped crates, with or without a mutant.

use crate::mutant::Mutant;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folders that are copied.
const CRATES: [&str; 2] = ["grad-macro", "grad-runtime"];

/// Where both halves decide whether small memories are rewound: in tests of that, always.
const REWINDS_ALWAYS: (&str, &str) = ("cfg!(grad_rewind_always)", "true");

/// The root of the workspace.
#[must_use]
pub fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(&here).to_path_buf()
}

/// Where copies are made and built.
#[must_use]
pub fn target() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    target
        .unwrap_or_else(|| root().join("target"))
        .join("mutants")
}

/// Makes the copy of this name, or changes it where it differs; returns its folder.
///
/// # Errors
/// If files cannot be read or written, or the mutant does not apply.
pub fn copy(name: &str, mutant: Option<&Mutant>) -> io::Result<PathBuf> {
    let to = target().join(name);
    for folder in CRATES {
        tree(Path::new(folder), &to, mutant)?;
    }
    write(&to.join("Cargo.toml"), &manifest()?)?;
    let lock = fs::read_to_string(root().join("Cargo.lock"))?;
    if !to.join("Cargo.lock").exists() {
        fs::write(to.join("Cargo.lock"), lock)?;
    }
    Ok(to)
}

fn tree(from: &Path, to: &Path, mutant: Option<&Mutant>) -> io::Result<()> {
    fs::create_dir_all(to.join(from))?;
    for entry in fs::read_dir(root().join(from))? {
        let entry = entry?;
        let path = from.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            tree(&path, to, mutant)?;
        } else {
            let mut text = fs::read_to_string(root().join(&path))?;
            if let Some(mutant) = mutant {
                text = changed(&path, text, mutant)?;
            }
            write(&to.join(&path), &text)?;
        }
    }
    Ok(())
}

fn changed(path: &Path, text: String, mutant: &Mutant) -> io::Result<String> {
    let (text, always) = if path == Path::new(mutant.file) {
        (
            mutant.apply(&text).map_err(io::Error::other)?,
            mutant.rewinding,
        )
    } else {
        (text, mutant.rewinding)
    };
    Ok(if always {
        text.replace(REWINDS_ALWAYS.0, REWINDS_ALWAYS.1)
    } else {
        text
    })
}

/// Writes only what differs: cargo looks at the times of files.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(path, text)
}

/// The workspace of the copy: the shipped crates and nothing else.
fn manifest() -> io::Result<String> {
    let text = fs::read_to_string(root().join("Cargo.toml"))?;
    let shared = text.split("\n[package]\n").next().unwrap_or_default();
    let lines = shared.lines().map(|line| {
        if line.starts_with("members = ") {
            "members = [\"grad-macro\", \"grad-macro/core\", \"grad-runtime\"]"
        } else {
            line
        }
    });
    Ok(lines.map(|line| format!("{line}\n")).collect())
}
