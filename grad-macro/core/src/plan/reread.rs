//! Which values the reverse half reads again from the function's shared arguments and from its settled buffers.
//!
//! A parameter `&[f64]` and the like never changes, so what was read from it needs not be kept where the
//! reverse half has the argument as well. Whether it has, the caller knows, and tells both halves by types:
//! where it has not, these values are kept in frames of their own, one a scope and parameter. The content of a settled
//! buffer is kept as a whole, if anything is read again from it more than once.
use std::collections::{BTreeMap, HashMap, HashSet};

use proc_macro2::{TokenStream, TokenTree};

use super::settled::settled;
use crate::activity::Activity;
use crate::ir::{Body, Call, CallArg, Mem, MemKind, Op, Place, Proj, Scope, Stmt, Val};

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

/// What is read again.
#[derive(Default)]
pub struct Rereads {
    /// Which parameters the reverse half can get.
    readable: Vec<bool>,
    /// From which statement of the outermost region on a local buffer does not change.
    settled: HashMap<Mem, usize>,
    /// Where each value was read from.
    places: HashMap<Val, (Origin, Place)>,
    /// What each call hands on, argument by argument, by the name of its frame.
    calls: HashMap<String, HandedOn>,
    /// The local buffers whose content goes to the reverse half.
    contents: HashSet<Mem>,
    /// Its slot where the argument is not there.
    slots: HashMap<Val, (Scope, usize)>,
    words: BTreeMap<(Scope, Param), usize>,
    /// Whether an argument is read again, here or in a call.
    used: bool,
}

/// What a call gets to read again, argument by argument.
pub type HandedOn = Vec<Option<(Origin, Place)>>;

impl Rereads {
    /// Finds what can be read again: from these parameters, and from local buffers.
    #[must_use]
    pub fn of(
        body: &Body,
        activity: &Activity,
        needed: &HashSet<Val>,
        readable: &[bool],
        locals: bool,
    ) -> Self {
        let settled = if locals {
            settled(body, activity)
        } else {
            HashMap::new()
        };
        let mut rereads = Rereads {
            readable: readable.to_vec(),
            settled,
            ..Rereads::default()
        };
        let walk = Walk {
            body,
            activity,
            needed,
        };
        for (at, stmt) in body.region.stmts.iter().enumerate() {
            rereads.stmt(&walk, stmt, at, false);
        }
        rereads
    }

    /// A statement inside of the `at`-th of the outermost region.
    fn stmt(&mut self, walk: &Walk, stmt: &Stmt, at: usize, repeated: bool) {
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
                self.call(walk.body, call, at);
            }
            Stmt::Branch(b) => {
                for stmt in b.arms.iter().flat_map(|a| &a.body.stmts) {
                    self.stmt(walk, stmt, at, repeated);
                }
            }
            Stmt::Loop(l) => {
                for stmt in &l.body.stmts {
                    self.stmt(walk, stmt, at, true);
                }
            }
            _ => {}
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

    fn call(&mut self, body: &Body, call: &Call, at: usize) {
        let path = &*call.callee;
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
        let arg = |a: &CallArg| match a {
            CallArg::Place(place, tokens, false) if lends(place, tokens) => {
                self.found(body, place, at)
            }
            _ => None,
        };
        let args: HandedOn = call.args.iter().map(arg).collect();
        for (origin, _) in args.iter().flatten() {
            match origin {
                Origin::Param(_) => self.used = true,
                Origin::Local(mem) => drop(self.contents.insert(*mem)),
            }
        }
        if args.iter().any(Option::is_some) {
            self.calls.insert(call.frame.to_string(), args);
        }
    }

    /// What a call gets to read again; nothing where it gets none.
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

    /// Whether a value is always read again: nothing of it is kept.
    #[must_use]
    pub fn is_from_content(&self, val: Val) -> bool {
        matches!(self.places.get(&val), Some((Origin::Local(_), _)))
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

    /// Where a value is kept if its argument is not there.
    #[must_use]
    pub fn slot(&self, val: Val) -> Option<(Scope, usize)> {
        self.slots.get(&val).copied()
    }

    /// The frames of such values, and their words.
    #[must_use]
    pub fn frames(&self) -> &BTreeMap<(Scope, Param), usize> {
        &self.words
    }

    /// A needed value is read again where the argument is there, and `rewind` sees to it where it is not.
    pub(super) fn share(&mut self, val: Val) {
        self.used |= self.param(val).is_some();
    }

    /// Gives a needed value a slot if an argument is read again for it; tells whether it needs no other.
    pub(super) fn take(&mut self, val: Val, scope: Scope) -> bool {
        if let Some(param) = self.param(val) {
            self.used = true;
            if !self.slots.contains_key(&val) {
                let words = self.words.entry((scope, param)).or_insert(0);
                self.slots.insert(val, (scope, *words));
                *words += 1;
            }
        }
        self.places.contains_key(&val)
    }
}

/// What the search looks at.
struct Walk<'b> {
    body: &'b Body,
    activity: &'b Activity,
    needed: &'b HashSet<Val>,
}
