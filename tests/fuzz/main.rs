//! Mutants of the functions of the other tests: the macro returns on each of them, in time and without a
//! panic, and what it returns is source.
//!
//! corpus → `mutate` → `check` → (`reduce`) → findings. Mutant `i` of a seed is the same in every run.
//! The long form, and one mutant again:
//!
//! ```sh
//! FUZZ_COUNT=200000 FUZZ_SEED=1 cargo test --release --test fuzz -- --nocapture mutants
//! FUZZ_COUNT=1 FUZZ_SEED=1 FUZZ_FROM=4711 cargo test --release --test fuzz -- --nocapture mutants
//! ```
//!
//! An input that ends the process (a full stack) is left in `fuzz-WORKER.txt` of the folder that the
//! long form prints.
mod check;
mod corpus;
mod growth;
mod known;
mod mutate;
mod parts;
mod reduce;
mod run;

/// A number from the environment.
fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |v| v.parse().expect("a number"))
}

#[test]
fn mutants() {
    let plan = run::Plan {
        seed: number("FUZZ_SEED", 20),
        from: number("FUZZ_FROM", 0),
        count: number("FUZZ_COUNT", 600),
        workers: number("FUZZ_WORKERS", 2),
    };
    let found = run::run(plan);
    for finding in &found {
        println!("{finding}");
    }
    assert!(found.is_empty(), "{} kinds of failure, above", found.len());
}
