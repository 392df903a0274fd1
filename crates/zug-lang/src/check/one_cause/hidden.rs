//! A parameter or binder with the name of a field: it is given another one, also where it is used,
//! and the head of its item is written out.

use super::{Cause, Look, without_fixes};
use crate::check::codes;
use crate::check::parts::parts;
use crate::diagnostic::{Applicability, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ast::{
    AssignOp, BinaryOp, CompareOp, Expr, ExprKind, Item, ItemKind, StatementKind, TypeKind,
};

/// Which uses on the right of a sign for sets and sums are the field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// Those of a field that is a set.
    Sets,
    /// None.
    Parameter,
    /// All.
    Field,
}

/// The searches for all such names; the first reading that explains all is told.
pub(super) fn search(look: &Look) -> Vec<Cause> {
    let hides = |report: &&Diagnostic| {
        report.code == codes::SHADOWED && report.message.contains("would hide a field")
    };
    let found = look.errors.iter().filter(hides).filter_map(|report| {
        let item = look.game.items.iter().find(|item| item.span.holds(report.span()))?;
        let whole = [Reading::Sets, Reading::Parameter, Reading::Field].map(|reading| (reading, true));
        Some(whole.into_iter().chain([(Reading::Sets, false)]).filter_map(move |(reading, whole)| {
            let report = renamed(look, item, report, reading)?;
            Some(Cause { tried: None, whole, report })
        }))
    });
    found.flatten().collect()
}

/// The report with the head of the item in which the name is another one.
fn renamed(look: &Look, item: &Item, report: &Diagnostic, reading: Reading) -> Option<Diagnostic> {
    let help = report.help.as_deref()?;
    let new = help.strip_prefix("choose another name, `")?.split('`').next()?;
    let at = report.span();
    let name = look.text(at);
    let fix = |span: Span| Fix { span, text: new.to_owned(), applicability: Applicability::Likely };
    let mut fixes: Vec<Fix> = uses(look, item, at, &name, reading).into_iter().map(fix).collect();
    fixes.push(fix(at));
    fixes.sort_by_key(|fix| fix.span);
    let head = head(look, item, at);
    let mut shown = String::new();
    let mut from = head.start;
    for fix in fixes.iter().filter(|fix| head.holds(fix.span)) {
        shown += look.game.text_at(Span { start: from, end: fix.span.start, ..head });
        shown += new;
        from = fix.span.end;
    }
    shown += look.game.text_at(Span { start: from, ..head });
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    // One side of `chips <= chips` is the field, and nothing tells which.
    let same = ["<=", "<", ">=", ">", "=", "!="].map(|sign| format!("{new} {sign} {new}"));
    if same.iter().any(|same| shown.contains(same)) {
        return None;
    }
    let below = fixes.iter().any(|fix| fix.span.start >= head.end);
    let also = if below { format!(", and `{new}` for it behind") } else { String::new() };
    let help = format!("write `{shown}`{also}: `{name}` is the field then");
    Some(Diagnostic { fixes, ..without_fixes(report) }.help(help))
}

