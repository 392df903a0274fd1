//! Strongly connected components: the parts of a graph whose positions all lead to each other (Tarjan, 1972).
//!
//! Method: Tarjan (1972), with a stack of its own instead of recursion. A part is found after all parts that it leads to, so
//! solving the parts in the order in which they are found never meets an unsolved position outside.

use crate::limits::Halt;
use crate::retrograde::graph::PositionGraph;
use crate::watch::Watch;
use zug_game::Game;

const UNSEEN: u32 = u32::MAX;

/// The parts.
pub(super) struct Components {
    /// Of each position, the number of its part.
    of: Vec<u32>,
    /// The positions, part by part.
    members: Vec<u32>,
    /// Where each part begins in `members`.
    begins: Vec<u32>,
    /// Whether play can stay in a part.
    cyclic: Vec<bool>,
}

impl Components {
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

    /// The parts in the order in which they are to be solved.
    pub(super) fn each(&self) -> impl Iterator<Item = &[u32]> {
        let ends = self.begins.iter().skip(1).copied().chain([self.members.len() as u32]);
        self.begins.iter().zip(ends).map(|(&begin, end)| &self.members[begin as usize..end as usize])
    }

    /// Whether two positions lead to each other.
    pub(super) fn together(&self, n: usize, m: usize) -> bool {
        self.of[n] == self.of[m]
    }

    /// Whether play can come back to this position.
    pub(super) fn is_cyclic(&self, n: usize) -> bool {
        self.cyclic[self.of[n] as usize]
    }
}

struct Tarjan<'a, 'g, G: Game> {
    graph: &'a PositionGraph<'g, G>,
    /// When each position was seen first.
    order: Vec<u32>,
    /// The earliest position still open that each one leads to.
    low: Vec<u32>,
    /// Positions on the way down, each with the next move to look at.
    way: Vec<(u32, u32)>,
    /// Positions whose part is not known yet.
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

    /// Everything opened after `n`, and `n`, is a part.
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
