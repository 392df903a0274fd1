//! Calls that lack an argument, facts in words, and a `let` whose value is on its way.

use super::{Cause, Look};
use crate::check::codes;
use crate::diagnostic::{Applicability, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ast::{
    BinaryOp, CompareOp, Expr, ExprKind, Fact, ItemKind, OutcomeKind, Statement, StatementKind,
};
use crate::syntax::one_edit::UNREAD;

/// The searches for calls, facts and `let`s.
pub(super) fn search(look: &Look) -> Vec<Cause> {
    let mut found: Vec<Cause> = look.exprs().into_iter().filter_map(|e| reached(look, e)).collect();
    found.extend(facts(look));
    found.extend(look.statements().into_iter().filter_map(|each| broken_off(look, each)));
    found
}

/// `reach(sides[p] & stones[p])`: from where, and within what.
fn reached(look: &Look, e: &Expr) -> Option<Cause> {
    let ExprKind::Call(name, arguments) = &e.kind else { return None };
    let ([one], "reach") = (arguments.as_slice(), name.text.as_str()) else { return None };
    let within = match &one.kind {
        ExprKind::Binary(BinaryOp::Intersect, _, within, _) => look.text(within.span),
        _ => look.text(one.span),
    };
    let report = look.error_at(e.span)?;
    let help = format!(
        "write `reach({}, {within})`: from where, and within what the cells are connected",
        look.text(one.span)
    );
    Some(report.help(help).likely(one.span.after(), format!(", {within}")).into())
}

/// `expect Blue to win`
fn facts(look: &Look) -> Vec<Cause> {
    let expects = look.game.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Expect(expect) => Some(&expect.facts),
        _ => None,
    });
    let found = expects.flatten().filter_map(|(fact, _)| {
        let Fact::Value(outcome, _) = fact else { return None };
        let OutcomeKind::Points(player, verb) = &outcome.kind else { return None };
        let ExprKind::Name(verb) = &verb.kind else { return None };
        let verb = match verb.text.as_str() {
            "win" => "wins",
            "lose" => "loses",
            _ => return None,
        };
        let text = format!("{} {verb}", look.text(player.span));
        let message = "who wins is claimed by `wins`";
        let report = Diagnostic::error(codes::BAD_EXPECT, message, outcome.span, format!("write `{text}`"));
        Some(report.help(format!("write `expect {text}`")).likely(outcome.span, text).into())
    });
    found.collect()
}

/// `let to =` with a statement on the next line
fn broken_off(look: &Look, statement: &Statement) -> Option<Cause> {
    let StatementKind::Let(name, value) = &statement.kind else { return None };
    let ExprKind::Compare(target, rest) = &value.kind else { return None };
    let equal = matches!(rest.as_slice(), [(CompareOp::Equal, ..)]);
    let stored = match &target.kind {
        ExprKind::Name(target) => look.field(&target.text),
        ExprKind::At(of, _) => match &of.kind {
            ExprKind::Name(target) => look.field(&target.text),
            _ => None,
        },
        _ => None,
    };
    let text = &look.game.text;
    let column =
        |at: Span| at.start as usize - text[..at.start as usize].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let between = text.get(name.span.end as usize..value.span.start as usize)?;
    let next_line = between.contains(['\n', '\r']) && column(value.span) <= column(statement.span);
    if !equal || !next_line {
        return None;
    }
    stored?;
    let sign = name.span.end + between.find('=')? as u32 + 1;
    let gap = Span { start: sign, end: sign, ..name.span };
    let message = format!("nothing stands behind `=` of `let {}` yet", name.text);
    let report = Diagnostic::error(crate::syntax::codes::UNEXPECTED, message, gap, "what is it?");
    let report = report.help(format!("write what `{}` is behind its `=`", name.text));
    let tried = Fix { span: gap, text: format!(" {UNREAD}"), applicability: Applicability::Recovery };
    Some(Cause { report, tried: Some(vec![tried]), whole: false })
}
