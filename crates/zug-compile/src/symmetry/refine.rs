//! Colour refinement: splits the colours of vertices by the colours around them, until nothing
//! changes.
//!
//! ```text
//!   vertices whose colour changed  ->  what that changes for their neighbours  ->  cells split by it
//!        ^                                                                              |
//!        +--------------  all parts of a cell but the largest, which keeps its colour  <-+
//! ```
//!
//! All members of a cell had equal neighbourhoods before a round, so they have equal ones after it
//! exactly if the round changed the same for them. Each vertex changes its colour at most log n
//! times (Hopcroft 1971; Paige and Tarjan, "Three Partition Refinement Algorithms", 1987). The
//! order of new colours depends on no numbers of vertices.
//!
//! Isomorphic refinements have equal traces. The converse fails by accident, because the
//! neighbourhoods are hashed: two may collide and a split be missed. Therefore an automorphism is
//! verified on the graph itself.

use super::graph::{ColouredDigraph, Vertex};
use super::partition::{Affected, Partition, Recoloured};

/// A graph as lists of neighbours, in compressed sparse rows.
pub(super) struct Refiner {
    /// The beginning of each vertex's neighbours.
    begin: Vec<u32>,
    /// Label with direction, and neighbour.
    neighbours: Vec<(u64, Vertex)>,
}

/// The colours of all vertices: the numbers from 0 on, without gaps.
pub(super) type Colours = Vec<u32>;

/// The result of a refinement.
pub(super) struct Refined {
    pub colours: Colours,
    /// A hash of all that was split.
    pub trace: u64,
    /// The arcs and vertices that were looked at.
    pub steps: u64,
}

impl Refiner {
    pub fn new(graph: &ColouredDigraph) -> Refiner {
        let mut begin = vec![0u32; graph.len() + 1];
        for (from, _, to) in &graph.arcs {
            begin[*from as usize + 1] += 1;
            begin[*to as usize + 1] += 1;
        }
        (0..graph.len()).for_each(|at| begin[at + 1] += begin[at]);
        let mut next = begin.clone();
        let mut neighbours = vec![(0, 0); graph.arcs.len() * 2];
        let mut add = |from: Vertex, label: u64, to: Vertex| {
            let place = &mut next[from as usize];
            neighbours[*place as usize] = (label, to);
            *place += 1;
        };
        for (from, label, to) in &graph.arcs {
            add(*from, u64::from(*label) * 2, *to);
            add(*to, u64::from(*label) * 2 + 1, *from);
        }
        Refiner { begin, neighbours }
    }

    /// Refines colours to a fixpoint.
    pub fn refine(&self, colours: &Colours) -> Refined {
        let partition = Partition::of(colours);
        let all = (0..colours.len() as Vertex).map(|vertex| Recoloured { vertex, before: None }).collect();
        self.settle(partition, all, 0)
    }

    /// Gives a vertex a colour of its own, and refines colours that are refined already.
    pub fn individualise(&self, colours: &Colours, vertex: Vertex) -> Refined {
        let mut partition = Partition::of(colours);
        let size = partition.size_of_cell(vertex) as u64;
        let changed = partition.separate(vertex);
        self.settle(partition, changed, size)
    }

    fn settle(&self, mut partition: Partition, mut changed: Vec<Recoloured>, trace: u64) -> Refined {
        let (mut trace, mut steps) = (trace, self.begin.len() as u64 * 8);
        let mut deltas = vec![0; partition.colours().len()];
        while !changed.is_empty() {
            let affected = self.affected(&partition, &changed, &mut deltas);
            steps += changed.iter().map(|each| self.row(each.vertex).len() as u64).sum::<u64>();
            changed.clear();
            for cell in affected.chunk_by(|one, other| one.colour == other.colour) {
                trace =
                    partition.split(cell, &mut changed).into_iter().fold(trace, |trace, (delta, size)| {
                        mix(mix(trace ^ delta).wrapping_add(u64::from(cell[0].colour) << 32 | size as u64))
                    });
            }
        }
        Refined { colours: partition.into_colours(), trace, steps }
    }

