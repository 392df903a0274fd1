//! Finds conditions that are always true or always false, whatever is played.
//!
//! A part of a condition that depends on a param, even through other names, is skipped: it has a
//! purpose for other values of that param. So is a part with a binder of a rule that depends on a
//! param.

use super::CONSTANT;
use super::units::{DeclarationSort, Unit};
use std::collections::BTreeSet;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::source::Span;
use zug_lang::syntax::ast;

/// What the help of a comparison beyond all bounds says last.
const LEAVE_OUT: &str = "leave the condition out";

/// Warns of constant conditions in moves, `end` rules and entries of `show`.
pub(super) fn conditions(game: &ast::Game, units: &[Unit], program: &Program, found: &mut Vec<Diagnostic>) {
    let settable = settable(game, units);
    for condition in all(program) {
        let mut parts = Vec::new();
        conjuncts(condition, &mut parts);
        for (part, is_alternative) in with_alternatives(game, &parts) {
            let Some(truth) = truth(program, part) else { continue };
            let is_known = found.last().is_some_and(|last: &Diagnostic| last.span().holds(part.span));
            // That a set is never `none` hangs on no param.
            let is_set = never_none(part).is_some_and(|of| matches!(of.ty.kind, Kind::Set(_)));
            let depends = !is_set && depends(units, &settable, part.span);
            // An alternative that a `let` switches off is a switch.
            let is_switch = is_alternative && compares_constants(part);
            if !is_known && written(units, part.span) && !depends && !is_switch {
                let warning = warning_of(game, program, part, truth);
                found.push(if is_alternative { of_an_alternative(warning, truth) } else { warning });
            }
        }
    }
}

/// The warning about a part of a condition with this constant value.
fn warning_of(game: &ast::Game, program: &Program, part: &Expr, truth: bool) -> Diagnostic {
    match (several(part), never_none(part)) {
        (Some((member, set)), _) => asked_by_in(game, (truth, part.span), member, set),
        (None, Some(value)) => asked_whether_none(game, (truth, part.span), value),
        (None, None) => {
            let warning = warning(truth, part.span);
            match beyond_bounds(game, part, truth) {
                Some(help) if !truth => match wider_bounds(game, program, part) {
                    Some((at, wider)) => {
                        warning.because(at, "these are its bounds").help(format!("{wider}; {help}"))
                    }
                    None => warning.help(help),
                },
                Some(help) => warning.help(help),
                None => warning,
            }
        }
    }
}

/// The warning in the words of an alternative: without it the others still guard something.
fn of_an_alternative(warning: Diagnostic, truth: bool) -> Diagnostic {
    let alone = if truth { "mend it: with it the whole always holds" } else { "mend it, or leave it out" };
    let help = match warning.help.as_deref() {
        Some(help) if help.contains(LEAVE_OUT) => help.replace(LEAVE_OUT, "leave this alternative out"),
        Some(help) if !help.starts_with("mend it") && !help.starts_with("leave it out") => help.to_owned(),
        _ => alone.to_owned(),
    };
    warning.help(help)
}

/// Whether a condition compares two constants, of which one may have a name.
fn compares_constants(condition: &Expr) -> bool {
    match &condition.kind {
        ExprKind::Const(_) => true,
        ExprKind::Not(of) => compares_constants(of),
        ExprKind::Equal(one, two) | ExprKind::Compare(_, one, two) => {
            matches!((&one.kind, &two.kind), (ExprKind::Const(_), ExprKind::Const(_)))
        }
        _ => false,
    }
}

