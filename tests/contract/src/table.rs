//! What a run covered and found, as a table.

use std::collections::BTreeMap;
use std::fmt;

/// Of one variant.
#[derive(Clone, Debug, Default)]
pub struct Covered {
    /// Functions with the attribute.
    pub functions: usize,
    /// Those that were changed.
    pub rewritten: usize,
    /// Places that were changed.
    pub sites: usize,
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
            "{:12} {:>9} {:>9} {:>7} {:>7}",
            "variant", "functions", "rewritten", "places", "refused"
        )?;
        for (name, c) in &self.variants {
            let refused = c.refused.len();
            writeln!(
                f,
                "{name:12} {:>9} {:>9} {:>7} {refused:>7}",
                c.functions, c.rewritten, c.sites
            )?;
        }
        for (name, c) in &self.variants {
            for (function, reason) in &c.refused {
                writeln!(f, "{name}: {function}\n    {reason}")?;
            }
        }
        for (name, reason) in &self.skipped {
            writeln!(f, "{name} does not count: {reason}")?;
        }
        for failure in &self.failures {
            writeln!(f, "FAILED {}\n{}", failure.name, failure.text)?;
        }
        writeln!(f, "{} tests passed, {} failed", self.passed, self.failures.len())
    }
}
