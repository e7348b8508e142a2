//! What the forward half keeps for the reverse half, and in which slot.
//!
//! Every value that a rule of the sweep reads is kept where it is defined: in the frame of the call, or of
//! the trip of the loop around it. So are the numbers of arms and exits that the sweep asks for.
//! Constants are never kept, and what no rule reads is not either; nor is what `rewind` finds to be read
//! again from memory, and, if the caller lends them, from shared arguments (`reread`).
mod columns;
mod flow;
mod recompute;
mod reread;
mod rewind;
mod settled;
mod told;
mod wanted;

use std::collections::{HashMap, HashSet};

use crate::activity::Activity;
use crate::ir::{
    Body, Branch, Call, CallArg, Count, Counter, Elem, End, Init, Loop, Mem, Op, Place, Proj,
    Rearrange, Region, Ret, Scope, Source, Stmt, Val, ZeroMem, ZeroShape,
};
use crate::rules::{Prim, partials_of};

use recompute::{Known, Recomputed};
use wanted::{Flows, Needed, Whom};

pub use columns::Column;
pub use reread::{Condition, HandedOn, Lent, Origin, Param, Rereads};
pub use rewind::{Rewinds, target};
pub use told::{Found, Told, told};

/// The slots of all frames.
pub struct Plan {
    /// Slot of each kept value in the frame of its scope.
    slots: HashMap<Val, (Scope, usize)>,
    /// Slot of the exit code of each scope that has more than one exit.
    exits: HashMap<Scope, usize>,
    /// Slot of the arm number of branches, by their position in the walk.
    tags: Vec<Option<usize>>,
    words: Vec<usize>,
    /// What the sweep reads.
    needed: HashSet<Val>,
    /// The indices that it computes again instead.
    recomputed: HashSet<Val>,
    /// The floats that it computes again instead.
    operations: Recomputed,
    /// Slot of the last length of each vector.
    lengths: HashMap<Mem, (Scope, usize)>,
    /// What is read again from memory instead of being kept.
    pub rewinds: Rewinds,
    /// What is read again from arguments.
    pub rereads: Rereads,
}

/// What may be left out of what is kept.
#[allow(clippy::struct_excessive_bools, reason = "one for each analysis")]
pub struct Leave<'p> {
    /// Whether values are read again from memory that is rewound.
    pub rewind: bool,
    /// Whether values are read again from settled buffers.
    pub locals: bool,
    /// Whether loops keep what they read one after the other as a whole.
    pub columns: bool,
    /// Whether floats are computed again.
    pub recompute: bool,
    /// The parameters whose arguments can be read again.
    pub readable: &'p [bool],
    /// The parameters whose gradients a caller may not want.
    pub optional: &'p [bool],
}

/// Decides what is kept.
#[must_use]
pub fn plan(body: &Body, activity: &Activity, leave: &Leave) -> Plan {
    let mut needs = Needs {
        body,
        activity,
        needed: Needed::default(),
        flows: Flows::of(body, leave.optional),
    };
    needs.region(&body.region);
    needs.shapes();
    let mut rereads = Rereads::of(body, activity, needs.needed.clone(), leave);
    let mut rewinds = Rewinds::default();
    if leave.rewind {
        let mut kept = needs.needed.vals();
        kept.retain(|val| rereads.must_be_kept(*val));
        rewinds = rewind::rewinds(body, activity, &kept);
    }
    let mut operations = Recomputed::default();
    if leave.recompute {
        operations = needs.recomputed(&rereads, &rewinds, leave);
        // What operands are read from must not wait until memory is rewound.
        let mut kept = needs.needed.vals();
        kept.retain(|val| rewinds.is_read_again(*val));
        if !kept.is_empty() {
            rewinds = rewind::rewinds(body, activity, &kept);
        }
        rereads = Rereads::of(body, activity, needs.needed.clone(), leave);
    }
    let needed = needs.needed.vals();
    let mut planner = Planner {
        body,
        activity,
        needed,
        plan: Plan {
            slots: HashMap::new(),
            exits: HashMap::new(),
            tags: Vec::new(),
            words: vec![0; body.scopes as usize],
            lengths: HashMap::new(),
            needed: HashSet::new(),
            recomputed: HashSet::new(),
            operations,
            rewinds,
            rereads,
        },
    };
    for val in body.inputs.iter().map(|i| i.0) {
        planner.slot(val, Scope(0));
    }
    planner.exit_slot(Scope(0));
    planner.region(&body.region, Scope(0));
    let mut plan = planner.plan;
    plan.needed = planner.needed;
    plan
}

