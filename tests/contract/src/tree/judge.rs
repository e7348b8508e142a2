//! Runs the tests and reads what they print.

use super::write::Written;
use super::{Key, Plan};
use crate::source::{Source, derived};
use crate::table::{Covered, Failure, Report};
use grad_random::package::Package;
use std::collections::BTreeMap;
use std::io;

pub(super) fn execute(
    plan: &Plan,
    package: &Package,
    written: &Written,
    sources: &[Source],
    reverted: &BTreeMap<Key, String>,
) -> io::Result<Report> {
    let output = package.cargo("test", plan.release).arg("--lib").output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut report = Report::default();
    for variant in &plan.variants {
        report
            .variants
            .insert(variant.name.clone(), Covered::default());
    }
    for ((v, ..), sites) in &written.sites {
        let covered = report.variant(&plan.variants[*v].name);
        covered.functions += 1;
        for (rewrite, count) in sites {
            let (functions, places) = covered.rewrites.entry(rewrite).or_default();
            *functions += usize::from(*count > 0);
            *places += count;
        }
    }
    for ((v, file, at), reason) in reverted {
        let function = sources
            .iter()
            .find(|s| s.path.to_string_lossy() == file.as_str())
            .and_then(|s| derived(&s.file).get(*at).map(|f| f.sig.ident.to_string()));
        let covered = report.variant(&plan.variants[*v].name);
        covered.refused.push((
            format!("{file}: {}", function.unwrap_or_default()),
            reason.clone(),
        ));
    }
    judge(plan, &text, &mut report);
    if report.passed == 0 {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(io::Error::other(format!("no test ran:\n{text}\n{errors}")));
    }
    Ok(report)
}

/// Reads what the test harness prints.
fn judge(plan: &Plan, text: &str, report: &mut Report) {
    let mut said: BTreeMap<String, String> = BTreeMap::new();
    let mut current: Option<String> = None;
    for line in text.lines() {
        if let Some(name) = line
            .strip_prefix("---- ")
            .and_then(|l| l.strip_suffix(" stdout ----"))
        {
            current = Some(name.to_string());
        } else if line == "failures:" {
            current = None;
        } else if let Some(name) = &current {
            let entry = said.entry(name.clone()).or_default();
            entry.push_str(line);
            entry.push('\n');
        }
    }
    for line in text.lines().filter(|l| l.starts_with("test result:")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let passed = words.iter().position(|w| *w == "passed;");
        let number = passed.and_then(|at| words.get(at - 1)?.parse::<usize>().ok());
        report.passed += number.unwrap_or(0);
    }
    for (name, text) in said {
        let variant = name.split("::").next().unwrap_or_default().to_string();
        let skip = plan
            .skipped_tests
            .iter()
            .find(|(v, part, _)| (*v == "*" || *v == variant) && format!("{name}$").contains(part));
        match skip {
            Some((_, _, reason)) => report.skipped.push((name, (*reason).to_string())),
            None => report.failures.push(Failure { name, text }),
        }
    }
}
