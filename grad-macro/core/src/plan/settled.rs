//! Which local buffers are settled: from some statement on nothing writes to them, so the reverse half can get their
//! content as a whole and read it again.
//!
//! Only vectors and arrays of `f64` that the outermost region declares: to make them took the call as long as
//! to keep their content takes.
use std::collections::HashMap;

use super::rewind::is_left_in_place;
use crate::activity::Activity;
use crate::ir::{Body, Call, CallArg, Mem, Place, Region, Stmt, Ty, ZeroMem, ZeroShape};

/// The number of the first statement of the outermost region from which on each of them is settled.
pub fn settled(body: &Body, activity: &Activity) -> HashMap<Mem, usize> {
    if body.scalar != Ty::F64 {
        return HashMap::new();
    }
    let mut found = HashMap::new();
    for (at, stmt) in body.region.stmts.iter().enumerate() {
        if let Stmt::Define(mem, _, tokens) = stmt
            && !tokens.is_empty()
            && activity.is_active_mem(body, *mem)
            && holds_floats(body, *mem)
        {
            found.insert(*mem, at + 1);
        }
    }
    if found.is_empty() {
        return found;
    }
    let mems: Vec<Mem> = found.keys().copied().collect();
    let in_place = is_left_in_place(body, &mems);
    found.retain(|mem, _| in_place.contains(mem));
    for (at, stmt) in body.region.stmts.iter().enumerate() {
        for (mem, from) in &mut found {
            if writes(body, stmt, *mem) {
                *from = at + 1;
            }
        }
    }
    found
}

/// A list of floats.
fn holds_floats(body: &Body, mem: Mem) -> bool {
    let float = |shape: &ZeroShape| matches!(shape, ZeroShape::Scalar(None | Some(Ty::F64)));
    match &body.mem(mem).zero {
        Some(ZeroMem::Vec(elem)) => float(elem),
        Some(ZeroMem::Shape(ZeroShape::List(elems))) => elems.iter().all(float),
        Some(ZeroMem::Shape(ZeroShape::Repeat(elem, _))) => float(elem),
        _ => false,
    }
}

/// Whether a statement may write to a memory.
fn writes(body: &Body, stmt: &Stmt, mem: Mem) -> bool {
    let is = |place: &Place| body.rooted(place).mem == mem;
    match stmt {
        Stmt::Store(place, ..)
        | Stmt::Fill(place, ..)
        | Stmt::Rearrange(place, ..)
        | Stmt::Grow(place, ..)
        | Stmt::Shrink(place, ..)
        | Stmt::Replace(place, ..)
        | Stmt::Sort(place, ..) => is(place),
        Stmt::CopyInto(to, ..) => is(to),
        Stmt::SwapPlaces(a, b, _) => is(a) || is(b),
        Stmt::Call(call) => lends(body, call, mem),
        Stmt::Branch(b) => b.arms.iter().any(|a| any_writes(body, &a.body, mem)),
        Stmt::Loop(l) => any_writes(body, &l.body, mem),
        _ => false,
    }
}

fn any_writes(body: &Body, region: &Region, mem: Mem) -> bool {
    region.stmts.iter().any(|s| writes(body, s, mem))
}

/// Whether a call may change a memory.
fn lends(body: &Body, call: &Call, mem: Mem) -> bool {
    // Only the callee knows what it does with its receiver, and a closure with what it captures.
    let unsure = call.unsure || !call.passed.is_empty();
    call.args
        .iter()
        .any(|arg| may_change(body, arg, mem, unsure))
}

fn may_change(body: &Body, arg: &CallArg, mem: Mem, unsure: bool) -> bool {
    match arg {
        CallArg::Place(place, _, mutable) => (*mutable || unsure) && body.rooted(place).mem == mem,
        CallArg::Shaped(place, ..) => body.rooted(place).mem == mem,
        CallArg::Tuple(parts, _) => parts.iter().any(|p| may_change(body, p, mem, unsure)),
        CallArg::Val(..) | CallArg::Changed(..) | CallArg::Function(..) | CallArg::Inactive(_) => {
            false
        }
    }
}
