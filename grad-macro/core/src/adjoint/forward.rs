//! The forward half: the primal, keeping what the plan says where it is defined.
use super::sweep::number_in;
use crate::activity::Activity;
use crate::ir::{
    Arm, Body, Bound, CallArg, Elem, End, Init, Mem, MemKind, Place, Proj, Rearrange, Region,
    Scope, Source, Stmt, Val, ZeroMem,
};
use crate::plan::{self, Plan};

/// Adds the tape operations to a body.
pub fn forward(body: &Body, region: Region, activity: &Activity, plan: &Plan) -> Region {
    let mut forward = Forward {
        body,
        activity,
        plan,
        branches: 0,
        regions: 0,
        noted: plan
            .rewinds
            .mems()
            .filter(|m| matches!(body.mem(*m).kind, MemKind::Param(..)))
            .map(|m| (m, false))
            .collect(),
        borrowed: Vec::new(),
    };
    let params: Vec<Stmt> = forward.noted.iter().map(|(m, _)| Stmt::Note(*m)).collect();
    let mut done = forward.region(region, Scope(0), true);
    let mut kept = Vec::new();
    for (val, ..) in &body.inputs {
        forward.keep(*val, &mut kept);
    }
    // Inputs are kept where they are defined; those that are parameters have no definition.
    let given: Vec<Stmt> = kept;
    if !given.is_empty() {
        let at = done
            .stmts
            .iter()
            .rposition(|s| defines_input(s, body))
            .map_or(0, |at| at + 1);
        done.stmts.splice(at..at, given);
    }
    done.stmts.splice(0..0, params);
    done
}

fn defines_input(stmt: &Stmt, body: &Body) -> bool {
    let is_input = |v: &Val| body.inputs.iter().any(|(i, ..)| i == v);
    match stmt {
        Stmt::Given(vals) => vals.iter().any(is_input),
        Stmt::Let(v, _) => is_input(v),
        _ => false,
    }
}

struct Forward<'b> {
    body: &'b Body,
    activity: &'b Activity,
    plan: &'b Plan,
    branches: usize,
    /// How many regions were met.
    regions: usize,
    /// The rewound memories that there are by now, and with `true` the buffers whose content is kept.
    noted: Vec<(Mem, bool)>,
    /// Memories that changed by way of a reference, whose shapes are not kept yet.
    borrowed: Vec<Mem>,
}

