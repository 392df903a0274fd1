//! Tells a followup that nothing asks for and a `def` that nothing uses as one mistake, where the
//! `def` can be the condition of the request: the line `again with take when c in mills(me)` is
//! lost.

use super::UNUSED;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;

/// Puts one warning in the place of the two.
pub(super) fn lost_requests(program: &Program, found: &mut Vec<Diagnostic>) {
    let of_unused = |each: &&Diagnostic| each.code == UNUSED.code;
    let mut unasked = program.moves.iter().filter(|each| each.followup).filter_map(|each| {
        let is_unasked = |report: &&Diagnostic| {
            each.span.holds(report.span()) && report.message.starts_with("nothing asks for")
        };
        Some((each, found.iter().filter(of_unused).find(is_unasked)?.span()))
    });
    let (Some((followup, place)), None) = (unasked.next(), unasked.next()) else { return };
    let mut idle = program.defs.iter().filter_map(|def| {
        let warning = found.iter().filter(of_unused).find(|report| def.span.holds(report.span()))?;
        Some((def, warning.span()))
    });
    let (Some((def, at)), None) = (idle.next(), idle.next()) else { return };
    let mut moves = program.moves.iter().filter(|each| !each.followup);
    let (Some(played), None) = (moves.next(), moves.next()) else { return };
    let Some(condition) = condition(def, played) else { return };
    let help = format!(
        "write `again with {} when {condition}` in `{}`, if that is meant, or leave both out",
        followup.name, played.name
    );
    found.retain(|report| report.code != UNUSED.code || report.span() != at);
    let known = |report: &&mut Diagnostic| report.code == UNUSED.code && report.span() == place;
    if let Some(report) = found.iter_mut().find(known) {
        *report = report.clone().because(at, "used nowhere either: it may be the condition").help(help);
    }
}

/// The condition that a `def` is in a move: itself, or that what the move chooses is in it.
fn condition(def: &Def, played: &Move) -> Option<String> {
    let chosen = |kind: Kind| {
        let mut fitting = played.parameters.iter().filter(|(local, _)| {
            played.frame.locals.get(local.index()).is_some_and(|known| known.ty.kind == kind)
        });
        let (only, None) = (fitting.next()?, fitting.next()) else { return None };
        Some(played.frame.name(only.0).to_owned())
    };
    let arguments: Option<Vec<String>> = (0..def.parameters)
        .map(|at| match def.frame.locals.get(at)?.ty.kind {
            Kind::Element(PLAYER) => Some("me".to_owned()),
            kind => chosen(kind),
        })
        .collect();
    let call = match arguments?.as_slice() {
        [] => def.name.clone(),
        all => format!("{}({})", def.name, all.join(", ")),
    };
    match def.body.ty.kind {
        Kind::Bool => Some(call),
        Kind::Set(domain) => Some(format!("{} in {call}", chosen(Kind::Element(domain))?)),
        _ => None,
    }
}
