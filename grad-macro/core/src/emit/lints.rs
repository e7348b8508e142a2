//! The lints that generated code is allowed to trip over, with the reason for each.
use proc_macro2::TokenStream;
use quote::quote;

/// The one `#[allow]` list.
#[must_use]
pub fn allow() -> TokenStream {
    quote! {
        #[allow(
            // The user's statements are repeated here: they were linted in the function itself.
            warnings,
            arithmetic_overflow,
            unconditional_panic,
            clippy::all,
            clippy::pedantic,
            clippy::restriction,
            clippy::nursery,
            // Names follow the user's, with numbers and prefixes.
            non_snake_case,
            non_camel_case_types,
            // Not every function uses all of its halves, slots and values.
            dead_code,
            unused,
            // Exits are peeled into what follows them.
            unreachable_code,
            unreachable_patterns,
            // Documented at the public function.
            missing_docs,
            missing_debug_implementations,
            missing_copy_implementations,
            // The user's parentheses are kept as they are.
            unused_parens,
            unused_braces,
            // Casts between kept words and numbers.
            trivial_numeric_casts,
            trivial_casts,
            // The user's attribute decides about deprecated functions.
            deprecated,
            unused_qualifications,
            unused_results,
            let_underscore_drop,
            single_use_lifetimes,
            unused_lifetimes,
            elided_lifetimes_in_paths,
            unit_bindings,
            variant_size_differences
        )]
    }
}
