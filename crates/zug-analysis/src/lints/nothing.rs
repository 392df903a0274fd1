//! Finds ranges that are written the wrong way round, so that nothing is in them.

use super::EMPTY_RANGE;
use super::units::Unit;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::syntax::ast::{BinaryOp, ExprKind};

/// Warns of `4..2`.
pub(super) fn empty_ranges(units: &[Unit], found: &mut Vec<Diagnostic>) {
    for expr in units.iter().flat_map(|unit| &unit.exprs) {
        let ExprKind::Binary(BinaryOp::Range, low, high, _) = &expr.kind else { continue };
        let (Some(low), Some(high)) = (low.written_integer(), high.written_integer()) else { continue };
        if low > high {
            let message = format!("there is nothing in `{low}..{high}`: a range goes up");
            let warning = EMPTY_RANGE.warn(message, expr.span, "no number");
            found.push(warning.help(format!(
                "write `{high}..{low}`; to go down from it, take `{} - x` for x in `{high}..{low}`",
                i128::from(low) + i128::from(high)
            )));
        }
    }
}
