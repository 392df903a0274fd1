//! Turns facts about points and lines into masks over the bits of a position.

use zug_lang::program::*;
use zug_machine::box_completion::{BoxCompletionMasks, MaskedWord};
use zug_machine::layout::{BitField, PositionLayout};
use zug_machine::moves::MoveKind;
use zug_machine::positional_game::{PositionalGameMasks, Turns};

/// The mask of a set, if its elements are below 64.
fn mask(set: &Set) -> Option<u64> {
    set.iter().try_fold(0, |mask, member| (0..64).contains(&member).then(|| mask | 1_u64 << member))
}

/// The bit field of an entry of a set field, if it is one part with a bit for each of `count`
/// elements.
fn slot(layout: &PositionLayout, field: FieldId, entry: usize, count: usize) -> Option<BitField> {
    let field = layout.fields.get(field.index())?;
    let [part] = field.parts.as_slice() else { return None };
    part.get(entry).copied().filter(|slot| usize::from(slot.width) == count)
}

/// The number of elements of the domain of a set field.
fn count(program: &Program, field: FieldId) -> Option<usize> {
    match program.fields.get(field.index())?.ty.kind {
        Kind::Set(domain) => program.domains.get(domain.index()).map(Domain::len),
        _ => None,
    }
}

/// The masks of a positional game.
pub(super) fn positional(
    program: &Program,
    layout: &PositionLayout,
    kinds: &[MoveKind],
) -> Option<PositionalGameMasks> {
    let fact = zug_analysis::positional_game(program)?;
    let count = count(program, fact.field)?;
    let sides = [slot(layout, fact.field, 0, count)?, slot(layout, fact.field, 1, count)?];
    let parameter = *kinds.first()?.parameters.first()?;
    let masks = |sets: &[Set]| sets.iter().map(mask).collect::<Option<Vec<u64>>>();
    let (lines, opens) = (masks(&fact.lines)?, masks(&fact.opens)?);
    let placements: Vec<u32> =
        fact.placements.iter().map(|left| u32::try_from(*left)).collect::<Result<_, _>>().ok()?;
    let turns = (!placements.is_empty()).then(|| Turns::new(placements, lines.clone(), count));
    let masks =
        PositionalGameMasks::new((sides, layout.turn, parameter), mask(&fact.elements)?, lines, opens);
    Some(PositionalGameMasks { turns, ..masks })
}

/// The masks of a box-completion game.
pub(super) fn box_completion(
    program: &Program,
    layout: &PositionLayout,
    kinds: &[MoveKind],
) -> Option<BoxCompletionMasks> {
    // Where a majority of boxes wins, this order searched more positions than mobility ordering.
    let fact = zug_analysis::box_completion(program).filter(|fact| fact.is_all)?;
    let place = |field: FieldId| slot(layout, field, 0, count(program, field)?);
    let part = |(field, set): &(FieldId, Set)| -> Option<MaskedWord> {
        let slot = place(*field)?;
        Some((usize::from(slot.word), mask(set)? << slot.shift))
    };
    let needs: Vec<Vec<MaskedWord>> =
        fact.needs.iter().map(|needs| needs.iter().map(part).collect()).collect::<Option<_>>()?;
    let mut taken = Vec::new();
    let mut boxes_by_element = Vec::new();
    for (field, kind) in fact.fields.iter().zip(kinds) {
        taken.push((*kind.parameters.first()?, place(*field)?));
        boxes_by_element
            .push((0..count(program, *field)?).map(|e| needing(&fact, *field, e as i64)).collect());
    }
    Some(BoxCompletionMasks {
        kinds: taken,
        needs: needs.into_iter().map(joined).collect(),
        boxes_by_element,
    })
}

/// The boxes that need this element of this field.
fn needing(fact: &zug_analysis::BoxCompletion, field: FieldId, element: i64) -> Vec<u16> {
    let needs =
        |needs: &Vec<(FieldId, Set)>| needs.iter().any(|(of, set)| *of == field && set.contains(element));
    let boxes = fact.needs.iter().enumerate().filter(|(_, each)| needs(each));
    boxes.filter_map(|(missing_box, _)| u16::try_from(missing_box).ok()).collect()
}

/// Unites the parts that lie in the same word.
fn joined(parts: Vec<MaskedWord>) -> Vec<MaskedWord> {
    let mut all: Vec<MaskedWord> = Vec::new();
    for (word, mask) in parts {
        match all.iter_mut().find(|(known, _)| *known == word) {
            Some((_, known)) => *known |= mask,
            None => all.push((word, mask)),
        }
    }
    all
}
