//! Finds questions in the `stuck` rule whose answer is known there, and a `pass` to a player who
//! cannot move: the rule is asked only where the player to move has no legal move.

use super::constant::conjuncts;
use super::{CONSTANT, PASS_LOOP};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;

/// Warns of `stuck(me)` and `can(..)` in the `stuck` rule, which have one answer there.
pub(super) fn known_answers(program: &Program, found: &mut Vec<Diagnostic>) {
    let Some(rule) = &program.stuck else { return };
    for asked in rule.outcome.walk().flat_map(Outcome::expressions).flat_map(Expr::walk) {
        let (truth, help) = match &asked.kind {
            ExprKind::Stuck(of) if matches!(of.kind, ExprKind::Me) => {
                ("always true", "write `stuck(opponent)` to ask about the other player")
            }
            ExprKind::Can(of, _) if program.moves.get(of.index()).is_some_and(|asked| !asked.followup) => {
                ("never true", "ask about the other player: `stuck(opponent)`")
            }
            _ => continue,
        };
        let message = format!("this is {truth} here: the `stuck` rule is asked where `me` has no legal move");
        found.push(CONSTANT.warn(message, asked.span, truth).help(help));
    }
}

/// Warns of `if stuck(opponent) then pass else ..`: the other player cannot move then.
pub(super) fn passes_to_stuck(program: &Program, found: &mut Vec<Diagnostic>) {
    let Some(rule) = &program.stuck else { return };
    for part in rule.outcome.walk() {
        let OutcomeKind::If(condition, yes, no) = &part.kind else { continue };
        let mut parts = Vec::new();
        conjuncts(condition, &mut parts);
        let (asked, arm) = match &condition.kind {
            ExprKind::Not(of) if is_other_stuck(of) => (condition.span, no),
            _ if parts.iter().any(|part| is_other_stuck(part))
                && !parts.iter().any(|part| tells_players(program, part)) =>
            {
                (condition.span, yes)
            }
            _ => continue,
        };
        if matches!(arm.kind, OutcomeKind::Pass) {
            let message = "this `pass` is an error when it happens: the other player cannot move".to_owned();
            let warning = PASS_LOOP.warn(message, arm.span, "nobody can move here");
            found.push(
                warning
                    .because(asked, "this says so")
                    .help("exchange the two: `if stuck(opponent) then .. else pass`"),
            );
        }
    }
}

/// Whether a part of the condition, beside the question itself, is another one for the player who
/// is asked next.
fn tells_players(program: &Program, part: &Expr) -> bool {
    !is_other_stuck(part) && program.has(part, |e| matches!(e.kind, ExprKind::Me))
}

fn is_other_stuck(expr: &Expr) -> bool {
    let ExprKind::Stuck(of) = &expr.kind else { return false };
    matches!(&of.kind, ExprKind::Other(of) if matches!(of.kind, ExprKind::Me))
}
