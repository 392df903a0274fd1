//! What a `reach` goes through as a graph, and that graph without the vertices that are always or
//! never there.

use super::goal::{ElementLiteral, Goal, JoinedElements};
use std::collections::BTreeSet;

/// What a `reach` goes through.
#[derive(Debug)]
pub(super) struct ReachVertex {
    pub there: ElementLiteral,
    /// Whether it begins there.
    pub starts: bool,
    /// Where it goes on.
    pub after: Vec<usize>,
}

/// The vertices that are always there and that some vertices lead to, through such alone; those
/// left out are passed to `met`.
fn spread(vertices: &[ReachVertex], start: &[usize], mut met: impl FnMut(usize)) -> BTreeSet<usize> {
    let (mut seen, mut open) = (BTreeSet::new(), start.to_vec());
    while let Some(place) = open.pop() {
        match vertices.get(place).map(|vertex| vertex.there) {
            Some(ElementLiteral::Is(true)) if seen.insert(place) => open.extend(&vertices[place].after),
            Some(ElementLiteral::Taken(element, _)) => met(element),
            _ => {}
        }
    }
    seen
}

/// Whether chains of these elements lead from where it begins to one of the targets; none where an
/// element is there twice.
pub(super) fn contracted(vertices: &[ReachVertex], targets: &BTreeSet<i64>, elements: usize) -> Option<Goal> {
    let is_target = |place: &usize| targets.contains(&(*place as i64));
    let mut joined = JoinedElements { after: vec![Vec::new(); elements], ..JoinedElements::default() };
    let starts: Vec<usize> = (0..vertices.len()).filter(|place| vertices[*place].starts).collect();
    let reached = spread(vertices, &starts, |element| joined.from.push(element));
    if reached.iter().any(is_target) {
        return Some(Goal::Is(true));
    }
    let mut seen = BTreeSet::new();
    for (place, vertex) in vertices.iter().enumerate() {
        let ElementLiteral::Taken(element, _) = vertex.there else { continue };
        seen.insert(element).then_some(())?;
        let after = joined.after.get_mut(element)?;
        let reached = spread(vertices, &vertex.after, |next| after.push(next));
        after.sort_unstable();
        after.dedup();
        after.retain(|next| *next != element);
        if is_target(&place) || reached.iter().any(is_target) {
            joined.to.push(element);
        }
    }
    joined.from.sort_unstable();
    joined.from.dedup();
    let open = joined.from.is_empty() || joined.to.is_empty();
    Some(if open { Goal::Is(false) } else { Goal::Joined(joined) })
}