/// Each part, and behind it the alternatives that it joins by `or`, each with whether it is one.
/// What stands before `implies` is turned round in the program, so its parts are no conditions of
/// the text.
fn with_alternatives<'e>(game: &ast::Game, parts: &[&'e Expr]) -> Vec<(&'e Expr, bool)> {
    let mut all = Vec::new();
    let mut open: Vec<(&Expr, bool)> = parts.iter().rev().map(|part| (*part, false)).collect();
    while let Some((part, is_alternative)) = open.pop() {
        all.push((part, is_alternative));
        if let ExprKind::Or(alternatives) = &part.kind
            && !game.text_at(part.span).contains("implies")
        {
            for each in alternatives.iter().rev() {
                let mut within = Vec::new();
                conjuncts(each, &mut within);
                open.extend(within.into_iter().rev().map(|part| (part, true)));
            }
        }
    }
    all
}

fn warning(truth: bool, span: Span) -> Diagnostic {
    let always = if truth { "always true" } else { "never true" };
    let help = if truth { "leave it out, or mend it" } else { "mend it, or leave out what it guards" };
    CONSTANT.warn(format!("this condition is {always}"), span, always).help(help)
}

/// The bounds of what a condition compares with a constant integer.
fn beyond_bounds(game: &ast::Game, condition: &Expr, truth: bool) -> Option<String> {
    let (ExprKind::Compare(_, one, two) | ExprKind::Equal(one, two)) = &condition.kind else { return None };
    let of = match (&one.kind, &two.kind) {
        (ExprKind::Const(_), ExprKind::Const(_)) => return None,
        (_, ExprKind::Const(_)) => one,
        (ExprKind::Const(_), _) => two,
        _ => return None,
    };
    let (low, high) = bounds(of)?;
    let text = game.text_at(of.span);
    let (least, _) = bounds(if of.span == one.span { two } else { one })?;
    let nearest = match truth {
        true => String::new(),
        false if least >= high => format!("write `{text} = {high}` for its greatest value, "),
        false => format!("write `{text} = {low}` for its least value, "),
    };
    Some(format!("`{text}` is from {low} to {high}: {nearest}compare it with another number, or {LEAVE_OUT}"))
}

/// The declaration of a field with the number with which it is compared among its bounds, and its
/// place. Moves add to the field where the number is greater than all of them, and take away where
/// it is less.
fn wider_bounds(game: &ast::Game, program: &Program, condition: &Expr) -> Option<(Span, String)> {
    let (one, two, order) = match &condition.kind {
        ExprKind::Compare(order, one, two) => (one, two, Some(*order)),
        ExprKind::Equal(one, two) => (one, two, None),
        _ => return None,
    };
    let (of, number) = match (&one.kind, &two.kind) {
        (ExprKind::Field(of, _), ExprKind::Const(Value::Int(number))) => (of, *number),
        (ExprKind::Const(Value::Int(number)), ExprKind::Field(of, _)) => (of, *number),
        _ => return None,
    };
    let field = program.fields.get(of.index())?;
    let Kind::Int { low, high } = field.ty.kind else { return None };
    let beside = i64::from(order == Some(Order::Less));
    let (least, most, store) = match number {
        n if n >= high => (low, n + beside, Store::Add),
        n if n <= low => (n - beside, high, Store::Sub),
        _ => return None,
    };
    let changes = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Assign(Place::Field(to, _), by, _) if to == of && *by == store);
    let counted = program.moves.iter().any(|each| statements(&each.body).any(changes));
    let fields = game.items.iter().flat_map(|item| match &item.kind {
        ast::ItemKind::State { fields, .. } => fields.as_slice(),
        _ => &[],
    });
    let at = fields.into_iter().find(|each| each.name.text == field.name)?.span;
    let declared = game.text_at(at);
    let text = declared.replacen(&format!("{low}..{high}"), &format!("{least}..{most}"), 1);
    let is_wider = counted && text != declared && !text.contains(['\n', '`']);
    is_wider.then(|| (at, format!("write `{text}` if it goes so far")))
}

/// Warns of an element that is compared with a set of several.
fn asked_by_in(game: &ast::Game, (truth, span): (bool, Span), member: Span, set: Span) -> Diagnostic {
    let text = |at: Span| game.text_at(at);
    let word = if truth { "not in" } else { "in" };
    let help = format!("an element is no set of several: write `{} {word} {}`", text(member), text(set));
    warning(truth, span).help(help)
}

