//! Finds additive entries: entries of a field that only grow and that nothing reads but the points
//! of an outcome, while other entries of the field are read, such as the stores of Mancala games.
//!
//! Such an entry need not be in the key of a position, for the reason that additive fields need not
//! ([`super::additive`]). Each player's moves are interpreted abstractly ([`paths`]), with elements
//! told apart, so that it is known which entry an index means; a value is known, a linear form of
//! the old entries, or anything that depends on no candidate but these. All entries of integer
//! fields are candidates at first; those that violate a condition are taken out, and the analysis
//! begins again, until no condition is violated. The conditions:
//!
//! - outcomes are points, and play that may not end has an `endless` rule (as for fields);
//! - the entry holds integers and is never `none`;
//! - no statement sets it: `=` is applied to no index that may mean it, and what `+=` and `-=`
//!   change it by is never negative and does not depend on a candidate;
//! - nothing else depends on it: no guard, set, index, notation, condition, loop, local, winner or
//!   other entry;
//! - each integer of `progress` is a sum in which it has the same factor, whoever moves, so what a
//!   move adds to the integer does not depend on the entry;
//! - at every outcome it has the same factor, whoever moves and whichever elements are bound, and
//!   the factor is not 0;
//! - no play takes it out of its bounds ([`bounds`]);
//! - no sum of points wraps: all additive entries together are worth at most [`LIMIT`];
//! - `can` and `stuck(..)` are not used beside a `provided`, where evaluating them may be a fault.

mod abstract_value;
mod bounds;
mod evaluator;
mod paths;
mod quantifiers;

use crate::components::NumberedEntry;
use abstract_value::{Abstract, quantity};
use bounds::Payers;
use evaluator::{EntryView, Evaluator};
use std::collections::{BTreeMap, BTreeSet};
use zug_lang::program::*;

/// The most entries that may be candidates.
const CANDIDATES: usize = 256;

/// The additive entries of a program with the worth of a point in each to the first player, without
/// those of the fields in `whole`, which are additive as a whole.
pub(super) fn additive_entries(program: &Program, whole: &[FieldId]) -> BTreeMap<NumberedEntry, i64> {
    let ids = program.fields.iter().zip((0u32..).map(FieldId)).filter(|(_, id)| !whole.contains(id));
    let integers =
        ids.filter(|(field, _)| matches!(field.ty, Type { kind: Kind::Int { .. }, or_none: false }));
    let entries = integers.flat_map(|(field, id)| (0..field.initial.len()).map(move |entry| (id, entry)));
    let mut candidates: BTreeSet<NumberedEntry> = entries.take(CANDIDATES + 1).collect();
    if candidates.len() > CANDIDATES {
        return BTreeMap::new();
    }
    // Outcomes alone first: they leave no candidate in most definitions.
    while let Some((worth, refused)) = by_outcomes(program, &candidates) {
        let before = candidates.len();
        candidates.retain(|entry| !refused.contains(entry) && worth.get(entry).is_some_and(|n| *n != 0));
        if candidates.is_empty() {
            break;
        }
        if candidates.len() < before {
            continue;
        }
        let mut payers = Payers::new(program, whole, &candidates);
        let Some(refused) = by_moves(program, &candidates, &mut payers) else { break };
        if refused.is_empty() {
            let fits = |entry: &NumberedEntry| payers.have_room(program, &candidates, *entry);
            return worth.into_iter().filter(|(entry, _)| fits(entry)).collect();
        }
        candidates.retain(|entry| !refused.contains(entry));
    }
    BTreeMap::new()
}

