//! Parameters: their patterns, types, and whether they are differentiated.
use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{FnArg, ItemFn, Pat, ReceiverKind, Type};

use super::signature::{holds_float, inner_reference, is_generic, unseen};
use super::{FnParam, Options};
use crate::error::Errors;
use crate::names::Names;
use crate::types::{Ty, Wrap, wrapped_in};

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
    /// An `Option` of floats: `shape` is that of what is inside.
    pub optional: bool,
    /// The receiver of a method as it is written; `name` is `self` then.
    pub receiver: Option<syn::Receiver>,
    /// It is a function. If it is opaque as well, its derivative is left out.
    pub function: Option<FnParam>,
    /// The fields of `self` whose gradients are returned; without any, that of all is.
    pub fields: Vec<Field>,
}

/// A field of `self` that `wrt` names.
pub struct Field {
    pub name: Ident,
    pub member: syn::Member,
    pub ty: Type,
}

impl Param {
    /// The function that it is, with a derivative.
    #[must_use]
    pub fn callable(&self) -> Option<&FnParam> {
        self.function.as_ref().filter(|_| !self.opaque)
    }

    /// The function that it is, without one.
    #[must_use]
    pub fn constant(&self) -> Option<&FnParam> {
        self.function.as_ref().filter(|_| self.opaque)
    }

    #[must_use]
    pub fn is_differentiated(&self) -> bool {
        self.selection == Selection::Selected
    }

    /// The type that the gradient follows: of an `Option` what is inside.
    #[must_use]
    pub fn carrier(&self) -> &Type {
        match crate::types::inside_option(&self.ty) {
            Some(inside) if self.optional => inside,
            _ => &self.ty,
        }
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

    /// A `&mut` of what only rustc knows: there may be vectors inside, whose lengths may change.
    #[must_use]
    pub fn may_reshape(&self) -> bool {
        self.is_output() && !self.is_growing() && unseen(&self.ty).is_some()
    }

    /// A shared reference to a sequence of floats, whose content the reverse half can read again.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        fn holds_only_floats(ty: &Ty) -> bool {
            match ty {
                Ty::Array(e, _) | Ty::Slice(e) | Ty::Vec(e) => e.is_float() || holds_only_floats(e),
                _ => false,
            }
        }
        let plain = !self.opaque && self.function.is_none() && self.receiver.is_none();
        let shared = matches!(&self.ty, Type::Reference(r) if r.mutability.is_none());
        plain
            && shared
            && matches!(&self.shape, Ty::Ref { mutable: false, to } if holds_only_floats(to))
    }

    /// Whether a caller may do without its gradient; through an output cotangents pass in any case.
    #[must_use]
    pub fn is_optional_gradient(&self) -> bool {
        let plain = !self.opaque && self.function.is_none() && self.receiver.is_none();
        plain && !self.is_output()
    }

    /// The type behind the reference.
    #[must_use]
    pub fn pointee(&self) -> &Type {
        match &self.ty {
            Type::Reference(r) => &r.elem,
            other => other,
        }
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
    let mut names = Names::reserving(item.to_token_stream());
    for (index, input) in item.sig.inputs.iter().enumerate() {
        match input {
            FnArg::Receiver(receiver) => params.push(read_receiver(receiver, errors)),
            FnArg::Typed(typed) => {
                let mut param = read_one(index, &typed.pat, &typed.ty, &mut names);
                param.function = FnParam::read(&typed.ty);
                if params.iter().any(|p: &Param| p.name == param.name) {
                    // The compiler reports the user's name once; a second time would be ours.
                    param.name = names.numbered(&param.name.to_string(), param.name.span());
                }
                params.push(param);
            }
        }
    }
    let wrt_is_right = check_names(options, &params, errors);
    for param in &mut params {
        select(param, options, wrt_is_right);
        if let Some(function) = param.callable()
            && !function.is_known(&param.ty)
        {
            function.refuse(&param.ty, errors);
            // The stubs take it as it is.
            param.function = None;
            param.opaque = true;
        }
    }
    refuse_nothing_selected(options, &params, errors);
    select_fields(&mut params, item, options, errors);
    for param in &mut params {
        refuse_type(param, item, errors);
    }
    params
}

/// The variable that stands for `self` in generated halves.
pub const THIS: &str = "this";