/// The uses of a name behind the place where it is bound, without those that are the field.
fn uses(look: &Look, item: &Item, at: Span, name: &str, reading: Reading) -> Vec<Span> {
    let all_exprs = parts(&item.kind).exprs;
    let is = |e: &Expr| matches!(&e.kind, ExprKind::Name(used) if used.text == name);
    // A binder is known within its expression, and not in its own set.
    let inner = all_exprs.iter().filter(|e| e.span.holds(at)).min_by_key(|e| e.span.end - e.span.start);
    let within = inner.map_or(item.span, |e| e.span);
    let own = all_exprs.iter().find(|e| e.span.start > at.end && look.text(between(at, e.span)) == "in");
    let own = own.map(|e| e.span);
    let declared = look.field(name);
    let is_set = declared.is_some_and(|it| matches!(it.ty.kind, TypeKind::SetOf(_)));
    let right = reading == Reading::Field || reading == Reading::Sets && is_set;
    let mut field: Vec<Span> = all_exprs
        .iter()
        .flat_map(|e| match &e.kind {
            ExprKind::At(of, _) if declared.is_some_and(|it| !it.indexes.is_empty()) => vec![of.span],
            ExprKind::Compare(_, rest) if right => {
                let sets = rest.iter().filter(|(op, ..)| matches!(op, CompareOp::In | CompareOp::NotIn));
                sets.map(|(.., set)| set.span).collect()
            }
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Intersect, _, b, _) if right => {
                vec![b.span]
            }
            _ => Vec::new(),
        })
        .collect();
    // `men = men - c`
    field.extend(parts(&item.kind).statements.iter().filter_map(|each| match &each.kind {
        StatementKind::Assign { target, op: AssignOp::Set, value, .. } if target.text == name => {
            first_of_sum(value)
        }
        _ => None,
    }));
    let used = all_exprs.iter().filter(|e| is(e) && e.span.start > at.end && within.holds(e.span));
    used.map(|e| e.span).filter(|e| !field.contains(e) && !own.is_some_and(|own| own.holds(*e))).collect()
}

/// The first part of a sum or difference.
fn first_of_sum(e: &Expr) -> Option<Span> {
    match &e.kind {
        ExprKind::Binary(_, a, ..) => first_of_sum(a).or(Some(a.span)),
        _ => None,
    }
}

/// What stands between two places.
fn between(one: Span, other: Span) -> Span {
    Span { start: one.end, end: other.start, ..one }
}

/// The item up to its body or its outcome.
fn head(look: &Look, item: &Item, at: Span) -> Span {
    let text = look.game.text_at(item.span);
    let offset = |place: u32| (place - item.span.start) as usize;
    let behind = |from: u32, signs: &[char]| {
        text.get(offset(from)..).and_then(|rest| rest.find(signs)).map(|sign| offset(from) + sign)
    };
    let end = match &item.kind {
        ItemKind::Move(each) => match (&each.when, each.parameters.last()) {
            (Some(when), _) if when.span.end > at.end => Some(offset(when.span.end)),
            (_, Some(last)) if last.set.span.end > at.end => {
                behind(last.set.span.end, &[')']).map(|sign| sign + 1)
            }
            _ => None,
        },
        ItemKind::End { when, .. } if when.span.end > at.end => Some(offset(when.span.end)),
        _ => None,
    };
    let end = end.unwrap_or(text.len());
    Span { end: item.span.start + end as u32, ..item.span }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(lines: &str) -> Vec<String> {
        let fields = "family L of C = lines(C, 3) state { s[Player]: set of C, men: set of C, n: 0..9 }";
        helps_beside(fields, lines)
    }

    #[test]
    fn the_head_is_written_with_another_name() {
        let field = |name: &str| format!("`{name}` is the field then");
        assert_eq!(
            helps("move go(men in C) when men not in s[me] and men != a1 { s[me] += men }"),
            [format!(
                "write `move go(c in C) when c not in s[me] and c != a1`, and `c` for it behind: {}",
                field("men")
            )]
        );
        assert_eq!(
            helps("move go(men in C - men, d in near(men)) { s[me] += d }"),
            [format!("write `move go(c in C - men, d in near(c))`: {}", field("men"))]
        );
        assert_eq!(
            helps("move go(n in 1..3) when n <= 3 { n += n }"),
            [format!("write `move go(d in 1..3) when d <= 3`, and `d` for it behind: {}", field("n"))]
        );
        assert_eq!(
            helps("move go(c in C) when (some s in L: s <= s[me]) { s[me] += c }"),
            [format!("write `move go(c in C) when (some l in L: l <= s[me])`: {}", field("s"))]
        );
        assert_eq!(
            helps("move go(men in C) when men not in men { s[me] += men }"),
            [format!("write `move go(c in C) when c not in men`, and `c` for it behind: {}", field("men"))]
        );
    }
}
