//! The tests of runtime and gradients, built against a copy.

use crate::copy::{root, target};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long the tests of one suite may run once they are built.
const PATIENCE: Duration = Duration::from_secs(300);

/// Modules of the gradient tests that are built together, cheap ones first; the last takes what is left.
const SUITES: [(&str, &[&str]); 4] = [
    (
        "cases",
        &[
            "cases",
            "inputs",
            "kinks",
            "maths",
            "short_slices",
            "trips",
            "worked",
        ],
    ),
    ("language", &["language"]),
    ("buffers", &["buffers"]),
    ("rest", &[]),
];

/// What a suite says.
pub enum Outcome {
    /// All tests passed.
    Passed,
    /// Tests that failed, or the reason why they did not end.
    Failed(String),
    /// The tests do not compile: the first error.
    Refused(String),
}

/// The names of the suites, in the order in which they are tried.
pub fn names() -> impl Iterator<Item = &'static str> {
    ["units", "runtime"]
        .into_iter()
        .chain(SUITES.iter().map(|s| s.0))
}

/// Builds and runs a suite against a copy; where all memories are rewound, without the tests that count
/// words.
///
/// # Errors
/// If files cannot be written or cargo cannot be started.
pub fn run(suite: &str, copy: &Path, rewinding: bool) -> io::Result<Outcome> {
    let runtime = copy.join("grad-runtime");
    let (folder, tests): (_, &[&str]) = match suite {
        "units" => (runtime, &["--lib"]),
        "runtime" => (runtime, &["--test", "runtime"]),
        _ => (package(copy)?, &["--test", suite]),
    };
    let output = cargo(&folder)
        .args(["test", "--offline", "--no-run"])
        .args(tests)
        .output()?;
    let text = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let error = text.lines().find(|l| l.starts_with("error"));
        return Ok(Outcome::Refused(error.unwrap_or("no error").to_string()));
    }
    let binary = text
        .lines()
        .filter(|l| l.trim_start().starts_with("Executable"))
        .find_map(|l| l.split_once('(')?.1.strip_suffix(')'))
        .ok_or_else(|| io::Error::other("cargo names no executable"))?;
    judge(&folder.join(binary), rewinding)
}

fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target().join("build"));
    cargo
}

/// Runs the tests. What does not end is found too.
fn judge(binary: &Path, rewinding: bool) -> io::Result<Outcome> {
    let skipped: &[&str] = if rewinding { &["--skip", "words"] } else { &[] };
    let mut child = Command::new(binary)
        .arg("--quiet")
        .args(skipped)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut out = child.stdout.take();
    let reader = thread::spawn(move || {
        let mut text = String::new();
        if let Some(out) = &mut out {
            let _ = out.read_to_string(&mut text);
        }
        text
    });
    let ended = wait(&mut child)?;
    let text = reader.join().unwrap_or_default();
    Ok(match ended {
        Some(true) => Outcome::Passed,
        Some(false) => Outcome::Failed(first_failed(&text)),
        None => Outcome::Failed("did not end".to_string()),
    })
}

/// Whether all passed, or nothing where it took too long.
fn wait(child: &mut Child) -> io::Result<Option<bool>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status.success()));
        }
        if start.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(50));
    }
}

/// How many tests failed, and the first: the names stand in the last list of failures.
fn first_failed(text: &str) -> String {
    let Some((_, list)) = text.rsplit_once("\nfailures:\n") else {
        return "crashed".to_string();
    };
    let names: Vec<&str> = list
        .lines()
        .filter_map(|l| l.strip_prefix("    "))
        .collect();
    format!(
        "{} tests, {}",
        names.len(),
        names.first().unwrap_or(&"none")
    )
}

/// The package of the gradient tests: their own files, with the runtime of the copy.
fn package(copy: &Path) -> io::Result<PathBuf> {
    let folder = copy.join("gradients");
    fs::create_dir_all(&folder)?;
    let mut manifest = format!(
        "[package]\nname = \"mutant-gradients\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\nautotests = false\n\n\
         [workspace]\n\n[lib]\npath = \"lib.rs\"\n\n[dependencies]\ngrad-runtime = {{ path = {:?}, features = [\"special\"] }}\n\n\
         [dev-dependencies]\napprox = \"0.5\"\n\n[lints.rust]\nunexpected_cfgs = {{ level = \"allow\" }}\n\n[profile.dev]\ndebug = false\n",
        copy.join("grad-runtime")
    );
    let gradients = root().join("tests/gradients");
    let main = fs::read_to_string(gradients.join("main.rs"))?;
    for (name, modules) in SUITES {
        manifest.push_str(&format!(
            "\n[[test]]\nname = \"{name}\"\npath = \"{name}.rs\"\n"
        ));
        fs::write(
            folder.join(format!("{name}.rs")),
            selected(&main, modules, &gradients),
        )?;
    }
    fs::write(folder.join("lib.rs"), "")?;
    let path = folder.join("Cargo.toml");
    if !fs::read_to_string(&path).is_ok_and(|old| old == manifest) {
        fs::write(path, manifest)?;
        fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    }
    Ok(folder)
}

/// The root of the tests with some of its modules only; with none named, those that no suite names.
fn selected(main: &str, modules: &[&str], gradients: &Path) -> String {
    let named: Vec<&str> = SUITES.iter().flat_map(|s| s.1).copied().collect();
    main.lines()
        .filter_map(|line| {
            let module = line.strip_prefix("mod ").and_then(|l| l.strip_suffix(';'));
            let Some(module) = module else {
                return Some(format!("{line}\n"));
            };
            let wanted = if modules.is_empty() {
                !named.contains(&module)
            } else {
                modules.contains(&module)
            };
            let mut file = gradients.join(module).with_extension("rs");
            if !file.exists() {
                file = gradients.join(module).join("mod.rs");
            }
            (wanted || module == "support").then(|| format!("#[path = {file:?}]\n{line}\n"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_is_in_one_suite() {
        let gradients = root().join("tests/gradients");
        let main = fs::read_to_string(gradients.join("main.rs")).expect("the tests are there");
        let modules = |text: &str| text.lines().filter(|l| l.starts_with("mod ")).count();
        let parts = SUITES.map(|(_, list)| modules(&selected(&main, list, &gradients)));
        // Each has `support` besides.
        let sum: usize = parts.iter().map(|n| n - 1).sum();
        assert_eq!(sum, modules(&main) - 1);
    }

    #[test]
    fn the_failed_tests_are_read_from_the_last_list() {
        let text = "\nfailures:\n\n---- a stdout ----\nfailed\n\nfailures:\n    a::b\n    c\n\ntest result: FAILED.\n";
        assert_eq!(first_failed(text), "2 tests, a::b");
        assert_eq!(first_failed("memory allocation failed"), "crashed");
    }
}
