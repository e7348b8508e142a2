//! The first minute: a function, its gradient, a check of it, and the code that was generated.
//!
//! `cargo run --release --example quickstart`
use std::process::ExitCode;

use grad_runtime::{check::Check, derive_grad};

#[path = "support/halves.rs"]
mod halves;

/// How far a decaying exponential is from measurements: squared where near, linear where far.
#[derive_grad(wrt(height, rate))]
fn misfit(height: f64, rate: f64, times: &[f64], measured: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..times.len() {
        let miss = (height * (-rate * times[i]).exp() - measured[i]).abs();
        if miss < 0.5 {
            sum += miss * miss;
        } else {
            sum += miss - 0.25;
        }
    }
    sum
}

const TIMES: [f64; 6] = [0.0, 0.5, 1.0, 1.5, 2.0, 2.5];
/// The fourth is an outlier.
const MEASURED: [f64; 6] = [2.1, 1.55, 1.2, 3.0, 0.75, 0.5];

fn main() -> ExitCode {
    let (height, rate) = (1.8, 0.4);
    let (value, d_height, d_rate) = misfit_grad(height, rate, &TIMES, &MEASURED);
    println!("misfit({height}, {rate}) = {value:.10}");

    println!("by height  {d_height:>14.10}");
    println!("by rate    {d_rate:>14.10}");

    let checked = Check::new().names(["height", "rate"]).gradient(
        |&(height, rate)| misfit(height, rate, &TIMES, &MEASURED),
        &(height, rate),
        &(d_height, d_rate),
    );
    match checked {
        Ok(()) => println!("Differences of the function agree."),
        Err(wrong) => {
            eprintln!("error: {wrong}");
            return ExitCode::FAILURE;
        }
    }

    match halves::halves(include_str!("quickstart.rs"), "misfit") {
        Ok(text) => {
            println!("\nThe code behind it. `fwd` runs the function and keeps what `rev` reads;");
            println!("`rev` goes back from `seed`, the cotangent of the result.\n\n{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
