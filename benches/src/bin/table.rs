//! Prints the table: `cargo run --release --features others --bin table -- [--rounds N] [NAME..]`.
//!
//! With names, only the cases whose names begin so, and the originals of twins. Every gradient is
//! compared with that by hand before anything is timed; where one differs, nothing is.
use std::process::ExitCode;

use grad_bench::cases;
use grad_bench::measure::measure;
use grad_bench::origin;
use grad_bench::row::Case;
use grad_bench::table::{Line, print_functions, print_twins};

const ROUNDS: usize = 101;

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("table: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut args: impl Iterator<Item = String>) -> Result<(), String> {
    let mut rounds = ROUNDS;
    let mut names = Vec::new();
    while let Some(arg) = args.next() {
        if arg == "--rounds" {
            let count = args.next().and_then(|count| count.parse().ok());
            rounds = count.filter(|&count| count > 0).ok_or("--rounds N")?;
        } else {
            names.push(arg);
        }
    }
    let chosen = |case: &Case| {
        names.is_empty()
            || names
                .iter()
                .any(|name| case.name.starts_with(name.as_str()))
    };
    origin::check()?;
    let parts = [cases::functions(), cases::examples(), cases::twins()];
    let mut checked = Vec::new();
    for part in parts {
        let cases = part.into_iter().filter(chosen);
        let rows = cases.map(|case| Ok((case.checked()?, case)));
        checked.push(rows.collect::<Result<Vec<_>, String>>()?);
    }
    let mut parts = checked.into_iter().map(|rows| {
        let lines = rows.into_iter().map(|(mut row, case)| Line {
            times: measure(&mut row, rounds),
            case,
        });
        lines.collect::<Vec<Line>>()
    });
    let mut next = || parts.next().expect("three parts");
    println!("## Target: {}\n\nMedians of {rounds} rounds.", target());
    let functions = next();
    print_functions("Functions", &functions);
    print_functions("Examples of the suite", &next());
    print_twins("Twins", &next(), &functions);
    Ok(())
}

/// The vector instructions that the compiler was allowed to use.
fn target() -> &'static str {
    if cfg!(target_feature = "avx512f") {
        "AVX-512"
    } else if cfg!(target_feature = "avx2") {
        "AVX2"
    } else {
        "default"
    }
}
