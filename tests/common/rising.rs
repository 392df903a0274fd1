//! The sums by which play is proved to end, added up by hand.

use std::collections::BTreeSet;
use zug_analysis::{Component, Ends, Measure};
use zug_lang::program::{Choice, FieldId, Program, Value};
use zug_lang::semantics::{Position, increasing};

/// What a move does to the sums that it must increase, if that is not so.
pub fn refuted(
    program: &Program,
    ends: &Ends,
    choice: &Choice,
    (from, to): (&Position, &Position),
) -> Option<String> {
    let Ends::Proven { measure, words } = ends else { return None };
    let before: Vec<i128> = measure.iter().map(|each| sum(program, each, from)).collect();
    let after: Vec<i128> = measure.iter().map(|each| sum(program, each, to)).collect();
    let must = matches!(choice, Choice::Play(id, _) if increasing(program)[id.index()]);
    let rises = if must { before < after } else { before <= after };
    (!rises && !program.tree).then(|| format!("{words}: {before:?} becomes {after:?} by {choice:?}"))
}

fn sum(program: &Program, measure: &Measure, position: &Position) -> i128 {
    measure.parts.iter().map(|(weight, part)| i128::from(*weight) * count(program, part, position)).sum()
}

fn count(program: &Program, part: &Component, position: &Position) -> i128 {
    let entries = |field: &FieldId| &position.fields[field.index()];
    let those = |field: &FieldId, counts: &dyn Fn(&Value) -> bool| {
        entries(field).iter().filter(|value| counts(value)).count() as i128
    };
    match part {
        Component::Members(field) => entries(field).iter().map(|value| members(value).len() as i128).sum(),
        Component::Covered(fields, _) => {
            let all: BTreeSet<i64> = fields.iter().flat_map(entries).flat_map(members).collect();
            all.len() as i128
        }
        Component::Places(field, index) => {
            members(&entries(field)[place(program, *field, index)]).into_iter().map(i128::from).sum()
        }
        Component::Ranks(field, index, ranks) => {
            let elements = members(&entries(field)[place(program, *field, index)]).into_iter();
            elements.map(|element| i128::from(ranks[element as usize])).sum()
        }
        Component::Sum(field) => {
            let number = |value: &Value| if let Value::Int(n) = value { i128::from(*n) } else { 0 };
            entries(field).iter().map(number).sum()
        }
        Component::Ordinals(field) => entries(field).iter().flat_map(members).map(i128::from).sum(),
        Component::Given(field) => those(field, &|value| *value != Value::None),
        Component::True(field) => those(field, &|value| *value == Value::Bool(true)),
        Component::Holding(field, element) => those(field, &|value| *value == Value::Element(*element)),
        Component::Turn => position.turn.index() as i128,
    }
}

fn members(value: &Value) -> Vec<i64> {
    match value {
        Value::Set(set) => set.iter().collect(),
        Value::Element(element) => vec![i64::from(*element)],
        _ => Vec::new(),
    }
}

/// The place of an entry among those of its field.
fn place(program: &Program, field: FieldId, index: &[u32]) -> usize {
    let lens =
        program.fields[field.index()].indexes.iter().map(|domain| program.domains[domain.index()].len());
    lens.zip(index).fold(0, |at, (len, element)| at * len + *element as usize)
}
