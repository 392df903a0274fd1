//! Colour refinement: splits the colours of vertices by the colours around them, until nothing
//! changes.
//!
//! Isomorphic refinements have equal traces. The converse fails by accident, because the
//! neighbourhoods are hashed: two may collide and a split be missed. Therefore an automorphism is
//! verified on the graph itself.

use super::graph::{ColouredDigraph, Vertex};

/// A graph as lists of neighbours, in compressed sparse rows.
pub(super) struct Refiner {
    /// The beginning of each vertex's neighbours.
    begin: Vec<u32>,
    /// Label with direction, and neighbour.
    neighbours: Vec<(u64, Vertex)>,
}

/// The colours of all vertices: the numbers from 0 on, without gaps.
pub(super) type Colours = Vec<u32>;

impl Refiner {
    pub fn new(graph: &ColouredDigraph) -> Refiner {
        let mut all: Vec<(Vertex, u64, Vertex)> = Vec::with_capacity(graph.arcs.len() * 2);
        for (from, label, to) in &graph.arcs {
            all.push((*from, u64::from(*label) * 2, *to));
            all.push((*to, u64::from(*label) * 2 + 1, *from));
        }
        all.sort_unstable();
        let mut begin = vec![0u32; graph.len() + 1];
        all.iter().for_each(|(from, ..)| begin[*from as usize + 1] += 1);
        (0..graph.len()).for_each(|at| begin[at + 1] += begin[at]);
        Refiner { begin, neighbours: all.into_iter().map(|(_, label, to)| (label, to)).collect() }
    }

    /// Refines to a fixpoint and returns the trace.
    pub fn refine(&self, colours: &mut Colours) -> u64 {
        let mut trace = 0;
        let mut classes = 0;
        loop {
            let mut signed: Vec<(u32, u64, Vertex)> = (0..colours.len())
                .map(|at| (colours[at], self.signature(at, colours), at as Vertex))
                .collect();
            signed.sort_unstable();
            let mut next = 0;
            for at in 0..signed.len() {
                let (colour, hash, vertex) = signed[at];
                if at > 0 && (signed[at - 1].0, signed[at - 1].1) != (colour, hash) {
                    next += 1;
                }
                colours[vertex as usize] = next;
                trace = mix(trace ^ hash.wrapping_add(u64::from(next)));
            }
            // `classes` is the number of colours before this round; it did not grow.
            if next < classes {
                return trace;
            }
            classes = next + 1;
        }
    }

    /// A hash of the colours around a vertex; the sum makes it independent of their order.
    fn signature(&self, at: usize, colours: &Colours) -> u64 {
        let neighbours = &self.neighbours[self.begin[at] as usize..self.begin[at + 1] as usize];
        neighbours.iter().fold(0u64, |sum, (label, to)| {
            sum.wrapping_add(mix(label << 32 | u64::from(colours[*to as usize])))
        })
    }

    /// A rough cost of one refinement.
    pub fn cost(&self) -> u64 {
        (self.neighbours.len() + self.begin.len() * 8) as u64
    }
}

/// Gives a vertex a colour of its own, and refines.
pub(super) fn individualise(refiner: &Refiner, colours: &Colours, vertex: Vertex) -> (Colours, u64) {
    let mut colours = colours.clone();
    colours[vertex as usize] = colours.len() as u32;
    let trace = refiner.refine(&mut colours);
    (colours, trace)
}

/// The finalizer of SplitMix64, by Steele, Lea and Flood (2014).
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
