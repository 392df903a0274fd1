//! Finds families of steps that are cut short at the border: a set that is collected keeps those of
//! its members that there are, so what was to have three cells has two or one there.

use super::STUMPS;
use super::units::Unit;
use std::collections::BTreeSet;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{BoardGeometry, DomainKind, Program, Set, Table, Value};
use zug_lang::syntax::ast::{BinaryOp, Binders, Expr, ExprKind, Game, ItemKind, UnaryOp};
use zug_lang::syntax::print;

/// How many of the smallest members are looked at.
const LOOKED_AT: usize = 16;

/// Warns of `{ { Cell(x + s, y) for s in 0..2 } for .. }` where a member is a part of another.
pub(super) fn stumps(game: &Game, units: &[Unit], program: &Program, found: &mut Vec<Diagnostic>) {
    for item in &game.items {
        let ItemKind::Family { name, members, .. } = &item.kind else { continue };
        let ExprKind::Comprehension(Some(each), outer) = &members.kind else { continue };
        let ExprKind::Comprehension(Some(body), inner) = &each.kind else { continue };
        let Some(unit) = units.iter().find(|unit| unit.name.is_some_and(|own| own.span == name.span)) else {
            continue;
        };
        let sets = program.domains.iter().find_map(|domain| match &domain.kind {
            DomainKind::Family { members, .. } if domain.name == name.text => Some(members),
            _ => None,
        });
        if runs_alike(unit, outer, inner)
            && let Some((few, many)) = sets.and_then(|sets| part_of_another(sets))
            && is_one_step(program, body, &NameSums { outer, inner })
        {
            found.push(warning(&name.text, (few, many), each, outer, inner, body));
        }
    }
}

/// Whether the inner names run through as many integers for each member, and nothing is left out on
/// purpose.
fn runs_alike(unit: &Unit, outer: &Binders, inner: &Binders) -> bool {
    let bound = |name: &str| outer.binders.iter().any(|binder| binder.name.text == name);
    inner.guard.is_none()
        && inner.binders.iter().all(|binder| {
            matches!(binder.set.kind, ExprKind::Binary(BinaryOp::Range, ..))
                && unit.uses_in(binder.set.span).all(|name| !bound(&name.text))
        })
}

/// Whether elements are named by sums alone, in which the inner names stand beside the outer ones:
/// then as many are named for each member, and a smaller one has lost some.
fn is_one_step(program: &Program, body: &Expr, sums: &NameSums<'_>) -> bool {
    match &body.kind {
        ExprKind::Call(name, arguments) => {
            names_apart(program, &name.text) && arguments.iter().all(|e| sums.is_sum(e))
        }
        ExprKind::At(of, indexes) => {
            let ExprKind::Name(name) = &of.kind else { return false };
            let table = program.tables.iter().find(|table| table.name == name.text);
            table.is_some_and(has_each_once) && indexes.iter().all(|e| sums.is_sum(e))
        }
        _ => sums.is_sum(body),
    }
}

/// Whether a function names another element for other integers: `Cell(x, y)`, and `step` where no
/// board comes round.
fn names_apart(program: &Program, name: &str) -> bool {
    let boards = || {
        program.domains.iter().filter_map(|domain| match &domain.kind {
            DomainKind::Board(board) => Some((&domain.name, &board.geometry)),
            _ => None,
        })
    };
    let comes_round = |geometry: &BoardGeometry| {
        matches!(geometry, BoardGeometry::Torus(..) | BoardGeometry::HexTorus(..) | BoardGeometry::Ring(_))
    };
    match name {
        "step" => !boards().any(|(_, geometry)| comes_round(geometry)),
        _ => boards().any(|(board, _)| board == name),
    }
}

/// Whether no two entries of a table are alike, those that are `none` aside.
fn has_each_once(table: &Table) -> bool {
    let mut seen = BTreeSet::new();
    table.entries.iter().filter(|entry| **entry != Value::None).all(|entry| seen.insert(entry))
}

/// Sums of the names that a family and its members bind.
struct NameSums<'a> {
    outer: &'a Binders,
    inner: &'a Binders,
}

impl NameSums<'_> {
    /// A sum, in which no product has a name of both: `s * k` is 0 for each s where k is 0.
    fn is_sum(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Int(_) | ExprKind::Name(_) => true,
            ExprKind::Unary(UnaryOp::Minus, of) => self.is_sum(of),
            ExprKind::Member(of, _) => self.is_sum(of),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract, a, b, _) => self.is_sum(a) && self.is_sum(b),
            ExprKind::Binary(BinaryOp::Multiply, a, b, _) => {
                let crosses = |a: &Expr, b: &Expr| names_one_of(a, self.outer) && names_one_of(b, self.inner);
                self.is_sum(a) && self.is_sum(b) && !crosses(a, b) && !crosses(b, a)
            }
            _ => false,
        }
    }
}

/// Whether a sum names what these bind.
fn names_one_of(e: &Expr, binders: &Binders) -> bool {
    match &e.kind {
        ExprKind::Name(name) => binders.binders.iter().any(|binder| binder.name.text == name.text),
        ExprKind::Unary(_, of) | ExprKind::Member(of, _) => names_one_of(of, binders),
        ExprKind::Binary(_, a, b, _) => names_one_of(a, binders) || names_one_of(b, binders),
        _ => false,
    }
}

/// The sizes of a member that is a part of another, and of that one.
fn part_of_another(sets: &[Set]) -> Option<(usize, usize)> {
    let mut smallest: Vec<&Set> = sets.iter().collect();
    smallest.sort_by_key(|set| set.len());
    let whole = |small: &Set| {
        sets.iter().filter(|set| set.len() > small.len() && small.is_subset(set)).map(Set::len).max()
    };
    smallest.iter().take(LOOKED_AT).find_map(|small| Some((small.len(), whole(small)?)))
}

fn warning(
    name: &str,
    (few, many): (usize, usize),
    each: &Expr,
    outer: &Binders,
    inner: &Binders,
    body: &Expr,
) -> Diagnostic {
    let elements = if few == 1 { "1 element".to_owned() } else { format!("{few} elements") };
    let message = format!("a member of `{name}` has {elements} and lies within one of {many}");
    let warning = STUMPS.warn(message, each.span, "what steps off the board is left out, the rest stays");
    let names =
        inner.binders.iter().map(|binder| format!("{} in {}", binder.name.text, print::whole(&binder.set)));
    let names = names.collect::<Vec<_>>().join(", ");
    let before = outer.guard.as_ref().map_or(String::new(), |guard| match &guard.kind {
        ExprKind::Compare(..) => format!("{} and ", print::whole(guard)),
        _ => format!("({}) and ", print::whole(guard)),
    });
    warning.help(format!(
        "keep those that lie on the board as a whole: end with `where {before}(every {names}: {} != none)`",
        print::whole(body)
    ))
}
