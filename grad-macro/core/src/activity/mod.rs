//! Which values and memories carry a derivative from a parameter to the result.
//!
//! *Varied*: depends on a float parameter. *Useful*: the result depends on it. Active is both. The
//! default is active: this stage may only remove what it proves useless, and can be switched off.
use std::collections::HashSet;

use crate::ir::{
    Body, Bound, Call, CallArg, Elem, End, Init, Loop, Mem, MemKind, Op, Place, Region, Ret, Stmt, Val,
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
}

/// Analyses a body; with `enabled` false everything that depends on a parameter stays active.
#[must_use]
pub fn analyse(body: &Body, enabled: bool) -> Activity {
    let mut activity = Activity {
        varied: body.inputs.iter().map(|(v, ..)| *v).collect(),
        useful: HashSet::new(),
        varied_mems: HashSet::new(),
        useful_mems: HashSet::new(),
        all: !enabled,
    };
    for (at, mem) in body.mems.iter().enumerate() {
        if matches!(mem.kind, MemKind::Param(..)) {
            activity.varied_mems.insert(Mem(u32::try_from(at).unwrap_or(u32::MAX)));
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
        activity.backward(body, &body.region);
        if activity.size() == before {
            break;
        }
    }
    activity
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
        self.is_active_bound(body, &call.result) && call.args.iter().any(|a| self.is_active_arg(body, a))
    }

    fn is_active_bound(&self, body: &Body, bound: &Bound) -> bool {
        match bound {
            Bound::Val(v) => self.is_active(*v),
            Bound::Mem(m) => self.is_active_mem(body, *m),
            Bound::Tuple(parts) => parts.iter().any(|p| self.is_active_bound(body, p)),
            Bound::Name(_) | Bound::Nothing => false,
        }
    }

    /// Whether an argument receives a cotangent.
    #[must_use]
    pub fn is_active_arg(&self, body: &Body, arg: &CallArg) -> bool {
        match arg {
            CallArg::Val(v, _) => self.is_active(*v),
            CallArg::Place(p, _) => self.is_active_mem(body, p.mem),
            CallArg::Tuple(parts, _) => parts.iter().any(|p| self.is_active_arg(body, p)),
            CallArg::Inactive(_) => false,
        }
    }

    fn varies(&self, body: &Body, arg: &CallArg) -> bool {
        match arg {
            CallArg::Val(v, _) => self.varied.contains(v),
            CallArg::Place(p, _) => self.varied_mems.contains(&root(body, p.mem)),
            CallArg::Tuple(parts, _) => parts.iter().any(|p| self.varies(body, p)),
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

    fn use_arg(&mut self, body: &Body, arg: &CallArg) {
        match arg {
            CallArg::Val(v, _) => {
                self.useful.insert(*v);
            }
            CallArg::Place(p, _) => self.use_place(body, p),
            CallArg::Tuple(parts, _) => parts.iter().for_each(|p| self.use_arg(body, p)),
            CallArg::Inactive(_) => {}
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
                Stmt::Assign(out, val) => self.flow(*val, *out),
                _ => {}
            }
        }
    }

    fn flow(&mut self, from: Val, to: Val) {
        if self.varied.contains(&from) {
            self.varied.insert(to);
        }
    }

    fn forward_op(&mut self, body: &Body, v: Val, op: &Op) {
        let varied = match op {
            Op::Raw(_) => false,
            Op::Prim(prim, args) => {
                let active: Vec<bool> = args.iter().map(|a| self.varied.contains(a)).collect();
                let slopes = partials(*prim, &active);
                slopes.iter().zip(&active).any(|(s, a)| *a && s.is_some())
            }
            Op::Load(place, _) => self.varied_mems.contains(&root(body, place.mem)),
        };
        if varied && body.val(v).ty.is_float() {
            self.varied.insert(v);
        }
    }

    fn init_varies(&self, body: &Body, init: &Init) -> bool {
        match init {
            Init::List(elems) => elems.iter().any(|e| self.elem_varies(body, e)),
            Init::Repeat(elem, _) => self.elem_varies(body, elem),
            Init::Copy(place, ..) => self.varied_mems.contains(&root(body, place.mem)),
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
                    Op::Raw(_) => {}
                    Op::Prim(prim, args) => {
                        let active: Vec<bool> = args.iter().map(|a| self.varied.contains(a)).collect();
                        for (slope, arg) in partials(*prim, &active).iter().zip(args) {
                            if slope.is_some() {
                                self.useful.insert(*arg);
                            }
                        }
                    }
                    Op::Load(place, _) => self.use_place(body, place),
                },
                Stmt::Define(mem, init, _) if self.useful_mems.contains(mem) => self.use_init(body, init),
                Stmt::Call(call) if self.is_useful(body, &call.result) => {
                    for arg in &call.args {
                        self.use_arg(body, arg);
                    }
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
            Init::List(elems) => elems.iter().for_each(|e| self.use_elem(body, e)),
            Init::Repeat(elem, _) => self.use_elem(body, elem),
            Init::Copy(place, ..) => self.use_place(body, place),
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
            Ret::Place(place, _) => self.use_place(body, place),
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
