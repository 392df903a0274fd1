//! Measures: weighted sums of components of the position, and how the paths through moves change
//! them.

use super::effects::{Component, Delta};
use super::path_enumeration::{Effort, changes};
use zug_game::breakage::{Shortcut, is_broken};
use zug_lang::program::*;
use zug_lang::semantics::increasing;

/// A weighted sum that no move lowers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The components in words, with their weights.
    pub terms: Vec<(i64, String)>,
    /// The components, with their weights.
    pub parts: Vec<(i64, Component)>,
}

impl Measure {
    /// The sum in words, with how moves change it: `the sum of `left`, which no move raises`.
    pub fn words(&self) -> String {
        if let Some(player) = self.receiver() {
            return format!("whose turn it is, which passes to {player} with every move");
        }
        let falls = self.terms.iter().all(|(weight, _)| *weight < 0);
        let terms =
            self.terms.iter().map(|(weight, words)| (if falls { -weight } else { *weight }, words.clone()));
        let never = if falls { "raises" } else { "lowers" };
        format!("{}, which no move {never}", rendered(terms.collect()))
    }

    /// The player who receives the turn, if that is all that is measured.
    pub(super) fn receiver(&self) -> Option<&str> {
        let ([(_, Component::Turn)], [(_, player)]) = (&*self.parts, &*self.terms) else { return None };
        Some(player)
    }
}

/// A path through a move, and its effect on each component.
#[derive(Clone, PartialEq)]
pub(super) struct PathEffects {
    /// The index of the move.
    pub(super) of: usize,
    /// False for a followup that may leave the measure unchanged.
    pub(super) must: bool,
    pub(super) changes: Vec<Delta>,
}

impl PathEffects {
    /// The same path with its effects on the first components alone.
    pub(super) fn of_first(&self, components: usize) -> PathEffects {
        PathEffects { changes: self.changes[..components].to_vec(), ..self.clone() }
    }
}

/// A weighted sum of components, with its words.
pub(super) fn measured(program: &Program, components: &[Component], weights: &Weights) -> Measure {
    let terms = weights.iter().map(|(at, weight)| (*weight, words(program, *weight, &components[*at])));
    let parts = weights.iter().map(|(at, weight)| (*weight, components[*at].clone()));
    Measure { terms: terms.collect(), parts: parts.collect() }
}

/// The effects of all paths through all moves.
pub(super) fn rows(
    program: &Program,
    components: &[Component],
    effort: Effort<'_>,
) -> Result<Vec<PathEffects>, String> {
    let must = increasing(program);
    let mut rows = Vec::new();
    for (of, each) in program.moves.iter().enumerate() {
        let Ok(paths) = changes(program, each, components, effort) else {
            return Err(format!("`{}` branches too often to be followed", each.name));
        };
        let must = must.get(of) != Some(&false);
        rows.extend(paths.into_iter().map(|changes| PathEffects { of, must, changes }));
    }
    Ok(rows)
}

/// Indices of components with weights.
pub(super) type Weights = Vec<(usize, i64)>;

/// The least change of a weighted sum on a path.
pub(super) fn sum(weights: &Weights, changes: &[Delta]) -> i128 {
    let part = |(at, weight): &(usize, i64)| {
        let (low, high) = changes[*at];
        let rises = (*weight > 0) != is_broken(Shortcut::Ends);
        i128::from(*weight) * i128::from(if rises { low } else { high })
    };
    weights.iter().map(part).sum()
}

/// A component in words, as `the sum of `left``.
pub(super) fn words(program: &Program, weight: i64, component: &Component) -> String {
    let name = |field: &FieldId| program.fields.get(field.index()).map_or("", |f| f.name.as_str());
    let single = |field: &FieldId| program.fields.get(field.index()).is_some_and(|f| f.indexes.is_empty());
    match component {
        Component::Members(field) => format!("the number of members of `{}`", name(field)),
        Component::Covered(fields, _) => {
            let names: Vec<String> = fields.iter().map(|f| format!("`{}`", name(f))).collect();
            format!("the number of elements in any entry of {}", names.join(", "))
        }
        Component::Places(field, index) => {
            let entry = entry_name(program, *field, index);
            format!("the places of `{entry}` in the order of their board")
        }
        Component::Ranks(field, index, _) => {
            format!("how far `{}` is on its way", entry_name(program, *field, index))
        }
        Component::Sum(field) if single(field) => format!("`{}`", name(field)),
        Component::Sum(field) => format!("the sum of `{}`", name(field)),
        Component::Ordinals(field) if single(field) => format!("`{}`", name(field)),
        Component::Ordinals(field) => format!("the sum of the numbers in `{}`", name(field)),
        Component::Given(field) => format!("the number of values in `{}` that are not `none`", name(field)),
        Component::True(field) => format!("the number of values in `{}` that are true", name(field)),
        // The player who receives it.
        Component::Turn => {
            let players = program.domains.get(PLAYER.index());
            let player = players.and_then(|players| players.members.get(usize::from(weight > 0)));
            player.cloned().unwrap_or_default()
        }
        Component::Holding(field, value) => {
            format!(
                "the number of values in `{}` that are `{}`",
                name(field),
                member(program, *field, *value)
            )
        }
    }
}

/// The name of an element that a field may hold.
fn member(program: &Program, field: FieldId, value: u32) -> &str {
    let kind = program.fields.get(field.index()).map(|field| field.ty.kind);
    let Some(Kind::Element(domain)) = kind else { return "" };
    let domain = program.domains.get(domain.index());
    domain.and_then(|domain| domain.members.get(value as usize)).map_or("", String::as_str)
}

/// The name of an entry, like `pawns[White]`.
fn entry_name(program: &Program, field: FieldId, index: &[u32]) -> String {
    let Some(field) = program.fields.get(field.index()) else { return String::new() };
    let names = index.iter().zip(&field.indexes).map(|(element, domain)| {
        let domain = program.domains.get(domain.index());
        domain.and_then(|d| d.members.get(*element as usize)).map_or("", String::as_str)
    });
    let names: Vec<&str> = names.collect();
    if names.is_empty() { field.name.clone() } else { format!("{}[{}]", field.name, names.join(", ")) }
}

/// A weighted sum in words.
pub(super) fn rendered(terms: Vec<(i64, String)>) -> String {
    let mut text = String::new();
    for (weight, words) in &terms {
        let sign = match (text.is_empty(), *weight < 0) {
            (true, false) => "",
            (true, true) => "- ",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text += sign;
        if weight.abs() > 1 {
            text += &format!("{} * ", weight.abs());
        }
        text += words;
    }
    text
}
