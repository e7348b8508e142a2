//! Tidies the reverse half without changing what it computes.
//!
//! A cotangent whose first contribution stands in the same list is *set* by it: `let mut d_x = 0.0;
//! d_x += e;` becomes `let mut d_x = e;`. A cotangent that nothing is added to is dropped only where
//! nothing reads it either.
use std::collections::HashSet;

use crate::ir::{Cot, ReverseCall, SeedArg, SlotArg, Stmt, Val};

/// Simplifies a list of statements and everything inside; with `enabled` false returns it as it came.
#[must_use]
pub fn simplify(stmts: Vec<Stmt>, enabled: bool) -> Vec<Stmt> {
    if enabled { list(stmts) } else { stmts }
}

fn list(stmts: Vec<Stmt>) -> Vec<Stmt> {
    let stmts: Vec<Stmt> = stmts.into_iter().map(inside).collect();
    set_first(stmts)
}

fn inside(stmt: Stmt) -> Stmt {
    match stmt {
        Stmt::ReverseBranch(mut b) => {
            b.arms = b.arms.into_iter().map(list).collect();
            Stmt::ReverseBranch(b)
        }
        Stmt::ReverseLoop(mut l) => {
            l.body = list(l.body);
            Stmt::ReverseLoop(l)
        }
        Stmt::Beyond(scope, slot, code, body) => Stmt::Beyond(scope, slot, code, list(body)),
        other => other,
    }
}

/// Turns the first contribution into the definition where nothing reads the cotangent before.
fn set_first(stmts: Vec<Stmt>) -> Vec<Stmt> {
    let zeroed: HashSet<Val> = stmts
        .iter()
        .filter_map(|s| match s {
            Stmt::Zero(v) => Some(*v),
            _ => None,
        })
        .collect();
    let mut seen: HashSet<Val> = HashSet::new();
    let mut set: HashSet<Val> = HashSet::new();
    let mut out = Vec::new();
    for stmt in stmts {
        match stmt {
            Stmt::Accumulate(v, cot) if zeroed.contains(&v) && !seen.contains(&v) => {
                mentions_cot(&cot, &mut seen);
                seen.insert(v);
                set.insert(v);
                out.push(Stmt::Set(v, cot));
            }
            other => {
                if !matches!(other, Stmt::Zero(_)) {
                    mentions(&other, &mut seen);
                }
                out.push(other);
            }
        }
    }
    out.retain(|s| !matches!(s, Stmt::Zero(v) if set.contains(v)));
    out
}

/// The cotangents of values that a statement reads or writes.
fn mentions(stmt: &Stmt, seen: &mut HashSet<Val>) {
    match stmt {
        Stmt::Zero(v) => {
            seen.insert(*v);
        }
        Stmt::Accumulate(v, cot) | Stmt::Set(v, cot) => {
            seen.insert(*v);
            mentions_cot(cot, seen);
        }
        Stmt::Scatter(_, cot)
        | Stmt::ScatterAll(_, cot)
        | Stmt::ScatterCast(_, cot)
        | Stmt::ScatterWhole(_, cot)
        | Stmt::ScatterEach(_, cot, _)
        | Stmt::ScatterRest(_, cot, _) => mentions_cot(cot, seen),
        Stmt::Deliver(_, _, v) | Stmt::TakeSlot(_, v) | Stmt::Take(_, Some(v), _) => {
            seen.insert(*v);
        }
        Stmt::ReverseCall(call) => mentions_call(call, seen),
        Stmt::ReverseBranch(b) => b.arms.iter().flatten().for_each(|s| mentions(s, seen)),
        Stmt::ReverseLoop(l) => {
            for (out, head) in &l.carried {
                seen.insert(*out);
                seen.insert(*head);
            }
            l.body.iter().for_each(|s| mentions(s, seen));
        }
        Stmt::Beyond(_, _, _, body) => body.iter().for_each(|s| mentions(s, seen)),
        _ => {}
    }
}

fn mentions_call(call: &ReverseCall, seen: &mut HashSet<Val>) {
    mentions_seed(&call.seed, seen);
    for slot in &call.slots {
        if let SlotArg::Cell(v) = slot {
            seen.insert(*v);
        }
    }
}

fn mentions_seed(seed: &SeedArg, seen: &mut HashSet<Val>) {
    match seed {
        SeedArg::Val(v) => {
            seen.insert(*v);
        }
        SeedArg::Tuple(parts) => parts.iter().for_each(|p| mentions_seed(p, seen)),
        SeedArg::Mem(_) | SeedArg::Unit | SeedArg::Zero(_) => {}
    }
}

fn mentions_cot(cot: &Cot, seen: &mut HashSet<Val>) {
    match cot {
        Cot::Of(v) | Cot::Slope(_, _, v) => {
            seen.insert(*v);
        }
        Cot::Sum(inner) => mentions_cot(inner, seen),
        Cot::Seed(..) | Cot::Element(..) | Cot::Temp(..) | Cot::TempElement(..) => {}
    }
}
