//! A digraph with coloured vertices and labelled arcs, and the exact test that a permutation is an
//! automorphism.

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A vertex.
pub(super) type Vertex = u32;

/// The colour of a vertex: its kind and two numbers.
pub(super) type VertexColour = (&'static str, i64, i64);

/// An arc: from, label, to.
type Arc = (Vertex, u32, Vertex);

/// How many times each arc is there.
pub(super) type ArcCounts = FxHashMap<Arc, u32>;

/// The graph.
#[derive(Debug, Default)]
pub(super) struct ColouredDigraph {
    /// The colour of each vertex, as its number in `known`.
    pub colours: Vec<u32>,
    known: BTreeMap<VertexColour, u32>,
    /// The arcs.
    pub arcs: Vec<Arc>,
}

impl ColouredDigraph {
    /// Adds a vertex.
    pub fn vertex(&mut self, colour: VertexColour) -> Vertex {
        let colour = self.colour(colour);
        self.colours.push(colour);
        (self.colours.len() - 1) as Vertex
    }

    /// Changes the colour of a vertex.
    pub fn recolour(&mut self, vertex: Vertex, colour: VertexColour) {
        self.colours[vertex as usize] = self.colour(colour);
    }

    fn colour(&mut self, colour: VertexColour) -> u32 {
        let next = self.known.len() as u32;
        *self.known.entry(colour).or_insert(next)
    }

    /// Adds an arc.
    pub fn arc(&mut self, from: Vertex, label: u32, to: Vertex) {
        self.arcs.push((from, label, to));
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.colours.len()
    }

    /// How many times each arc is there.
    pub fn arc_counts(&self) -> ArcCounts {
        let mut counts = ArcCounts::default();
        self.arcs.iter().for_each(|arc| *counts.entry(*arc).or_default() += 1);
        counts
    }

    /// Whether a permutation of the vertices is an automorphism: it keeps all colours, and each arc
    /// is there as many times as its image.
    pub fn is_kept_by(&self, image: &[Vertex], counts: &ArcCounts) -> bool {
        let colour = |vertex: &Vertex| self.colours.get(*vertex as usize);
        let keeps = |((from, label, to), count): (&Arc, &u32)| {
            counts.get(&(image[*from as usize], *label, image[*to as usize])) == Some(count)
        };
        is_permutation(image, self.len())
            && self.colours.iter().zip(image).all(|(from, to)| Some(from) == colour(to))
            && counts.iter().all(keeps)
    }
}

/// Whether each of the numbers below `size` stands there once.
fn is_permutation(image: &[Vertex], size: usize) -> bool {
    let mut hit = vec![false; size];
    let new = |at: &Vertex| hit.get_mut(*at as usize).is_some_and(|hit| !std::mem::replace(hit, true));
    image.len() == size && image.iter().all(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_automorphism_keeps_colours_and_the_number_of_arcs() {
        let mut graph = ColouredDigraph::default();
        for at in 0..4 {
            graph.vertex(("vertex", at / 2, 0));
        }
        [(0, 2), (0, 2), (1, 3), (1, 3)].iter().for_each(|(from, to)| graph.arc(*from, 7, *to));
        let is_kept =
            |graph: &ColouredDigraph, image: [Vertex; 4]| graph.is_kept_by(&image, &graph.arc_counts());
        assert!(is_kept(&graph, [0, 1, 2, 3]) && is_kept(&graph, [1, 0, 3, 2]));
        assert!(!is_kept(&graph, [1, 0, 2, 3]), "the arcs lead elsewhere");
        assert!(!is_kept(&graph, [2, 3, 0, 1]), "the colours differ");
        assert!(!is_kept(&graph, [0, 0, 2, 2]), "this is no permutation");
        assert!(!is_kept(&graph, [0, 1, 2, 4]), "there is no such vertex");
        graph.arc(1, 7, 3);
        assert!(!is_kept(&graph, [1, 0, 3, 2]), "three arcs for two");
        graph.arc(0, 8, 2);
        assert!(!is_kept(&graph, [1, 0, 3, 2]), "a label differs");
    }
}