/// Warns of a value that is asked whether it is `none` and never is.
fn asked_whether_none(game: &ast::Game, (truth, span): (bool, Span), value: &Expr) -> Diagnostic {
    let text = game.text_at(value.span);
    let help = match value.ty.kind {
        Kind::Set(_) | Kind::IntSet { .. } => {
            let sign = if truth { "!=" } else { "=" };
            format!("`{text}` is a set, and a set without members is `{{}}`: write `{text} {sign} {{}}`")
        }
        _ => format!("`{text}` is never `none`: ask something else, or declare what it reads with `or none`"),
    };
    warning(truth, span).help(help)
}

/// The value that a condition compares with `none`, if it is never so.
fn never_none(condition: &Expr) -> Option<&Expr> {
    match &condition.kind {
        ExprKind::Not(of) => never_none(of),
        ExprKind::Equal(one, two) => match (&one.kind, &two.kind) {
            (ExprKind::Const(_), ExprKind::Const(_)) => None,
            (_, ExprKind::Const(Value::None)) => Some(&**one),
            (ExprKind::Const(Value::None), _) => Some(&**two),
            _ => None,
        }
        .filter(|value| !value.ty.or_none),
        _ => None,
    }
}

/// The places of an element and of a set that never has one member alone, where the two are
/// compared.
fn several(condition: &Expr) -> Option<(Span, Span)> {
    match &condition.kind {
        ExprKind::Not(of) => several(of),
        ExprKind::Equal(one, two) => {
            let pair = |one: &Expr, two: &Expr| match (&one.kind, &two.kind) {
                (ExprKind::Singleton(member, _), ExprKind::Const(Value::Set(set))) if set.len() > 1 => {
                    Some((member.span, two.span))
                }
                _ => None,
            };
            pair(one, two).or_else(|| pair(two, one))
        }
        _ => None,
    }
}

fn all(program: &Program) -> Vec<&Expr> {
    let mut all: Vec<&Expr> = program.ends.iter().map(|end| &end.when).collect();
    // A set as an entry is written as it stands: `Cell: "."` is no condition.
    let shown = program.shows.iter().flat_map(|show| &show.entries).map(|(entry, _)| entry);
    all.extend(shown.filter(|entry| !matches!(entry.kind, ExprKind::In(..))));
    for each in &program.moves {
        all.push(&each.when);
        all.extend(&each.provided);
        all.extend(statements(&each.body).filter_map(|stmt| match &stmt.kind {
            StmtKind::If(condition, ..)
            | StmtKind::For(_, condition, _)
            | StmtKind::Again(condition)
            | StmtKind::AgainWith(_, _, condition) => Some(condition),
            _ => None,
        }));
    }
    all
}

/// The parts of a condition joined by `and`.
pub(super) fn conjuncts<'a>(expr: &'a Expr, parts: &mut Vec<&'a Expr>) {
    match &expr.kind {
        ExprKind::And(all) if !all.is_empty() => all.iter().for_each(|each| conjuncts(each, parts)),
        _ => parts.push(expr),
    }
}

/// Whether the text has an expression at exactly this place, so that the checker did not add it.
pub(super) fn written(units: &[Unit], span: Span) -> bool {
    units.iter().any(|unit| unit.exprs.iter().any(|expr| expr.span == span))
}

