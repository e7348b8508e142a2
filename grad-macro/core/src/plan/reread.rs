//! Which values the reverse half reads again from the function's shared arguments and from its settled buffers.
//!
//! A parameter `&[f64]` and the like never changes, so what was read from it needs not be kept where the
//! reverse half has the argument as well. Whether it has, the caller knows, and tells both halves by types:
//! where it has not, these values are kept in frames of their own, one a scope and parameter. The content of a settled
//! buffer is kept as a whole, if anything is read again from it more than once.
use std::collections::{BTreeMap, HashMap, HashSet};

use proc_macro2::{TokenStream, TokenTree};

use super::Leave;
use super::columns::{self, Column};
use super::settled::settled;
use super::wanted::{Needed, members};
use crate::activity::Activity;
use crate::ir::{
    Body, Bound, Call, CallArg, Mem, MemKind, Op, Place, Proj, Region, Scope, Stmt, Val,
};

/// A parameter by its number.
pub type Param = usize;

/// Where something is read again from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A shared argument, if it is there.
    Param(Param),
    /// A local buffer, whose content is always there.
    Local(Mem),
}

/// What must hold for a value to be kept.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Condition {
    /// That this parameter is not lent.
    pub unlent: Option<Param>,
    /// That one of these parameters' gradients is wanted, if there are any.
    pub wanted: Vec<Param>,
}

/// What is read again.
#[derive(Default)]
pub struct Rereads {
    needed: Needed,
    /// Which parameters the reverse half can get.
    readable: Vec<bool>,
    /// Which parameters' gradients a caller may not want.
    optional: Vec<bool>,
    /// From which statement of the outermost region on a local buffer does not change.
    settled: HashMap<Mem, usize>,
    /// The scopes around each value, outermost first.
    around: HashMap<Val, Vec<Scope>>,
    /// Where each value was read from.
    places: HashMap<Val, (Origin, Place)>,
    /// What each call hands on, argument by argument, by the name of its frame.
    calls: HashMap<String, HandedOn>,
    /// The local buffers whose content goes to the reverse half.
    contents: HashSet<Mem>,
    /// Its slot, among those of the scope and condition of this number.
    slots: HashMap<Val, (Scope, usize, usize)>,
    conditions: Vec<Condition>,
    /// What can be kept as a column, by value, and the columns of each scope with the numbers of their conditions.
    candidates: HashMap<Val, (Scope, Column)>,
    columns: BTreeMap<Scope, Vec<(usize, Column)>>,
    /// The scopes further out of values that are the same in all trips there.
    scopes: HashMap<Val, Scope>,
    words: BTreeMap<(Scope, usize), usize>,
    /// Whether an argument is read again, here or in a call.
    used: bool,
}

/// What is told to a call, argument by argument.
pub type HandedOn = Vec<Lent>;

/// What is told of an argument.
#[derive(Clone)]
pub struct Lent {
    /// Where it can be read again.
    pub from: Option<(Origin, Place)>,
    /// Whether its gradient is wanted.
    pub wanted: bool,
}

impl Rereads {
    /// Finds what can be read again.
    #[must_use]
    pub fn of(body: &Body, activity: &Activity, needed: Needed, leave: &Leave) -> Self {
        let settled = if leave.locals {
            settled(body, activity)
        } else {
            HashMap::new()
        };
        let vals = needed.vals();
        let mut rereads = Rereads {
            needed,
            readable: leave.readable.to_vec(),
            optional: leave.optional.to_vec(),
            settled,
            ..Rereads::default()
        };
        let walk = Walk {
            body,
            activity,
            needed: &vals,
        };
        for (at, stmt) in body.region.stmts.iter().enumerate() {
            rereads.stmt(&walk, stmt, at, &mut vec![Scope(0)]);
        }
        if leave.columns {
            let mut viewed = HashSet::new();
            columns::viewed(&body.region, &mut viewed);
            rereads.columns_in(body, &body.region, &viewed);
        }
        let places = rereads.places.iter();
        let params = places.filter(|(_, (origin, _))| matches!(origin, Origin::Param(_)));
        let scopes = params.filter_map(|(val, (_, place))| {
            let around = rereads.around.get(val)?;
            let (own, outer) = around.split_last()?;
            let reads = |scope: &Scope| {
                let vals = place.path.iter().flat_map(Proj::vals);
                vals.into_iter()
                    .any(|v| rereads.scope_of(body, v) == *scope)
            };
            if reads(own) {
                return None;
            }
            let scope = outer.iter().rev().find(|scope| reads(scope));
            Some((*val, scope.copied().unwrap_or(Scope(0))))
        });
        rereads.scopes = scopes.collect();
        rereads
    }

