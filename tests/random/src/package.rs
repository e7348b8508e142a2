//! Crates that are written by a program, and built offline with the versions that the workspace uses.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A crate to be written.
#[derive(Clone, Debug)]
pub struct Package {
    /// Where it lies.
    pub folder: PathBuf,
    /// Its name.
    pub name: String,
    /// What it depends on, by name and folder.
    pub dependencies: Vec<(&'static str, PathBuf)>,
}

impl Package {
    /// Writes `Cargo.toml` and `Cargo.lock`, if they are not there yet.
    ///
    /// # Errors
    /// If files cannot be written.
    pub fn manifest(&self) -> io::Result<()> {
        fs::create_dir_all(self.folder.join("src"))?;
        let name = &self.name;
        let dependencies: String = self
            .dependencies
            .iter()
            .map(|(name, path)| format!("{name} = {{ path = {path:?} }}\n"))
            .collect();
        let text = format!(
            "[package]
name = \"{name}\"
version = \"0.0.0\"
edition = \"2024\"
publish = false

[workspace]

[dependencies]
{dependencies}
[profile.dev]
debug = false
incremental = false

[profile.release]
debug = false
# A second optimisation over all functions of the crate takes a fifth of the time.
lto = \"off\"

# The macro reads much more code here than in a user's crate.
[profile.dev.build-override]
opt-level = 2

[profile.release.build-override]
opt-level = 2
"
        );
        let path = self.folder.join("Cargo.toml");
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            return Ok(());
        }
        fs::write(path, text)?;
        // The versions that the workspace uses: cargo may not look for others offline.
        let lock = root().join("Cargo.lock");
        if lock.exists() {
            fs::copy(lock, self.folder.join("Cargo.lock"))?;
        }
        Ok(())
    }

    /// Cargo in the folder of the package, with one line for each error.
    #[must_use]
    pub fn cargo(&self, command: &str, release: bool) -> Command {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo
            .current_dir(&self.folder)
            .args([command, "--offline", "--quiet", "--message-format", "short"])
            .env("CARGO_TARGET_DIR", built());
        if release {
            cargo.arg("--release");
        }
        cargo
    }
}

/// A line that the compiler printed.
#[derive(Clone, Debug)]
pub struct Message<'a> {
    /// The line.
    pub text: &'a str,
    /// The file below `src`, and the line in it from 1, if it names one.
    pub place: Option<(&'a str, usize)>,
}

impl Message<'_> {
    /// Whether an error begins here.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.place.is_some() && self.text.contains(": error")
    }
}

/// The lines of an output in short form.
pub fn messages(output: &str) -> impl Iterator<Item = Message<'_>> {
    output.lines().map(|text| Message {
        text,
        place: location(text),
    })
}

/// `src/primal.rs:12:5: ..`
fn location(line: &str) -> Option<(&str, usize)> {
    let mut parts = line.splitn(3, ':');
    let file = parts.next()?;
    let number = parts.next()?.parse().ok()?;
    file.starts_with("src/").then_some((file, number))
}

/// Where written crates lie.
#[must_use]
pub fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(dir) => PathBuf::from(dir).join("random"),
        None => root().join("target/random"),
    }
}

/// Where cargo keeps what it builds of them.
#[must_use]
pub fn built() -> PathBuf {
    target().join("build")
}

/// The root of the workspace.
#[must_use]
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}
