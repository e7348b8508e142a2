//! Faults that are planted in the differentiator, to see that its tests find them.
//!
//! `list` names the mutants: a text in the source, what replaces it, and what goes wrong then. `copy` puts
//! the source with one mutant into the target folder; `trial` tries it with random programs first and then
//! with the gradient tests. A mutant that survives all of it is a gap in the tests, or computes the same.

pub mod list;
pub mod mutant;

pub mod copy;
pub mod suites;
pub mod trial;