    fn columns_in(&mut self, body: &Body, region: &Region, viewed: &HashSet<Mem>) {
        for stmt in &region.stmts {
            match stmt {
                Stmt::Branch(b) => {
                    for arm in &b.arms {
                        self.columns_in(body, &arm.body, viewed);
                    }
                }
                Stmt::Loop(l) => {
                    for column in columns::columns(body, l, viewed) {
                        self.candidates.insert(column.val, (l.scope, column));
                    }
                    self.columns_in(body, &l.body, viewed);
                }
                _ => {}
            }
        }
    }

    /// The columns of a scope in the order in which they go to the tape, with the numbers of their conditions.
    #[must_use]
    pub fn columns(&self, scope: Scope) -> &[(usize, Column)] {
        self.columns.get(&scope).map_or(&[], Vec::as_slice)
    }

    /// The number of a value's column, and its scope.
    #[must_use]
    pub fn column(&self, val: Val) -> Option<(Scope, usize)> {
        let of = |(scope, columns): (&Scope, &Vec<(usize, Column)>)| {
            let at = columns.iter().position(|(_, column)| column.val == val)?;
            Some((*scope, at))
        };
        self.columns.iter().find_map(of)
    }

    /// The scope in which a value is defined.
    fn scope_of(&self, body: &Body, val: Val) -> Scope {
        let around = self.around.get(&val).and_then(|around| around.last());
        match (&body.val(val).constant, around) {
            (None, Some(scope)) => *scope,
            _ => Scope(0),
        }
    }

    fn define(&mut self, val: Val, around: &[Scope]) {
        self.around.insert(val, around.to_vec());
    }

    /// A statement inside of the `at`-th of the outermost region.
    fn stmt(&mut self, walk: &Walk, stmt: &Stmt, at: usize, around: &mut Vec<Scope>) {
        let repeated = around.len() > 1;
        match stmt {
            Stmt::Let(val, _) => self.define(*val, around),
            Stmt::Given(vals) => vals.iter().for_each(|v| self.define(*v, around)),
            Stmt::Call(call) => self.define_bound(&call.result, around),
            Stmt::Branch(b) => b.results.iter().for_each(|v| self.define(*v, around)),
            Stmt::Loop(l) => {
                let after = l.carried.iter().map(|c| c.out);
                after
                    .chain(l.results.iter().copied())
                    .for_each(|v| self.define(v, around));
            }
            _ => {}
        }
        match stmt {
            Stmt::Let(val, Op::Load(place, _))
                if walk.activity.is_active(*val) && walk.needed.contains(val) =>
            {
                let Some(found) = self.found(walk.body, place, at) else {
                    return;
                };
                if let Origin::Local(mem) = found.0 {
                    // For single values a content is not worth the copy.
                    if !repeated {
                        return;
                    }
                    self.contents.insert(mem);
                }
                self.places.insert(*val, found);
            }
            Stmt::Call(call) if walk.activity.is_active_call(walk.body, call) => {
                self.call(walk, call, at);
            }
            Stmt::Branch(b) => {
                for stmt in b.arms.iter().flat_map(|a| &a.body.stmts) {
                    self.stmt(walk, stmt, at, around);
                }
            }
            Stmt::Loop(l) => {
                around.push(l.scope);
                l.carried.iter().for_each(|c| self.define(c.head, around));
                for stmt in &l.body.stmts {
                    self.stmt(walk, stmt, at, around);
                }
                around.pop();
            }
            _ => {}
        }
    }