fn read_receiver(receiver: &syn::Receiver, errors: &mut Errors) -> Param {
    let span = receiver.self_token.span;
    if let ReceiverKind::Typed(_, ty) = &receiver.kind {
        errors.refuse_tokens(
            ty,
            "a receiver with a type of its own is not supported",
            "take `&self` or `self`",
        );
    }
    let ty: Type = match &receiver.kind {
        ReceiverKind::Reference(_, lifetime, mutability) => {
            syn::parse_quote_spanned!(span=> &#lifetime #mutability Self)
        }
        _ => syn::parse_quote_spanned!(span=> Self),
    };
    let this = Ident::new(THIS, span);
    Param {
        pat: match (&receiver.kind, &receiver.mutability) {
            (ReceiverKind::Value, Some(_)) => syn::parse_quote!(mut #this),
            _ => syn::parse_quote!(#this),
        },
        shape: Ty::read(&ty),
        ty,
        name: Ident::new("self", span),
        plain: true,
        selection: Selection::Inactive,
        opaque: false,
        optional: false,
        receiver: Some(receiver.clone()),
        function: None,
        fields: Vec::new(),
    }
}

fn read_one(index: usize, pat: &Pat, ty: &Type, names: &mut Names) -> Param {
    let (name, plain) = match pat {
        Pat::Ident(ident) if ident.subpat.is_none() => (ident.ident.clone(), true),
        other => (
            names.plain(&format!("arg_{}", index + 1), other.span()),
            false,
        ),
    };
    let inside = crate::types::inside_option(ty).filter(|_| plain);
    Param {
        pat: pat.clone(),
        ty: ty.clone(),
        shape: Ty::read(inside.unwrap_or(ty)),
        name,
        plain,
        selection: Selection::Inactive,
        opaque: false,
        optional: inside.is_some(),
        receiver: None,
        function: None,
        fields: Vec::new(),
    }
}

/// A list in `wrt` with a wrong name counts as absent: the stubs select all.
fn select(param: &mut Param, options: &Options, wrt_is_right: bool) {
    let named = |list: &[Ident]| param.plain && list.contains(&param.name);
    if let Some(function) = &param.function {
        param.selection = Selection::Inactive;
        param.opaque = named(&options.no_grad);
        if param.opaque && !function.is_known(&param.ty) {
            param.function = None;
        }
        return;
    }
    if param.shape.is_inactive() {
        param.selection = Selection::Inactive;
        return;
    }
    let wrt = options.wrt.as_deref().filter(|_| wrt_is_right);
    let wanted = wrt.map_or_else(|| !named(&options.no_grad), named);
    if unseen(param.carrier()).is_some() && !wanted {
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

/// The fields of `self` that `wrt` names, with their types.
fn select_fields(params: &mut [Param], item: &ItemFn, options: &Options, errors: &mut Errors) {
    let result = match &item.sig.output {
        syn::ReturnType::Type(_, ty) => match super::Wrapper::read(ty, false) {
            Some((_, inside)) => Some(inside),
            None => Some((**ty).clone()),
        },
        syn::ReturnType::Default => None,
    };
    let scalar = result.filter(|ty| Ty::read(ty).is_float());
    let Some(this) = params.iter_mut().find(|p| p.receiver.is_some()) else {
        return;
    };
    for field in &options.fields {
        if this.is_output() {
            errors.refuse(
                field.name.span(),
                "the gradient of `&mut self` goes in and out as a whole",
                "select `self`",
            );
        } else if let Some(ty) = field.ty.clone().or_else(|| scalar.clone()) {
            this.fields.push(Field {
                name: field.name.clone(),
                member: field.member.clone(),
                ty,
            });
        } else {
            errors.refuse(
                field.name.span(),
                "the type of this field is not known",
                format!("say it, as in `wrt(self.{}: f64)`", field.name),
            );
        }
    }
}

/// Says what is wrong with the names in the options, and whether `wrt` can be followed all the same.
fn check_names(options: &Options, params: &[Param], errors: &mut Errors) -> bool {
    let mut wrt_is_right = true;
    let mut seen: Vec<&Ident> = Vec::new();
    let wrt = options.wrt.iter().flatten().map(|name| (name, true));
    let no_grad = options.no_grad.iter().map(|name| (name, false));
    for (name, in_wrt) in wrt.chain(no_grad) {
        let param = params.iter().find(|p| p.plain && p.name == *name);
        let selected = options.wrt.iter().flatten().any(|n| n == name);
        if !in_wrt && selected {
            errors.refuse(
                name.span(),
                format!("`{name}` is both selected by `wrt` and excluded by `no_grad`"),
                "name it in one of the two",
            );
        } else if seen.contains(&name) {
            errors.refuse(
                name.span(),
                format!("`{name}` is named twice"),
                "name it once",
            );
        } else if let Some(param) = param {
            if param.function.is_some() && in_wrt {
                errors.refuse(
                    name.span(),
                    format!("`{name}` is a function, and has no gradient of its own"),
                    "leave it out: the gradients of what a closure captures arrive where it is written",
                );
            } else if param.shape.is_inactive() && (in_wrt || !excusable(param)) {
                errors.refuse(
                    name.span(),
                    format!("`{name}` carries no float, so it is never differentiated"),
                    if in_wrt {
                        legal(params)
                    } else {
                        "leave it out of `no_grad`".to_owned()
                    },
                );
            }
        } else {
            wrt_is_right &= !in_wrt;
            refuse_unknown(name, params, errors);
        }
        seen.push(name);
    }
    for (name, _) in &options.constant_fields {
        // Options of an `impl` are those of its functions without `self` as well.
        if name != "self" && !params.iter().any(|p| p.plain && p.name == *name) {
            refuse_unknown(name, params, errors);
        }
    }
    wrt_is_right
}

fn refuse_unknown(name: &Ident, params: &[Param], errors: &mut Errors) {
    let part = params.iter().any(|p| !p.plain && binds(&p.pat, name));
    if part {
        errors.refuse(
            name.span(),
            format!("`{name}` is a part of a parameter that has no name, and only whole parameters can be named here"),
            "give the parameter a name, and take it apart with `let` in the body",
        );
    } else {
        errors.refuse(
            name.span(),
            format!("no parameter is called `{name}`"),
            legal(params),
        );
    }
}

/// The names that the options may hold.
fn legal(params: &[Param]) -> String {
    let (named, bound): (Vec<&Param>, Vec<&Param>) = params
        .iter()
        .filter(|p| !p.shape.is_inactive() && p.function.is_none())
        .partition(|p| p.plain);
    let list: Vec<String> = named.iter().map(|p| format!("`{}`", p.name)).collect();
    match (list.is_empty(), bound.is_empty()) {
        (true, true) => "this function has no parameter that carries a float".to_owned(),
        (true, false) => "give the parameter a name in place of its pattern".to_owned(),
        (false, true) => format!("parameters that carry a float: {}", list.join(", ")),
        (false, false) => format!(
            "parameters that carry a float: {}; one that is a pattern has to be given a name first",
            list.join(", "),
        ),
    }
}

/// Whether a pattern binds this name.
fn binds(pat: &Pat, name: &Ident) -> bool {
    struct Search<'n>(&'n Ident, bool);
    impl<'ast> syn::visit::Visit<'ast> for Search<'_> {
        fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
            self.1 |= pat.ident == *self.0;
            syn::visit::visit_pat_ident(self, pat);
        }
    }
    let mut search = Search(name, false);
    syn::visit::Visit::visit_pat(&mut search, pat);
    search.1
}

/// Excluding what has no float anyway is no mistake where the type does not say so by itself.
fn excusable(param: &Param) -> bool {
    matches!(param.shape.peeled(), Ty::Inactive)
}

/// `no_grad` may leave nothing; a function without a float is refused elsewhere.
fn refuse_nothing_selected(options: &Options, params: &[Param], errors: &mut Errors) {
    let excluded: Vec<&Ident> = options
        .no_grad
        .iter()
        .filter(|name| {
            params
                .iter()
                .any(|p| p.name == **name && !p.shape.is_inactive() && p.function.is_none())
        })
        .collect();
    if errors.is_empty() && !excluded.is_empty() && !params.iter().any(Param::is_differentiated) {
        errors.refuse_tokens(
            quote!(#(#excluded),*),
            "`no_grad` excludes every parameter that could carry a float",
            "leave at least one to differentiate with respect to",
        );
    }
}

/// Whether a type that is not seen through may be a struct with a gradient: what implements
/// `Differentiable`, the compiler knows.
fn is_struct(part: &Type) -> bool {
    // A gradient has no lifetime: behind a reference there is none inside of an `Option`.
    let lent = |ty: &Type| matches!(ty, Type::Reference(_));
    let option = matches!(wrapped_in(part), Some((Wrap::Option, inside)) if !lent(inside));
    matches!(part, Type::Path(p) if p.qself.is_none()) && (option || !holds_float(part))
}

fn refuse_type(param: &mut Param, item: &ItemFn, errors: &mut Errors) {
    if param.callable().is_some() {
        if !param.plain {
            errors.refuse_tokens(
                &param.pat,
                "a function parameter needs a name",
                "call it `f`",
            );
        }
        return;
    }
    if param.opaque || param.shape.is_inactive() || is_generic(param.carrier(), item) {
        return;
    }
    if let Some(part) = unseen(param.carrier())
        && !is_struct(part)
    {
        let exclude = if param.plain {
            format!(
                "exclude the parameter with `#[derive_grad(no_grad({}))]`",
                param.name
            )
        } else {
            "give the parameter a name, for instance `p`, and exclude it with `#[derive_grad(no_grad(p))]`".to_owned()
        };
        if holds_float(part) {
            errors.refuse_tokens(
                part,
                "this type around floats is not supported yet",
                format!("take the floats as parameters of their own, or {exclude}"),
            );
        } else {
            errors.refuse_tokens(
                part,
                "the macro cannot see whether this type carries a float, and such types are not supported yet",
                exclude,
            );
        }
        // The stubs follow the advice.
        param.opaque = true;
        param.selection = Selection::Inactive;
        return;
    }
    if matches!(&param.shape, Ty::Ref { mutable: true, to } if matches!(&**to, Ty::Tuple(t) if t.iter().any(Ty::holds_vector)))
    {
        errors.refuse_tokens(
            &param.ty,
            "a `&mut` of a tuple with a vector inside is not supported yet",
            "take the parts as parameters of their own",
        );
    } else if let Some(part) = inner_reference(param.carrier()) {
        let twice =
            matches!(&param.ty, Type::Reference(r) if matches!(*r.elem, Type::Reference(_)));
        if twice {
            errors.refuse_tokens(
                &param.ty,
                "a reference to a reference to floats is not supported here",
                "take it by one reference",
            );
        } else {
            errors.refuse_tokens(
                part,
                "a reference inside of this type is not supported yet",
                "take it as a parameter of its own, or take the float by value",
            );
        }
    }
}
