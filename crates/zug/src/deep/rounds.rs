//! The parts of the graph of positions in which play can go round.

use super::lasso::PositionEdges;
use std::collections::{HashMap, VecDeque};

impl PositionEdges {
    /// For each part of the graph whose positions all lead to each other: these positions,
    /// ascending. A position that leads nowhere back is in no part.
    ///
    /// Method: Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972), with a stack of its
    /// own.
    pub fn rounds(&self) -> Vec<Vec<u32>> {
        let mut walk =
            PlayTarjan { graph: self, order: vec![0; self.len()], low: vec![0; self.len()], next: 1 };
        let mut found = Vec::new();
        for root in 0..self.len() as u32 {
            if walk.order[root as usize] == 0 {
                walk.from(root, &mut found);
            }
        }
        found
    }

    /// The positions of a shortest way from one position to another of the same part, the last
    /// included.
    pub fn way(&self, from: u32, to: u32) -> Vec<u32> {
        let mut before: HashMap<u32, u32> = HashMap::new();
        let mut open = VecDeque::from([from]);
        while let Some(at) = open.pop_front().filter(|_| !before.contains_key(&to)) {
            for next in self.next(at) {
                before.entry(*next).or_insert_with(|| {
                    open.push_back(*next);
                    at
                });
            }
        }
        let mut way = vec![to];
        while let Some(at) = way.last().and_then(|last| before.get(last)).filter(|at| **at != from) {
            way.push(*at);
        }
        way.reverse();
        way
    }
}

struct PlayTarjan<'a> {
    graph: &'a PositionEdges,
    /// The order in which positions were entered, from 1; 0 for those that were not.
    order: Vec<u32>,
    /// The earliest entered position that each is known to lead to; `DONE` once its part is known.
    low: Vec<u32>,
    next: u32,
}

/// Above the order of every position.
const DONE: u32 = u32::MAX;

impl PlayTarjan<'_> {
    fn enter(&mut self, at: u32, open: &mut Vec<u32>, path: &mut Vec<(u32, usize)>) {
        (self.order[at as usize], self.low[at as usize]) = (self.next, self.next);
        self.next += 1;
        open.push(at);
        path.push((at, 0));
    }

    /// Goes on from a position that was not entered; adds the parts that play can go round.
    fn from(&mut self, root: u32, found: &mut Vec<Vec<u32>>) {
        let (mut open, mut path) = (Vec::new(), Vec::new());
        self.enter(root, &mut open, &mut path);
        while let Some((at, edge)) = path.last_mut() {
            let here = *at as usize;
            let Some(to) = self.graph.next(*at).get(*edge).copied() else {
                path.pop();
                self.leave(here, &mut open, found);
                if let Some((before, _)) = path.last() {
                    let low = self.low[here].min(self.low[*before as usize]);
                    self.low[*before as usize] = low;
                }
                continue;
            };
            *edge += 1;
            match self.order.get(to as usize) {
                Some(0) => self.enter(to, &mut open, &mut path),
                Some(_) if self.low[to as usize] != DONE => {
                    self.low[here] = self.low[here].min(self.order[to as usize]);
                }
                // It was met, but not explored, or it is in a part that is known.
                _ => {}
            }
        }
    }

    /// Takes the part of a position from the open ones, if it was the first of it.
    fn leave(&mut self, here: usize, open: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
        if self.low[here] != self.order[here] {
            return;
        }
        let begins = open.iter().rposition(|each| *each as usize == here).unwrap_or(0);
        let mut part = open.split_off(begins);
        part.iter().for_each(|each| self.low[*each as usize] = DONE);
        let alone = part.len() == 1 && !self.graph.next(part[0]).contains(&part[0]);
        if !alone {
            part.sort_unstable();
            found.push(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[&[u32]]) -> PositionEdges {
        let mut graph = PositionEdges::default();
        for each in edges {
            graph.open();
            each.iter().for_each(|to| graph.edge(*to));
        }
        graph
    }

    #[test]
    fn the_parts_in_which_play_goes_round_are_found() {
        // 0 leads to 1 and 5; 1, 2, 3 go round; 4 goes round alone; 5 ends; 9 was not explored.
        let graph = graph(&[&[1, 5], &[2], &[3, 4, 9], &[1], &[4], &[]]);
        let mut rounds = graph.rounds();
        rounds.sort();
        assert_eq!(rounds, [vec![1, 2, 3], vec![4]]);
        assert_eq!((graph.way(1, 3), graph.way(3, 1), graph.way(4, 4)), (vec![2, 3], vec![1], vec![4]));
    }

    #[test]
    fn parts_are_those_that_searching_back_and_forth_finds() {
        let mut random = zug_game::SplitMix64(7);
        for _ in 0..500 {
            let size = 1 + random.below(9);
            let edges: Vec<Vec<u32>> = (0..size)
                .map(|_| (0..random.below(3)).map(|_| random.below(size) as u32).collect())
                .collect();
            let graph = graph(&edges.iter().map(Vec::as_slice).collect::<Vec<_>>());
            let reaches = |from: u32, to: u32| {
                let (mut seen, mut open) = (vec![false; size], edges[from as usize].clone());
                while let Some(at) = open.pop() {
                    if !std::mem::replace(&mut seen[at as usize], true) {
                        open.extend(&edges[at as usize]);
                    }
                }
                seen[to as usize]
            };
            let together = |a: u32, b: u32| reaches(a, b) && reaches(b, a);
            let rounds = graph.rounds();
            for a in 0..size as u32 {
                let own: Vec<u32> = (0..size as u32).filter(|b| together(a, *b)).collect();
                let found = rounds.iter().find(|part| part.contains(&a));
                assert_eq!(found.cloned().unwrap_or_default(), own, "{a} of {edges:?}");
            }
        }
    }
}
