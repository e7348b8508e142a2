//! The list fits the source, and random programs find what is planted in it.

use grad_mutants::copy::root;
use grad_mutants::list;
use grad_mutants::mutant::Kind;
use grad_mutants::trial::{Suite, Trial};
use std::collections::HashSet;
use std::fs;

#[test]
fn every_mutant_applies_to_the_source() {
    let mut problems = Vec::new();
    for mutant in list::all() {
        let text = fs::read_to_string(root().join(mutant.file)).expect(mutant.file);
        match mutant.apply(&text) {
            Ok(changed) if changed == text => problems.push(format!("{} is empty", mutant.name)),
            Ok(_) => {}
            Err(problem) => problems.push(problem),
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_mutant_has_a_name_of_its_own() {
    let all = list::all();
    let names: HashSet<&str> = all.iter().map(|m| m.name).collect();
    assert_eq!(names.len(), all.len());
}

#[test]
fn enough_is_planted() {
    let all = list::all();
    let count = |kind: fn(&Kind) -> bool| all.iter().filter(|m| kind(&m.kind)).count();
    assert!(count(|k| !matches!(k, Kind::Equivalent(_))) >= 60);
    assert!(count(|k| *k == Kind::Planted) >= 10);
}

#[test]
fn random_programs_find_a_planted_fault() {
    let trial = Trial {
        name: "short".to_string(),
        seed: 20,
        batches: vec![30],
        suite: Suite::Random,
    };
    for name in ["overwritten_keeps", "slots_shared"] {
        let mutant = list::named(name).expect("the list has it");
        assert_eq!(mutant.kind, Kind::Planted);
        let finding = trial.of(Some(&mutant)).expect("the mutant builds");
        assert!(finding.is_random(), "{name}: {finding}");
    }
}
