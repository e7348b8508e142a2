//! Loops that run forward and back in one: a loop that only accumulates needs no tape across its trips.
//!
//! Input: `for i in .. { let t = f(i); s += t }`, where the cotangent of `s` behind the loop is known before it starts, since
//! `s` goes to the result by sums and constant factors. Output: each trip is followed by its own reverse, with that
//! cotangent. What a trip computed is still there.
//!
//! It must be proved that no trip's reverse depends on a later one: every float that is carried from trip to trip is such
//! a sum, and memory that is older than the trip is only read, by the loop and by what may come behind it.
use std::collections::{BTreeMap, HashMap, HashSet};

use super::Sweep;
use crate::ir::touched::{self, Touch};
use crate::ir::verify::Trip;
use crate::ir::{
    Body, Cot, Counter, End, Exit, ExitKind, Loop, Mem, Op, Region, Scope, SlotArg, Stmt, Val,
};
use crate::plan::{is_loop_swept, last_exit};
use crate::rules::Prim;
use crate::simplify;
use proc_macro2::Ident;

/// A loop whose trips are followed by their reverses.
pub struct Fused {
    /// What is opened in front of the loop.
    pub open: Vec<Stmt>,
    /// The cotangents of the sums, as they are behind the loop.
    pub seed: Vec<Stmt>,
    /// The number of the trip, where a counter asks for it.
    pub trip: Ident,
    pub counters: Vec<(Val, Counter)>,
    /// The reverse of a trip.
    pub back: Vec<Stmt>,
    /// The fused loops in the trip.
    pub inside: Vec<Scope>,
    /// Whether the trip can end in several ways: then it is a block of its own.
    pub has_exits: bool,
    /// Whether a trip can be the last.
    pub may_break: bool,
}

/// The fused loops of a function, by their scopes, and the reverse of all that is not in them.
pub struct Fusion {
    pub loops: HashMap<Scope, Fused>,
    pub back: Vec<Stmt>,
    /// The scopes of fused loops and of those inside of them.
    pub covered: HashSet<Scope>,
}

impl Fusion {
    /// A fused loop as the verifier looks at it.
    #[must_use]
    pub fn trip(&self, scope: Scope) -> Option<Trip<'_>> {
        let fused = self.loops.get(&scope)?;
        Some(Trip {
            open: &fused.open,
            seed: &fused.seed,
            counters: fused.counters.iter().map(|(val, _)| *val).collect(),
            back: &fused.back,
        })
    }
}

/// Whether a function may have such loops: a first look.
#[must_use]
pub fn may_fuse(region: &Region) -> bool {
    region
        .stmts
        .iter()
        .any(|s| matches!(s, Stmt::Loop(l) if l.results.is_empty()))
        && region.stmts.iter().all(|s| last_exit(s).is_none())
}

impl Sweep<'_> {
    /// Fuses what can be fused; nothing if that is no loop.
    pub fn fused(&mut self, region: &Region) -> Option<Fusion> {
        self.number(region);
        self.outs.push(Vec::new());
        let mut fuse = Fuse {
            loops: HashMap::new(),
            known: HashSet::new(),
            covered: HashSet::new(),
        };
        let mut back = fuse.region(self, region, Scope(0));
        if fuse.loops.is_empty() {
            return None;
        }
        self.deliver(&mut back);
        Some(Fusion {
            loops: fuse.loops,
            back,
            covered: fuse.covered,
        })
    }
}

struct Fuse {
    loops: HashMap<Scope, Fused>,
    /// Cotangents that are known before the fused loops around run.
    known: HashSet<Val>,
    covered: HashSet<Scope>,
}

/// The scopes of a loop and of those inside.
fn scopes_of(l: &Loop, found: &mut HashSet<Scope>) {
    fn inside(region: &Region, found: &mut HashSet<Scope>) {
        for stmt in &region.stmts {
            match stmt {
                Stmt::Loop(l) => scopes_of(l, found),
                Stmt::Branch(b) => b.arms.iter().for_each(|a| inside(&a.body, found)),
                _ => {}
            }
        }
    }
    found.insert(l.scope);
    inside(&l.body, found);
}

