//! What a `reach` goes through as a graph, and that graph without the vertices that are always or
//! never there.

use super::super::node_kayles::ground::{Along, ReachTerm, at};
use super::goal::{ElementLiteral, Goal, GoalReading, JoinedElements};
use std::collections::BTreeSet;
use zug_lang::program::*;

/// What a `reach` goes through.
#[derive(Debug)]
pub(super) struct ReachVertex {
    pub there: ElementLiteral,
    /// Whether it begins there.
    starts: bool,
    /// Where it goes on.
    after: Vec<usize>,
}

impl GoalReading<'_, '_> {
    /// The vertices of a `reach`, those that it may come to first; none where one of them is there
    /// by more than a literal.
    pub fn vertices(&self, term: &ReachTerm) -> Option<Vec<ReachVertex>> {
        match term.along {
            Along::Table(table) => self.by_table(term, table),
            Along::Links(family) => self.by_links(term, family),
        }
    }

    fn by_table(&self, term: &ReachTerm, table: TableId) -> Option<Vec<ReachVertex>> {
        let table = self.reader.program.tables.get(table.index())?;
        let vertex = |(element, near): (i64, &Value)| {
            let Value::Set(near) = near else { return None };
            let there = self.literal(&at(&term.within, element))?;
            let starts = match self.literal(&at(&term.from, element))? {
                ElementLiteral::Is(starts) => starts,
                starts if starts == there => true,
                _ => return None,
            };
            Some(ReachVertex { there, starts, after: places(near)? })
        };
        (0..).zip(&table.entries).map(vertex).collect()
    }

    /// The elements are always there, and between them links that may be.
    fn by_links(&self, term: &ReachTerm, family: DomainId) -> Option<Vec<ReachVertex>> {
        let program = self.reader.program;
        let DomainKind::Family { base, members } = &program.domains.get(family.index())?.kind else {
            return None;
        };
        let len = program.domains.get(base.index())?.len();
        let element = |element: i64| match self.literal(&at(&term.from, element))? {
            ElementLiteral::Is(starts) => {
                Some(ReachVertex { there: ElementLiteral::Is(true), starts, after: Vec::new() })
            }
            ElementLiteral::Taken(..) => None,
        };
        let mut vertices: Vec<ReachVertex> = (0..len as i64).map(element).collect::<Option<_>>()?;
        for (link, joined) in (0..).zip(members) {
            let there = self.literal(&at(&term.within, link))?;
            let (place, after) = (vertices.len(), places(joined)?);
            for each in &after {
                vertices.get_mut(*each)?.after.push(place);
            }
            vertices.push(ReachVertex { there, starts: false, after });
        }
        Some(vertices)
    }
}

fn places(set: &Set) -> Option<Vec<usize>> {
    set.iter().map(|member| usize::try_from(member).ok()).collect()
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
