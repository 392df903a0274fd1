//! Sums that no move lowers, also where play need not end: the tiers of a database.

use super::accounts::narrow;
use super::additive::additive;
use super::effects::{Component, components};
use super::ends::{greedy, with_values};
use super::invariants::invariants;
use super::measures::{Measure, PathEffects, Weights, measured, rows, sum};
use super::path_enumeration::Effort;
use zug_lang::program::*;

/// Weighted sums that no move lowers, compared from left to right, also where play need not end:
/// then some moves leave all of them as they are. Empty if none was found.
pub fn never_lowered(program: &Program) -> Vec<Measure> {
    let known = invariants(program);
    let rows =
        |components: &[Component]| rows(program, components, Effort::Invariants(&known)).unwrap_or_default();
    let sums = |components: &[Component]| greedy(program, components, &mut rows(components));
    let components = components(program);
    let found = sums(&components);
    if !found.is_empty() {
        return found;
    }
    let values = with_values(program, &components).map(|all| sums(&all)).unwrap_or_default();
    if !values.is_empty() {
        return values;
    }
    accounted(program, &components, rows(&components))
}

/// Sums of integer fields that no move lowers by the accounts of [`super::linear`], and some move
/// may raise, each with weight 1 or -1. Points that only add up are none: the keys of positions do
/// not have them.
fn accounted(program: &Program, components: &[Component], mut rows: Vec<PathEffects>) -> Vec<Measure> {
    let points = additive(program).map(|fact| fact.fields).unwrap_or_default();
    let is_points = |field: FieldId| points.iter().any(|(id, _)| *id == field);
    let sum_of = |(at, component): (usize, &Component)| match component {
        Component::Sum(field) if !is_points(*field) => Some((at, *field)),
        _ => None,
    };
    let sums: Vec<(usize, FieldId)> = components.iter().enumerate().filter_map(sum_of).collect();
    narrow(program, components, &mut rows);
    let weighed = |weight: i64| sums.iter().map(move |(at, _)| vec![(*at, weight)]);
    let rises = |weights: &Weights| {
        let down: Weights = weights.iter().map(|(at, weight)| (*at, -weight)).collect();
        let never_lowered = rows.iter().all(|row| sum(weights, &row.changes) >= 0);
        never_lowered && rows.iter().any(|row| sum(&down, &row.changes) < 0)
    };
    let found = weighed(1).chain(weighed(-1)).filter(rises);
    found.map(|weights| measured(program, components, &weights)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ends, ends};
    use zug_lang::semantics::samples::*;

    /// A move that takes some of a heap, or puts some back.
    fn changes(name: &str, (low, high): (i64, i64), store: Store) -> Move {
        let kind = Kind::IntSet { low, high }.always();
        let range = e(ExprKind::RangeSet(Box::new(num(low)), Box::new(num(high))), kind);
        let body = vec![assign(0, vec![], store, local(0, int(low, high)))];
        a_move(name, vec![("n", int(low, high), range)], yes(), body)
    }

    #[test]
    fn what_never_falls_is_found_where_play_need_not_end() {
        let lowered = |program: &Program| {
            let sums = never_lowered(program);
            sums.iter().map(|sum| sum.terms.clone()).collect::<Vec<_>>()
        };
        let left = vec![vec![(-1, "`left`".to_string())]];
        let mut program = heap();
        program.moves[0] = changes("take", (0, 3), Store::Sub);
        assert!(matches!(ends(&program), Ends::Unproven { .. }));
        // No path surely lowers the heap, but none raises it.
        assert_eq!(lowered(&program), left);
        // A second move that takes at least one: now some path surely does.
        program.moves.push(changes("grab", (1, 3), Store::Sub));
        assert_eq!(lowered(&program), left);
        // A third move that may put something back: nothing is left that never falls.
        program.moves.push(changes("put", (1, 3), Store::Add));
        assert_eq!(never_lowered(&program), []);
    }
}
