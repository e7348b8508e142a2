//! Refusals: collected while a function is read, reported together.
//!
//! In: a span, what is wrong, what to write instead. Out: one `compile_error!` a refusal. A collector
//! never decides what is emitted besides; that is `emit::refused`.
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

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
        let error = syn::Error::new(span, text(what, help));
        // Both arms of a branch may fail for one reason.
        let same = |e: &syn::Error| {
            e.to_string() == error.to_string() && format!("{:?}", e.span()) == format!("{span:?}")
        };
        if !self.found.iter().any(same) {
            self.found.push(error);
        }
    }

    /// The same where several tokens are wrong together: all are underlined. A span alone cannot say
    /// that on stable.
    pub fn refuse_tokens(
        &mut self,
        tokens: impl ToTokens,
        what: impl std::fmt::Display,
        help: impl std::fmt::Display,
    ) {
        self.found
            .push(syn::Error::new_spanned(tokens, text(what, help)));
    }

    /// Whether nothing was refused so far.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// How much was refused so far.
    #[must_use]
    pub fn count(&self) -> usize {
        self.found.len()
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

fn text(what: impl std::fmt::Display, help: impl std::fmt::Display) -> String {
    format!("{what}\nhelp: {help}")
}
