//! One mutant, tried.

use crate::copy::copy;
use crate::mutant::Mutant;
use crate::suites::{self, Outcome};
use grad_random::batch::{Setup, Verdict, first_failure};
use grad_random::generate::program_of;
use std::fmt;
use std::io;
use std::path::Path;

/// What is tried, cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suite {
    /// Random programs only.
    Random,
    /// The tests of runtime and gradients only.
    Gradients,
    /// One suite of these.
    One(&'static str),
    /// Both.
    All,
}

/// What became of a mutant.
#[derive(Clone, Debug)]
pub enum Finding {
    /// A random program has a wrong value or gradient, crashes or does not end: its number and what it says.
    Random(u64, String),
    /// A random program is not compiled any more.
    RandomRefused(u64, String),
    /// Tests of a suite fail.
    Tests(&'static str, String),
    /// Tests of a suite are not compiled any more.
    TestsRefused(&'static str, String),
    /// Nothing finds it.
    Survived,
}

impl Finding {
    /// Whether anything finds the mutant.
    #[must_use]
    pub fn is_found(&self) -> bool {
        !matches!(self, Finding::Survived)
    }

    /// Whether random programs find it by a number or at run time.
    #[must_use]
    pub fn is_random(&self) -> bool {
        matches!(self, Finding::Random(..))
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Random(at, what) => write!(f, "found by random program {at}: {what}"),
            Finding::RandomRefused(at, what) => {
                write!(f, "found, random program {at} does not compile: {what}")
            }
            Finding::Tests(suite, what) => write!(f, "found by tests, {suite}: {what}"),
            Finding::TestsRefused(suite, what) => {
                write!(f, "found, tests do not compile, {suite}: {what}")
            }
            Finding::Survived => f.write_str("SURVIVED"),
        }
    }
}

/// How mutants are tried.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The name of the copy; two at a time need two.
    pub name: String,
    /// Seed of the random programs.
    pub seed: u64,
    /// The numbers of programs in one crate; each of these batches begins where the one before ends.
    pub batches: Vec<u64>,
    /// What is tried.
    pub suite: Suite,
}

impl Trial {
    /// Tries a mutant, or the source as it is, up to the first that finds it.
    ///
    /// # Errors
    /// If the mutant does not apply or does not compile, and as [`first_failure`].
    pub fn of(&self, mutant: Option<&Mutant>) -> io::Result<Finding> {
        let copy = copy(&self.name, mutant)?;
        if matches!(self.suite, Suite::Random | Suite::All) {
            let mut from = 0;
            for &programs in &self.batches {
                let found = self.batch(&copy, from, programs)?;
                if found.is_found() {
                    return Ok(found);
                }
                from += programs;
            }
        }
        let rewinding = mutant.is_some_and(|m| m.rewinding);
        if self.suite != Suite::Random {
            let is_tried = |name: &&str| match self.suite {
                Suite::One(only) => only == *name,
                Suite::Random | Suite::Gradients | Suite::All => true,
            };
            for suite in suites::names().filter(is_tried) {
                match suites::run(suite, &copy, rewinding)? {
                    Outcome::Passed => {}
                    Outcome::Failed(what) => return Ok(Finding::Tests(suite, what)),
                    Outcome::Refused(what) => return Ok(Finding::TestsRefused(suite, what)),
                }
            }
        }
        Ok(Finding::Survived)
    }

    fn batch(&self, copy: &Path, from: u64, programs: u64) -> io::Result<Finding> {
        let setup = Setup {
            name: format!("mutant-{}", self.name),
            runtime: Some(copy.join("grad-runtime")),
            ..Setup::default()
        };
        let programs: Vec<_> = (from..from + programs)
            .map(|i| program_of(self.seed, i, true))
            .collect();
        let all: Vec<_> = programs.iter().collect();
        let Some((at, verdict)) = first_failure(&setup, &all)? else {
            return Ok(Finding::Survived);
        };
        let at = from + at as u64;
        let reason = verdict.reason();
        match verdict {
            Verdict::Wrong(text) => Ok(Finding::Random(at, kind(&text))),
            Verdict::Refused(text) => Ok(Finding::RandomRefused(at, reason.unwrap_or(text))),
            Verdict::Invalid(text) => Err(io::Error::other(text)),
            Verdict::Agrees(_) => Ok(Finding::Survived),
        }
    }
}

/// What is wrong, without the numbers: `gradient of f_grad`.
fn kind(text: &str) -> String {
    let mut lines = text.lines().filter(|l| !l.starts_with("case "));
    let line = lines.next().unwrap_or_default();
    line.split(':').next().unwrap_or_default().to_string()
}