impl Plan {
    /// Where a value is kept.
    #[must_use]
    pub fn slot(&self, val: Val) -> Option<(Scope, usize)> {
        self.slots.get(&val).copied()
    }

    /// Whether the sweep reads a value.
    #[must_use]
    pub fn is_needed(&self, val: Val) -> bool {
        self.needed.contains(&val)
    }

    /// Whether the sweep computes a value again.
    #[must_use]
    pub fn is_recomputed(&self, val: Val) -> bool {
        self.recomputed.contains(&val)
    }

    /// The operation by which the sweep computes a float again, and its operands.
    #[must_use]
    pub fn operation(&self, val: Val) -> Option<&(Prim, Vec<Val>)> {
        self.operations.get(val)
    }

    /// Where the last length of a vector is kept.
    #[must_use]
    pub fn length(&self, mem: Mem) -> Option<(Scope, usize)> {
        self.lengths.get(&mem).copied()
    }

    /// Where the exit code of a scope is kept.
    #[must_use]
    pub fn exit(&self, scope: Scope) -> Option<usize> {
        self.exits.get(&scope).copied()
    }

    /// Where the arm number of the `at`-th branch is kept.
    #[must_use]
    pub fn tag(&self, at: usize) -> Option<usize> {
        self.tags.get(at).copied().flatten()
    }

    /// The words in the frame of a scope.
    #[must_use]
    pub fn words(&self, scope: Scope) -> usize {
        self.words[scope.0 as usize]
    }
}

/// Whether the sweep has anything to do for a statement.
#[must_use]
pub fn is_swept(body: &Body, activity: &Activity, stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Let(v, _) => activity.is_active(*v),
        Stmt::Define(mem, ..) => activity.is_active_mem(body, *mem),
        Stmt::Call(call) => activity.is_active_call(body, call),
        Stmt::Branch(b) => {
            b.results.iter().any(|r| activity.is_active(*r))
                || b.arms
                    .iter()
                    .any(|a| is_region_swept(body, activity, &a.body))
        }
        Stmt::Loop(l) => is_loop_swept(body, activity, l),
        Stmt::SetResult(ret) => is_ret_active(body, activity, ret),
        Stmt::Assign(_, v) => activity.is_active(*v),
        Stmt::Store(place, ..)
        | Stmt::Fill(place, ..)
        | Stmt::CopyInto(place, ..)
        | Stmt::Rearrange(place, ..)
        | Stmt::Grow(place, ..)
        | Stmt::Shrink(place, ..)
        | Stmt::Replace(place, ..)
        | Stmt::Sort(place, ..) => activity.is_active_mem(body, place.mem),
        Stmt::SwapPlaces(a, b, _) => {
            activity.is_active_mem(body, a.mem) || activity.is_active_mem(body, b.mem)
        }
        _ => false,
    }
}

/// Whether the sweep visits the trips of a loop.
#[must_use]
pub fn is_loop_swept(body: &Body, activity: &Activity, l: &Loop) -> bool {
    l.carried
        .iter()
        .any(|c| activity.is_active(c.out) || activity.is_active(c.head))
        || l.results.iter().any(|r| activity.is_active(*r))
        || is_region_swept(body, activity, &l.body)
}

fn is_region_swept(body: &Body, activity: &Activity, region: &Region) -> bool {
    region.stmts.iter().any(|s| is_swept(body, activity, s))
        || matches!(&region.end, End::Exit(e) if e.carried.iter().any(|v| activity.is_active(*v)))
}

fn is_ret_active(body: &Body, activity: &Activity, ret: &Ret) -> bool {
    match ret {
        Ret::Val(v) => activity.is_active(*v),
        Ret::Place(p, _) | Ret::Whole(p, _) => activity.is_active_mem(body, p.mem),
        Ret::List(init) => is_init_active(body, activity, init),
        Ret::Tuple(parts) => parts.iter().any(|p| is_ret_active(body, activity, p)),
        Ret::Inactive(_) => false,
    }
}

