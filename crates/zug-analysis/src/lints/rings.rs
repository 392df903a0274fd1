//! Finds sums that were meant to go round a ring or a torus: the points of a ring are the integers
//! from 1 on, and a sum above the last of them is no point; so it is with coordinates of a torus.

use super::RING_SUM;
use super::exclusion::shape;
use super::facts::{KnownFact, each_with_facts};
use super::narrowed::NarrowedRange;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::source::Span;
use zug_lang::syntax::ast;

/// Warns of `p + 1` and `p - n` that stand for an element of the ring of `p`, once for each ring.
/// Where the conditions around a sum keep it on the ring, nothing goes round.
pub(super) fn ring_sums(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    let mut known = Vec::new();
    // Most games have no such sum, and nothing need be known there.
    if program.expressions().any(|expr| ring_sum(program, expr).is_some()) {
        each_with_facts(program, |expr, facts| {
            let Some(sum) = ring_sum(program, expr) else { return };
            if !known.contains(&sum.ring) && may_leave(&sum, facts) {
                known.push(sum.ring);
                found.push(warning(game, program, &sum));
            }
        });
    }
    for cell in program.expressions().filter(|expr| leaves_torus(program, expr)) {
        let text = game.text_at(cell.span);
        let message = format!("`{text}` does not go round, though its board is a torus");
        let warning = RING_SUM.warn(message, cell.span, "beyond the edge there is no cell of that number");
        found.push(warning.help("write a step, which goes round: `east(c)`, or `step(c, east, 2)`"));
    }
}

/// Whether an expression is `Cell(c.x + 1, c.y)` on a torus, with a coordinate that may leave it.
fn leaves_torus(program: &Program, expr: &Expr) -> bool {
    let (ExprKind::Table(table, at), Kind::Element(board)) = (&expr.kind, expr.ty.kind) else { return false };
    let domain = program.domain(board);
    let torus = match &domain.kind {
        DomainKind::Board(board) => {
            matches!(board.geometry, BoardGeometry::Torus(..) | BoardGeometry::HexTorus(..))
        }
        _ => false,
    };
    let Some(table) = program.tables.get(table.index()).filter(|_| torus) else { return false };
    let leaves =
        at.iter().zip(&table.indexes).any(|(index, range)| match (&index.kind, index.ty.kind, range) {
            (
                ExprKind::Arith(Arith::Add | Arith::Sub, ..),
                Kind::Int { low, high },
                TableIndex::Ints { low: least, high: most },
            ) => low < *least || high > *most,
            _ => false,
        });
    leaves && table.name == format!("{}(x, y)", domain.name)
}

/// An element of a ring with a number added to it or taken from it.
struct RingSum<'a> {
    ring: DomainId,
    element: &'a Expr,
    number: &'a Expr,
    whole: &'a Expr,
    is_sum: bool,
    /// The last point of the ring.
    last: i64,
    span: Span,
}

/// Whether a sum may be no point of its ring, for all that is known there.
fn may_leave(sum: &RingSum<'_>, facts: &[KnownFact<'_>]) -> bool {
    let of_type = |expr: &Expr| match expr.ty.kind {
        Kind::Int { low, high } => NarrowedRange { low, high },
        _ => NarrowedRange { low: i64::MIN, high: i64::MAX },
    };
    let (whole, number) = (shape(sum.whole), shape(sum.number));
    let element = shape(sum.element);
    // The points of a ring are the integers from 1 on, their places in it are counted from 0.
    let is_element = |e: &Expr| match &e.kind {
        ExprKind::ToInt(of) if shape(of) == element => Some(0),
        ExprKind::Ordinal(of) if shape(of) == element => Some(1),
        _ => (shape(e) == element).then_some(1),
    };
    let at = NarrowedRange { low: 1, high: sum.last }.narrowed(facts, &is_element);
    let by = of_type(sum.number).narrowed(facts, &|e| (shape(e) == number).then_some(0));
    let sums = match sum.is_sum {
        true => NarrowedRange { low: at.low.saturating_add(by.low), high: at.high.saturating_add(by.high) },
        false => NarrowedRange { low: at.low.saturating_sub(by.high), high: at.high.saturating_sub(by.low) },
    };
    let all = sums.narrowed(facts, &|e| (shape(e) == whole).then_some(0));
    all.low <= all.high && (all.low < 1 || all.high > sum.last)
}

fn ring_sum<'a>(program: &Program, expr: &'a Expr) -> Option<RingSum<'a>> {
    let (ExprKind::ToElement(of), Kind::Element(ring)) = (&expr.kind, expr.ty.kind) else { return None };
    let (is_sum, one, two) = match &of.kind {
        ExprKind::Arith(Arith::Add, one, two) => (true, one, two),
        ExprKind::Arith(Arith::Sub, one, two) => (false, one, two),
        _ => return None,
    };
    let element = |side: &'a Expr| match &side.kind {
        ExprKind::ToInt(of) if of.ty.kind == Kind::Element(ring) => Some(&**of),
        _ => None,
    };
    let (element, number) = match (element(one), element(two)) {
        (Some(element), None) => (element, &**two),
        (None, Some(element)) if is_sum => (element, &**one),
        _ => return None,
    };
    // Sums of two elements are not steps.
    if number.walk().any(|e| matches!(&e.kind, ExprKind::ToInt(of) if of.ty.kind == Kind::Element(ring))) {
        return None;
    }
    // What stays on the ring goes round nowhere.
    let last = i64::try_from(program.domain(ring).len()).ok()?;
    let leaves = matches!(of.ty.kind, Kind::Int { low, high } if low < 1 || high > last);
    (program.domain(ring).is_ring() && leaves).then_some(RingSum {
        ring,
        element,
        number,
        whole: of,
        is_sum,
        last,
        span: expr.span,
    })
}

fn warning(game: &ast::Game, program: &Program, sum: &RingSum<'_>) -> Diagnostic {
    let text = |at: Span| game.text_at(at);
    let (whole, element, number) = (text(sum.span), text(sum.element.span), text(sum.number.span));
    let domain = program.domain(sum.ring);
    let message = format!("`{whole}` does not go round: `{}` is a ring of {}", domain.name, domain.len());
    let label = if sum.is_sum { "behind the last there is none" } else { "before the first there is none" };
    let way = if sum.is_sum { "forward" } else { "backward" };
    let step = match sum.number.kind {
        ExprKind::Const(Value::Int(1)) => format!("{way}({element})"),
        _ => format!("step({element}, {way}, {number})"),
    };
    RING_SUM.warn(message, sum.span, label).help(format!("write `{step}`, which goes round"))
}
