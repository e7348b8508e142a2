//! One file for each function: the function as a user writes it, and how one recorded input is
//! compared.
//!
//! To add a function, declare its module and give it a row in [`EVALS`].
use std::path::Path;

mod input;
mod report;

pub mod ba;
pub mod det;
pub mod gmm;
pub mod llsq;
pub mod lse;
pub mod lstm;
pub mod ode;

use input::Recorded;
use report::{Comparison, Report};

type Compare = fn(&Recorded) -> Result<Comparison, String>;

/// How the names of a function's recorded inputs begin, and what compares one of them.
const EVALS: &[(&str, Compare)] = &[
    ("ba", ba::compare),
    ("det", det::compare),
    ("gmm", gmm::compare),
    ("llsq", llsq::compare),
    ("lse", lse::compare),
    ("lstm", lstm::compare),
    ("ode", ode::compare),
];

/// Compares every recorded input of every function. A function without any is an error.
pub fn run(dir: &Path) -> Result<Vec<Report>, String> {
    let mut reports = Vec::new();
    for (eval, compare) in EVALS {
        for recorded in input::recorded(dir, eval)? {
            let comparison = compare(&recorded)?;
            reports.push(Report::new(&recorded, comparison));
        }
    }
    Ok(reports)
}
