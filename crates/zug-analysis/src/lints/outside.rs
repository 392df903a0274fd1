//! Finds first values that are written as a number outside of their domain: they are `none`; and
//! such numbers in sets, where they are left out.

use super::OUTSIDE;
use super::constant::settable;
use super::units::Unit;
use std::collections::{BTreeSet, HashMap};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{DomainId, Kind, Place, Program, StmtKind, Store, statements};
use zug_lang::source::Span;
use zug_lang::syntax::ast::{
    BinaryOp, CompareOp, Declared, Expr, ExprKind, Game, Initial, Item, ItemKind, Type, TypeKind,
};

/// Warns of such first values of fields.
pub(super) fn outside(game: &Game, program: &Program, found: &mut Vec<Diagnostic>) {
    warn(game, found, |name| {
        let domain = program.domains.iter().find(|domain| domain.name == name)?;
        let first = domain.low()?;
        Some((first, Some(first + domain.len() as i64 - 1)))
    });
}

/// The same as far as the text alone tells: numbers below the first element of a ring, a path or a
/// range.
pub(super) fn outside_as_written(game: &Game, found: &mut Vec<Diagnostic>) {
    warn(game, found, |name| {
        game.items.iter().find_map(|item| match &item.kind {
            ItemKind::Board { name: of, constructor, cut: None, .. } if of.text == name => {
                matches!(constructor.text.as_str(), "ring" | "path").then_some((1, None))
            }
            ItemKind::Range { name: of, low, .. } if of.text == name => Some((low.written_integer()?, None)),
            _ => None,
        })
    });
}

/// The first element of a domain that is read as numbers, and the last one where it is known.
type NumberRange = (i64, Option<i64>);

fn warn(game: &Game, found: &mut Vec<Diagnostic>, bounds: impl Fn(&str) -> Option<NumberRange>) {
    for field in game.items.iter().flat_map(fields_of) {
        let TypeKind::Named(name) = &field.ty.kind else { continue };
        let (Some(bounds), Some(initial)) = (bounds(&name.text), &field.initial) else { continue };
        found.extend(
            values(initial).into_iter().filter_map(|value| warning(field, &name.text, bounds, value)),
        );
    }
}

/// The fields that an item declares.
fn fields_of(item: &Item) -> &[Declared] {
    match &item.kind {
        ItemKind::State { fields, .. } => fields,
        _ => &[],
    }
}

/// The expressions of a written value.
fn values(initial: &Initial) -> Vec<&Expr> {
    match initial {
        Initial::One(value) => vec![value],
        Initial::List(all, _) => all.iter().flat_map(values).collect(),
    }
}

fn warning(field: &Declared, domain: &str, (first, last): NumberRange, value: &Expr) -> Option<Diagnostic> {
    let n = value.written_integer()?;
    let beyond = last.filter(|last| n > *last);
    if n >= first && beyond.is_none() {
        return None;
    }
    let elements = match last {
        Some(last) => format!("is {first}..{last}"),
        None => format!("begins with {first}"),
    };
    let none = format!("`none`: then `{}` has no value at the beginning", field.name.text);
    let message = format!("{n} is not in `{domain}`, which {elements}");
    Some(OUTSIDE.warn(message, value.span, "this is `none`").help(match beyond {
        Some(last) => format!("write `{last}`, which is the last, or {none}"),
        None => format!("write {none}"),
    }))
}

