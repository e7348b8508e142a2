//! A tool for the GradBench harness: `cargo run --release --example gradbench`.
//!
//! One message a line on standard input, one answer a line on standard output, all JSON. The
//! derivatives of the functions are those that the attribute generates.
use std::io::{BufRead, Write, stdin, stdout};
use std::process::ExitCode;

use serde_json::{Value, json};

#[allow(dead_code, reason = "recorded inputs are not compared here")]
#[path = "../adbench/evals/mod.rs"]
mod evals;

mod input;
mod modules;
mod timing;

fn main() -> ExitCode {
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gradbench: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Answers until the input ends.
fn serve() -> Result<(), String> {
    let mut out = stdout().lock();
    for line in stdin().lock().lines() {
        let line = line.map_err(|e| e.to_string())?;
        let message: Value = serde_json::from_str(&line).map_err(|e| format!("{e} in `{line}`"))?;
        writeln!(out, "{}", answer(&message)).map_err(|e| e.to_string())?;
        out.flush().map_err(|e| e.to_string())?;
    }
    Ok(())
}

fn answer(message: &Value) -> Value {
    let id = &message["id"];
    match message["kind"].as_str() {
        Some("start") => json!({ "id": id, "tool": "grad" }),
        Some("define") => match modules::find(&message["module"]) {
            Ok(_) => json!({ "id": id, "success": true }),
            Err(error) => json!({ "id": id, "success": false, "error": error }),
        },
        Some("evaluate") => match evaluate(message) {
            Ok((output, timings)) => {
                json!({ "id": id, "success": true, "output": output, "timings": timings })
            }
            Err(error) => json!({ "id": id, "success": false, "error": error }),
        },
        // What an answer was worth, and whatever else is told and not asked.
        _ => json!({ "id": id }),
    }
}

fn evaluate(message: &Value) -> Result<(Value, Value), String> {
    let evaluate = modules::find(&message["module"])?;
    let function = message["function"].as_str().ok_or("no function")?;
    evaluate(function, input::Input::new(&message["input"])?)
}
