//! The contract over the corpus of cases: every rewrite, and the sweep. The table of a run is printed with `--nocapture`.

use grad_contract::{sweep, tree};
use tree::Variant;

/// The least that each rewrite changes: one that covers nothing would pass unseen.
const LEAST: &[(&str, &str, usize, usize)] = &[
    ("first", "counted", 40, 50),
    ("first", "matched", 28, 33),
    ("first", "assigned", 65, 130),
    ("first", "parts", 105, 500),
    ("first", "renamed", 115, 1500),
    ("second", "spread", 4, 6),
    ("second", "endless", 9, 9),
    ("second", "negated", 36, 42),
    ("second", "early", 110, 110),
    ("second", "noise", 112, 520),
    ("third", "split", 115, 115),
    ("third", "paths", 38, 60),
    ("third", "wrapped", 108, 550),
    ("third", "nested", 3, 3),
    ("third", "unrolled", 13, 15),
    ("single", "single", 90, 250),
];

#[test]
fn rewritten_functions_have_the_gradients_of_the_cases() {
    let modules = ["cases", "trips", "short_slices"];
    let plan = tree::Plan {
        name: "ci".to_string(),
        variants: vec![
            Variant::of(
                "first",
                &["counted", "matched", "assigned", "parts", "renamed"],
                &modules,
            ),
            Variant::of(
                "second",
                &["spread", "endless", "negated", "early", "noise"],
                &modules,
            ),
            Variant::of(
                "third",
                &["split", "paths", "wrapped", "nested", "unrolled"],
                &modules,
            ),
            Variant::of("single", &["single"], &["cases"]),
        ],
        release: false,
        skipped_tests: tree::skipped(),
    };
    let report = tree::run(&plan).expect("the rewritten tests build");
    println!("{report}");
    assert!(report.failures.is_empty(), "{report}");
    assert!(report.passed > 300, "only {} tests", report.passed);
    for (variant, rewrite, functions, places) in LEAST {
        let covered = &report.variants[*variant];
        assert!(covered.refused.is_empty(), "{report}");
        let found = covered.rewrites[*rewrite];
        assert!(
            found.0 >= *functions && found.1 >= *places,
            "{rewrite} changed {found:?} only\n{report}"
        );
    }
}

#[test]
fn swept_functions_keep_the_contract_on_many_inputs() {
    let plan = sweep::Plan {
        name: "ci-sweep".to_string(),
        files: vec!["cases/".to_string()],
        release: false,
    };
    let report = sweep::run(&plan).expect("the functions build");
    println!("{report}");
    assert!(report.failures.is_empty(), "{report}");
    // One is of `f32`, for which there are no dual numbers.
    assert!(report.swept + 1 >= report.functions, "{report}");
    for (what, found, least) in [
        ("functions", report.swept, 95),
        ("subsets", report.subsets, 50),
        ("dual forms", report.dual, 88),
        ("panics", report.panicked, 15),
        ("measured", report.measured, 88),
        ("numbers", report.compared, 20_000),
    ] {
        assert!(found >= least, "{what}: {found}\n{report}");
    }
}