    /// The neighbours of vertices with new colours, by cells, and by what the new colours change
    /// for them: the sum of hashes of arcs, which does not depend on their order.
    fn affected(&self, partition: &Partition, changed: &[Recoloured], deltas: &mut [u64]) -> Vec<Affected> {
        let colours = partition.colours();
        let mut touched = Vec::new();
        for Recoloured { vertex, before } in changed {
            let after = colours[*vertex as usize];
            for (label, neighbour) in self.row(*vertex) {
                // The neighbour sees the arc from its other end.
                let seen = |colour: u32| mix((label ^ 1) << 32 | u64::from(colour));
                let delta = &mut deltas[*neighbour as usize];
                if *delta == 0 {
                    touched.push(*neighbour);
                }
                *delta = delta.wrapping_add(seen(after)).wrapping_sub(before.map_or(0, seen));
            }
        }
        // A sum that was 0 in between stands twice: the second time there is nothing left.
        let take = |vertex: Vertex| Affected {
            colour: colours[vertex as usize],
            delta: std::mem::take(&mut deltas[vertex as usize]),
            vertex,
        };
        let mut affected: Vec<Affected> =
            touched.into_iter().map(take).filter(|each| each.delta != 0).collect();
        affected.sort_unstable_by_key(|each| (each.colour, each.delta));
        affected
    }

    fn row(&self, vertex: Vertex) -> &[(u64, Vertex)] {
        &self.neighbours[self.begin[vertex as usize] as usize..self.begin[vertex as usize + 1] as usize]
    }
}

/// The finalizer of SplitMix64, by Steele, Lea and Flood (2014).
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits all cells by the colours around their members, again and again: the obvious way.
    fn coarsest(graph: &ColouredDigraph) -> Colours {
        let mut colours = graph.colours.clone();
        loop {
            let signature = |at: u32| {
                let mut around: Vec<_> = (graph.arcs.iter())
                    .flat_map(|(from, label, to)| [(*from, *label, 0, *to), (*to, *label, 1, *from)])
                    .filter(|(from, ..)| *from == at)
                    .map(|(_, label, direction, to)| (label, direction, colours[to as usize]))
                    .collect();
                around.sort_unstable();
                (colours[at as usize], around)
            };
            let signatures: Vec<_> = (0..graph.len() as u32).map(signature).collect();
            let mut distinct = signatures.clone();
            distinct.sort();
            distinct.dedup();
            let next: Colours =
                signatures.iter().map(|each| distinct.binary_search(each).unwrap() as u32).collect();
            let count = |colours: &Colours| colours.iter().collect::<std::collections::BTreeSet<_>>().len();
            if count(&next) == count(&colours) {
                return next;
            }
            colours = next;
        }
    }

    /// A random graph, with self-loops and repeated arcs.
    fn random(seed: &mut u64) -> ColouredDigraph {
        let mut below = |most: u64| {
            *seed = mix(*seed);
            *seed % most
        };
        let mut graph = ColouredDigraph::default();
        let size = below(12) + 1;
        for _ in 0..size {
            graph.vertex(("vertex", below(2) as i64, 0));
        }
        (0..below(20)).for_each(|_| graph.arc(below(size) as u32, below(2) as u32, below(size) as u32));
        graph
    }

    /// The cell of each vertex, as its first member.
    fn cells(colours: &Colours) -> Vec<usize> {
        let first = |colour| colours.iter().position(|each| each == colour).unwrap();
        colours.iter().map(first).collect()
    }

    #[test]
    fn refinement_finds_the_coarsest_partition() {
        let (mut seed, mut individualised) = (1, 0);
        for _ in 0..3000 {
            let mut graph = random(&mut seed);
            let refiner = Refiner::new(&graph);
            let mut colours = refiner.refine(&graph.colours).colours;
            assert_eq!(cells(&colours), cells(&coarsest(&graph)));
            let shared = |at: &usize| colours.iter().filter(|each| **each == colours[*at]).count() > 1;
            if let Some(vertex) = (0..colours.len()).find(shared) {
                colours = refiner.individualise(&colours, vertex as u32).colours;
                graph.recolour(vertex as u32, ("alone", 0, 0));
                assert_eq!(cells(&colours), cells(&coarsest(&graph)));
                individualised += 1;
            }
        }
        assert!(individualised > 500, "{individualised}");
    }

    #[test]
    fn colours_and_traces_do_not_depend_on_the_numbers_of_vertices() {
        let mut seed = 2;
        for _ in 0..1000 {
            let graph = random(&mut seed);
            let size = graph.len() as u32;
            // The vertices the other way round.
            let image = |vertex: u32| size - 1 - vertex;
            let mut other = ColouredDigraph::default();
            for _ in 0..size {
                other.vertex(("vertex", 0, 0));
            }
            other.colours = graph.colours.iter().rev().copied().collect();
            graph.arcs.iter().rev().for_each(|(from, label, to)| other.arc(image(*from), *label, image(*to)));
            let found = Refiner::new(&graph).refine(&graph.colours);
            let mirrored = Refiner::new(&other).refine(&other.colours);
            assert_eq!(found.trace, mirrored.trace);
            assert!((0..size).all(|at| found.colours[at as usize] == mirrored.colours[image(at) as usize]));
        }
    }
}
