//! How far our numbers are from the recorded ones.
use std::fmt;

use super::Recorded;

/// The largest distance that still counts as agreement.
const TOLERANCE: f64 = 1e-10;

/// The numbers of one input that were compared so far.
#[derive(Default)]
pub struct Comparison {
    numbers: usize,
    worst: f64,
}

impl Comparison {
    /// Compares one number.
    pub fn value(&mut self, ours: f64, recorded: f64) {
        let distance = (ours - recorded).abs() / (ours.abs() + recorded.abs()).max(1.0);
        self.numbers += 1;
        // Not a number is as far off as can be.
        self.worst = self.worst.max(if distance.is_nan() {
            f64::INFINITY
        } else {
            distance
        });
    }

    /// Compares two lists, which must be of one length.
    pub fn values(&mut self, ours: &[f64], recorded: &[f64]) {
        if ours.len() != recorded.len() {
            self.worst = f64::INFINITY;
        }
        for (&ours, &recorded) in ours.iter().zip(recorded) {
            self.value(ours, recorded);
        }
    }
}

/// The outcome for one recorded input. Its text is one line.
pub struct Report {
    name: String,
    comparison: Comparison,
}

impl Report {
    pub fn new(recorded: &Recorded, comparison: Comparison) -> Self {
        Report {
            name: recorded.name.clone(),
            comparison,
        }
    }

    pub fn agrees(&self) -> bool {
        self.comparison.numbers > 0 && self.comparison.worst <= TOLERANCE
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let verdict = if self.agrees() { "agrees" } else { "DIFFERS" };
        let Comparison { numbers, worst } = self.comparison;
        write!(
            f,
            "{:<18} {verdict:<7} {numbers:>6} numbers, largest distance {worst:.1e}",
            self.name
        )
    }
}
