//! The plan for people: every value that the sweep reads, and where the sweep finds it.
use std::collections::HashMap;

use proc_macro2::Span;

use super::Plan;
use crate::ir::{Body, Region, Scope, Stmt, Val};

/// One value that the sweep reads.
pub struct Told {
    /// Its name in the generated code.
    pub name: String,
    /// Where it is computed.
    pub span: Span,
    pub found: Found,
}

/// Where the sweep finds a value.
pub enum Found {
    /// On the tape: the bytes of each trip of a loop, or of the call where there is none.
    Kept { bytes: usize, each: Option<Span> },
    /// It is read again from an argument or from a buffer of this name, which holds it still, or again.
    ReadAgain(String),
    /// It is computed again.
    Recomputed,
    /// It is at hand: an argument, or computed in front of everything that is undone.
    AtHand,
}

/// What is told of a plan, in the order of the function.
#[must_use]
pub fn told(body: &Body, plan: &Plan) -> Vec<Told> {
    let mut loops = HashMap::new();
    loops_of(&body.region, &mut loops);
    let vals = (0u32..).map(Val).take(body.vals.len());
    let needed = vals.filter(|v| plan.is_needed(*v) && body.val(*v).constant.is_none());
    needed
        .map(|val| {
            let info = body.val(val);
            Told {
                name: info.name.to_string(),
                span: info.span,
                found: found(body, plan, val, &loops),
            }
        })
        .collect()
}

fn found(body: &Body, plan: &Plan, val: Val, loops: &HashMap<Scope, Span>) -> Found {
    let name = |mem| body.mem(mem).name.to_string();
    if let Some((_, place)) = plan.rereads.place(val) {
        return Found::ReadAgain(name(body.rooted(place).mem));
    }
    if plan.rewinds.is_read_again(val) {
        return Found::ReadAgain("its buffer".to_string());
    }
    if plan.is_recomputed(val) || plan.operation(val).is_some() {
        return Found::Recomputed;
    }
    let if_asked = plan.rereads.slot(val).map(|(scope, _, slot)| (scope, slot));
    match plan.slot(val).or(if_asked) {
        Some((scope, _)) => Found::Kept {
            bytes: size_of::<u64>(),
            each: loops.get(&scope).copied(),
        },
        None => Found::AtHand,
    }
}

/// Where each loop stands.
fn loops_of(region: &Region, found: &mut HashMap<Scope, Span>) {
    for stmt in &region.stmts {
        match stmt {
            Stmt::Loop(l) => {
                found.insert(l.scope, l.span);
                loops_of(&l.body, found);
            }
            Stmt::Branch(b) => b.arms.iter().for_each(|a| loops_of(&a.body, found)),
            _ => {}
        }
    }
}
