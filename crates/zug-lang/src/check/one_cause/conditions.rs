//! Conditions that English says shorter: of each player, of every entry of a table, of one value or
//! another.

use super::{Cause, Look, without_fixes};
use crate::check::codes;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Binders, CompareOp, Declared, Expr, ExprKind, ItemKind, Name, TypeKind};

/// The searches for all conditions.
pub(super) fn search(look: &Look) -> Vec<Cause> {
    let mut found = of_each_player(look);
    found.extend(without_player(look));
    let all = look.exprs();
    found.extend(all.iter().filter_map(|e| counted(look, e)));
    found.extend(all.iter().filter_map(|e| of_table(look, e)));
    found.extend(all.iter().filter_map(|e| or_none(look, e)));
    found
}

/// `end when full(p) => p wins`
fn of_each_player(look: &Look) -> Vec<Cause> {
    let ends = look.game.items.iter().filter(|item| matches!(item.kind, ItemKind::End { binders: None, .. }));
    let found = ends.filter_map(|item| {
        let (name, report) = look.unknown().find(|(_, report)| item.span.holds(report.span()))?;
        let keyword = Span { end: item.span.start + "end".len() as u32, ..item.span };
        let rest = look.text(Span { start: keyword.end, ..item.span });
        let written = report.help.as_deref().is_some_and(|help| help.starts_with("write `"));
        let plain = !written && name.chars().all(|c| c.is_ascii_lowercase());
        plain.then(|| {
            let help =
                format!("write `end for {name} in Player {rest}`: the rule then speaks of each player");
            without_fixes(report).help(help).likely(keyword.after(), format!(" for {name} in Player")).into()
        })
    });
    found.collect()
}

/// `end for p in Player when full => p wins`, where `def full(p: Player)`
fn without_player(look: &Look) -> Vec<Cause> {
    let takes_player = |name: &str| {
        look.game.items.iter().any(|item| match &item.kind {
            ItemKind::Def { name: own, parameters, .. } => {
                own.text == name
                    && matches!(parameters.as_slice(), [(_, ty)]
                        if matches!(&ty.kind, TypeKind::Named(of) if of.text == "Player"))
            }
            _ => false,
        })
    };
    let bound = |binders: &'_ Binders| {
        let of_players = |set: &Expr| matches!(&set.kind, ExprKind::Name(name) if name.text == "Player");
        let found = binders.binders.iter().find(|binder| of_players(&binder.set));
        found.map(|binder| binder.name.text.clone())
    };
    let found = look.game.items.iter().filter_map(|item| {
        let ItemKind::End { binders: Some(binders), .. } = &item.kind else { return None };
        let inside = |report: &&Diagnostic| item.span.holds(report.span());
        let counted = look.errors.iter().filter(inside).find(|each| each.code == codes::ARGUMENT_COUNT)?;
        let name = look.text(counted.span());
        let text = format!("{name}({})", bound(binders).filter(|_| takes_player(&name))?);
        Some(without_fixes(counted).help(format!("write `{text}`")).likely(counted.span(), text).into())
    });
    found.collect()
}

/// The table by one domain that a name is, with the domain and a letter for its members.
fn table<'a>(look: &Look<'a>, e: &Expr) -> Option<(&'a Declared, String)> {
    let ExprKind::Name(Name { text, .. }) = &e.kind else { return None };
    let field = look.field(text)?;
    let [index] = field.indexes.as_slice() else { return None };
    let letter: String = index.domain.text.chars().take(1).flat_map(char::to_lowercase).collect();
    let taken = |name: &str| look.fields().any(|each| each.name.text == name);
    let letter = if taken(&letter) { "each".to_owned() } else { letter };
    Some((field, format!("{letter} in {}", index.domain.text)))
}

/// The comparison of two sides, if an expression is one.
fn compared(e: &Expr) -> Option<(&Expr, CompareOp, &Expr)> {
    let ExprKind::Compare(left, rest) = &e.kind else { return None };
    let [(op, _, right)] = rest.as_slice() else { return None };
    Some((left, *op, right))
}

