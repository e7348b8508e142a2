//! Minimum cuts of networks, by Dinic's algorithm: E. A. Dinic, Algorithm for solution of a problem of maximum flow in networks
//! with power estimation, Soviet Math. Doklady 11 (1970).
use std::collections::VecDeque;

/// A node by its number.
pub type Node = usize;

/// An edge that no cut goes through.
pub const UNLIMITED: u64 = u64::MAX / 4;

/// Nodes and edges with capacities.
pub struct Network {
    /// The edges that leave each node, by number; the one with the last bit flipped leads back.
    leaving: Vec<Vec<usize>>,
    /// Where each edge leads.
    ends: Vec<Node>,
    /// What may still flow along it.
    left: Vec<u64>,
}

impl Default for Network {
    fn default() -> Self {
        Network {
            leaving: vec![Vec::new(), Vec::new()],
            ends: Vec::new(),
            left: Vec::new(),
        }
    }
}

impl Network {
    pub const SOURCE: Node = 0;
    pub const SINK: Node = 1;

    /// A new node.
    pub fn node(&mut self) -> Node {
        self.leaving.push(Vec::new());
        self.leaving.len() - 1
    }

    /// A new edge.
    pub fn edge(&mut self, from: Node, to: Node, capacity: u64) {
        for (node, end, left) in [(from, to, capacity), (to, from, 0)] {
            self.leaving[node].push(self.ends.len());
            self.ends.push(end);
            self.left.push(left);
        }
    }

    /// Which nodes are behind the minimum cut that is next to the sink.
    pub fn behind_cut(mut self) -> impl Fn(Node) -> bool {
        while let Some(levels) = self.levels() {
            self.block(&levels);
        }
        let mut behind = vec![false; self.leaving.len()];
        behind[Self::SINK] = true;
        let mut open = vec![Self::SINK];
        while let Some(node) = open.pop() {
            for &edge in &self.leaving[node] {
                let from = self.ends[edge];
                if self.left[edge ^ 1] > 0 && !behind[from] {
                    behind[from] = true;
                    open.push(from);
                }
            }
        }
        move |node| behind[node]
    }

    /// How far each node is from the source, if the sink can be reached.
    fn levels(&self) -> Option<Vec<usize>> {
        let mut levels = vec![usize::MAX; self.leaving.len()];
        levels[Self::SOURCE] = 0;
        let mut open = VecDeque::from([Self::SOURCE]);
        while let Some(node) = open.pop_front() {
            for &edge in &self.leaving[node] {
                let end = self.ends[edge];
                if self.left[edge] > 0 && levels[end] == usize::MAX {
                    levels[end] = levels[node] + 1;
                    open.push_back(end);
                }
            }
        }
        (levels[Self::SINK] != usize::MAX).then_some(levels)
    }

    /// Lets flow what can along ways on which each edge leads to the next level.
    fn block(&mut self, levels: &[usize]) {
        let mut next = vec![0; self.leaving.len()];
        let mut way: Vec<usize> = Vec::new();
        loop {
            let node = way.last().map_or(Self::SOURCE, |edge| self.ends[*edge]);
            if node == Self::SINK {
                let most = way.iter().map(|edge| self.left[*edge]).min().unwrap_or(0);
                for edge in &way {
                    self.left[*edge] -= most;
                    self.left[*edge ^ 1] += most;
                }
                let full = way.iter().position(|edge| self.left[*edge] == 0);
                way.truncate(full.unwrap_or(0));
                continue;
            }
            let leaving = &self.leaving[node];
            let found = (next[node]..leaving.len()).find(|at| {
                let edge = leaving[*at];
                self.left[edge] > 0 && levels[self.ends[edge]] == levels[node] + 1
            });
            match (found, way.pop()) {
                (Some(at), last) => {
                    next[node] = at;
                    let edge = self.leaving[node][at];
                    way.extend(last);
                    way.push(edge);
                }
                (None, Some(edge)) => {
                    // The way ends here.
                    next[self.ends[edge ^ 1]] += 1;
                }
                (None, None) => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The narrow edge is in the middle: what is behind it is behind the cut.
    #[test]
    fn the_cut_goes_through_the_narrow_edge() {
        let mut network = Network::default();
        let (a, b, c) = (network.node(), network.node(), network.node());
        network.edge(Network::SOURCE, a, 5);
        network.edge(Network::SOURCE, b, 5);
        network.edge(a, c, UNLIMITED);
        network.edge(b, c, UNLIMITED);
        let d = network.node();
        network.edge(c, d, 3);
        network.edge(d, Network::SINK, UNLIMITED);
        let behind = network.behind_cut();
        assert!([a, b, c].iter().all(|node| !behind(*node)));
        assert!(behind(d));
    }

    /// Of two cuts that cost the same the one at the sink is taken.
    #[test]
    fn of_equal_cuts_the_last_is_taken() {
        let mut network = Network::default();
        let (a, b) = (network.node(), network.node());
        network.edge(Network::SOURCE, a, 2);
        network.edge(a, b, 2);
        network.edge(b, Network::SINK, 2);
        let behind = network.behind_cut();
        assert!(!behind(a) && !behind(b));
    }

    /// The cut costs as little as the cheapest of all.
    #[test]
    fn no_cut_is_cheaper() {
        let mut state = 1_u64;
        let mut below = |bound: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % bound
        };
        for _ in 0..200 {
            let mut network = Network::default();
            let inner: Vec<Node> = (0..6).map(|_| network.node()).collect();
            let nodes: Vec<Node> = [Network::SOURCE, Network::SINK]
                .into_iter()
                .chain(inner)
                .collect();
            let mut edges = Vec::new();
            for from in &nodes {
                for to in &nodes {
                    if from != to && below(3) == 0 {
                        edges.push((*from, *to, below(9)));
                    }
                }
            }
            for &(from, to, capacity) in &edges {
                network.edge(from, to, capacity);
            }
            let cost = |behind: &dyn Fn(Node) -> bool| -> u64 {
                let cut = edges
                    .iter()
                    .filter(|(from, to, _)| !behind(*from) && behind(*to));
                cut.map(|edge| edge.2).sum()
            };
            let cheapest = (0..1 << 6)
                .map(|set: usize| {
                    cost(&|node| node == Network::SINK || (node > 1 && set >> (node - 2) & 1 == 1))
                })
                .min();
            let found = network.behind_cut();
            assert!(!found(Network::SOURCE));
            assert_eq!(Some(cost(&found)), cheapest);
        }
    }
}
