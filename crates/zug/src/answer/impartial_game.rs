//! A game that is proved to be a sum of impartial games, with the bits of its components.

use super::Prepared;
use super::engine::Engine;
use zug_game::breakage::{Shortcut, is_broken};
use zug_machine::layout::BitField;
use zug_solve::GameComponents;

/// The most bits of a component.
const BITS: usize = 128;

/// The bits of each component of an impartial game.
#[derive(Clone, Debug)]
pub(super) struct ImpartialGame {
    components: Vec<Vec<BitField>>,
}

impl ImpartialGame {
    /// The components of a game that is proved to be impartial and to end; none where one has too
    /// many bits.
    fn of(prepared: &Prepared<'_>) -> Option<ImpartialGame> {
        let layout = &prepared.machine()?.layout;
        let slots = |(field, entry): &(zug_lang::program::FieldId, usize)| {
            layout.fields[field.index()].parts.iter().map(|part| part[*entry]).collect::<Vec<_>>()
        };
        let found = zug_analysis::impartial_components(prepared.program)?;
        let mut components: Vec<Vec<BitField>> =
            found.iter().map(|entries| entries.iter().flat_map(slots).collect()).collect();
        if is_broken(Shortcut::Conflict)
            && let Some(last) = components.last_mut()
        {
            last.clear();
        }
        let fits =
            |slots: &Vec<BitField>| slots.iter().map(|slot| usize::from(slot.width)).sum::<usize>() <= BITS;
        components.iter().all(fits).then_some(ImpartialGame { components })
    }

    /// How many components there are.
    pub fn count(&self) -> usize {
        self.components.len()
    }
}

impl<E: Engine> GameComponents<E> for ImpartialGame {
    fn count(&self) -> usize {
        self.components.len()
    }

    #[inline]
    fn part(&self, position: &E::Position, component: usize) -> u128 {
        let words = E::words(position);
        let code = |code: u128, slot: &BitField| code << slot.width | u128::from(slot.get(words));
        self.components[component].iter().fold(0, code)
    }
}

impl Prepared<'_> {
    /// The game as a sum of impartial games; none if it is not proved to be one, or to end.
    pub(super) fn impartial_game(&self) -> Option<&ImpartialGame> {
        let must_end = !matches!(self.ends, zug_analysis::Ends::Unproven { .. });
        self.impartial_game.get_or_init(|| ImpartialGame::of(self).filter(|_| must_end)).as_ref()
    }
}
