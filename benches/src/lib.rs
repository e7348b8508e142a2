//! Functions whose generated gradients are timed beside gradients written by hand.

#[macro_use]
pub mod rows;
pub mod adapters;
pub mod cases;
#[path = "../../examples/adbench/evals/mod.rs"]
pub mod evals;
pub mod functions;
pub mod measure;
pub mod origin;
#[cfg(feature = "others")]
pub mod others;
pub mod rng;
pub mod row;
pub mod table;
pub mod twins;
