//! Neighbours in memory whose cotangents overlap from trip to trip: they are carried in locals.
//!
//! Input: a reverse loop that runs forward and adds to `d_x[i + 1]` and `d_x[i]` in each trip. Output: both sums are locals;
//! a trip adds to `d_x[i]` what no later trip adds to, and hands the other on:
//!
//! ```text
//! carry_2 += ..; carry_1 += ..; d_x[i] += carry_1; (carry_1, carry_2) = (carry_2, 0.0);
//! ```
//!
//! What is left goes to memory behind the loop. So no trip waits for what the one before has just written.
use std::collections::{BTreeMap, HashSet};

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};

use super::code::val_tokens;
use super::cots::Sweep;
use super::{scalar_tokens, zero};
use crate::ir::{Body, Cot, Counter, Place, Proj, Stmt, Ty, Val};

/// So many neighbours at most.
const WIDEST: i64 = 6;

/// A loop, as far as its carries depend on it.
#[derive(Clone)]
pub struct Around {
    pub counters: Vec<(Val, Counter)>,
    /// The values that change from trip to trip.
    pub variant: HashSet<Val>,
    /// The number of trips, once the loop is done.
    pub trips: Ident,
}

impl Around {
    pub fn new(counters: Vec<(Val, Counter)>, mut variant: HashSet<Val>, trips: Ident) -> Self {
        variant.extend(counters.iter().map(|(val, _)| *val));
        Around {
            counters,
            variant,
            trips,
        }
    }
}

/// The neighbours that a loop carries.
#[derive(Clone, Default)]
pub struct Carries {
    groups: Vec<Group>,
}

/// Neighbours in one memory.
#[derive(Clone)]
struct Group {
    /// The memory and the way to the sequence in it, as text.
    of: String,
    /// One of the places that are added to.
    place: Place,
    outer: Vec<Proj>,
    counter: Val,
    first: i64,
    cells: Vec<Ident>,
    ty: Ty,
}

/// An element that follows the trips: the way to its sequence, the counter, and how far from that it is.
struct Element<'p> {
    outer: &'p [Proj],
    counter: Val,
    offset: i64,
}

