//! Compares numbers of instructions, generated gradients over those by hand, with what is committed:
//!
//! `cargo run --release --bin instructions`, and with `-- write` to commit what is found.
//!
//! A number of instructions does not depend on what else the machine does. A ratio that is more than
//! a tenth above the committed one is an error. Without valgrind nothing is compared.
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use grad_bench::cases;
use grad_bench::row::{Case, Contender, Kind};

/// The functions whose instructions are counted: as many kinds as possible, none that runs long.
const COUNTED: [&str; 10] = [
    "rosenbrock",
    "logsumexp",
    "mlp",
    "rnn",
    "lotka_volterra",
    "black_scholes",
    "gmm d2 K5",
    "ba",
    "det",
    "lstm",
];

/// Keeps the C library from filling and copying by one instruction that valgrind counts once a byte,
/// which it does or not by the processor.
const TUNABLES: &str = "glibc.cpu.x86_rep_stosb_threshold=1000000000:\
                        glibc.cpu.x86_rep_movsb_threshold=1000000000";

/// How much worse than the committed ratio is an error.
const WORSE: f64 = 1.10;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        [] => compare(),
        ["write"] => write(),
        ["run", case, kind] => run(case, kind),
        _ => Err("instructions [write]".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("instructions: {error}");
            ExitCode::FAILURE
        }
    }
}

fn compare() -> Result<(), String> {
    if !has_valgrind() {
        println!("instructions: SKIPPED, there is no valgrind here");
        return Ok(());
    }
    let committed = committed()?;
    let mut worse = Vec::new();
    println!(
        "{:<16} {:>12} {:>12} {:>7} {:>10}",
        "", "ours", "by hand", "ratio", "committed"
    );
    for (name, committed) in COUNTED.into_iter().zip(committed) {
        let [ours, hand] = both(name)?;
        let ratio = ours as f64 / hand as f64;
        let verdict = match ratio / committed {
            change if change > WORSE => {
                worse.push(name);
                "WORSE"
            }
            change if change < 1.0 / WORSE => "better: write it down",
            _ => "",
        };
        println!("{name:<16} {ours:>12} {hand:>12} {ratio:>7.2} {committed:>10.2} {verdict}");
    }
    if worse.is_empty() {
        Ok(())
    } else {
        let worse = worse.join(", ");
        Err(format!("more than a tenth worse than committed: {worse}"))
    }
}

fn write() -> Result<(), String> {
    let mut text = String::new();
    for name in COUNTED {
        let [ours, hand] = both(name)?;
        let ratio = ours as f64 / hand as f64;
        writeln!(text, "{name}: {ratio:.3}").map_err(|e| e.to_string())?;
        println!("{name}: {ratio:.3}");
    }
    std::fs::write(file(), text).map_err(|e| format!("{}: {e}", file().display()))
}

/// The committed ratios, in the order of [`COUNTED`].
fn committed() -> Result<Vec<f64>, String> {
    let path = file();
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let ratio = |name: &str| {
        let mut lines = text.lines().filter_map(|line| line.split_once(": "));
        let (_, ratio) = lines.find(|(of, _)| *of == name)?;
        ratio.parse().ok()
    };
    let ratios = COUNTED
        .into_iter()
        .map(|name| ratio(name).ok_or_else(|| format!("{}: no ratio of {name}", path.display())));
    ratios.collect()
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.txt")
}

fn has_valgrind() -> bool {
    Command::new("valgrind")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

fn both(name: &str) -> Result<[u64; 2], String> {
    Ok([count(name, Kind::Ours)?, count(name, Kind::Hand)?])
}

/// The instructions of one call: those that callgrind sees while [`counted`] runs.
fn count(name: &str, kind: Kind) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let out = std::env::temp_dir().join(format!("grad-bench-callgrind.{}", std::process::id()));
    let output = Command::new("valgrind")
        .env("GLIBC_TUNABLES", TUNABLES)
        .args([
            "--tool=callgrind",
            "--collect-atstart=no",
            "--toggle-collect=*counted*",
        ])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(program)
        .args(["run", name, kind.name()])
        .output()
        .map_err(|e| format!("valgrind: {e}"))?;
    let _ = std::fs::remove_file(out);
    let messages = String::from_utf8_lossy(&output.stderr);
    let mut numbers = messages
        .lines()
        .filter_map(|line| line.split_once("Collected : "));
    let number = numbers
        .next()
        .and_then(|(_, number)| number.trim().parse().ok());
    match number {
        Some(number) if output.status.success() && number > 0 => Ok(number),
        _ => Err(format!(
            "{name}, {}: valgrind says\n{messages}",
            kind.name()
        )),
    }
}

/// What valgrind watches: the second call, when nothing happens for the first time any more.
fn run(case: &str, kind: &str) -> Result<(), String> {
    let cases: Vec<Case> = cases::functions();
    let case = cases
        .into_iter()
        .find(|c| c.name == case)
        .ok_or("no such case")?;
    let mut row = case.measured();
    let contender = row.contenders.iter_mut().find(|c| c.kind.name() == kind);
    let contender = contender.ok_or("no such contender")?;
    contender.run();
    counted(contender);
    Ok(())
}

#[inline(never)]
fn counted(contender: &mut Contender) {
    contender.run();
}
