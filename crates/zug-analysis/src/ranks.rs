//! Ranks: numbers of the elements of a domain that every move of a piece increases, like those of
//! the cells of a path along which a piece can only go forward.
//!
//! From which element to which other one a move can lead is collected over all paths through all
//! moves. If these steps have no cycle, the rank of an element is the length of the longest way to
//! it. Nothing rests on the steps being complete: a sum of ranks is a component like others, and
//! the search for a measure bounds its change along every path. The conditions of a bound:
//!
//! - the field has few entries over a domain that is not large, none of them `or none`, and each
//!   store names its entry;
//! - what enters and what leaves an entry depend on one unknown element alone: a parameter, or what
//!   an entry held when the move began;
//! - what a choice may be for that element is known by its set and its guard, whatever the rest of
//!   the position is, and leads to no element from which steps lead back ([`super::directed`]).

use super::candidates::Candidates;
use super::effects::Component;
use super::entry_relations::Invariant;
use super::path_enumeration::{Effort, steps};
use super::piece_steps::{Steps, entries, longest_ways};
use std::sync::Arc;
use zug_lang::program::*;

/// [`Component::Ranks`] for the entries of which the steps are known and have no cycle.
pub(super) fn ranks(program: &Program, known: &[Invariant]) -> Vec<Component> {
    let entries = entries(program);
    if entries.is_empty() {
        return Vec::new();
    }
    let found = steps(program, entries, Effort::Directions(known));
    found.unwrap_or_default().into_iter().filter_map(|steps| component(program, steps)).collect()
}

fn component(program: &Program, steps: Steps) -> Option<Component> {
    let pairs = steps.pairs.filter(|pairs| !pairs.is_empty())?;
    let (Kind::Set(domain) | Kind::Element(domain)) = program.fields[steps.entry.field.index()].ty.kind
    else {
        return None;
    };
    let mut rows = vec![Vec::new(); program.domains[domain.index()].len()];
    pairs.into_iter().for_each(|(from, to)| rows[from as usize].push(to));
    let ranks = longest_ways(&Candidates::of_rows(rows))?;
    Some(Component::Ranks(steps.entry.field, steps.entry.index, Arc::from(ranks)))
}
