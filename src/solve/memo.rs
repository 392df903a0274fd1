//! Remembers what a search proved about positions: an interval that holds the value, and the move to try first.
//!
//! A table of whole keys, never of bare hashes: what it tells of a position was proved for that position. There is no way
//! to put in a bound as a value: [`Memo::store`] is told the window too, and what is kept is an interval.
//! It begins small and doubles as it fills; at its full size the entry of a group of four that took the least
//! work is given up. What is lost is found again, so its size changes how long a search takes, never its answer.

use crate::game::{Class, Value};
use crate::solve::tracer::{Window, exchanged};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Entries that share a place: with keys of one word, a line of the processor's cache.
const GROUP: usize = 4;
/// Groups at the beginning.
const SMALL: usize = 1 << 8;
/// No best move is known.
const NO_MOVE: u16 = (1 << 10) - 1;
/// Bounds beyond this do not fit into an entry.
const MOST: i32 = (1 << 23) - 2;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    low: i32,
    high: i32,
    best: u16,
}

impl Known {
    /// Nothing.
    pub(super) const NOTHING: Known = Known { low: i32::MIN, high: i32::MAX, best: NO_MOVE };

    /// The value is at least this.
    #[inline(always)]
    pub(super) fn low(self) -> Value {
        if self.low == i32::MIN { Value::MIN } else { Value::from(self.low) }
    }

    /// The value is at most this.
    #[inline(always)]
    pub(super) fn high(self) -> Value {
        if self.high == i32::MAX { Value::MAX } else { Value::from(self.high) }
    }

    /// The move to try first, by its number.
    #[inline(always)]
    pub(super) fn best(self) -> Option<usize> {
        (self.best != NO_MOVE).then_some(usize::from(self.best))
    }

    /// The value, or a bound beyond the window, if that answers.
    #[inline(always)]
    pub(super) fn answer(self, window: Window) -> Option<Value> {
        if self.low() >= window.beta || self.low == self.high {
            Some(self.low())
        } else if self.high() <= window.alpha {
            Some(self.high())
        } else {
            None
        }
    }

    /// What a search with this window proved when it came back with `value`: below the window an upper bound,
    /// above it a lower bound, inside it the value.
    #[inline(always)]
    fn proved(value: Value, window: Window, best: Option<usize>) -> Known {
        // A value that does not fit is kept as a bound.
        let (least, most) = (Value::from(-MOST), Value::from(MOST));
        let below = if value < least { i32::MIN } else { value.min(most) as i32 };
        let above = if value > most { i32::MAX } else { value.max(least) as i32 };
        Known {
            low: if value > window.alpha { below } else { i32::MIN },
            high: if value < window.beta { above } else { i32::MAX },
            best: best.map_or(NO_MOVE, |best| best.min(usize::from(NO_MOVE)) as u16),
        }
    }

    /// The same, told of the position with the players exchanged.
    #[inline(always)]
    fn exchanged(self) -> Known {
        Known {
            low: if self.high == i32::MAX { i32::MIN } else { -self.high },
            high: if self.low == i32::MIN { i32::MAX } else { -self.low },
            best: self.best,
        }
    }

    /// Both hold.
    #[inline(always)]
    fn and(self, newer: Known) -> Known {
        let best = if newer.best == NO_MOVE { self.best } else { newer.best };
        Known { low: self.low.max(newer.low), high: self.high.min(newer.high), best }
    }
}

/// A key and what is known of it, in one word:
///
/// ```text
///   low + 2^23, 0 if unknown | high + 2^23, all ones if unknown | best move | logarithm of the work, plus one
///   24 bits                  | 24 bits                          | 10 bits   | 6 bits, 0 where there is no entry
/// ```
#[derive(Clone, Debug, Default)]
struct Entry<K> {
    key: K,
    packed: u64,
}

/// What is added to bounds, so that they are not negative.
const MIDDLE: i32 = 1 << 23;
/// An upper bound that is not known.
const OPEN: u64 = (1 << 24) - 1;

impl<K> Entry<K> {
    #[inline(always)]
    fn new(key: K, known: Known, work: u64) -> Entry<K> {
        let low = if known.low == i32::MIN { 0 } else { (known.low + MIDDLE) as u64 };
        let high = if known.high == i32::MAX { OPEN } else { (known.high + MIDDLE) as u64 };
        Entry { key, packed: low << 40 | high << 16 | u64::from(known.best) << 6 | work }
    }

