//! What holds of every body and of both halves of its adjoint:
//!
//! 1. a value is defined once, and its definition dominates every use;
//! 2. every arm that falls through yields as many values as the branch has results, and every exit of a
//!    loop carries as many as the loop does, of the same types;
//! 3. a cotangent is zeroed or set before it is added to or read, in a list that encloses the use;
//! 4. what the reverse half restores was kept by the forward half, in the same slot;
//! 5. the reverse half takes from the tape what the forward half put there, in mirrored order;
//! 6. a reverse call lends a cotangent once, whole or in pieces, and each piece of it once;
//! 7. every return parks the memories that are noted by then, the last first; the reverse half opens them in
//!    the order in which they were noted, rewinds only what is open, and closes all of them.
//!
//! Tests run it after every stage; a violation is a bug of ours and never a message to a user.
use std::collections::{HashMap, HashSet};

use proc_macro2::Ident;

use super::{
    Body, Bound, CallArg, Cot, Elem, End, Init, Lender, Lent, Loop, Mem, Op, Pieces, Place, Proj,
    Region, Ret, ReverseCall, Scope, SeedArg, SlotArg, Source, Stmt, Val,
};

/// Checks the primal.
///
/// # Errors
/// The first violation.
pub fn primal(body: &Body) -> Result<(), String> {
    forward(body, &body.region)
}

/// Checks a primal or forward half.
///
/// # Errors
/// The first violation.
pub fn forward(body: &Body, region: &Region) -> Result<(), String> {
    let mut check = Forward {
        body,
        defined: HashSet::new(),
    };
    check.region(region, &HashSet::new(), None)
}

/// Checks the reverse half against the forward half.
///
/// # Errors
/// The first violation.
pub fn halves(body: &Body, region: &Region, reverse: &[Stmt]) -> Result<(), String> {
    forward(body, region)?;
    let mut kept = HashMap::new();
    kept_in(region, &mut kept);
    let check = Reverse { body, kept };
    check.list(reverse, &mut HashSet::new(), &mut HashSet::new())?;
    let mut noted = Vec::new();
    parks(region, &mut noted)?;
    let mut opened = Vec::new();
    opens(reverse, &mut Vec::new(), &mut opened)?;
    if noted != opened {
        return Err("memories are opened in another order than they were noted".to_owned());
    }
    mirrored(region, reverse, &|_| false)
}

/// Whether the reverse of a region takes from the tape what that put there, but for some of its loops.
fn mirrored(
    region: &Region,
    reverse: &[Stmt],
    left_out: &dyn Fn(Scope) -> bool,
) -> Result<(), String> {
    let mut there = trace(region);
    there.retain(|t| !matches!(t, Trace::Trips(scope, _) if left_out(Scope(*scope))));
    mirror(&mut there);
    let back = reverse_trace(reverse);
    if there == back {
        Ok(())
    } else {
        Err(format!("tape: forward {there:?}, reverse {back:?}"))
    }
}

/// A trip that is followed by its reverse, as far as it is checked.
pub struct Trip<'f> {
    pub open: &'f [Stmt],
    pub seed: &'f [Stmt],
    pub counters: Vec<Val>,
    pub back: &'f [Stmt],
}

/// Checks both halves in one: each list of the reverse half where it stands in the forward half.
///
/// # Errors
/// The first violation.
pub fn fused<'f>(
    body: &Body,
    region: &Region,
    back: &[Stmt],
    trip: &dyn Fn(Scope) -> Option<Trip<'f>>,
) -> Result<(), String> {
    forward(body, region)?;
    let mut kept = HashMap::new();
    kept_in(region, &mut kept);
    let check = Reverse { body, kept };
    check.fused(region, back, trip, &mut HashSet::new(), &mut HashSet::new())
}

struct Forward<'b> {
    body: &'b Body,
    defined: HashSet<Val>,
}

