//! The attribute that `grad-runtime` re-exports. All work is done in `grad-core`.
use proc_macro::TokenStream;

/// Generates the reverse-mode gradient of a function; see `grad_runtime::derive_grad`.
#[proc_macro_attribute]
pub fn derive_grad(options: TokenStream, item: TokenStream) -> TokenStream {
    grad_core::expand(options.into(), item.into()).into()
}
