//! Whom the cotangent of a value is for: which parameters it may flow to.
//!
//! What a rule reads for the cotangent of an operand is of use only if somebody wants the gradient of a parameter that the
//! operand depends on. Who does, the caller knows, and tells both halves by types.
use std::collections::{HashMap, HashSet};

use crate::activity::varied_by;
use crate::ir::{Body, Val};

/// Sets of parameters by their numbers; more than these are told of no parameter.
const MOST: usize = 64;

/// Some of the parameters whose gradient may be left out; `None` stands for one that never is.
pub type Whom = Option<u64>;

/// The parameters that values depend on.
pub struct Flows {
    /// By parameter: what depends on it.
    varied: Vec<HashSet<Val>>,
    /// Whether its gradient may be left out.
    optional: Vec<bool>,
    /// All that something depends on.
    all: u64,
}

impl Flows {
    /// Finds them where the gradients of some parameters are `optional`.
    #[must_use]
    pub fn of(body: &Body, optional: &[bool]) -> Self {
        let any = optional.len() <= MOST && optional.contains(&true);
        let params = if any { optional.len() } else { 0 };
        let varied: Vec<HashSet<Val>> = (0..params).map(|p| varied_by(body, p)).collect();
        let any = (0..params).filter(|p| !varied[*p].is_empty());
        let all = any.fold(0, |all, p| all | 1 << p);
        Flows {
            varied,
            optional: optional.to_vec(),
            all,
        }
    }

    /// Whom the cotangent of a value is for. Somebody wants one of all.
    #[must_use]
    pub fn whom(&self, val: Val) -> Whom {
        let mut found = 0;
        for (param, varied) in self.varied.iter().enumerate() {
            if varied.contains(&val) {
                if !self.optional[param] {
                    return None;
                }
                found |= 1 << param;
            }
        }
        (found != 0 && found != self.all).then_some(found)
    }
}

/// For either.
#[must_use]
pub fn either(a: Whom, b: Whom) -> Whom {
    Some(a? | b?)
}

/// What is needed, and for whom.
#[derive(Clone, Default)]
pub struct Needed(HashMap<Val, Whom>);

impl Needed {
    /// Adds a need; tells whether it is new.
    pub fn add(&mut self, val: Val, whom: Whom) -> bool {
        let before = self.0.get(&val).copied();
        let now = before.map_or(whom, |before| either(before, whom));
        self.0.insert(val, now);
        before != Some(now)
    }

    /// Everything, for anybody.
    #[must_use]
    pub fn all(body: &Body) -> Self {
        let vals = (0u32..).map(Val).take(body.vals.len());
        Needed(vals.map(|val| (val, None)).collect())
    }

    #[must_use]
    pub fn is_needed(&self, val: Val) -> bool {
        self.0.contains_key(&val)
    }

    #[must_use]
    pub fn vals(&self) -> HashSet<Val> {
        self.0.keys().copied().collect()
    }

    /// The parameters for whose gradients a value is needed.
    #[must_use]
    pub fn whom(&self, val: Val) -> Whom {
        self.0.get(&val).copied().flatten()
    }
}

/// The parameters of a set.
pub fn members(set: u64) -> impl Iterator<Item = usize> {
    (0..MOST).filter(move |p| set >> p & 1 == 1)
}
