//! Variants of the user's enums, taken apart by patterns that may be refuted.
//!
//! The pattern itself binds the primal's variables; the cotangent of a field is the field of the gradient that belongs to it
//! and to its variant.
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Member, Pat, PatIdent};

use super::Lower;
use super::node::{Node, PlaceNode};
use super::resolve::is_variable;
use crate::ir::Proj;
use crate::types::Ty;
use crate::variants::{field_of, inside_of_option, variant_of};

impl Lower<'_> {
    /// Binds the variables of a pattern for a variant. False where the pattern names none.
    pub(super) fn bind_variant(&mut self, pat: &Pat, place: &PlaceNode) -> bool {
        let path = match pat {
            Pat::Struct(p) => &p.path,
            Pat::TupleStruct(p) => &p.path,
            _ => return false,
        };
        if variant_of(path, true).is_none() && !is_some(path) {
            return false;
        }
        let by_ref = self.is_borrowed(place);
        let mutable = by_ref && self.is_mutable_place(place);
        self.bind_parts_of(pat, true, place, by_ref, mutable);
        true
    }

    /// A name that stands for all of a value: a reference to it, since the value stays where it is.
    pub(super) fn not_moved(&self, pat: &Pat, scrutinee: &Node) -> Pat {
        let whole = matches!(scrutinee, Node::Place(p) if matches!(p.ty, Ty::Unknown) && !self.is_borrowed(p));
        match pat {
            Pat::Ident(p) if whole && is_variable(p) && p.mutability.is_none() => {
                Pat::Ident(PatIdent {
                    by_ref: Some(syn::Token![ref](p.ident.span())),
                    ..p.clone()
                })
            }
            // A guard reads the value itself.
            other => other.clone(),
        }
    }

    /// Binds the variables of a part of a pattern that was matched. Inside of it a name alone is taken for a struct.
    fn bind_matched(&mut self, pat: &Pat, place: &PlaceNode, by_ref: bool, mutable: bool) {
        self.bind_parts_of(pat, false, place, by_ref, mutable);
    }

    fn bind_parts_of(
        &mut self,
        pat: &Pat,
        alone: bool,
        place: &PlaceNode,
        by_ref: bool,
        mutable: bool,
    ) {
        let fields: Vec<(Member, &Pat)> = match pat {
            Pat::Paren(p) => return self.bind_matched(&p.pat, place, by_ref, mutable),
            Pat::Reference(p) => return self.bind_matched(&p.pat, place, false, false),
            Pat::Ident(p) if is_variable(p) && p.subpat.is_none() => {
                return self.bind_held(p, place, by_ref, mutable);
            }
            Pat::Struct(p) => {
                let mut named = |member: &Member| match variant_of(&p.path, alone) {
                    Some(variant) => self.held_field(variant, member),
                    None => member.clone(),
                };
                let fields = p.fields.iter();
                fields.map(|f| (named(&f.member), &*f.pat)).collect()
            }
            Pat::TupleStruct(p) => {
                let Some(fields) = numbered(&p.elems) else {
                    return self.refuse_pattern(pat);
                };
                match variant_of(&p.path, alone) {
                    _ if is_some(&p.path) => {
                        let some = &p.path.segments[p.path.segments.len() - 1].ident;
                        let inside = |(_, pat)| (inside_of_option(some), pat);
                        fields.into_iter().map(inside).collect()
                    }
                    Some(variant) => {
                        let named = |(member, pat)| (self.held_field(variant, &member), pat);
                        fields.into_iter().map(named).collect()
                    }
                    None => fields,
                }
            }
            Pat::Tuple(p) => match numbered(&p.elems) {
                Some(fields) => fields,
                None => return self.refuse_pattern(pat),
            },
            other => {
                let mut found = Vec::new();
                super::bind::variables_of(other, &mut found);
                if !found.is_empty() {
                    self.refuse_pattern(other);
                }
                return;
            }
        };
        for (member, pat) in fields {
            let part = place.project(Proj::Field(member), Ty::Unknown, TokenStream::new());
            self.bind_matched(pat, &part, by_ref, mutable);
        }
    }

    /// The field of the gradient; that it belongs to a variant is noted.
    fn held_field(&mut self, variant: &syn::Ident, member: &Member) -> Member {
        let field = field_of(variant, member);
        self.held.insert(field.clone());
        Member::Named(field)
    }

    /// A variable of the pattern: it is there, and holds the value or a reference to it.
    fn bind_held(&mut self, p: &PatIdent, place: &PlaceNode, by_ref: bool, mutable: bool) {
        let name = &p.ident;
        let refers = by_ref || p.by_ref.is_some();
        let held = PatIdent {
            by_ref: None,
            ..p.clone()
        };
        let part = PlaceNode {
            tokens: if refers {
                quote!((*#name))
            } else {
                quote!(#name)
            },
            amp: refers,
            mutable: refers && (mutable || p.by_ref.is_some() && p.mutability.is_some()),
            ..place.clone()
        };
        self.bind(&Pat::Ident(held), Node::Place(part));
    }
}

/// `Some`.
fn is_some(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|s| s.ident == "Some")
}

/// The fields of a tuple by their numbers; none where fields after `..` are asked for.
fn numbered<'p>(elems: impl IntoIterator<Item = &'p Pat>) -> Option<Vec<(Member, &'p Pat)>> {
    let mut fields = Vec::new();
    let mut open = false;
    for (at, pat) in elems.into_iter().enumerate() {
        match pat {
            Pat::Rest(_) => open = true,
            Pat::Wild(_) => {}
            _ if open => return None,
            pat => fields.push((syn::Index::from(at).into(), pat)),
        }
    }
    Some(fields)
}
