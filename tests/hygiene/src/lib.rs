//! Functions with the attribute among names, lints and scopes that could disturb what is generated.
//!
//! The same source is compiled as three crates, one for each edition.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery)]
#![deny(
    future_incompatible,
    nonstandard_style,
    rust_2018_idioms,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    let_underscore_drop,
    macro_use_extern_crate,
    meta_variable_misuse,
    missing_copy_implementations,
    missing_debug_implementations,
    non_ascii_idents,
    redundant_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unnameable_types,
    unreachable_pub,
    unused_crate_dependencies,
    unused_import_braces,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences
)]

pub mod attributes;
pub mod lints;
pub mod names;
pub mod no_prelude;
pub mod operators;
pub mod scopes;
