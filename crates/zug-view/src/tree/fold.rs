//! Chooses what of a recorded search is drawn: down to a depth, what lies deeper folded to its
//! count.

use super::view::SearchTree;

/// So many nodes are drawn where nobody asks for a depth.
const READABLE: usize = 300;

/// A node to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoldedNode {
    /// In [`SearchTree::nodes`].
    pub node: usize,
    /// In [`Folded::nodes`].
    pub parent: Option<usize>,
    /// In [`Folded::nodes`], in the order of the moves.
    pub children: Vec<usize>,
    /// Plies below the root.
    pub ply: usize,
    /// How many positions that were looked at lie below and are not drawn.
    pub hidden: usize,
    /// How many moves were cut off here and are not drawn.
    pub uncounted: usize,
}

/// The part of a tree that is drawn; the root is the first.
#[derive(Clone, Debug)]
pub struct Folded {
    /// Parents before children.
    pub nodes: Vec<FoldedNode>,
    /// From the number of a node in the tree to its number here.
    pub place: Vec<Option<usize>>,
}

/// Folds what is deeper than `depth`; without one, what is deeper than what can be read.
pub fn fold(tree: &SearchTree, depth: Option<u32>) -> Folded {
    let plies = plies(tree);
    let depth = depth.map_or_else(|| readable(&plies), |depth| depth as usize);
    let below = seen_below(tree);
    let mut folded = Folded { nodes: Vec::new(), place: vec![None; tree.nodes.len()] };
    for (node, view) in tree.nodes.iter().enumerate().filter(|(node, _)| plies[*node] <= depth) {
        let here = folded.nodes.len();
        let parent = view.parent.and_then(|parent| folded.place[parent]);
        folded.place[node] = Some(here);
        let last = plies[node] == depth;
        let hidden = if last { below[node] } else { 0 };
        let cut = view.cut.map_or(0, |cut| cut.skipped);
        let drawn = view.children.iter().filter(|&&child| !tree.nodes[child].is_seen()).count();
        let uncounted = if last { 0 } else { cut.saturating_sub(drawn) };
        folded.nodes.push(FoldedNode {
            node,
            parent,
            children: Vec::new(),
            ply: plies[node],
            hidden,
            uncounted,
        });
    }
    for here in 0..folded.nodes.len() {
        let children = &tree.nodes[folded.nodes[here].node].children;
        folded.nodes[here].children = children.iter().filter_map(|&child| folded.place[child]).collect();
    }
    folded
}

fn plies(tree: &SearchTree) -> Vec<usize> {
    let mut plies = Vec::with_capacity(tree.nodes.len());
    for view in &tree.nodes {
        plies.push(view.parent.map_or(0, |parent| plies[parent] + 1));
    }
    plies
}

/// The greatest depth at which few enough nodes are drawn; the first moves are always drawn.
fn readable(plies: &[usize]) -> usize {
    let deepest = plies.iter().copied().max().unwrap_or(0);
    let drawn = |depth: usize| plies.iter().filter(|&&ply| ply <= depth).count();
    (1..=deepest).take_while(|&depth| depth == 1 || drawn(depth) <= READABLE).last().unwrap_or(deepest)
}

/// How many positions that were looked at lie below each node.
fn seen_below(tree: &SearchTree) -> Vec<usize> {
    let mut below = vec![0; tree.nodes.len()];
    for (node, view) in tree.nodes.iter().enumerate().rev() {
        if let Some(parent) = view.parent.filter(|_| view.is_seen()) {
            below[parent] += below[node] + 1;
        }
    }
    below
}
