//! Which values and memories carry a derivative from a parameter to the result.
//!
//! *Varied*: depends on a float parameter. *Useful*: the result depends on it. Active is both. The
//! default is active: this stage may only remove what it proves useless, and can be switched off.
use std::collections::HashSet;

use crate::ir::{
    Body, Bound, Call, CallArg, Elem, End, Init, Loop, Mem, MemKind, Op, Place, Region, Ret,
    Source, Stmt, Val,
};
use crate::rules::partials;

/// The result of the analysis.
pub struct Activity {
    varied: HashSet<Val>,
    useful: HashSet<Val>,
    varied_mems: HashSet<Mem>,
    useful_mems: HashSet<Mem>,
    /// Everything that can be is active.
    all: bool,
    /// What depends on one parameter is looked for, whatever the rules are.
    of_one: bool,
}

/// Analyses a body; with `enabled` false everything that depends on a parameter stays active.
#[must_use]
pub fn analyse(body: &Body, enabled: bool) -> Activity {
    let mut activity = Activity {
        varied: body
            .inputs
            .iter()
            .map(|(v, ..)| *v)
            .chain(body.outputs.iter().map(|(v, _)| *v))
            .collect(),
        useful: body.outputs.iter().map(|(v, _)| *v).collect(),
        varied_mems: HashSet::new(),
        useful_mems: HashSet::new(),
        all: !enabled,
        of_one: false,
    };
    for (at, mem) in body.mems.iter().enumerate() {
        if matches!(mem.kind, MemKind::Param(..)) {
            let id = Mem(u32::try_from(at).unwrap_or(u32::MAX));
            activity.varied_mems.insert(id);
            if mem.mutable_ref {
                // What the caller finds there may matter.
                activity.useful_mems.insert(id);
            }
        }
    }
    loop {
        let before = activity.size();
        activity.forward(body, &body.region);
        if activity.size() == before {
            break;
        }
    }
    loop {
        let before = activity.size();
        activity.use_outputs(body);
        activity.backward(body, &body.region);
        if activity.size() == before {
            break;
        }
    }
    activity
}

/// What may depend on one parameter: rules are not asked, whatever is made of it does.
#[must_use]
pub fn varied_by(body: &Body, param: usize) -> HashSet<Val> {
    let inputs = body.inputs.iter().filter(|(_, p, _)| *p == param);
    let outputs = body.outputs.iter().filter(|(_, p)| *p == param);
    let mut activity = Activity {
        varied: inputs
            .map(|(v, ..)| *v)
            .chain(outputs.map(|(v, _)| *v))
            .collect(),
        useful: HashSet::new(),
        varied_mems: HashSet::new(),
        useful_mems: HashSet::new(),
        all: true,
        of_one: true,
    };
    for (at, mem) in body.mems.iter().enumerate() {
        if matches!(&mem.kind, MemKind::Param(p, _) if *p == param) {
            let id = Mem(u32::try_from(at).unwrap_or(u32::MAX));
            activity.varied_mems.insert(id);
        }
    }
    loop {
        let before = activity.size();
        activity.forward(body, &body.region);
        if activity.size() == before {
            return activity.varied;
        }
    }
}

impl Activity {
    fn size(&self) -> usize {
        self.varied.len() + self.useful.len() + self.varied_mems.len() + self.useful_mems.len()
    }

    /// Whether a value has a cotangent.
    #[must_use]
    pub fn is_active(&self, val: Val) -> bool {
        self.varied.contains(&val) && (self.all || self.useful.contains(&val))
    }

    /// Whether a memory has a cotangent.
    #[must_use]
    pub fn is_active_mem(&self, body: &Body, mem: Mem) -> bool {
        let root = root(body, mem);
        self.varied_mems.contains(&root) && (self.all || self.useful_mems.contains(&root))
    }

    /// Whether a call needs its reverse half.
    #[must_use]
    pub fn is_active_call(&self, body: &Body, call: &Call) -> bool {
        (self.is_active_bound(body, &call.result)
            || call.args.iter().any(|a| self.is_active_output(body, a)))
            && call.args.iter().any(|a| self.is_active_arg(body, a))
    }

    /// Whether an argument of a call depends on a parameter.
    #[must_use]
    pub fn is_varied_call(&self, body: &Body, call: &Call) -> bool {
        call.args.iter().any(|a| self.varies(body, a))
    }

    fn is_active_bound(&self, body: &Body, bound: &Bound) -> bool {
        match bound {
            Bound::Val(v) => self.is_active(*v),
            Bound::Mem(m) => self.is_active_mem(body, *m),
            Bound::Tuple(parts) => parts.iter().any(|p| self.is_active_bound(body, p)),
            Bound::Name(_) | Bound::Nothing => false,
        }
    }

