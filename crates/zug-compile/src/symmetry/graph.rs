//! A digraph with coloured vertices and labelled arcs, and the exact test that a permutation is an
//! automorphism.

use std::collections::{BTreeMap, HashSet};

/// A vertex.
pub(super) type Vertex = u32;

/// The colour of a vertex: its kind and two numbers.
pub(super) type Colour = (&'static str, i64, i64);

/// The graph.
#[derive(Debug, Default)]
pub(super) struct ColouredDigraph {
    /// The colour of each vertex, as its number in `known`.
    pub colours: Vec<u32>,
    known: BTreeMap<Colour, u32>,
    /// The arcs: from, label, to.
    pub arcs: Vec<(Vertex, u32, Vertex)>,
}

impl ColouredDigraph {
    /// Adds a vertex.
    pub fn vertex(&mut self, colour: Colour) -> Vertex {
        let colour = self.colour(colour);
        self.colours.push(colour);
        (self.colours.len() - 1) as Vertex
    }

    /// Changes the colour of a vertex.
    pub fn recolour(&mut self, vertex: Vertex, colour: Colour) {
        self.colours[vertex as usize] = self.colour(colour);
    }

    fn colour(&mut self, colour: Colour) -> u32 {
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

    /// Whether a permutation of the vertices is an automorphism: it keeps all colours, and maps the
    /// multiset of arcs to itself.
    pub fn is_kept_by(&self, image: &[Vertex]) -> bool {
        let hit: HashSet<Vertex> = image.iter().copied().collect();
        if image.len() != self.len() || hit.len() != self.len() {
            return false;
        }
        let colour = |vertex: Vertex| self.colours.get(vertex as usize);
        let mut moved: Vec<_> =
            self.arcs.iter().map(|(a, label, b)| (image[*a as usize], *label, image[*b as usize])).collect();
        let mut arcs = self.arcs.clone();
        moved.sort_unstable();
        arcs.sort_unstable();
        moved == arcs && (0..).zip(image).all(|(from, to)| colour(from) == colour(*to))
    }
}
