//! Finds where in a picture a move is made: on a cell, from one to another, along a line, over an
//! area.
//!
//! Reads a move and what it changes; makes a [`Spot`]. Moves that no board shows (taking from a
//! heap, passing) have none.

use super::panel::{Panel, PicturePlace, elements};
use super::plan::BoardPlan;
use std::collections::BTreeSet;
use zug_lang::program::{Choice, DomainId, DomainKind, FieldId, Kind, PLAYER, Program, Value};
use zug_lang::semantics::{Position, Semantics};

/// A place on a panel.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// The panel, by its number in the picture.
    pub panel: usize,
    /// Where on it.
    pub place: PicturePlace,
}

/// A panel with the plan it is drawn by.
pub type Planned = (BoardPlan, Panel);

/// Where a move is made.
pub fn spot(
    semantics: &Semantics<'_>,
    panels: &[Planned],
    before: &Position,
    choice: &Choice,
) -> Option<Spot> {
    let named = named(semantics.program(), choice);
    let after = semantics.play(before, choice).ok();
    let places = panels.iter().enumerate().filter(|(_, (_, panel))| {
        let Some((domain, at)) = panel.index else { return true };
        named.iter().all(|(of, value)| *of != domain || *value == Value::Element(at as u32))
    });
    let asked_for = |planned: &Planned| named.iter().any(|(domain, _)| *domain == planned.0.domain);
    let (first, later): (Vec<_>, Vec<_>) = places.partition(|(_, planned)| asked_for(planned));
    let mut fallback = None;
    for (number, planned) in first.into_iter().chain(later) {
        let change = after.as_ref().and_then(|after| way(semantics.program(), planned, before, after));
        let place = asked(semantics.program(), planned, &named, change);
        if let Some(place) = place {
            return Some(Spot { panel: number, place });
        }
        let changed = after.as_ref().map(|after| changed(semantics.program(), planned, before, after));
        // Several elements are the place of a move only if it names something.
        let is_place = |all: &Vec<usize>| all.len() == 1 || !named.is_empty() && !all.is_empty();
        if let Some(changed) = changed.filter(is_place)
            && fallback.is_none()
        {
            let place =
                if let [one] = changed[..] { PicturePlace::Cell(one) } else { PicturePlace::Area(changed) };
            fallback = Some(Spot { panel: number, place });
        }
    }
    fallback
}

/// The arguments of a move with their domains.
fn named(program: &Program, choice: &Choice) -> Vec<(DomainId, Value)> {
    let Choice::Play(id, arguments) = choice else { return Vec::new() };
    let Some(played) = program.moves.get(id.index()) else { return Vec::new() };
    let parameters = played.parameters.iter().zip(arguments);
    let domain = |((local, _), value): (&(zug_lang::program::LocalId, _), &Value)| match played
        .frame
        .locals
        .get(local.index())?
        .ty
        .kind
    {
        Kind::Element(domain) | Kind::Set(domain) => Some((domain, value.clone())),
        _ => None,
    };
    parameters.filter_map(domain).collect()
}

/// The place that the arguments tell, seen together with what moved.
fn asked(
    program: &Program,
    (plan, panel): &Planned,
    named: &[(DomainId, Value)],
    moved: Option<(usize, usize)>,
) -> Option<PicturePlace> {
    if let Some(purses) = &plan.purses {
        return purses.place(named, plan.domain, &panel.taken);
    }
    let mut cells = Vec::new();
    for (domain, value) in named {
        if let Value::Element(at) = value
            && let Some(line) =
                panel.lines.iter().position(|line| line.family == *domain && line.member == *at as usize)
        {
            return Some(PicturePlace::Line(line));
        }
        if *domain == plan.domain {
            cells.extend(elements(value));
        }
    }
    if let Some((from, to)) = moved {
        return Some(PicturePlace::Way(from, to));
    }
    match cells[..] {
        [] => area(program, plan, named),
        [cell] => Some(PicturePlace::Cell(cell)),
        [from, .., to] if from != to => Some(PicturePlace::Way(from, to)),
        [cell, ..] => Some(PicturePlace::Cell(cell)),
    }
}

/// The cells of a member of a family that a move names.
fn area(program: &Program, plan: &BoardPlan, named: &[(DomainId, Value)]) -> Option<PicturePlace> {
    named.iter().find_map(|(domain, value)| match (&program.domain(*domain).kind, value) {
        (DomainKind::Family { base, members }, Value::Element(at)) if *base == plan.domain => {
            Some(PicturePlace::Area(members.get(*at as usize)?.iter().map(|cell| cell as usize).collect()))
        }
        _ => None,
    })
}

/// Whether what a field holds is seen on a board: what a move only notes for itself tells no place.
fn shows(panel: &Panel, field: usize) -> bool {
    panel.shown.as_ref().is_none_or(|shown| shown.contains(&FieldId(field as u32)))
}

/// From where to where one piece went: an entry, the mover's first, that lost one element and won
/// another.
fn way(
    program: &Program,
    (plan, panel): &Planned,
    before: &Position,
    after: &Position,
) -> Option<(usize, usize)> {
    let mut ways = Vec::new();
    for (id, field) in program.fields.iter().enumerate() {
        let holds = matches!(field.ty.kind, Kind::Set(d) | Kind::Element(d) if d == plan.domain);
        if !holds || !shows(panel, id) {
            continue;
        }
        for (entry, (old, new)) in before.fields.get(id)?.iter().zip(after.fields.get(id)?).enumerate() {
            let elsewhere = panel.index.is_some_and(|(domain, at)| field.indexes == [domain] && at != entry);
            let (old, new): (BTreeSet<usize>, BTreeSet<usize>) =
                (elements(old).collect(), elements(new).collect());
            let lost: Vec<usize> = old.difference(&new).copied().collect();
            let won: Vec<usize> = new.difference(&old).copied().collect();
            if let ([from], [to], false) = (&lost[..], &won[..], elsewhere) {
                let mine = field.indexes.first() == Some(&PLAYER) && entry & 1 == before.turn.index();
                ways.push((!mine, (*from, *to)));
            }
        }
    }
    ways.into_iter().min_by_key(|(rank, _)| *rank).map(|(_, way)| way)
}

/// The elements on which something changed.
fn changed(program: &Program, (plan, panel): &Planned, before: &Position, after: &Position) -> Vec<usize> {
    let mut all = BTreeSet::new();
    for (id, field) in program.fields.iter().enumerate().filter(|(id, _)| shows(panel, *id)) {
        let (Some(old), Some(new)) = (before.fields.get(id), after.fields.get(id)) else { continue };
        for (entry, (old, new)) in old.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new) {
            let elsewhere = panel.index.is_some_and(|(domain, at)| field.indexes == [domain] && at != entry);
            if matches!(field.ty.kind, Kind::Set(d) | Kind::Element(d) if d == plan.domain) && !elsewhere {
                let (old, new): (BTreeSet<usize>, BTreeSet<usize>) =
                    (elements(old).collect(), elements(new).collect());
                all.extend(old.symmetric_difference(&new).copied());
            } else if field.indexes == [plan.domain] {
                all.insert(entry);
            }
        }
    }
    all.into_iter().collect()
}
