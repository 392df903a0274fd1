//! The entries of positions that are solved, in the order of their numbers.

use crate::column::Column;
use crate::entry::Entry;
use crate::tier_file::KindCount;
use rustc_hash::FxHashMap;
use zug_game::{Player, Value};

/// The entries of a piece of a tier, and how many there are of each kind.
pub(crate) struct Solved {
    pub(crate) values: Column,
    pub(crate) distances: Option<Column>,
    pub(crate) counts: Counts,
}

/// How many positions there are by value, distance and turn.
pub(crate) type Counts = FxHashMap<(Value, Option<u64>, Player), u64>;

impl Solved {
    pub(crate) fn new(distances: bool) -> Solved {
        Solved {
            values: Column::default(),
            distances: distances.then(Column::default),
            counts: Counts::default(),
        }
    }

    pub(crate) fn push(&mut self, entry: Entry, mover: Player) {
        self.values.push(entry.stored_value());
        let distance = entry.distance.filter(|_| self.distances.is_some());
        if let Some(distances) = &mut self.distances {
            distances.push(entry.stored_distance());
        }
        *self.counts.entry((entry.value, distance, mover)).or_insert(0) += 1;
    }

    pub(crate) fn append(&mut self, other: &Solved) {
        self.values.append(&other.values);
        if let (Some(own), Some(more)) = (&mut self.distances, &other.distances) {
            own.append(more);
        }
        for (kind, positions) in &other.counts {
            *self.counts.entry(*kind).or_insert(0) += positions;
        }
    }

    pub(crate) fn sorted_counts(&self) -> Vec<KindCount> {
        let one = |(&(value, distance, mover), &positions): (&(Value, Option<u64>, Player), &u64)| {
            KindCount { value, distance, second_to_move: mover == Player::Second, positions }
        };
        let mut counts: Vec<KindCount> = self.counts.iter().map(one).collect();
        counts.sort_unstable();
        counts
    }
}

/// What a position is worth where play is over: wins and losses have distance 0 unless outcomes are
/// points.
#[inline]
pub(crate) fn terminal(payoff: Value, points: bool) -> Entry {
    let value = if points { payoff } else { payoff.signum() };
    Entry { value, distance: (value != 0 && !points).then_some(0) }
}
