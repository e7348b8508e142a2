//! Arms whose alternatives bind a variable at different places become arms of their own.
//!
//! Input: `match x { [a] | [_, a] => a * a, .. }`. Output: `match x { [a] => a * a, [_, a] => a * a, .. }`.
//! Where all alternatives bind it at the same place, as in `(0, a) | (1, a)`, the arm stays.
use std::collections::BTreeMap;

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Arm, Block, ExprMatch, Item, Pat, PatOr};

/// The most arms that one becomes.
const MOST: usize = 32;

/// Splits the arms of every `match` in the body.
pub fn split(body: &mut Block) {
    Splitter.visit_block_mut(body);
}

struct Splitter;

impl VisitMut for Splitter {
    fn visit_expr_match_mut(&mut self, m: &mut ExprMatch) {
        visit_mut::visit_expr_match_mut(self, m);
        let arms = std::mem::take(&mut m.arms);
        m.arms = arms.into_iter().flat_map(arms_of).collect();
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}

fn arms_of(arm: Arm) -> Vec<Arm> {
    let pats = expanded(&arm.pat);
    // Items of the body would be there twice; what stays is refused where it is bound.
    if pats.len() < 2 || pats.len() > MOST || has_items(&arm) {
        return vec![arm];
    }
    let with = |pat| Arm {
        pat,
        comma: Some(<syn::Token![,]>::default()),
        ..arm.clone()
    };
    pats.into_iter().map(with).collect()
}

fn has_items(arm: &Arm) -> bool {
    struct Items(bool);
    impl Visit<'_> for Items {
        fn visit_item(&mut self, _: &Item) {
            self.0 = true;
        }
    }
    let mut items = Items(false);
    visit::visit_arm(&mut items, arm);
    items.0
}

/// The patterns that together match what `pat` does, and bind each variable at one place.
fn expanded(pat: &Pat) -> Vec<Pat> {
    match pat {
        Pat::Or(p) if differ(p).is_some() => p.cases.iter().flat_map(expanded).collect(),
        Pat::Guard(p) => each(&p.pat, |inner| {
            let mut p = p.clone();
            *p.pat = inner;
            Pat::Guard(p)
        }),
        Pat::Paren(p) => each(&p.pat, |inner| {
            let mut p = p.clone();
            *p.pat = inner;
            Pat::Paren(p)
        }),
        Pat::Reference(p) => each(&p.pat, |inner| {
            let mut p = p.clone();
            *p.pat = inner;
            Pat::Reference(p)
        }),
        Pat::Tuple(p) => all(&p.elems, |elems| {
            Pat::Tuple(syn::PatTuple { elems, ..p.clone() })
        }),
        Pat::TupleStruct(p) => all(&p.elems, |elems| {
            Pat::TupleStruct(syn::PatTupleStruct { elems, ..p.clone() })
        }),
        Pat::Slice(p) => all(&p.elems, |elems| {
            Pat::Slice(syn::PatSlice { elems, ..p.clone() })
        }),
        other => vec![other.clone()],
    }
}

fn each(inner: &Pat, around: impl Fn(Pat) -> Pat) -> Vec<Pat> {
    expanded(inner).into_iter().map(around).collect()
}

type Elems = Punctuated<Pat, syn::Token![,]>;

/// Every choice of the elements, in the order in which rustc tries them.
fn all(elems: &Elems, around: impl Fn(Elems) -> Pat) -> Vec<Pat> {
    let mut lists = vec![Elems::new()];
    for pair in elems.pairs() {
        let choices = expanded(pair.value());
        let longer = |list: &Elems, choice: &Pat| {
            let mut list = list.clone();
            list.push_value(choice.clone());
            if let Some(comma) = pair.punct() {
                list.push_punct(**comma);
            }
            list
        };
        lists = lists
            .iter()
            .flat_map(|list| choices.iter().map(|choice| longer(list, choice)))
            .collect();
        if lists.len() > MOST {
            break;
        }
    }
    lists.into_iter().map(around).collect()
}

/// A variable that the alternatives bind at different places.
pub(super) fn differ(p: &PatOr) -> Option<String> {
    let places = |pat: &Pat| {
        let mut found = BTreeMap::new();
        collect(pat, String::new(), &mut found);
        found
    };
    let first = places(p.cases.first()?);
    let other = p.cases.iter().skip(1).find_map(|case| {
        let case = places(case);
        let differs = |(name, place): &(&String, &String)| case.get(*name) != Some(place);
        first.iter().find(differs).map(|(name, _)| name.clone())
    });
    other.or_else(|| p.cases.iter().find_map(nested))
}

/// Alternatives inside of alternatives.
fn nested(pat: &Pat) -> Option<String> {
    struct Inner(Option<String>);
    impl Visit<'_> for Inner {
        fn visit_pat_or(&mut self, p: &PatOr) {
            self.0 = self.0.take().or_else(|| differ(p));
        }
    }
    let mut inner = Inner(None);
    inner.visit_pat(pat);
    inner.0
}

/// How each variable is reached: equal texts are equal places.
fn collect(pat: &Pat, at: String, found: &mut BTreeMap<String, String>) {
    match pat {
        Pat::Ident(p) => {
            if let Some((_, sub)) = &p.subpat {
                collect(sub, at.clone(), found);
            }
            found.insert(p.ident.to_string(), at);
        }
        Pat::Guard(p) => collect(&p.pat, at, found),
        Pat::Or(p) => p
            .cases
            .iter()
            .for_each(|case| collect(case, at.clone(), found)),
        Pat::Paren(p) => collect(&p.pat, at, found),
        Pat::Reference(p) => collect(&p.pat, at + "*", found),
        Pat::Slice(p) => list(&p.elems, &(at + "["), found),
        Pat::Tuple(p) => list(&p.elems, &(at + "."), found),
        Pat::TupleStruct(p) => {
            let name = p.path.segments.last().map(|s| s.ident.to_string());
            list(
                &p.elems,
                &format!("{at}{}(", name.unwrap_or_default()),
                found,
            );
        }
        Pat::Struct(p) => {
            let variant = p.path.segments.last().map(|s| s.ident.to_string());
            let at = format!("{at}{}", variant.unwrap_or_default());
            for field in &p.fields {
                let name = match &field.member {
                    syn::Member::Named(name) => name.to_string(),
                    syn::Member::Unnamed(index) => index.index.to_string(),
                };
                collect(&field.pat, format!("{at}{{{name}"), found);
            }
        }
        Pat::Type(p) => collect(&p.pat, at, found),
        _ => {}
    }
}

/// After `..` places count from the end.
fn list(elems: &Elems, at: &str, found: &mut BTreeMap<String, String>) {
    let is_rest = |p: &Pat| super::bind::rest_of(p).is_some();
    let rest = elems.iter().position(is_rest).unwrap_or(elems.len());
    for (i, elem) in elems.iter().enumerate() {
        let place = if i <= rest {
            format!("{at}{i} ")
        } else {
            format!("{at}-{} ", elems.len() - i)
        };
        // The part that `..` stands for ends where it ends.
        let place = if i == rest {
            format!("{place}..{} ", elems.len() - i)
        } else {
            place
        };
        collect(elem, place, found);
    }
}
