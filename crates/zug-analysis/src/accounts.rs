//! Bounds of sums by the accounts of moves ([`super::linear`]), where the effects of single
//! statements tell too little: `size[h] -= 2 * k  size[to] += k` lowers the sum by `k`.

use super::effects::{Component, Delta};
use super::linear::sum_changes;
use super::measures::PathEffects;
use zug_lang::program::*;

/// Narrows how paths change the sums of integer fields to what the accounts of their moves tell.
pub(super) fn narrow(program: &Program, components: &[Component], rows: &mut [PathEffects]) {
    let of: Vec<Vec<Option<Delta>>> = program.moves.iter().map(|each| sum_changes(program, each)).collect();
    for row in rows {
        for (component, change) in components.iter().zip(&mut row.changes) {
            if let Component::Sum(field) = component
                && let Some((low, high)) = of[row.of][field.index()]
            {
                *change = (change.0.max(low), change.1.min(high));
            }
        }
    }
}
