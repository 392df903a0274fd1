//! Calls that lack an argument, facts in words, and a `let` whose value is on its way.

use super::{Cause, Look};
use crate::check::codes;
use crate::diagnostic::{Applicability, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ast::{
    BinaryOp, CompareOp, Expr, ExprKind, Fact, ItemKind, OutcomeKind, Statement, StatementKind, TypeKind,
};
use crate::syntax::one_edit::UNREAD;

/// The searches for calls, facts and `let`s.
pub(super) fn search(look: &Look) -> Vec<Cause> {
    let mut found: Vec<Cause> = look.exprs().into_iter().flat_map(|e| reached(look, e)).collect();
    found.extend(facts(look));
    found.extend(look.statements().into_iter().filter_map(|each| broken_off(look, each)));
    found
}

/// `reach(sides[p] & stones[p])`: from where, and within what.
fn reached(look: &Look, e: &Expr) -> Vec<Cause> {
    let ExprKind::Call(name, arguments) = &e.kind else { return Vec::new() };
    let ([one], "reach") = (arguments.as_slice(), name.text.as_str()) else { return Vec::new() };
    let Some(report) = look.error_at(e.span) else { return Vec::new() };
    let within = match &one.kind {
        ExprKind::Binary(BinaryOp::Intersect, _, within, _) => vec![look.text(within.span)],
        _ => sets_like(look, one),
    };
    let whole = |within: String| {
        let help = format!(
            "write `reach({}, {within})`: from where, and within what the cells are connected",
            look.text(one.span)
        );
        report.clone().help(help).likely(one.span.after(), format!(", {within}")).into()
    };
    within.into_iter().map(whole).collect()
}

/// The fields that hold sets, each with the index that an expression has, and the expression itself
/// where it is no constant.
fn sets_like(look: &Look, e: &Expr) -> Vec<String> {
    let (name, index) = match &e.kind {
        ExprKind::At(of, indexes) => match (&of.kind, indexes.as_slice()) {
            (ExprKind::Name(name), [index]) => (Some(name), Some(look.text(index.span))),
            _ => (None, None),
        },
        ExprKind::Name(name) => (Some(name), None),
        _ => (None, None),
    };
    let sets = look.fields().filter(|field| matches!(field.ty.kind, TypeKind::SetOf(_)));
    let alike = sets.filter_map(|field| match (field.indexes.len(), &index) {
        (0, _) => Some(field.name.text.clone()),
        (1, Some(index)) => Some(format!("{}[{index}]", field.name.text)),
        _ => None,
    });
    let is_constant = look.game.items.iter().any(|item| {
        matches!((&item.kind, name), (ItemKind::Let { name: of, .. }, Some(name)) if of.text == name.text)
    });
    let itself = (!is_constant).then(|| look.text(e.span));
    // What is asked from a field is connected within it; a constant is a side of the board.
    let own = name.is_some_and(|name| look.field(&name.text).is_some());
    let (first, last) = if own { (itself, None) } else { (None, itself) };
    first.into_iter().chain(alike).chain(last).collect()
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