    fn is_active_output(&self, body: &Body, arg: &CallArg) -> bool {
        match arg {
            CallArg::Changed(_, after) => self.is_active(*after),
            CallArg::Place(p, _, true) => self.is_active_mem(body, p.mem),
            _ => false,
        }
    }

    fn use_outputs(&mut self, body: &Body) {
        let mut exits = Vec::new();
        exits_of(&body.region, &mut exits);
        for carried in exits {
            for val in carried {
                self.useful.insert(*val);
            }
        }
    }

    /// Whether an argument receives a cotangent.
    #[must_use]
    pub fn is_active_arg(&self, body: &Body, arg: &CallArg) -> bool {
        match arg {
            CallArg::Val(v, _) => self.is_active(*v),
            CallArg::Changed(before, after) => self.is_active(*before) || self.is_active(*after),
            CallArg::Place(p, ..) | CallArg::Shaped(p, ..) => self.is_active_mem(body, p.mem),
            CallArg::Tuple(parts, _) => parts.iter().any(|p| self.is_active_arg(body, p)),
            // What it captures, the caller knows.
            CallArg::Function(..) => true,
            CallArg::Inactive(_) => false,
        }
    }

    fn varies(&self, body: &Body, arg: &CallArg) -> bool {
        match arg {
            CallArg::Val(v, _) | CallArg::Changed(v, _) => self.varied.contains(v),
            CallArg::Place(p, ..) | CallArg::Shaped(p, ..) => {
                self.varied_mems.contains(&root(body, p.mem))
            }
            CallArg::Tuple(parts, _) => parts.iter().any(|p| self.varies(body, p)),
            CallArg::Function(..) => true,
            CallArg::Inactive(_) => false,
        }
    }

    fn vary(&mut self, body: &Body, bound: &Bound) {
        match bound {
            Bound::Val(v) => {
                self.varied.insert(*v);
            }
            Bound::Mem(m) => {
                self.varied_mems.insert(root(body, *m));
            }
            Bound::Tuple(parts) => parts.iter().for_each(|p| self.vary(body, p)),
            Bound::Name(_) | Bound::Nothing => {}
        }
    }

    fn is_useful(&self, body: &Body, bound: &Bound) -> bool {
        match bound {
            Bound::Val(v) => self.useful.contains(v),
            Bound::Mem(m) => self.useful_mems.contains(&root(body, *m)),
            Bound::Tuple(parts) => parts.iter().any(|p| self.is_useful(body, p)),
            Bound::Name(_) | Bound::Nothing => false,
        }
    }

    fn is_useful_output(&self, body: &Body, arg: &CallArg) -> bool {
        match arg {
            CallArg::Changed(_, after) => self.useful.contains(after),
            CallArg::Place(p, _, true) => self.useful_mems.contains(&root(body, p.mem)),
            _ => false,
        }
    }

    fn use_arg(&mut self, body: &Body, arg: &CallArg) {
        match arg {
            CallArg::Val(v, _) => {
                self.useful.insert(*v);
            }
            CallArg::Changed(before, after) => {
                self.useful.insert(*before);
                self.useful.insert(*after);
            }
            CallArg::Place(p, ..) | CallArg::Shaped(p, ..) => self.use_place(body, p),
            CallArg::Tuple(parts, _) => parts.iter().for_each(|p| self.use_arg(body, p)),
            CallArg::Function(..) | CallArg::Inactive(_) => {}
        }
    }

    /// The reverse half of a call takes the cotangent of its result, whether or not it is zero.
    fn use_result(&mut self, body: &Body, bound: &Bound) {
        match bound {
            Bound::Mem(m) => {
                self.useful_mems.insert(root(body, *m));
            }
            Bound::Tuple(parts) => parts.iter().for_each(|p| self.use_result(body, p)),
            Bound::Val(_) | Bound::Name(_) | Bound::Nothing => {}
        }
    }

    fn use_place(&mut self, body: &Body, place: &Place) {
        self.useful_mems.insert(root(body, place.mem));
    }

