//! Functions of the GradBench suite with their generated gradients, compared with recorded results.
//!
//! `cargo run --release --example adbench -- DIR`
//!
//! `DIR` holds the suite's inputs: `expected/*.json` with the recorded values and gradients, and
//! beside it a folder of text files for each function that reads one. Every number has to agree to
//! 1e-10, relative to its size where that is above 1.
use std::path::Path;
use std::process::ExitCode;

mod evals;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [dir] = args.as_slice() else {
        eprintln!("usage: adbench DIR");
        return ExitCode::FAILURE;
    };
    let reports = match evals::run(Path::new(dir)) {
        Ok(reports) => reports,
        Err(error) => {
            eprintln!("adbench: {error}");
            return ExitCode::FAILURE;
        }
    };
    for report in &reports {
        println!("{report}");
    }
    let agreeing = reports.iter().filter(|report| report.agrees()).count();
    println!("adbench: {agreeing} of {} agree", reports.len());
    if agreeing == reports.len() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
