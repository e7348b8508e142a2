//! The reverse half.
pub mod fuse;

use super::lend::{Wanted, lend};
use crate::activity::Activity;
use crate::ir::{
    Before, Body, Bound, Branch, Call, CallArg, Cot, Counter, Elem, End, Init, Loop, Mem, MemKind,
    Op, Place, Proj, Rearrange, Region, Ret, ReverseBranch, ReverseCall, ReverseLoop, Scope,
    SeedArg, SlotArg, Source, Step, Stmt, TempShape, Val, Write, ZeroMem, ZeroShape,
};
use crate::names::Names;
use crate::plan::{Origin, Plan, is_swept, last_exit};
use crate::rules::partials_of;

/// Writes the sweep over a body.
pub fn sweep(
    body: &Body,
    region: &Region,
    activity: &Activity,
    plan: &Plan,
    names: &mut Names,
) -> Vec<Stmt> {
    let mut sweep = Sweep::new(body, activity, plan, names);
    sweep.number(region);
    let mut out = Vec::new();
    let params = || {
        plan.rewinds
            .mems()
            .filter(|m| matches!(body.mem(*m).kind, MemKind::Param(..)))
    };
    out.extend(params().map(Stmt::Unpark));
    for (val, param) in &body.outputs {
        out.push(Stmt::TakeSlot(*param, *val));
    }
    sweep
        .outs
        .push(body.outputs.iter().map(|(v, _)| *v).collect());
    sweep.region(region, Scope(0), &mut out);
    out.extend(params().map(Stmt::Close));
    sweep.deliver(&mut out);
    out
}

/// The same where loops run forward and back in one; nothing where none can.
pub fn fused(
    body: &Body,
    region: &Region,
    activity: &Activity,
    plan: &Plan,
    names: &mut Names,
) -> Option<fuse::Fusion> {
    Sweep::new(body, activity, plan, names).fused(region)
}

struct Sweep<'b> {
    body: &'b Body,
    activity: &'b Activity,
    plan: &'b Plan,
    names: &'b mut Names,
    /// The branches in the order of the walk, by their address: each has a tag.
    branches: Vec<*const Branch>,
    /// The regions likewise.
    regions: Vec<*const Region>,
    /// What the loop around carries out, innermost last.
    outs: Vec<Vec<Val>>,
}

impl<'b> Sweep<'b> {
    fn new(body: &'b Body, activity: &'b Activity, plan: &'b Plan, names: &'b mut Names) -> Self {
        Sweep {
            body,
            activity,
            plan,
            names,
            branches: Vec::new(),
            regions: Vec::new(),
            outs: Vec::new(),
        }
    }
}

