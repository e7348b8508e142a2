//! Gradients of plain functions: right, the same from every generated function, and the primal
//! untouched.

// The functions are what users might write, odd ones included.
#![allow(
    clippy::all,
    dead_code,
    redundant_semicolons,
    unused_assignments,
    unused_braces,
    unused_must_use,
    unused_mut,
    unused_parens,
    unused_variables
)]

#[macro_use]
mod support;

mod blocks;
mod buffers;
mod cases;
mod conventions;
mod inputs;
mod kinks;
mod language;
mod maths;
mod panics;
mod several_results;
mod short_slices;
mod tape;
mod trips;
mod words_per_trip;
mod worked;
