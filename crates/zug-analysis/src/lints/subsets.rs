//! Finds `subsets` of size 0 in families, which have no empty member.

use super::EMPTY_SUBSET;
use super::units::Unit;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::syntax::ast::{BinaryOp, Expr, ExprKind};
use zug_lang::syntax::print;

/// Warns of `subsets(S, 0..n)` and `subsets(S, 0)`: a family drops the empty set.
pub(super) fn empty_subsets(units: &[Unit], found: &mut Vec<Diagnostic>) {
    for expr in units.iter().flat_map(|unit| &unit.exprs) {
        let ExprKind::Call(name, arguments) = &expr.kind else { continue };
        let [of, sizes] = arguments.as_slice() else { continue };
        if name.text != "subsets" || !begins_at_0(sizes) {
            continue;
        }
        let warning = EMPTY_SUBSET.warn(
            "the empty set is no member of a family".to_owned(),
            sizes.span,
            "the subset of size 0 is left out",
        );
        found.push(match &sizes.kind {
            ExprKind::Binary(BinaryOp::Range, _, last, _) => {
                let (of, last) = (print::whole(of), print::whole(last));
                warning.help(format!(
                    "write `subsets({of}, 1..{last})`; a field that may hold no member is `.. or none`"
                ))
            }
            _ => warning.help("write sizes from 1; a field that may hold no member is `.. or none`"),
        });
    }
}

fn begins_at_0(sizes: &Expr) -> bool {
    match &sizes.kind {
        ExprKind::Int(size) => *size == 0,
        ExprKind::Binary(BinaryOp::Range, first, ..) => matches!(first.kind, ExprKind::Int(0)),
        ExprKind::Set(sizes) => sizes.iter().any(|size| matches!(size.kind, ExprKind::Int(0))),
        _ => false,
    }
}
