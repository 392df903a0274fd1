//! A digraph with coloured vertices and labelled arcs, and the exact test that a permutation keeps it.

use std::collections::{BTreeMap, HashSet};

/// A vertex.
pub(super) type Vertex = u32;

/// What a vertex is: a kind, and two numbers that say more.
pub(super) type Colour = (&'static str, i64, i64);

/// The graph.
#[derive(Debug, Default)]
pub(super) struct ColouredDigraph {
    /// The colour of each vertex, by its number in `known`.
    pub colours: Vec<u32>,
    known: BTreeMap<Colour, u32>,
    /// From, label, to.
    pub arcs: Vec<(Vertex, u32, Vertex)>,
}

impl ColouredDigraph {
    /// A new vertex.
    pub fn vertex(&mut self, colour: Colour) -> Vertex {
        let colour = self.colour(colour);
        self.colours.push(colour);
        (self.colours.len() - 1) as Vertex
    }

    /// Gives a vertex another colour.
    pub fn recolour(&mut self, vertex: Vertex, colour: Colour) {
        self.colours[vertex as usize] = self.colour(colour);
    }

    fn colour(&mut self, colour: Colour) -> u32 {
        let next = self.known.len() as u32;
        *self.known.entry(colour).or_insert(next)
    }

    /// A new arc.
    pub fn arc(&mut self, from: Vertex, label: u32, to: Vertex) {
        self.arcs.push((from, label, to));
    }

    /// How many vertices.
    pub fn len(&self) -> usize {
        self.colours.len()
    }

    /// Whether a permutation of the vertices takes every vertex to one of its colour, and the arcs to the arcs, each
    /// as often as it is there.
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
