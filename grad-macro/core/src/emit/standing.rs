//! Elements of cotangents that all trips of a loop add to: their sum is a local.
//!
//! Input: a reverse loop over `j` that adds to `d_x[3 * i]` and takes nothing from `d_x`. Output:
//!
//! ```text
//! let mut sum_1: f64 = 0.0;
//! for j in .. { sum_1 += ..; }
//! if sum_1 != 0.0 { d_x[3 * i] += sum_1; }
//! ```
//!
//! So the trips do not wait for memory. Where no trip gets to the addition, the element need not be there: nothing is added.
use std::collections::BTreeMap;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::carries::{Around, float, only_adds, takes};
use super::code::val_tokens;
use super::cots::Sweep;
use super::{scalar_tokens, zero};
use crate::ir::{Body, Place, Proj, Stmt, Ty, Val};

/// The sums of a loop, by memory and way.
#[derive(Clone, Default)]
pub struct Standing {
    sums: BTreeMap<String, Sum>,
}

#[derive(Clone)]
struct Sum {
    place: Place,
    path: TokenStream,
    local: Ident,
    ty: Ty,
}

impl Standing {
    /// Those of a loop.
    pub fn of(sweep: &Sweep, stmts: &[Stmt], around: &Around) -> Self {
        let mut standing = Standing::default();
        if sweep.context.windows && !around.counters.is_empty() && stmts.iter().all(only_adds) {
            standing.find(sweep, stmts, stmts, around);
        }
        standing
    }

    pub fn is_empty(&self) -> bool {
        self.sums.is_empty()
    }

    fn find(&mut self, sweep: &Sweep, stmts: &[Stmt], all: &[Stmt], around: &Around) {
        for stmt in stmts {
            match stmt {
                Stmt::Scatter(place, cot) => {
                    let body = sweep.body();
                    let (Some(path), Some(ty)) = (path(sweep, place, around), float(body, cot))
                    else {
                        continue;
                    };
                    if !sweep.is_sequence(place) || takes(all, body, place) {
                        continue;
                    }
                    let number = self.sums.len() + 1;
                    self.sums.entry(name(place, &path)).or_insert_with(|| Sum {
                        place: place.clone(),
                        path,
                        local: crate::names::new_ident(
                            &format!("sum_{number}"),
                            Span::mixed_site(),
                        ),
                        ty,
                    });
                }
                Stmt::ReverseBranch(b) => {
                    for arm in &b.arms {
                        self.find(sweep, arm, all, around);
                    }
                }
                _ => {}
            }
        }
    }

    /// The local that stands for a place.
    pub fn local(&self, sweep: &Sweep, place: &Place, around: &Around) -> Option<&Ident> {
        if self.sums.is_empty() {
            return None;
        }
        let path = path(sweep, place, around)?;
        self.sums.get(&name(place, &path)).map(|sum| &sum.local)
    }

    /// In front of the loop.
    pub fn before(&self) -> TokenStream {
        let each = self.sums.values().map(|sum| {
            let (local, ty, zero) = (&sum.local, scalar_tokens(sum.ty), zero(sum.ty));
            quote!(let mut #local: #ty = #zero;)
        });
        each.collect()
    }

    /// Behind the loop.
    pub fn after(&self, sweep: &Sweep) -> TokenStream {
        let each = self.sums.values().map(|sum| {
            let (local, zero) = (&sum.local, zero(sum.ty));
            let add = |part: TokenStream| quote!(#part += #local);
            let added = sweep.into_part(&sum.place, &sum.path, &add);
            quote!(if #local != #zero { #added })
        });
        each.collect()
    }
}

fn name(place: &Place, path: &TokenStream) -> String {
    format!("{} {path}", place.mem.0)
}

/// The way to an element that is the same in all trips, as it can be printed outside of them.
fn path(sweep: &Sweep, place: &Place, around: &Around) -> Option<TokenStream> {
    let body = sweep.body();
    if place.path.is_empty() {
        return None;
    }
    let steps = place.path.iter().map(|proj| match proj {
        Proj::Index(val) => {
            let index = standing(body, *val, around)?;
            Some(quote!([#index]))
        }
        Proj::Range(..) if proj.vals().iter().any(|v| around.variant.contains(v)) => None,
        Proj::Range(..) | Proj::Field(_) => Some(sweep.plain_path(std::slice::from_ref(proj))),
    });
    steps.collect()
}

/// An index in terms of what does not change from trip to trip.
fn standing(body: &Body, val: Val, around: &Around) -> Option<TokenStream> {
    if !around.variant.contains(&val) {
        return Some(val_tokens(body, val));
    }
    if around.counters.iter().any(|(counter, _)| *counter == val) {
        return None;
    }
    let (tokens, reads) = body.val(val).formula.as_ref()?;
    let mut inner = Vec::new();
    for read in reads {
        if around.variant.contains(read) {
            inner.push((
                body.val(*read).name.to_string(),
                standing(body, *read, around)?,
            ));
        }
    }
    Some(crate::names::replaced(tokens.clone(), &|name| {
        let (_, formula) = inner.iter().find(|(of, _)| name == of)?;
        Some(quote!((#formula)))
    }))
}