    #[inline(always)]
    fn known(&self) -> Known {
        let (low, high) = (self.packed >> 40, self.packed >> 16 & OPEN);
        Known {
            low: if low == 0 { i32::MIN } else { low as i32 - MIDDLE },
            high: if high == OPEN { i32::MAX } else { high as i32 - MIDDLE },
            best: (self.packed >> 6) as u16 & NO_MOVE,
        }
    }

    #[inline(always)]
    fn work(&self) -> u64 {
        self.packed & 63
    }
}

#[derive(Clone, Debug, Default)]
#[repr(align(64))]
struct Group<K>([Entry<K>; GROUP]);

/// The table.
#[derive(Debug)]
pub(super) struct Memo<K> {
    groups: Vec<Group<K>>,
    /// How many entries of each group are used: all, unless there is room for less than one group.
    ways: usize,
    used: usize,
    most: usize,
}

impl<K: Clone + Eq + Hash + Default> Memo<K> {
    /// An empty one that takes at most so many bytes.
    pub(super) fn new(bytes: u64) -> Memo<K> {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        let groups = bytes / size_of::<Group<K>>();
        let ways = if groups == 0 { (bytes / size_of::<Entry<K>>()).min(GROUP) } else { GROUP };
        let most = if groups == 0 { usize::from(ways > 0) } else { 1 << groups.ilog2() };
        let mut memo = Memo { groups: Vec::new(), ways, used: 0, most };
        memo.enlarge(most.min(SMALL));
        memo
    }

    /// Makes room, or gives up growing where there is none.
    fn enlarge(&mut self, length: usize) {
        if self.groups.try_reserve_exact(length - self.groups.len()).is_err() {
            self.most = self.groups.len();
            return;
        }
        self.groups.resize(length, Group::default());
    }

    pub(super) fn bytes(&self) -> u64 {
        let group = if self.ways < GROUP { self.ways * size_of::<Entry<K>>() } else { size_of::<Group<K>>() };
        (self.groups.len() * group) as u64
    }

    /// Which group a key belongs to.
    #[inline(always)]
    fn place(&self, key: &K) -> usize {
        mixed(key) as usize & self.groups.len().saturating_sub(1)
    }

    /// What is known of this position.
    #[inline(always)]
    pub(super) fn probe(&self, key: &K) -> Known {
        let Some(group) = self.groups.get(self.place(key)) else { return Known::NOTHING };
        for entry in &group.0 {
            if entry.key == *key && entry.packed != 0 {
                return entry.known();
            }
        }
        Known::NOTHING
    }

    /// Brings what is known of these near. Nothing depends on what is read, so the processor waits for all at once.
    #[inline(always)]
    pub(super) fn fetch<'c>(&self, classes: impl Iterator<Item = &'c Class<K>>)
    where
        K: 'c,
    {
        let mut read = 0;
        for class in classes {
            let group = self.groups.get(self.place(&class.key));
            read ^= group.map_or(0, |group| group.0[0].packed);
        }
        std::hint::black_box(read);
    }

    /// What is known of a position of this class.
    #[inline(always)]
    pub(super) fn known(&self, class: &Class<K>) -> Known {
        let known = self.probe(&class.key);
        if class.exchanged { known.exchanged() } else { known }
    }

    /// Keeps what a search with this window proved of a position of this class. `positions` is what it took.
    #[inline(always)]
    pub(super) fn keep(
        &mut self,
        class: &Class<K>,
        value: Value,
        window: Window,
        best: Option<usize>,
        positions: u64,
    ) {
        match class.exchanged {
            false => self.store(&class.key, value, window, best, positions),
            true => self.store(&class.key, exchanged(value), window.exchanged(), best, positions),
        }
    }

    /// Keeps what a search with this window proved. `positions` is what it took.
    #[inline(always)]
    pub(super) fn store(
        &mut self,
        key: &K,
        value: Value,
        window: Window,
        best: Option<usize>,
        positions: u64,
    ) {
        let known = Known::proved(value, window, best);
        let work = u64::from(positions.max(1).ilog2() + 1).min(63);
        let place = self.place(key);
        let Some(group) = self.groups.get_mut(place) else { return };
        if let Some(entry) = group.0.iter_mut().find(|entry| entry.key == *key && entry.packed != 0) {
            let both = entry.known().and(known);
            debug_assert!(both.low <= both.high, "two results of one position agree");
            *entry = Entry::new(key.clone(), both, work.max(entry.work()));
        } else {
            self.insert(Entry::new(key.clone(), known, work));
        }
    }

    fn insert(&mut self, entry: Entry<K>) {
        if self.groups.len() < self.most && self.is_crowded(&entry.key) {
            self.double();
        }
        let place = self.place(&entry.key);
        if let Some(slot) = self.groups[place].0[..self.ways].iter_mut().min_by_key(|slot| slot.work()) {
            self.used += usize::from(slot.packed == 0);
            *slot = entry;
        }
    }

    /// Five eighths full, or three eighths where this key has no free place.
    fn is_crowded(&self, key: &K) -> bool {
        let full = || self.groups[self.place(key)].0.iter().all(|entry| entry.packed != 0);
        let length = self.groups.len() * GROUP;
        self.used * 8 >= length * 5 || (self.used * 8 >= length * 3 && full())
    }

    /// Doubles the table in place: an entry stays, or goes to the same place in the new half.
    fn double(&mut self) {
        let half = self.groups.len();
        self.enlarge(half * 2);
        if self.groups.len() == half {
            return;
        }
        let (old, new) = self.groups.split_at_mut(half);
        for (from, to) in old.iter_mut().zip(new) {
            for (entry, place) in from.0.iter_mut().zip(&mut to.0) {
                if entry.packed != 0 && mixed(&entry.key) as usize & half != 0 {
                    std::mem::swap(entry, place);
                }
            }
        }
    }
}