impl Forward<'_> {
    fn name(&self, val: Val) -> String {
        self.body.val(val).name.to_string()
    }

    fn define(&mut self, val: Val, scope: &mut HashSet<Val>) -> Result<(), String> {
        if !self.defined.insert(val) {
            return Err(format!("`{}` is defined twice", self.name(val)));
        }
        scope.insert(val);
        Ok(())
    }

    fn used(&self, val: Val, scope: &HashSet<Val>) -> Result<(), String> {
        if self.body.val(val).constant.is_some() || scope.contains(&val) {
            return Ok(());
        }
        Err(format!(
            "`{}` is used where it is not defined",
            self.name(val)
        ))
    }

    fn place(&self, place: &Place, scope: &HashSet<Val>) -> Result<(), String> {
        for proj in &place.path {
            match proj {
                Proj::Index(v) => self.used(*v, scope)?,
                Proj::Range(lo, hi) => {
                    for v in lo.iter().chain(hi) {
                        self.used(*v, scope)?;
                    }
                }
                Proj::Field(_) => {}
            }
        }
        Ok(())
    }

    fn same_type(&self, a: Val, b: Val) -> Result<(), String> {
        let (x, y) = (self.body.val(a), self.body.val(b));
        if x.ty.agrees(y.ty) || x.constant.is_some() || y.constant.is_some() {
            return Ok(());
        }
        Err(format!(
            "`{}` and `{}` have different types",
            x.name, y.name
        ))
    }

    fn region(
        &mut self,
        region: &Region,
        outer: &HashSet<Val>,
        l: Option<&Loop>,
    ) -> Result<(), String> {
        let mut scope = outer.clone();
        for stmt in &region.stmts {
            self.stmt(stmt, &mut scope, l)?;
        }
        match &region.end {
            End::Yield(vals) => vals.iter().try_for_each(|v| self.used(*v, &scope)),
            End::Exit(exit) => {
                exit.carried
                    .iter()
                    .try_for_each(|v| self.used(*v, &scope))?;
                let carried = l.map_or(self.body.outputs.len(), |l| l.carried.len());
                if exit.carried.len() != carried {
                    return Err(format!(
                        "an exit carries {} of {carried}",
                        exit.carried.len()
                    ));
                }
                if let Some(l) = l {
                    for (val, c) in exit.carried.iter().zip(&l.carried) {
                        self.same_type(*val, c.out)?;
                    }
                }
                Ok(())
            }
            End::Never => Ok(()),
        }
    }

    fn stmt(
        &mut self,
        stmt: &Stmt,
        scope: &mut HashSet<Val>,
        l: Option<&Loop>,
    ) -> Result<(), String> {
        match stmt {
            Stmt::Let(val, op) => {
                match op {
                    Op::Raw(_) | Op::Note(_) | Op::Shape(..) => {}
                    Op::Prim(_, args) => args.iter().try_for_each(|a| self.used(*a, scope))?,
                    Op::Load(place, _) | Op::LoadCast(place, _) => self.place(place, scope)?,
                }
                self.define(*val, scope)
            }
            Stmt::Given(vals) => vals.iter().try_for_each(|v| self.define(*v, scope)),
            Stmt::Define(_, init, _) => self.init(init, scope),
            Stmt::Call(call) => {
                call.args.iter().try_for_each(|a| self.arg(a, scope))?;
                for arg in &call.args {
                    if let CallArg::Changed(_, after) = arg {
                        self.define(*after, scope)?;
                    }
                }
                self.bound(&call.result, scope)
            }
            Stmt::Branch(b) => {
                for arm in &b.arms {
                    self.region(&arm.body, scope, l)?;
                    if let End::Yield(vals) = &arm.body.end {
                        let empty_let_else = matches!(b.head, super::Head::LetElse(..));
                        if vals.len() != b.results.len() && !empty_let_else {
                            return Err(format!(
                                "an arm yields {} of {}",
                                vals.len(),
                                b.results.len()
                            ));
                        }
                        for (val, result) in vals.iter().zip(&b.results) {
                            self.same_type(*val, *result)?;
                        }
                    }
                }
                b.results.iter().try_for_each(|r| self.define(*r, scope))
            }
            Stmt::Loop(inner) => {
                let mut head = scope.clone();
                for c in &inner.carried {
                    if let Some(init) = c.init {
                        self.used(init, scope)?;
                        self.same_type(init, c.head)?;
                    }
                    self.define(c.head, &mut head)?;
                }
                self.region(&inner.body, &head, Some(inner))?;
                for c in &inner.carried {
                    self.define(c.out, scope)?;
                }
                inner
                    .results
                    .iter()
                    .try_for_each(|r| self.define(*r, scope))
            }
            Stmt::SetResult(ret) => self.ret(ret, scope),
            Stmt::Store(place, _, source, _) => {
                self.place(place, scope)?;
                self.source(source, scope)
            }
            Stmt::Fill(place, val, _) => {
                self.place(place, scope)?;
                self.used(*val, scope)
            }
            Stmt::CopyInto(a, b, _) | Stmt::SwapPlaces(a, b, _) => {
                self.place(a, scope)?;
                self.place(b, scope)
            }
            Stmt::Rearrange(place, ..) | Stmt::Sort(place, ..) => self.place(place, scope),
            Stmt::Grow(place, before, source, _) => {
                self.place(place, scope)?;
                self.used(*before, scope)?;
                self.source(source, scope)
            }
            Stmt::Replace(place, before, source, _) => {
                self.place(place, scope)?;
                self.used(before.val(), scope)?;
                self.source(source, scope)
            }
            Stmt::Shrink(place, before, _) => {
                self.place(place, scope)?;
                self.used(before.val(), scope)
            }
            Stmt::Assign(_, val) | Stmt::Keep(_, _, val) | Stmt::KeepIf(_, _, _, val) => {
                self.used(*val, scope)
            }
            Stmt::NoteReads(_, reads) => reads.iter().try_for_each(|(val, place, _)| {
                self.used(*val, scope)?;
                self.place(place, scope)
            }),
            Stmt::NoteWrite(place, ..) => self.place(place, scope),
            Stmt::NoteSwap(place, i, j, _) => {
                self.place(place, scope)?;
                self.used(*i, scope)?;
                self.used(*j, scope)
            }
            _ => Ok(()),
        }
    }

    fn source(&self, source: &Source, scope: &HashSet<Val>) -> Result<(), String> {
        match source {
            Source::Val(v) => self.used(*v, scope),
            Source::Init(init) => self.init(init, scope),
        }
    }

    fn arg(&self, arg: &CallArg, scope: &HashSet<Val>) -> Result<(), String> {
        match arg {
            CallArg::Val(v, _) => self.used(*v, scope),
            CallArg::Tuple(parts, _) => parts.iter().try_for_each(|p| self.arg(p, scope)),
            CallArg::Place(place, ..) | CallArg::Shaped(place, ..) => self.place(place, scope),
            CallArg::Changed(before, _) => self.used(*before, scope),
            CallArg::Function(..) | CallArg::Inactive(_) => Ok(()),
        }
    }

    fn bound(&mut self, bound: &Bound, scope: &mut HashSet<Val>) -> Result<(), String> {
        match bound {
            Bound::Val(v) => self.define(*v, scope),
            Bound::Tuple(parts) => parts.iter().try_for_each(|p| self.bound(p, scope)),
            Bound::Mem(_) | Bound::Name(_) | Bound::Nothing => Ok(()),
        }
    }

    fn init(&self, init: &Init, scope: &HashSet<Val>) -> Result<(), String> {
        match init {
            Init::List(elems) | Init::Tuple(elems) | Init::VecList(elems) => {
                elems.iter().try_for_each(|e| self.elem(e, scope))
            }
            Init::Struct(s) => s.elems().try_for_each(|e| self.elem(e, scope)),
            Init::Repeat(elem, _) => self.elem(elem, scope),
            Init::VecRepeat(elem, _, len) => {
                self.used(*len, scope)?;
                self.elem(elem, scope)
            }
            Init::Copy(place, ..) => self.place(place, scope),
            Init::Empty(_) => Ok(()),
        }
    }

    fn elem(&self, elem: &Elem, scope: &HashSet<Val>) -> Result<(), String> {
        match elem {
            Elem::Val(v) => self.used(*v, scope),
            Elem::Nested(init) => self.init(init, scope),
        }
    }

    fn ret(&self, ret: &Ret, scope: &HashSet<Val>) -> Result<(), String> {
        match ret {
            Ret::Val(v) => self.used(*v, scope),
            Ret::Place(place, _) | Ret::Whole(place, _) => self.place(place, scope),
            Ret::List(init) => self.init(init, scope),
            Ret::Tuple(parts) => parts.iter().try_for_each(|p| self.ret(p, scope)),
            Ret::Inactive(_) => Ok(()),
        }
    }
}

