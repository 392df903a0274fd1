//! The position index: a number for every position, in an array with an entry for every key, or in
//! a hash map where there are too many keys.

use super::graph::Identity;
use rustc_hash::FxHashMap;
use zug_game::Game;

/// The greatest width of a key, in bits, for which an array is made.
const SMALL: u32 = 22;
/// The array entry of a key without a position.
const NONE: u32 = u32::MAX;

/// The numbers of positions, from 0 on.
pub(super) enum PositionIndex<K> {
    /// Indexed by [`Game::number`].
    SolvedPositions(Vec<u32>),
    Hashed(FxHashMap<K, u32>),
}

impl<K: Eq + std::hash::Hash> PositionIndex<K> {
    /// An empty index for the positions reachable from `start`.
    pub(super) fn of<G: Game<Key = K>>(
        game: &G,
        identity: Identity,
        start: &G::Position,
    ) -> PositionIndex<K> {
        match game.number_bits(start).filter(|bits| identity == Identity::Key && *bits <= SMALL) {
            Some(bits) => PositionIndex::SolvedPositions(vec![NONE; 1 << bits]),
            None => PositionIndex::Hashed(FxHashMap::default()),
        }
    }

    /// The number of a known position. A new position gets the number `new`, and the result is
    /// none.
    #[inline]
    pub(super) fn find_or_add<G: Game<Key = K>>(
        &mut self,
        game: &G,
        identity: Identity,
        position: &G::Position,
        new: u32,
    ) -> Option<u32> {
        match self {
            PositionIndex::SolvedPositions(list) => {
                let place = &mut list[game.number(&game.key(position)) as usize];
                let known = std::mem::replace(place, if *place == NONE { new } else { *place });
                (known != NONE).then_some(known)
            }
            PositionIndex::Hashed(map) => {
                let key = match identity {
                    Identity::Key => game.key(position),
                    Identity::FullKey => game.full_key(position),
                };
                let number = *map.entry(key).or_insert(new);
                (number != new).then_some(number)
            }
        }
    }

    /// Whether the next position makes the index grow.
    pub(super) fn is_full(&self) -> bool {
        match self {
            PositionIndex::SolvedPositions(_) => false,
            PositionIndex::Hashed(map) => map.len() == map.capacity(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        match self {
            PositionIndex::SolvedPositions(list) => list.len() * 4,
            PositionIndex::Hashed(map) => map.capacity() * (size_of::<(K, u32)>() + 1) * 8 / 7,
        }
    }
}
