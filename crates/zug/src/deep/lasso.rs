//! The graph of positions: the longest play, and a shortest play in which a position repeats.

use super::Longest;

/// The edges of the graph by source, in the order in which the positions were explored (compressed
/// sparse rows).
#[derive(Default)]
pub(super) struct PositionEdges {
    starts: Vec<usize>,
    targets: Vec<u32>,
}

/// A play to a position and back to the same position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lasso {
    /// The position that repeats.
    pub knot: u32,
    /// The positions after it, up to itself.
    pub round: Vec<u32>,
}

/// The number of edges that the search for a shortest cycle may follow; after that it keeps the
/// best cycle found.
const PATIENCE: usize = 20_000_000;

impl PositionEdges {
    /// Begins the edges of the next position.
    pub fn open(&mut self) {
        self.starts.push(self.targets.len());
    }

    /// Adds an edge of the current position.
    pub fn edge(&mut self, to: u32) {
        self.targets.push(to);
    }

    /// The number of explored positions.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.starts.len() * size_of::<usize>() + self.targets.len() * size_of::<u32>()
    }

    /// The successors of a position; empty if it was not explored.
    pub fn next(&self, at: u32) -> &[u32] {
        let at = at as usize;
        let Some(start) = self.starts.get(at) else { return &[] };
        let end = self.starts.get(at + 1).copied().unwrap_or(self.targets.len());
        &self.targets[*start..end]
    }

    /// The length of the longest way to each position, by Kahn's topological sort; `None` for
    /// positions on cycles and behind them.
    fn ways(&self, positions: usize) -> Vec<Option<u64>> {
        let mut waits = vec![0u32; positions];
        self.targets.iter().for_each(|to| waits[*to as usize] += 1);
        let mut ready: Vec<u32> = (0..positions as u32).filter(|at| waits[*at as usize] == 0).collect();
        let mut depth = vec![0u64; positions];
        let mut done = vec![false; positions];
        while let Some(at) = ready.pop() {
            done[at as usize] = true;
            for to in self.next(at) {
                let to = *to as usize;
                depth[to] = depth[to].max(depth[at as usize] + 1);
                waits[to] -= 1;
                if waits[to] == 0 {
                    ready.push(to as u32);
                }
            }
        }
        depth.into_iter().zip(done).map(|(depth, done)| done.then_some(depth)).collect()
    }

    /// The length of the longest play, if all positions were explored.
    pub fn longest(&self) -> Longest {
        let ways = self.ways(self.len());
        match ways.into_iter().try_fold(0, |most, way| way.map(|way| most.max(way))) {
            Some(most) => Longest::Plies(most),
            None => Longest::Repeats,
        }
    }

    /// A shortest play in which a position repeats; `depths` are the distances from the start.
    ///
    /// Positions are numbered by distance. So once a lasso of some length is known, only knots at a
    /// smaller distance can improve it.
    pub fn lasso(&self, depths: &[u32]) -> Option<Lasso> {
        let ways = self.ways(depths.len());
        let mut best: Option<(u32, Lasso)> = None;
        let mut patience = PATIENCE;
        let mut search = ReturnSearch { graph: self, ways: &ways, from: vec![None; depths.len()] };
        for knot in (0..depths.len() as u32).filter(|at| ways[*at as usize].is_none()) {
            let depth = depths[knot as usize];
            let room = best.as_ref().map_or(u32::MAX, |(length, _)| length.saturating_sub(depth + 1));
            if room == 0 {
                break;
            }
            if let Some(round) = search.round(knot, room, &mut patience) {
                best = Some((depth + round.len() as u32, Lasso { knot, round }));
            }
        }
        best.map(|(_, lasso)| lasso)
    }
}

/// Breadth-first search for the way back to a position.
struct ReturnSearch<'a> {
    graph: &'a PositionEdges,
    ways: &'a [Option<u64>],
    /// For each position, its predecessor in the search and the knot of that search.
    from: Vec<Option<(u32, u32)>>,
}

impl ReturnSearch<'_> {
    /// The positions of a shortest cycle through the knot, of at most `room` edges. Positions that
    /// lie on no cycle and behind none are skipped.
    fn round(&mut self, knot: u32, room: u32, patience: &mut usize) -> Option<Vec<u32>> {
        let mut here = vec![knot];
        for _ in 0..room {
            let mut after = Vec::new();
            for at in here {
                for to in self.graph.next(at).iter().copied() {
                    *patience = patience.checked_sub(1)?;
                    if to == knot {
                        return Some(self.back(knot, at));
                    }
                    // A mark of another knot is out of date, so the marks need no clearing.
                    let cell = &mut self.from[to as usize];
                    let is_new = cell.is_none_or(|(_, of)| of != knot);
                    if is_new && self.ways[to as usize].is_none() {
                        *cell = Some((at, knot));
                        after.push(to);
                    }
                }
            }
            here = after;
            if here.is_empty() {
                return None;
            }
        }
        None
    }

    /// The cycle from the knot to `last` and back to the knot, without its first knot.
    fn back(&self, knot: u32, last: u32) -> Vec<u32> {
        let mut round = vec![knot];
        let mut at = last;
        while at != knot {
            round.push(at);
            at = self.from[at as usize].map_or(knot, |(before, _)| before);
        }
        round.reverse();
        round
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[&[u32]]) -> PositionEdges {
        let mut graph = PositionEdges::default();
        for targets in edges {
            graph.open();
            targets.iter().for_each(|to| graph.edge(*to));
        }
        graph
    }

    #[test]
    fn the_longest_play_is_not_the_shortest_way() {
        assert_eq!(graph(&[&[1, 2], &[2], &[3], &[]]).longest(), Longest::Plies(3));
        assert_eq!(graph(&[&[]]).longest(), Longest::Plies(0));
        assert_eq!(graph(&[&[1], &[2], &[1]]).longest(), Longest::Repeats);
    }

    #[test]
    fn the_shortest_lasso_counts_the_way_to_it() {
        // 0 -> 1 -> 3 -> 5 -> 1 takes four moves; 0 -> 2 -> 4 -> 4 takes three.
        let far = graph(&[&[1, 2], &[3], &[4], &[5], &[4], &[1]]);
        assert_eq!(far.lasso(&[0, 1, 1, 2, 2, 3]), Some(Lasso { knot: 4, round: vec![4] }));
        let one = graph(&[&[1], &[2], &[3], &[1]]);
        assert_eq!(one.lasso(&[0, 1, 2, 3]), Some(Lasso { knot: 1, round: vec![2, 3, 1] }));
        assert_eq!(graph(&[&[1], &[]]).lasso(&[0, 1]), None);
    }
}
