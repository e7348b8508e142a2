//! Which values the sweep computes again instead of finding them on the tape: a minimum cut.
//!
//! A sum or a product costs less than a word that goes to the tape and back. So a value that the sweep reads may be
//! computed again from others, down to those that must be kept, or that can be read again from arguments.
//! Which are kept is a cut through the graph of the values: between those that cannot be computed again, which
//! hang on the source, and those that the sweep reads, which hang on the sink. A kept word, an operation and a
//! value read again have their costs, each multiplied by a power of the depth of the loops around it; the
//! cheapest cut next to the sink is taken.
use std::collections::{HashMap, HashSet};

use super::flow::{Network, Node, UNLIMITED};
use crate::ir::{Body, Op, Place, Region, Stmt, Ty, Val, touched};
use crate::rules::Prim;

/// The cost of a word that goes to the tape and back.
const KEEP: u64 = 4;
/// That of an operation, and of a value that is read again.
const COMPUTE: u64 = 1;
/// How much more often a loop runs than what is around it, by assumption.
const TRIPS: u64 = 8;
/// Loops inside of so many others cost as much as these.
const DEEPEST: u32 = 8;

/// What the sweep computes again, by the operation and its operands.
#[derive(Default)]
pub struct Recomputed(HashMap<Val, (Prim, Vec<Val>)>);

/// What the choice depends on.
pub struct Known<'p> {
    /// What the sweep reads.
    pub needed: &'p HashSet<Val>,
    /// What it reads again from arguments and settled buffers, if it is needed.
    pub again: &'p HashMap<Val, Place>,
    /// What it reads again from memory that is rewound: it is not there in time to compute others from.
    pub rewound: &'p dyn Fn(Val) -> bool,
}

impl Recomputed {
    /// Chooses.
    #[must_use]
    pub fn of(body: &Body, known: &Known) -> Self {
        let mut graph = Graph {
            body,
            depths: HashMap::new(),
            operations: HashMap::new(),
        };
        graph.inputs();
        graph.region(&body.region, 0);
        graph.cut(known)
    }

    /// How a value is computed again.
    #[must_use]
    pub fn get(&self, val: Val) -> Option<&(Prim, Vec<Val>)> {
        self.0.get(&val)
    }

    /// The values, operands behind what is computed from them.
    #[must_use]
    pub fn vals(&self) -> Vec<Val> {
        let mut vals: Vec<Val> = self.0.keys().copied().collect();
        vals.sort_unstable_by(|a, b| b.cmp(a));
        vals
    }

    /// Forgets what nothing needs.
    pub fn retain(&mut self, needed: &HashSet<Val>) {
        self.0.retain(|val, _| needed.contains(val));
    }
}

/// The values of a body.
struct Graph<'b> {
    body: &'b Body,
    /// How many loops are around a value.
    depths: HashMap<Val, u32>,
    /// Those that can be computed again.
    operations: HashMap<Val, (Prim, &'b [Val])>,
}

/// Whether an operation costs less than a word on the tape, on every target.
fn is_cheap(prim: Prim, ty: Ty) -> bool {
    match prim {
        Prim::Add | Prim::Sub | Prim::Mul | Prim::Neg | Prim::Cast(_) => true,
        // A float of the user's may bring methods of its own.
        Prim::Method(name) => {
            ty != Ty::Generic && matches!(name, "abs" | "copysign" | "max" | "min")
        }
        Prim::Div | Prim::Rem => false,
    }
}

impl<'b> Graph<'b> {
    fn inputs(&mut self) {
        for val in self.body.inputs.iter().map(|i| i.0) {
            self.depths.insert(val, 0);
        }
    }

    fn region(&mut self, region: &'b Region, depth: u32) {
        for stmt in &region.stmts {
            touched::values(stmt, &mut |val| self.depths.extend([(val, depth)]));
            match stmt {
                Stmt::Let(val, Op::Prim(prim, args)) if is_cheap(*prim, self.body.val(*val).ty) => {
                    self.operations.insert(*val, (*prim, args));
                }
                Stmt::Branch(b) => b.arms.iter().for_each(|a| self.region(&a.body, depth)),
                Stmt::Loop(l) => {
                    for carried in &l.carried {
                        self.depths.insert(carried.head, depth + 1);
                    }
                    self.region(&l.body, depth + 1);
                }
                _ => {}
            }
        }
    }

    fn is_part(&self, val: Val) -> bool {
        let info = self.body.val(val);
        info.constant.is_none() && info.ty.is_float()
    }

    fn cut(&self, known: &Known) -> Recomputed {
        let mut network = Network::default();
        // The node behind which a value is there, and in front of which it is computed.
        let mut nodes: HashMap<Val, (Node, Node)> = HashMap::new();
        let mut wanted: Vec<Val> = known
            .needed
            .iter()
            .copied()
            .filter(|v| self.is_part(*v))
            .collect();
        wanted.sort_unstable();
        let mut seen: HashSet<Val> = wanted.iter().copied().collect();
        let mut open = wanted.clone();
        let mut edges = Vec::new();
        while let Some(val) = open.pop() {
            let depth = self.depths.get(&val).copied().unwrap_or(DEEPEST);
            let times = TRIPS.pow(depth.min(DEEPEST));
            let operation = self.operations.get(&val);
            let computed = network.node();
            let is_found = known.again.contains_key(&val) || self.body.val(val).formula.is_some();
            let there = if (known.rewound)(val) {
                network.edge(Network::SOURCE, computed, UNLIMITED);
                computed
            } else if is_found {
                network.edge(Network::SOURCE, computed, COMPUTE * times);
                computed
            } else {
                let there = network.node();
                network.edge(computed, there, KEEP * times);
                let cost = operation.map_or(UNLIMITED, |_| COMPUTE * times);
                network.edge(Network::SOURCE, computed, cost);
                for arg in operation.iter().flat_map(|(_, args)| args.iter()) {
                    if self.is_part(*arg) {
                        edges.push((*arg, computed));
                        if seen.insert(*arg) {
                            open.push(*arg);
                        }
                    }
                }
                there
            };
            nodes.insert(val, (computed, there));
        }
        for (arg, computed) in edges {
            network.edge(nodes[&arg].1, computed, UNLIMITED);
        }
        for val in wanted {
            if !(known.rewound)(val) {
                network.edge(nodes[&val].1, Network::SINK, UNLIMITED);
            }
        }
        let behind = network.behind_cut();
        let chosen = nodes.iter().filter(|(_, (computed, _))| behind(*computed));
        let operations = chosen.filter_map(|(val, _)| {
            let (prim, args) = self.operations.get(val)?;
            let is_found = known.again.contains_key(val);
            (!is_found).then(|| (*val, (*prim, args.to_vec())))
        });
        Recomputed(operations.collect())
    }
}
