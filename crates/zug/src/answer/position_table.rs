//! Every position that can be reached, with its value: a table to read, to search and to hand on,
//! which no longer knows the engine.

use super::engine::{Engine, Task, with_engine};
use super::results::solve_error;
use super::{LimitReached, Limits, Prepared, ProvedBounds, SolveError, Unfit};
use zug_game::Player;
use zug_lang::semantics::Position;
use zug_solve::{LimitKind, SolvedTable};

/// The distance of a position that has none.
const NO_DISTANCE: u32 = u32::MAX;

/// Every position that can be reached from one, told apart by everything (points so far included),
/// sorted by key.
///
/// A key is the bits of a position, as [`zug_machine::layout::PositionLayout::encode`] makes them.
/// Positions are numbered from 0 in the order of their keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionTable {
    words: usize,
    keys: Vec<u64>,
    values: Vec<i64>,
    distances: Vec<u32>,
    movers: Vec<Player>,
    over: Vec<bool>,
}

impl PositionTable {
    /// The number of positions, at least 1.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Always false: the table has at least the position that was asked about.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The words of a key: 1, 2, 4 or 8.
    pub fn words(&self) -> usize {
        self.words
    }

    /// All keys, one after the other, [`PositionTable::words`] words each.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The key of the position with this number.
    pub fn key(&self, n: usize) -> &[u64] {
        &self.keys[n * self.words..(n + 1) * self.words]
    }

    /// The number of the position with this key, if it is in the table.
    pub fn find(&self, key: &[u64]) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.key(middle).cmp(key) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// The value of the position with this number, from the first player's side, points so far
    /// included.
    pub fn value(&self, n: usize) -> i64 {
        self.values[n]
    }

    /// Plies to the end under best play; none in draws, where play does not end, and where outcomes
    /// are points.
    pub fn distance(&self, n: usize) -> Option<u64> {
        Some(self.distances[n]).filter(|plies| *plies != NO_DISTANCE).map(u64::from)
    }

    /// Whose turn it is in the position with this number.
    pub fn mover(&self, n: usize) -> Player {
        self.movers[n]
    }

    /// Whether play is over in the position with this number.
    pub fn is_over(&self, n: usize) -> bool {
        self.over[n]
    }
}

impl Prepared<'_> {
    /// The value of every position that can be reached from one, by retrograde analysis on one
    /// thread.
    ///
    /// ```
    /// use zug::answer::{EngineKind, Limits, Prepared};
    /// use zug_lang::source::Sources;
    ///
    /// let text = "game \"Five sticks\" players A, B state { sticks: 0..5 = 5 } \
    ///             move take(n in 1..2) when n <= sticks { sticks -= n } stuck => me loses";
    /// let mut sources = Sources::default();
    /// sources.add("sticks.game", text);
    /// let definition = zug::definition::compile(&mut sources, &[]).expect("no mistakes");
    /// let prepared = Prepared::new(&definition.program, EngineKind::Auto).expect("small enough");
    /// let table = prepared.position_table(&prepared.start(), &Limits::default()).expect("solved");
    /// assert_eq!(table.len(), 10); // 5, 3, 2, 1 or 0 sticks with A to move, 4, 3, 2, 1 or 0 with B
    /// let key = &prepared.machine().expect("a machine").start;
    /// let start = table.find(key).expect("the first position is in the table");
    /// assert_eq!((table.value(start), table.distance(start)), (1, Some(3)));
    /// ```
    ///
    /// # Errors
    /// A limit, or a broken promise of the definition; [`SolveError::Unfit`] with
    /// [`super::EngineKind::Semantics`], whose positions have no bits.
    pub fn position_table(&self, position: &Position, limits: &Limits) -> Result<PositionTable, SolveError> {
        with_engine(self, TableTask { prepared: self, position, limits })
    }
}

struct TableTask<'a> {
    prepared: &'a Prepared<'a>,
    position: &'a Position,
    limits: &'a Limits,
}

impl Task for TableTask<'_> {
    type Output = Result<PositionTable, SolveError>;

    fn run<E: Engine>(self, engine: &E) -> Self::Output {
        let start = engine.enter(self.position);
        let words = E::words(&start).len();
        if words == 0 {
            return Err(SolveError::Unfit(Unfit::Found { why: "positions have bits only in a machine" }));
        }
        let solved = SolvedTable::of(engine, &start, self.limits, true)
            .map_err(|stop| solve_error(engine, self.prepared.program, stop))?;
        // A number in the order of keys, a key, a value, a distance, whose turn it is and whether
        // play is over.
        let entry = (size_of::<u32>() + 8 * words + size_of::<i64>() + size_of::<u32>() + 2) as u64;
        // What finds positions in the solved table: a hash table that is at most seven eighths
        // full.
        let slots = (solved.len() as u64 / 7 * 8 + 1).next_power_of_two();
        let index = slots.saturating_mul(size_of::<(E::Key, u32)>() as u64 + 1);
        let tables = solved.statistics().bytes.saturating_add(index);
        let bytes = tables.saturating_add(entry.saturating_mul(solved.len() as u64));
        let fits = if bytes <= self.limits.memory { Ok(()) } else { Err(LimitKind::Memory) };
        fits.and_then(|()| self.limits.look()).map_err(|which| SolveError::Limit {
            which: LimitReached::Given(which),
            proved: ProvedBounds::NONE,
            positions: solved.len() as u64,
        })?;
        Ok(sorted(engine, &solved, words, self.prepared.program.points))
    }
}

fn sorted<E: Engine>(_: &E, solved: &SolvedTable<'_, E>, words: usize, points: bool) -> PositionTable {
    let key = |n: u32| E::words(solved.position(n as usize));
    let mut order: Vec<u32> = (0..solved.len() as u32).collect();
    order.sort_unstable_by(|a, b| key(*a).cmp(key(*b)));
    let each = || order.iter().map(|n| *n as usize);
    let distance = |n: usize| {
        let plies = solved.at(n).distance.filter(|_| !points);
        plies.and_then(|plies| u32::try_from(plies).ok()).unwrap_or(NO_DISTANCE)
    };
    let mut keys = Vec::with_capacity(solved.len() * words);
    order.iter().for_each(|n| keys.extend_from_slice(key(*n)));
    PositionTable {
        words,
        keys,
        values: each().map(|n| solved.at(n).value).collect(),
        distances: each().map(distance).collect(),
        movers: each().map(|n| solved.mover(n)).collect(),
        over: each().map(|n| solved.payoff(n).is_some()).collect(),
    }
}