/// Warns of numbers in sets that are no elements of the domain of the set.
pub(super) fn outside_of_sets(game: &Game, units: &[Unit], program: &Program, found: &mut Vec<Diagnostic>) {
    let mut literals = Literals { program, settable: settable(game, units), found };
    for item in &game.items {
        match &item.kind {
            ItemKind::Param(declared) => literals.declared(&declared.ty, declared.initial.as_ref()),
            ItemKind::Let { ty: Some(ty), value, .. } => literals.declared(ty, Some(value)),
            ItemKind::State { fields, .. } => {
                fields.iter().for_each(|field| literals.declared(&field.ty, field.initial.as_ref()));
            }
            _ => {}
        }
    }
    let domains = domains_of_sets(program);
    let of = |expr: &Expr| domains.get(&expr.span).copied();
    for expr in units.iter().flat_map(|unit| &unit.exprs) {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Intersect, a, b, _) => {
                literals.one(of(a), b, LEFT_OUT);
                literals.one(of(b), a, LEFT_OUT);
            }
            ExprKind::Compare(first, rest) => {
                let mut left = &**first;
                for (sign, _, right) in rest {
                    if matches!(sign, CompareOp::In | CompareOp::NotIn) {
                        literals.one(of(right), left, "never in it");
                    }
                    left = right;
                }
            }
            _ => {}
        }
    }
    for (domain, value) in stored(program) {
        let exprs = units.iter().flat_map(|unit| &unit.exprs);
        exprs.filter(|expr| expr.span == value).for_each(|expr| literals.all(Some(domain), expr));
    }
}

/// The domains of the sets of elements, by the places of their expressions.
fn domains_of_sets(program: &Program) -> HashMap<Span, DomainId> {
    let sets = program.expressions().filter_map(|expr| match expr.ty.kind {
        Kind::Set(domain) => Some((expr.span, domain)),
        _ => None,
    });
    sets.collect()
}

/// The places of the values that are added to sets and taken from them, with their domains.
fn stored(program: &Program) -> Vec<(DomainId, Span)> {
    let bodies = program.moves.iter().flat_map(|each| statements(&each.body));
    let stored = bodies.filter_map(|stmt| match &stmt.kind {
        StmtKind::Assign(Place::Field(field, _), Store::Add | Store::Sub, value) => {
            match program.fields.get(field.index())?.ty.kind {
                Kind::Set(domain) => Some((domain, value.span)),
                _ => None,
            }
        }
        _ => None,
    });
    stored.collect()
}

/// Of a number that is written in a set.
const LEFT_OUT: &str = "left out of the set";

/// Literals that stand where elements of a domain do.
struct Literals<'a> {
    program: &'a Program,
    /// Names that mean something else with other params: with them a number may be an element.
    settable: BTreeSet<&'a str>,
    found: &'a mut Vec<Diagnostic>,
}

impl Literals<'_> {
    fn declared(&mut self, ty: &Type, value: Option<&Initial>) {
        let TypeKind::SetOf(of) = &ty.kind else { return };
        let TypeKind::Named(name) = &of.kind else { return };
        let at = self.program.domains.iter().position(|domain| domain.name == name.text);
        for value in value.into_iter().flat_map(values) {
            self.all(at.map(|at| DomainId(at as u32)), value);
        }
    }

    /// Looks at a number, and at the numbers of a set that is written out.
    fn all(&mut self, domain: Option<DomainId>, value: &Expr) {
        match &value.kind {
            ExprKind::Set(all) => all.iter().for_each(|each| self.one(domain, each, LEFT_OUT)),
            _ => self.one(domain, value, LEFT_OUT),
        }
    }

    fn one(&mut self, domain: Option<DomainId>, value: &Expr, label: &str) {
        let (Some(domain), Some(n)) = (domain, value.written_integer()) else { return };
        let domain = self.program.domain(domain);
        let Some(first) = domain.low() else { return };
        let last = first + domain.len() as i64 - 1;
        if (first..=last).contains(&n) || self.settable.contains(domain.name.as_str()) {
            return;
        }
        let message = format!("{n} is not in `{}`, which is {first}..{last}", domain.name);
        let reach = if n < first { "begin with" } else { "reach as far as" };
        self.found.push(
            OUTSIDE
                .warn(message, value.span, label)
                .help(format!("leave it out, or let `{}` {reach} {n}", domain.name)),
        );
    }
}
