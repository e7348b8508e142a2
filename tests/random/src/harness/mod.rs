//! What the printed crates link: they hand over a table of programs, this runs it and reports on standard output.
//!
//! One line a program: `start I`, then `ok I COMPARED SKIPPED NONZERO` or `wrong I`; lines of explanation begin with `| `.

mod answers;
mod check;
mod flat;
mod memory;
pub mod sweep;

pub use flat::{Fill, Flat, Narrow, Reader, Seeds, flat, narrow, padded, untouched};

use crate::dual::Dual;
use answers::Answers;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The `f64` form: the floats of the result, then what the buffers of `&mut` parameters hold.
pub type Run = fn(&mut Reader<'_, f64>) -> Vec<f64>;
/// The dual form.
pub type RunDual = fn(&mut Reader<'_, Dual>) -> Vec<Dual>;
/// A generated function: values and gradients. One called `f_vjp` is given seeds of the final contents of `&mut`
/// parameters, as `Seeds` hands them out; the others take them to be zero.
pub type RunGrad = fn(&mut Reader<'_, f64>) -> (Vec<f64>, Vec<f64>);

/// A program that has only its dual form.
pub struct DualProgram {
    /// Its number in the batch.
    pub id: usize,
    /// Seeds of the results.
    pub seeds: &'static [f64],
    /// Inputs: floats, integers.
    pub cases: &'static [(&'static [f64], &'static [i64])],
    /// The dual form.
    pub dual: RunDual,
}

/// A printed program.
pub struct Program {
    /// Its number in the batch.
    pub id: usize,
    /// Seeds of the results.
    pub seeds: &'static [f64],
    /// Inputs: floats, integers.
    pub cases: &'static [(&'static [f64], &'static [i64])],
    /// The primal.
    pub run: Run,
    /// The same over `Dual`; none where its answers were written down before.
    pub dual: Option<RunDual>,
    /// Whether it computes in `f32`.
    pub single: bool,
    /// The generated functions by name; none when only the oracle is checked.
    pub grads: &'static [(&'static str, RunGrad)],
}

/// How much was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Numbers that were compared.
    pub compared: usize,
    /// Numbers left out, for non-finite values or kinks.
    pub skipped: usize,
    /// Compared numbers that are not zero.
    pub nonzero: usize,
    /// Inputs on which the function panics.
    pub panicked: usize,
    /// Inputs on which the function was compared with dual numbers.
    pub dual: usize,
    /// Whether its memory was measured.
    pub measured: usize,
}

/// Runs the programs from the index given as first argument on. The second names the file with the answers of the dual
/// forms, where there is one.
///
/// # Panics
/// If that file cannot be read.
pub fn main(programs: &[Program]) {
    let known = match std::env::args().nth(2) {
        Some(file) => Answers::read(&file).expect("the file of answers"),
        None => Answers::default(),
    };
    each(programs, |p| check::program(p, &known));
}

/// Writes the answers of the dual forms from the index given as first argument on, and adds them to the file that the
/// second names.
///
/// # Panics
/// If that file cannot be written.
pub fn answers(programs: &[DualProgram]) {
    let file = std::env::args().nth(2).expect("a file for the answers");
    each(programs, |p| {
        Answers::write(&file, p).expect("the file of answers");
        Ok(Tally::default())
    });
}

/// The same for functions that bring no inputs.
pub fn sweep(functions: &[sweep::Function]) {
    // The panics of the functions are part of the answer.
    std::panic::set_hook(Box::new(|_| {}));
    each(functions, sweep::function);
}

fn each<T>(all: &[T], check: impl Fn(&T) -> Result<Tally, String>) {
    let from = std::env::args().nth(1).and_then(|s| s.parse().ok());
    for (i, one) in all.iter().enumerate().skip(from.unwrap_or(0)) {
        println!("start {i}");
        let _ = std::io::stdout().flush();
        let outcome = catch_unwind(AssertUnwindSafe(|| check(one)));
        match outcome {
            Ok(Ok(tally)) => println!(
                "ok {i} {} {} {} {} {} {}",
                tally.compared,
                tally.skipped,
                tally.nonzero,
                tally.panicked,
                tally.dual,
                tally.measured
            ),
            Ok(Err(text)) => report(i, &text),
            Err(_) => report(i, "panicked (the message is on standard error)"),
        }
    }
}

fn report(i: usize, text: &str) {
    println!("wrong {i}");
    for line in text.lines() {
        println!("| {line}");
    }
    println!("end {i}");
}
