//! What a run covered and found, as a table.

use std::collections::BTreeMap;
use std::fmt;

/// Of one variant.
#[derive(Clone, Debug, Default)]
pub struct Covered {
    /// Functions with the attribute.
    pub functions: usize,
    /// For each rewrite the functions and the places that it changed.
    pub rewrites: BTreeMap<&'static str, (usize, usize)>,
    /// Functions that stayed as they were, since what was made of them does not compile; with the first error.
    pub refused: Vec<(String, String)>,
}

/// A test that failed.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Its path.
    pub name: String,
    /// What it printed.
    pub text: String,
}

/// Of a whole run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// By name.
    pub variants: BTreeMap<String, Covered>,
    /// How many tests passed.
    pub passed: usize,
    /// Those that failed.
    pub failures: Vec<Failure>,
    /// Those that cannot hold, and why.
    pub skipped: Vec<(String, String)>,
}

impl Report {
    /// The entry of a variant.
    pub fn variant(&mut self, name: &str) -> &mut Covered {
        self.variants.entry(name.to_string()).or_default()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:10} {:10} {:>9} {:>9} {:>7}",
            "module", "rewrite", "functions", "rewritten", "places"
        )?;
        for (name, c) in &self.variants {
            for (rewrite, (functions, places)) in &c.rewrites {
                let all = c.functions;
                writeln!(
                    f,
                    "{name:10} {rewrite:10} {all:>9} {functions:>9} {places:>7}"
                )?;
            }
        }
        for (name, c) in &self.variants {
            for (function, reason) in &c.refused {
                writeln!(f, "{name}: {function} stays as it is\n    {reason}")?;
            }
        }
        for (name, reason) in &self.skipped {
            writeln!(f, "{name} does not count: {reason}")?;
        }
        for failure in &self.failures {
            writeln!(f, "FAILED {}\n{}", failure.name, failure.text)?;
        }
        writeln!(
            f,
            "{} tests passed, {} failed",
            self.passed,
            self.failures.len()
        )
    }
}