fn kept_in(region: &Region, kept: &mut HashMap<Val, (u32, usize)>) {
    for stmt in &region.stmts {
        match stmt {
            Stmt::Keep(scope, slot, val) => {
                kept.insert(*val, (scope.0, *slot));
            }
            // From the end, so that the two kinds of frames are told apart.
            Stmt::KeepIf(scope, condition, slot, val) => {
                kept.insert(*val, (scope.0, usize::MAX - (*slot << 16) - condition));
            }
            Stmt::Branch(b) => b.arms.iter().for_each(|a| kept_in(&a.body, kept)),
            Stmt::Loop(l) => kept_in(&l.body, kept),
            _ => {}
        }
    }
}

struct Reverse<'b> {
    body: &'b Body,
    kept: HashMap<Val, (u32, usize)>,
}

impl Reverse<'_> {
    fn name(&self, val: Val) -> String {
        self.body.val(val).name.to_string()
    }

    /// A region with fused loops, and the reverse of the rest of it.
    fn fused<'f>(
        &self,
        region: &Region,
        back: &[Stmt],
        trip: &dyn Fn(Scope) -> Option<Trip<'f>>,
        values: &mut HashSet<Val>,
        cells: &mut HashSet<Val>,
    ) -> Result<(), String> {
        for stmt in &region.stmts {
            if let Stmt::Loop(l) = stmt
                && let Some(fused) = trip(l.scope)
            {
                self.list(fused.open, values, cells)?;
                let (mut values, mut cells) = (values.clone(), cells.clone());
                self.list(fused.seed, &mut values, &mut cells)?;
                values.extend(fused.counters);
                self.fused(&l.body, fused.back, trip, &mut values, &mut cells)?;
            }
        }
        self.list(back, values, cells)?;
        mirrored(region, back, &|scope| trip(scope).is_some())
    }

    /// `values`: restored so far; `cells`: cotangents declared so far.
    fn list(
        &self,
        stmts: &[Stmt],
        values: &mut HashSet<Val>,
        cells: &mut HashSet<Val>,
    ) -> Result<(), String> {
        for stmt in stmts {
            self.stmt(stmt, values, cells)?;
        }
        Ok(())
    }

    fn inner(
        &self,
        stmts: &[Stmt],
        values: &HashSet<Val>,
        cells: &HashSet<Val>,
    ) -> Result<(), String> {
        self.list(stmts, &mut values.clone(), &mut cells.clone())
    }

    fn cell(&self, val: Val, cells: &HashSet<Val>) -> Result<(), String> {
        if cells.contains(&val) {
            return Ok(());
        }
        Err(format!(
            "the cotangent of `{}` is used before it starts",
            self.name(val)
        ))
    }

    fn value(&self, val: Val, values: &HashSet<Val>) -> Result<(), String> {
        if self.body.val(val).constant.is_some() || values.contains(&val) {
            return Ok(());
        }
        Err(format!(
            "`{}` is read in the sweep but not restored",
            self.name(val)
        ))
    }

    fn place(&self, place: &Place, values: &HashSet<Val>) -> Result<(), String> {
        self.path(&place.path, values)
    }

    fn path(&self, path: &[Proj], values: &HashSet<Val>) -> Result<(), String> {
        for proj in path {
            match proj {
                Proj::Index(v) => self.value(*v, values)?,
                Proj::Range(lo, hi) => {
                    for v in lo.iter().chain(hi) {
                        self.value(*v, values)?;
                    }
                }
                Proj::Field(_) => {}
            }
        }
        Ok(())
    }

    fn stmt(
        &self,
        stmt: &Stmt,
        values: &mut HashSet<Val>,
        cells: &mut HashSet<Val>,
    ) -> Result<(), String> {
        match stmt {
            Stmt::Restore(val, scope, slot) => {
                if self.kept.get(val) != Some(&(scope.0, *slot)) {
                    return Err(format!(
                        "`{}` is restored but was not kept there",
                        self.name(*val)
                    ));
                }
                values.insert(*val);
                Ok(())
            }
            Stmt::RestoreIf(val, place, scope, condition, slot) => {
                place
                    .iter()
                    .try_for_each(|place| self.place(place, values))?;
                let slot = usize::MAX - (*slot << 16) - condition;
                if self.kept.get(val) != Some(&(scope.0, slot)) {
                    return Err(format!(
                        "`{}` is read again but was not kept there",
                        self.name(*val)
                    ));
                }
                values.insert(*val);
                Ok(())
            }
            Stmt::ReadContent(val, place) | Stmt::RestoreColumn(val, place, ..) => {
                self.place(place, values)?;
                values.insert(*val);
                Ok(())
            }
            Stmt::ReadBack(_, reads) => {
                for (val, place) in reads {
                    self.place(place, values)?;
                    if !values.insert(*val) {
                        return Err(format!("`{}` is read back twice", self.name(*val)));
                    }
                }
                Ok(())
            }
            Stmt::UndoWrite(place) => self.place(place, values),
            Stmt::UndoSwap(place, i, j, _) => {
                self.place(place, values)?;
                self.value(*i, values)?;
                self.value(*j, values)
            }
            Stmt::Recompute(val) => {
                if let Some((_, reads)) = &self.body.val(*val).formula {
                    reads.iter().try_for_each(|r| self.value(*r, values))?;
                }
                values.insert(*val);
                Ok(())
            }
            Stmt::Let(val, _) => {
                values.insert(*val);
                Ok(())
            }
            Stmt::Compute(val, _, args) => {
                args.iter().try_for_each(|a| self.value(*a, values))?;
                values.insert(*val);
                Ok(())
            }
            Stmt::Zero(val) => {
                if !cells.insert(*val) {
                    return Err(format!(
                        "the cotangent of `{}` starts twice",
                        self.name(*val)
                    ));
                }
                Ok(())
            }
            Stmt::Set(val, cot) => {
                self.cot(cot, values, cells)?;
                if !cells.insert(*val) {
                    return Err(format!(
                        "the cotangent of `{}` is set after it started",
                        self.name(*val)
                    ));
                }
                Ok(())
            }
            Stmt::Accumulate(val, cot) => {
                self.cell(*val, cells)?;
                self.cot(cot, values, cells)
            }
            Stmt::Scatter(place, cot)
            | Stmt::ScatterCast(place, cot)
            | Stmt::ScatterAll(place, cot)
            | Stmt::ScatterWhole(place, cot)
            | Stmt::ScatterEach(place, cot, _)
            | Stmt::ScatterRest(place, cot, _) => {
                self.place(place, values)?;
                self.cot(cot, values, cells)
            }
            Stmt::Deliver(_, _, val) => self.cell(*val, cells),
            Stmt::TakeSlot(_, val) => {
                cells.insert(*val);
                Ok(())
            }
            Stmt::Take(place, val, _) => {
                self.place(place, values)?;
                val.map_or(Ok(()), |v| self.cell(v, cells))
            }
            Stmt::TakeAll(place, _) | Stmt::RearrangeBack(place, _) | Stmt::Unsort(place) => {
                self.place(place, values)
            }
            Stmt::SplitOff(place, len, _) | Stmt::CutOff(place, len, _) => {
                self.place(place, values)?;
                self.value(*len, values)
            }
            Stmt::Resize(place, before) | Stmt::Remake(place, before, _) => {
                self.place(place, values)?;
                self.value(before.val(), values)
            }
            Stmt::SwapElements(place, i, j) => {
                self.place(place, values)?;
                i.iter().chain(j).try_for_each(|v| self.value(*v, values))
            }
            Stmt::SwapCots(a, b) | Stmt::SwapWithin(a, b, _) => {
                self.place(a, values)?;
                self.place(b, values)
            }
            Stmt::ReverseCall(call) => {
                self.seed(&call.seed, cells)?;
                self.lending(call, values)?;
                call.slots.iter().try_for_each(|slot| match slot {
                    SlotArg::Cell(v) => self.cell(*v, cells),
                    _ => Ok(()),
                })
            }
            Stmt::ReverseBranch(b) => b.arms.iter().try_for_each(|a| self.inner(a, values, cells)),
            Stmt::ReverseLoop(l) => {
                for (out, _) in &l.carried {
                    self.cell(*out, cells)?;
                }
                let mut inside = cells.clone();
                let mut known = values.clone();
                known.extend(l.counters.iter().map(|(val, _)| *val));
                self.list(&l.body, &mut known, &mut inside)?;
                l.carried
                    .iter()
                    .try_for_each(|(_, head)| self.cell(*head, &inside))
            }
            Stmt::Beyond(_, _, _, inside) => self.inner(inside, values, cells),
            _ => Ok(()),
        }
    }

    /// What a call divides and lends, in order.
    fn lending(&self, call: &ReverseCall, values: &HashSet<Val>) -> Result<(), String> {
        let mut lending = Lending::default();
        for division in &call.divisions {
            self.path(&division.of.path, values)?;
            lending.lend(&division.of)?;
            match &division.into {
                Pieces::Fields(pieces) => lending.add(pieces.iter().map(|(name, _)| name)),
                Pieces::Apart(pieces) | Pieces::Parts(_, pieces) => {
                    lending.add(pieces.iter().map(|(name, _)| name));
                    pieces
                        .iter()
                        .try_for_each(|(_, path)| self.path(path, values))?;
                }
            }
            if let Pieces::Parts(name, pieces) = &division.into {
                lending.parts.insert(name.to_string(), pieces.len());
            }
        }
        for spare in &call.spares {
            self.path(&spare.of.path, values)?;
            lending.spares.insert(spare.name.to_string());
            if matches!(spare.of.from, Lender::Piece(_)) {
                return Err(format!("`{}` stands in for a piece", spare.name));
            }
            for (parts, at) in &spare.unless {
                if lending
                    .parts
                    .get(&parts.to_string())
                    .is_none_or(|n| at >= n)
                {
                    return Err(format!("`{}` asks for a part of no division", spare.name));
                }
            }
        }
        for slot in &call.slots {
            if let SlotArg::Lend(lent) | SlotArg::Either(lent, _) = slot {
                self.path(&lent.path, values)?;
                lending.lend(lent)?;
            }
            if let SlotArg::Spare(spare) | SlotArg::Either(_, spare) = slot
                && !lending.spares.remove(&spare.to_string())
            {
                return Err(format!("the spare `{spare}` is not there"));
            }
        }
        Ok(())
    }

    fn cot(&self, cot: &Cot, values: &HashSet<Val>, cells: &HashSet<Val>) -> Result<(), String> {
        match cot {
            Cot::Of(v) => self.cell(*v, cells),
            Cot::Slope(slope, args, out) => {
                self.cell(*out, cells)?;
                let mut reads = Vec::new();
                slope.reads(&mut |r| reads.push(r.map_or(*out, |at| args[at])));
                reads.into_iter().try_for_each(|v| self.value(v, values))
            }
            Cot::Sum(inner) => self.cot(inner, values, cells),
            Cot::Seed(..) | Cot::Element(..) | Cot::Temp(..) | Cot::TempElement(..) => Ok(()),
        }
    }

    fn seed(&self, seed: &SeedArg, cells: &HashSet<Val>) -> Result<(), String> {
        match seed {
            SeedArg::Val(v) => self.cell(*v, cells),
            SeedArg::Tuple(parts) => parts.iter().try_for_each(|p| self.seed(p, cells)),
            SeedArg::Mem(_) | SeedArg::Unit | SeedArg::Zero(_) => Ok(()),
        }
    }
}

