//! The attribute that `grad-runtime` re-exports. All work is done in `grad-core`.
use proc_macro::TokenStream;

/// Gives a struct a gradient; see `grad_runtime::Differentiable`.
#[proc_macro_derive(Differentiable, attributes(grad, no_grad))]
pub fn derive_differentiable(item: TokenStream) -> TokenStream {
    grad_core::derive::derive(item.into()).into()
}

/// Generates the reverse-mode gradient of a function; see `grad_runtime::derive_grad`.
#[proc_macro_attribute]
pub fn derive_grad(options: TokenStream, item: TokenStream) -> TokenStream {
    grad_core::expand(options.into(), item.into()).into()
}

/// Makes a function with a hand-written reverse half callable from derived ones; see `grad_runtime`.
#[proc_macro_attribute]
pub fn grad_rule(options: TokenStream, item: TokenStream) -> TokenStream {
    grad_core::user_rule::grad_rule(options.into(), item.into()).into()
}
