//! The contract over rewritten functions: what computes the same has the same gradient.
//!
//! `source` (the files of the gradient tests) → `rewrite` (functions that compute the same) → `tree` (the tests as a
//! crate of its own, built offline and run) → `table`. The numbers that the rewritten functions are compared with are
//! those of the tests: given ones, and differences.

pub mod rewrite;
pub mod source;
pub mod sweep;
pub mod table;
pub mod tree;
