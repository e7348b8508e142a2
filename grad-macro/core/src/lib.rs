//! The transformation behind `#[derive_grad]`, on `proc_macro2` tokens: tests, fuzzers and printers link
//! it as a library.
//!
//! The straight line: tokens → [`parse`] → [`lower`] → [`activity`] → [`plan`] → [`adjoint`] →
//! [`simplify`] → [`emit`] → tokens. [`ir`], [`rules`], [`types`], [`names`] and [`error`] are leaves.
#![warn(clippy::pedantic)]
#![allow(
    clippy::module_name_repetitions,
    clippy::must_use_candidate,
    missing_docs,
    reason = "an internal crate: modules document what comes in and what goes out"
)]
pub mod activity;
pub mod adjoint;
pub mod emit;
pub mod error;
pub mod ir;
pub mod lower;
pub mod names;
pub mod parse;
pub mod plan;
pub mod rules;
pub mod simplify;
pub mod types;

use proc_macro2::TokenStream;

use error::Errors;

/// Switches of the analyses: each may only remove work, so each can be off.
#[derive(Clone, Copy, Debug)]
pub struct Switches {
    pub activity: bool,
    pub simplify: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Switches {
            activity: true,
            simplify: true,
        }
    }
}

/// What `#[derive_grad(options)] item` becomes.
#[must_use]
pub fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    expand_with(options, item, Switches::default())
}

/// The same with some analyses switched off.
#[must_use]
pub fn expand_with(options: TokenStream, item: TokenStream, switches: Switches) -> TokenStream {
    let primal = item.clone();
    let mut errors = Errors::default();
    let function = match parse::parse(options, item, &mut errors) {
        Ok(function) => function,
        Err(item) => {
            let errors = errors.into_tokens();
            return quote::quote!(#item #errors);
        }
    };
    let generated = if errors.is_empty() {
        let lowered = lower::lower(&function, &mut errors);
        errors.is_empty().then(|| differentiate(&function, lowered, switches))
    } else {
        None
    };
    let generated = generated.unwrap_or_else(|| emit::refused(&function));
    let errors = errors.into_tokens();
    quote::quote!(#primal #errors #generated)
}

fn differentiate(function: &parse::Function, lowered: lower::Lowered, switches: Switches) -> TokenStream {
    let mut body = lowered.body;
    let mut names = lowered.names;
    let activity = activity::analyse(&body, switches.activity);
    let plan = plan::plan(&body, &activity);
    let mut halves = adjoint::adjoint(&mut body, &activity, &plan, &mut names);
    halves.reverse = simplify::simplify(halves.reverse, switches.simplify);
    let mut context = emit::Context {
        function,
        body: &body,
        items: &lowered.items,
        names,
        runtime: emit::runtime_path(&function.options),
    };
    emit::emit(&halves, &mut context)
}
