//! Windows: the parts of memories that the trips of a reverse loop walk through.
//!
//! Input: a loop without inner loops, branches and calls, in which `d_x[lo + trip]` is written and `x[lo + trip - 1]` is read
//! again. Output: the loop behind a look at both parts as a whole, each trip takes its element of a part of known length:
//! `d_x[start_1..][..trips][trip]`. So nothing is checked trip by trip.
//!
//! A window is looked at only if there are trips. What a trip does in any case, the trip of the primal did: all elements are there.
use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::cots::Sweep;
use crate::affine;
use crate::ir::{
    Cot, Mem, MemKind, Place, Proj, ReverseLoop, Stmt, Val, Write, ZeroMem, ZeroShape,
};
use crate::rules::Slope;
use crate::types::Ty;

/// The windows of a loop.
#[derive(Clone)]
pub struct Windows {
    trip: Ident,
    trips: Ident,
    /// Where the window of each index starts.
    starts: HashMap<Val, Ident>,
    /// What changes from trip to trip.
    variant: HashSet<Val>,
    /// Memories whose cotangents are written at more than one place: what one trip wrote the next reads, which stalls
    /// where several trips are done at once. And those that are not only lists of floats.
    overlapping: HashSet<Mem>,
}

impl Windows {
    /// The windows of a loop, and the statements that say where they start; nothing where there are none.
    pub fn of(sweep: &Sweep, l: &ReverseLoop) -> Option<(Self, TokenStream)> {
        if l.counters.is_empty() || !l.body.iter().all(is_simple) {
            return None;
        }
        let body = sweep.body();
        let mut variant: HashSet<Val> = l.counters.iter().map(|(val, _)| *val).collect();
        variant.extend(l.body.iter().filter_map(Stmt::restored));
        let computed = l.body.iter().filter_map(|stmt| match stmt {
            Stmt::Recompute(val) => Some(*val),
            _ => None,
        });
        let found = affine::of_loop(body, &l.counters, computed, &variant);
        let mut windows = Windows {
            trip: l.trip.clone(),
            trips: l.trips.clone(),
            starts: HashMap::new(),
            variant,
            overlapping: HashSet::new(),
        };
        let mut starts = TokenStream::new();
        let mut known: HashMap<String, Ident> = HashMap::new();
        for place in l.body.iter().filter_map(place_of) {
            if !sweep.is_sequence(place) {
                windows.overlapping.insert(place.mem);
                continue;
            }
            let Some(Proj::Index(val)) = place.path.last() else {
                continue;
            };
            let Some(index) = found.get(val).filter(|a| a.follows) else {
                continue;
            };
            let number = known.len() + 1;
            let text = index.rest.to_string();
            let start = known.entry(text).or_insert_with(|| {
                let start = crate::names::new_ident(&format!("start_{number}"), Span::mixed_site());
                let rest = &index.rest;
                starts.extend(quote!(let #start: usize = #rest;));
                start
            });
            windows.starts.insert(*val, start.clone());
        }
        let mut written: HashMap<Mem, String> = HashMap::new();
        for stmt in &l.body {
            if let Stmt::Scatter(place, _) | Stmt::Take(place, ..) = stmt {
                let path = windows.path(sweep, &place.path);
                let path = path
                    .unwrap_or_else(|| sweep.plain_path(&place.path))
                    .to_string();
                if *written.entry(place.mem).or_insert_with(|| path.clone()) != path {
                    windows.overlapping.insert(place.mem);
                }
            }
        }
        let by_window = |stmt: &Stmt| {
            let overlaps = match stmt {
                Stmt::Scatter(place, _) | Stmt::Take(place, ..) => windows.overlaps(place.mem),
                _ => false,
            };
            let place = place_of(stmt).filter(|_| !overlaps);
            place.is_some_and(|place| windows.path(sweep, &place.path).is_some())
        };
        l.body.iter().any(by_window).then_some((windows, starts))
    }

    /// Whether the cotangent of a memory is written at more than one place.
    pub fn overlaps(&self, mem: Mem) -> bool {
        self.overlapping.contains(&mem)
    }

    /// Whether the trips of a loop may run in any order: each takes what no other touches, and what it hands on it got.
    /// Sums of cotangents come in another order then.
    pub fn in_any_order(&self, sweep: &Sweep, l: &ReverseLoop) -> bool {
        let mut sets: HashMap<Val, Val> = HashMap::new();
        let mut changed: HashSet<Val> = HashSet::new();
        for stmt in &l.body {
            match stmt {
                Stmt::Set(val, Cot::Of(from) | Cot::Slope(Slope::D, _, from)) => {
                    sets.insert(*val, *from);
                }
                Stmt::Accumulate(val, _) | Stmt::Zero(val) | Stmt::Set(val, _) => {
                    changed.insert(*val);
                }
                Stmt::Take(_, Some(val), _) => drop(changed.insert(*val)),
                Stmt::ReadBack(..) | Stmt::UndoWrite(_) => return false,
                _ => {}
            }
        }
        let hands_on = |(out, head): &(Val, Val)| {
            let mut at = *head;
            while at != *out {
                match sets.get(&at) {
                    Some(from) if !changed.contains(&at) => at = *from,
                    _ => return false,
                }
            }
            !changed.contains(&at)
        };
        let taken = |stmt: &Stmt| match stmt {
            Stmt::Take(place, _, Write::Set) => {
                self.window(sweep, &place.path).is_some()
                    && self.uses(l, place.mem) == 1
                    && !self.overlaps(place.mem)
            }
            Stmt::Take(place, ..) => !l
                .body
                .iter()
                .any(|s| matches!(s, Stmt::Scatter(other, _) if other.mem == place.mem)),
            _ => true,
        };
        l.carried.iter().all(hands_on) && l.body.iter().all(taken)
    }

    /// How many statements write to the cotangent of a memory.
    fn uses(&self, l: &ReverseLoop, mem: Mem) -> usize {
        let of = |s: &&Stmt| matches!(s, Stmt::Scatter(place, _) | Stmt::Take(place, ..) if place.mem == mem);
        l.body.iter().filter(of).count()
    }

    /// The way to an element by its window; nothing where it has none.
    pub fn path(&self, sweep: &Sweep, path: &[Proj]) -> Option<TokenStream> {
        let (window, trip) = (self.window(sweep, path)?, &self.trip);
        Some(quote!(#window[#trip]))
    }

    fn window(&self, sweep: &Sweep, path: &[Proj]) -> Option<TokenStream> {
        let (Proj::Index(val), outer) = path.split_last()? else {
            return None;
        };
        let start = self.starts.get(val)?;
        if outer
            .iter()
            .flat_map(Proj::vals)
            .any(|v| self.variant.contains(&v))
        {
            return None;
        }
        let (outer, trips) = (sweep.plain_path(outer), &self.trips);
        Some(quote!(#outer[#start..][..#trips]))
    }

    /// Looks at all windows, by names that are slices of their own.
    pub fn looks(&self, sweep: &Sweep, l: &ReverseLoop) -> TokenStream {
        let (mut names, mut looks) = (TokenStream::new(), TokenStream::new());
        let (mut named, mut looked) = (HashSet::new(), HashSet::new());
        for stmt in &l.body {
            let Some(place) = place_of(stmt) else {
                continue;
            };
            let window = self.window(sweep, &place.path);
            let look = match stmt {
                Stmt::Scatter(..) | Stmt::Take(..) if self.overlaps(place.mem) => None,
                Stmt::Scatter(..) | Stmt::Take(..) => {
                    if named.insert(sweep.root_name(place)) {
                        names.extend(sweep.as_slice(place));
                    }
                    window.map(|window| sweep.look_at_cot(place, &window))
                }
                _ => window.and_then(|window| sweep.look_at_source(stmt, &window)),
            };
            if let Some(look) = look
                && looked.insert(look.to_string())
            {
                looks.extend(look);
            }
        }
        quote!(#names #looks)
    }
}

/// Whether a statement leaves the lengths of all cotangents as they are, and runs in every trip.
fn is_simple(stmt: &Stmt) -> bool {
    stmt.restored().is_some()
        || matches!(
            stmt,
            Stmt::ReadBack(..)
                | Stmt::UndoWrite(_)
                | Stmt::Zero(_)
                | Stmt::Accumulate(..)
                | Stmt::Set(..)
                | Stmt::Scatter(..)
                | Stmt::Take(..)
        )
}

fn place_of(stmt: &Stmt) -> Option<&Place> {
    match stmt {
        Stmt::Scatter(place, _) | Stmt::Take(place, ..) | Stmt::ReadContent(_, place) => {
            Some(place)
        }
        Stmt::RestoreIf(_, place, ..) => place.as_ref(),
        Stmt::RestoreColumn(_, place, ..) => Some(place),
        _ => None,
    }
}

impl Sweep<'_, '_> {
    /// What tells the memory of a place from others.
    fn root_name(&self, place: &Place) -> String {
        match &self.body().mem(place.mem).kind {
            MemKind::Param(index, _) => self.names.slot(*index).to_string(),
            MemKind::Local | MemKind::View(_) => self.mem_cell(place.mem).to_string(),
        }
    }

    /// Gives a slice's cotangent a name of its own, which nothing else can change.
    fn as_slice(&self, place: &Place) -> TokenStream {
        match &self.body().mem(place.mem).kind {
            MemKind::Param(index, fields) if fields.is_empty() => {
                let param = &self.context.function.params[*index];
                let slot = self.names.slot(*index);
                let is_slice = match param.shape.peeled() {
                    Ty::Slice(_) => true,
                    Ty::Vec(_) => !param.is_growing(),
                    _ => false,
                };
                if is_slice {
                    quote!(let mut #slot = #slot.get();)
                } else {
                    TokenStream::new()
                }
            }
            MemKind::Local if self.is_vec(place.mem) => {
                let cell = self.mem_cell(place.mem);
                quote!(let #cell = &mut #cell[..];)
            }
            _ => TokenStream::new(),
        }
    }

    /// Whether all indices of a place are those of lists that the language knows.
    pub fn is_sequence(&self, place: &Place) -> bool {
        let info = self.body().mem(place.mem);
        if info.indexed_struct || place.path.iter().any(|p| matches!(p, Proj::Field(_))) {
            return false;
        }
        match &info.kind {
            MemKind::Param(index, fields) => {
                let mut ty = self.context.function.params[*index].shape.peeled();
                for proj in &place.path {
                    match (proj, ty) {
                        (Proj::Index(_), Ty::Array(of, _) | Ty::Slice(of) | Ty::Vec(of)) => ty = of,
                        (Proj::Range(..), Ty::Array(..) | Ty::Slice(_) | Ty::Vec(_)) => {}
                        _ => return false,
                    }
                }
                fields.is_empty() && ty.is_float()
            }
            MemKind::Local => {
                let float = |shape: &ZeroShape| matches!(shape, ZeroShape::Scalar(_));
                match &info.zero {
                    Some(ZeroMem::Vec(elem)) => float(elem),
                    Some(ZeroMem::Shape(ZeroShape::List(elems))) => elems.iter().all(float),
                    Some(ZeroMem::Shape(ZeroShape::Repeat(elem, _))) => float(elem),
                    _ => false,
                }
            }
            MemKind::View(_) => false,
        }
    }

    fn is_vec(&self, mem: Mem) -> bool {
        matches!(&self.body().mem(mem).zero, Some(ZeroMem::Vec(_)))
    }

    fn look_at_cot(&self, place: &Place, window: &TokenStream) -> TokenStream {
        self.into_part(place, window, &|part| quote!(let _ = &#part))
    }
}