impl Sweep<'_> {
    /// Scalar parameters get their cotangents.
    fn deliver(&self, out: &mut Vec<Stmt>) {
        for (val, param, path) in &self.body.inputs {
            if self.is_active(*val) {
                out.push(Stmt::Deliver(*param, path.clone(), *val));
            }
        }
    }

    fn number(&mut self, region: &Region) {
        self.regions.push(std::ptr::from_ref(region));
        for stmt in &region.stmts {
            match stmt {
                Stmt::Branch(b) => {
                    self.branches.push(std::ptr::from_ref(b));
                    b.arms.iter().for_each(|a| self.number(&a.body));
                }
                Stmt::Loop(l) => self.number(&l.body),
                _ => {}
            }
        }
    }

    fn is_active(&self, val: Val) -> bool {
        self.activity.is_active(val)
    }

    /// A region backwards: what it kept comes back, cotangents start at zero, statements in reverse.
    fn region(&mut self, region: &Region, scope: Scope, out: &mut Vec<Stmt>) {
        self.from(region, 0, scope, &[], out);
    }

    fn restore(&self, val: Val, out: &mut Vec<Stmt>) {
        if self.plan.is_recomputed(val) {
            out.push(Stmt::Recompute(val));
            return;
        }
        if let Some((prim, args)) = self.plan.operation(val) {
            out.push(Stmt::Compute(val, *prim, args.clone()));
            return;
        }
        let rereads = &self.plan.rereads;
        match (rereads.place(val), rereads.slot(val)) {
            (Some((Origin::Local(_), place)), _) => {
                out.push(Stmt::ReadContent(val, place.clone()));
            }
            (Some((_, place)), None) if rereads.column(val).is_some() => {
                if let Some((scope, number)) = rereads.column(val) {
                    out.push(Stmt::RestoreColumn(val, place.clone(), scope, number));
                }
            }
            (read, Some((scope, condition, slot))) => {
                let place = read.map(|(_, place)| place.clone());
                out.push(Stmt::RestoreIf(val, place, scope, condition, slot));
            }
            _ => {}
        }
        if let Some((scope, slot)) = self.plan.slot(val) {
            out.push(Stmt::Restore(val, scope, slot));
        }
    }

    fn open(&self, val: Val, out: &mut Vec<Stmt>) {
        self.restore_once(val, out);
        if self.is_active(val) {
            out.push(Stmt::Zero(val));
        }
    }

    /// Opens what a statement defines.
    fn prologue(&self, stmt: &Stmt, out: &mut Vec<Stmt>) {
        match stmt {
            Stmt::Let(v, _) => self.open(*v, out),
            Stmt::Given(vals) => vals.iter().for_each(|v| self.open(*v, out)),
            Stmt::Call(call) => {
                self.prologue_bound(&call.result, out);
                for arg in &call.args {
                    if let CallArg::Changed(_, after) = arg {
                        self.open(*after, out);
                    }
                }
            }
            Stmt::Branch(b) => b.results.iter().for_each(|r| self.open(*r, out)),
            Stmt::Loop(l) => {
                l.carried.iter().for_each(|c| self.open(c.out, out));
                l.results.iter().for_each(|r| self.open(*r, out));
            }
            Stmt::Define(mem, ..) => {
                if self.plan.rewinds.rewinds(*mem) {
                    out.push(Stmt::Unpark(*mem));
                }
                if self.plan.rereads.has_content(*mem) {
                    out.push(Stmt::TakeContent(*mem));
                }
                self.open_mem(*mem, out);
            }
            _ => {}
        }
    }

    fn open_mem(&self, mem: Mem, out: &mut Vec<Stmt>) {
        if let (Some(zero), true) = (
            &self.body.mem(mem).zero,
            self.activity.is_active_mem(self.body, mem),
        ) {
            if let ZeroMem::Callee(_, shape) = zero {
                self.restore_once(*shape, out);
            }
            out.push(Stmt::ZeroMem(mem, zero.clone()));
        }
    }

    fn restore_once(&self, val: Val, out: &mut Vec<Stmt>) {
        // Only lengths are asked for by others than their own statements.
        let float = self.body.val(val).ty.is_float();
        if float || !out.iter().any(|s| s.restored() == Some(val)) {
            self.restore(val, out);
        }
    }

    fn prologue_bound(&self, bound: &Bound, out: &mut Vec<Stmt>) {
        match bound {
            Bound::Val(v) => self.open(*v, out),
            Bound::Mem(m) => self.open_mem(*m, out),
            Bound::Tuple(parts) => parts.iter().for_each(|p| self.prologue_bound(p, out)),
            Bound::Name(_) | Bound::Nothing => {}
        }
    }

    /// Statements from `start` on, backwards. What stands behind a possible exit is guarded.
    ///
    /// What a stretch between two exits defines is opened at its own start: if control left before, it
    /// was never defined.
    fn from(
        &mut self,
        region: &Region,
        start: usize,
        scope: Scope,
        results: &[Val],
        out: &mut Vec<Stmt>,
    ) {
        let exit = (start..region.stmts.len())
            .find_map(|at| last_exit(&region.stmts[at]).map(|code| (at, code)));
        let behind_last = exit.map_or(region.stmts.len(), |(at, _)| at + 1);
        for stmt in &region.stmts[start..behind_last] {
            self.prologue(stmt, out);
        }
        let Some((at, code)) = exit else {
            self.end(&region.end, results, out);
            self.read_back(region, region.stmts.len(), scope, out);
            for (at, stmt) in region.stmts.iter().enumerate().skip(start).rev() {
                self.stmt(stmt, scope, out);
                self.read_back(region, at, scope, out);
            }
            self.retire(&region.stmts[start..], out);
            return;
        };
        let mut behind = Vec::new();
        self.from(region, at + 1, scope, results, &mut behind);
        if !behind.is_empty() {
            match self.plan.exit(scope) {
                Some(slot) => out.push(Stmt::Beyond(scope, slot, code, behind)),
                None => out.extend(behind),
            }
        }
        for at in (start..=at).rev() {
            self.stmt(&region.stmts[at], scope, out);
            self.read_back(region, at, scope, out);
        }
        self.retire(&region.stmts[start..=at], out);
    }

    /// What is read again of that which was noted in front of a statement.
    fn read_back(&self, region: &Region, at: usize, scope: Scope, out: &mut Vec<Stmt>) {
        let address = std::ptr::from_ref(region);
        if let Some(number) = self.regions.iter().position(|p| *p == address) {
            let noted = self.plan.rewinds.noted(number, at);
            if !noted.is_empty() {
                out.push(Stmt::ReadBack(scope, noted.to_vec()));
            }
        }
    }

    /// The tape gets the memory of cotangents back, last what it gave first.
    fn retire(&self, stmts: &[Stmt], out: &mut Vec<Stmt>) {
        for stmt in stmts.iter().rev() {
            match stmt {
                Stmt::Define(mem, ..) => self.retire_mem(*mem, out),
                Stmt::Call(call) => self.retire_bound(&call.result, out),
                _ => {}
            }
        }
    }

    /// The same for the temporaries of a write.
    fn retire_moved(&self, start: usize, out: &mut Vec<Stmt>) {
        let moved: Vec<Stmt> = out[start..]
            .iter()
            .rev()
            .filter_map(|stmt| match stmt {
                Stmt::TakeAll(place, name) if !self.is_array(place) => Some(name),
                Stmt::SplitOff(_, _, name) | Stmt::Remake(_, _, name) => Some(name),
                _ => None,
            })
            .map(|name| Stmt::RetireTemp(name.clone()))
            .collect();
        out.extend(moved);
    }

    /// Whether a place is known to have no memory on the heap.
    fn is_array(&self, place: &Place) -> bool {
        let fixed = match &self.body.mem(place.mem).zero {
            Some(ZeroMem::Shape(shape)) => shape.is_fixed(),
            _ => false,
        };
        fixed && !place.path.iter().any(|p| matches!(p, Proj::Range(..)))
    }

    fn retire_bound(&self, bound: &Bound, out: &mut Vec<Stmt>) {
        match bound {
            Bound::Mem(mem) => self.retire_mem(*mem, out),
            Bound::Tuple(parts) => parts.iter().rev().for_each(|p| self.retire_bound(p, out)),
            Bound::Val(_) | Bound::Name(_) | Bound::Nothing => {}
        }
    }

    fn retire_mem(&self, mem: Mem, out: &mut Vec<Stmt>) {
        if self.activity.is_active_mem(self.body, mem)
            && let Some(zero) = &self.body.mem(mem).zero
            && zero.is_pooled()
        {
            out.push(Stmt::Retire(mem));
        }
    }

    fn end(&mut self, end: &End, results: &[Val], out: &mut Vec<Stmt>) {
        if let End::Yield(vals) = end {
            for (val, result) in vals.iter().zip(results) {
                if self.is_active(*val) && self.is_active(*result) {
                    out.push(Stmt::Accumulate(*val, Cot::Of(*result)));
                }
            }
        }
        if let End::Exit(exit) = end
            && let Some(outs) = self.outs.last()
        {
            for (val, to) in exit.carried.iter().zip(outs) {
                if self.is_active(*val) && self.is_active(*to) {
                    out.push(Stmt::Accumulate(*val, Cot::Of(*to)));
                }
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt, scope: Scope, out: &mut Vec<Stmt>) {
        if !is_swept(self.body, self.activity, stmt) {
            return;
        }
        match stmt {
            Stmt::Let(v, op) => self.op(*v, op, out),
            Stmt::Define(mem, init, _) => {
                self.init(init, &Cot::Element(*mem, Vec::new()), out);
                if self.plan.rewinds.rewinds(*mem) {
                    out.push(Stmt::Close(*mem));
                }
                if self.plan.rereads.has_content(*mem) {
                    out.push(Stmt::GiveContent(*mem));
                }
            }
            Stmt::Call(call) => self.call(call, out),
            Stmt::Branch(b) => self.branch(b, scope, out),
            Stmt::Loop(l) => self.a_loop(l, out),
            Stmt::SetResult(ret) => self.ret(ret, &mut Vec::new(), out),
            Stmt::Store(..)
            | Stmt::Fill(..)
            | Stmt::CopyInto(..)
            | Stmt::Rearrange(..)
            | Stmt::SwapPlaces(..)
            | Stmt::Grow(..)
            | Stmt::Shrink(..)
            | Stmt::Replace(..)
            | Stmt::Sort(..) => {
                let start = out.len();
                self.write(stmt, out);
                self.retire_moved(start, out);
            }
            Stmt::Assign(to, val) if self.is_active(*to) => {
                out.push(Stmt::Accumulate(*val, Cot::Of(*to)));
            }
            _ => {}
        }
    }

    fn op(&mut self, v: Val, op: &Op, out: &mut Vec<Stmt>) {
        match op {
            Op::Raw(_) | Op::Note(_) | Op::Shape(..) => {}
            Op::Prim(prim, args) => {
                let active: Vec<bool> = args.iter().map(|a| self.is_active(*a)).collect();
                let (slopes, args) = partials_of(self.body, v, *prim, args, &active);
                for (at, slope) in slopes.into_iter().enumerate() {
                    if let (Some(slope), true) = (slope, active[at]) {
                        out.push(Stmt::Accumulate(
                            args[at],
                            Cot::Slope(slope, args.clone(), v),
                        ));
                    }
                }
            }
            Op::LoadCast(place, _) => {
                out.push(Stmt::ScatterCast(self.body.rooted(place), Cot::Of(v)));
            }
            Op::Load(place, _) => {
                out.push(Stmt::Scatter(self.body.rooted(place), Cot::Of(v)));
            }
        }
    }

    fn moved(&mut self, place: &Place) -> proc_macro2::Ident {
        self.names.numbered("moved", self.body.mem(place.mem).span)
    }

    /// A rewound memory goes back to what it was before a write.
    fn undo(&self, stmt: &Stmt, out: &mut Vec<Stmt>) {
        let rewinds = &self.plan.rewinds;
        match stmt {
            Stmt::Store(place, ..) => {
                let root = self.body.rooted(place);
                if rewinds.rewinds(root.mem) {
                    out.push(Stmt::UndoWrite(root));
                }
            }
            Stmt::Rearrange(place, Rearrange::Swap(i, j), _) => {
                let root = self.body.rooted(place);
                if rewinds.rewinds(root.mem) {
                    let rows = rewinds.swaps_rows(&root);
                    out.push(Stmt::UndoSwap(root, *i, *j, rows));
                }
            }
            Stmt::SwapPlaces(a, b, _) if rewinds.rewinds(a.mem) && a.path.is_empty() => {
                out.push(Stmt::SwapNotes(a.mem, b.mem));
            }
            _ => {}
        }
    }

    /// What writes to memory, backwards: the cotangent is taken away from what was overwritten.
    fn write(&mut self, stmt: &Stmt, out: &mut Vec<Stmt>) {
        self.undo(stmt, out);
        match stmt {
            Stmt::Store(place, write, Source::Val(v), _) => {
                let to = self.is_active(*v).then_some(*v);
                if to.is_some() || *write == Write::Set {
                    out.push(Stmt::Take(self.body.rooted(place), to, *write));
                }
            }
            Stmt::Store(place, _, Source::Init(init), _) => {
                let name = self.moved(place);
                out.push(Stmt::TakeAll(self.body.rooted(place), name.clone()));
                self.init(init, &Cot::TempElement(name, Vec::new()), out);
            }
            Stmt::Fill(place, val, _) => {
                let name = self.moved(place);
                out.push(Stmt::TakeAll(self.body.rooted(place), name.clone()));
                if self.is_active(*val) {
                    let all = Cot::TempElement(name, Vec::new());
                    out.push(Stmt::Accumulate(*val, Cot::Sum(Box::new(all))));
                }
            }
            Stmt::CopyInto(to, from, _) => {
                let name = self.moved(to);
                out.push(Stmt::TakeAll(self.body.rooted(to), name.clone()));
                if self.activity.is_active_mem(self.body, from.mem) {
                    out.push(Stmt::ScatterAll(
                        self.body.rooted(from),
                        Cot::TempElement(name, Vec::new()),
                    ));
                }
            }
            Stmt::Rearrange(place, kind, _) => {
                out.push(Stmt::RearrangeBack(self.body.rooted(place), kind.clone()));
            }
            Stmt::SwapPlaces(a, b, _) => {
                let (x, y) = (self.body.rooted(a), self.body.rooted(b));
                if x.mem == y.mem
                    && let (Some(i), Some(j)) = (number_in(&x), number_in(&y))
                {
                    let whole = Place {
                        mem: x.mem,
                        path: Vec::new(),
                    };
                    out.push(Stmt::SwapElements(whole, i, j));
                } else if self.slot_root(&x) == self.slot_root(&y) && !is_range(&x) {
                    let temps = [self.moved(a), self.moved(b)];
                    out.push(Stmt::SwapWithin(x, y, temps));
                } else if self.slot_root(&x) == self.slot_root(&y) {
                    // Two parts of one cotangent cannot both be borrowed.
                    let (first, second) = (self.moved(a), self.moved(b));
                    out.push(Stmt::TakeAll(x.clone(), first.clone()));
                    out.push(Stmt::TakeAll(y.clone(), second.clone()));
                    let all = |name| Cot::TempElement(name, Vec::new());
                    out.push(Stmt::ScatterAll(x, all(second)));
                    out.push(Stmt::ScatterAll(y, all(first)));
                } else {
                    out.push(Stmt::SwapCots(x, y));
                }
            }
            Stmt::Grow(place, before, source, _) => {
                let (name, place) = (self.moved(place), self.body.rooted(place));
                match source {
                    Source::Val(v) if self.is_active(*v) => {
                        out.push(Stmt::CutOff(place, *before, name.clone()));
                        out.push(Stmt::Accumulate(*v, Cot::Temp(name, Vec::new())));
                    }
                    Source::Val(_) => out.push(Stmt::Resize(place, Before::Len(*before))),
                    Source::Init(init) => {
                        out.push(Stmt::SplitOff(place, *before, name.clone()));
                        self.init(init, &Cot::TempElement(name, Vec::new()), out);
                    }
                }
            }
            Stmt::Shrink(place, before, _) => {
                out.push(Stmt::Resize(self.body.rooted(place), before.clone()));
            }
            Stmt::Replace(place, before, source, _) => {
                let (name, place) = (self.moved(place), self.body.rooted(place));
                if let Before::Len(_) = before {
                    out.push(Stmt::TakeAll(place.clone(), name.clone()));
                    out.push(Stmt::Resize(place, before.clone()));
                } else {
                    out.push(Stmt::Remake(place, before.clone(), name.clone()));
                }
                if let Source::Init(init) = source {
                    self.init(init, &Cot::TempElement(name, Vec::new()), out);
                }
            }
            Stmt::Sort(place, ..) => out.push(Stmt::Unsort(self.body.rooted(place))),
            _ => {}
        }
    }

    /// The elements of an initialiser receive the elements of the aggregate's cotangent.
    fn init(&mut self, init: &Init, from: &Cot, out: &mut Vec<Stmt>) {
        match init {
            Init::Empty(_) => {}
            Init::List(elems) | Init::VecList(elems) => {
                for (at, elem) in elems.iter().enumerate() {
                    self.elem(elem, &element(from, Step::Index(at)), out);
                }
            }
            Init::Tuple(elems) => {
                for (at, elem) in elems.iter().enumerate() {
                    self.elem(
                        elem,
                        &element(from, Step::Field(syn::Index::from(at).into())),
                        out,
                    );
                }
            }
            Init::Struct(s) => {
                for (member, elem) in &s.fields {
                    self.elem(
                        elem,
                        &element(from, Step::Member(s.in_gradient(member))),
                        out,
                    );
                }
                if let Some(Elem::Nested(Init::Copy(base, ..))) = s.rest.as_deref()
                    && self.activity.is_active_mem(self.body, base.mem)
                {
                    let named = s.fields.iter().map(|(m, _)| m);
                    let named = named.chain(s.inactive.iter().map(|(m, _)| m));
                    out.push(Stmt::ScatterRest(
                        self.body.rooted(base),
                        from.clone(),
                        named.cloned().collect(),
                    ));
                }
            }
            Init::Repeat(elem, _) | Init::VecRepeat(elem, ..) => match &**elem {
                Elem::Val(v) => {
                    if self.is_active(*v) {
                        out.push(Stmt::Accumulate(*v, Cot::Sum(Box::new(from.clone()))));
                    }
                }
                Elem::Nested(Init::Empty(_)) => {}
                Elem::Nested(Init::Copy(place, _, shape)) => {
                    if self.activity.is_active_mem(self.body, place.mem) {
                        let (place, whole) = (self.body.rooted(place), is_whole(shape));
                        out.push(Stmt::ScatterEach(place, from.clone(), whole));
                    }
                }
                Elem::Nested(inner) => {
                    // Repeats of repeats of one value: one sum over all.
                    if let Some(v) = repeated(inner)
                        && self.is_active(v)
                    {
                        out.push(Stmt::Accumulate(v, Cot::Sum(Box::new(from.clone()))));
                    }
                }
            },
            Init::Copy(place, _, shape) => {
                if self.activity.is_active_mem(self.body, place.mem) {
                    let place = self.body.rooted(place);
                    out.push(if is_whole(shape) {
                        Stmt::ScatterWhole(place, from.clone())
                    } else {
                        Stmt::ScatterAll(place, from.clone())
                    });
                }
            }
        }
    }

    fn elem(&mut self, elem: &Elem, from: &Cot, out: &mut Vec<Stmt>) {
        match elem {
            Elem::Val(v) => {
                if self.is_active(*v) {
                    out.push(Stmt::Accumulate(*v, from.clone()));
                }
            }
            Elem::Nested(init) => self.init(init, from, out),
        }
    }

    fn ret(&mut self, ret: &Ret, path: &mut Vec<u32>, out: &mut Vec<Stmt>) {
        let seed = Cot::Seed(path.clone(), Vec::new());
        match ret {
            Ret::Val(v) => {
                if self.is_active(*v) {
                    out.push(Stmt::Accumulate(*v, seed));
                }
            }
            Ret::Place(place, _) => {
                if self.activity.is_active_mem(self.body, place.mem) {
                    out.push(Stmt::ScatterAll(self.body.rooted(place), seed));
                }
            }
            Ret::Whole(place, _) => {
                if self.activity.is_active_mem(self.body, place.mem) {
                    out.push(Stmt::ScatterWhole(self.body.rooted(place), seed));
                }
            }
            Ret::List(init) => self.init(init, &seed, out),
            Ret::Tuple(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    path.push(u32::try_from(at).unwrap_or(0));
                    self.ret(part, path, out);
                    path.pop();
                }
            }
            Ret::Inactive(_) => {}
        }
    }

    fn branch(&mut self, b: &Branch, scope: Scope, out: &mut Vec<Stmt>) {
        let address = std::ptr::from_ref(b);
        let at = self
            .branches
            .iter()
            .position(|p| *p == address)
            .unwrap_or(usize::MAX);
        let Some(tag) = self.plan.tag(at) else {
            return;
        };
        let mut arms = Vec::new();
        for arm in &b.arms {
            let mut inside = Vec::new();
            self.from(&arm.body, 0, scope, &b.results, &mut inside);
            arms.push(inside);
        }
        out.push(Stmt::ReverseBranch(ReverseBranch { scope, tag, arms }));
    }

    fn a_loop(&mut self, l: &Loop, out: &mut Vec<Stmt>) {
        let outs = l.carried.iter().map(|c| c.out).collect();
        self.outs.push(outs);
        let mut inside = Vec::new();
        for c in &l.carried {
            self.open(c.head, &mut inside);
        }
        self.region(&l.body, l.scope, &mut inside);
        self.outs.pop();
        let carried = l
            .carried
            .iter()
            .filter(|c| self.is_active(c.out))
            .map(|c| (c.out, c.head))
            .collect();
        let counters = self.counters(l);
        let trip = self.names.numbered("trip", l.span);
        out.push(Stmt::ReverseLoop(ReverseLoop {
            scope: l.scope,
            trips: l.trips.clone(),
            count: l.count.clone(),
            trip,
            counters,
            carried,
            body: inside,
        }));
        self.hand_on(l, out);
    }

    /// The indices of a loop that follow from the number of the trip, where the sweep reads them.
    fn counters(&self, l: &Loop) -> Vec<(Val, Counter)> {
        let mut counters = Vec::new();
        for stmt in &l.body.stmts {
            if let Stmt::Given(vals) = stmt {
                for val in vals {
                    if let Some(counter) = self.body.counters.get(val)
                        && self.plan.is_needed(*val)
                    {
                        counters.push((*val, *counter));
                    }
                }
            }
        }
        counters
    }

    /// What the loop carried comes from what was there before it.
    fn hand_on(&self, l: &Loop, out: &mut Vec<Stmt>) {
        for c in &l.carried {
            if let Some(init) = c.init
                && self.is_active(init)
                && self.is_active(c.out)
            {
                out.push(Stmt::Accumulate(init, Cot::Of(c.out)));
            }
        }
    }

    fn call(&mut self, call: &Call, out: &mut Vec<Stmt>) {
        let mut parts = CallParts::default();
        let mut slots: Vec<SlotArg> = call
            .args
            .iter()
            .enumerate()
            .map(|(at, arg)| self.slot(at, arg, &mut parts))
            .collect();
        let lending = lend(self.body, self.names, parts.wanted);
        for (at, slot) in lending.slots {
            slots[at] = slot;
        }
        let pooled: Vec<Stmt> = parts
            .temps
            .iter()
            .rev()
            .filter(|(_, shape)| shape.is_pooled())
            .map(|(name, _)| Stmt::RetireTemp(name.clone()))
            .collect();
        out.push(Stmt::PopFrame(call.frame.clone()));
        out.push(Stmt::ReverseCall(ReverseCall {
            callee: call.callee.clone(),
            frame: call.frame.clone(),
            seed: self.seed(&call.result),
            slots,
            temps: parts.temps,
            divisions: lending.divisions,
            spares: lending.spares,
            passed: call.passed.clone(),
            handed_on: self.plan.rereads.handed_on(call).cloned(),
        }));
        for (val, from) in parts.after {
            out.push(Stmt::Accumulate(val, from));
        }
        for (place, from) in parts.scattered {
            out.push(Stmt::ScatterAll(place, from));
        }
        out.extend(pooled);
    }

    fn seed(&self, bound: &Bound) -> SeedArg {
        match bound {
            Bound::Val(v) if self.is_active(*v) => SeedArg::Val(*v),
            Bound::Val(v) => SeedArg::Zero(self.body.val(*v).ty),
            Bound::Mem(m) => SeedArg::Mem(*m),
            Bound::Tuple(parts) => SeedArg::Tuple(parts.iter().map(|p| self.seed(p)).collect()),
            Bound::Name(_) | Bound::Nothing => SeedArg::Unit,
        }
    }

    fn slot(&mut self, at: usize, arg: &CallArg, parts: &mut CallParts) -> SlotArg {
        if !self.activity.is_active_arg(self.body, arg) {
            return SlotArg::Skip;
        }
        match arg {
            // Only inside of tuples.
            CallArg::Inactive(_) | CallArg::Shaped(..) => SlotArg::Skip,
            CallArg::Function(mem, _) => SlotArg::Function(self.slot_root(&whole(*mem)).1),
            CallArg::Val(v, _) if !parts.lent_vals.contains(v) => {
                parts.lent_vals.push(*v);
                SlotArg::Cell(*v)
            }
            CallArg::Val(v, _) => {
                let name = self.names.numbered("spare", self.body.val(*v).span);
                parts
                    .temps
                    .push((name.clone(), TempShape::Scalar(self.body.val(*v).ty)));
                parts.after.push((*v, Cot::Temp(name.clone(), Vec::new())));
                SlotArg::Temp(name)
            }
            CallArg::Tuple(fields, _) => {
                let name = self.names.numbered("spare", proc_macro2::Span::call_site());
                let shape = self.temp_shape(fields, &name, &mut Vec::new(), parts);
                parts.temps.push((name.clone(), shape));
                SlotArg::Temp(name)
            }
            CallArg::Changed(before, after) => {
                if self.is_active(*before) {
                    parts.after.push((*before, Cot::Of(*after)));
                }
                SlotArg::Cell(*after)
            }
            // Lent together with all others.
            CallArg::Place(place, _, mutable) => {
                parts.wanted.push(Wanted {
                    slot: at,
                    place: self.body.rooted(place),
                    mutable: *mutable,
                });
                SlotArg::Skip
            }
        }
    }

    /// What must not be borrowed twice: the parameter's slot, or the local.
    fn slot_root(&self, place: &Place) -> (bool, usize) {
        match &self.body.mem(place.mem).kind {
            MemKind::Param(index, _) => (true, *index),
            MemKind::Local | MemKind::View(_) => (false, place.mem.0 as usize),
        }
    }

    fn temp_shape(
        &mut self,
        fields: &[CallArg],
        name: &proc_macro2::Ident,
        path: &mut Vec<u32>,
        parts: &mut CallParts,
    ) -> TempShape {
        let mut shapes = Vec::new();
        for (at, field) in fields.iter().enumerate() {
            path.push(u32::try_from(at).unwrap_or(0));
            shapes.push(match field {
                CallArg::Val(v, _) => {
                    if self.is_active(*v) {
                        parts
                            .after
                            .push((*v, Cot::Temp(name.clone(), path.clone())));
                    }
                    TempShape::Scalar(self.body.val(*v).ty)
                }
                CallArg::Tuple(inner, _) => self.temp_shape(inner, name, path, parts),
                CallArg::Shaped(place, _, shape) => {
                    if self.activity.is_active_mem(self.body, place.mem) {
                        let from = Cot::Temp(name.clone(), path.clone());
                        parts.scattered.push((self.body.rooted(place), from));
                    }
                    TempShape::Shape(shape.clone())
                }
                CallArg::Place(..)
                | CallArg::Changed(..)
                | CallArg::Function(..)
                | CallArg::Inactive(_) => TempShape::Unit,
            });
            path.pop();
        }
        TempShape::Tuple(shapes)
    }
}

