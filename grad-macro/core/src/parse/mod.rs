//! Tokens in, one function to differentiate out: its options, parameters and result.
//!
//! Nothing is decided here about the body; what the contract refuses in a signature is refused here.
mod depth;
mod function;
mod neighbours;
mod options;
mod params;
mod signature;
mod stub;
mod tests;
mod views;
mod wrapper;

pub use function::{FnParam, MOST_ARGUMENTS, without_function_generics};
pub use neighbours::{Neighbours, changes, is_changed, only_float};
pub use options::Options;
pub use params::{Field, Param, Selection, THIS};
pub use signature::{holds_structs, is_struct, is_unseen};
pub use tests::TestCase;
pub use views::{Views, lends};
pub use wrapper::Wrapper;

pub use depth::{refuse_brackets, too_deep};
use proc_macro2::TokenStream;
use syn::{ItemFn, ReturnType, Type};

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
    /// What stands around the result; `result` is what is inside.
    pub wrapper: Option<Wrapper>,
    /// It stands in an `impl`: what is generated stands beside it.
    pub associated: bool,
    pub neighbours: Neighbours,
    /// It is a closure of the function of this name, which passes it on.
    pub owner: Option<proc_macro2::Ident>,
}

impl Function {
    /// Whether the result is one that generated functions could return.
    #[must_use]
    pub fn result_is_clear(&self) -> bool {
        self.result.as_ref().is_none_or(|ty| {
            let unseen = signature::unseen(ty).is_some();
            let generic = signature::is_generic(ty, &self.item);
            let seen = generic || !unseen || signature::holds_structs(ty);
            signature::reference(ty).is_none() && seen
        })
    }
}

/// Reads the attribute's options and the item below it; what stands in an `impl` for sure comes with its
/// neighbours.
///
/// Nothing if the item is no function that could be differentiated at all.
pub fn parse(
    options: TokenStream,
    item: TokenStream,
    in_impl: Option<&Neighbours>,
    errors: &mut Errors,
) -> Option<Function> {
    depth::refuse_brackets(&item, errors);
    depth::refuse_brackets(&options, errors);
    if !errors.is_empty() {
        return None;
    }
    let item_fn = match syn::parse2::<ItemFn>(item.clone()) {
        Ok(item_fn) => item_fn,
        Err(error) => {
            stub::explain(item, error, errors);
            return None;
        }
    };
    // The other one is expanded as well, so there is nothing left to do here.
    let ours = |a: &&syn::Attribute| {
        let name = a.path().segments.last();
        name.is_some_and(|s| s.ident == "derive_grad")
    };
    if let Some(attribute) = item_fn.attrs.iter().find(ours) {
        errors.refuse_tokens(
            attribute,
            "`derive_grad` stands twice on this function",
            "remove one of the two; all options go into the one that stays",
        );
        return None;
    }
    let options = Options::read(options, errors);
    let params = params::read(&item_fn, &options, errors);
    tests::check_names(&options.tests, &params, errors);
    let outputs = params.iter().any(Param::is_output);
    let (wrapper, declared) = match &item_fn.sig.output {
        ReturnType::Default => (None, None),
        ReturnType::Type(_, ty) => match Wrapper::read(ty, outputs) {
            Some((wrapper, inside)) => (Some(wrapper), Some(inside)),
            None => (None, Some((**ty).clone())),
        },
    };
    let (result, result_ty) = match declared.map(|ty| (signature::returned(&ty), ty)) {
        None | Some((Ty::Unit, _)) => (None, Ty::Unit),
        Some((read, ty)) => (Some(ty), read),
    };
    let associated = in_impl.is_some_and(|n| n.operator.is_none())
        || item_fn.sig.receiver().is_some()
        || signature::names_self(&item_fn).is_some();
    let function = Function {
        associated,
        neighbours: in_impl.cloned().unwrap_or_default(),
        item: item_fn,
        options,
        params,
        result,
        result_ty,
        wrapper,
        owner: None,
    };
    refuse_signature(&function, errors);
    Some(function)
}

