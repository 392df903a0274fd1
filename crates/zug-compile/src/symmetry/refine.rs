//! Colour refinement: vertices are told apart by the colours round them, until nothing more is told apart.
//!
//! Two colourings that are refined alike have the same trace. What is told apart by a hash alone may be told apart too
//! little, and the trace may then agree by accident: an automorphism is therefore verified on the graph itself.

use super::graph::{ColouredDigraph, Vertex};

/// A graph as lists of neighbours.
pub(super) struct Refiner {
    /// Where the neighbours of each vertex begin.
    begin: Vec<u32>,
    /// Label with direction, and the neighbour.
    neighbours: Vec<(u64, Vertex)>,
}

/// The colours of all vertices: numbers from 0, none left out.
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

    /// Refines until nothing changes; gives the trace.
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
            if next < classes {
                return trace;
            }
            classes = next + 1;
        }
    }

    /// What is round a vertex, in no order.
    fn signature(&self, at: usize, colours: &Colours) -> u64 {
        let neighbours = &self.neighbours[self.begin[at] as usize..self.begin[at + 1] as usize];
        neighbours.iter().fold(0u64, |sum, (label, to)| {
            sum.wrapping_add(mix(label << 32 | u64::from(colours[*to as usize])))
        })
    }

    /// About how much one refinement costs.
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

/// The finalizer of SplitMix64, by Steele, Lea and Flood.
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