/// All of a memory.
fn whole(mem: Mem) -> Place {
    Place {
        mem,
        path: Vec::new(),
    }
}

#[derive(Default)]
struct CallParts {
    lent_vals: Vec<Val>,
    wanted: Vec<Wanted>,
    temps: Vec<(proc_macro2::Ident, TempShape)>,
    after: Vec<(Val, Cot)>,
    scattered: Vec<(Place, Cot)>,
}

fn element(from: &Cot, at: Step) -> Cot {
    let push = |path: &[Step]| {
        let mut path = path.to_vec();
        path.push(at.clone());
        path
    };
    match from {
        Cot::Element(mem, path) => Cot::Element(*mem, push(path)),
        Cot::Seed(fields, path) => Cot::Seed(fields.clone(), push(path)),
        Cot::TempElement(name, path) => Cot::TempElement(name.clone(), push(path)),
        other => other.clone(),
    }
}

/// The number of an element in its memory, as a sum: where its part begins, and where it lies in there.
pub(super) fn number_in(place: &Place) -> Option<Vec<Val>> {
    let (last, outer) = place.path.split_last()?;
    let Proj::Index(index) = last else {
        return None;
    };
    let mut sum = vec![*index];
    for proj in outer {
        match proj {
            Proj::Range(lo, _) => sum.extend(lo),
            Proj::Index(_) | Proj::Field(_) => return None,
        }
    }
    Some(sum)
}

/// Whether a place is a part of a sequence, whose cotangent has no size of its own.
fn is_range(place: &Place) -> bool {
    matches!(place.path.last(), Some(Proj::Range(..)))
}

/// Whether the copy of a place with this shape has the place's own type.
fn is_whole(shape: &ZeroShape) -> bool {
    matches!(
        shape,
        ZeroShape::Tuple(_) | ZeroShape::Callee(..) | ZeroShape::Unseen
    )
}

/// The one value behind repeats of repeats.
fn repeated(init: &Init) -> Option<Val> {
    match init {
        Init::Repeat(elem, _) | Init::VecRepeat(elem, ..) => match &**elem {
            Elem::Val(v) => Some(*v),
            Elem::Nested(inner) => repeated(inner),
        },
        _ => None,
    }
}