/// What a reverse call has lent, and what it can lend.
#[derive(Default)]
struct Lending {
    /// Locals and slots that are lent.
    roots: Vec<Lender>,
    /// Pieces that are not lent yet.
    pieces: HashSet<String>,
    /// The divisions that know at run time what they lend.
    parts: HashMap<String, usize>,
    spares: HashSet<String>,
}

impl Lending {
    fn add<'p>(&mut self, pieces: impl Iterator<Item = &'p Ident>) {
        self.pieces.extend(pieces.map(ToString::to_string));
    }

    fn lend(&mut self, lent: &Lent) -> Result<(), String> {
        match &lent.from {
            Lender::Piece(name) if self.pieces.remove(&name.to_string()) => Ok(()),
            Lender::Piece(name) => Err(format!("the piece `{name}` is not there to be lent")),
            root if self.roots.contains(root) => {
                Err("a cotangent is lent twice by one call".to_owned())
            }
            root => {
                self.roots.push(root.clone());
                Ok(())
            }
        }
    }
}

/// Checks that every return of the call parks what is noted, the last first.
fn parks(region: &Region, noted: &mut Vec<Mem>) -> Result<(), String> {
    let mut parked = Vec::new();
    for stmt in &region.stmts {
        match stmt {
            Stmt::Note(mem) => noted.push(*mem),
            Stmt::Park(mem) => parked.push(*mem),
            Stmt::Branch(b) => b.arms.iter().try_for_each(|a| parks(&a.body, noted))?,
            _ => {}
        }
    }
    parked.reverse();
    if matches!(region.end, End::Exit(_)) && parked != *noted {
        return Err("a return does not park what is noted".to_owned());
    }
    Ok(())
}