impl Fuse {
    /// The reverse of a region but for its fused loops, which are added to the others.
    fn region(&mut self, sweep: &mut Sweep, region: &Region, scope: Scope) -> Vec<Stmt> {
        let stmts = &region.stmts;
        let mut ends = Vec::new();
        if stmts.iter().any(|s| last_exit(s).is_some()) {
            sweep.region(region, scope, &mut ends);
            return ends;
        }
        sweep.end(&region.end, &[], &mut ends);
        // The reverse so far, in the order in which it runs.
        let mut reversed = ends;
        let mut behind = Behind::default();
        let mut fused: Vec<usize> = Vec::new();
        for (at, stmt) in stmts.iter().enumerate().rev() {
            behind.add(sweep, stmt);
            let seed = match stmt {
                Stmt::Loop(l) => self.seed(sweep, l, &reversed, &behind),
                _ => None,
            };
            match (stmt, seed) {
                (Stmt::Loop(l), Some(seed)) => {
                    self.a_loop(sweep, l, seed);
                    self.targets_of(l.scope, &mut behind.fused);
                    fused.push(at);
                    sweep.hand_on(l, &mut reversed);
                }
                _ => sweep.stmt(stmt, scope, &mut reversed),
            }
        }
        fused.reverse();
        let mut from = 0;
        let mut back = Vec::new();
        for at in fused {
            let mut open = Vec::new();
            for stmt in &stmts[from..at] {
                sweep.prologue(stmt, &mut open);
            }
            if let Stmt::Loop(l) = &stmts[at]
                && let Some(fused) = self.loops.get_mut(&l.scope)
            {
                fused.open = open;
            }
            sweep.prologue(&stmts[at], &mut back);
            from = at + 1;
        }
        for stmt in &stmts[from..] {
            sweep.prologue(stmt, &mut back);
        }
        back.extend(reversed);
        sweep.retire(stmts, &mut back);
        back
    }

    fn a_loop(&mut self, sweep: &mut Sweep, l: &Loop, seed: Vec<Stmt>) {
        let outs: Vec<Val> = l.carried.iter().map(|c| c.out).collect();
        let new: Vec<Val> = outs
            .iter()
            .copied()
            .filter(|v| self.known.insert(*v))
            .collect();
        sweep.outs.push(outs);
        let mut back = Vec::new();
        for c in &l.carried {
            sweep.open(c.head, &mut back);
        }
        let mut inside = Vec::new();
        let exits = exits_of(&l.body);
        let has_exits = exits.len() > 1 || !matches!(l.body.end, End::Exit(_));
        if has_exits {
            sweep.region(&l.body, l.scope, &mut back);
        } else {
            back.extend(self.region(sweep, &l.body, l.scope));
            let scopes = l.body.stmts.iter().filter_map(|stmt| match stmt {
                Stmt::Loop(inner) => Some(inner.scope),
                _ => None,
            });
            inside.extend(scopes.filter(|scope| self.loops.contains_key(scope)));
        }
        sweep.outs.pop();
        for val in new {
            self.known.remove(&val);
        }
        let fused = Fused {
            open: Vec::new(),
            seed,
            trip: sweep.names.numbered("trip", l.span),
            counters: sweep.counters(l),
            back,
            inside,
            has_exits,
            may_break: exits.iter().any(|e| e.kind == ExitKind::Break),
        };
        self.loops.insert(l.scope, fused);
        scopes_of(l, &mut self.covered);
    }

    /// The values whose cotangents change in a fused loop, and in those inside.
    fn targets_of(&self, scope: Scope, found: &mut HashSet<Val>) {
        let Some(fused) = self.loops.get(&scope) else {
            return;
        };
        for stmt in &fused.back {
            targets(stmt, &mut |val| found.extend([val]));
        }
        for inner in &fused.inside {
            self.targets_of(*inner, found);
        }
    }

    /// The statements that tell the cotangents of a loop's sums, if it can be fused.
    fn seed(
        &self,
        sweep: &mut Sweep,
        l: &Loop,
        reversed: &[Stmt],
        behind: &Behind,
    ) -> Option<Vec<Stmt>> {
        if !is_candidate(sweep, l) || !only_reads(sweep, l, behind) {
            return None;
        }
        let sums = sums(sweep, l)?;
        self.slice(sweep.body, sums, reversed, behind)
    }