/// A hash all of whose bits depend on all bits of the key.
#[inline(always)]
fn mixed<K: Hash>(key: &K) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    let hash = hasher.finish();
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^ (hash >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Window = Window { alpha: -2, beta: 3 };

    fn stored(value: Value) -> (Value, Value) {
        let mut memo = Memo::<[u64; 1]>::new(1 << 12);
        memo.store(&[7], value, WINDOW, None, 1);
        let known = memo.probe(&[7]);
        (known.low(), known.high())
    }

    #[test]
    fn only_a_result_inside_the_window_is_a_value() {
        assert_eq!(stored(1), (1, 1));
        assert_eq!(stored(-2), (Value::MIN, -2));
        assert_eq!(stored(3), (3, Value::MAX));
    }

    #[test]
    fn a_bound_is_turned_round_where_the_players_are_exchanged() {
        let mut memo = Memo::<[u64; 1]>::new(1 << 12);
        memo.keep(&Class { key: [7], exchanged: true }, 3, WINDOW, None, 1);
        let known = memo.known(&Class { key: [7], exchanged: false });
        assert_eq!((known.low(), known.high()), (Value::MIN, -3));
        let known = memo.known(&Class { key: [7], exchanged: true });
        assert_eq!((known.low(), known.high()), (3, Value::MAX));
    }

    #[test]
    fn bounds_of_one_position_meet() {
        let mut memo = Memo::<[u64; 1]>::new(1 << 12);
        memo.store(&[7], 3, WINDOW, Some(4), 1);
        memo.store(&[7], 5, Window { alpha: 5, beta: 9 }, None, 1);
        let known = memo.probe(&[7]);
        assert_eq!((known.low(), known.high(), known.best()), (3, 5, Some(4)));
    }

    #[test]
    fn values_too_large_for_an_entry_stay_sound() {
        for value in [1 << 40, -(1 << 40), 1 << 23, -(1 << 23), 8_388_606, -8_388_606] {
            let known = Known::proved(value, Window::OPEN, None);
            assert!(known.low() <= value && value <= known.high(), "{value} {known:?}");
            assert!(known.low != known.high || known.low() == value, "{value} {known:?}");
        }
    }

    #[test]
    fn a_growing_table_keeps_what_it_holds() {
        let mut memo = Memo::<[u64; 2]>::new(1 << 24);
        let begin = memo.bytes();
        for i in 0..20_000 {
            memo.store(&[i, i * i], i as Value, Window::OPEN, None, 1);
        }
        assert!(memo.bytes() > begin);
        let held = (0..20_000).filter(|&i| memo.probe(&[i, i * i]) != Known::NOTHING).count();
        assert!(held > 18_000, "{held}");
        assert!((0..20_000).all(|i| [Value::MIN, i as Value].contains(&memo.probe(&[i, i * i]).low())));
    }

    #[test]
    fn a_table_without_room_holds_nothing() {
        let mut memo = Memo::<[u64; 1]>::new(3);
        memo.store(&[7], 1, WINDOW, None, 1);
        assert_eq!(memo.probe(&[7]), Known::NOTHING);
        assert_eq!(memo.bytes(), 0);
    }
}
