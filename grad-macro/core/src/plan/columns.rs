//! Columns: what the trips of a loop read one after the other from an argument that is not lent, kept as a whole.
//!
//! Input: an innermost loop that reads `x[lo + i]` in its `i`-th trip. Output: behind the loop `x[lo..][..trips]` goes to the
//! tape by one copy, instead of a word in every trip.
use std::collections::HashSet;

use proc_macro2::TokenStream;

use crate::affine;
use crate::ir::{
    Body, End, ExitKind, Loop, LoopHead, Mem, MemKind, Op, Place, Proj, Region, Source, Stmt, Ty,
    Val,
};

/// A value that can be kept so.
pub struct Column {
    pub val: Val,
    /// Where it is read from, as the primal does.
    pub place: Place,
    /// Where in the sequence the first trip reads.
    pub start: TokenStream,
}

/// The memories that go by a name of their own from a statement on.
pub fn viewed(region: &Region, found: &mut HashSet<Mem>) {
    for stmt in &region.stmts {
        match stmt {
            Stmt::View(mem, _) => drop(found.insert(*mem)),
            Stmt::Branch(b) => b.arms.iter().for_each(|a| viewed(&a.body, found)),
            Stmt::Loop(l) => viewed(&l.body, found),
            _ => {}
        }
    }
}

/// Those of a loop.
pub fn columns(body: &Body, l: &Loop, viewed: &HashSet<Mem>) -> Vec<Column> {
    let plain = matches!(l.head, LoopHead::For(..))
        && l.body.stmts.iter().all(is_simple)
        && matches!(&l.body.end, End::Exit(exit) if exit.kind == ExitKind::Continue);
    if !plain {
        return Vec::new();
    }
    let mut variant: HashSet<Val> = l.carried.iter().map(|c| c.head).collect();
    let mut given = Vec::new();
    for stmt in &l.body.stmts {
        match stmt {
            Stmt::Given(vals) => given.extend(vals.iter().copied()),
            Stmt::Let(val, _) => drop(variant.insert(*val)),
            _ => {}
        }
    }
    variant.extend(&given);
    let counters = given
        .iter()
        .filter_map(|val| Some((*val, *body.counters.get(val)?)));
    let counters: Vec<_> = counters.collect();
    let computed = l.body.stmts.iter().filter_map(|stmt| match stmt {
        Stmt::Let(val, Op::Raw(_)) => Some(*val),
        _ => None,
    });
    let found = affine::of_loop(body, &counters, computed, &variant);
    let column = |stmt: &Stmt| {
        let Stmt::Let(val, Op::Load(place, _)) = stmt else {
            return None;
        };
        let (Proj::Index(index), outer) = place.path.split_last()? else {
            return None;
        };
        let stays = |proj: &Proj| proj.vals().iter().all(|v| !variant.contains(v));
        // A view that is made in the trip is gone behind the loop.
        let older = !l
            .body
            .stmts
            .iter()
            .any(|s| matches!(s, Stmt::View(mem, _) if *mem == place.mem));
        let index = found.get(index).filter(|index| index.follows)?;
        let named = match &body.mem(place.mem).kind {
            MemKind::Param(_, fields) => fields.is_empty(),
            MemKind::View(_) => viewed.contains(&place.mem),
            MemKind::Local => false,
        };
        let known = named && matches!(body.val(*val).ty, Ty::F64 | Ty::F32);
        (known && older && outer.iter().all(stays)).then(|| Column {
            val: *val,
            place: place.clone(),
            start: index.rest.clone(),
        })
    };
    l.body.stmts.iter().filter_map(column).collect()
}

/// Whether the reverse of a statement leaves the tape alone, and it runs in every trip.
fn is_simple(stmt: &Stmt) -> bool {
    matches!(
        stmt,
        Stmt::Let(_, Op::Raw(_) | Op::Prim(..) | Op::Load(..))
            | Stmt::Given(_)
            | Stmt::Raw(_)
            | Stmt::View(..)
            | Stmt::Store(_, _, Source::Val(_), _)
    )
}
