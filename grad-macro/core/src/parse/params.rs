//! Parameters: their patterns, types, and whether they are differentiated.
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{FnArg, ItemFn, Pat, Type};

use super::Options;
use crate::error::Errors;
use crate::types::Ty;

/// Whether the public functions return a gradient for a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// It carries floats and is selected.
    Selected,
    /// It carries floats, but `wrt` or `no_grad` leave it out.
    Unselected,
    /// It carries no float.
    Inactive,
}

/// One parameter of the primal.
pub struct Param {
    pub pat: Pat,
    pub ty: Type,
    pub shape: Ty,
    /// The name in generated signatures: the user's, or one made for a pattern.
    pub name: Ident,
    /// Whether `name` is bound by the pattern itself.
    pub plain: bool,
    pub selection: Selection,
    /// A type the macro cannot see through, excluded by name.
    pub opaque: bool,
}

impl Param {
    #[must_use]
    pub fn is_differentiated(&self) -> bool {
        self.selection == Selection::Selected
    }

    /// A `&mut Vec` of floats: its length may change.
    #[must_use]
    pub fn is_growing(&self) -> bool {
        self.is_output() && (matches!(self.shape.peeled(), Ty::Vec(_)) || self.has_growing_rows())
    }

    /// A `&mut [Vec<..>]`: the lengths of its rows may change.
    #[must_use]
    pub fn has_growing_rows(&self) -> bool {
        self.is_output()
            && matches!(self.shape.peeled(), Ty::Slice(e) | Ty::Array(e, _) if matches!(**e, Ty::Vec(_)))
    }

    /// A `&mut` that carries a float: an output.
    #[must_use]
    pub fn is_output(&self) -> bool {
        !self.opaque
            && matches!(self.shape, Ty::Ref { mutable: true, .. })
            && !self.shape.is_inactive()
    }
}

/// Reads the parameters and applies `wrt` and `no_grad`.
pub fn read(item: &ItemFn, options: &Options, errors: &mut Errors) -> Vec<Param> {
    let mut params = Vec::new();
    for (index, input) in item.sig.inputs.iter().enumerate() {
        match input {
            FnArg::Receiver(receiver) => errors.refuse(
                receiver.self_token.span,
                "methods are not supported yet",
                "write a free function that takes what it needs of `self` as parameters",
            ),
            FnArg::Typed(typed) => params.push(read_one(index, &typed.pat, &typed.ty)),
        }
    }
    check_names(options, &params, errors);
    for param in &mut params {
        select(param, options);
        refuse_type(param, errors);
    }
    params
}

fn read_one(index: usize, pat: &Pat, ty: &Type) -> Param {
    let (name, plain) = match pat {
        Pat::Ident(ident) if ident.subpat.is_none() => (ident.ident.clone(), true),
        other => (
            crate::names::new_ident(&format!("arg_{}", index + 1), other.span()),
            false,
        ),
    };
    Param {
        pat: pat.clone(),
        ty: ty.clone(),
        shape: Ty::read(ty),
        name,
        plain,
        selection: Selection::Inactive,
        opaque: false,
    }
}

fn select(param: &mut Param, options: &Options) {
    let named = |list: &[Ident]| list.iter().any(|n| *n == param.name);
    if param.shape.is_inactive() {
        param.selection = Selection::Inactive;
        return;
    }
    let wanted = !named(&options.no_grad) && options.wrt.as_deref().is_none_or(named);
    if matches!(param.shape.peeled(), Ty::Unknown) && !wanted {
        param.opaque = true;
        param.selection = Selection::Inactive;
        return;
    }
    param.selection = if wanted {
        Selection::Selected
    } else {
        Selection::Unselected
    };
}

fn check_names(options: &Options, params: &[Param], errors: &mut Errors) {
    let legal: Vec<String> = params
        .iter()
        .filter(|p| p.plain && !p.shape.is_inactive())
        .map(|p| format!("`{}`", p.name))
        .collect();
    let help = if legal.is_empty() {
        "this function has no parameter that carries a float".to_owned()
    } else {
        format!("parameters that carry a float: {}", legal.join(", "))
    };
    let mut seen: Vec<&Ident> = Vec::new();
    for name in options.wrt.iter().flatten().chain(&options.no_grad) {
        let param = params.iter().find(|p| p.plain && p.name == *name);
        if seen.contains(&name) {
            errors.refuse(name.span(), format!("`{name}` is named twice"), &help);
        } else if param.is_none() {
            errors.refuse(
                name.span(),
                format!("no parameter is called `{name}`"),
                &help,
            );
        } else if param.is_some_and(|p| p.shape.is_inactive() && !excusable(p, options)) {
            errors.refuse(
                name.span(),
                format!("`{name}` carries no float, so it is never differentiated"),
                &help,
            );
        }
        seen.push(name);
    }
}

/// Excluding what has no float anyway is no mistake where the type does not say so by itself.
fn excusable(param: &Param, options: &Options) -> bool {
    matches!(param.shape.peeled(), Ty::Inactive) && options.no_grad.contains(&param.name)
}

fn refuse_type(param: &Param, errors: &mut Errors) {
    if param.opaque || param.shape.is_inactive() {
        return;
    }
    let span: Span = param.ty.span();
    match &param.shape {
        Ty::Unknown => errors.refuse(
            span,
            "the macro cannot see whether this type carries a float, and such types are not supported yet",
            format!("exclude the parameter with `#[derive_grad(no_grad({}))]`", param.name),
        ),
        Ty::Ref { mutable: true, to } if matches!(**to, Ty::Tuple(_)) => errors.refuse(
            span,
            "a `&mut` of a tuple that carries floats is not supported yet",
            "take the parts as parameters of their own",
        ),
        Ty::Ref { to, .. } if matches!(to.peeled(), Ty::Unknown) => errors.refuse(
            span,
            "the macro cannot see whether this type carries a float, and such types are not supported yet",
            format!("exclude the parameter with `#[derive_grad(no_grad({}))]`", param.name),
        ),
        _ => {}
    }
}
