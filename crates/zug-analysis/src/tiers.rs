//! Sums that no move lowers, also where play need not end: the tiers of a database.

use super::additive::additive;
use super::effects::{Component, Delta, components};
use super::ends::{combinations, greedy, with_values};
use super::invariants::invariants;
use super::linear::sum_change;
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
    let is_points = |at: usize| {
        let sum = |id: FieldId| components[at] == Component::Sum(id);
        points.iter().any(|(id, _)| sum(*id))
    };
    for (at, component) in components.iter().enumerate() {
        let Component::Sum(field) = component else { continue };
        let of: Vec<Option<Delta>> =
            program.moves.iter().map(|each| sum_change(program, each, *field)).collect();
        for row in &mut rows {
            if let Some((low, high)) = of[row.of] {
                let change = &mut row.changes[at];
                *change = (change.0.max(low), change.1.min(high));
            }
        }
    }
    let rises = |weights: &Weights| {
        let down: Weights = weights.iter().map(|(at, weight)| (*at, -weight)).collect();
        let never_lowered = rows.iter().all(|row| sum(weights, &row.changes) >= 0);
        never_lowered && rows.iter().any(|row| sum(&down, &row.changes) < 0)
    };
    let counts = |at: usize| matches!(components[at], Component::Sum(_)) && !is_points(at);
    let single = combinations(components.len(), 1).into_iter().filter(|weights| counts(weights[0].0));
    let single = single.filter(rises);
    single.map(|weights| measured(program, components, &weights)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ends, ends};
    use zug_lang::semantics::samples::*;

    #[test]
    fn what_never_falls_is_found_where_play_need_not_end() {
        let mut program = heap();
        let kind = Kind::IntSet { low: 0, high: 3 }.always();
        let any = e(ExprKind::RangeSet(Box::new(num(0)), Box::new(num(3))), kind);
        let less = assign(0, vec![], Store::Sub, local(0, int(0, 3)));
        program.moves[0] = a_move("take", vec![("n", int(0, 3), any)], yes(), vec![less]);
        assert!(matches!(ends(&program), Ends::Unproven { .. }));
        // No path surely lowers the heap, but none raises it.
        let sums = never_lowered(&program);
        assert_eq!(sums.len(), 1);
        assert_eq!(sums[0].terms, [(-1, "`left`".to_string())]);
        // A second move that takes at least one: now some path surely does.
        let kind = Kind::IntSet { low: 1, high: 3 }.always();
        let some = e(ExprKind::RangeSet(Box::new(num(1)), Box::new(num(3))), kind);
        let less = assign(0, vec![], Store::Sub, local(0, int(1, 3)));
        program.moves.push(a_move("grab", vec![("n", int(1, 3), some)], yes(), vec![less]));
        let sums = never_lowered(&program);
        assert_eq!(sums.len(), 1);
        assert_eq!(sums[0].terms, [(-1, "`left`".to_string())]);
        // A third move that may put something back: nothing is left that never falls.
        let more = assign(0, vec![], Store::Add, local(0, int(1, 3)));
        let kind = Kind::IntSet { low: 1, high: 3 }.always();
        let some = e(ExprKind::RangeSet(Box::new(num(1)), Box::new(num(3))), kind);
        program.moves.push(a_move("put", vec![("n", int(1, 3), some)], yes(), vec![more]));
        assert_eq!(never_lowered(&program), []);
    }
}
