//! The entries of positions that are solved, in the order of their numbers.

use crate::checkpoint::CheckpointReader;
use crate::column::Column;
use crate::context::TierContext;
use crate::damage::Damage;
use crate::entry::Entry;
use crate::error::{DatabaseError, Result};
use crate::tier_file::KindCount;
use rustc_hash::FxHashMap;
use zug_game::{Game, Player, Value};
use zug_solve::PositionIndexing;

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

    /// The counts in a column, four numbers a kind: the value, one more than the distance or 0,
    /// whether the second player is to move, and how many positions.
    pub(crate) fn counts_column(&self) -> Column {
        let mut column = Column::default();
        for kind in self.sorted_counts() {
            let distance = kind.distance.map_or(0, |plies| plies + 1);
            [kind.value as u64, distance, u64::from(kind.second_to_move), kind.positions]
                .into_iter()
                .for_each(|number| column.push(number));
        }
        column
    }

    /// What was saved of a tier, the counts first, and the rank that comes next.
    pub(crate) fn read<G: Game, I: PositionIndexing<G>>(
        context: TierContext<'_, G, I>,
        reader: &mut CheckpointReader,
    ) -> Result<(Solved, u64)> {
        let mut columns = reader.columns()?.into_iter();
        let at = reader.header.at;
        let (counts, values, distances) = (columns.next(), columns.next(), columns.next());
        let is_whole = |column: &Option<Column>| column.as_ref().is_some_and(|column| column.len() == at);
        let fits = is_whole(&values) && (!context.distances || is_whole(&distances));
        let (Some(counts), Some(values), true) = (counts, values, fits) else {
            return Err(DatabaseError::damaged(reader.path())(Damage::Content("it has other columns")));
        };
        let kind = |first: u64| {
            let [value, distance, second, positions] =
                std::array::from_fn(|at| counts.get(first + at as u64));
            let mover = if second == 0 { Player::First } else { Player::Second };
            ((value as i64, distance.checked_sub(1), mover), positions)
        };
        let counts = (0..counts.len() / 4).map(|at| kind(4 * at)).collect();
        Ok((Solved { values, distances, counts }, at))
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
