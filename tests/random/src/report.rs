//! Runs programs in batches and sums up.

use crate::ast::Program;
use crate::batch::{Mode, Setup, Verdict, judge};
use crate::generate;
use crate::harness::Tally;
use crate::hits::Hits;
use crate::print::{Form, functions};
use crate::shrink::shrink;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;

/// Most of the numbers must be compared, not skipped.
const MOST_SKIPPED: f64 = 0.2;
/// Central differences meet kinks far more often.
const MOST_SKIPPED_ORACLE: f64 = 0.5;
/// Failures whose source is printed, besides wrong numbers.
const SHOWN: usize = 20;

/// What to run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Seed of the run.
    pub seed: u64,
    /// Indices of the programs.
    pub from: u64,
    /// How many.
    pub programs: u64,
    /// Programs in one crate.
    pub batch: usize,
    /// Shrink what fails.
    pub shrink: bool,
    /// Print the counts of productions.
    pub hits: bool,
    /// Only scalars, sequences and functions.
    pub plain: bool,
    /// How batches are made.
    pub setup: Setup,
}

/// The sum of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Summary {
    /// Programs that passed.
    pub agree: usize,
    /// Wrong values or gradients, crashes, hangs.
    pub wrong: usize,
    /// Programs that did not compile.
    pub refused: usize,
    /// What was compared.
    pub numbers: Tally,
    /// The largest share of `skipped` that passes, times a thousand.
    limit: usize,
}

impl Summary {
    /// Whether everything passed and enough was compared.
    #[must_use]
    pub fn passes(&self) -> bool {
        let Tally {
            compared, skipped, ..
        } = self.numbers;
        let enough = skipped * 1000 <= (compared + skipped) * self.limit;
        self.wrong == 0 && self.refused == 0 && enough
    }
}

/// Runs the plan, printing failures as they are found and the sum as the last line.
///
/// # Errors
/// As `judge`.
pub fn run(plan: &Plan) -> io::Result<Summary> {
    let oracle = plan.setup.mode == Mode::Oracle;
    let share = if oracle {
        MOST_SKIPPED_ORACLE
    } else {
        MOST_SKIPPED
    };
    let mut sum = Summary {
        limit: (share * 1000.0) as usize,
        ..Summary::default()
    };
    let mut hits = Hits::default();
    let mut reasons: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let indices: Vec<u64> = (plan.from..plan.from + plan.programs).collect();
    for indices in indices.chunks(plan.batch.max(1)) {
        let programs: Vec<Program> = indices
            .iter()
            .map(|&i| generate::program_of(plan.seed, i, plan.plain))
            .collect();
        programs.iter().for_each(|p| hits.add(p));
        let all: Vec<&Program> = programs.iter().collect();
        let verdicts = judge(&plan.setup, &all)?;
        for ((&index, program), verdict) in indices.iter().zip(&programs).zip(&verdicts) {
            count(&mut sum, verdict);
            if let Some(reason) = verdict.reason() {
                reasons.entry(reason.to_string()).or_default().push(index);
            }
            let wrong = matches!(verdict, Verdict::Wrong(_));
            if wrong || !verdict.agrees() && sum.wrong + sum.refused <= SHOWN {
                let id = format!("{}:{index}", plan.seed);
                println!("{}", failure(&id, program, verdict));
                if plan.shrink {
                    let (small, verdict) = shrink(&plan.setup, program, verdict)?;
                    println!("{}", failure(&format!("{id} shrunk"), &small, &verdict));
                }
            }
        }
    }
    if plan.hits {
        println!("{}", hits.table());
    }
    for (reason, indices) in &reasons {
        let first: Vec<_> = indices.iter().take(4).map(u64::to_string).collect();
        println!(
            "{:>5} refused ({}): {reason}",
            indices.len(),
            first.join(", ")
        );
    }
    let n = sum.numbers;
    println!(
        "numbers: {} compared ({} not zero), {} skipped",
        n.compared, n.nonzero, n.skipped
    );
    println!(
        "random programs: {} agree, {} wrong, {} refused",
        sum.agree, sum.wrong, sum.refused
    );
    Ok(sum)
}

fn count(sum: &mut Summary, verdict: &Verdict) {
    match verdict {
        Verdict::Agrees(tally) => {
            sum.agree += 1;
            sum.numbers.compared += tally.compared;
            sum.numbers.skipped += tally.skipped;
            sum.numbers.nonzero += tally.nonzero;
        }
        Verdict::Wrong(_) => sum.wrong += 1,
        Verdict::Refused(_) | Verdict::Invalid(_) => sum.refused += 1,
    }
}

/// The report on a failing program: what happened, and its source.
fn failure(id: &str, program: &Program, verdict: &Verdict) -> String {
    let (what, text) = match verdict {
        Verdict::Agrees(_) => ("agrees", ""),
        Verdict::Wrong(text) => ("WRONG", text.as_str()),
        Verdict::Refused(text) => ("REFUSED", text.as_str()),
        Verdict::Invalid(text) => ("INVALID (the generator's fault)", text.as_str()),
    };
    let mut out = format!("program {id}: {what}\n");
    for line in text.lines() {
        let _ = writeln!(out, "  {line}");
    }
    let _ = writeln!(out, "  seeds of the results: {:?}", program.seeds);
    let source = functions(&program.functions, Form::Grad, program.single);
    for line in source.trim_end().lines() {
        let _ = writeln!(out, "    {line}");
    }
    out
}
