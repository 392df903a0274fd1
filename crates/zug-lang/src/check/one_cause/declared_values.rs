//! Values of another form than their declaration: a list for a set, a list as the value of a
//! number, a list as a type, `none` for the empty set, a list as the end of a range, a set for the
//! list of a table.

use super::{Cause, Look};
use crate::check::codes;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{AssignOp, Declared, ExprKind, Initial, Item, ItemKind, StatementKind, TypeKind};

/// The searches for all declarations.
pub(super) fn search(look: &Look) -> Vec<Cause> {
    let mut found: Vec<Cause> = look.fields().filter_map(|field| set_in_list(look, field)).collect();
    found.extend(look.fields().filter_map(|field| list_field(look, field)));
    found.extend(params(look).filter_map(|param| list_of_numbers(look, param)));
    found.extend(range_of_list(look));
    found.extend(stored_none(look));
    found.extend(look.game.items.iter().filter_map(|item| list_in_braces(look, item)));
    found
}

/// The params.
fn params<'a>(look: &Look<'a>) -> impl Iterator<Item = &'a Declared> {
    look.game.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Param(declared) => Some(declared),
        _ => None,
    })
}

/// Whether a param is a list.
fn is_list(look: &Look, name: &str) -> bool {
    params(look).any(|param| param.name.text == name && matches!(param.ty.kind, TypeKind::ListOf(_)))
}

/// `cheese: set of Room = [kitchen, attic]`
fn set_in_list(look: &Look, field: &Declared) -> Option<Cause> {
    let (TypeKind::SetOf(_), Some(Initial::List(items, span)), true) =
        (&field.ty.kind, &field.initial, field.indexes.is_empty())
    else {
        return None;
    };
    let plain = !items.is_empty() && items.iter().all(|item| matches!(item, Initial::One(_)));
    let inside = look.text(*span);
    let text = format!("{{{}}}", inside.strip_prefix('[')?.strip_suffix(']')?.trim());
    plain.then(|| {
        let head = look.text(Span { end: span.start, ..field.span });
        let report = Diagnostic::error(codes::MISMATCH, "a set stands in braces", *span, "write braces");
        report.help(format!("write `{head} {text}`")).likely(*span, text).into()
    })
}

/// `let price[Crop] = { 3, 2, 1 }`: one set for every entry, where each entry has its value.
fn list_in_braces(look: &Look, item: &Item) -> Option<Cause> {
    let ItemKind::Let { name, indexes, value: Initial::One(value), ty: None } = &item.kind else {
        return None;
    };
    let ExprKind::Set(members) = &value.kind else { return None };
    let [index] = indexes.as_slice() else { return None };
    let count = members.len();
    if count < 2 || look.size_of(&index.domain.text).is_some_and(|size| size != count) {
        return None;
    }
    let inside = look.text(value.span);
    let text = format!("[{}]", inside.strip_prefix('{')?.strip_suffix('}')?);
    let head = look.text(Span { end: value.span.start, ..item.span });
    let message =
        format!("`{}` has this whole set for every entry: a list of values stands in brackets", name.text);
    let report = Diagnostic::error(codes::MISMATCH, message, value.span, "write brackets");
    Some(report.help(format!("write `{head} {text}`")).likely(value.span, text).into())
}

/// `left: list of 0..9 = heaps`, where `range Heap = 1..len(heaps)`
fn list_field(look: &Look, field: &Declared) -> Option<Cause> {
    let (TypeKind::ListOf(of), Some(Initial::One(value)), true) =
        (&field.ty.kind, &field.initial, field.indexes.is_empty())
    else {
        return None;
    };
    let ExprKind::Name(list) = &value.kind else { return None };
    let counts = |e: &crate::syntax::ast::Expr| match &e.kind {
        ExprKind::Call(len, all) if len.text == "len" => {
            matches!(all.as_slice(), [one] if matches!(&one.kind, ExprKind::Name(name) if name.text == list.text))
        }
        _ => false,
    };
    let domain = look.game.items.iter().find_map(|item| match &item.kind {
        ItemKind::Range { name, low, high } if low.written_integer() == Some(1) && counts(high) => Some(name),
        _ => None,
    })?;
    let letter: String = domain.text.chars().take(1).flat_map(char::to_lowercase).collect();
    let (name, list) = (&field.name.text, &list.text);
    let text = format!("{name}[{letter}: {}]: {} = {list}[{letter}]", domain.text, look.text(of.span));
    let message = "a field has an index, and a value for each";
    let report = Diagnostic::error(codes::TYPE_HERE, message, field.ty.span, "a list is no type here");
    Some(report.help(format!("write `{text}`")).likely(field.span, text).into())
}

/// `param heaps: 0..9 = [1, 2, 4]`, whose entries are read below
fn list_of_numbers(look: &Look, param: &Declared) -> Option<Cause> {
    let (TypeKind::Range(..) | TypeKind::Named(_), Some(Initial::List(..)), true) =
        (&param.ty.kind, &param.initial, param.indexes.is_empty())
    else {
        return None;
    };
    let at = param.ty.span;
    let head = look.text(Span { end: at.start, ..param.name.span });
    let rest = look.text(Span { end: param.span.end, ..at });
    let message = format!("`{}` has a list as its value", param.name.text);
    let report = Diagnostic::error(codes::WRONG_LENGTH, message, at, "one value is declared");
    let help = format!("write `param {head} list of {rest}`");
    Some(report.help(help).likely(super::before(at), "list of ").into())
}

/// `range Heap = 1..heaps`
fn range_of_list(look: &Look) -> Vec<Cause> {
    let found = look.game.items.iter().filter_map(|item| {
        let ItemKind::Range { name, low, high } = &item.kind else { return None };
        let ExprKind::Name(list) = &high.kind else { return None };
        is_list(look, &list.text).then(|| {
            let text = format!("len({})", list.text);
            let message = format!("`{}` is a list, and how many it has is said by `len`", list.text);
            let report = Diagnostic::error(codes::INDEX_COUNT, message, high.span, format!("write `{text}`"));
            let help = format!("write `range {} = {}..{text}`", name.text, look.text(low.span));
            report.help(help).likely(high.span, text).into()
        })
    });
    found.collect()
}

/// `stones[Red] = none`, where `stones[Player]: set of Cell`
fn stored_none(look: &Look) -> Vec<Cause> {
    let found = look.statements().into_iter().filter_map(|each| {
        let StatementKind::Assign { target, op: AssignOp::Set, value, .. } = &each.kind else { return None };
        let set = look
            .field(&target.text)
            .is_some_and(|field| matches!(field.ty.kind, TypeKind::SetOf(_)) && !field.ty.or_none);
        (set && matches!(value.kind, ExprKind::None)).then(|| {
            let head = look.text(Span { start: target.span.start, end: value.span.start, ..value.span });
            let message = "a set without members is `{}`, and not `none`";
            let report = Diagnostic::error(codes::NONE_HERE, message, value.span, "write `{}`");
            report.help(format!("write `{head} {{}}`")).likely(value.span, "{}").into()
        })
    });
    found.collect()
}