    fn define_bound(&mut self, bound: &Bound, around: &[Scope]) {
        match bound {
            Bound::Val(v) => self.define(*v, around),
            Bound::Tuple(parts) => parts.iter().for_each(|p| self.define_bound(p, around)),
            Bound::Mem(_) | Bound::Name(_) | Bound::Nothing => {}
        }
    }

    /// A part of a readable parameter, or of a local buffer that is settled there.
    fn found(&self, body: &Body, place: &Place, at: usize) -> Option<(Origin, Place)> {
        let root = body.rooted(place);
        if root.path.iter().any(|p| matches!(p, Proj::Field(_))) {
            return None;
        }
        let origin = match &body.mem(root.mem).kind {
            MemKind::Param(param, fields) if fields.is_empty() && self.is_readable(*param) => {
                Origin::Param(*param)
            }
            MemKind::Local if self.settled.get(&root.mem).is_some_and(|from| at >= *from) => {
                Origin::Local(root.mem)
            }
            _ => return None,
        };
        Some((origin, root))
    }

    fn call(&mut self, walk: &Walk, call: &Call, at: usize) {
        let (body, path) = (walk.body, &*call.callee);
        if call.method.is_some()
            || call.callee.unseen.is_some()
            || !call.passed.is_empty()
            || crate::emit::is_of_type(path)
        {
            return;
        }
        // What is passed by value is the callee's own.
        let lends = |place: &Place, tokens: &TokenStream| {
            matches!(
                &body.mem(place.mem).kind,
                MemKind::View(_) | MemKind::Param(..)
            ) || matches!(tokens.clone().into_iter().next(), Some(TokenTree::Punct(p)) if p.as_char() == '&')
        };
        let from = |a: &CallArg| match a {
            CallArg::Place(place, tokens, false) if lends(place, tokens) => {
                self.found(body, place, at)
            }
            _ => None,
        };
        let can_leave = !self.optional.is_empty();
        let wanted = |a: &CallArg| {
            let carries = matches!(a, CallArg::Val(..) | CallArg::Place(_, _, false));
            !(can_leave && carries) || walk.activity.is_active_arg(body, a)
        };
        let args: HandedOn = call
            .args
            .iter()
            .map(|a| Lent {
                from: from(a),
                wanted: wanted(a),
            })
            .collect();
        for (origin, _) in args.iter().filter_map(|a| a.from.as_ref()) {
            match origin {
                Origin::Param(_) => self.used = true,
                Origin::Local(mem) => drop(self.contents.insert(*mem)),
            }
        }
        if args.iter().any(|a| a.from.is_some() || !a.wanted) {
            self.calls.insert(call.frame.to_string(), args);
        }
    }

    /// What is told to a call, if anything is.
    #[must_use]
    pub fn handed_on(&self, call: &Call) -> Option<&HandedOn> {
        self.calls.get(&call.frame.to_string())
    }

    /// Whether the content of a local buffer goes to the reverse half.
    #[must_use]
    pub fn has_content(&self, mem: Mem) -> bool {
        self.contents.contains(&mem)
    }

