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

const LINTS: &str = "#![allow(warnings)]\n#![allow(unconditional_panic, arithmetic_overflow)]\n\n";

pub(super) fn package(
    package: &Package,
    setup: &Setup,
    programs: &[&Program],
    alive: &[usize],
) -> io::Result<Vec<Lines>> {
    package.manifest()?;
    let folder = &package.folder;
    let primal = match setup.mode {
        Mode::Oracle => Form::Plain,
        Mode::Gradients => Form::Grad,
    };
    let mut lines = Vec::new();
    for (file, form) in [("src/primal.rs", primal), ("src/dual.rs", Form::Dual)] {
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
    fs::write(folder.join("src/main.rs"), table(setup, programs, alive))?;
    Ok(lines)
}

/// `main.rs`: the table of programs.
fn table(setup: &Setup, programs: &[&Program], alive: &[usize]) -> String {
    let mut out = LINTS.to_string();
    out.push_str("mod dual;\nmod primal;\n\nuse grad_random::harness::Program;\n\n");
    out.push_str("static PROGRAMS: &[Program] = &[\n");
    for &i in alive {
        let p = programs[i];
        let cases: String = p
            .cases
            .iter()
            .map(|case| format!("(&{:?}, &{:?}), ", case.floats, case.ints))
            .collect();
        let grads: String = match setup.mode {
            Mode::Oracle => String::new(),
            Mode::Gradients => gradient_names(p, setup.all_forms)
                .iter()
                .map(|name| format!("({name:?}, primal::p{i}::run_{name}), "))
                .collect(),
        };
        out.push_str(&format!(
            "    Program {{ seeds: &{:?}, single: {}, cases: &[{cases}], run: primal::p{i}::run, dual: dual::p{i}::run, grads: &[{grads}] }},\n",
            p.seeds, p.single
        ));
    }
    out.push_str("];\n\nfn main() {\n    grad_random::harness::main(PROGRAMS);\n}\n");
    out
}
