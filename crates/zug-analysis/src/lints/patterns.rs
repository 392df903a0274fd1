//! Finds sets written out in the binders of a family whose members may step off the board: in a
//! family such a set is a pattern, which is lost as a whole with one member that is `none`.

use super::LOST_PATTERN;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{BoardGeometry, Domain, DomainKind, Program};
use zug_lang::syntax::ast::{self, Binders, Expr, ExprKind, ItemKind};
use zug_lang::syntax::print;

/// Warns of `b in {west(a), east(a)}` in families of boards with borders.
pub(super) fn lost_patterns(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    for item in &game.items {
        let ItemKind::Family { of, members, .. } = &item.kind else { continue };
        let ExprKind::Comprehension(_, binders) = &members.kind else { continue };
        let base = program.domains.iter().find(|domain| domain.name == of.text);
        if base.is_some_and(has_border) {
            found.extend(written_out(program, binders));
        }
    }
}

fn has_border(domain: &Domain) -> bool {
    match &domain.kind {
        DomainKind::Board(board) => {
            !matches!(board.geometry, BoardGeometry::Torus(..) | BoardGeometry::HexTorus(..) | BoardGeometry::Ring(_))
        }
        _ => false,
    }
}

/// The warnings about sets of at least two steps: with one alone, the set and its member are lost
/// together.
fn written_out(program: &Program, binders: &Binders) -> Vec<Diagnostic> {
    let sets = binders.binders.iter().filter_map(|binder| match &binder.set.kind {
        ExprKind::Set(items) if items.len() > 1 => Some((&binder.set, items)),
        _ => None,
    });
    sets.filter_map(|(set, items)| {
        let steps: Vec<(&str, &Expr)> = items.iter().filter_map(|item| step(program, item)).collect();
        (!steps.is_empty()).then(|| warning(set, items.len(), &steps))
    })
    .collect()
}

/// The direction and the start of `west(a)`.
fn step<'a>(program: &Program, item: &'a Expr) -> Option<(&'a str, &'a Expr)> {
    let ExprKind::Call(name, arguments) = &item.kind else { return None };
    let [from] = arguments.as_slice() else { return None };
    let direction = |domain: &Domain| domain.name == "Direction" && domain.members.contains(&name.text);
    program.domains.iter().any(direction).then_some((&*name.text, from))
}

fn warning(set: &Expr, members: usize, steps: &[(&str, &Expr)]) -> Diagnostic {
    let from = print::whole(steps[0].1);
    let alike = steps.len() == members && steps.iter().all(|(_, each)| print::whole(each) == from);
    let names: Vec<&str> = steps.iter().map(|(name, _)| *name).collect();
    let help = match alike {
        true => format!("write `near({from}, {{{}}})`: it keeps those that there are", names.join(", ")),
        false => "write a set that is computed, `near(..)` for one: it keeps those that there are".to_owned(),
    };
    let message = "in a family a set written out is there as a whole or not at all";
    LOST_PATTERN.warn(message.to_owned(), set.span, "lost where one of them is off the board").help(help)
}
