//! Questions about a signature: what in its types cannot be seen through, and what belongs to a method.
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{GenericArgument, ItemFn, PathArguments, Type};

use crate::types::Ty;

/// The part of a type that the macro cannot see through, if there is one.
pub fn unseen(ty: &Type) -> Option<&Type> {
    if Ty::read(ty).is_inactive() {
        return None;
    }
    match ty {
        Type::Reference(r) => unseen(&r.elem),
        Type::Slice(s) => unseen(&s.elem),
        Type::Array(a) => unseen(&a.elem),
        Type::Paren(p) => unseen(&p.elem),
        Type::Group(g) => unseen(&g.elem),
        Type::Tuple(t) => t.elems.iter().find_map(unseen),
        Type::Path(p) => {
            let inner = arguments(&p.path).into_iter().find_map(unseen);
            if matches!(Ty::read(ty), Ty::Unknown) {
                inner.or(Some(ty))
            } else {
                inner
            }
        }
        other => Some(other),
    }
}

/// Whether there is such a part.
pub fn is_unseen(ty: &Type) -> bool {
    unseen(ty).is_some()
}

/// Whether a type that is not seen through has a float in its angle brackets.
pub fn holds_float(ty: &Type) -> bool {
    let inside = |p: &syn::Path| {
        let mut arguments = arguments(p).into_iter();
        arguments.any(|t| Ty::read(t).carries_float())
    };
    matches!(ty, Type::Path(p) if crate::lower::is_of_std(&p.path) && inside(&p.path))
}

/// The name of a type of the user's, which may be a struct.
pub fn is_struct(ty: &Type) -> bool {
    let own = |p: &syn::Path| arguments(p).is_empty() || !crate::lower::is_of_std(p);
    matches!(ty, Type::Path(p) if p.qself.is_none() && own(&p.path))
        && matches!(Ty::read(ty), Ty::Unknown)
}

/// The types in the angle brackets of a path.
fn arguments(path: &syn::Path) -> Vec<&Type> {
    match path.segments.last().map(|s| &s.arguments) {
        Some(PathArguments::AngleBracketed(args)) => args
            .args
            .iter()
            .filter_map(|a| match a {
                GenericArgument::Type(inner) => Some(inner),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// The reference in a result, if there is one. One to no float may be returned where its lifetime has a
/// name: the generated functions have other parameters to elide from.
pub fn reference(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Reference(r) if r.lifetime.is_some() && Ty::read(&r.elem).is_inactive() => None,
        Type::Reference(_) => Some(ty),
        Type::Array(a) => reference(&a.elem),
        Type::Paren(p) => reference(&p.elem),
        Type::Group(g) => reference(&g.elem),
        Type::Tuple(t) => t.elems.iter().find_map(reference),
        Type::Path(p) => arguments(&p.path).into_iter().find_map(reference),
        _ => None,
    }
}

/// The part of a result with floats whose cotangent a caller could not make: all but the outermost length
/// has to be fixed.
pub fn shapeless(ty: &Type) -> Option<&Type> {
    match (ty, Ty::read(ty)) {
        (Type::Paren(p), _) => shapeless(&p.elem),
        (Type::Group(g), _) => shapeless(&g.elem),
        _ => unfixed(ty),
    }
}

fn unfixed(ty: &Type) -> Option<&Type> {
    match (ty, Ty::read(ty)) {
        (_, Ty::F64 | Ty::F32 | Ty::Generic | Ty::Int | Ty::Bool) => None,
        (Type::Path(p), _) if p.path.is_ident("char") => None,
        (Type::Path(p), Ty::Vec(_)) => arguments(&p.path).into_iter().find_map(unfixed),
        (Type::Path(_), Ty::Unknown) => match crate::emit::vec_element(ty) {
            Some(elem) => unfixed(elem),
            None if is_struct(ty) => None,
            None => Some(ty),
        },
        (Type::Array(a), _) => unfixed(&a.elem),
        (Type::Paren(p), _) => unfixed(&p.elem),
        (Type::Group(g), _) => unfixed(&g.elem),
        (Type::Tuple(t), Ty::Tuple(_)) => t.elems.iter().find_map(unfixed),
        _ => Some(ty),
    }
}

/// The shape of a result. Of structs in a vector the outermost length is seen.
pub fn returned(ty: &Type) -> Ty {
    match (ty, Ty::read(ty)) {
        (Type::Paren(p), _) => returned(&p.elem),
        (Type::Group(g), _) => returned(&g.elem),
        (_, Ty::Unknown) if holds_structs(ty) && crate::emit::vec_element(ty).is_some() => {
            Ty::Vec(Box::new(Ty::Unknown))
        }
        (_, read) => read,
    }
}

/// Whether a result is a struct, or structs in vectors, arrays and tuples: what implements
/// `Differentiable`, the compiler knows.
pub fn holds_structs(ty: &Type) -> bool {
    unseen(ty).is_some_and(is_struct) && shapeless(ty).is_none()
}

/// The reference in a type with floats that is neither outermost nor refers to an aggregate to read.
pub fn inner_reference(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Reference(r) => match &*r.elem {
            inner @ Type::Reference(_) if r.mutability.is_some() => Some(inner),
            inner => strange_reference(inner),
        },
        other => strange_reference(other),
    }
}

fn strange_reference(ty: &Type) -> Option<&Type> {
    let read = Ty::read(ty);
    if read.is_inactive() {
        return None;
    }
    match ty {
        Type::Reference(r) if r.mutability.is_some() || Ty::read(&r.elem).is_float() => Some(ty),
        Type::Reference(r) => strange_reference(&r.elem),
        Type::Slice(s) => strange_reference(&s.elem),
        Type::Array(a) => strange_reference(&a.elem),
        Type::Paren(p) => strange_reference(&p.elem),
        Type::Group(g) => strange_reference(&g.elem),
        Type::Tuple(t) => t.elems.iter().find_map(strange_reference),
        Type::Path(p) => arguments(&p.path).into_iter().find_map(strange_reference),
        _ => None,
    }
}

/// Whether a type names a type parameter of the function, or `Self`: these have their own refusals.
pub fn is_generic(ty: &Type, item: &ItemFn) -> bool {
    struct Search<'i>(&'i ItemFn, bool);
    impl<'ast> Visit<'ast> for Search<'_> {
        fn visit_path(&mut self, path: &'ast syn::Path) {
            let types = self.0.sig.generics.type_params();
            let mut types = types.filter(|t| t.ident != crate::generic::FLOAT);
            self.1 |= path
                .segments
                .first()
                .is_some_and(|s| s.ident == "Self" || types.any(|t| t.ident == s.ident));
            visit::visit_path(self, path);
        }
    }
    let mut search = Search(item, false);
    search.visit_type(ty);
    search.1
}

/// Where a function without `self` shows that it stands in an `impl` or a trait.
pub fn names_self(item: &ItemFn) -> Option<Ident> {
    struct Search(Option<Ident>);
    impl<'ast> Visit<'ast> for Search {
        fn visit_path(&mut self, path: &'ast syn::Path) {
            let first = path.segments.first().map(|s| &s.ident);
            if self.0.is_none() && first.is_some_and(|f| f == "Self") {
                self.0 = first.cloned();
            }
            visit::visit_path(self, path);
        }

        // An item in the body may have a `Self` of its own.
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    if item.sig.receiver().is_some() {
        return None;
    }
    let mut search = Search(None);
    search.visit_signature(&item.sig);
    search.visit_block(&item.block);
    search.0
}
