//! What a sweep covered and found.

use std::collections::BTreeMap;
use std::fmt;

/// What was covered and found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Functions with the attribute.
    pub functions: usize,
    /// Those that ran.
    pub swept: usize,
    /// Those with gradients by some of their parameters.
    pub subsets: usize,
    /// Those that were compared with dual numbers.
    pub dual: usize,
    /// Those whose memory was measured.
    pub measured: usize,
    /// Those that panicked on some inputs.
    pub panicked: usize,
    /// Numbers that were compared, and that were left out since an infinity took part.
    pub compared: usize,
    /// As above.
    pub left_out: usize,
    /// Those that did not run, or not to the end, by the reason.
    pub skipped: BTreeMap<&'static str, Vec<String>>,
    /// Wrong or refused.
    pub failures: Vec<(String, String)>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "sweep: {} of {} functions, {} by subsets, {} against dual numbers, {} with panics, {} measured; {} numbers, {} left out",
            self.swept,
            self.functions,
            self.subsets,
            self.dual,
            self.panicked,
            self.measured,
            self.compared,
            self.left_out
        )?;
        for (reason, names) in &self.skipped {
            writeln!(
                f,
                "  {} without: {reason}: {}",
                names.len(),
                names.join(", ")
            )?;
        }
        for (name, text) in &self.failures {
            writeln!(f, "FAILED {name}\n{text}")?;
        }
        Ok(())
    }
}
