//! The contract over the whole corpus of functions: what computes the same has the same gradient, and what is promised
//! for one function holds for all.
//!
//! Two ways, both from the sources of the gradient tests (`source`) to a crate of its own, which is built offline and run:
//!
//! - `rewrite` → `tree` → `table`: the tests again, each function rewritten to one that computes the same. The numbers are
//!   those of the tests, so given ones and differences, and all of their checks run: the four companions agree, values are
//!   equal to the bit, pullbacks add and are linear in the seed.
//! - `sweep`: each function that can be called with lists of numbers on every short length, small integers, ties and
//!   zeros, against dual numbers where its text has a dual form, else against differences.
//!
//! | promise | checked by |
//! |---|---|
//! | the function itself is untouched | `tests/primal.rs`, token for token |
//! | its value, to the bit; its inputs; a second call; linearity in the seed | the tests of the cases; values and final contents of buffers in the sweep too |
//! | random points and directions | the sweep: each slope against dual numbers |
//! | one parameter alone, and all but one | the sweep, by `wrt(..)` and `no_grad(..)` |
//! | a helper with several callers, one of them without the attribute | the sweep, where callers with `no_grad(..)` share the function; the rewrite `split` |
//! | no, one or two elements; 0 to 7 trips; panics with the same message | the sweep |
//! | optimised builds | `--release` of both |
//! | single precision | the rewrite `single` |
//! | names, noise, equal spellings | the other rewrites, see `rewrite::ALL` |
//! | no memory in straight-line code nor on a used tape, and no more than the trips ask for | the sweep, with an allocator that counts |
//! | random programs; kinks in all spellings | `tests/random`; `tests/gradients/kinks.rs` |
//!
//! The short form over the cases is a test. The long form takes all functions of the tests, some 1400:
//!
//! ```sh
//! cargo run -p grad-contract -- counted+matched+assigned+parts+renamed
//! cargo run -p grad-contract -- --release noise
//! cargo run -p grad-contract -- --sweep language/,buffers/
//! ```
//!
//! A function that does not build after a rewrite stays as it is, and is listed with the error: where the error is one of
//! the macro, that is a refusal to look at.

pub mod rewrite;
pub mod source;
pub mod sweep;
pub mod table;
pub mod tree;
