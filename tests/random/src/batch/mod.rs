//! A batch of programs: written as a crate of its own, built offline, run, and judged one by one.

mod build;
pub mod run;
mod write;

use crate::ast::Program;
use crate::harness::Tally;
use crate::package::{Package, root, target};
use std::fs;
use std::io;
use std::path::PathBuf;

/// What is done with the programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// The `f64` form without the attribute; dual numbers against central differences.
    Oracle,
    /// The generated gradients against dual numbers.
    #[default]
    Gradients,
}

/// How a batch is made.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Name of the folder and of the package.
    pub name: String,
    /// What to check.
    pub mode: Mode,
    /// Build with optimisations.
    pub release: bool,
    /// All generated functions, not only `_grad`.
    pub all_forms: bool,
    /// Only see whether it compiles.
    pub build_only: bool,
    /// The folder of `grad-runtime`, if not that of the workspace.
    pub runtime: Option<PathBuf>,
    /// Leave out every analysis that only removes work.
    pub no_analyses: bool,
    /// Where the answers of the dual forms are, if [`answers`] wrote them down.
    pub answers: Option<PathBuf>,
}

/// What became of a program.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// All comparisons passed.
    Agrees(Tally),
    /// A wrong value or gradient, a panic, a crash, or no end.
    Wrong(String),
    /// It did not compile with the attribute.
    Refused(String),
    /// It did not compile without the attribute either: the generator is wrong.
    Invalid(String),
}

impl Verdict {
    /// Whether the program passed.
    #[must_use]
    pub fn agrees(&self) -> bool {
        matches!(self, Verdict::Agrees(_))
    }

    /// Whether both verdicts are of one kind, and errors the same.
    #[must_use]
    pub fn is_like(&self, other: &Verdict) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
            && self.reason() == other.reason()
    }

    /// The first compile error, without its place and without the names in messages of the compiler.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        match self {
            Verdict::Refused(text) | Verdict::Invalid(text) => {
                let line = text.lines().next().unwrap_or_default();
                let line = &line[line.find("error").unwrap_or(0)..];
                if line.starts_with("error[") {
                    return Some(nameless(line));
                }
                Some(line.to_string())
            }
            Verdict::Agrees(_) | Verdict::Wrong(_) => None,
        }
    }
}

/// The generated names in backticks differ from one program to the next.
fn nameless(message: &str) -> String {
    let parts = message.split('`').enumerate();
    parts
        .map(|(i, part)| match i % 2 {
            1 if part.starts_with("d_") => "`d_..`".to_string(),
            1 => format!("`{part}`"),
            _ => part.to_string(),
        })
        .collect()
}

/// The verdicts on the programs, in order.
///
/// # Errors
/// If files cannot be written, cargo cannot be started, or it fails for a reason that belongs to no program.
pub fn judge(setup: &Setup, programs: &[&Program]) -> io::Result<Vec<Verdict>> {
    judge_rest(setup, programs, vec![None; programs.len()])
}

/// The same where the verdicts on some are known.
///
/// # Errors
/// As [`judge`].
pub fn judge_rest(
    setup: &Setup,
    programs: &[&Program],
    mut verdicts: Vec<Option<Verdict>>,
) -> io::Result<Vec<Verdict>> {
    let package = package(setup);
    let write = |alive: &[usize]| write::package(&package, setup, programs, alive);
    if let Some((binary, alive)) = built(&package, setup, &mut verdicts, write)? {
        if setup.build_only {
            for i in alive {
                verdicts[i] = Some(Verdict::Agrees(Tally::default()));
            }
        } else {
            run::run(&binary, setup.answers.as_deref(), &alive, &mut verdicts)?;
        }
    }
    let missing = || Verdict::Wrong("no verdict".to_string());
    Ok(verdicts
        .into_iter()
        .map(|v| v.unwrap_or_else(missing))
        .collect())
}

/// Writes down what the dual forms say, in a file of its own, for [`Setup::answers`]; with the verdicts on the programs
/// that have no answer.
///
/// # Errors
/// As [`judge`].
pub fn answers(
    setup: &Setup,
    programs: &[&Program],
) -> io::Result<(PathBuf, Vec<Option<Verdict>>)> {
    let package = Package {
        folder: target().join(format!("{}-answers", setup.name)),
        name: format!("random-{}-answers", setup.name),
        dependencies: vec![grad_random()],
    };
    let plain = Setup::default();
    let file = package.folder.join("answers.txt");
    let mut verdicts: Vec<Option<Verdict>> = vec![None; programs.len()];
    if file.exists() {
        fs::remove_file(&file)?;
    }
    let write = |alive: &[usize]| write::answers(&package, &plain, programs, alive);
    if let Some((binary, alive)) = built(&package, &plain, &mut verdicts, write)? {
        run::run(&binary, Some(&file), &alive, &mut verdicts)?;
    }
    let failed = verdicts
        .into_iter()
        .map(|v| v.filter(|v| !v.agrees()))
        .collect();
    Ok((file, failed))
}

/// The binary of the programs without a verdict, and which these are in the end: those that do not compile get theirs.
fn built(
    package: &Package,
    setup: &Setup,
    verdicts: &mut [Option<Verdict>],
    write: impl Fn(&[usize]) -> io::Result<Vec<write::Lines>>,
) -> io::Result<Option<(PathBuf, Vec<usize>)>> {
    loop {
        let alive: Vec<usize> = (0..verdicts.len())
            .filter(|&i| verdicts[i].is_none())
            .collect();
        if alive.is_empty() {
            return Ok(None);
        }
        match build::build(package, setup, &write(&alive)?)? {
            build::Outcome::Built(binary) => return Ok(Some((binary, alive))),
            build::Outcome::Failed(found) => {
                for (i, verdict) in found {
                    verdicts[i] = Some(verdict);
                }
            }
        }
    }
}

/// The first program that does not pass, with its verdict; the others are not looked into.
///
/// # Errors
/// As [`judge`].
pub fn first_failure(setup: &Setup, programs: &[&Program]) -> io::Result<Option<(usize, Verdict)>> {
    let package = package(setup);
    let all: Vec<usize> = (0..programs.len()).collect();
    let lines = write::package(&package, setup, programs, &all)?;
    let binary = match build::build(&package, setup, &lines)? {
        build::Outcome::Built(binary) => binary,
        build::Outcome::Failed(found) => return Ok(found.into_iter().next()),
    };
    let mut verdicts: Vec<Option<Verdict>> = vec![None; programs.len()];
    run::run_first(&binary, &all, &mut verdicts)?;
    let known = verdicts.into_iter().enumerate();
    let mut failed = known.filter_map(|(i, v)| Some((i, v?)).filter(|(_, v)| !v.agrees()));
    Ok(failed.next())
}

fn grad_random() -> (&'static str, PathBuf) {
    ("grad-random", PathBuf::from(env!("CARGO_MANIFEST_DIR")))
}

/// The crate of the batch.
fn package(setup: &Setup) -> Package {
    let mut dependencies = vec![grad_random()];
    // The oracle stands alone: it runs even where the differentiator does not build.
    if setup.mode == Mode::Gradients {
        dependencies.insert(
            0,
            (
                "grad-runtime",
                setup
                    .runtime
                    .clone()
                    .unwrap_or_else(|| root().join("grad-runtime")),
            ),
        );
    }
    Package {
        folder: target().join(&setup.name),
        name: format!("random-{}", setup.name),
        dependencies,
    }
}
