//! Strongly connected components of the graph of positions.
//!
//! Method: Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972), with an explicit stack
//! instead of recursion. A component is found after all components that it leads to, so solving
//! them in this order never needs an unsolved position outside.

use crate::limits::Halt;
use crate::retrograde::graph::PositionGraph;
use crate::watch::Watch;
use zug_game::Game;

/// The number of a position or component that is not known yet.
const UNSEEN: u32 = u32::MAX;

/// The strongly connected components.
pub(super) struct Components {
    /// For each position the number of its component.
    of: Vec<u32>,
    /// The positions, component by component.
    members: Vec<u32>,
    /// The beginning of each component in `members`.
    begins: Vec<u32>,
    /// Whether a component contains a cycle.
    cyclic: Vec<bool>,
}

impl Components {
    /// Whether a move between two positions of one component has a reward.
    pub(super) fn have_rewards<G: Game>(&self, graph: &PositionGraph<'_, G>) -> bool {
        graph.has_rewards()
            && (0..graph.len())
                .any(|n| graph.edges(n).any(|(next, reward)| reward != 0 && self.together(n, next)))
    }

    pub(super) fn of<G: Game>(graph: &PositionGraph<'_, G>, watch: &mut Watch) -> Result<Components, Halt> {
        watch.memory(graph.bytes().saturating_add(graph.len() as u64 * 30))?;
        let mut walk = Tarjan::new(graph);
        for root in 0..graph.len() {
            if root.is_multiple_of(1 << 12) {
                watch.look(&graph.statistics)?;
            }
            if walk.order[root] == UNSEEN {
                walk.from(root as u32, watch)?;
            }
        }
        Ok(walk.found)
    }

    /// The components, each after those that it leads to.
    pub(super) fn each(&self) -> impl Iterator<Item = &[u32]> {
        let ends = self.begins.iter().skip(1).copied().chain([self.members.len() as u32]);
        self.begins.iter().zip(ends).map(|(&begin, end)| &self.members[begin as usize..end as usize])
    }

    /// Whether two positions are in one component.
    pub(super) fn together(&self, n: usize, m: usize) -> bool {
        self.of[n] == self.of[m]
    }

    /// Whether play can return to a position.
    pub(super) fn is_cyclic(&self, n: usize) -> bool {
        self.cyclic[self.of[n] as usize]
    }
}

struct Tarjan<'a, 'g, G: Game> {
    graph: &'a PositionGraph<'g, G>,
    /// The order in which positions were first seen.
    order: Vec<u32>,
    /// The low link: the smallest order of an open position found reachable.
    low: Vec<u32>,
    /// The stack of the depth-first search: each position with the index of its next move.
    way: Vec<(u32, u32)>,
    /// Tarjan's stack: the positions seen whose component is not known yet.
    open: Vec<u32>,
    seen: u32,
    found: Components,
}

impl<'a, 'g, G: Game> Tarjan<'a, 'g, G> {
    fn new(graph: &'a PositionGraph<'g, G>) -> Self {
        let size = graph.len();
        let found = Components {
            of: vec![UNSEEN; size],
            members: Vec::with_capacity(size),
            begins: Vec::new(),
            cyclic: Vec::new(),
        };
        let (order, low) = (vec![UNSEEN; size], vec![0; size]);
        Tarjan { graph, order, low, way: Vec::new(), open: Vec::new(), seen: 0, found }
    }

    fn enter(&mut self, n: u32) {
        self.order[n as usize] = self.seen;
        self.low[n as usize] = self.seen;
        self.seen += 1;
        self.open.push(n);
        self.way.push((n, 0));
    }

    fn from(&mut self, root: u32, watch: &mut Watch) -> Result<(), Halt> {
        self.enter(root);
        while let Some(&mut (n, ref mut at)) = self.way.last_mut() {
            if let Some(&next) = self.graph.targets(n as usize).get(*at as usize) {
                *at += 1;
                self.look_at(n, next);
                continue;
            }
            self.way.pop();
            if let Some(&(before, _)) = self.way.last() {
                self.low[before as usize] = self.low[before as usize].min(self.low[n as usize]);
            }
            if self.low[n as usize] == self.order[n as usize] {
                self.close(n);
                if self.found.begins.len().is_multiple_of(1 << 12) {
                    watch.look(&self.graph.statistics)?;
                }
            }
        }
        Ok(())
    }

    fn look_at(&mut self, n: u32, next: u32) {
        let (n, seen) = (n as usize, self.order[next as usize]);
        if seen == UNSEEN {
            self.enter(next);
        } else if self.found.of[next as usize] == UNSEEN {
            self.low[n] = self.low[n].min(seen);
        }
    }

    /// Closes a component: `n` and all positions above it on Tarjan's stack.
    fn close(&mut self, n: u32) {
        let begin = self.found.members.len();
        let number = self.found.begins.len() as u32;
        while let Some(member) = self.open.pop() {
            self.found.of[member as usize] = number;
            self.found.members.push(member);
            if member == n {
                break;
            }
        }
        let alone = self.found.members.len() == begin + 1;
        self.found.begins.push(begin as u32);
        self.found.cyclic.push(!alone || self.graph.targets(n as usize).contains(&n));
    }
}