fn is_init_active(body: &Body, activity: &Activity, init: &Init) -> bool {
    let elem = |e: &Elem| match e {
        Elem::Val(v) => activity.is_active(*v),
        Elem::Nested(init) => is_init_active(body, activity, init),
    };
    match init {
        Init::List(elems) | Init::Tuple(elems) | Init::VecList(elems) => elems.iter().any(elem),
        Init::Struct(s) => s.elems().any(elem),
        Init::Repeat(e, _) | Init::VecRepeat(e, ..) => elem(e),
        Init::Copy(p, ..) => activity.is_active_mem(body, p.mem),
        Init::Empty(_) => false,
    }
}

/// Whether control may leave the scope inside a statement.
#[must_use]
pub fn last_exit(stmt: &Stmt) -> Option<usize> {
    match stmt {
        Stmt::Branch(b) => b.arms.iter().filter_map(|a| last_exit_of(&a.body)).max(),
        _ => None,
    }
}

fn last_exit_of(region: &Region) -> Option<usize> {
    let inner = region.stmts.iter().filter_map(last_exit).max();
    match &region.end {
        End::Exit(e) => Some(e.code.max(inner.unwrap_or(0))),
        _ => inner,
    }
}

/// Collects what the sweep reads.
struct Needs<'b> {
    body: &'b Body,
    activity: &'b Activity,
    needed: Needed,
    flows: Flows,
}

