//! What the attribute costs a compiler: `cargo run --release --bin compile_time`.
//!
//! For each program the time of the expansion alone, and of `cargo check` and `cargo build --release` of a crate that
//! holds nothing else, with the attribute and without it. Medians of three, dependencies built before.
//!
//! Four times as many statements may take at most six times as long to expand, or it is an error.
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use proc_macro2::TokenStream;
use quote::ToTokens;

/// How often each time is taken.
const ROUNDS: usize = 3;
/// The largest growth of the expansion from 1,000 statements to 4,000.
const GROWTH: f64 = 6.0;
/// The ratio that is the aim.
const AIM: f64 = 3.0;

fn main() -> ExitCode {
    match table() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("compile_time: {error}");
            ExitCode::FAILURE
        }
    }
}

fn programs() -> [(&'static str, String); 4] {
    [
        ("1,000 statements", straight(1000)),
        ("4,000 statements", straight(4000)),
        ("six loops in each other", nest(6)),
        ("200 functions", many(200)),
    ]
}

/// One statement behind the other, each of which reads two before it.
fn straight(statements: usize) -> String {
    let mut body = String::from("    let v0 = x[0];\n    let v1 = x[1].sin();\n");
    for i in 2..statements {
        let (a, b) = (i - 1, i - 1 - i % 2);
        let value = match i % 4 {
            0 => format!("v{a} * v{b} + x[{}]", i % 8),
            1 => format!("(v{a} - 0.5 * v{b}).sin()"),
            2 => format!("v{a} / (1.0 + v{b} * v{b})"),
            _ => format!("(v{a} + v{b}).tanh()"),
        };
        let _ = writeln!(body, "    let v{i} = {value};");
    }
    let last = statements - 1;
    format!("#[derive_grad]\npub fn f(x: &[f64; 8]) -> f64 {{\n{body}    v{last}\n}}\n")
}

/// Loops in each other, with a statement behind each.
fn nest(depth: usize) -> String {
    let mut out = String::from(
        "#[derive_grad]\npub fn f(x: &[f64], n: usize) -> f64 {\n    let mut s = 0.0;\n",
    );
    for at in 0..depth {
        let _ = writeln!(out, "for i{at} in 0..n {{");
    }
    let index: Vec<String> = (0..depth).map(|at| format!("i{at}")).collect();
    let _ = writeln!(out, "s = (s * x[({}) % x.len()]).sin();", index.join(" + "));
    for at in (0..depth).rev() {
        let _ = writeln!(out, "s += x[i{at} % x.len()] * s;\n}}");
    }
    out.push_str("    s\n}\n");
    out
}

/// Functions of a few lines.
fn many(functions: usize) -> String {
    (0..functions)
        .map(|i| {
            format!(
                "#[derive_grad]\npub fn f{i}(x: f64, y: f64) -> f64 {{\n    let a = x * y + {i}.5;\n    let b = if a > 1.0 {{ a.ln() }} else {{ a * a }};\n    b * x.sin()\n}}\n"
            )
        })
        .collect()
}

fn table() -> Result<bool, String> {
    println!("| program | expansion | check | with the attribute | release | with the attribute |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    let mut expansions = Vec::new();
    for (at, (name, source)) in programs().into_iter().enumerate() {
        let expansion = median(|| expanded(&source))?;
        expansions.push(expansion);
        let mut line = format!("| {name} | {} |", seconds(expansion));
        for command in [&["check"][..], &["build", "--release"]] {
            let mut times = Vec::new();
            for with in [false, true] {
                let folder = written(at, &source, with)?;
                cargo(&folder, command)?;
                times.push(median(|| {
                    touched(&folder)?;
                    cargo(&folder, command)
                })?);
            }
            let ratio = times[1].as_secs_f64() / times[0].as_secs_f64();
            let note = if ratio > AIM {
                ", above the aim of 3"
            } else {
                ""
            };
            let _ = write!(
                line,
                " {} | {} ({ratio:.1} times{note}) |",
                seconds(times[0]),
                seconds(times[1])
            );
        }
        println!("{line}");
    }
    let growth = expansions[1].as_secs_f64() / expansions[0].as_secs_f64();
    println!(
        "\nFour times the statements take {growth:.1} times as long to expand (at most {GROWTH})."
    );
    Ok(growth <= GROWTH)
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

fn median(mut take: impl FnMut() -> Result<Duration, String>) -> Result<Duration, String> {
    let mut all = (0..ROUNDS).map(|_| take()).collect::<Result<Vec<_>, _>>()?;
    all.sort();
    Ok(all[ROUNDS / 2])
}

/// The time that the macro takes for all functions of a source.
fn expanded(source: &str) -> Result<Duration, String> {
    let file = syn::parse_file(source).map_err(|e| e.to_string())?;
    let items: Vec<TokenStream> = file
        .items
        .into_iter()
        .filter_map(|item| match item {
            syn::Item::Fn(mut f) => {
                f.attrs.clear();
                Some(f.into_token_stream())
            }
            _ => None,
        })
        .collect();
    let start = Instant::now();
    for item in items {
        let text = grad_core::expand(TokenStream::new(), item).to_string();
        if text.contains("compile_error") {
            return Err(format!("refused: {text}"));
        }
    }
    Ok(start.elapsed())
}

fn target() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| here.join("target"), PathBuf::from);
    target.join("compile-time")
}

/// A crate of its own for the source.
fn written(at: usize, source: &str, with: bool) -> Result<PathBuf, String> {
    let name = format!("program-{at}-{}", if with { "grad" } else { "plain" });
    let folder = target().join(&name);
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../grad-runtime");
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\ngrad-runtime = {{ path = {runtime:?} }}\n"
    );
    let text = if with {
        format!("use grad_runtime::derive_grad;\n\n{source}")
    } else {
        source.replace("#[derive_grad]\n", "")
    };
    let save = |path: PathBuf, text: &str| fs::write(path, text).map_err(|e| e.to_string());
    fs::create_dir_all(folder.join("src")).map_err(|e| e.to_string())?;
    save(folder.join("Cargo.toml"), &manifest)?;
    save(folder.join("src/lib.rs"), &text)?;
    // The versions that are here already: nothing is downloaded.
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    fs::copy(lock, folder.join("Cargo.lock")).map_err(|e| e.to_string())?;
    Ok(folder)
}

fn touched(folder: &Path) -> Result<(), String> {
    let path = folder.join("src/lib.rs");
    let text = fs::read_to_string(&path).map_err(|e| e.to_string())?;
    fs::write(&path, text).map_err(|e| e.to_string())
}

fn cargo(folder: &Path, command: &[&str]) -> Result<Duration, String> {
    let start = Instant::now();
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(folder)
        .args(command)
        .args(["--offline", "--quiet"])
        .env("CARGO_TARGET_DIR", target().join("build"))
        .env("CARGO_INCREMENTAL", "0")
        .stdout(Stdio::null())
        .status()
        .map_err(|e| e.to_string())?;
    if !status.success() {
        return Err(format!("{} does not build", folder.display()));
    }
    Ok(start.elapsed())
}
