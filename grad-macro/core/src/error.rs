//! Refusals: collected while a function is read, reported together.
//!
//! In: a span, what is wrong, what to write instead. Out: one `compile_error!` a refusal. A collector
//! never decides what is emitted besides; that is `emit::refused`.
use proc_macro2::{Span, TokenStream};

/// The refusals of one attribute, in the order in which they were found.
#[derive(Default)]
pub struct Errors {
    found: Vec<syn::Error>,
}

impl Errors {
    /// Records a refusal on the smallest wrong token, with a way out.
    pub fn refuse(
        &mut self,
        span: Span,
        what: impl std::fmt::Display,
        help: impl std::fmt::Display,
    ) {
        self.found
            .push(syn::Error::new(span, format!("{what}\nhelp: {help}")));
    }

    /// Takes over an error of the parser as it stands.
    pub fn take(&mut self, error: syn::Error) {
        self.found.push(error);
    }

    /// Whether nothing was refused so far.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// One `compile_error!` for each refusal.
    #[must_use]
    pub fn into_tokens(self) -> TokenStream {
        self.found
            .iter()
            .map(syn::Error::to_compile_error)
            .collect()
    }
}
