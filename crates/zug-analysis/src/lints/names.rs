//! Finds names that nothing uses, names that hide elements, and families without members.

use super::reads::stores;
use super::units::{DeclarationSort, Unit};
use super::{EMPTY_FAMILY, HIDDEN_ELEMENT, UNUSED};
use crate::Ends;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{DomainKind, Kind, LocalId, Place, Program, StmtKind, statements};
use zug_lang::syntax::ast::{self, Name};

/// Warns of declarations that nothing else uses, and of locals that their own body does not use.
pub(super) fn unused(units: &[Unit], program: &Program, found: &mut Vec<Diagnostic>) {
    for (at, unit) in units.iter().enumerate() {
        if let Some(name) = unit.name
            && !is_used(units, at, name)
        {
            found.push(never(unit.sort, name, program));
        }
        for local in &unit.locals {
            if !unit.mentions(&local.text) {
                let message = format!("`{}` is never used", local.text);
                found.push(UNUSED.warn(message, local.span, "used nowhere").help("leave it out"));
            }
        }
    }
}

/// Warns of parameters of moves that nothing in the move uses: each choice is the same move.
pub(super) fn unused_parameters(
    game: &ast::Game,
    program: &Program,
    units: &[Unit],
    found: &mut Vec<Diagnostic>,
) {
    for item in &game.items {
        let ast::ItemKind::Move(written) = &item.kind else { continue };
        let unit = units.iter().find(|unit| unit.name.is_some_and(|name| name.span == written.name.span));
        for parameter in &written.parameters {
            let name = &parameter.name;
            if unit.is_some_and(|unit| !unit.mentions(&name.text)) {
                let message = format!("the choice of `{}` changes nothing", name.text);
                let warning = UNUSED.warn(message, name.span, "used nowhere in this move");
                let leave = "leave it out, or use it: each choice counts as a move of its own";
                let help = meant(game, program, written, &name.text).map_or(leave.to_owned(), |text| {
                    format!("write `{text}` if `{}` is meant, or {leave}", name.text)
                });
                found.push(warning.help(help));
            }
        }
    }
}

/// The first statement of a move that stores what is of the kind of a parameter, with the parameter
/// stored in it.
fn meant(game: &ast::Game, program: &Program, written: &ast::Move, name: &str) -> Option<String> {
    let played = program.moves.iter().find(|each| each.span.holds(written.name.span))?;
    let is_it = |local: &LocalId| played.frame.locals.get(local.index()).is_some_and(|it| it.name == name);
    let local = played.parameters.iter().map(|(local, _)| local).find(|local| is_it(local))?;
    let kind = played.frame.locals.get(local.index())?.ty.kind;
    statements(&played.body).find_map(|stmt| {
        let StmtKind::Assign(Place::Field(field, _), ..) = &stmt.kind else { return None };
        let text = game.text_at(stmt.span).split_whitespace().collect::<Vec<_>>().join(" ");
        let (target, value) = text.split_once('=')?;
        let target = target.trim_end_matches([' ', '+', '-']);
        let signed = &text[target.len()..];
        let sign = if signed.trim_start().starts_with('-') { "-=" } else { "+=" };
        match (program.fields.get(field.index())?.ty.kind, kind) {
            (Kind::Set(stored), Kind::Element(of)) if stored == of => {
                let goes_on = signed.trim_start().starts_with('=') && value.trim_start().starts_with(target);
                Some(if goes_on { format!("{text} + {name}") } else { format!("{target} {sign} {name}") })
            }
            (Kind::Element(stored), Kind::Element(of)) if stored == of => Some(format!("{target} = {name}")),
            (Kind::Int { .. }, Kind::Int { .. }) if value.trim().parse::<i64>().is_ok() => {
                let sign = if signed.trim_start().starts_with('=') { "=" } else { sign };
                Some(format!("{target} {sign} {name}"))
            }
            _ => None,
        }
    })
}

/// Whether a declaration has a use. A move is always used; a followup must be requested; the name
/// of anything else, or of one of a domain's elements, must occur in another declaration.
fn is_used(units: &[Unit], at: usize, name: &Name) -> bool {
    let mut others = units.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, unit)| unit);
    match units[at].sort {
        DeclarationSort::Move | DeclarationSort::Rule => true,
        DeclarationSort::Followup => {
            units.iter().any(|unit| unit.asks.iter().any(|asked| asked.text == name.text))
        }
        _ => others.any(|unit| {
            unit.mentions(&name.text) || units[at].members.iter().any(|member| unit.mentions(&member.text))
        }),
    }
}

fn never(sort: DeclarationSort, name: &Name, program: &Program) -> Diagnostic {
    let text = &name.text;
    match sort {
        DeclarationSort::Followup => UNUSED
            .warn(format!("nothing asks for the followup `{text}`"), name.span, "never legal")
            .help(format!("write `again with {text}` in the move that it follows, or leave it out")),
        DeclarationSort::Field => UNUSED
            .warn(format!("the field `{text}` is never read"), name.span, "read nowhere")
            .help(if !changes(program, text) {
                "leave it out: no move changes it either"
            } else if proves_the_end(program, text) {
                "play is proved to end by it: leave it out only if positions may repeat"
            } else {
                "leave it out: it only makes positions differ that are alike"
            }),
        _ => UNUSED.warn(format!("`{text}` is never used"), name.span, "used nowhere").help("leave it out"),
    }
}

/// Whether a move stores to this field.
fn changes(program: &Program, name: &str) -> bool {
    let stored = program.moves.iter().flat_map(|each| stores(program, each));
    stored.filter_map(|(id, _)| program.fields.get(id.index())).any(|field| field.name == name)
}

/// Whether the proof that play must end counts this field.
fn proves_the_end(program: &Program, name: &str) -> bool {
    let Ends::Proven { measure, .. } = crate::ends(program) else { return false };
    let counted = measure.iter().flat_map(|each| &each.parts).flat_map(|(_, part)| part.fields());
    counted.filter_map(|id| program.fields.get(id.index())).any(|field| field.name == name)
}

/// Warns of binders and parameters with the name of an element.
pub(super) fn hidden_elements(units: &[Unit], program: &Program, found: &mut Vec<Diagnostic>) {
    for name in units.iter().flat_map(|unit| &unit.binders) {
        let holder = program.domains.iter().find(|domain| {
            domain.low().is_none()
                && !matches!(domain.kind, DomainKind::Family { .. } | DomainKind::Tree)
                && domain.members.contains(&name.text)
        });
        let Some(domain) = holder else { continue };
        let message = format!("`{}` hides the element `{}` of `{}`", name.text, name.text, domain.name);
        let warning = HIDDEN_ELEMENT.warn(message, name.span, "from here on the element is meant nowhere");
        found.push(warning.because(domain.span, "the element belongs to this").help("choose another name"));
    }
}

/// Warns of families without members.
pub(super) fn empty_families(program: &Program, found: &mut Vec<Diagnostic>) {
    for domain in &program.domains {
        if domain.is_empty() && matches!(domain.kind, DomainKind::Family { .. }) {
            let message = format!("the family `{}` has no members", domain.name);
            let warning = EMPTY_FAMILY.warn(message, domain.span, "nothing comes out here");
            found.push(warning.help("look at the lengths and the conditions that it is made with"));
        }
    }
}
