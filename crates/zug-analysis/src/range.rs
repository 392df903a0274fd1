//! Bounds the outcomes of a program, from the first player's side.

use super::additive::{leaves, outcomes};
use super::ends::{Ends, ends};
use zug_game::breakage::{Shortcut, is_broken};
use zug_lang::program::*;

/// Bounds of every outcome, both included, from the first player's side.
pub fn range(program: &Program) -> (i64, i64) {
    let mut bounds: Option<(i64, i64)> = None;
    let mut take = |low: i64, high: i64| {
        bounds = Some(bounds.map_or((low, high), |(l, h)| (l.min(low), h.max(high))));
    };
    for leaf in outcomes(program).into_iter().flat_map(leaves) {
        match leaf {
            OutcomeKind::Pass | OutcomeKind::If(..) => {}
            OutcomeKind::Draw => take(0, 0),
            OutcomeKind::Wins(player) => signed((1, 1), player, &mut take),
            OutcomeKind::Points(points, player) => {
                let bounds = match points.ty.kind {
                    Kind::Int { low, high } => (low, high),
                    _ => (i64::MIN, i64::MAX),
                };
                signed(bounds, player, &mut take);
            }
        }
    }
    if endless_draw(program) {
        take(0, 0);
    }
    bounds.unwrap_or((0, 0))
}

/// Whether the game may be a draw: an outcome is a draw, points may be 0, or play may not end and
/// no rule gives that a value.
pub fn can_be_drawn(program: &Program) -> bool {
    let drawn = |leaf: &OutcomeKind| match leaf {
        OutcomeKind::Draw => true,
        OutcomeKind::Points(points, _) => match points.ty.kind {
            Kind::Int { low, high } => low <= 0 && 0 <= high,
            _ => true,
        },
        _ => false,
    };
    !is_broken(Shortcut::Draws)
        && (outcomes(program).into_iter().flat_map(leaves).any(drawn) || endless_draw(program))
}

/// Whether play may not end and no rule gives that a value.
fn endless_draw(program: &Program) -> bool {
    program.endless.is_none() && matches!(ends(program), Ends::Unproven { .. })
}

/// Adds bounds for the player who receives them: negated for the second, both where the player is
/// not known.
fn signed((low, high): (i64, i64), player: &Expr, take: &mut dyn FnMut(i64, i64)) {
    let known = match player.kind {
        ExprKind::Const(Value::Element(player)) => Some(player),
        _ => None,
    };
    if known != Some(1) {
        take(low, high);
    }
    if known != Some(0) {
        take(high.saturating_neg(), low.saturating_neg());
    }
}
