//! Command line: tries the mutants and prints what finds each.

use grad_mutants::list;
use grad_mutants::mutant::{Kind, Mutant};
use grad_mutants::suites;
use grad_mutants::trial::{Suite, Trial};
use std::io;
use std::process::ExitCode;
use std::time::Instant;

const USAGE: &str =
    "usage: grad-mutants [--only TEXT] [--from NAME] [--suite random|gradients|all] [--programs N]
                    [--name FOLDER] [--plain] [--list]

  --only TEXT    the mutants whose name contains the text, or which are of this kind:
                 planted, found, equivalent
  --from NAME    from this mutant on
  --suite SUITE  random programs, the tests of runtime and gradients, or one after the other (all);
                 or some of the tests: units, runtime, cases, language, buffers, rest
  --programs N   how many random programs (160)
  --name FOLDER  folder of the copy below target/mutants (source); two at a time need two
  --plain        try the source as it is
  --list         print the mutants and stop";

/// So many random programs are tried before the others: they find most mutants.
const FIRST: u64 = 24;

struct Options {
    only: Option<String>,
    from: Option<String>,
    suite: Suite,
    programs: u64,
    name: String,
    plain: bool,
    list: bool,
}

fn main() -> ExitCode {
    let options = match parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let mutants = chosen(options.only.as_deref(), options.from.as_deref());
    if options.list {
        for m in &mutants {
            println!("{:<28} {}: {}", m.name, m.file, m.fault);
        }
        return ExitCode::SUCCESS;
    }
    let trial = Trial {
        name: options.name,
        seed: 7,
        batches: batches(options.programs),
        suite: options.suite,
    };
    let passed = if options.plain {
        plain(&trial)
    } else {
        run(&mutants, &trial)
    };
    match passed {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::from(2)
        }
    }
}

fn batches(programs: u64) -> Vec<u64> {
    let first = programs.min(FIRST);
    let rest = programs - first;
    [first, rest].into_iter().filter(|n| *n > 0).collect()
}

/// The mutant of this name, those of this kind or those whose name contains the text.
fn chosen(only: Option<&str>, from: Option<&str>) -> Vec<Mutant> {
    if let Some(mutant) = only.and_then(list::named) {
        return vec![mutant];
    }
    let all = list::all().into_iter();
    all.skip_while(|m| from.is_some_and(|from| m.name != from))
        .filter(|m| only.is_none_or(|only| m.name.contains(only) || kind(m) == only))
        .collect()
}

fn kind(mutant: &Mutant) -> &'static str {
    match mutant.kind {
        Kind::Found => "found",
        Kind::Planted => "planted",
        Kind::Equivalent(_) => "equivalent",
    }
}

/// Whether nothing is found in the source as it is.
fn plain(trial: &Trial) -> io::Result<bool> {
    let found = trial.of(None)?;
    println!("without a mutant: {found}");
    Ok(!found.is_found())
}

/// Tries them one by one; whether all that must be found are found.
fn run(mutants: &[Mutant], trial: &Trial) -> io::Result<bool> {
    let mut missed = 0;
    let mut broken = 0;
    for mutant in mutants {
        let start = Instant::now();
        let found = trial.of(Some(mutant));
        let seconds = start.elapsed().as_secs();
        let text = match &found {
            Ok(found) => found.to_string(),
            Err(e) => format!("BROKEN: {e}"),
        };
        println!("{:<28} {seconds:>4} s  {text}", mutant.name);
        match (found, mutant.kind) {
            (Err(_), _) => broken += 1,
            (Ok(found), Kind::Planted) if trial.suite == Suite::Random && !found.is_random() => {
                missed += 1;
            }
            (Ok(found), Kind::Found | Kind::Planted) if !found.is_found() => missed += 1,
            (Ok(found), Kind::Equivalent(_)) if found.is_found() => {
                println!("{:<28} is in the list as equivalent", mutant.name);
                missed += 1;
            }
            _ => {}
        }
    }
    println!(
        "mutants: {} tried, {missed} not as expected, {broken} broken",
        mutants.len()
    );
    Ok(missed + broken == 0)
}

fn parse(mut args: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        only: None,
        from: None,
        suite: Suite::All,
        programs: 160,
        name: "source".to_string(),
        plain: false,
        list: false,
    };
    while let Some(arg) = args.next() {
        let mut text = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--only" => options.only = Some(text()?),
            "--from" => options.from = Some(text()?),
            "--suite" => {
                options.suite = match text()?.as_str() {
                    "random" => Suite::Random,
                    "gradients" => Suite::Gradients,
                    "all" => Suite::All,
                    other => {
                        let known = suites::names().find(|name| *name == other);
                        Suite::One(known.ok_or(format!("unknown suite {other}"))?)
                    }
                }
            }
            "--programs" => {
                let number = text()?;
                let parsed = number.parse();
                options.programs = parsed.map_err(|_| format!("{number} is no number"))?;
            }
            "--name" => options.name = text()?,
            "--plain" => options.plain = true,
            "--list" => options.list = true,
            other => return Err(format!("unknown argument {other}")),
        }
    }
    Ok(options)
}