/// Checks that only open memories are rewound, and that all are closed.
fn opens(stmts: &[Stmt], open: &mut Vec<Mem>, opened: &mut Vec<Mem>) -> Result<(), String> {
    let before = open.len();
    for stmt in stmts {
        match stmt {
            Stmt::Unpark(mem) => {
                open.push(*mem);
                opened.push(*mem);
            }
            Stmt::Close(mem) => open.retain(|m| m != mem),
            Stmt::ReadBack(_, reads) if reads.iter().any(|(_, p)| !open.contains(&p.mem)) => {
                return Err("a memory is read back that is not open".to_owned());
            }
            Stmt::UndoWrite(place) | Stmt::UndoSwap(place, ..) if !open.contains(&place.mem) => {
                return Err("a memory is rewound that is not open".to_owned());
            }
            Stmt::SwapNotes(a, b) if !(open.contains(a) && open.contains(b)) => {
                return Err("memories are exchanged that are not open".to_owned());
            }
            Stmt::ReverseBranch(b) => b.arms.iter().try_for_each(|a| opens(a, open, opened))?,
            Stmt::ReverseLoop(l) => opens(&l.body, open, opened)?,
            Stmt::Beyond(_, _, _, inside) => opens(inside, open, opened)?,
            _ => {}
        }
    }
    if open.len() > before {
        return Err("a memory stays open".to_owned());
    }
    Ok(())
}