impl Needs<'_> {
    fn need(&mut self, val: Val) {
        self.need_for(val, None);
    }

    fn need_for(&mut self, val: Val, whom: Whom) {
        let info = self.body.val(val);
        if info.constant.is_some() || !self.needed.add(val, whom) {
            return;
        }
        if let Some((_, reads)) = &info.formula {
            for read in reads.clone() {
                self.need(read);
            }
        }
        match self.body.counters.get(&val) {
            Some(Counter::Up(end) | Counter::Down(end)) => self.need(*end),
            Some(Counter::Trip) | None => {}
        }
    }

    /// Chooses what is computed again, and needs what it is computed from.
    fn recomputed(&mut self, asked: &Rereads, rewinds: &Rewinds, leave: &Leave) -> Recomputed {
        let (body, activity) = (self.body, self.activity);
        let all = Rereads::of(body, activity, Needed::all(body), leave);
        let again: HashMap<Val, Place> = all
            .places()
            // The content of a buffer is not kept for this alone.
            .filter(
                |(_, origin, _)| !matches!(origin, Origin::Local(mem) if !asked.has_content(*mem)),
            )
            .map(|(val, _, place)| (val, place.clone()))
            .collect();
        let known = Known {
            needed: &self.needed.vals(),
            again: &again,
            rewound: &|val| rewinds.is_read_again(val),
        };
        let mut recomputed = Recomputed::of(body, &known);
        for val in recomputed.vals() {
            if !self.needed.is_needed(val) {
                continue;
            }
            let whom = self.needed.whom(val);
            let (_, args) = recomputed.get(val).expect("one of them");
            for arg in args {
                self.need_for(*arg, whom);
                if let Some(place) = again.get(arg) {
                    self.place(place);
                }
            }
        }
        recomputed.retain(&self.needed.vals());
        recomputed
    }

    fn place(&mut self, place: &Place) {
        let rooted = self.body.rooted(place);
        for proj in &rooted.path {
            match proj {
                Proj::Index(v) => self.need(*v),
                Proj::Range(lo, hi) => lo.iter().chain(hi).for_each(|v| self.need(*v)),
                Proj::Field(_) => {}
            }
        }
    }

    fn region(&mut self, region: &Region) {
        for stmt in &region.stmts {
            match stmt {
                Stmt::Let(v, op) if self.activity.is_active(*v) => self.op(*v, op),
                Stmt::Define(mem, init, _) if self.activity.is_active_mem(self.body, *mem) => {
                    self.init(init);
                }
                Stmt::Call(call) if self.activity.is_active_call(self.body, call) => {
                    self.call(call);
                }
                Stmt::Branch(b) => b.arms.iter().for_each(|a| self.region(&a.body)),
                Stmt::Loop(l) => {
                    if let Some(Count::Span(lo, hi)) = &l.count
                        && is_loop_swept(self.body, self.activity, l)
                    {
                        self.need(*lo);
                        self.need(*hi);
                    }
                    self.region(&l.body);
                }
                Stmt::SetResult(ret) => self.ret(ret),
                stmt if is_swept(self.body, self.activity, stmt) => self.write(stmt),
                _ => {}
            }
        }
    }

    fn write(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Store(place, _, source, _) => {
                self.place(place);
                self.source(source);
            }
            Stmt::Grow(place, before, source, _) => {
                self.place(place);
                self.need(*before);
                self.source(source);
            }
            Stmt::Replace(place, before, source, _) => {
                self.place(place);
                self.need(before.val());
                self.source(source);
            }
            Stmt::Shrink(place, before, _) => {
                self.place(place);
                self.need(before.val());
            }
            Stmt::Fill(place, ..) | Stmt::Sort(place, ..) => self.place(place),
            Stmt::CopyInto(a, b, _) | Stmt::SwapPlaces(a, b, _) => {
                self.place(a);
                self.place(b);
            }
            Stmt::Rearrange(place, kind, _) => {
                self.place(place);
                match kind {
                    Rearrange::Swap(i, j) => {
                        self.need(*i);
                        self.need(*j);
                    }
                    Rearrange::RotateLeft(n) | Rearrange::RotateRight(n) => self.need(*n),
                    Rearrange::Reverse => {}
                }
            }
            _ => {}
        }
    }

    fn source(&mut self, source: &Source) {
        if let Source::Init(init) = source {
            self.init(init);
        }
    }

    fn shape(&mut self, shape: &ZeroShape) {
        match shape {
            ZeroShape::Scalar(_) | ZeroShape::Unit | ZeroShape::Unseen | ZeroShape::Nested(_) => {}
            ZeroShape::List(parts) | ZeroShape::Tuple(parts) => {
                parts.iter().for_each(|p| self.shape(p));
            }
            ZeroShape::Repeat(part, _) => self.shape(part),
            ZeroShape::Vec(part, len) => {
                self.need(*len);
                self.shape(part);
            }
            ZeroShape::Callee(_, shape) => self.need(*shape),
        }
    }

    /// The shapes of the cotangents of call results.
    fn shapes(&mut self) {
        for (at, mem) in self.body.mems.iter().enumerate() {
            let id = Mem(u32::try_from(at).unwrap_or(u32::MAX));
            if !self.activity.is_active_mem(self.body, id) {
                continue;
            }
            match &mem.zero {
                Some(ZeroMem::Callee(_, shape)) => self.need(*shape),
                Some(ZeroMem::Vec(shape) | ZeroMem::Shape(shape)) => self.shape(shape),
                Some(ZeroMem::Nested(_) | ZeroMem::LastCallee(_)) | None => {}
            }
        }
    }

    fn op(&mut self, v: Val, op: &Op) {
        match op {
            Op::Raw(_) | Op::Note(_) | Op::Shape(..) => {}
            Op::Prim(prim, args) => {
                let active: Vec<bool> = args.iter().map(|a| self.activity.is_active(*a)).collect();
                let (slopes, args) = partials_of(self.body, v, *prim, args, &active);
                let mut reads = Vec::new();
                for (at, slope) in slopes.iter().enumerate() {
                    if let (Some(slope), true) = (slope, active[at]) {
                        let whom = self.flows.whom(args[at]);
                        slope.reads(&mut |r| reads.push((r, whom)));
                    }
                }
                for (read, whom) in reads {
                    self.need_for(read.map_or(v, |at| args[at]), whom);
                }
            }
            Op::Load(place, _) | Op::LoadCast(place, _) => self.place(place),
        }
    }

    fn init(&mut self, init: &Init) {
        match init {
            Init::List(elems) | Init::Tuple(elems) | Init::VecList(elems) => {
                elems.iter().for_each(|e| self.elem(e));
            }
            Init::Struct(s) => s.elems().for_each(|e| self.elem(e)),
            Init::Repeat(elem, _) | Init::VecRepeat(elem, ..) => self.elem(elem),
            Init::Copy(place, ..) => self.place(place),
            Init::Empty(_) => {}
        }
    }

    fn elem(&mut self, elem: &Elem) {
        if let Elem::Nested(init) = elem {
            self.init(init);
        }
    }

    fn call(&mut self, call: &Call) {
        for arg in &call.args {
            self.arg(arg);
        }
    }

    fn arg(&mut self, arg: &CallArg) {
        match arg {
            CallArg::Place(place, ..) => self.place(place),
            CallArg::Shaped(place, _, shape) => {
                self.place(place);
                self.shape(shape);
            }
            CallArg::Tuple(parts, _) => parts.iter().for_each(|p| self.arg(p)),
            CallArg::Val(..)
            | CallArg::Changed(..)
            | CallArg::Function(..)
            | CallArg::Inactive(_) => {}
        }
    }

    fn ret(&mut self, ret: &Ret) {
        match ret {
            Ret::Place(place, _) | Ret::Whole(place, _) => self.place(place),
            Ret::List(init) => self.init(init),
            Ret::Tuple(parts) => parts.iter().for_each(|p| self.ret(p)),
            Ret::Val(_) | Ret::Inactive(_) => {}
        }
    }
}

