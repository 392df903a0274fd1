//! Walks on boards: runs and connected cells.
//!
//! The functions take constant tables of steps and neighbours. Each one is a sentence of the
//! reference as a loop.

use crate::program::{Set, Table, Value};
use std::collections::BTreeSet;

/// A run of cells.
pub(super) struct Run {
    /// The cells of the run, without the cell before it.
    pub cells: Set,
    /// The first cell behind the run, if the board goes on.
    pub stop: Option<u32>,
}

/// The run of cells of `within` behind `cell` in a direction. A run that comes round ends before
/// `cell` and has no stop.
pub(super) fn run(steps: &Table, directions: usize, cell: u32, direction: u32, within: &Set) -> Run {
    let mut cells = Set::default();
    let mut last = cell;
    loop {
        let next = match steps.entries.get(last as usize * directions + direction as usize) {
            Some(Value::Element(next)) => *next,
            _ => return Run { cells, stop: None },
        };
        if next == cell || cells.contains(i64::from(next)) {
            return Run { cells, stop: None };
        }
        if !within.contains(i64::from(next)) {
            return Run { cells, stop: Some(next) };
        }
        cells.insert(i64::from(next));
        last = next;
    }
}

/// Every cell of `within` connected to `from & within` by steps inside `within`; depth-first
/// search.
pub(super) fn reach(neighbours: &Table, from: &Set, within: &Set) -> Set {
    let mut reached: BTreeSet<i64> = from.intersection(within).iter().collect();
    let mut open: Vec<i64> = reached.iter().copied().collect();
    while let Some(cell) = open.pop() {
        let Some(Value::Set(near)) = usize::try_from(cell).ok().and_then(|c| neighbours.entries.get(c))
        else {
            continue;
        };
        for next in near.iter().filter(|next| within.contains(*next)) {
            if reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached.into_iter().collect()
}

/// Every element connected to `from`, where each link connects all its elements.
pub(super) fn reach_links(members: &[Set], from: &Set, links: &Set) -> Set {
    let mut reached = from.clone();
    let mut open: Vec<&Set> =
        links.iter().filter_map(|link| members.get(usize::try_from(link).ok()?)).collect();
    loop {
        let (touched, rest): (Vec<&Set>, Vec<&Set>) =
            open.iter().partition(|link| link.iter().any(|element| reached.contains(element)));
        if touched.is_empty() {
            return reached;
        }
        reached = reached.iter().chain(touched.into_iter().flat_map(Set::iter)).collect();
        open = rest;
    }
}