/// What goes through the tape, in order.
#[derive(PartialEq, Eq, Debug)]
enum Trace {
    Reads(u32, Vec<Val>),
    Write,
    Swap,
    Exchange,
    Frame(String),
    Sorted,
    Trips(u32, Vec<Trace>),
    Arms(Vec<Vec<Trace>>),
}

fn trace(region: &Region) -> Vec<Trace> {
    let mut out = Vec::new();
    for stmt in &region.stmts {
        match stmt {
            Stmt::Sort(_, _, true) => out.push(Trace::Sorted),
            Stmt::NoteReads(scope, reads) => {
                out.push(Trace::Reads(scope.0, reads.iter().map(|r| r.0).collect()));
            }
            Stmt::NoteWrite(..) => out.push(Trace::Write),
            Stmt::NoteSwap(..) => out.push(Trace::Swap),
            Stmt::SwapNotes(..) => out.push(Trace::Exchange),
            Stmt::Call(call) if call.taped => out.push(Trace::Frame(call.frame.to_string())),
            Stmt::Loop(l) if l.taped => out.push(Trace::Trips(l.scope.0, trace(&l.body))),
            Stmt::Branch(b) => push_arms(b.arms.iter().map(|a| trace(&a.body)).collect(), &mut out),
            _ => {}
        }
    }
    out
}

