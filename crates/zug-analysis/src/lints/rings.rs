//! Finds sums that were meant to go round a ring or a torus: the points of a ring are the integers
//! from 1 on, and a sum above the last of them is no point; so it is with coordinates of a torus.

use super::RING_SUM;
use super::exclusion::shape;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::source::Span;
use zug_lang::syntax::ast;

/// Warns of `p + 1` and `p - n` that stand for an element of the ring of `p`, once for each ring.
pub(super) fn ring_sums(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    let mut known = Vec::new();
    let guarded = guarded(program);
    for sum in program.expressions().filter_map(|expr| ring_sum(program, expr)) {
        if !known.contains(&sum.ring) && !guarded.contains(&sum.span) {
            known.push(sum.ring);
            found.push(warning(game, program, &sum));
        }
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
    span: Span,
}

/// The places of sums beside a part of the same condition that compares the sum, or its element,
/// with a number: `r + 1 > 5 or left[r + 1] > 0` asks first whether it is on the ring.
fn guarded(program: &Program) -> Vec<Span> {
    let mut found = Vec::new();
    for expr in program.expressions() {
        let (ExprKind::And(all) | ExprKind::Or(all)) = &expr.kind else { continue };
        for (at, part) in all.iter().enumerate() {
            let compared: Vec<String> = all[..at].iter().flat_map(compared_with_number).collect();
            let sums = part.walk().filter(|_| !compared.is_empty());
            found.extend(sums.filter_map(|e| ring_sum(program, e)).filter_map(|sum| {
                let asks = |e: &&Expr| compared.contains(&shape(e));
                sum.whole.walk().any(|e| asks(&e)).then_some(sum.span)
            }));
        }
    }
    found
}

/// The shapes of what a condition compares with a constant number.
fn compared_with_number(condition: &Expr) -> Vec<String> {
    match &condition.kind {
        ExprKind::Not(of) => compared_with_number(of),
        ExprKind::Equal(one, two) | ExprKind::Compare(_, one, two) => match (&one.kind, &two.kind) {
            (_, ExprKind::Const(_)) => vec![shape(one)],
            (ExprKind::Const(_), _) => vec![shape(two)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
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