    /// What of the reverse the cotangents of these values come from.
    fn slice(
        &self,
        body: &Body,
        of: Vec<Val>,
        reversed: &[Stmt],
        behind: &Behind,
    ) -> Option<Vec<Stmt>> {
        let mut early = BTreeMap::new();
        let mut wanted: HashSet<Val> = of.iter().copied().collect();
        let mut opened = of;
        let mut slice = Vec::new();
        for stmt in reversed.iter().rev() {
            match stmt {
                Stmt::Accumulate(val, cot) if wanted.contains(val) => {
                    let from = source(cot)?;
                    for read in factors(cot) {
                        behind.compute(body, read, &mut early)?;
                    }
                    if let Some(from) = from
                        && !self.known.contains(&from)
                        && wanted.insert(from)
                    {
                        // It belongs to what comes behind the loop, and starts at zero.
                        if !behind.vals.contains(&from) {
                            return None;
                        }
                        opened.push(from);
                    }
                    slice.push(stmt.clone());
                }
                other => {
                    let mut changes = false;
                    targets(other, &mut |val| changes |= wanted.contains(&val));
                    moved(other, &mut |val| changes |= wanted.contains(&val));
                    if changes {
                        return None;
                    }
                }
            }
        }
        // Fused loops run in front of what would come before them.
        if !wanted.is_disjoint(&behind.fused) {
            return None;
        }
        let mut seed: Vec<Stmt> = early.into_values().collect();
        seed.extend(opened.into_iter().map(Stmt::Zero));
        seed.extend(slice.into_iter().rev());
        Some(seed)
    }
}

/// What a statement and those behind it bring about and change.
#[derive(Default)]
struct Behind<'r> {
    /// The values that are defined there, and how if that can be told.
    vals: HashSet<Val>,
    ops: HashMap<Val, &'r Op>,
    /// The memories that are brought about there.
    mems: HashSet<Mem>,
    /// Those that are written to, and those whose lengths may change.
    written: HashSet<Mem>,
    reshaped: HashSet<Mem>,
    /// The values whose cotangents change in fused loops there.
    fused: HashSet<Val>,
}

impl<'r> Behind<'r> {
    fn add(&mut self, sweep: &Sweep, stmt: &'r Stmt) {
        touched::touched(stmt, &mut |place, touch| {
            let mem = sweep.body.rooted(place).mem;
            if touch != Touch::Read {
                self.written.insert(mem);
            }
            if touch == Touch::Reshape {
                self.reshaped.insert(mem);
            }
        });
        touched::memories(stmt, &mut |mem| self.mems.extend([mem]));
        touched::values(stmt, &mut |val| self.vals.extend([val]));
        if let Stmt::Let(val, op) = stmt {
            self.ops.insert(*val, op);
        }
    }

    /// What computes a value in front of everything; nothing if it depends on what happens there.
    fn compute(&self, body: &Body, val: Val, early: &mut BTreeMap<Val, Stmt>) -> Option<()> {
        if body.val(val).constant.is_some() || !self.vals.contains(&val) || early.contains_key(&val)
        {
            return Some(());
        }
        let (reads, stmt) = match self.ops.get(&val)? {
            // It may panic.
            Op::Prim(Prim::Method("clamp"), _) => return None,
            Op::Prim(prim, args) => (args, Stmt::Compute(val, *prim, args.clone())),
            Op::Raw(_) => {
                let (early, reads) = body.val(val).steady.as_ref()?;
                (reads, Stmt::Let(val, Op::Raw(early.clone())))
            }
            _ => return None,
        };
        for read in reads {
            self.compute(body, *read, early)?;
        }
        early.insert(val, stmt);
        Some(())
    }
}

/// The cotangent that another comes from, if it comes from one or from the seed by a factor.
#[allow(clippy::option_option, reason = "no source is not the seed")]
fn source(cot: &Cot) -> Option<Option<Val>> {
    match cot {
        Cot::Of(val) | Cot::Slope(_, _, val) => Some(Some(*val)),
        Cot::Seed(..) => Some(None),
        _ => None,
    }
}

/// What a factor is computed from.
fn factors(cot: &Cot) -> Vec<Val> {
    let mut reads = Vec::new();
    if let Cot::Slope(slope, args, val) = cot {
        slope.reads(&mut |read| reads.push(read.map_or(*val, |at| args[at])));
    }
    reads
}

