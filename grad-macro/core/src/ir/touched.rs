//! What the statements of the primal bring about, and which memories they touch, and how.
use super::{Bound, CallArg, Elem, Init, Mem, Op, Place, Region, Ret, Source, Stmt, Val};

/// What happens to a memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    Read,
    /// Its floats change.
    Write,
    /// Its lengths may change as well.
    Reshape,
}

/// Calls `see` with every place that a statement touches, inside of its regions too.
pub fn touched(stmt: &Stmt, see: &mut dyn FnMut(&Place, Touch)) {
    match stmt {
        Stmt::Let(_, Op::Load(place, _) | Op::LoadCast(place, _)) => see(place, Touch::Read),
        Stmt::View(mem, _) => {
            let whole = Place {
                mem: *mem,
                path: Vec::new(),
            };
            see(&whole, Touch::Read);
        }
        Stmt::Define(_, init, _) => init_touches(init, see),
        Stmt::Call(call) => {
            // Only the callee knows what it does with its receiver, and a closure with what it captures.
            let unsure = call.unsure || !call.passed.is_empty();
            call.args
                .iter()
                .for_each(|arg| arg_touches(arg, unsure, see));
        }
        Stmt::Store(place, _, source, _) => {
            see(place, Touch::Write);
            source_touches(source, see);
        }
        Stmt::Grow(place, _, source, _) | Stmt::Replace(place, _, source, _) => {
            see(place, Touch::Reshape);
            source_touches(source, see);
        }
        Stmt::Fill(place, ..) => see(place, Touch::Write),
        Stmt::Shrink(place, ..) | Stmt::Rearrange(place, ..) | Stmt::Sort(place, ..) => {
            see(place, Touch::Reshape);
        }
        Stmt::CopyInto(to, from, _) => {
            see(to, Touch::Write);
            see(from, Touch::Read);
        }
        Stmt::SwapPlaces(a, b, _) => {
            see(a, Touch::Reshape);
            see(b, Touch::Reshape);
        }
        Stmt::Branch(b) => b.arms.iter().for_each(|a| region_touches(&a.body, see)),
        Stmt::Loop(l) => region_touches(&l.body, see),
        Stmt::SetResult(ret) => ret_touches(ret, see),
        _ => {}
    }
}

/// The same of all statements of a region.
pub fn region_touches(region: &Region, see: &mut dyn FnMut(&Place, Touch)) {
    region.stmts.iter().for_each(|stmt| touched(stmt, see));
}

/// The memories that a statement brings about, inside of its regions too.
pub fn memories(stmt: &Stmt, see: &mut dyn FnMut(Mem)) {
    match stmt {
        Stmt::Define(mem, ..) => see(*mem),
        Stmt::Call(call) => bound(&call.result, &mut |_| {}, see),
        Stmt::Branch(b) => b.arms.iter().for_each(|a| region_memories(&a.body, see)),
        Stmt::Loop(l) => region_memories(&l.body, see),
        _ => {}
    }
}

/// The same of all statements of a region.
pub fn region_memories(region: &Region, see: &mut dyn FnMut(Mem)) {
    region.stmts.iter().for_each(|stmt| memories(stmt, see));
}

/// The values that there are behind a statement: not those inside of its regions.
pub fn values(stmt: &Stmt, see: &mut dyn FnMut(Val)) {
    match stmt {
        Stmt::Let(val, _) => see(*val),
        Stmt::Given(vals) => vals.iter().for_each(|v| see(*v)),
        Stmt::Call(call) => {
            bound(&call.result, see, &mut |_| {});
            for arg in &call.args {
                if let CallArg::Changed(_, after) = arg {
                    see(*after);
                }
            }
        }
        Stmt::Branch(b) => b.results.iter().for_each(|v| see(*v)),
        Stmt::Loop(l) => {
            l.carried.iter().for_each(|c| see(c.out));
            l.results.iter().for_each(|v| see(*v));
        }
        _ => {}
    }
}

fn bound(bound_to: &Bound, val: &mut dyn FnMut(Val), mem: &mut dyn FnMut(Mem)) {
    match bound_to {
        Bound::Val(v) => val(*v),
        Bound::Mem(m) => mem(*m),
        Bound::Tuple(parts) => parts.iter().for_each(|p| bound(p, val, mem)),
        Bound::Name(_) | Bound::Nothing => {}
    }
}

fn source_touches(source: &Source, see: &mut dyn FnMut(&Place, Touch)) {
    if let Source::Init(init) = source {
        init_touches(init, see);
    }
}

fn init_touches(init: &Init, see: &mut dyn FnMut(&Place, Touch)) {
    let mut elem = |elem: &Elem| {
        if let Elem::Nested(init) = elem {
            init_touches(init, see);
        }
    };
    match init {
        Init::List(elems) | Init::Tuple(elems) | Init::VecList(elems) => {
            elems.iter().for_each(elem);
        }
        Init::Struct(s) => s.elems().for_each(elem),
        Init::Repeat(e, _) | Init::VecRepeat(e, ..) => elem(e),
        Init::Copy(place, ..) => see(place, Touch::Read),
        Init::Empty(_) => {}
    }
}

fn arg_touches(arg: &CallArg, unsure: bool, see: &mut dyn FnMut(&Place, Touch)) {
    let whole = |mem: Mem| Place {
        mem,
        path: Vec::new(),
    };
    match arg {
        CallArg::Place(place, _, false) if !unsure => see(place, Touch::Read),
        CallArg::Place(place, ..) | CallArg::Shaped(place, ..) => see(place, Touch::Reshape),
        CallArg::Tuple(parts, _) => parts.iter().for_each(|p| arg_touches(p, unsure, see)),
        CallArg::Function(mem, _) => see(&whole(*mem), Touch::Reshape),
        CallArg::Val(..) | CallArg::Changed(..) | CallArg::Inactive(_) => {}
    }
}

fn ret_touches(ret: &Ret, see: &mut dyn FnMut(&Place, Touch)) {
    match ret {
        Ret::Place(place, _) | Ret::Whole(place, _) => see(place, Touch::Read),
        Ret::List(init) => init_touches(init, see),
        Ret::Tuple(parts) => parts.iter().for_each(|p| ret_touches(p, see)),
        Ret::Val(_) | Ret::Inactive(_) => {}
    }
}