/// Gives slots, in the order of definition.
struct Planner<'b> {
    body: &'b Body,
    activity: &'b Activity,
    needed: HashSet<Val>,
    plan: Plan,
}

impl Planner<'_> {
    fn fresh(&mut self, scope: Scope) -> usize {
        let words = &mut self.plan.words[scope.0 as usize];
        *words += 1;
        *words - 1
    }

    fn slot(&mut self, val: Val, scope: Scope) {
        if !self.needed.contains(&val) || self.body.counters.contains_key(&val) {
            return;
        }
        if self.plan.rewinds.is_read_again(val) {
            self.plan.rereads.share(val);
            return;
        }
        if self.body.val(val).formula.is_some() {
            self.plan.recomputed.insert(val);
            return;
        }
        if self.plan.operations.get(val).is_some() {
            return;
        }
        // Where reads are noted, the trips use the tape.
        let columns = !self.plan.rewinds.scopes().contains_key(&scope);
        if self.plan.rereads.take(val, scope, columns) {
            return;
        }
        if !self.plan.slots.contains_key(&val) {
            let slot = self.fresh(scope);
            self.plan.slots.insert(val, (scope, slot));
        }
    }

    /// A vector's last length is kept for its cotangent.
    fn length(&mut self, mem: Mem, scope: Scope) {
        if matches!(
            self.body.mem(mem).zero,
            Some(ZeroMem::Vec(_) | ZeroMem::Nested(_) | ZeroMem::LastCallee(_))
        ) && self.activity.is_active_mem(self.body, mem)
        {
            let slot = self.fresh(scope);
            self.plan.lengths.insert(mem, (scope, slot));
        }
    }

    fn exit_slot(&mut self, scope: Scope) {
        if self.body.exits[scope.0 as usize] > 1 {
            let slot = self.fresh(scope);
            self.plan.exits.insert(scope, slot);
        }
    }

    fn region(&mut self, region: &Region, scope: Scope) {
        for stmt in &region.stmts {
            match stmt {
                Stmt::Let(v, _) => self.slot(*v, scope),
                Stmt::Given(vals) => vals.iter().for_each(|v| self.slot(*v, scope)),
                Stmt::Call(call) => {
                    self.bound(&call.result, scope);
                    for arg in &call.args {
                        if let CallArg::Changed(_, after) = arg {
                            self.slot(*after, scope);
                        }
                    }
                }
                Stmt::Define(mem, ..) => self.length(*mem, scope),
                Stmt::Branch(b) => self.branch(b, scope),
                Stmt::Loop(l) => self.a_loop(l, scope),
                _ => {}
            }
        }
    }

    fn bound(&mut self, bound: &crate::ir::Bound, scope: Scope) {
        match bound {
            crate::ir::Bound::Val(v) => self.slot(*v, scope),
            crate::ir::Bound::Mem(mem) => self.length(*mem, scope),
            crate::ir::Bound::Tuple(parts) => parts.iter().for_each(|p| self.bound(p, scope)),
            _ => {}
        }
    }

    fn branch(&mut self, b: &Branch, scope: Scope) {
        let at = self.plan.tags.len();
        self.plan.tags.push(None);
        let swept = b.results.iter().any(|r| self.activity.is_active(*r))
            || b.arms
                .iter()
                .any(|a| is_region_swept(self.body, self.activity, &a.body));
        if swept {
            let tag = self.fresh(scope);
            self.plan.tags[at] = Some(tag);
        }
        for arm in &b.arms {
            self.region(&arm.body, scope);
        }
        b.results.iter().for_each(|r| self.slot(*r, scope));
    }

    fn a_loop(&mut self, l: &Loop, scope: Scope) {
        if is_loop_swept(self.body, self.activity, l) {
            self.exit_slot(l.scope);
        }
        for c in &l.carried {
            self.slot(c.head, l.scope);
        }
        self.region(&l.body, l.scope);
        for c in &l.carried {
            self.slot(c.out, scope);
        }
        l.results.iter().for_each(|r| self.slot(*r, scope));
    }
}
