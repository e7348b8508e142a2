//! Some programs in the normal run, so that generator and oracle do not rot.

use grad_random::batch::Setup;
use grad_random::generate::program;
use grad_random::print::{Form, functions};
use grad_random::report::{Plan, run};
use std::collections::HashSet;

/// The first programs of a seed; the newer constructs are in those of another.
fn plan(name: &str, seed: u64, from: u64, programs: u64, plain: bool) -> Plan {
    Plan {
        seed,
        from,
        programs,
        batch: programs as usize,
        shrink: false,
        hits: false,
        plain,
        every_setting: false,
        setup: Setup {
            name: name.to_string(),
            ..Setup::default()
        },
    }
}

#[test]
fn gradients_agree_with_dual_numbers() {
    let sum = run(&plan("short", 20, 0, 20, true)).expect("the batch builds");
    assert_eq!(sum.wrong, 0, "see the programs above: {sum:?}");
    assert_eq!(sum.refused, 0, "see the programs above: {sum:?}");
    assert!(sum.numbers.compared > 200, "{sum:?}");
}

#[test]
fn chains_and_structs_agree_with_dual_numbers() {
    let sum = run(&plan("short-newer", 26, 4, 6, false)).expect("the batch builds");
    assert_eq!(sum.wrong, 0, "see the programs above: {sum:?}");
    assert_eq!(sum.refused, 0, "see the programs above: {sum:?}");
    assert!(sum.numbers.compared > 40, "{sum:?}");
}

#[test]
fn the_same_seed_gives_the_same_programs() {
    let text = |i| functions(&program(20, i).functions, Form::Grad, false);
    let distinct: HashSet<String> = (0..50).map(text).collect();
    assert_eq!(distinct.len(), 50);
    assert!((0..50).all(|i| distinct.contains(&text(i))));
}
