//! The steps of pieces: from which element of a domain to which other one moves lead.

use super::candidates::Candidates;
use super::effects::{every_index, lens};
use super::entry_relations::FieldEntry;
use super::monotone_order::{Moved, candidates};
use super::symbolic_state::Term;
use std::collections::BTreeSet;
use zug_lang::program::*;

/// Entries of larger fields have no ranks.
const ENTRIES: usize = 4;
/// Elements of larger domains have no ranks.
pub(super) const ELEMENTS: usize = 144;

/// The steps that moves take: pairs of different elements; none if they are not known.
#[derive(Debug)]
pub(super) struct Steps {
    pub entry: FieldEntry,
    pub pairs: Option<BTreeSet<(u32, u32)>>,
}

impl Steps {
    /// Of an entry that nothing was seen of.
    pub fn none(entry: FieldEntry) -> Steps {
        Steps { entry, pairs: Some(BTreeSet::new()) }
    }

    /// Adds the steps of elements that enter and leave a set.
    pub fn add_moved(&mut self, moved: Option<Moved>) {
        let Some(moved) = moved else { return self.pairs = None };
        let leaving = moved.iter().filter(|(_, counts)| counts.possible_loss > 0);
        for (from, _) in leaving {
            for (to, _) in moved.iter().filter(|(_, counts)| counts.possible_gain > 0) {
                self.add(from, to);
            }
        }
    }

    /// Adds the steps from one element to another.
    pub fn add(&mut self, from: &Term, to: &Term) {
        let Some(pairs) = &mut self.pairs else { return };
        match self::pairs(from, to) {
            Some(more) => pairs.extend(more.into_iter().filter(|(from, to)| from != to)),
            None => self.pairs = None,
        }
    }
}

/// The pairs of elements that two terms may be; none if that is not known.
pub(super) fn pairs(from: &Term, to: &Term) -> Option<Vec<(u32, u32)>> {
    let base = from.map.as_ref().or(to.map.as_ref());
    let mut all = Vec::new();
    for which in 0..base.map_or(1, |base| base.to.len()) {
        let (from, to) = (candidates(from, base, which)?, candidates(to, base, which)?);
        for from in from.into_iter().flatten() {
            all.extend(to.iter().flatten().map(|to| (from, *to)));
        }
    }
    Some(all)
}

/// The entries whose elements may have ranks.
pub(super) fn entries(program: &Program) -> Vec<FieldEntry> {
    let mut all = Vec::new();
    for (field, id) in program.fields.iter().zip((0u32..).map(FieldId)) {
        let (Kind::Set(domain) | Kind::Element(domain)) = field.ty.kind else { continue };
        let elements = program.domains.get(domain.index()).map_or(0, Domain::len);
        if !field.ty.or_none && domain != PLAYER && field.initial.len() <= ENTRIES && elements <= ELEMENTS {
            let indexes = every_index(&lens(program, field)).into_iter();
            all.extend(indexes.map(|index| FieldEntry { field: id, index }));
        }
    }
    all
}

/// For each element the number of steps on the longest way to it; none if steps lead back to where
/// they began. Method: topological sorting (Kahn 1962).
pub(super) fn longest_ways(steps: &Candidates) -> Option<Vec<u32>> {
    let mut open = vec![0_u32; steps.len()];
    steps.values().iter().for_each(|to| open[*to as usize] += 1);
    let mut ranks = vec![0_u32; steps.len()];
    let mut ready: Vec<usize> = (0..steps.len()).filter(|at| open[*at] == 0).collect();
    let mut sorted = 0;
    while let Some(from) = ready.pop() {
        sorted += 1;
        for to in steps.row(from).iter().map(|to| *to as usize) {
            ranks[to] = ranks[to].max(ranks[from] + 1);
            open[to] -= 1;
            if open[to] == 0 {
                ready.push(to);
            }
        }
    }
    (sorted == steps.len()).then_some(ranks)
}