    fn forward(&mut self, body: &Body, region: &Region) {
        for stmt in &region.stmts {
            match stmt {
                Stmt::Let(v, op) => self.forward_op(body, *v, op),
                Stmt::Define(mem, init, _) => {
                    if self.init_varies(body, init) {
                        self.varied_mems.insert(*mem);
                    }
                }
                Stmt::Call(call) => {
                    if call.args.iter().any(|a| self.varies(body, a)) {
                        self.vary(body, &call.result);
                        for arg in &call.args {
                            match arg {
                                CallArg::Changed(_, after) => {
                                    self.varied.insert(*after);
                                }
                                CallArg::Place(p, _, true) => {
                                    self.varied_mems.insert(root(body, p.mem));
                                }
                                _ => {}
                            }
                        }
                    }
                }
                Stmt::Branch(b) => {
                    for arm in &b.arms {
                        self.forward(body, &arm.body);
                        if let End::Yield(vals) = &arm.body.end {
                            for (result, val) in b.results.iter().zip(vals) {
                                self.flow(*val, *result);
                            }
                        }
                    }
                }
                Stmt::Loop(l) => self.forward_loop(body, l),
                Stmt::Store(place, _, source, _)
                | Stmt::Grow(place, _, source, _)
                | Stmt::Replace(place, _, source, _) => {
                    if self.source_varies(body, source) {
                        self.varied_mems.insert(root(body, place.mem));
                    }
                }
                Stmt::Fill(place, val, _) => {
                    if self.varied.contains(val) {
                        self.varied_mems.insert(root(body, place.mem));
                    }
                }
                Stmt::CopyInto(to, from, _) => self.flow_mems(body, from, to),
                Stmt::SwapPlaces(a, b, _) => {
                    self.flow_mems(body, a, b);
                    self.flow_mems(body, b, a);
                }
                Stmt::Assign(out, val) => self.flow(*val, *out),
                _ => {}
            }
        }
    }

    fn source_varies(&self, body: &Body, source: &Source) -> bool {
        match source {
            Source::Val(v) => self.varied.contains(v),
            Source::Init(init) => self.init_varies(body, init),
        }
    }

    fn flow_mems(&mut self, body: &Body, from: &Place, to: &Place) {
        if self.varied_mems.contains(&root(body, from.mem)) {
            self.varied_mems.insert(root(body, to.mem));
        }
    }

    fn flow_mems_back(&mut self, body: &Body, to: &Place, from: &Place) {
        if self.useful_mems.contains(&root(body, to.mem)) {
            self.useful_mems.insert(root(body, from.mem));
        }
    }

    fn use_source(&mut self, body: &Body, source: &Source) {
        match source {
            Source::Val(v) => {
                self.useful.insert(*v);
            }
            Source::Init(init) => self.use_init(body, init),
        }
    }

    fn flow(&mut self, from: Val, to: Val) {
        if self.varied.contains(&from) {
            self.varied.insert(to);
        }
    }

    fn forward_op(&mut self, body: &Body, v: Val, op: &Op) {
        let varied = match op {
            Op::Raw(_) | Op::Note(_) | Op::Shape(..) => false,
            Op::Prim(_, args) if self.of_one => args.iter().any(|a| self.varied.contains(a)),
            Op::Prim(prim, args) => {
                let active: Vec<bool> = args.iter().map(|a| self.varied.contains(a)).collect();
                let slopes = partials(*prim, &active);
                slopes.iter().zip(&active).any(|(s, a)| *a && s.is_some())
            }
            Op::Load(place, _) | Op::LoadCast(place, _) => {
                self.varied_mems.contains(&root(body, place.mem))
            }
        };
        if varied && body.val(v).ty.is_float() {
            self.varied.insert(v);
        }
    }

    fn init_varies(&self, body: &Body, init: &Init) -> bool {
        match init {
            Init::List(elems) | Init::Tuple(elems) | Init::VecList(elems) => {
                elems.iter().any(|e| self.elem_varies(body, e))
            }
            Init::Struct(s) => s.elems().any(|e| self.elem_varies(body, e)),
            Init::Repeat(elem, _) | Init::VecRepeat(elem, ..) => self.elem_varies(body, elem),
            Init::Copy(place, ..) => self.varied_mems.contains(&root(body, place.mem)),
            Init::Empty(_) => false,
        }
    }

    fn elem_varies(&self, body: &Body, elem: &Elem) -> bool {
        match elem {
            Elem::Val(v) => self.varied.contains(v),
            Elem::Nested(init) => self.init_varies(body, init),
        }
    }

    fn forward_loop(&mut self, body: &Body, l: &Loop) {
        loop {
            let before = self.size();
            for c in &l.carried {
                if let Some(init) = c.init {
                    self.flow(init, c.head);
                }
                self.flow(c.head, c.out);
                // One class: what leaves a trip is what enters the next.
                self.flow(c.out, c.head);
            }
            self.forward(body, &l.body);
            let mut exits = Vec::new();
            exits_of(&l.body, &mut exits);
            for carried in exits {
                for (val, c) in carried.iter().zip(&l.carried) {
                    self.flow(*val, c.out);
                }
            }
            if self.size() == before {
                break;
            }
        }
    }

