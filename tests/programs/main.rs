//! Programs as their authors would write them, from public descriptions, with structs and methods.
#![allow(
    clippy::all,
    clippy::pedantic,
    dead_code,
    reason = "the functions are written as their authors would"
)]

mod memory;
mod orbit;
mod pricing;
