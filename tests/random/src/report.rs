//! Runs programs in batches and sums up.

use crate::ast::Program;
use crate::batch::{Mode, Setup, Verdict, answers, judge_rest};
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
    /// Each program in debug and in release, with every analysis and with none.
    pub every_setting: bool,
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
    fn counts(&self) -> String {
        let Self {
            agree,
            wrong,
            refused,
            ..
        } = self;
        format!("{agree} agree, {wrong} wrong, {refused} refused")
    }

    fn include(&mut self, other: &Self) {
        self.agree += other.agree;
        self.wrong += other.wrong;
        self.refused += other.refused;
        self.numbers.compared += other.numbers.compared;
        self.numbers.skipped += other.numbers.skipped;
        self.numbers.nonzero += other.numbers.nonzero;
    }

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
    let limit = (share * 1000.0) as usize;
    let mut hits = Hits::default();
    let indices: Vec<u64> = (plan.from..plan.from + plan.programs).collect();
    let mut settings: Vec<Setting> = plan.settings();
    for indices in indices.chunks(plan.batch.max(1)) {
        let programs: Vec<Program> = indices
            .iter()
            .map(|&i| generate::program_of(plan.seed, i, plan.plain))
            .collect();
        programs.iter().for_each(|p| hits.add(p));
        let all: Vec<&Program> = programs.iter().collect();
        let mut known: Vec<Option<Verdict>> = vec![None; all.len()];
        let mut file = None;
        if plan.every_setting {
            let (written, failed) = answers(&plan.setup, &all)?;
            (file, known) = (Some(written), failed);
        }
        for (turn, setting) in settings.iter_mut().enumerate() {
            setting.setup.answers.clone_from(&file);
            let verdicts = judge_rest(&setting.setup, &all, known.clone())?;
            for (i, verdict) in verdicts.into_iter().enumerate() {
                // Those without a dual form have their verdict before the first.
                if turn == 0 || known[i].is_none() {
                    setting.add(indices[i], &programs[i], &verdict, plan)?;
                }
                // What one setting refuses is not built again for the next.
                if known[i].is_none() && verdict.reason().is_some() {
                    known[i] = Some(verdict);
                }
            }
            if plan.every_setting {
                let upto = indices.last().copied().unwrap_or(plan.from);
                println!("up to {upto}, {}: {}", setting.name, setting.sum.counts());
            }
        }
    }
    if plan.hits {
        println!("{}", hits.table());
    }
    let mut sum = Summary {
        limit,
        ..Summary::default()
    };
    for setting in &settings {
        if plan.every_setting {
            println!("{}:", setting.name);
        }
        setting.print();
        sum.include(&setting.sum);
    }
    Ok(sum)
}

/// One way to build the programs, and what came of it.
struct Setting {
    name: &'static str,
    setup: Setup,
    sum: Summary,
    reasons: BTreeMap<String, Vec<u64>>,
}

impl Plan {
    fn settings(&self) -> Vec<Setting> {
        let of = |name, release, no_analyses| Setting {
            name,
            setup: Setup {
                release,
                no_analyses,
                ..self.setup.clone()
            },
            sum: Summary::default(),
            reasons: BTreeMap::new(),
        };
        if !self.every_setting {
            return vec![of("", self.setup.release, self.setup.no_analyses)];
        }
        vec![
            of("debug", false, false),
            of("debug without analyses", false, true),
            of("release", true, false),
            of("release without analyses", true, true),
        ]
    }
}

impl Setting {
    fn add(
        &mut self,
        index: u64,
        program: &Program,
        verdict: &Verdict,
        plan: &Plan,
    ) -> io::Result<()> {
        count(&mut self.sum, verdict);
        if let Some(reason) = verdict.reason() {
            self.reasons.entry(reason).or_default().push(index);
        }
        let wrong = matches!(verdict, Verdict::Wrong(_));
        if wrong || !verdict.agrees() && self.sum.wrong + self.sum.refused <= SHOWN {
            let id = format!("{}:{index}", plan.seed);
            println!("{}", failure(&id, program, verdict));
            if plan.shrink {
                let alone = Setup {
                    answers: None,
                    ..self.setup.clone()
                };
                let (small, verdict) = shrink(&alone, program, verdict)?;
                println!("{}", failure(&format!("{id} shrunk"), &small, &verdict));
            }
        }
        Ok(())
    }

    fn print(&self) {
        for (reason, indices) in &self.reasons {
            let first: Vec<_> = indices.iter().take(4).map(u64::to_string).collect();
            println!(
                "{:>5} refused ({}): {reason}",
                indices.len(),
                first.join(", ")
            );
        }
        let n = self.sum.numbers;
        println!(
            "numbers: {} compared ({} not zero), {} skipped",
            n.compared, n.nonzero, n.skipped
        );
        println!("random programs: {}", self.sum.counts());
    }
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
