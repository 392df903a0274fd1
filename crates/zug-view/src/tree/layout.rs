//! Places the nodes of a tree so that it is as narrow as it can be, symmetric, and nothing
//! overlaps.
//!
//! Andrew Kennedy's "Drawing Trees" (Journal of Functional Programming 6, 1996): the rules of
//! Reingold & Tilford (1981) for trees with any number of branches. Each subtree is drawn once,
//! with its outline; siblings are pushed together from the left and from the right until their
//! outlines touch, and the middle of the two is taken. Widths may differ from node to node. Works
//! from the last node to the first, without recursion; time grows with nodes times depth.

/// The left and right edge of a subtree on each level, from its own root at 0.
type Outline = Vec<(i64, i64)>;

/// Where each node stands across its level: the middle of it, the leftmost edge of all at 0.
/// Children come after their parents in `children`; `widths` are whole widths, gaps included.
pub fn place(children: &[Vec<usize>], widths: &[i64]) -> Vec<i64> {
    let mut shifts = vec![0; children.len()];
    let mut outlines: Vec<Outline> = vec![Vec::new(); children.len()];
    for node in (0..children.len()).rev() {
        let below: Vec<Outline> =
            children[node].iter().map(|&child| std::mem::take(&mut outlines[child])).collect();
        let places = side_by_side(&below);
        let mut outline = Outline::new();
        for ((&child, place), below) in children[node].iter().zip(&places).zip(&below) {
            shifts[child] = *place;
            join(&mut outline, below, *place);
        }
        outline.insert(0, (-widths[node] / 2, widths[node] / 2));
        outlines[node] = outline;
    }
    absolute(children, &shifts, &outlines)
}

fn absolute(children: &[Vec<usize>], shifts: &[i64], outlines: &[Outline]) -> Vec<i64> {
    let mut places = vec![0; children.len()];
    let left = outlines.first().and_then(|root| root.iter().map(|edges| edges.0).min()).unwrap_or(0);
    if let Some(root) = places.first_mut() {
        *root = -left;
    }
    for node in 0..children.len() {
        for &child in &children[node] {
            places[child] = places[node] + shifts[child];
        }
    }
    places
}

/// The middle between pushing everything to the left and everything to the right, the parent at 0.
fn side_by_side(outlines: &[Outline]) -> Vec<i64> {
    let mut done = Outline::new();
    let from_left: Vec<i64> = outlines
        .iter()
        .map(|outline| {
            let place = done.iter().zip(outline).map(|(left, right)| left.1 - right.0).max().unwrap_or(0);
            join(&mut done, outline, place);
            place
        })
        .collect();
    let mut done = Outline::new();
    let mut from_right: Vec<i64> = outlines
        .iter()
        .rev()
        .map(|outline| {
            let place = done.iter().zip(outline).map(|(right, left)| right.0 - left.1).min().unwrap_or(0);
            join(&mut done, outline, place);
            place
        })
        .collect();
    from_right.reverse();
    // Rounded down for all alike, so that what touched still does not overlap by more than a unit.
    from_left.iter().zip(&from_right).map(|(left, right)| (left + right).div_euclid(2)).collect()
}

/// The outline of both together, the second moved.
fn join(outline: &mut Outline, other: &Outline, by: i64) {
    for (level, edges) in other.iter().enumerate() {
        let moved = (edges.0 + by, edges.1 + by);
        match outline.get_mut(level) {
            Some(here) => *here = (here.0.min(moved.0), here.1.max(moved.1)),
            None => outline.push(moved),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_leaves_stand_on_both_sides_of_their_parent() {
        let places = place(&[vec![1, 2], vec![], vec![]], &[10, 20, 20]);
        assert_eq!(places, [20, 10, 30]);
    }

    #[test]
    fn a_leaf_between_two_large_trees_stands_in_the_middle() {
        let children = [vec![1, 2, 3], vec![4, 5], vec![], vec![6, 7], vec![], vec![], vec![], vec![]];
        let places = place(&children, &[10; 8]);
        assert_eq!(places[2] - places[1], places[3] - places[2]);
        assert_eq!(places[0], places[2]);
    }

    #[test]
    fn nothing_overlaps_on_any_level() {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); 200];
        let mut level = vec![0; 200];
        for node in 1..200 {
            let parent = (node * 7919 % node.max(1)) / 2 + node / 3;
            let parent = parent.min(node - 1);
            children[parent].push(node);
            level[node] = level[parent] + 1;
        }
        let widths: Vec<i64> = (0..200).map(|node| 10 + node * 31 % 44).collect();
        let places = place(&children, &widths);
        for a in 0..200 {
            for b in 0..a {
                let apart = (places[a] - places[b]).abs() * 2;
                assert!(level[a] != level[b] || apart + 4 >= widths[a] + widths[b], "{a} {b}");
            }
        }
    }
}