impl Forward<'_> {
    fn keep(&self, val: Val, out: &mut Vec<Stmt>) {
        if let Some((scope, condition, slot)) = self.plan.rereads.slot(val) {
            out.push(Stmt::KeepIf(scope, condition, slot, val));
        }
        if let Some((scope, slot)) = self.plan.slot(val) {
            out.push(Stmt::Keep(scope, slot, val));
        }
    }

    fn is_input(&self, val: Val) -> bool {
        self.body.inputs.iter().any(|(i, ..)| *i == val)
    }

    fn region(&mut self, region: Region, scope: Scope, taped: bool) -> Region {
        let mut out = Vec::new();
        let number = self.regions;
        self.regions += 1;
        let end = region.stmts.len();
        for (at, stmt) in region.stmts.into_iter().enumerate() {
            self.note_reads(number, at, scope, &mut out);
            self.keep_used(&stmt, &mut out);
            self.stmt(stmt, scope, taped, &mut out);
        }
        self.note_reads(number, end, scope, &mut out);
        self.keep_borrowed(&region.end, scope, &mut out);
        if let (End::Exit(exit), true) = (&region.end, taped)
            && let Some(slot) = self.plan.exit(scope)
            && exit.code > 0
        {
            out.push(Stmt::KeepWord(scope, slot, exit.code));
        }
        if let (End::Exit(_), Scope(0)) = (&region.end, scope) {
            for (mem, content) in self.noted.iter().rev() {
                out.push(if *content {
                    Stmt::KeepContent(*mem)
                } else {
                    Stmt::Park(*mem)
                });
            }
        }
        Region {
            stmts: out,
            end: region.end,
        }
    }

    fn stmt(&mut self, stmt: Stmt, scope: Scope, taped: bool, out: &mut Vec<Stmt>) {
        match stmt {
            Stmt::Let(val, op) => {
                out.push(Stmt::Let(val, op));
                if !self.is_input(val) {
                    self.keep(val, out);
                }
            }
            Stmt::Given(vals) => {
                let kept: Vec<Val> = vals
                    .iter()
                    .copied()
                    .filter(|v| !self.is_input(*v))
                    .collect();
                out.push(Stmt::Given(vals));
                for val in kept {
                    self.keep(val, out);
                }
            }
            Stmt::Call(mut call) => {
                call.taped = self.activity.is_active_call(self.body, &call);
                call.carries = self.activity.is_varied_call(self.body, &call);
                let mut vals = Vec::new();
                vals_of(&call.result, &mut vals);
                let mut lent = Vec::new();
                mems_of(&call.result, &mut lent);
                for (at, arg) in call.args.iter().enumerate() {
                    match arg {
                        CallArg::Place(place, ..)
                            if at == 0
                                && call.unsure
                                && self.body.rooted(place).path.is_empty() =>
                        {
                            call.noted = self.plan.length(self.body.rooted(place).mem);
                        }
                        CallArg::Changed(_, after) => vals.push(*after),
                        CallArg::Place(place, _, true) => lent.push(place.clone()),
                        _ => {}
                    }
                }
                out.push(Stmt::Call(call));
                for val in vals {
                    self.keep(val, out);
                }
                for place in lent {
                    self.keep_len(&place, out);
                }
            }
            Stmt::Branch(mut b) => {
                let tag = self.plan.tag(self.branches);
                self.branches += 1;
                let arms = std::mem::take(&mut b.arms);
                let (before, mut left) = (self.borrowed.clone(), Vec::new());
                for (number, mut arm) in arms.into_iter().enumerate() {
                    self.borrowed.clone_from(&before);
                    arm.body = self.region(arm.body, scope, taped);
                    left.push(std::mem::take(&mut self.borrowed));
                    if let (Some(slot), true) = (tag, number > 0) {
                        arm.body
                            .stmts
                            .insert(0, Stmt::KeepWord(scope, slot, number));
                    }
                    b.arms.push(arm);
                }
                self.join_borrowed(&before, &left, &mut b.arms);
                let results = b.results.clone();
                out.push(Stmt::Branch(b));
                for val in results {
                    self.keep(val, out);
                }
            }
            Stmt::Loop(mut l) => {
                l.taped = plan::is_loop_swept(self.body, self.activity, &l);
                let heads: Vec<Val> = l.carried.iter().map(|c| c.head).collect();
                let before = self.borrowed.clone();
                l.body = self.region(l.body, l.scope, l.taped);
                // There may be no trip.
                let used = before.into_iter().filter(|m| !self.borrowed.contains(m));
                self.keep_shapes(used.collect(), out);
                let mut kept = Vec::new();
                for val in heads {
                    self.keep(val, &mut kept);
                }
                l.body.stmts.splice(0..0, kept);
                let after: Vec<Val> = l
                    .carried
                    .iter()
                    .map(|c| c.out)
                    .chain(l.results.iter().copied())
                    .collect();
                out.push(Stmt::Loop(l));
                for val in after {
                    self.keep(val, out);
                }
            }
            Stmt::Sort(place, tokens, _) => {
                let swept = self.activity.is_active_mem(self.body, place.mem);
                let nested = self.is_nested(&place).then(|| place.clone());
                out.push(Stmt::Sort(place, tokens, swept));
                if let Some(rows) = nested {
                    self.keep_len(&rows, out);
                }
            }
            Stmt::SwapPlaces(a, b, tokens) if self.rows_of_one(&a, &b).is_some() => {
                let noted = self.rows_of_one(&a, &b);
                out.push(Stmt::SwapPlaces(a, b, tokens));
                out.extend(noted);
            }
            other => {
                let changed = match &other {
                    Stmt::Define(_, _, tokens) if tokens.is_empty() => Vec::new(),
                    Stmt::Define(mem, ..) => vec![Place {
                        mem: *mem,
                        path: Vec::new(),
                    }],
                    Stmt::Grow(place, ..) | Stmt::Shrink(place, ..) | Stmt::Replace(place, ..) => {
                        vec![place.clone()]
                    }
                    Stmt::Rearrange(place, ..) if self.is_nested(place) => {
                        vec![place.clone()]
                    }
                    Stmt::SwapPlaces(a, b, _) => vec![a.clone(), b.clone()],
                    _ => Vec::new(),
                };
                let exchanged = self.note(&other, out);
                if let Stmt::Define(mem, ..) = &other
                    && self.plan.rereads.has_content(*mem)
                {
                    self.noted.push((*mem, true));
                }
                out.push(other);
                out.extend(exchanged);
                for place in changed {
                    self.keep_len(&place, out);
                }
            }
        }
    }

    /// Keeps the shape of what changed by way of a reference where the whole is used again: the reference is not.
    fn keep_used(&mut self, stmt: &Stmt, out: &mut Vec<Stmt>) {
        let mut used = Vec::new();
        whole_uses(stmt, &mut used);
        let (kept, left) = std::mem::take(&mut self.borrowed)
            .into_iter()
            .partition(|mem| used.contains(mem));
        self.borrowed = left;
        self.keep_shapes(kept, out);
    }

    /// The same where a region ends in which it was declared, or where control leaves it.
    fn keep_borrowed(&mut self, end: &End, scope: Scope, out: &mut Vec<Stmt>) {
        if let End::Exit(_) = end {
            let here = |mem: &Mem| self.plan.length(*mem).is_some_and(|(s, _)| s == scope);
            let left = self.borrowed.iter().copied().filter(here).collect();
            self.keep_shapes(left, out);
        }
        let mut declared = Vec::new();
        for stmt in out.iter() {
            match stmt {
                Stmt::Define(mem, ..) => declared.push(*mem),
                Stmt::Call(call) => {
                    let mut made = Vec::new();
                    mems_of(&call.result, &mut made);
                    declared.extend(made.iter().map(|p| p.mem));
                }
                _ => {}
            }
        }
        let (kept, left) = std::mem::take(&mut self.borrowed)
            .into_iter()
            .partition(|mem| declared.contains(mem));
        self.borrowed = left;
        if !matches!(end, End::Exit(_)) {
            self.keep_shapes(kept, out);
        }
    }

    /// What an arm kept is kept by all that go on behind the branch: no reference to it lives on.
    fn join_borrowed(&mut self, before: &[Mem], left: &[Vec<Mem>], arms: &mut [Arm]) {
        let goes_on: Vec<bool> = arms
            .iter()
            .map(|arm| matches!(arm.body.end, End::Yield(_)))
            .collect();
        let on = || left.iter().zip(&goes_on).filter(|(_, on)| **on);
        let is_kept = |mem: &Mem| before.contains(mem) && on().any(|(l, _)| !l.contains(mem));
        for (arm, (left, on)) in arms.iter_mut().zip(left.iter().zip(&goes_on)) {
            if *on {
                let late = left.iter().copied().filter(is_kept).collect();
                self.keep_shapes(late, &mut arm.body.stmts);
            }
        }
        let all = on().flat_map(|(l, _)| l).chain(before).copied();
        let mut joined: Vec<Mem> = all.filter(|mem| !is_kept(mem)).collect();
        joined.sort_unstable();
        joined.dedup();
        self.borrowed = joined;
    }

    fn keep_shapes(&self, mems: Vec<Mem>, out: &mut Vec<Stmt>) {
        for mem in mems {
            if let Some((scope, slot)) = self.plan.length(mem) {
                out.push(Stmt::KeepLen(mem, scope, slot, mem));
            }
        }
    }

    fn note_reads(&self, region: usize, at: usize, scope: Scope, out: &mut Vec<Stmt>) {
        let rewinds = &self.plan.rewinds;
        let noted = rewinds.noted(region, at);
        if !noted.is_empty() {
            let with_flags = noted
                .iter()
                .map(|(val, place)| (*val, place.clone(), rewinds.is_written(place.mem)));
            out.push(Stmt::NoteReads(scope, with_flags.collect()));
        }
    }

    /// Notes what happens to rewound memories: in front of a write, behind an exchange or definition.
    fn note(&mut self, stmt: &Stmt, out: &mut Vec<Stmt>) -> Option<Stmt> {
        let rewinds = &self.plan.rewinds;
        match stmt {
            Stmt::Define(mem, ..) if rewinds.rewinds(*mem) => {
                self.noted.push((*mem, false));
                return Some(Stmt::Note(*mem));
            }
            Stmt::Store(place, _, Source::Val(v), tokens) => {
                let root = self.body.rooted(place);
                if let (true, Some(target)) = (rewinds.rewinds(root.mem), plan::target(tokens)) {
                    out.push(Stmt::NoteWrite(root, self.body.val(*v).ty, target));
                }
            }
            Stmt::Rearrange(place, Rearrange::Swap(i, j), _) => {
                let root = self.body.rooted(place);
                if rewinds.rewinds(root.mem) {
                    let rows = rewinds.swaps_rows(&root);
                    out.push(Stmt::NoteSwap(root, *i, *j, rows));
                }
            }
            Stmt::SwapPlaces(a, b, _) if rewinds.rewinds(a.mem) && a.path.is_empty() => {
                return Some(Stmt::SwapNotes(a.mem, b.mem));
            }
            _ => {}
        }
        None
    }

    /// Two rows of one vector of vectors change places: so do their lengths.
    fn rows_of_one(&self, a: &Place, b: &Place) -> Option<Stmt> {
        let (a, b) = (self.body.rooted(a), self.body.rooted(b));
        if a.mem != b.mem || !self.holds_rows(a.mem) {
            return None;
        }
        let (scope, slot) = self.plan.length(a.mem)?;
        let (first, second) = (number_in(&a)?, number_in(&b)?);
        Some(Stmt::SwapRowNotes(a.mem, scope, slot, first, second))
    }

    /// Whether a memory is a vector of vectors of floats.
    fn holds_rows(&self, mem: Mem) -> bool {
        matches!(&self.body.mem(mem).zero, Some(ZeroMem::Nested(nested)) if nested.rows)
    }

    /// A vector of vectors, whose rows may differ.
    fn is_nested(&self, place: &Place) -> bool {
        let root = self.body.rooted(place);
        match self.body.mem(root.mem).zero {
            Some(ZeroMem::Nested(_)) => root.path.len() < 2,
            Some(ZeroMem::LastCallee(_)) => true,
            _ => false,
        }
    }

    /// Whether a part of a memory is held by a name somewhere.
    fn has_views(&self, mem: Mem) -> bool {
        self.body.mems.iter().any(|info| match &info.kind {
            MemKind::View(of) => self.body.rooted(of).mem == mem,
            MemKind::Param(..) | MemKind::Local => false,
        })
    }

    /// Keeps the length of a local vector after it may have changed.
    fn keep_len(&mut self, place: &Place, out: &mut Vec<Stmt>) {
        let root = self.body.rooted(place);
        let info = &self.body.mem(root.mem);
        let by_view = matches!(self.body.mem(place.mem).kind, MemKind::View(_));
        let beside_view = !root.path.is_empty() && self.has_views(root.mem);
        if (by_view || beside_view) && matches!(info.zero, Some(ZeroMem::LastCallee(_))) {
            // While a part is borrowed, the whole cannot be looked at.
            if !self.borrowed.contains(&root.mem) {
                self.borrowed.push(root.mem);
            }
            return;
        }
        // A part of what a function returned may have a length of its own.
        let nested = matches!(
            self.body.mem(root.mem).zero,
            Some(ZeroMem::Nested(_) | ZeroMem::LastCallee(_))
        );
        if !root.path.is_empty() && !nested {
            return;
        }
        if self.holds_rows(root.mem) {
            let row = root.path.iter().position(|p| matches!(p, Proj::Index(_)));
            if row.is_some_and(|at| at + 1 < root.path.len()) {
                // A part of a row has no length that could change.
                return;
            }
            // While a row is borrowed by a name, the whole cannot be looked at.
            if let (MemKind::View(_), [], [Proj::Index(row)], Some((scope, slot))) = (
                &self.body.mem(place.mem).kind,
                place.path.as_slice(),
                root.path.as_slice(),
                self.plan.length(root.mem),
            ) {
                out.push(Stmt::KeepRow(root.mem, scope, slot, *row, place.mem));
                return;
            }
        }
        let printed = if place.path.is_empty() && root.path.is_empty() {
            place.mem
        } else {
            root.mem
        };
        if let Some((scope, slot)) = self.plan.length(root.mem) {
            out.push(Stmt::KeepLen(root.mem, scope, slot, printed));
        }
    }
}