/// The worth of candidates at outcomes, and those that an outcome, an `end` rule or `progress`
/// refuses; none where the limit of work is reached.
fn by_outcomes(
    program: &Program,
    candidates: &BTreeSet<NumberedEntry>,
) -> Option<(BTreeMap<NumberedEntry, i64>, BTreeSet<NumberedEntry>)> {
    let mut worth = BTreeMap::new();
    let mut refused = BTreeSet::new();
    let mut factors = BTreeMap::new();
    for me in 0..2 {
        let evaluator = Evaluator::new(program, me, candidates);
        let entries = evaluator.entries();
        for end in &program.ends {
            let locals = vec![Abstract::unknown(); end.frame.locals.len()];
            evaluator.end(&entries, locals, &end.binders, end, &mut worth);
        }
        for rule in program.stuck.iter().chain(&program.endless) {
            let locals = vec![Abstract::unknown(); rule.frame.locals.len()];
            evaluator.outcome(EntryView { entries: &entries, locals: &locals }, &rule.outcome, &mut worth);
        }
        for (at, measure) in program.progress.iter().flat_map(|rule| &rule.measures).enumerate() {
            let value = evaluator.evaluate(EntryView { entries: &entries, locals: &[] }, measure);
            evaluator.linear_in_all(&value, 1, factors.entry(at).or_default());
        }
        if evaluator.is_exhausted() {
            return None;
        }
        refused.extend(evaluator.refused());
    }
    Some((worth, refused))
}

/// The candidates that a move refuses; none where there are too many paths.
fn by_moves(
    program: &Program,
    candidates: &BTreeSet<NumberedEntry>,
    payers: &mut Payers,
) -> Option<BTreeSet<NumberedEntry>> {
    let mut refused = BTreeSet::new();
    for me in 0..2 {
        let evaluator = Evaluator::new(program, me, candidates);
        for each in &program.moves {
            paths::paths(&evaluator, each)?.iter().for_each(|path| payers.keep_those_that_pay(path));
        }
        refused.extend(evaluator.refused());
    }
    Some(refused)
}

impl<'p> Evaluator<'p> {
    /// An `end` rule: its outcome at every binding.
    fn end(
        &self,
        entries: &[Vec<super::linear_form::Linear>],
        mut locals: Vec<Abstract>,
        binders: &'p [(LocalId, Expr)],
        end: &'p End,
        worth: &mut BTreeMap<NumberedEntry, i64>,
    ) {
        let view = EntryView { entries, locals: &locals };
        let Some(((local, set), rest)) = binders.split_first() else {
            let when = self.evaluate(view, &end.when);
            self.require_independent(&when);
            if when.as_truth() != Some(false) {
                self.outcome(view, &end.outcome, worth);
            }
            return;
        };
        let members = self.members(view, set);
        self.refuse(members.dependencies);
        for value in members.values {
            locals[local.index()] = value;
            self.end(entries, locals.clone(), rest, end, worth);
        }
    }

    /// Notes the factors of all candidates at an outcome.
    fn outcome(&self, view: EntryView<'_>, outcome: &'p Outcome, worth: &mut BTreeMap<NumberedEntry, i64>) {
        match &outcome.kind {
            OutcomeKind::If(condition, yes, no) => {
                let holds = self.evaluate(view, condition);
                self.require_independent(&holds);
                for (arm, outcome) in [(true, yes), (false, no)] {
                    if holds.as_truth() != Some(!arm) {
                        self.outcome(view, outcome, worth);
                    }
                }
            }
            OutcomeKind::Points(points, player) => {
                let side = match self.evaluate(view, player) {
                    Abstract::Value(Value::Element(0)) => 1,
                    Abstract::Value(Value::Element(_)) => -1,
                    _ => return self.refuse(self.candidates.values().copied()),
                };
                self.linear_in_all(&self.evaluate(view, points), side, worth);
            }
            OutcomeKind::Pass => {}
            OutcomeKind::Draw | OutcomeKind::Wins(_) => self.refuse(self.candidates.values().copied()),
        }
    }

    /// Notes the factor of every candidate in a value, times `times`; refused are those that have
    /// none, or another than before.
    fn linear_in_all(&self, value: &Abstract, times: i64, factors: &mut BTreeMap<NumberedEntry, i64>) {
        let unclear = match value {
            Abstract::Any(all) => all.clone(),
            _ => BTreeSet::new(),
        };
        self.refuse(unclear);
        for entry in self.candidates.values() {
            let factor = value.as_linear().map_or(0, |form| form.factor(&quantity(*entry)));
            let factor = i64::try_from(factor).ok().and_then(|factor| factor.checked_mul(times));
            match factor {
                Some(factor) if *factors.entry(*entry).or_insert(factor) == factor => {}
                _ => self.refuse([*entry]),
            }
        }
    }
}
