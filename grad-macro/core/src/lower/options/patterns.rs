//! Patterns of `Option` and `Result` as patterns of pairs.
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Pat, Stmt};

use super::{Options, Yield, make};
use crate::lower::infer;
use crate::types::{Ty, Wrap};

/// How a matched value comes.
pub enum Form {
    /// As the user wrote it.
    Whole,
    /// As a pair of its case and what is inside.
    Pair(Wrap, Ty),
    Tuple(Vec<Form>),
}

/// Whether a pattern names a variant somewhere.
pub fn is_variant(pat: &Pat) -> bool {
    match pat {
        Pat::TupleStruct(p) => infer::is_variant(&p.path).is_some(),
        Pat::Path(p) => infer::is_variant(&p.path).is_some(),
        Pat::Ident(p) => {
            p.ident == "None" || p.subpat.as_ref().is_some_and(|(_, sub)| is_variant(sub))
        }
        Pat::Guard(p) => is_variant(&p.pat),
        Pat::Paren(p) => is_variant(&p.pat),
        Pat::Reference(p) => is_variant(&p.pat),
        Pat::Or(p) => p.cases.iter().any(is_variant),
        _ => false,
    }
}

/// Whether a pattern is that of a call's value.
pub fn is_inside(pat: &Pat) -> bool {
    matches!(pat, Pat::TupleStruct(p) if p.path.is_ident(super::INSIDE))
}

/// Whether an error is bound by value.
pub fn takes_error(pat: &Pat) -> bool {
    match pat {
        Pat::TupleStruct(p) => {
            let mut found = Vec::new();
            p.elems
                .iter()
                .for_each(|e| crate::lower::bind::variables_of(e, &mut found));
            infer::is_variant(&p.path) == Some("Err") && !found.is_empty()
        }
        Pat::Guard(p) => takes_error(&p.pat),
        Pat::Paren(p) => takes_error(&p.pat),
        Pat::Or(p) => p.cases.iter().any(takes_error),
        // The whole value.
        Pat::Ident(p) => infer::is_variant(&p.ident.clone().into()).is_none(),
        _ => false,
    }
}

/// What a pattern says of a part of a tuple.
pub fn part_of(pat: &Pat, at: usize, parts: usize) -> Option<&Pat> {
    match pat {
        Pat::Tuple(t) if t.elems.len() == parts => t.elems.iter().nth(at),
        Pat::Guard(p) => part_of(&p.pat, at, parts),
        Pat::Paren(p) => part_of(&p.pat, at, parts),
        Pat::Or(p) => p.cases.iter().find_map(|c| part_of(c, at, parts)),
        _ => None,
    }
}

pub fn unparen_mut(e: &mut Expr) -> &mut Expr {
    match e {
        Expr::Paren(p) => unparen_mut(&mut p.expr),
        Expr::Group(g) => unparen_mut(&mut g.expr),
        other => other,
    }
}

impl Options<'_, '_> {
    /// A pattern for a value of this form.
    pub(super) fn pattern(&mut self, pat: &Pat, form: &Form) -> Pat {
        match (pat, form) {
            (Pat::Guard(p), form) => {
                let mut p = p.clone();
                *p.pat = self.pattern(&p.pat, form);
                self.expr(&mut p.guard, &Yield::Value);
                Pat::Guard(p)
            }
            (_, Form::Whole) => pat.clone(),
            (Pat::Paren(p), form) => {
                let mut p = p.clone();
                *p.pat = self.pattern(&p.pat, form);
                Pat::Paren(p)
            }
            (Pat::Or(p), form) => {
                let mut p = p.clone();
                for case in &mut p.cases {
                    *case = self.pattern(case, form);
                }
                Pat::Or(p)
            }
            (Pat::Tuple(p), Form::Tuple(forms)) => {
                let mut p = p.clone();
                let count = p.elems.len();
                let rest = p.elems.iter().position(|e| matches!(e, Pat::Rest(_)));
                for (at, elem) in p.elems.iter_mut().enumerate() {
                    let form = match rest {
                        Some(rest) if at == rest => continue,
                        // After `..` parts count from the end.
                        Some(rest) if at > rest => (forms.len() + at)
                            .checked_sub(count)
                            .and_then(|i| forms.get(i)),
                        _ => forms.get(at),
                    };
                    if let Some(form) = form {
                        *elem = self.pattern(elem, form);
                    }
                }
                Pat::Tuple(p)
            }
            (_, Form::Tuple(_)) => pat.clone(),
            (_, Form::Pair(wrap, inside)) => self.of_pair(pat, *wrap, inside),
        }
    }