/// A condition of an entry of the table on one side of a comparison, and the binder of its index.
fn of_entry(look: &Look, e: &Expr) -> Option<(String, String, CompareOp)> {
    let (left, op, right) = compared(e)?;
    let entry = |field: &Declared, binder: &str| {
        format!("{}[{}]", field.name.text, binder.split(' ').next().unwrap_or_default())
    };
    let (op, sign) = match op {
        CompareOp::In => (CompareOp::Equal, "="),
        CompareOp::NotIn => (CompareOp::NotEqual, "!="),
        op => (op, op.sign()),
    };
    if let Some((field, binder)) = table(look, left) {
        return Some((format!("{} {sign} {}", entry(field, &binder), look.text(right.span)), binder, op));
    }
    let (field, binder) = table(look, right)?;
    let condition = match op {
        CompareOp::Equal | CompareOp::NotEqual => {
            format!("{} {sign} {}", entry(field, &binder), look.text(left.span))
        }
        _ => format!("{} {sign} {}", look.text(left.span), entry(field, &binder)),
    };
    Some((condition, binder, op))
}

/// `count(owner = p)`
fn counted(look: &Look, e: &Expr) -> Option<Cause> {
    let ExprKind::Call(count, arguments) = &e.kind else { return None };
    let ([one], "count") = (arguments.as_slice(), count.text.as_str()) else { return None };
    let (condition, binder, _) = of_entry(look, one)?;
    let text = format!("{binder}: {condition}");
    let message = "what is counted has a name, and the condition asks of each";
    let report = Diagnostic::error(codes::MISMATCH, message, one.span, "of which members?");
    Some(report.help(format!("write `count({text})`")).likely(one.span, text).into())
}

/// `left = 0`, `p not in owner`: every entry, or some entry.
fn of_table(look: &Look, e: &Expr) -> Option<Cause> {
    let (condition, binder, op) = of_entry(look, e)?;
    let (_, written, _) = compared(e)?;
    let quantifier = match (written, op) {
        (CompareOp::In, _) | (_, CompareOp::NotEqual) if written != CompareOp::NotIn => "some",
        _ => "every",
    };
    let text = format!("{quantifier} {binder}: {condition}");
    let message = "a table is asked entry by entry";
    let report = Diagnostic::error(codes::INDEX_COUNT, message, e.span, "of which entry?");
    let behind = look.game.text.get(e.span.end as usize..).unwrap_or("").trim_start();
    let joined = ["and", "or", "implies"].iter().any(|word| behind.starts_with(word));
    let fixed = if joined { format!("({text})") } else { text };
    Some(report.help(format!("write `{fixed}`")).likely(e.span, fixed).into())
}

/// `owner[t] = opponent or none`
fn or_none(look: &Look, e: &Expr) -> Option<Cause> {
    let (left, op, right) = compared(e)?;
    let word = match op {
        CompareOp::Equal => "or",
        CompareOp::NotEqual => "and",
        _ => return None,
    };
    let text = &look.game.text;
    let behind = text.get(right.span.end as usize..)?;
    let rest = behind.trim_start().strip_prefix("or")?.trim_start();
    let ends = rest.strip_prefix("none")?.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '_');
    if rest.len() == behind.trim_start().len() - "or".len() || !ends {
        return None;
    }
    let end = text.len() - rest.len() + "none".len();
    let whole = Span { end: end as u32, ..e.span };
    let (of, sign) = (look.text(left.span), op.sign());
    let fixed = format!("({} {word} {of} {sign} none)", look.text(e.span));
    let message = format!("both sides of `{word}` are whole conditions");
    let report = Diagnostic::error(codes::MISMATCH, message, whole, "what is `none`?");
    Some(report.help(format!("write `{fixed}`")).likely(whole, fixed).into())
}
