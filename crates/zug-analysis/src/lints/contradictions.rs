//! Finds parts of one condition that exclude each other, or of which one always holds, as in
//! `c != a1 or c != c1` and `n < 2 and n > 3`; and arms of a choice that an earlier one takes.

use super::CONSTANT;
use super::constant::{conjuncts, depends, settable, written};
use super::exclusion::ComparedFact;
use super::units::Unit;
use std::collections::HashSet;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::source::Span;
use zug_lang::syntax::ast;

/// Warns of conditions that two of their parts decide.
pub(super) fn decided_by_two(
    game: &ast::Game,
    units: &[Unit],
    program: &Program,
    found: &mut Vec<Diagnostic>,
) {
    let settable = settable(game, units);
    for expr in program.expressions() {
        let (all, truth) = match &expr.kind {
            ExprKind::And(all) => (all, false),
            ExprKind::Or(all) => (all, true),
            _ => continue,
        };
        let fact = |part: &Expr| match truth {
            true if may_be_none(part) => ComparedFact::Unknown,
            true => ComparedFact::at_its_place(part).negated(),
            false => ComparedFact::at_its_place(part),
        };
        let facts: Vec<(Span, ComparedFact)> = all.iter().map(|part| (part.span, fact(part))).collect();
        let pair = facts.iter().enumerate().find_map(|(at, (second, fact))| {
            let before = facts[..at].iter().find(|(_, other)| other.contradicts(fact));
            before.map(|(first, _)| (*first, *second))
        });
        let Some((first, second)) = pair else { continue };
        let free = |span| written(units, span) && !depends(units, &settable, span);
        if !free(first) || !free(second) {
            continue;
        }
        let (message, label, help) = match truth {
            true => (
                "one of these two parts always holds",
                "always true",
                "write `and` for `or`, or mend one of them",
            ),
            false => (
                "these two parts never hold together",
                "never true",
                "write `or` for `and`, or mend one of them",
            ),
        };
        found.push(CONSTANT.warn(message.into(), second, label).because(first, "with this").help(help));
    }
}

/// Whether a comparison may be one with `none`, so that its contrary fails too.
fn may_be_none(part: &Expr) -> bool {
    match &part.kind {
        ExprKind::Compare(_, one, two) => one.ty.or_none || two.ty.or_none,
        ExprKind::Not(of) => may_be_none(of),
        _ => false,
    }
}

/// Warns of `if n > 2 { .. } else if n > 8 { .. }`: where the second condition holds, the first
/// does.
pub(super) fn dead_arms(game: &ast::Game, units: &[Unit], program: &Program, found: &mut Vec<Diagnostic>) {
    let settable = settable(game, units);
    let free = |expr: &Expr| !depends(units, &settable, expr.span);
    // The choices that are the `else` of one before.
    let mut behind: HashSet<*const Stmt> = HashSet::new();
    for stmt in program.moves.iter().flat_map(|each| statements(&each.body)) {
        if behind.contains(&std::ptr::from_ref(stmt)) {
            continue;
        }
        let mut earlier: Vec<(&Expr, Vec<ComparedFact>)> = Vec::new();
        let mut next = stmt;
        while let StmtKind::If(condition, _, no) = &next.kind {
            let facts = facts_of(condition);
            if let Some((first, _)) = earlier.iter().find(|(_, wide)| follow(wide, &facts))
                && free(first)
                && free(condition)
                && found.iter().all(|report| report.span() != condition.span)
            {
                let message = "an arm before this one is taken wherever this condition holds".to_owned();
                let warning = CONSTANT.warn(message, condition.span, "never reached with this");
                found.push(
                    warning.because(first.span, "taken first").help("put the narrower condition first"),
                );
            }
            earlier.push((condition, facts));
            let [only] = &no[..] else { break };
            behind.insert(std::ptr::from_ref(only));
            next = only;
        }
    }
}

/// The facts of the parts of a condition that are joined by `and`.
pub(super) fn facts_of(condition: &Expr) -> Vec<ComparedFact> {
    let mut parts = Vec::new();
    conjuncts(condition, &mut parts);
    parts.into_iter().map(ComparedFact::at_its_place).collect()
}

/// Whether each of some facts follows from one of others, by the numbers that they compare.
pub(super) fn follow(few: &[ComparedFact], many: &[ComparedFact]) -> bool {
    few.iter().all(|part| many.iter().any(|other| part.follows_from(other)))
}