    fn of_pair(&mut self, pat: &Pat, wrap: Wrap, inside: &Ty) -> Pat {
        match pat {
            Pat::TupleStruct(p) => {
                let Some(variant) = infer::is_variant(&p.path) else {
                    return pat.clone();
                };
                let (path, elems) = (&p.path, &p.elems);
                if variant == "Err" {
                    self.refuse_floats_of_error(pat);
                    return parsed(quote_spanned!(pat.span()=> (#path(#elems), _)), pat);
                }
                let inside = match elems.first() {
                    Some(Pat::Rest(_)) | None => quote!(_),
                    Some(elem) => behind(elem, inside).to_token_stream(),
                };
                parsed(quote_spanned!(pat.span()=> (#path(()), #inside)), pat)
            }
            Pat::Path(p) if infer::is_variant(&p.path).is_some() => {
                parsed(quote_spanned!(pat.span()=> (#p, _)), pat)
            }
            Pat::Ident(p) if p.ident == "None" => parsed(quote_spanned!(pat.span()=> (#p, _)), pat),
            Pat::Ident(p) if p.subpat.is_none() && p.by_ref.is_none() => {
                self.learn_pair(&p.ident, wrap, inside);
                match self.case_of(&p.ident.to_string(), &p.ident) {
                    Some(case) => {
                        let mutable = &p.mutability;
                        let ident = &p.ident;
                        parsed(
                            quote_spanned!(pat.span()=> (#mutable #case, #mutable #ident)),
                            pat,
                        )
                    }
                    None => pat.clone(),
                }
            }
            // The pair is one of references.
            Pat::Reference(r) if r.mutability.is_none() => match &*r.pat {
                Pat::TupleStruct(p)
                    if matches!(infer::is_variant(&p.path), Some("Some" | "Ok"))
                        && p.elems.len() == 1 =>
                {
                    let (path, elem) = (&p.path, &p.elems[0]);
                    parsed(quote_spanned!(pat.span()=> (#path(()), &#elem)), pat)
                }
                other => self.of_pair(&other.clone(), wrap, inside),
            },
            Pat::Paren(p) => self.of_pair(&p.pat.clone(), wrap, inside),
            Pat::Or(p) => {
                let mut p = p.clone();
                for case in &mut p.cases {
                    *case = self.of_pair(case, wrap, inside);
                }
                Pat::Or(p)
            }
            other => other.clone(),
        }
    }

    /// What an error carries has no derivative here: its parts may be floats.
    pub(super) fn refuse_floats_of_error(&mut self, pat: &Pat) {
        let mut found = Vec::new();
        crate::lower::bind::variables_of(pat, &mut found);
        let whole = match pat {
            Pat::TupleStruct(p) => matches!(p.elems.first(), Some(Pat::Ident(_))),
            other => matches!(other, Pat::Ident(_)),
        };
        let is_float = |p: &&syn::PatIdent| {
            let ty = self.chains.types.of_var(&p.ident.to_string());
            ty.carries_float() || !whole && !ty.is_inactive()
        };
        if let Some(p) = found.into_iter().find(is_float) {
            self.errors.refuse(
                p.ident.span(),
                "a float inside of an error carries no derivative",
                "match the error with `Err(_)` or as a whole with `Err(e)`, and return floats in place of errors",
            );
        }
    }
}

/// A pattern for a float without the references that are not there: `Some(&&v)` for an item that is looked at.
fn behind<'p>(pat: &'p Pat, inside: &Ty) -> &'p Pat {
    fn depth(pat: &Pat) -> usize {
        match pat {
            Pat::Reference(r) => 1 + depth(&r.pat),
            _ => 0,
        }
    }
    let held = usize::from(matches!(inside, Ty::Ref { .. }));
    match pat {
        Pat::Reference(r) if inside.peeled().is_float() && depth(pat) > held => {
            behind(&r.pat, inside)
        }
        pat => pat,
    }
}

/// A pattern of tokens.
fn parsed(tokens: proc_macro2::TokenStream, old: &Pat) -> Pat {
    match make::stmts(quote!(let #tokens = ();)).pop() {
        Some(Stmt::Local(local)) => local.pat,
        _ => old.clone(),
    }
}