    fn backward(&mut self, body: &Body, region: &Region) {
        for stmt in region.stmts.iter().rev() {
            match stmt {
                Stmt::Let(v, op) if self.useful.contains(v) => match op {
                    Op::Raw(_) | Op::Note(_) | Op::Shape(..) => {}
                    Op::Prim(prim, args) => {
                        let active: Vec<bool> =
                            args.iter().map(|a| self.varied.contains(a)).collect();
                        for (slope, arg) in partials(*prim, &active).iter().zip(args) {
                            if slope.is_some() {
                                self.useful.insert(*arg);
                            }
                        }
                    }
                    Op::Load(place, _) | Op::LoadCast(place, _) => self.use_place(body, place),
                },
                Stmt::Define(mem, init, _) if self.useful_mems.contains(mem) => {
                    self.use_init(body, init);
                }
                Stmt::Store(place, _, source, _)
                | Stmt::Grow(place, _, source, _)
                | Stmt::Replace(place, _, source, _)
                    if self.useful_mems.contains(&root(body, place.mem)) =>
                {
                    self.use_source(body, source);
                }
                Stmt::Fill(place, val, _) if self.useful_mems.contains(&root(body, place.mem)) => {
                    self.useful.insert(*val);
                }
                Stmt::CopyInto(to, from, _) => self.flow_mems_back(body, to, from),
                Stmt::SwapPlaces(a, b, _) => {
                    self.flow_mems_back(body, a, b);
                    self.flow_mems_back(body, b, a);
                }
                Stmt::Call(call)
                    if self.is_useful(body, &call.result)
                        || call.args.iter().any(|a| self.is_useful_output(body, a)) =>
                {
                    for arg in &call.args {
                        self.use_arg(body, arg);
                    }
                    self.use_result(body, &call.result);
                }
                Stmt::Branch(b) => {
                    for arm in &b.arms {
                        if let End::Yield(vals) = &arm.body.end {
                            for (result, val) in b.results.iter().zip(vals) {
                                self.flow_back(*result, *val);
                            }
                        }
                        self.backward(body, &arm.body);
                    }
                }
                Stmt::Loop(l) => self.backward_loop(body, l),
                Stmt::Assign(out, val) => self.flow_back(*out, *val),
                Stmt::SetResult(ret) => self.use_ret(body, ret),
                _ => {}
            }
        }
    }

    fn flow_back(&mut self, to: Val, from: Val) {
        if self.useful.contains(&to) {
            self.useful.insert(from);
        }
    }

    fn use_init(&mut self, body: &Body, init: &Init) {
        match init {
            Init::List(elems) | Init::Tuple(elems) | Init::VecList(elems) => {
                elems.iter().for_each(|e| self.use_elem(body, e));
            }
            Init::Struct(s) => s.elems().for_each(|e| self.use_elem(body, e)),
            Init::Repeat(elem, _) | Init::VecRepeat(elem, ..) => self.use_elem(body, elem),
            Init::Copy(place, ..) => self.use_place(body, place),
            Init::Empty(_) => {}
        }
    }

    fn use_elem(&mut self, body: &Body, elem: &Elem) {
        match elem {
            Elem::Val(v) => {
                self.useful.insert(*v);
            }
            Elem::Nested(init) => self.use_init(body, init),
        }
    }

    fn use_ret(&mut self, body: &Body, ret: &Ret) {
        match ret {
            Ret::Val(v) => {
                self.useful.insert(*v);
            }
            Ret::Place(place, _) | Ret::Whole(place, _) => self.use_place(body, place),
            Ret::List(init) => self.use_init(body, init),
            Ret::Tuple(parts) => parts.iter().for_each(|p| self.use_ret(body, p)),
            Ret::Inactive(_) => {}
        }
    }

    fn backward_loop(&mut self, body: &Body, l: &Loop) {
        let mut exits = Vec::new();
        exits_of(&l.body, &mut exits);
        loop {
            let before = self.size();
            for c in &l.carried {
                self.flow_back(c.out, c.head);
                self.flow_back(c.head, c.out);
                if let Some(init) = c.init {
                    self.flow_back(c.out, init);
                }
            }
            for carried in &exits {
                for (val, c) in carried.iter().zip(&l.carried) {
                    self.flow_back(c.out, *val);
                }
            }
            self.backward(body, &l.body);
            if self.size() == before {
                break;
            }
        }
    }
}

/// What the exits of a trip carry; exits of inner loops are their own.
fn exits_of<'r>(region: &'r Region, found: &mut Vec<&'r [Val]>) {
    for stmt in &region.stmts {
        if let Stmt::Branch(b) = stmt {
            b.arms.iter().for_each(|a| exits_of(&a.body, found));
        }
    }
    if let End::Exit(exit) = &region.end {
        found.push(&exit.carried);
    }
}

fn root(body: &Body, mem: Mem) -> Mem {
    match &body.mem(mem).kind {
        MemKind::View(of) => root(body, of.mem),
        MemKind::Param(..) | MemKind::Local => mem,
    }
}
