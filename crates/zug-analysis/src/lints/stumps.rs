//! Finds families of steps that are cut short at the border: a set that is collected keeps those of its members that
//! there are, so what was to have three cells has two or one there.

use super::STUMPS;
use super::units::Unit;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{DomainKind, Program, Set};
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
            && is_one_step(body)
            && let Some((few, many)) = sets.and_then(|sets| part_of_another(sets))
        {
            found.push(warning(&name.text, (few, many), each, outer, inner, body));
        }
    }
}

/// Whether the inner names run through as many integers for each member, and nothing is left out on purpose.
fn runs_alike(unit: &Unit, outer: &Binders, inner: &Binders) -> bool {
    let bound = |name: &str| outer.binders.iter().any(|binder| binder.name.text == name);
    inner.guard.is_none()
        && inner.binders.iter().all(|binder| {
            matches!(binder.set.kind, ExprKind::Binary(BinaryOp::Range, ..))
                && unit.uses_in(binder.set.span).all(|name| !bound(&name.text))
        })
}

/// Whether elements are named by sums alone: then different integers name different ones, and a smaller member has
/// lost some.
fn is_one_step(body: &Expr) -> bool {
    fn is_sum(e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Int(_) | ExprKind::Name(_) => true,
            ExprKind::Unary(UnaryOp::Minus, of) => is_sum(of),
            ExprKind::Member(of, _) => is_sum(of),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply, a, b, _) => {
                is_sum(a) && is_sum(b)
            }
            _ => false,
        }
    }
    match &body.kind {
        ExprKind::Call(_, arguments) | ExprKind::At(_, arguments) => arguments.iter().all(is_sum),
        _ => is_sum(body),
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
