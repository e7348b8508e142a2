//! What generated code relies on, tried without generated code.
#![forbid(unsafe_code)]
#![warn(clippy::pedantic)]
#![allow(
    clippy::float_cmp,
    reason = "conventions are exact values, and so are the expected ones"
)]

mod check;
mod gradients;
mod rules;
mod shapes;
mod slots;
mod tape;
mod words;
