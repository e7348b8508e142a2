//! Placeholder.
/// Expands.
#[must_use]
pub fn expand(
    _options: proc_macro2::TokenStream,
    item: proc_macro2::TokenStream,
) -> proc_macro2::TokenStream {
    item
}
