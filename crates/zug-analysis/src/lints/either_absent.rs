//! Finds `c not in men[A] or c not in men[B]`, which is true of every cell where no cell is in both
//! sets: `and` is meant.

use super::CONSTANT;
use super::exclusion::shape;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::syntax::ast;

/// Warns of such conditions about the entries of both players, where the definition keeps these
/// apart.
pub(super) fn either_absent(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    for expr in program.expressions() {
        let ExprKind::Or(all) = &expr.kind else { continue };
        let [one, two] = &all[..] else { continue };
        let (Some((member, first)), Some((same, second))) = (absent(one), absent(two)) else { continue };
        let Some(field) = of_both(program, first, second) else { continue };
        let is_written = !game.text_at(expr.span).contains("implies");
        if is_written && shape(member) == shape(same) && are_kept_apart(program, field) {
            let text = |part: &Expr| game.text_at(part.span);
            let (x, a, b) = (text(member), text(first), text(second));
            let message =
                format!("this holds of all that is not in both, and nothing is in `{a}` and in `{b}`");
            let help = format!("write `{x} not in {a} and {x} not in {b}`: in neither of them");
            found.push(CONSTANT.warn(message, expr.span, "always true").help(help));
        }
    }
}

/// The member and the set of `x not in S`.
fn absent(part: &Expr) -> Option<(&Expr, &Expr)> {
    let ExprKind::Not(of) = &part.kind else { return None };
    match &of.kind {
        ExprKind::In(member, set) => Some((member, set)),
        _ => None,
    }
}

/// The field whose entries of the two players these sets are.
fn of_both(program: &Program, one: &Expr, two: &Expr) -> Option<FieldId> {
    let (ExprKind::Field(field, a), ExprKind::Field(other, b)) = (&one.kind, &two.kind) else { return None };
    let ([a], [b]) = (&a[..], &b[..]) else { return None };
    let apart = match (&a.kind, &b.kind) {
        (ExprKind::Const(a), ExprKind::Const(b)) => a != b,
        (ExprKind::Me, ExprKind::Other(of)) | (ExprKind::Other(of), ExprKind::Me) => {
            matches!(of.kind, ExprKind::Me)
        }
        _ => false,
    };
    let of_players = program.fields.get(field.index())?.indexes == [PLAYER];
    (field == other && apart && of_players).then_some(*field)
}

/// Whether a definition keeps the entries of both players apart: it takes both away from one set,
/// or they begin apart and their members move.
fn are_kept_apart(program: &Program, field: FieldId) -> bool {
    let are_taken = program.expressions().any(|expr| match &expr.kind {
        ExprKind::Minus(rest, last) => match &rest.kind {
            ExprKind::Minus(_, first) => of_both(program, first, last) == Some(field),
            _ => matches!(&last.kind, ExprKind::Union(a, b) if of_both(program, a, b) == Some(field)),
        },
        _ => false,
    });
    are_taken || begin_apart(program, field) && members_leave(program, field)
}

fn begin_apart(program: &Program, field: FieldId) -> bool {
    match program.fields.get(field.index()).map(|field| &field.initial[..]) {
        Some([Value::Set(a), Value::Set(b)]) => {
            !a.is_empty() && !b.is_empty() && a.intersection(b).is_empty()
        }
        _ => false,
    }
}

/// Whether some move takes a member out of a set, as one does that moves a piece.
fn members_leave(program: &Program, field: FieldId) -> bool {
    program.moves.iter().flat_map(|each| statements(&each.body)).any(|stmt| match &stmt.kind {
        StmtKind::Assign(Place::Field(of, _), Store::Sub, _) => *of == field,
        StmtKind::Assign(Place::Field(of, _), Store::Set, value) => {
            *of == field && value.walk().any(|e| matches!(e.kind, ExprKind::Minus(..)))
        }
        _ => false,
    })
}
