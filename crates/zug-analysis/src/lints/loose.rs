//! Finds families whose members are elements written out: `{ a1, b1, c1 }` is three sets of one
//! element, not one set of three.

use super::LOOSE_MEMBERS;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::Program;
use zug_lang::syntax::ast::{Expr, ExprKind, Game, ItemKind};
use zug_lang::syntax::print;

/// Warns of such families.
pub(super) fn loose_members(game: &Game, program: &Program, found: &mut Vec<Diagnostic>) {
    for item in &game.items {
        let ItemKind::Family { name, of, members } = &item.kind else { continue };
        let ExprKind::Set(all) = &members.kind else { continue };
        if all.len() < 2 || !all.iter().all(|each| is_element(program, &of.text, each)) {
            continue;
        }
        let message = format!("each member of `{}` is one element alone", name.text);
        let whole = print::whole(members);
        let label = format!("{} sets of one element each", all.len());
        found.push(
            LOOSE_MEMBERS
                .warn(message, members.span, &label)
                .help(format!("write `{{ {whole} }}` for one set of {} elements", all.len())),
        );
    }
}

/// Whether an expression is the name of an element of a domain, or a number where the elements are
/// numbers.
fn is_element(program: &Program, domain: &str, expr: &Expr) -> bool {
    let Some(domain) = program.domains.iter().find(|known| known.name == domain) else { return false };
    match &expr.kind {
        ExprKind::Int(_) => domain.low().is_some(),
        ExprKind::Name(name) => domain.members.contains(&name.text),
        _ => false,
    }
}