/// The names whose meaning depends on params: the params, and the declarations that use them.
pub(super) fn settable<'a>(game: &'a ast::Game, units: &[Unit<'a>]) -> BTreeSet<&'a str> {
    let params = units.iter().filter(|unit| unit.sort == DeclarationSort::Param).filter_map(|unit| unit.name);
    let graphs = game.items.iter().filter_map(|item| match &item.kind {
        ast::ItemKind::Graph { name, .. } => Some(name),
        _ => None,
    });
    let mut names: BTreeSet<&str> = params.chain(graphs).map(|name| name.text.as_str()).collect();
    loop {
        let before = names.len();
        for unit in units {
            if let Some(name) = unit.name
                && unit.uses.iter().any(|used| names.contains(used.text.as_str()))
            {
                names.insert(&name.text);
            }
        }
        if names.len() == before {
            return names;
        }
    }
}

pub(super) fn depends(units: &[Unit], settable: &BTreeSet<&str>, span: Span) -> bool {
    units.iter().any(|unit| {
        let settled = !unit.uses.iter().any(|used| settable.contains(used.text.as_str()));
        let bound = |name: &str| unit.binders.iter().chain(&unit.locals).any(|local| local.text == name);
        unit.uses_in(span).any(|used| settable.contains(used.text.as_str()) || !settled && bound(&used.text))
    })
}

/// Whether no position makes a condition true, by its types and constants alone. A param may have
/// switched it off on purpose.
pub fn is_never(program: &Program, condition: &Expr) -> bool {
    truth(program, condition) == Some(false)
}

/// The constant value of a condition, if its types and constants determine it.
fn truth(program: &Program, expr: &Expr) -> Option<bool> {
    match &expr.kind {
        ExprKind::Const(Value::Bool(truth)) => Some(*truth),
        ExprKind::Not(of) => truth(program, of).map(|truth| !truth),
        ExprKind::And(all) => joined(program, all, false),
        ExprKind::Or(all) => joined(program, all, true),
        ExprKind::Compare(order, one, two) => compared(*order, one, two),
        ExprKind::Equal(..) if never_none(expr).is_some() => Some(false),
        ExprKind::Equal(one, two) => equal(one, two),
        ExprKind::In(member, of) => within(program, member, of),
        _ => None,
    }
}

/// The value of a conjunction (`decisive` is false) or disjunction (true): one decisive part
/// decides it.
fn joined(program: &Program, all: &[Expr], decisive: bool) -> Option<bool> {
    let truths: Vec<Option<bool>> = all.iter().map(|each| truth(program, each)).collect();
    if truths.contains(&Some(decisive)) {
        return Some(decisive);
    }
    truths.iter().all(|truth| *truth == Some(!decisive)).then_some(!decisive)
}

fn bounds(expr: &Expr) -> Option<(i64, i64)> {
    match expr.ty.kind {
        Kind::Int { low, high } => Some((low, high)),
        _ => None,
    }
}

/// A comparison with `none` is false, so "never" holds whether or not a side may be `none`.
fn compared(order: Order, one: &Expr, two: &Expr) -> Option<bool> {
    let ((low, high), (least, most)) = (bounds(one)?, bounds(two)?);
    let (always, never) = match order {
        Order::Less => (high < least, low >= most),
        Order::LessEqual => (high <= least, low > most),
    };
    let given = !one.ty.or_none && !two.ty.or_none;
    if never { Some(false) } else { (always && given).then_some(true) }
}

fn equal(one: &Expr, two: &Expr) -> Option<bool> {
    if one.has_one_at_most() && is_several(two) || is_several(one) && two.has_one_at_most() {
        return Some(false);
    }
    let ((low, high), (least, most)) = (bounds(one)?, bounds(two)?);
    let apart = high < least || most < low;
    (apart && !(one.ty.or_none && two.ty.or_none)).then_some(false)
}

/// Whether a set is constant and has several members.
fn is_several(set: &Expr) -> bool {
    matches!(&set.kind, ExprKind::Const(Value::Set(members)) if members.len() > 1)
}

fn within(program: &Program, member: &Expr, of: &Expr) -> Option<bool> {
    let ExprKind::Const(Value::Set(set)) = &of.kind else { return None };
    if set.is_empty() {
        return Some(false);
    }
    let Kind::Element(domain) = member.ty.kind else { return None };
    (!member.ty.or_none && set.len() == program.domain(domain).len()).then_some(true)
}
