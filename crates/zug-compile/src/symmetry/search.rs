//! Finds generators of the automorphism group of a graph by individualization and backtracking.
//!
//! A base is fixed vertex by vertex until all vertices have different colours. From its last vertex
//! to the first, every vertex of the same colour outside the known orbit is tried in its place. The
//! automorphisms found fix all earlier base vertices (a strong generating set), so the product of
//! the orbits' sizes is the order of the group (Sims).

use super::graph::{ArcCounts, ColouredDigraph, Vertex};
use super::refine::{Colours, Refined, Refiner};

/// The result of the search.
#[derive(Debug)]
pub(super) struct FoundSymmetry {
    /// The generators, each verified on the whole graph.
    pub generators: Vec<Vec<Vertex>>,
    /// The order of the group that they generate on the vertices that count; none if it exceeds 128
    /// bits.
    pub order: Option<u128>,
    /// False if the search was given up, so that there may be more.
    pub complete: bool,
}

/// The base: the vertices that are fixed one after the other.
struct Base {
    vertices: Vec<Vertex>,
    /// The colours before each vertex was fixed, and after the last.
    colours: Vec<Colours>,
    traces: Vec<u64>,
    /// The number of leading base vertices that count.
    counting: usize,
}

struct AutomorphismSearch<'g> {
    graph: &'g ColouredDigraph,
    arcs: ArcCounts,
    refiner: Refiner,
    base: Base,
    /// The budget that is left.
    steps: u64,
}

/// Generators of the automorphism group, up to automorphisms that fix all vertices that count.
pub(super) fn automorphisms(graph: &ColouredDigraph, counting: &[Vertex], steps: u64) -> FoundSymmetry {
    let refiner = Refiner::new(graph);
    let nothing = FoundSymmetry { generators: Vec::new(), order: Some(1), complete: false };
    let mut steps = steps;
    let Some(base) = base(graph, &refiner, counting, &mut steps) else { return nothing };
    let mut search = AutomorphismSearch { graph, arcs: graph.arc_counts(), refiner, base, steps };
    let mut found = FoundSymmetry { complete: true, ..nothing };
    for level in (0..search.base.counting).rev() {
        let size = search.level(level, &mut found);
        found.order = found.order.and_then(|order| order.checked_mul(size as u128));
    }
    found
}

/// Fixes vertices until all have different colours, those that count first.
fn base(graph: &ColouredDigraph, refiner: &Refiner, counting: &[Vertex], steps: &mut u64) -> Option<Base> {
    let colours = refiner.refine(&graph.colours).colours;
    let mut base = Base { vertices: Vec::new(), colours: vec![colours], traces: Vec::new(), counting: 0 };
    loop {
        let colours = base.colours.last()?;
        let mut sizes = vec![0u32; graph.len()];
        colours.iter().for_each(|colour| sizes[*colour as usize] += 1);
        let shared = |vertex: &Vertex| sizes[colours[*vertex as usize] as usize] > 1;
        let next = counting.iter().copied().find(shared);
        base.counting += usize::from(next.is_some());
        let Some(next) = next.or_else(|| (0..graph.len() as Vertex).find(shared)) else { return Some(base) };
        let refined = refiner.individualise(colours, next);
        *steps = steps.checked_sub(refined.steps)?;
        base.vertices.push(next);
        base.colours.push(refined.colours);
        base.traces.push(refined.trace);
    }
}

impl AutomorphismSearch<'_> {
    /// Tries every vertex in the place of a base vertex; returns the size of its orbit.
    fn level(&mut self, level: usize, found: &mut FoundSymmetry) -> usize {
        let from = self.base.vertices[level];
        let mut orbit = orbit(from, &found.generators);
        for to in cell(&self.base.colours[level], from) {
            if orbit.contains(&to) {
                continue;
            }
            match self.attempt(level, to) {
                Ok(Some(image)) => {
                    found.generators.push(image);
                    orbit = self::orbit(from, &found.generators);
                }
                Ok(None) => {}
                Err(OutOfSteps) => found.complete = false,
            }
        }
        orbit.len()
    }

    /// An automorphism that fixes the base before this level and maps its vertex there to `to`, if
    /// there is one.
    fn attempt(&mut self, level: usize, to: Vertex) -> Result<Option<Vec<Vertex>>, OutOfSteps> {
        let colours = self.base.colours[level].clone();
        let mut choices = vec![to];
        self.descend(level, &colours, &mut choices)
    }

    /// Completes an automorphism: the images of the base before `level` are chosen, and the last of
    /// `choices` is that at `level`.
    fn descend(
        &mut self,
        level: usize,
        colours: &Colours,
        choices: &mut Vec<Vertex>,
    ) -> Result<Option<Vec<Vertex>>, OutOfSteps> {
        let Some(to) = choices.last().copied() else { return Ok(None) };
        let Refined { colours, trace, steps } = self.refiner.individualise(colours, to);
        self.steps = self.steps.checked_sub(steps).ok_or(OutOfSteps)?;
        if trace != self.base.traces[level] {
            return Ok(None);
        }
        let Some(&next) = self.base.vertices.get(level + 1) else { return Ok(self.completed(&colours)) };
        let colour = self.base.colours[level + 1][next as usize];
        let first = self.base.vertices[level + 1 - choices.len()];
        let mut all: Vec<Vertex> =
            (0..colours.len() as Vertex).filter(|at| colours[*at as usize] == colour).collect();
        // First the vertex itself, then the first base vertex that moved: so transpositions, which
        // show interchangeable elements, are found first.
        all.sort_by_key(|at| (*at != next, *at != first, *at));
        for to in all {
            choices.push(to);
            let found = self.descend(level + 1, &colours, choices)?;
            choices.pop();
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The permutation that maps each vertex to the one of equal colour, if it is an automorphism.
    fn completed(&self, colours: &Colours) -> Option<Vec<Vertex>> {
        let last = self.base.colours.last()?;
        let mut of_colour = vec![0; colours.len()];
        (0..).zip(colours).for_each(|(vertex, colour): (Vertex, _)| of_colour[*colour as usize] = vertex);
        let image: Vec<Vertex> = last.iter().map(|colour| of_colour[*colour as usize]).collect();
        self.graph.is_kept_by(&image, &self.arcs).then_some(image)
    }
}

/// The error that the budget is used up.
struct OutOfSteps;

/// The vertices with the colour of one.
fn cell(colours: &Colours, of: Vertex) -> Vec<Vertex> {
    let colour = colours[of as usize];
    (0..colours.len() as Vertex).filter(|at| colours[*at as usize] == colour).collect()
}

/// The orbit of a vertex under the generators.
fn orbit(of: Vertex, generators: &[Vec<Vertex>]) -> Vec<Vertex> {
    let mut orbit = vec![of];
    let mut seen: std::collections::HashSet<Vertex> = [of].into();
    let mut at = 0;
    while let Some(vertex) = orbit.get(at).copied() {
        at += 1;
        for generator in generators {
            let image = generator[vertex as usize];
            if seen.insert(image) {
                orbit.push(image);
            }
        }
    }
    orbit
}
