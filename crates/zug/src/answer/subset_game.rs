//! Reads off the rules, where they are known to be of this kind, which elements a position lacks
//! and what they complete, in the bits of its code.

use super::key_encoding::KeyEncoding;
use zug_analysis;
use zug_lang::program::{FieldId, Kind, Program, Set, Value};
use zug_lang::semantics::Position;
use zug_machine::Machine;
use zug_machine::layout::{FieldLayout, ValueEncoding as Written};
use zug_solve::SubsetGame;

/// An element of a field.
type FieldElement = (FieldId, i64);

/// Everything about a position of such a game; none for other games, and where points could leave
/// their bounds.
pub(super) fn subset_game(
    program: &Program,
    machine: &Machine,
    encoding: &KeyEncoding,
    position: &Position,
) -> Option<SubsetGame> {
    let fact = zug_analysis::box_completion(program)?;
    let rules = fact.subset_play.as_ref()?;
    let taken = |(field, element): FieldElement| match position.fields.get(field.index())?.first()? {
        Value::Set(set) => Some(set.contains(element)),
        _ => None,
    };
    let free = free(&fact.fields, &rules.elements, &taken)?;
    let bit =
        |(field, element): &FieldElement| bit(machine.layout.fields.get(field.index())?, encoding, *element);
    let bits = free.iter().map(bit).collect::<Option<Vec<u32>>>()?;
    let lacks = |needs: &Vec<(FieldId, Set)>| lacks(needs, &free, &taken);
    let boxes: Vec<u32> =
        fact.needs.iter().map(lacks).collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
    let turn = encoding.place(machine.layout.turn.word.into(), machine.layout.turn.shift.into())?;
    let has_room = has_room(program, rules.points, position, boxes.len());
    (has_room && position.asked.is_none()).then_some(SubsetGame { bits, boxes, again: rules.again, turn })
}

/// The elements that can be taken, each once; 32 at most.
fn free(
    fields: &[FieldId],
    elements: &[Set],
    taken: &impl Fn(FieldElement) -> Option<bool>,
) -> Option<Vec<FieldElement>> {
    let mut free = Vec::new();
    for (field, elements) in fields.iter().zip(elements) {
        for element in elements.iter() {
            if !taken((*field, element))? && !free.contains(&(*field, element)) {
                free.push((*field, element));
            }
        }
    }
    (free.len() <= 32).then_some(free)
}

/// Which of these elements a thing lacks. Nothing inside where it lacks none, or one that cannot be
/// taken: it is never completed.
fn lacks(
    needs: &[(FieldId, Set)],
    free: &[FieldElement],
    taken: &impl Fn(FieldElement) -> Option<bool>,
) -> Option<Option<u32>> {
    let mut lacks = 0;
    for (field, set) in needs {
        for element in set.iter() {
            if taken((*field, element))? {
                continue;
            }
            let Some(at) = free.iter().position(|other| *other == (*field, element)) else {
                return Some(None);
            };
            lacks |= 1 << at;
        }
    }
    Some(Some(lacks).filter(|lacks| *lacks != 0))
}

/// Where in a code an element of a set stands.
fn bit(field: &FieldLayout, encoding: &KeyEncoding, element: i64) -> Option<u32> {
    let Written::Set { low, or_none: false, .. } = field.code else { return None };
    let at = usize::try_from(element.checked_sub(low)?).ok()?;
    let slot = field.parts.get(at / 64)?.first()?;
    let within = u32::try_from(at % 64).ok().filter(|within| *within < u32::from(slot.width))?;
    encoding.place(slot.word.into(), u32::from(slot.shift) + within)
}

/// Whether each player can get so many points more.
fn has_room(program: &Program, points: FieldId, position: &Position, boxes: usize) -> bool {
    let Some(Kind::Int { high, .. }) = program.fields.get(points.index()).map(|field| field.ty.kind) else {
        return false;
    };
    let fits = |value: &Value| match value {
        Value::Int(n) => {
            i64::try_from(boxes).ok().and_then(|more| n.checked_add(more)).is_some_and(|n| n <= high)
        }
        _ => false,
    };
    position.fields.get(points.index()).is_some_and(|entries| entries.iter().all(fits))
}
