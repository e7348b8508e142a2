//! Functions that write: into their `&mut` parameters, their own buffers, views of these, and
//! through their callees.
//!
//! Each module holds the function `f`, what it needs, and its `check!` or, where parameters are
//! `&mut`, its `in_out!`.

#[macro_use]
mod in_out;

mod algorithms;
mod aliases;
mod calls;
mod chosen;
mod collisions;
mod control;
mod determinant;
mod factorisations;
mod items;
mod lending;
mod lent;
mod locals;
mod methods;
mod moves;
mod nested;
mod panics;
mod parameters;
mod parts;
mod patterns;
mod recursion;
mod results;
mod rewinds;
mod rows;
mod searches;
mod selection;
mod solvers;
mod sorts;
mod stacks;
mod swaps;
mod tuples;
mod vectors;
mod views;
mod wanted;
mod words;
