//! Proves that no play takes an additive entry out of its bounds.
//!
//! Additive entries only grow, so they keep their lower bound, and during a move none is greater
//! than after it. Upwards, the proof finds a sum that no path through a move increases: that of all
//! entries of the field, or this sum and another field's, times a small factor. What the sum is at
//! the start, less the least that its other parts can be, bounds the entry. The other parts are in
//! the key, so their bounds are tested in every position; or they are additive entries, which only
//! grow. The other field must have no additive entry: two could vouch for each other.

use super::paths::EntryPath;
use crate::components::NumberedEntry;
use std::collections::BTreeSet;
use zug_game::breakage::{Shortcut, is_broken};
use zug_lang::program::*;

/// The factors that are tried.
const FACTORS: std::ops::RangeInclusive<i64> = 1..=8;

/// The sums that no path so far increases: a field, and possibly another one with its factor.
pub(super) struct Payers {
    sums: Vec<(FieldId, Option<(FieldId, i64)>)>,
}

impl Payers {
    /// All sums that are tried for these candidates.
    pub fn new(program: &Program, whole: &[FieldId], candidates: &BTreeSet<NumberedEntry>) -> Payers {
        let own: BTreeSet<FieldId> = candidates.iter().map(|(id, _)| *id).collect();
        let is_integer = |id: &FieldId| {
            matches!(program.fields[id.index()].ty, Type { kind: Kind::Int { .. }, or_none: false })
        };
        let all = (0..program.fields.len() as u32).map(FieldId).filter(is_integer);
        let others: Vec<FieldId> = all.filter(|id| !own.contains(id) && !whole.contains(id)).collect();
        let pairs = others.iter().flat_map(|id| FACTORS.flat_map(|n| [(*id, n), (*id, -n)])).map(Some);
        let choices: Vec<Option<(FieldId, i64)>> = [None].into_iter().chain(pairs).collect();
        Payers { sums: own.iter().flat_map(|id| choices.iter().map(|other| (*id, *other))).collect() }
    }

    /// Keeps the sums that this path does not increase.
    pub fn keep_those_that_pay(&mut self, path: &EntryPath) {
        self.sums.retain(|(field, other)| {
            let change = |id: FieldId| path.changes.get(id.index()).cloned().flatten();
            let own = change(*field);
            let all = match other {
                None => own,
                Some((id, factor)) => {
                    own.zip(change(*id)).map(|(own, other)| own.plus(&other.times(*factor)))
                }
            };
            all.is_some_and(|all| all.times(-1).follows_from(&path.known))
        });
    }

    /// Whether a sum bounds this entry.
    pub fn have_room(
        &self,
        program: &Program,
        candidates: &BTreeSet<NumberedEntry>,
        entry: NumberedEntry,
    ) -> bool {
        if is_broken(Shortcut::Room) {
            return true;
        }
        let (id, at) = entry;
        let least = |(each, value): (usize, &Value)| match (value, program.fields[id.index()].ty.kind) {
            (Value::Int(start), _) if candidates.contains(&(id, each)) => Some(i128::from(*start)),
            (_, Kind::Int { low, .. }) => Some(i128::from(low)),
            _ => None,
        };
        let Kind::Int { high, .. } = program.fields[id.index()].ty.kind else { return false };
        let initial = &program.fields[id.index()].initial;
        let rest: Option<i128> = initial.iter().enumerate().filter(|(each, _)| *each != at).map(least).sum();
        let Some(own) = sum(program, id).zip(rest).map(|(sum, rest)| sum - rest) else { return false };
        let fits = |(field, other): &(FieldId, Option<(FieldId, i64)>)| {
            let more = match other {
                None => Some(0),
                Some((id, factor)) => fall(program, *id, *factor),
            };
            *field == id && more.is_some_and(|more| own + more <= i128::from(high))
        };
        self.sums.iter().any(fits)
    }
}

/// The sum of a field's entries at the start.
fn sum(program: &Program, id: FieldId) -> Option<i128> {
    let number = |value: &Value| if let Value::Int(n) = value { Some(i128::from(*n)) } else { None };
    program.fields.get(id.index())?.initial.iter().map(number).sum()
}

/// The most that the sum of a field's entries times a factor can fall from the start.
fn fall(program: &Program, id: FieldId, factor: i64) -> Option<i128> {
    let field = program.fields.get(id.index())?;
    let Kind::Int { low, high } = field.ty.kind else { return None };
    let end = i128::from(if factor > 0 { low } else { high }) * field.initial.len() as i128;
    Some(i128::from(factor) * (sum(program, id)? - end))
}
