//! Finds families whose members are elements written out: `{ a1, b1, c1 }` is three sets of one
//! element, not one set of three.

use super::LOOSE_MEMBERS;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{DomainId, Kind, Program};
use zug_lang::syntax::ast::{Expr, ExprKind, Game, ItemKind};
use zug_lang::syntax::print;

/// Warns of such families.
pub(super) fn loose_members(game: &Game, program: &Program, found: &mut Vec<Diagnostic>) {
    for item in &game.items {
        let ItemKind::Family { name, of, members } = &item.kind else { continue };
        let ExprKind::Set(all) = &members.kind else { continue };
        let are_elements = all.iter().all(|each| is_element(program, &of.text, each));
        if all.len() < 2 || !are_elements || is_chosen(program, &name.text) {
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

/// Whether members of a family are chosen or kept, as pieces or places are: then a member of one
/// element is meant.
fn is_chosen(program: &Program, family: &str) -> bool {
    let is_it = |domain: DomainId| program.domain(domain).name == family;
    let of = |kind: Kind| matches!(kind, Kind::Element(domain) | Kind::Set(domain) if is_it(domain));
    let mut parameters = program.moves.iter().flat_map(|each| &each.parameters);
    program.fields.iter().any(|field| of(field.ty.kind) || field.indexes.iter().any(|domain| is_it(*domain)))
        || parameters.any(|(_, set)| of(set.ty.kind))
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