    /// The local buffers whose content goes to the reverse half.
    pub fn contents(&self) -> impl Iterator<Item = Mem> + '_ {
        self.contents.iter().copied()
    }

    /// Whether a value may have to be kept in every trip: it is neither always read again, nor the same in many trips.
    #[must_use]
    pub fn must_be_kept(&self, val: Val) -> bool {
        let from_content = matches!(self.places.get(&val), Some((Origin::Local(_), _)));
        !from_content && !self.scopes.contains_key(&val)
    }

    /// All that is read again, and where.
    pub fn places(&self) -> impl Iterator<Item = (Val, Origin, &Place)> + '_ {
        let places = self.places.iter();
        places.map(|(val, (origin, place))| (*val, *origin, place))
    }

    /// Whether an argument is read again, here or in a call.
    #[must_use]
    pub fn is_used(&self) -> bool {
        self.used
    }

    /// Whether the reverse half can get a parameter.
    #[must_use]
    pub fn is_readable(&self, param: Param) -> bool {
        self.readable.get(param) == Some(&true)
    }

    /// Where a value is read again.
    #[must_use]
    pub fn place(&self, val: Val) -> Option<&(Origin, Place)> {
        self.places.get(&val)
    }

    /// The argument that a value is read again from.
    #[must_use]
    pub fn param(&self, val: Val) -> Option<Param> {
        match self.places.get(&val) {
            Some((Origin::Param(param), _)) => Some(*param),
            _ => None,
        }
    }

    /// Where a value is kept that is not kept always: scope, condition and slot.
    #[must_use]
    pub fn slot(&self, val: Val) -> Option<(Scope, usize, usize)> {
        self.slots.get(&val).copied()
    }

    /// The frames of such values by scope and condition, and their words.
    #[must_use]
    pub fn frames(&self) -> &BTreeMap<(Scope, usize), usize> {
        &self.words
    }

    /// The condition of this number.
    #[must_use]
    pub fn condition(&self, number: usize) -> &Condition {
        &self.conditions[number]
    }

    /// Whether it is asked if the gradient of a parameter is wanted.
    #[must_use]
    pub fn asks_for(&self, param: Param) -> bool {
        self.conditions.iter().any(|c| c.wanted.contains(&param))
    }

    /// Whether a caller may not want the gradient of a parameter.
    #[must_use]
    pub fn is_optional(&self, param: Param) -> bool {
        self.optional.get(param) == Some(&true)
    }

    /// A needed value is read again where the argument is there, and `rewind` sees to it where it is not.
    pub(super) fn share(&mut self, val: Val) {
        self.used |= self.param(val).is_some();
    }

    /// Gives a needed value a slot, or a `column`, if it is not kept always; tells whether it needs no other.
    pub(super) fn take(&mut self, val: Val, scope: Scope, columns: bool) -> bool {
        let unlent = self.param(val);
        let scope = self.scopes.get(&val).copied().unwrap_or(scope);
        // The frame of the call is there anyway.
        let whom = match scope {
            Scope(0) => None,
            _ => self.needed.whom(val),
        };
        if unlent.is_none() && (whom.is_none() || self.places.contains_key(&val)) {
            return self.places.contains_key(&val);
        }
        self.used = true;
        let known = self.slots.contains_key(&val) || self.column(val).is_some();
        if !known {
            let wanted = whom.map_or(Vec::new(), |set| members(set).collect());
            let condition = self.numbered(Condition { unlent, wanted });
            if columns
                && unlent.is_some()
                && let Some((_, column)) = self.candidates.remove(&val)
            {
                let columns = self.columns.entry(scope).or_default();
                columns.push((condition, column));
                return true;
            }
            let words = self.words.entry((scope, condition)).or_insert(0);
            self.slots.insert(val, (scope, condition, *words));
            *words += 1;
        }
        true
    }

    fn numbered(&mut self, condition: Condition) -> usize {
        let known = self.conditions.iter().position(|c| *c == condition);
        known.unwrap_or_else(|| {
            self.conditions.push(condition);
            self.conditions.len() - 1
        })
    }
}

/// What the search looks at.
struct Walk<'b> {
    body: &'b Body,
    activity: &'b Activity,
    needed: &'b HashSet<Val>,
}
