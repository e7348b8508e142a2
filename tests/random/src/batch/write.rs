//! Writes the crate of a batch and remembers which lines belong to which program.

use super::{Mode, Setup};
use crate::ast::Program;
use crate::glue::{gradient_names, module};
use crate::package::Package;
use crate::print::Form;
use std::fs;
use std::io;
use std::ops::Range;

/// Lines of one file and the program they belong to.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    pub file: &'static str,
    pub lines: Range<usize>,
    pub program: usize,
}

/// The crate that writes down what the dual forms of the programs say.
pub(super) fn answers(
    package: &Package,
    setup: &Setup,
    programs: &[&Program],
    alive: &[usize],
) -> io::Result<Vec<Lines>> {
    let mut main = format!(
        "{LINTS}mod dual;\n\nuse grad_random::harness::DualProgram;\n\nstatic PROGRAMS: &[DualProgram] = &[\n"
    );
    for &i in alive {
        let p = programs[i];
        main.push_str(&format!(
            "    DualProgram {{ id: {i}, seeds: &{:?}, cases: &[{}], dual: dual::p{i}::run }},\n",
            p.seeds,
            cases(p)
        ));
    }
    main.push_str("];\n\nfn main() {\n    grad_random::harness::answers(PROGRAMS);\n}\n");
    let files = [("src/dual.rs", Form::Dual)];
    written(package, &main, setup, programs, alive, &files)
}

const LINTS: &str = "#![allow(warnings)]\n#![allow(unconditional_panic, arithmetic_overflow)]\n\n";

pub(super) fn package(
    package: &Package,
    setup: &Setup,
    programs: &[&Program],
    alive: &[usize],
) -> io::Result<Vec<Lines>> {
    let primal = match setup.mode {
        Mode::Oracle => Form::Plain,
        Mode::Gradients => Form::Grad,
    };
    let mut files = vec![("src/primal.rs", primal)];
    if setup.answers.is_none() {
        files.push(("src/dual.rs", Form::Dual));
    }
    let main = table(setup, programs, alive);
    written(package, &main, setup, programs, alive, &files)
}

/// Writes a crate: its `main.rs`, and a file with the modules of the programs for each form.
fn written(
    package: &Package,
    main: &str,
    setup: &Setup,
    programs: &[&Program],
    alive: &[usize],
    files: &[(&'static str, Form)],
) -> io::Result<Vec<Lines>> {
    package.manifest()?;
    let folder = &package.folder;
    fs::write(folder.join("src/main.rs"), main)?;
    let mut lines = Vec::new();
    for &(file, form) in files {
        let mut text = LINTS.to_string();
        let mut at = text.lines().count() + 1;
        for &i in alive {
            let part = module(&format!("p{i}"), programs[i], form, setup.all_forms);
            let n = part.lines().count();
            lines.push(Lines {
                file,
                lines: at..at + n,
                program: i,
            });
            at += n;
            text.push_str(&part);
        }
        fs::write(folder.join(file), text)?;
    }
    Ok(lines)
}

/// The inputs of a program as literals.
fn cases(p: &Program) -> String {
    p.cases
        .iter()
        .map(|case| format!("(&{:?}, &{:?}), ", case.floats, case.ints))
        .collect()
}

/// `main.rs`: the table of programs.
fn table(setup: &Setup, programs: &[&Program], alive: &[usize]) -> String {
    let mut out = LINTS.to_string();
    if setup.answers.is_none() {
        out.push_str("mod dual;\n");
    }
    out.push_str("mod primal;\n\nuse grad_random::harness::Program;\n\n");
    out.push_str("static PROGRAMS: &[Program] = &[\n");
    for &i in alive {
        let p = programs[i];
        let dual = match setup.answers {
            None => format!("Some(dual::p{i}::run)"),
            Some(_) => "None".to_string(),
        };
        let grads: String = match setup.mode {
            Mode::Oracle => String::new(),
            Mode::Gradients => gradient_names(p, setup.all_forms)
                .iter()
                .map(|name| format!("({name:?}, primal::p{i}::run_{name}), "))
                .collect(),
        };
        out.push_str(&format!(
            "    Program {{ id: {i}, seeds: &{:?}, single: {}, cases: &[{}], run: primal::p{i}::run, dual: {dual}, grads: &[{grads}] }},\n",
            p.seeds, p.single, cases(p)
        ));
    }
    out.push_str("];\n\nfn main() {\n    grad_random::harness::main(PROGRAMS);\n}\n");
    out
}