impl Carries {
    /// Those of a loop that runs forward.
    pub fn of(sweep: &Sweep, stmts: &[Stmt], around: &Around) -> Self {
        if !stmts.iter().all(only_adds) {
            return Carries::default();
        }
        let body = sweep.body();
        let mut found: BTreeMap<(String, Val), (i64, i64, usize, Group)> = BTreeMap::new();
        for stmt in stmts {
            let Stmt::Scatter(place, cot) = stmt else {
                continue;
            };
            let (Some(element), Some(ty)) = (element(body, place, around), float(body, cot)) else {
                continue;
            };
            if !sweep.is_sequence(place) || takes(stmts, body, place) {
                continue;
            }
            let of = name(sweep, place, element.outer);
            let group = || Group {
                of: of.clone(),
                place: place.clone(),
                outer: element.outer.to_vec(),
                counter: element.counter,
                first: element.offset,
                cells: Vec::new(),
                ty,
            };
            let entry = found
                .entry((of.clone(), element.counter))
                .or_insert_with(|| (element.offset, element.offset, 0, group()));
            if element.offset <= entry.0 {
                entry.3 = group();
            }
            entry.0 = entry.0.min(element.offset);
            entry.1 = entry.1.max(element.offset);
            entry.2 += 1;
        }
        let mut number = 0;
        let groups = found
            .into_values()
            .filter_map(|(low, high, count, mut group)| {
                if count < 2 || high == low || high - low > WIDEST {
                    return None;
                }
                group.cells = (low..=high)
                    .map(|_| {
                        number += 1;
                        let text = format!("carry_{number}");
                        crate::names::new_ident(&text, Span::mixed_site())
                    })
                    .collect();
                Some(group)
            });
        Carries {
            groups: groups.collect(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The local that stands for a place.
    pub fn cell(&self, sweep: &Sweep, place: &Place, around: &Around) -> Option<&Ident> {
        let element = element(sweep.body(), place, around)?;
        let of = name(sweep, place, element.outer);
        let mut groups = self.groups.iter();
        let group = groups.find(|g| g.of == of && g.counter == element.counter)?;
        let at = usize::try_from(element.offset - group.first).ok()?;
        group.cells.get(at)
    }

    /// In front of the loop.
    pub fn before(&self) -> TokenStream {
        let each = self.groups.iter().flat_map(|group| {
            let (ty, zero) = (scalar_tokens(group.ty), zero(group.ty));
            let each = group.cells.iter();
            each.map(move |cell| quote!(let mut #cell: #ty = #zero;))
        });
        each.collect()
    }

    /// At the end of a trip.
    pub fn end_of_trip(&self, sweep: &Sweep) -> TokenStream {
        let each = self.groups.iter().map(|group| {
            let counter = val_tokens(sweep.body(), group.counter);
            let added = group.add(sweep, &counter, 0, &group.cells[0]);
            let (to, from) = (&group.cells, &group.cells[1..]);
            let zero = zero(group.ty);
            quote!(#added (#(#to),*) = (#(#from,)* #zero);)
        });
        each.collect()
    }

    /// Behind the loop.
    pub fn after(&self, sweep: &Sweep, around: &Around) -> TokenStream {
        let trips = &around.trips;
        let each = self.groups.iter().map(|group| {
            let counter = around
                .counters
                .iter()
                .find(|(val, _)| *val == group.counter);
            let end = match counter {
                Some((_, Counter::Up(lo))) => {
                    let lo = val_tokens(sweep.body(), *lo);
                    quote!(#lo + #trips)
                }
                _ => trips.to_token_stream(),
            };
            let left = &group.cells[..group.cells.len() - 1];
            let added = left.iter().zip(0..);
            let added = added.map(|(cell, at)| group.add(sweep, &end, at, cell));
            quote!(if #trips > 0 { #(#added)* })
        });
        each.collect()
    }
}

impl Group {
    /// Adds a local to the element so far behind the first one of the trip with this index.
    fn add(&self, sweep: &Sweep, index: &TokenStream, at: i64, cell: &Ident) -> TokenStream {
        let offset = self.first + at;
        let distance = Literal::u64_unsuffixed(offset.unsigned_abs());
        let index = match offset {
            0 => index.clone(),
            1.. => quote!(#index + #distance),
            _ => quote!(#index - #distance),
        };
        let outer = sweep.plain_path(&self.outer);
        sweep.into_part(
            &self.place,
            &quote!(#outer[#index]),
            &|part| quote!(#part += #cell),
        )
    }
}

/// What tells a sequence from others.
fn name(sweep: &Sweep, place: &Place, outer: &[Proj]) -> String {
    format!("{} {}", place.mem.0, sweep.plain_path(outer))
}

/// Whether a statement only adds to the cotangents of memories, or takes from them where that is seen.
pub fn only_adds(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Zero(_)
        | Stmt::Accumulate(..)
        | Stmt::Set(..)
        | Stmt::Scatter(..)
        | Stmt::Take(..) => true,
        Stmt::ReverseBranch(b) => b.arms.iter().flatten().all(only_adds),
        Stmt::ReverseLoop(l) => l.body.iter().all(only_adds),
        Stmt::Beyond(_, _, _, body) => body.iter().all(only_adds),
        _ => stmt.restored().is_some(),
    }
}

/// Whether something is taken from the memory of a place.
pub fn takes(stmts: &[Stmt], body: &Body, place: &Place) -> bool {
    let root = |place: &Place| match &body.mem(place.mem).kind {
        crate::ir::MemKind::Param(param, _) => Err(*param),
        _ => Ok(place.mem),
    };
    stmts.iter().any(|stmt| match stmt {
        Stmt::Take(other, ..) => root(other) == root(place),
        Stmt::ReverseBranch(b) => b.arms.iter().any(|arm| takes(arm, body, place)),
        Stmt::ReverseLoop(l) => takes(&l.body, body, place),
        Stmt::Beyond(_, _, _, inside) => takes(inside, body, place),
        _ => false,
    })
}

pub fn float(body: &Body, cot: &Cot) -> Option<Ty> {
    match cot {
        Cot::Of(val) | Cot::Slope(_, _, val) => Some(body.val(*val).ty).filter(|ty| ty.is_float()),
        _ => None,
    }
}

fn element<'p>(body: &Body, place: &'p Place, around: &Around) -> Option<Element<'p>> {
    let (Proj::Index(index), outer) = place.path.split_last()? else {
        return None;
    };
    let (outer, (counter, offset)) = match (follows(body, *index, around), outer.split_last()) {
        (Some(found), _) => (outer, found),
        (None, Some((Proj::Range(Some(lo), _), outer))) => {
            let at = constant(body, *index)?;
            let (counter, offset) = follows(body, *lo, around)?;
            (outer, (counter, offset + at))
        }
        (None, _) => return None,
    };
    let stays = |proj: &Proj| proj.vals().iter().all(|v| !around.variant.contains(v));
    outer.iter().all(stays).then_some(Element {
        outer,
        counter,
        offset,
    })
}

/// The counter that an index follows, and how far it is from that.
fn follows(body: &Body, val: Val, around: &Around) -> Option<(Val, i64)> {
    let mut counters = around.counters.iter();
    if let Some((val, counter)) = counters.find(|(counter, _)| *counter == val) {
        return (!matches!(counter, Counter::Down(_))).then_some((*val, 0));
    }
    let (tokens, reads) = body.val(val).formula.as_ref()?;
    let expr = syn::parse2::<syn::Expr>(tokens.clone()).ok()?;
    let syn::Expr::Binary(b) = crate::types::unparen(&expr) else {
        return None;
    };
    let named = |e: &syn::Expr| {
        let syn::Expr::Path(path) = crate::types::unparen(e) else {
            return None;
        };
        let name = path.path.get_ident()?;
        let read = reads.iter().find(|v| body.val(**v).name == *name)?;
        follows(body, *read, around)
    };
    let (of, distance) = match (&b.op, number(&b.left), number(&b.right)) {
        (syn::BinOp::Add(_), None, Some(n)) => (named(&b.left)?, n),
        (syn::BinOp::Add(_), Some(n), None) => (named(&b.right)?, n),
        (syn::BinOp::Sub(_), None, Some(n)) => (named(&b.left)?, -n),
        _ => return None,
    };
    Some((of.0, of.1 + distance))
}

fn constant(body: &Body, val: Val) -> Option<i64> {
    let tokens = body.val(val).constant.as_ref()?;
    number(&syn::parse2(tokens.clone()).ok()?)
}

/// A small number.
fn number(e: &syn::Expr) -> Option<i64> {
    let syn::Expr::Lit(literal) = crate::types::unparen(e) else {
        return None;
    };
    let syn::Lit::Int(n) = &literal.lit else {
        return None;
    };
    n.base10_parse::<i64>().ok().filter(|n| *n <= WIDEST)
}
