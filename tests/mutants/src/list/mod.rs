//! The mutants, by the part of the source that they change.

mod activity;
mod control;
mod conventions;
mod fused;
mod memory;
mod plan;
mod reread;
mod rewind;
mod rules;
mod shared;
mod sweep;
mod tape;

use crate::mutant::Mutant;

/// All mutants, in the order in which they are tried.
#[must_use]
pub fn all() -> Vec<Mutant> {
    let parts = [
        rules::LIST,
        conventions::LIST,
        sweep::LIST,
        control::LIST,
        memory::LIST,
        plan::LIST,
        reread::LIST,
        activity::LIST,
        tape::LIST,
        rewind::LIST,
        fused::LIST,
        shared::LIST,
    ];
    parts.into_iter().flatten().copied().collect()
}

/// The mutant of this name.
#[must_use]
pub fn named(name: &str) -> Option<Mutant> {
    all().into_iter().find(|m| m.name == name)
}
