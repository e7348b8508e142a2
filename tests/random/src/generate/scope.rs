//! What is visible where code is generated.

use super::avoided::FIELD_GROWN;
use super::{Gen, STORED};
use crate::ast::{Name, Param, Pat, Ty};
use std::collections::HashSet;

/// A binding and what is known about its value.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub name: Name,
    pub mutable: bool,
    /// Loop counters and the like: not assigned, not shadowed.
    pub locked: bool,
    /// Declared but not readable here.
    pub hidden: bool,
    /// Not shadowed, since a later statement names it.
    pub pinned: bool,
    /// How many shared references to it are alive: above zero it cannot be written.
    pub frozen: usize,
    /// Floats: bound of the magnitude.
    pub bound: f64,
    /// Integers: bound of the magnitude.
    pub max: i64,
    /// Integers: least value.
    pub low: i64,
    /// Integers: the binding of the sequence whose length is above the value.
    pub below: Option<u32>,
    /// An element of a sequence that a loop runs over, or an input.
    pub source: bool,
    /// Sequences: least length.
    pub min_len: usize,
    /// Fields: the binding of the struct.
    pub root: Option<u32>,
    /// Fields: whether a caller lent the struct.
    pub borrowed: bool,
}

impl Local {
    pub fn new(name: Name) -> Self {
        Self {
            name,
            mutable: false,
            locked: false,
            hidden: false,
            pinned: false,
            frozen: 0,
            bound: STORED,
            max: 4,
            low: 0,
            below: None,
            source: false,
            min_len: 0,
            root: None,
            borrowed: false,
        }
    }

    /// Whether its length can change.
    pub fn is_growable(&self) -> bool {
        self.name.ty.is_growable() && (FIELD_GROWN || !self.borrowed)
    }

    /// Whether its content may change here.
    pub fn can_write(&self) -> bool {
        let through = self.mutable || self.name.ty.is_mut_ref();
        through && !self.locked && !self.hidden && self.frozen == 0
    }
}

const NAMES: [&str; 22] = [
    "a", "b", "d", "e", "k", "m", "n", "p", "q", "r", "s", "t", "u", "v", "w", "y", "z", "acc",
    "tmp", "sum", "lo", "hi",
];

/// Names that could collide with generated ones.
const AWKWARD: [&str; 9] = [
    "d_x", "x_1", "seed", "tape", "frame", "out", "d_a", "a_1", "fwd",
];

impl Gen {
    /// Inputs are at most 2; arguments are whatever may be stored, small integers too.
    pub(super) fn declare_params(&mut self, params: &[Param], inputs: bool) {
        for p in params {
            let mut local = Local::new(p.name.clone());
            if inputs && !p.mutable {
                local.bound = 2.0;
            }
            local.mutable = p.mutable;
            local.source = p.name.ty.is_active();
            local.min_len = p.min_len;
            self.scope.push(local.clone());
            self.declare_fields(&local);
        }
    }

    /// A binding with a name that may shadow; it is not in scope yet.
    pub(super) fn fresh(&mut self, ty: Ty) -> Name {
        let text = self.fresh_text();
        self.name(text, ty)
    }

    pub(super) fn name(&mut self, text: String, ty: Ty) -> Name {
        self.next_id += 1;
        Name {
            text,
            id: self.next_id,
            ty,
        }
    }

    fn fresh_text(&mut self) -> String {
        for _ in 0..12 {
            let text = if self.chance(4) {
                *self.rng.pick(&AWKWARD)
            } else {
                *self.rng.pick(&NAMES)
            };
            let taken = self.scope.iter().rev().find(|l| l.name.text == text);
            let free = match taken {
                None => true,
                Some(_) => self.distinct == 0 && self.chance(35),
            };
            if free && !self.is_locked(text) && !self.reserved.iter().any(|r| r == text) {
                return text.to_string();
            }
        }
        format!("v{}", self.next_id)
    }

    fn is_locked(&self, text: &str) -> bool {
        self.scope
            .iter()
            .any(|l| l.name.text == text && (l.locked || l.hidden || l.pinned))
    }

    /// Locals that a name reaches here.
    pub(super) fn visible(&self) -> Vec<Local> {
        let mut seen = HashSet::new();
        let mut out = Vec::new();
        for local in self.scope.iter().rev() {
            if !seen.insert(local.name.text.as_str()) {
                continue;
            }
            let (hidden, frozen) = self.borrowed(local);
            if !hidden {
                let mut local = local.clone();
                local.frozen = frozen;
                out.push(local);
            }
        }
        out.reverse();
        out
    }

    /// Whether it is hidden, and how often frozen: a struct with its fields, a field with its struct.
    fn borrowed(&self, l: &Local) -> (bool, usize) {
        let (mut hidden, mut frozen) = (l.hidden, l.frozen);
        let mut root = l.root;
        while let Some(id) = root {
            let Some(outer) = self.scope.iter().find(|o| o.name.id == id) else {
                break;
            };
            hidden |= outer.hidden;
            frozen += outer.frozen;
            root = outer.root;
        }
        if l.name.ty.shape().is_some() {
            for field in self.scope.iter().filter(|c| c.root == Some(l.name.id)) {
                let inner = self.borrowed_inside(field);
                hidden |= inner.0;
                frozen += inner.1;
            }
        }
        (hidden, frozen)
    }

    fn borrowed_inside(&self, l: &Local) -> (bool, usize) {
        let fields = self.scope.iter().filter(|c| c.root == Some(l.name.id));
        fields.fold((l.hidden, l.frozen), |(hidden, frozen), field| {
            let inner = self.borrowed_inside(field);
            (hidden || inner.0, frozen + inner.1)
        })
    }

    /// One of the visible locals that pass.
    pub(super) fn some_local(&mut self, pass: impl Fn(&Local) -> bool) -> Option<Local> {
        let all: Vec<_> = self.visible().into_iter().filter(pass).collect();
        if all.is_empty() {
            return None;
        }
        // Recent bindings more often, so that values depend on each other.
        let n = all.len();
        let i = self.rng.below(n).max(self.rng.below(n));
        Some(all[i].clone())
    }

    /// A mutable float variable.
    pub(super) fn some_target(&mut self) -> Option<Local> {
        self.some_local(|l| l.can_write() && l.name.ty == Ty::Float)
    }

    pub(super) fn freeze(&mut self, id: u32, frozen: bool) {
        if let Some(l) = self.local_mut(id) {
            l.frozen = if frozen { l.frozen + 1 } else { l.frozen - 1 };
        }
    }

    pub(super) fn local_mut(&mut self, id: u32) -> Option<&mut Local> {
        self.scope.iter_mut().find(|l| l.name.id == id)
    }

    /// Declares a binding and returns its pattern.
    pub(super) fn bind(&mut self, name: &Name, mutable: bool) -> Pat {
        let mut local = Local::new(name.clone());
        local.mutable = mutable;
        if mutable && matches!(name.ty, Ty::Usize | Ty::I32) {
            local.max = 250;
        }
        self.scope.push(local.clone());
        self.declare_fields(&local);
        Pat::Bind(name.clone(), mutable)
    }

    /// Declares a loop counter or index: read only.
    pub(super) fn bind_counter(&mut self, name: &Name, max: i64) {
        let mut local = Local::new(name.clone());
        local.locked = true;
        local.max = max;
        self.scope.push(local);
    }
}