fn is_candidate(sweep: &Sweep, l: &Loop) -> bool {
    let leaves = |exit: &&Exit| exit.kind == ExitKind::Return;
    l.results.is_empty()
        && is_loop_swept(sweep.body, sweep.activity, l)
        && !exits_of(&l.body).iter().any(leaves)
}

/// Whether a loop only reads from what is older than its trip, and nothing behind changes that, nor the lengths of
/// what is there before the loop.
fn only_reads(sweep: &Sweep, l: &Loop, behind: &Behind) -> bool {
    let mut own: HashSet<Mem> = HashSet::new();
    touched::region_memories(&l.body, &mut |mem| own.extend([mem]));
    let mut reads = true;
    touched::region_touches(&l.body, &mut |place, touch| {
        let mem = sweep.body.rooted(place).mem;
        if !own.contains(&mem) {
            reads &= touch == Touch::Read && !behind.written.contains(&mem);
        }
    });
    // The content of a settled buffer is looked at from here on.
    let mut contents = sweep.plan.rereads.contents();
    let is_older = |mem: &Mem| !behind.mems.contains(mem) && !own.contains(mem);
    reads
        && !contents.any(|mem| is_older(&mem) && behind.written.contains(&mem))
        && !behind.reshaped.iter().any(is_older)
}

/// The ways out of a trip.
fn exits_of(region: &Region) -> Vec<&Exit> {
    let mut exits = Vec::new();
    for stmt in &region.stmts {
        if let Stmt::Branch(b) = stmt {
            exits.extend(b.arms.iter().flat_map(|a| exits_of(&a.body)));
        }
    }
    if let End::Exit(exit) = &region.end {
        exits.push(exit);
    }
    exits
}

/// The carried floats that have a cotangent, if each is a sum: then this is the same at the head of a trip as behind it.
fn sums(sweep: &mut Sweep, l: &Loop) -> Option<Vec<Val>> {
    let mut chains = Chains {
        defs: HashMap::new(),
        uses: HashMap::new(),
        done: HashSet::new(),
        leading: HashMap::new(),
    };
    chains.defs(&l.body);
    let mut outs = Vec::new();
    for (number, carried) in l.carried.iter().enumerate() {
        if !sweep.is_active(carried.out) && !sweep.is_active(carried.head) {
            continue;
        }
        outs.push(carried.out);
        for exit in exits_of(&l.body) {
            if !chains.follow(exit.carried[number], carried.head) {
                return None;
            }
        }
    }
    // Whatever else the sum went to would have added to its cotangent.
    let mut reverse = Vec::new();
    sweep.a_loop(l, &mut reverse);
    let mut found: HashMap<Val, usize> = HashMap::new();
    for stmt in &reverse {
        if let Stmt::ReverseLoop(l) = stmt {
            for stmt in &l.body {
                targets(stmt, &mut |val| *found.entry(val).or_default() += 1);
            }
        }
    }
    let as_expected = |(val, count): (&Val, &usize)| found.get(val) == Some(count);
    chains.uses.iter().all(as_expected).then_some(outs)
}

/// How a value comes about, where it may be a sum.
enum Def<'l> {
    Sum(Val, Val),
    Difference(Val),
    /// What the arms yield.
    Chosen(Vec<Val>),
    /// What an inner loop carries: the number of it.
    Carried(&'l Loop, usize),
}

/// Sums that are carried from the head of a trip to its end.
struct Chains<'l> {
    defs: HashMap<Val, Def<'l>>,
    /// How often each is used on the way: so often something is added to its cotangent.
    uses: HashMap<Val, usize>,
    done: HashSet<Val>,
    /// Whether a value starts with a head, where that was looked at.
    leading: HashMap<(Val, Val), bool>,
}

