//! The automorphisms of a digraph that is no definition, such as the conflict graph of a sum.

use super::graph::{ColouredDigraph, Vertex};
use super::search;
use std::collections::BTreeSet;

/// The steps of refinement after which no more are looked for.
const STEPS: u64 = 20_000_000;

/// Permutations of the vertices that keep colours and arcs: a group of at most `most`, the identity
/// left out. Where there are more, it is that of some generators.
pub fn automorphisms(colours: &[u32], arcs: &[(u32, u32)], most: usize) -> Vec<Vec<usize>> {
    let mut graph = ColouredDigraph::default();
    let vertices: Vec<Vertex> =
        colours.iter().map(|colour| graph.vertex(("vertex", i64::from(*colour), 0))).collect();
    arcs.iter().for_each(|(from, to)| graph.arc(*from, 0, *to));
    let found = search::automorphisms(&graph, &vertices, STEPS);
    let mut group = BTreeSet::from([vertices.clone()]);
    let mut used: Vec<&Vec<Vertex>> = Vec::new();
    for generator in &found.generators {
        used.push(generator);
        match closure(&used, &vertices, most) {
            Some(larger) => group = larger,
            None => drop(used.pop()),
        }
    }
    group.remove(&vertices);
    group.into_iter().map(|image| image.into_iter().map(|vertex| vertex as usize).collect()).collect()
}

/// The group of generators; none if it has more than `most` members.
fn closure(generators: &[&Vec<Vertex>], identity: &[Vertex], most: usize) -> Option<BTreeSet<Vec<Vertex>>> {
    let mut group = BTreeSet::from([identity.to_vec()]);
    let mut open = vec![identity.to_vec()];
    while let Some(image) = open.pop() {
        for generator in generators {
            let product: Vec<Vertex> = image.iter().map(|vertex| generator[*vertex as usize]).collect();
            if group.insert(product.clone()) {
                open.push(product);
            }
        }
        if group.len() > most {
            return None;
        }
    }
    Some(group)
}

#[cfg(test)]
mod tests {
    use super::automorphisms;

    #[test]
    fn a_square_has_eight_and_with_one_corner_marked_two() {
        let ring: Vec<(u32, u32)> = (0..4).flat_map(|at| [(at, (at + 1) % 4), ((at + 1) % 4, at)]).collect();
        assert_eq!(automorphisms(&[0; 4], &ring, 16).len(), 7);
        assert_eq!(automorphisms(&[1, 0, 0, 0], &ring, 16), [[0, 3, 2, 1]]);
    }

    #[test]
    fn of_a_group_that_is_too_large_a_part_is_listed() {
        let found = automorphisms(&[0; 6], &[], 16).len() + 1;
        assert!((2..=16).contains(&found), "{found}");
    }
}
