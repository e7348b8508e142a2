//! Command line of the random-program test.

use grad_random::batch::{Mode, Setup};
use grad_random::generate::program_of;
use grad_random::hits::Hits;
use grad_random::operands::Operands;
use grad_random::print::{Form, functions};
use grad_random::report::{Plan, run};
use std::process::ExitCode;

const USAGE: &str =
    "usage: grad-random [--programs N] [--seed S] [--from I] [--batch N] [--release] [--shrink]
                   [--oracle-only] [--all-forms] [--no-analyses] [--every-setting] [--no-hits] [--plain] [--name FOLDER] [--print] [--count] [--demand]

  --programs N   how many programs (1000)
  --seed S       seed of the run (1); program I of seed S is always the same
  --from I       index of the first program (0)
  --batch N      programs in one crate (250)
  --release      build the programs with optimisations
  --shrink       make failing programs small
  --oracle-only  check dual numbers against central differences; no attribute
  --all-forms    also _grad_into, _grad_with and _vjp
  --no-analyses  with a macro that leaves out every analysis
  --every-setting  each in debug and in release, with every analysis and with none
  --no-hits      do not print the counts of productions
  --plain        only scalars, sequences and functions: no chains, closures, structs
  --name FOLDER  folder of the crates below target/random (the seed)
  --print        print the programs and stop
  --count        print the counts of productions and stop
  --demand       the same, and fail where a count is too small for 10000 programs";

/// How often everything must come up in ten thousand programs.
const DEMANDED: usize = 200;

fn main() -> ExitCode {
    let (plan, only, demand) = match parse(std::env::args().skip(1)) {
        Ok(parsed) => parsed,
        Err(message) => {
            eprintln!("{message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let indices = plan.from..plan.from + plan.programs;
    match only {
        Some(Only::Print) => {
            for i in indices {
                let program = program_of(plan.seed, i, plan.plain);
                println!("// program {}:{i}", plan.seed);
                println!(
                    "{}",
                    functions(&program.functions, Form::Grad, program.single)
                );
            }
            return ExitCode::SUCCESS;
        }
        Some(Only::Count) => {
            let (mut hits, mut operands) = (Hits::default(), Operands::default());
            for i in indices {
                let program = program_of(plan.seed, i, plan.plain);
                hits.add(&program);
                operands.add(&program);
            }
            println!("{}\n\n{}", hits.table(), operands.table());
            let rare = hits.rare(DEMANDED) + operands.rare(DEMANDED);
            println!("cells below {DEMANDED}: {rare}");
            return ExitCode::from(u8::from(demand && rare > 0));
        }
        None => {}
    }
    match run(&plan) {
        Ok(sum) if sum.passes() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::from(2)
        }
    }
}

/// What is done instead of a run.
enum Only {
    Print,
    Count,
}

fn parse(mut args: impl Iterator<Item = String>) -> Result<(Plan, Option<Only>, bool), String> {
    let mut plan = Plan {
        seed: 1,
        from: 0,
        programs: 1000,
        batch: 250,
        shrink: false,
        hits: true,
        plain: false,
        every_setting: false,
        setup: Setup::default(),
    };
    let (mut only, mut demand) = (None, false);
    while let Some(arg) = args.next() {
        let mut number = || -> Result<u64, String> {
            let text = args.next().ok_or(format!("{arg} needs a number"))?;
            text.parse().map_err(|_| format!("{text} is no number"))
        };
        match arg.as_str() {
            "--programs" => plan.programs = number()?,
            "--seed" => plan.seed = number()?,
            "--from" => plan.from = number()?,
            "--batch" => plan.batch = number()? as usize,
            "--release" => plan.setup.release = true,
            "--shrink" => plan.shrink = true,
            "--oracle-only" => plan.setup.mode = Mode::Oracle,
            "--all-forms" => plan.setup.all_forms = true,
            "--no-analyses" => plan.setup.no_analyses = true,
            "--every-setting" => plan.every_setting = true,
            "--plain" => plan.plain = true,
            "--no-hits" => plan.hits = false,
            "--name" => plan.setup.name = args.next().ok_or("--name needs a name")?,
            "--print" => only = Some(Only::Print),
            "--count" => only = Some(Only::Count),
            "--demand" => (only, demand) = (Some(Only::Count), true),
            other => return Err(format!("unknown argument {other}")),
        }
    }
    if plan.setup.name.is_empty() {
        plan.setup.name = plan.seed.to_string();
    }
    Ok((plan, only, demand))
}
