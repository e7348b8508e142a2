//! Which local buffers are settled: from some statement on nothing writes to them, so the reverse half can get their
//! content as a whole and read it again.
//!
//! Only vectors and arrays of `f64` that the outermost region declares: to make them took the call as long as
//! to keep their content takes.
use std::collections::HashMap;

use super::rewind::is_left_in_place;
use crate::activity::Activity;
use crate::ir::touched::{Touch, touched};
use crate::ir::{Body, Mem, Stmt, Ty, ZeroMem, ZeroShape};

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
    let mut writes = false;
    touched(stmt, &mut |place, touch| {
        writes |= touch != Touch::Read && body.rooted(place).mem == mem;
    });
    writes
}
