//! Finds draws on a full or an empty board that are looked for before a win: the last move may fill
//! the board and win at once.

use super::EARLY_DRAW;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;

/// Warns of `end when S = {} => draw` above a rule by which a player wins.
pub(super) fn early_draws(program: &Program, found: &mut Vec<Diagnostic>) {
    for (at, rule) in program.ends.iter().enumerate() {
        let nothing = |points: &Expr| matches!(points.kind, ExprKind::Const(Value::Int(0)));
        let is_draw = match &rule.outcome.kind {
            OutcomeKind::Draw => true,
            OutcomeKind::Points(points, _) => nothing(points),
            _ => false,
        };
        if !is_draw || !rule.binders.is_empty() || !asks_whether_full(program, &rule.when) {
            continue;
        }
        let wins = |later: &&End| match &later.outcome.kind {
            OutcomeKind::Wins(_) => true,
            OutcomeKind::Points(points, _) => matches!(points.kind, ExprKind::Const(_)) && !nothing(points),
            _ => false,
        };
        let is_pattern = |later: &&End| is_pattern(program, &later.when);
        let Some(win) = program.ends[at + 1..].iter().find(|later| wins(later) && is_pattern(later)) else {
            continue;
        };
        let message = "this draw comes before a win: where both rules hold, the first one decides".to_owned();
        let warning = EARLY_DRAW.warn(message, rule.span, "looked at first");
        found.push(
            warning
                .because(win.span, "not looked at where the draw holds")
                .help("put it below the rules by which a player wins"),
        );
    }
}

/// Whether a condition asks whether something is on the board, as a line is, and for nothing that
/// is not there: a win because the other has no men left is another question.
fn is_pattern(program: &Program, when: &Expr) -> bool {
    let there = |e: &Expr| {
        matches!(
            e.kind,
            ExprKind::Subset(..)
                | ExprKind::Quantified { quantifier: Quantifier::Some, .. }
                | ExprKind::Reach(..)
                | ExprKind::ReachLinks(..)
        )
    };
    let not_there = |e: &Expr| {
        matches!(e.kind, ExprKind::Count(_) | ExprKind::Not(_) | ExprKind::Stuck(_))
            || matches!(e.kind, ExprKind::Quantified { quantifier, .. } if quantifier != Quantifier::Some)
            || matches!(&e.kind, ExprKind::Equal(one, two) if is_extreme(program, one) || is_extreme(program, two))
    };
    program.has(when, there) && !program.has(when, not_there)
}

/// Whether a condition asks whether a set has no members or all of its domain.
fn asks_whether_full(program: &Program, when: &Expr) -> bool {
    match &when.kind {
        ExprKind::Call(def, arguments) if arguments.is_empty() => {
            program.defs.get(def.index()).is_some_and(|def| asks_whether_full(program, &def.body))
        }
        ExprKind::Equal(one, two) => {
            is_extreme(program, one) != is_extreme(program, two) || is_size(program, one, two)
        }
        _ => false,
    }
}

/// Whether a number is that of all elements of the domain whose elements are counted:
/// `count(men[A]) + count(men[B]) = 9`.
fn is_size(program: &Program, counted: &Expr, number: &Expr) -> bool {
    let ExprKind::Const(Value::Int(size)) = number.kind else { return false };
    let mut parts = vec![counted];
    let mut domains = Vec::new();
    while let Some(part) = parts.pop() {
        match (&part.kind, part.ty.kind) {
            (ExprKind::Arith(Arith::Add, one, two), _) => parts.extend([&**one, &**two]),
            (ExprKind::Count(set), _) => match set.ty.kind {
                Kind::Set(domain) => domains.push(domain),
                _ => return false,
            },
            _ => return false,
        }
    }
    let all_of = |domain: &DomainId| program.domain(*domain).len() as i64 == size;
    domains.windows(2).all(|pair| pair[0] == pair[1]) && domains.first().is_some_and(all_of)
}

/// Whether a set is constant, and empty or its whole domain.
fn is_extreme(program: &Program, set: &Expr) -> bool {
    let (ExprKind::Const(Value::Set(members)), Kind::Set(domain)) = (&set.kind, set.ty.kind) else {
        return false;
    };
    members.is_empty() || members.len() == program.domain(domain).len()
}