fn push_arms(arms: Vec<Vec<Trace>>, out: &mut Vec<Trace>) {
    if arms.iter().any(|a| !a.is_empty()) {
        out.push(Trace::Arms(arms));
    }
}

fn mirror(trace: &mut [Trace]) {
    trace.reverse();
    for part in trace {
        match part {
            Trace::Frame(_)
            | Trace::Sorted
            | Trace::Reads(..)
            | Trace::Write
            | Trace::Swap
            | Trace::Exchange => {}
            Trace::Trips(_, inner) => mirror(inner),
            Trace::Arms(arms) => arms.iter_mut().for_each(|a| mirror(a)),
        }
    }
}

fn reverse_trace(stmts: &[Stmt]) -> Vec<Trace> {
    let mut out = Vec::new();
    for stmt in stmts {
        match stmt {
            Stmt::Unsort(_) => out.push(Trace::Sorted),
            Stmt::ReadBack(scope, reads) => {
                out.push(Trace::Reads(scope.0, reads.iter().map(|r| r.0).collect()));
            }
            Stmt::UndoWrite(_) => out.push(Trace::Write),
            Stmt::UndoSwap(..) => out.push(Trace::Swap),
            Stmt::SwapNotes(..) => out.push(Trace::Exchange),
            Stmt::PopFrame(frame) => out.push(Trace::Frame(frame.to_string())),
            Stmt::ReverseLoop(l) => out.push(Trace::Trips(l.scope.0, reverse_trace(&l.body))),
            Stmt::ReverseBranch(b) => {
                push_arms(b.arms.iter().map(|a| reverse_trace(a)).collect(), &mut out);
            }
            Stmt::Beyond(_, _, _, inside) => out.extend(reverse_trace(inside)),
            _ => {}
        }
    }
    out
}