fn refuse_signature(function: &Function, errors: &mut Errors) {
    let sig = &function.item.sig;
    if let Some(token) = &sig.constness {
        errors.refuse(
            token.span,
            "`derive_grad` cannot differentiate a `const fn`: its gradient needs a tape at run time",
            "remove `const`, or put the attribute on a copy of the function without `const`",
        );
    }
    if let Some(token) = &sig.asyncness {
        errors.refuse(
            token.span,
            "`derive_grad` cannot differentiate an `async fn`",
            "move the computation into a plain `fn` and call that from the async function",
        );
    }
    if let Some(abi) = &sig.abi {
        errors.refuse_tokens(
            abi,
            "`derive_grad` cannot differentiate an `extern` function",
            "put the attribute on a plain Rust function and call that from the exported one",
        );
    }
    if let syn::Safety::Unsafe(token) = &sig.safety {
        errors.refuse(
            token.span,
            "`derive_grad` cannot differentiate an `unsafe fn`",
            "put the attribute on a safe function",
        );
    }
    if let Some(variadic) = &sig.variadic {
        errors.refuse_tokens(
            variadic,
            "variadic functions have no gradient",
            "list the parameters",
        );
    }
    for generic in &sig.generics.params {
        if let syn::GenericParam::Type(t) = generic
            && !crate::generic::is_float(generic)
        {
            errors.refuse(
                t.ident.span(),
                format!("type parameters are not supported yet: `{}`", t.ident),
                "give the one type parameter that is a float a bound that says so, for instance `T: Float`, and write the function for definite types besides",
            );
        }
    }
    let generic = sig.generics.type_params().next().is_some();
    if function.associated || function.wrapper.is_some() || generic {
        for case in &function.options.tests {
            errors.refuse(
                case.at.span(),
                "`test(..)` on a method, a generic function or one with a `Result` is not supported yet",
                "write a test that calls `grad_runtime::check::assert_gradient`",
            );
        }
    }
    if function.params.iter().any(|p| p.function.is_some()) {
        for case in &function.options.tests {
            errors.refuse(
                case.at.span(),
                "`test(..)` on a function that takes a function is not supported",
                "put it on a function that calls this one with a closure",
            );
        }
    }
    depth::refuse_operators(&function.item, errors);
    let mut cfgs = Cfgs(errors);
    syn::visit::Visit::visit_block(&mut cfgs, &function.item.block);
    for input in &sig.inputs {
        syn::visit::Visit::visit_fn_arg(&mut cfgs, input);
    }
    refuse_result(function, errors);
    refuse_nothing_to_do(function, errors);
    refuse_no_seed(function, errors);
}

/// `#[cfg]` inside the function would have to be decided before it is differentiated.
struct Cfgs<'e>(&'e mut Errors);

impl<'ast> syn::visit::Visit<'ast> for Cfgs<'_> {
    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
            self.0.refuse_tokens(
                attribute,
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
        // A parameter that was refused may have been meant as an output.
        if has_outputs || (!errors.is_empty() && function.params.iter().any(may_be_output)) {
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
    if signature::is_generic(result, &function.item) && signature::reference(result).is_none() {
        return;
    }
    match &function.result_ty {
        ty if ty.is_inactive() && !has_outputs => errors.refuse_tokens(
            result,
            "nothing to differentiate: the result carries no float",
            "return an `f64` or `f32`, or remove the attribute: a call needs none where its type is said, as in `let n: usize = ..`",
        ),
        ty => refuse_part_of_result(result, ty.carries_float(), errors),
    }
}

fn may_be_output(param: &Param) -> bool {
    let by_mut = matches!(param.shape, Ty::Ref { mutable: true, .. });
    (by_mut && !param.shape.is_inactive()) || signature::inner_reference(param.carrier()).is_some()
}

/// Both a reference and an unknown type may hide in a tuple.
fn refuse_part_of_result(result: &Type, carries_float: bool, errors: &mut Errors) {
    if let Some(reference) = signature::reference(result) {
        errors.refuse_tokens(
            reference,
            "a function that returns a reference cannot be differentiated",
            "return the value itself, for instance with `.to_vec()` or by copying the elements",
        );
    } else if signature::holds_structs(result) {
        // What implements `Differentiable`, the compiler knows.
    } else if let Some(part) = signature::shapeless(result).filter(|_| carries_float) {
        // Vectors tell their own lengths.
        if !matches!(Ty::read(part), Ty::Vec(_)) {
            errors.refuse_tokens(
                part,
                "this part of the result is not supported yet",
                "return floats and integers, alone or in tuples and arrays, and vectors of floats",
            );
        }
    } else if let Some(part) = signature::unseen(result) {
        errors.refuse_tokens(
            part,
            "this result type is not supported yet",
            "return a float, or a tuple, an array or a `Vec` of floats",
        );
    }
}

fn refuse_nothing_to_do(function: &Function, errors: &mut Errors) {
    let takes = |p: &Param| p.is_differentiated() || p.callable().is_some();
    if errors.is_empty() && !function.params.iter().any(takes) {
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

/// A pullback whose outputs were all left out would take no seed, and return zeros.
fn refuse_no_seed(function: &Function, errors: &mut Errors) {
    let returns = function.result.is_some() && !function.result_ty.is_inactive();
    let mut outputs = function.params.iter().filter(|p| p.is_output());
    let Some(first) = outputs.next() else {
        return;
    };
    let seeded = first.is_differentiated() || outputs.any(Param::is_differentiated);
    if returns || seeded || !errors.is_empty() {
        return;
    }
    errors.refuse(
        first.name.span(),
        format!(
            "the pullback has no seed: the output `{}` is left out",
            first.name
        ),
        "select it too: name it in `wrt(..)`, or leave it out of `no_grad(..)`",
    );
}