impl<'l> Chains<'l> {
    fn defs(&mut self, region: &'l Region) {
        for stmt in &region.stmts {
            match stmt {
                Stmt::Let(val, Op::Prim(Prim::Add, args)) => {
                    self.defs.insert(*val, Def::Sum(args[0], args[1]));
                }
                Stmt::Let(val, Op::Prim(Prim::Sub, args)) => {
                    self.defs.insert(*val, Def::Difference(args[0]));
                }
                Stmt::Branch(b) => {
                    for arm in &b.arms {
                        self.defs(&arm.body);
                    }
                    for (number, result) in b.results.iter().enumerate() {
                        let yielded = b.arms.iter().filter_map(|arm| match &arm.body.end {
                            End::Yield(vals) => vals.get(number).copied(),
                            _ => None,
                        });
                        self.defs.insert(*result, Def::Chosen(yielded.collect()));
                    }
                }
                Stmt::Loop(l) => {
                    self.defs(&l.body);
                    for (number, carried) in l.carried.iter().enumerate() {
                        self.defs.insert(carried.out, Def::Carried(l, number));
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether a value is a sum that starts with `head`. Notes how often each part of the chain is used.
    fn follow(&mut self, val: Val, head: Val) -> bool {
        if !self.leads(val, head) {
            return false;
        }
        *self.uses.entry(val).or_default() += 1;
        if val == head || !self.done.insert(val) {
            return true;
        }
        match self.defs.get(&val) {
            Some(Def::Sum(a, b)) => {
                let (a, b) = (*a, *b);
                let next = if self.leads(a, head) { a } else { b };
                self.follow(next, head)
            }
            Some(Def::Difference(a)) => {
                let a = *a;
                self.follow(a, head)
            }
            Some(Def::Chosen(vals)) => {
                let vals = vals.clone();
                vals.iter().all(|v| self.follow(*v, head))
            }
            Some(Def::Carried(l, number)) => {
                let (l, number) = (*l, *number);
                let carried = &l.carried[number];
                let exits = exits_of(&l.body);
                carried.init.is_some_and(|init| self.follow(init, head))
                    && exits
                        .iter()
                        .all(|e| self.follow(e.carried[number], carried.head))
            }
            None => false,
        }
    }

    /// The same without notes.
    fn leads(&mut self, val: Val, head: Val) -> bool {
        if val == head {
            return true;
        }
        if let Some(known) = self.leading.get(&(val, head)) {
            return *known;
        }
        let parts = match self.defs.get(&val) {
            Some(Def::Sum(a, b)) => vec![*a, *b],
            Some(Def::Difference(a)) => vec![*a],
            Some(Def::Chosen(vals)) => vals.clone(),
            Some(Def::Carried(l, number)) => l.carried[*number].init.into_iter().collect(),
            None => Vec::new(),
        };
        let every = matches!(self.defs.get(&val), Some(Def::Chosen(_)));
        let leads = if every {
            !parts.is_empty() && parts.iter().all(|part| self.leads(*part, head))
        } else {
            parts.iter().any(|part| self.leads(*part, head))
        };
        self.leading.insert((val, head), leads);
        leads
    }
}

/// Calls `see` with every value whose cotangent a statement of the reverse half may change.
fn targets(stmt: &Stmt, see: &mut dyn FnMut(Val)) {
    match stmt {
        Stmt::Accumulate(val, _) | Stmt::Set(val, _) | Stmt::Take(_, Some(val), _) => see(*val),
        Stmt::ReverseCall(call) => {
            for slot in &call.slots {
                if let SlotArg::Cell(val) = slot {
                    see(*val);
                }
            }
        }
        Stmt::ReverseBranch(b) => b.arms.iter().flatten().for_each(|s| targets(s, see)),
        Stmt::ReverseLoop(l) => l.body.iter().for_each(|s| targets(s, see)),
        Stmt::Beyond(_, _, _, body) => body.iter().for_each(|s| targets(s, see)),
        _ => {}
    }
}

/// The same with every value whose cotangent moves from trip to trip.
fn moved(stmt: &Stmt, see: &mut dyn FnMut(Val)) {
    match stmt {
        Stmt::ReverseBranch(b) => b.arms.iter().flatten().for_each(|s| moved(s, see)),
        Stmt::ReverseLoop(l) => {
            l.carried.iter().for_each(|(out, _)| see(*out));
            l.body.iter().for_each(|s| moved(s, see));
        }
        Stmt::Beyond(_, _, _, body) => body.iter().for_each(|s| moved(s, see)),
        _ => {}
    }
}

/// The same after simplification, which fused loops need not know of.
#[must_use]
pub fn simplified(mut fusion: Fusion, enabled: bool) -> Fusion {
    fusion.back = simplify::simplify(fusion.back, enabled);
    for fused in fusion.loops.values_mut() {
        fused.back = simplify::simplify(std::mem::take(&mut fused.back), enabled);
        fused.seed = simplify::simplify(std::mem::take(&mut fused.seed), enabled);
    }
    fusion
}
