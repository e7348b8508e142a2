//! Tokens in, one function to differentiate out: its options, parameters and result.
//!
//! Nothing is decided here about the body; what the contract refuses in a signature is refused here.
mod options;
mod params;
mod stub;

pub use options::Options;
pub use params::{Param, Selection};

use proc_macro2::TokenStream;
use syn::{ItemFn, ReturnType, Type, spanned::Spanned};

use crate::error::Errors;
use crate::types::Ty;

/// One function, as far as its signature tells.
pub struct Function {
    pub item: ItemFn,
    pub options: Options,
    pub params: Vec<Param>,
    /// The declared result; `None` for `()`.
    pub result: Option<Type>,
    pub result_ty: Ty,
}

/// Reads the attribute's options and the item below it.
///
/// `Err` holds the tokens to emit when the item is no function that could be differentiated at all: the
/// item as it came and the error.
pub fn parse(
    options: TokenStream,
    item: TokenStream,
    errors: &mut Errors,
) -> Result<Function, TokenStream> {
    let item_fn = match syn::parse2::<ItemFn>(item.clone()) {
        Ok(item_fn) => item_fn,
        Err(error) => {
            stub::explain(item.clone(), error, errors);
            return Err(item);
        }
    };
    let options = Options::read(options, errors);
    let params = params::read(&item_fn, &options, errors);
    let (result, result_ty) = match &item_fn.sig.output {
        ReturnType::Default => (None, Ty::Unit),
        ReturnType::Type(_, ty) => match Ty::read(ty) {
            Ty::Unit => (None, Ty::Unit),
            read => (Some((**ty).clone()), read),
        },
    };
    let function = Function {
        item: item_fn,
        options,
        params,
        result,
        result_ty,
    };
    refuse_signature(&function, errors);
    Ok(function)
}

fn refuse_signature(function: &Function, errors: &mut Errors) {
    let sig = &function.item.sig;
    if let Some(token) = &sig.constness {
        errors.refuse(
            token.span(),
            "`derive_grad` cannot differentiate a `const fn`: its gradient needs a tape at run time",
            "remove `const`, or put the attribute on a plain function that this one calls",
        );
    }
    if let Some(token) = &sig.asyncness {
        errors.refuse(
            token.span(),
            "`derive_grad` cannot differentiate an `async fn`",
            "move the computation into a plain `fn` and call that from the async function",
        );
    }
    if let Some(abi) = &sig.abi {
        errors.refuse(
            abi.span(),
            "`derive_grad` cannot differentiate an `extern` function",
            "put the attribute on a plain Rust function and call that from the exported one",
        );
    }
    if let syn::Safety::Unsafe(token) = &sig.safety {
        errors.refuse(
            token.span(),
            "`derive_grad` cannot differentiate an `unsafe fn`",
            "put the attribute on a safe function",
        );
    }
    if let Some(variadic) = &sig.variadic {
        errors.refuse(
            variadic.span(),
            "variadic functions have no gradient",
            "list the parameters",
        );
    }
    for generic in &sig.generics.params {
        if let syn::GenericParam::Type(t) = generic {
            errors.refuse(
                t.ident.span(),
                format!("type parameters are not supported yet: `{}`", t.ident),
                "write the function for `f64` or `f32`",
            );
        }
    }
    let mut cfgs = Cfgs(errors);
    syn::visit::Visit::visit_block(&mut cfgs, &function.item.block);
    for input in &sig.inputs {
        syn::visit::Visit::visit_fn_arg(&mut cfgs, input);
    }
    refuse_result(function, errors);
    refuse_nothing_to_do(function, errors);
}

/// `#[cfg]` inside the function would have to be decided before it is differentiated.
struct Cfgs<'e>(&'e mut Errors);

impl<'ast> syn::visit::Visit<'ast> for Cfgs<'_> {
    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
            self.0.refuse(
                attribute.path().span(),
                "`#[cfg]` inside of a differentiated function is not supported",
                "put the alternatives into functions of their own, with `#[cfg]` on each",
            );
        }
    }

    // Items are copied with their attributes.
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

fn refuse_result(function: &Function, errors: &mut Errors) {
    let has_outputs = function.params.iter().any(Param::is_output);
    let Some(result) = &function.result else {
        if has_outputs {
            return;
        }
        errors.refuse(
            function.item.sig.ident.span(),
            format!(
                "`{}` returns nothing that carries a float",
                function.item.sig.ident
            ),
            "return the value to differentiate, or write it to a `&mut` parameter",
        );
        return;
    };
    match &function.result_ty {
        Ty::Ref { .. } => errors.refuse(
            result.span(),
            "a function that returns a reference cannot be differentiated",
            "return the value itself, for instance with `.to_vec()` or by copying the elements",
        ),
        ty if ty.is_inactive() && has_outputs => {}
        ty if ty.is_inactive() => errors.refuse(
            result.span(),
            "nothing to differentiate: the result carries no float",
            "return an `f64` or `f32`, or remove the attribute: calls of a function without a float result need none",
        ),
        ty if !ty.carries_float() => errors.refuse(
            result.span(),
            "this result type is not supported yet",
            "return a float, or a tuple, an array or a `Vec` of floats",
        ),
        _ => {}
    }
}

fn refuse_nothing_to_do(function: &Function, errors: &mut Errors) {
    if errors.is_empty() && !function.params.iter().any(Param::is_differentiated) {
        errors.refuse(
            function.item.sig.ident.span(),
            format!(
                "`{}` has no parameter to differentiate with respect to",
                function.item.sig.ident
            ),
            "give it a parameter that carries a float, or remove the attribute",
        );
    }
}
