//! Trees of exercises: letters for nodes, the same in every search of a position, and trees without
//! what is asked for.

use crate::tree::{Fate, SearchTree};

/// The letters of a node: A to Z, then AA, AB, ..
pub fn letters(mut number: usize) -> String {
    let mut out = Vec::new();
    loop {
        out.push(char::from(b'A' + (number % 26) as u8));
        if number < 26 {
            break;
        }
        number = number / 26 - 1;
    }
    out.iter().rev().collect()
}

/// Which node of the whole tree a node of another search of the same position is: that to which the
/// same moves lead.
pub fn in_whole(whole: &SearchTree, other: &SearchTree) -> Vec<usize> {
    let mut places: Vec<usize> = Vec::with_capacity(other.nodes.len());
    for node in &other.nodes {
        let place = node.parent.and_then(|parent| whole.nodes[places[parent]].children.get(node.via));
        places.push(place.copied().unwrap_or(0));
    }
    places
}

/// A search with the letters that its nodes have in the whole tree.
pub fn lettered(whole: &SearchTree, mut tree: SearchTree) -> SearchTree {
    let places = in_whole(whole, &tree);
    for (node, place) in tree.nodes.iter_mut().zip(places) {
        node.label = Some(letters(place));
    }
    tree
}

/// Whether a node has a value of its own, below which nothing is looked at.
pub fn is_leaf(tree: &SearchTree, node: usize) -> bool {
    let node = &tree.nodes[node];
    node.over || node.fate == Fate::Horizon
}

/// The tree with the values of its leaves alone.
pub fn leaves_alone(whole: &SearchTree) -> SearchTree {
    let mut tree = lettered(whole, whole.clone());
    for at in 0..tree.nodes.len() {
        if !is_leaf(whole, at) {
            tree.nodes[at].value = None;
        }
    }
    tree
}

/// How many different values the leaves have.
pub fn leaf_values(tree: &SearchTree) -> usize {
    let leaves = (0..tree.nodes.len()).filter(|&at| is_leaf(tree, at));
    let values: std::collections::BTreeSet<_> = leaves.map(|at| tree.nodes[at].value).collect();
    values.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_behind_z() {
        let some: Vec<String> = [0, 25, 26, 27, 701, 702].into_iter().map(letters).collect();
        assert_eq!(some, ["A", "Z", "AA", "AB", "ZZ", "AAA"]);
    }
}
