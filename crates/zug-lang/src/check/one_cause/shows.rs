//! Entries of `show` that name the cell: it is left out there.

use super::{Cause, Look};
use crate::check::codes;
use crate::check::parts::parts;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Declared, Expr, ExprKind, Item, ItemKind, Name, ShowEntry, TypeKind};

/// The searches for all pictures.
pub(super) fn search(look: &Look) -> Vec<Cause> {
    let shows = look.game.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Show { entries, .. } => Some((item, entries.as_slice())),
        _ => None,
    });
    shows
        .flat_map(|(item, entries)| {
            named_cell(look, item, entries)
                .into_iter()
                .chain(player(look, item, entries))
                .chain(bare(look, entries))
        })
        .collect()
}

/// `rook and Black: "R"`: what stands on a cell, and whose it is, are fields.
fn bare(look: &Look, entries: &[ShowEntry]) -> Option<Cause> {
    let mut conditions: Vec<(&Expr, &ShowEntry)> = Vec::new();
    for entry in entries {
        let mut rest: Vec<&Expr> = entry.what.iter().collect();
        while let Some(e) = rest.pop() {
            match &e.kind {
                ExprKind::Binary(BinaryOp::And, a, b, _) => rest.extend([b.as_ref(), a.as_ref()]),
                _ => conditions.push((e, entry)),
            }
        }
    }
    let fixes = conditions.iter().filter_map(|(e, entry)| {
        let ExprKind::Name(name) = &e.kind else { return None };
        let domain = look.domain_of(&name.text)?;
        let typed = |field: &&Declared| matches!(&field.ty.kind, TypeKind::Named(of) if of.text == domain);
        let field = look.fields().find(|field| typed(field) && field.indexes.len() == 1)?;
        Some((e.span, format!("{} = {}", field.name.text, name.text), *entry))
    });
    let fixes: Vec<(Span, String, &ShowEntry)> = fixes.collect();
    let (first, _, entry) = fixes.first()?;
    let what = entry.what.as_ref()?.span;
    let inside = fixes.iter().filter(|(at, ..)| what.holds(*at));
    let text = inside.fold(look.text(what), |text, (at, fixed, _)| text.replacen(&look.text(*at), fixed, 1));
    let message = "what is drawn is asked of the fields";
    let report = Diagnostic::error(codes::MISMATCH, message, *first, "of which field?");
    let report = report.help(format!("write `{text}: \"{}\"`", entry.text.text));
    Some(fixes.iter().fold(report, |report, (at, fixed, _)| report.likely(*at, fixed.clone())).into())
}

/// An entry of a table by one name: the table, the name, and the place of its brackets.
fn indexed(e: &Expr) -> Option<(&Name, &Name, Span)> {
    let ExprKind::At(of, indexes) = &e.kind else { return None };
    let (ExprKind::Name(table), [Expr { kind: ExprKind::Name(index), .. }]) = (&of.kind, indexes.as_slice())
    else {
        return None;
    };
    Some((table, index, Span { start: of.span.end, ..e.span }))
}

/// The entry in which a place lies, as it reads without some places.
fn entry_without(look: &Look, entries: &[ShowEntry], gone: &[Span]) -> Option<String> {
    let first = gone.first()?;
    let entry =
        entries.iter().find(|entry| entry.what.as_ref().is_some_and(|what| what.span.holds(*first)))?;
    let what = entry.what.as_ref()?.span;
    let mut text = String::new();
    let mut from = what.start;
    for each in gone.iter().filter(|each| what.holds(**each)) {
        text.push_str(look.game.text_at(Span { start: from, end: each.start, ..what }));
        from = each.end;
    }
    text.push_str(look.game.text_at(Span { start: from, ..what }));
    Some(format!("{}: \"{}\"", text.trim(), entry.text.text))
}

/// `piece[c] = rook: "R"`, where nothing is called `c`
fn named_cell(look: &Look, item: &Item, entries: &[ShowEntry]) -> Option<Cause> {
    let (name, _) = look.unknown().find(|(_, report)| item.span.holds(report.span()))?;
    let exprs = parts(&item.kind).exprs;
    let mut gone: Vec<Span> = exprs
        .into_iter()
        .filter_map(indexed)
        .filter(|(_, index, _)| index.text == name)
        .map(|(.., at)| at)
        .collect();
    gone.sort();
    let help = format!("write `{}`", entry_without(look, entries, &gone)?);
    let report = named_in_show(*gone.first()?).help(help);
    Some(gone.iter().fold(report, |report, at| report.likely(*at, "")).into())
}

/// The report about a cell that is named.
fn named_in_show(at: Span) -> Diagnostic {
    let message = "in `show` the cell is left out: each entry is asked of each cell";
    Diagnostic::error(codes::INDEX_COUNT, message, at, "delete this")
}

/// `piece[Black] = rook: "R"`, where whose it is is another field
fn player(look: &Look, item: &Item, entries: &[ShowEntry]) -> Option<Cause> {
    let is_player = |name: &Name| look.players().iter().any(|player| player.text == name.text);
    let found = parts(&item.kind).exprs.into_iter().find_map(|e| {
        let ExprKind::Compare(left, _) = &e.kind else { return None };
        let (table, index, at) = indexed(left)?;
        is_player(index).then_some((e, table, index, at))
    });
    let (e, table, index, at) = found?;
    let domain = &look.field(&table.text)?.indexes.first()?.domain.text;
    let owner = look.fields().find(|field| {
        let same = matches!(field.indexes.as_slice(), [one] if one.domain.text == *domain);
        same && matches!(&field.ty.kind, TypeKind::Named(name) if name.text == "Player")
    })?;
    let whose = format!("{} = {}", owner.name.text, index.text);
    let entry = entries.iter().find(|entry| entry.what.as_ref().is_some_and(|what| what.span == e.span))?;
    let rest = look.text(Span { start: at.end, ..e.span });
    let text = format!("{} {rest} and {whose}", table.text);
    let help = format!("write `{text}: \"{}\"`: whose it is, `{}` says", entry.text.text, owner.name.text);
    let report = named_in_show(at).help(help);
    Some(report.likely(at, "").likely(e.span.after(), format!(" and {whose}")).into())
}
