//! One small function for every form of the language that is differentiated.
//!
//! Each module holds the function `f`, what it needs, and its `check!`.

mod branches;
mod calls;
mod chain_ends;
mod chain_parts;
mod chain_sources;
mod chains;
mod closures;
mod copies;
mod evaluation;
mod expressions;
mod fields;
mod functions;
mod generic_counts;
mod hidden_writes;
mod iterators;
mod loop_exits;
mod loop_sources;
mod loops;
mod matches;
mod operator_types;
mod operator_writes;
mod operators;
mod option_methods;
mod options;
mod outcomes;
mod parameters;
mod pass_through;
mod patterns;
mod recursion;
mod results;
mod selection;
mod self_fields;
mod slices;
mod statements;
mod struct_programs;
mod struct_rows;
mod struct_writes;
mod structs;
mod taken_early;
mod trait_impls;
mod unseen_methods;
mod unseen_parts;
mod user_rules;
mod vec_literals;
