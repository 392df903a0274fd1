//! Turns of several placements, as in Connect6: `again when C`, where `C` depends on nothing but
//! the number of elements that are taken.
//!
//! Every placement takes one element, and none is given back. So the number of taken elements tells
//! how many placements are left of the turn: it needs no field of its own. The conditions on `C`:
//!
//! - it is the last statement of the move, and asks for no move in particular;
//! - it reads the position by `count(..)` of both players' elements together, or of the elements
//!   that neither has of the whole domain, or by the sum of the counts of both;
//! - it has a value for every number of taken elements.

use super::{Free, both, value};
use zug_lang::program::*;

/// For every number of taken elements, how many placements are left of the turn, the next one
/// included; empty if every turn is one placement.
pub(super) fn placements(
    free: &Free,
    frame: &Frame,
    again: Option<&Expr>,
    count: usize,
) -> Option<Vec<usize>> {
    let Some(condition) = again else { return Some(Vec::new()) };
    let mut left = vec![0; count + 1];
    for taken in (0..count).rev() {
        let Value::Bool(goes_on) = value(free.program, frame, &at(free, condition, taken + 1, count), &[])?
        else {
            return None;
        };
        left[taken] = 1 + if goes_on { left[taken + 1] } else { 0 };
    }
    Some(if left.iter().all(|left| *left < 2) { Vec::new() } else { left })
}

/// The expression where so many of all `count` elements are taken.
fn at(free: &Free, expr: &Expr, taken: usize, count: usize) -> Expr {
    let mut expr = expr.clone();
    expr.replace(&|part| {
        let kind = match &part.kind {
            ExprKind::Call(def, arguments) if arguments.is_empty() => {
                let def = free.program.defs.get(def.index())?;
                return def.frame.locals.is_empty().then(|| at(free, &def.body, taken, count));
            }
            _ => ExprKind::Const(Value::Int(i64::try_from(number(free, part, taken, count)?).ok()?)),
        };
        Some(Expr { kind, ..part.clone() })
    });
    expr
}

/// The value of an expression that counts the elements that are taken, or those that are not.
fn number(free: &Free, expr: &Expr, taken: usize, count: usize) -> Option<usize> {
    match &expr.kind {
        ExprKind::Count(set) if free.elements(set).is_some_and(|all| all.len() == count) => {
            Some(count - taken)
        }
        ExprKind::Count(set) => both(free.owners(set)?).then_some(taken),
        ExprKind::Arith(Arith::Add, one, two) => {
            let (ExprKind::Count(one), ExprKind::Count(two)) = (&one.kind, &two.kind) else { return None };
            let (one, two) = (free.owners(one)?, free.owners(two)?);
            let alone = |owners: [bool; 4]| owners.into_iter().filter(|is| *is).count() == 1;
            let together = std::array::from_fn(|whose| one[whose] || two[whose]);
            (alone(one) && alone(two) && both(together)).then_some(taken)
        }
        _ => None,
    }
}
