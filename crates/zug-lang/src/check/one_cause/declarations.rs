//! Fields and params whose type does not suit their uses: `lit: 0..1` with `not lit`, `led: Card`
//! where `none` is stored, `mood: {calm, angry}`, `hand: set of 1..4` beside `range Card = 1..4`.

use super::{Cause, Look};
use crate::check::codes;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{
    AssignOp, Declared, Expr, ExprKind, Initial, ItemKind, Name, StatementKind, Type, TypeKind, UnaryOp,
};

/// The searches for all declarations.
pub(super) fn search(look: &Look) -> Vec<Cause> {
    let fields = look.fields().flat_map(|field| {
        let found = truth(look, field).or_else(|| may_be_none(look, field)).or_else(|| choice(look, field));
        found.or_else(|| members(look, field))
    });
    fields.collect()
}

/// A declaration with another type, from its name to its value.
fn with_type(look: &Look, declared: &Declared, ty: &str) -> String {
    let rest = Span { start: declared.ty.span.end, ..declared.span };
    let rest = look.text(rest);
    let value = if rest.is_empty() { String::new() } else { format!(" {rest}") };
    format!("{}{value}", head_with(look, declared, ty))
}

/// A declaration with another type, from its name to the type.
fn head_with(look: &Look, declared: &Declared, ty: &str) -> String {
    format!("{} {ty}", look.text(Span { end: declared.ty.span.start, ..declared.name.span }))
}

/// The number that is written as a value of a type.
fn number(e: &Expr) -> Option<i64> {
    e.written_integer()
}

/// The name whose value an expression is, without its indexes.
fn named(e: &Expr) -> Option<&Name> {
    match &e.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::At(of, _) => named(of),
        _ => None,
    }
}

/// `lit: 0..1`, where `not lit` or `lit = true` stands below.
fn truth(look: &Look, field: &Declared) -> Option<Cause> {
    let TypeKind::Range(low, high) = &field.ty.kind else { return None };
    if (number(low)?, number(high)?) != (0, 1) || field.ty.or_none {
        return None;
    }
    let is_it = |e: &Expr| named(e).is_some_and(|name| name.text == field.name.text);
    let negated = look.exprs().into_iter().find_map(|e| match &e.kind {
        ExprKind::Unary(UnaryOp::Not, of) if is_it(of) => Some(of.span),
        _ => None,
    });
    let stored = || {
        look.statements().into_iter().find_map(|each| match &each.kind {
            StatementKind::Assign { target, value, .. }
                if target.text == field.name.text && matches!(value.kind, ExprKind::Bool(_)) =>
            {
                Some(value.span)
            }
            _ => None,
        })
    };
    let used = negated.or_else(stored)?;
    let first = match &field.initial {
        None => "",
        Some(Initial::One(e)) if number(e) == Some(0) => "",
        Some(Initial::One(e)) if number(e) == Some(1) => " = true",
        Some(_) => return None,
    };
    let name = &field.name.text;
    let text = format!("bool{first}");
    let at = Span { start: field.ty.span.start, ..field.span };
    let message = format!("`{name}` is used as true or false, and declared as a number");
    let report = Diagnostic::error(codes::MISMATCH, message, at, "write `bool`");
    let report = report.because(used, "true or false here");
    Some(report.help(format!("write `{}`", head_with(look, field, &text))).likely(at, text).into())
}

/// `led: Card` without a value to begin with, where `none` is stored below.
fn may_be_none(look: &Look, field: &Declared) -> Option<Cause> {
    look.errors.iter().find(|report| report.code == codes::NO_INITIAL && report.span() == field.span)?;
    let none = look.statements().into_iter().find_map(|each| match &each.kind {
        StatementKind::Assign { target, op: AssignOp::Set, value, .. }
            if target.text == field.name.text && matches!(value.kind, ExprKind::None) =>
        {
            Some(value.span)
        }
        _ => None,
    })?;
    let name = &field.name.text;
    let at = field.ty.span;
    let message = format!("`{name}` is given `none`, so it may be `none`");
    let report = Diagnostic::error(codes::NONE_HERE, message, field.span, "not said here");
    let ty = format!("{} or none", look.text(at));
    let report = report.because(none, "`none` here").help(format!("write `{}`", with_type(look, field, &ty)));
    Some(report.likely(at.after(), " or none").into())
}

/// `mood: {calm, angry} = calm`: the values have a name together.
fn choice(look: &Look, field: &Declared) -> Option<Cause> {
    let TypeKind::OneOf(all) = &field.ty.kind else { return None };
    let names: Option<Vec<&str>> = all
        .iter()
        .map(|e| match &e.kind {
            ExprKind::Name(name) => Some(name.text.as_str()),
            _ => None,
        })
        .collect();
    let names = names?;
    let at = field.ty.span;
    let or_none = if field.ty.or_none { " or none" } else { "" };
    let declared = look.game.items.iter().find_map(|item| match &item.kind {
        ItemKind::Enum { name, members }
            if names.iter().all(|each| members.iter().any(|member| member.text == *each)) =>
        {
            Some(name)
        }
        _ => None,
    });
    let message = "the values of a field have a name together";
    let report = Diagnostic::error(codes::TYPE_HERE, message, at, "not here");
    if let Some(name) = declared {
        let ty = format!("{}{or_none}", name.text);
        let help = format!("write `{}`", with_type(look, field, &ty));
        return Some(report.help(help).likely(at, ty).into());
    }
    let state = look.game.items.iter().find(|item| matches!(item.kind, ItemKind::State { .. }))?.span;
    let mut letters = field.name.text.chars();
    let name: String = letters.next()?.to_uppercase().chain(letters).collect();
    let item = format!("enum {name} {{ {} }}", names.join(", "));
    let ty = format!("{name}{or_none}");
    let help = format!("write `{item}` as an item, and `{}`", with_type(look, field, &ty));
    let report = report.help(help).likely(super::before(state), format!("{item}\n")).likely(at, ty);
    Some(report.into())
}

/// `hand: set of 1..4` beside `range Card = 1..4`
fn members(look: &Look, field: &Declared) -> Option<Cause> {
    let TypeKind::SetOf(of) = &field.ty.kind else { return None };
    let Type { kind: TypeKind::Range(low, high), span, .. } = of.as_ref() else { return None };
    let same = |a: &Expr, b: &Expr| look.text(a.span) == look.text(b.span);
    let name = look.game.items.iter().find_map(|item| match &item.kind {
        ItemKind::Range { name, low: first, high: last } if same(low, first) && same(high, last) => {
            Some(name)
        }
        _ => None,
    })?;
    let help = format!("write `{}`", with_type(look, field, &format!("set of {}", name.text)));
    let message = format!("the members of a set have a name together, `{}`", name.text);
    let report = Diagnostic::error(codes::TYPE_HERE, message, *span, "not here");
    Some(report.help(help).likely(*span, name.text.clone()).into())
}
