//! Runtime.
pub use grad_macro::derive_grad;
