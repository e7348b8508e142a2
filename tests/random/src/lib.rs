//! Random programs for the differentiator: a generator, two printed forms, and an answer that shares nothing with it.
//!
//! seed → `gen` → `ast` → `print` (the `f64` form and the dual form) → `batch` (a crate of its own, built and run) →
//! `harness` (linked by that crate: compares values, gradients, dual numbers).

pub mod rng;

pub mod ast;
pub mod kind;
pub mod walk;

pub mod generate;
pub mod hits;
pub mod operands;

mod annotate;
pub mod print;

pub mod glue;

mod rules;
mod structs;

pub mod package;

pub mod batch;
pub mod report;
pub mod shrink;

pub mod dual;
pub mod harness;
