//! Says of which expressions play may meet a fault.

use crate::program::{Expr, ExprKind};

/// Whether to evaluate an expression may be a fault, as `can` and `stuck` may; a `def` may ask
/// them.
pub(super) fn may_fault(expr: &Expr) -> bool {
    expr.walk().any(|part| matches!(part.kind, ExprKind::Can(..) | ExprKind::Stuck(_) | ExprKind::Call(..)))
}