/// The memories that a statement uses as a whole, by their own names.
fn whole_uses(stmt: &Stmt, used: &mut Vec<Mem>) {
    let mut note = |place: &Place| {
        if place.path.is_empty() {
            used.push(place.mem);
        }
    };
    match stmt {
        Stmt::Call(call) => {
            for arg in &call.args {
                if let CallArg::Place(place, ..) | CallArg::Shaped(place, ..) = arg {
                    note(place);
                }
            }
        }
        Stmt::Define(_, init, _)
        | Stmt::Store(_, _, Source::Init(init), _)
        | Stmt::Grow(_, _, Source::Init(init), _)
        | Stmt::Replace(_, _, Source::Init(init), _) => whole_copies(init, &mut note),
        _ => {}
    }
}

fn whole_copies(init: &Init, note: &mut dyn FnMut(&Place)) {
    match init {
        Init::Copy(place, ..) => note(place),
        Init::List(elems) | Init::Tuple(elems) | Init::VecList(elems) => {
            elems.iter().for_each(|e| whole_elem(e, note));
        }
        Init::Struct(s) => s.elems().for_each(|e| whole_elem(e, note)),
        Init::Repeat(elem, _) | Init::VecRepeat(elem, ..) => whole_elem(elem, note),
        Init::Empty(_) => {}
    }
}

fn whole_elem(elem: &Elem, note: &mut dyn FnMut(&Place)) {
    if let Elem::Nested(init) = elem {
        whole_copies(init, note);
    }
}

/// The aggregates that a call returns.
fn mems_of(bound: &Bound, places: &mut Vec<Place>) {
    match bound {
        Bound::Mem(mem) => places.push(Place {
            mem: *mem,
            path: Vec::new(),
        }),
        Bound::Tuple(parts) => parts.iter().for_each(|p| mems_of(p, places)),
        Bound::Val(_) | Bound::Name(_) | Bound::Nothing => {}
    }
}

fn vals_of(bound: &Bound, vals: &mut Vec<Val>) {
    match bound {
        Bound::Val(v) => vals.push(*v),
        Bound::Tuple(parts) => parts.iter().for_each(|p| vals_of(p, vals)),
        Bound::Mem(_) | Bound::Name(_) | Bound::Nothing => {}
    }
}
