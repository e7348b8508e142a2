//! The command line of the contract checks.

use grad_contract::rewrite::{ALL, named};
use grad_contract::tree::{Plan, Variant, run};
use std::process::ExitCode;

const USAGE: &str = "usage: grad-contract [--release] [--modules a,b] [--name FOLDER] [--list] [REWRITE[+REWRITE..]]..

  Runs the gradient tests over functions rewritten by each of the REWRITEs (all, one after the other).
  --modules   only these modules of the tests (all)
  --release   with optimisations
  --list      print what there is";

fn main() -> ExitCode {
    let mut plan = Plan {
        name: "all".to_string(),
        variants: Vec::new(),
        release: false,
        skipped_tests: grad_contract::tree::skipped(),
    };
    let mut modules = String::new();
    let mut stacks: Vec<String> = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--release" => plan.release = true,
            "--sweep" => {
                let files = args.next().unwrap_or_default();
                return sweep(&plan, &files);
            }
            "--modules" => modules = args.next().unwrap_or_default(),
            "--name" => plan.name = args.next().unwrap_or_default(),
            "--list" => {
                for r in ALL {
                    println!("{:10} {}", r.name, r.what);
                }
                return ExitCode::SUCCESS;
            }
            names if names.split('+').all(|n| named(n).is_some()) => stacks.push(arg),
            _ => {
                eprintln!("{USAGE}");
                return ExitCode::from(2);
            }
        }
    }
    if stacks.is_empty() {
        let all = ALL.iter().filter(|r| r.name != "single");
        stacks = all.map(|r| r.name.to_string()).collect();
    }
    let modules: Vec<&str> = modules.split(',').filter(|m| !m.is_empty()).collect();
    let mut passes = true;
    for stack in stacks {
        let rewrites: Vec<&str> = stack.split('+').collect();
        plan.variants = vec![Variant::of(&stack.replace('+', "_"), &rewrites, &modules)];
        match run(&plan) {
            Ok(report) => {
                println!("{report}");
                passes &= report.failures.is_empty();
            }
            Err(e) => {
                println!("{:?}: {e}", plan.variants);
                passes = false;
            }
        }
    }
    if passes {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn sweep(plan: &Plan, files: &str) -> ExitCode {
    let plan = grad_contract::sweep::Plan {
        name: format!("sweep-{}", plan.name),
        files: files.split(',').map(ToString::to_string).collect(),
        release: plan.release,
    };
    match grad_contract::sweep::run(&plan) {
        Ok(report) => {
            println!("{report}");
            if report.failures.is_empty() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(e) => {
            println!("{e}");
            ExitCode::FAILURE
        }
    }
}
