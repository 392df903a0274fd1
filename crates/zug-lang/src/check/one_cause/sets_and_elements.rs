//! A field or a param that is declared as one element, where sets are stored or where it begins
//! with one; and the other way round.

use super::declared_names::Sort;
use super::{Cause, Look};
use crate::check::codes;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{
    AssignOp, Declared, Expr, ExprKind, Initial, ItemKind, Statement, StatementKind, Type, TypeKind,
};

/// The searches for all fields and params.
pub(super) fn search(look: &Look) -> Vec<Cause> {
    let params = look.game.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Param(param) => Some(param),
        _ => None,
    });
    look.fields().chain(params).filter_map(|declared| for_declared(look, declared)).collect()
}

fn for_declared(look: &Look, declared: &Declared) -> Option<Cause> {
    match &declared.ty.kind {
        TypeKind::Named(_) => {
            let place = set_to_begin_with(look, declared).or_else(|| changed_like_a_set(look, declared))?;
            Some(instead(look, declared, &Wrong { is: "one element", ty: &declared.ty, place, set: true }))
        }
        TypeKind::SetOf(of) if matches!(of.kind, TypeKind::Named(_)) => {
            let place = asked_like_an_element(look, declared)?;
            Some(instead(look, declared, &Wrong { is: "a set", ty: of, place, set: false }))
        }
        _ => None,
    }
}

/// What a declaration says and what is meant.
struct Wrong<'a> {
    is: &'a str,
    ty: &'a Type,
    /// Where it is used otherwise.
    place: Span,
    /// Whether a set is meant.
    set: bool,
}

fn instead(look: &Look, declared: &Declared, wrong: &Wrong) -> Cause {
    let name = &declared.name.text;
    let of = Span { end: wrong.ty.span.end, ..wrong.ty.span };
    let of = look.text(of);
    let of = of.strip_suffix(" or none").unwrap_or(&of);
    let used = if wrong.set { "a set" } else { "one element" };
    let begins = declared.initial.is_some();
    let ty = match (wrong.set, begins) {
        (true, _) => format!("set of {of}"),
        (false, true) if !declared.ty.or_none => of.to_owned(),
        (false, _) => format!("{of} or none"),
    };
    let message = format!("`{name}` is declared as {}, and used as {used}", wrong.is);
    let at = declared.ty.span;
    let report = Diagnostic::error(codes::MISMATCH, message, at, format!("write `{ty}`"));
    let report = report.because(wrong.place, format!("{used} here"));
    let head = look.text(Span { end: at.start, ..declared.name.span });
    report.help(format!("write `{head} {ty}`")).likely(at, ty).into()
}

/// The set with which one element begins.
fn set_to_begin_with(look: &Look, declared: &Declared) -> Option<Span> {
    let is_set = |e: &&Expr| {
        let says = |error: &Diagnostic| {
            ["found a set of", "found the empty set"].iter().any(|words| error.message.contains(words))
        };
        look.errors.iter().any(|error| error.span() == e.span && says(error))
    };
    // One element in braces is an element that stands without them.
    let is_one = |e: &&Expr| matches!(&e.kind, ExprKind::Set(all) if all.len() == 1);
    let begins = values(declared.initial.as_ref()?);
    begins.into_iter().find(|e| is_set(e) && !is_one(e)).map(|e| e.span)
}

/// The values of a first value.
fn values(initial: &Initial) -> Vec<&Expr> {
    match initial {
        Initial::One(e) => vec![e],
        Initial::List(all, _) => all.iter().flat_map(values).collect(),
    }
}

/// A statement that puts something into it or takes something out.
fn change(look: &Look, declared: &Declared) -> Option<Span> {
    let changes = |each: &&Statement| matches!(&each.kind, StatementKind::Assign { target, op: AssignOp::Add | AssignOp::Subtract, .. } if target.text == declared.name.text);
    look.statements().into_iter().find(changes).map(|each| each.span)
}

/// The same, where what is declared lacks a value to begin with as well.
fn changed_like_a_set(look: &Look, declared: &Declared) -> Option<Span> {
    let is_refused = look.errors.iter().any(|error| declared.span.holds(error.span()));
    change(look, declared).filter(|_| is_refused)
}

/// A place where an error says that it is a set, where no statement puts anything in. Unless it
/// begins with an element, one such place may be the slip.
fn asked_like_an_element(look: &Look, declared: &Declared) -> Option<Span> {
    let name = &declared.name.text;
    let is_it = |e: &Expr| match &e.kind {
        ExprKind::Name(own) => own.text == *name,
        ExprKind::At(of, _) => matches!(&of.kind, ExprKind::Name(own) if own.text == *name),
        _ => false,
    };
    let is_refused = |e: &Expr| {
        look.errors.iter().any(|error| error.span().holds(e.span) && error.message.contains("a set of"))
    };
    let found: Vec<Span> =
        look.exprs().into_iter().filter(|e| is_it(e) && is_refused(e)).map(|e| e.span).collect();
    let enough = if begins_with_an_element(look, declared) { 1 } else { 2 };
    let is_changed = change(look, declared).is_some();
    found.first().copied().filter(|_| found.len() >= enough && !is_changed)
}

/// Whether the first value is made of elements: of names that no item declares, or of coordinates.
fn begins_with_an_element(look: &Look, declared: &Declared) -> bool {
    let items = || look.game.items.iter().flat_map(super::declared_names::declared);
    let is_element = |e: &&Expr| match &e.kind {
        ExprKind::Name(own) => items().all(|(name, _)| name.text != own.text),
        ExprKind::Call(of, _) => items().any(|(name, sort)| name.text == of.text && sort == Sort::Domain),
        _ => false,
    };
    let begins = declared.initial.as_ref().map(values).unwrap_or_default();
    !begins.is_empty() && begins.iter().all(is_element)
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(state: &str, lines: &str) -> Vec<String> {
        helps_beside(&format!("state {{ {state} }}"), lines)
    }

    #[test]
    fn what_begins_with_a_set_is_one() {
        let moves = "move m(c in free) when c in C - at { free -= c at = c }";
        assert_eq!(helps("at: C = a1, free: C = {a1, b1}", moves), ["write `free: set of C`"]);
        let entries = "move m(c in C - men[Ann]) { men[me] += c }";
        assert_eq!(helps("men[Player]: C", entries), ["write `men[Player]: set of C`"]);
        assert_eq!(helps("men[Player]: set of C", entries), [""; 0]);
    }

    #[test]
    fn what_is_asked_like_one_element_is_one() {
        let moves = "move m(c in near(at)) when step(at, north) != c { at = c }";
        assert_eq!(helps("at: set of C = a1", moves), ["write `at: C`"]);
        let kings = "move m(c in near(king[me])) when step(king[me], north) = c { king[me] = c }";
        assert_eq!(helps("king[Player]: set of C = [a1, c3]", kings), ["write `king[Player]: C`"]);
    }
}
