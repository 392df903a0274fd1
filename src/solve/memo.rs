//! Remembers what a search proved about positions: an interval that holds the value, and the move to try first.
//!
//! A table of whole keys, never of bare hashes: what it tells of a position was proved for that position. There is no way
//! to put in a bound as a value: [`Memo::store`] is told the window too, and what is kept is an interval.
//! It begins small and doubles as it fills; at its full size the entry of a group of four that took the least
//! work is given up. What is lost is found again, so its size changes how long a search takes, never its answer.

use crate::game::Value;
use crate::solve::tracer::Window;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Entries that share a place.
const GROUP: usize = 4;
/// Entries at the beginning.
const SMALL: usize = 1 << 10;
/// No best move is known.
const NO_MOVE: u16 = u16::MAX;

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
        // The two ends of the numbers mean "unknown", so a value beyond them is kept as a bound.
        let (least, most) = (Value::from(i32::MIN + 1), Value::from(i32::MAX - 1));
        let below = if value < least { i32::MIN } else { value.min(most) as i32 };
        let above = if value > most { i32::MAX } else { value.max(least) as i32 };
        Known {
            low: if value > window.alpha { below } else { i32::MIN },
            high: if value < window.beta { above } else { i32::MAX },
            best: best.and_then(|best| u16::try_from(best).ok()).unwrap_or(NO_MOVE),
        }
    }

    /// Both hold.
    #[inline(always)]
    fn and(self, newer: Known) -> Known {
        let best = if newer.best == NO_MOVE { self.best } else { newer.best };
        Known { low: self.low.max(newer.low), high: self.high.min(newer.high), best }
    }
}

#[derive(Clone, Debug)]
struct Entry<K> {
    key: K,
    known: Known,
    /// Logarithm of the positions it took, plus one; 0 where there is no entry.
    work: u8,
}

/// The table.
#[derive(Debug)]
pub(super) struct Memo<K> {
    entries: Vec<Entry<K>>,
    used: usize,
    most: usize,
}

impl<K: Clone + Eq + Hash + Default> Memo<K> {
    /// An empty one that takes at most so many bytes.
    pub(super) fn new(bytes: u64) -> Memo<K> {
        let fitting = usize::try_from(bytes).unwrap_or(usize::MAX) / size_of::<Entry<K>>();
        let most = if fitting == 0 { 0 } else { 1 << fitting.ilog2() };
        let mut memo = Memo { entries: Vec::new(), used: 0, most };
        memo.enlarge(most.min(SMALL));
        memo
    }

    fn enlarge(&mut self, length: usize) {
        self.entries.reserve_exact(length - self.entries.len());
        self.entries.resize(length, Entry { key: K::default(), known: Known::NOTHING, work: 0 });
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<Entry<K>>()) as u64
    }

    /// The entries where a key may stand.
    #[inline(always)]
    fn group(&self, key: &K) -> std::ops::Range<usize> {
        let length = self.entries.len();
        let first = mixed(key) as usize & length.saturating_sub(1) & !(GROUP - 1);
        first..(first + GROUP).min(length)
    }

    /// What is known of this position.
    #[inline(always)]
    pub(super) fn probe(&self, key: &K) -> Known {
        let group = &self.entries[self.group(key)];
        let found = group.iter().find(|entry| entry.work > 0 && entry.key == *key);
        found.map_or(Known::NOTHING, |entry| entry.known)
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
        let work = positions.max(1).ilog2() as u8 + 1;
        let group = self.group(key);
        if let Some(entry) = self.entries[group].iter_mut().find(|e| e.work > 0 && e.key == *key) {
            entry.known = entry.known.and(known);
            entry.work = entry.work.max(work);
            debug_assert!(entry.known.low <= entry.known.high, "two results of one position agree");
        } else if !self.entries.is_empty() {
            self.insert(Entry { key: key.clone(), known, work });
        }
    }

    fn insert(&mut self, entry: Entry<K>) {
        if self.entries.len() < self.most && self.is_crowded(&entry.key) {
            self.double();
        }
        let group = self.group(&entry.key);
        if let Some(slot) = self.entries[group].iter_mut().min_by_key(|slot| slot.work) {
            self.used += usize::from(slot.work == 0);
            *slot = entry;
        }
    }

    /// Half full, or a quarter where this key has no free place.
    fn is_crowded(&self, key: &K) -> bool {
        let full = || self.entries[self.group(key)].iter().all(|entry| entry.work > 0);
        let length = self.entries.len();
        self.used * 2 >= length || (self.used * 4 >= length && full())
    }

    /// Doubles the table in place: an entry stays, or goes to the same place in the new half.
    fn double(&mut self) {
        let half = self.entries.len();
        self.enlarge(half * 2);
        for place in 0..half {
            let entry = &self.entries[place];
            if entry.work > 0 && mixed(&entry.key) as usize & half != 0 {
                self.entries.swap(place, place + half);
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
    fn bounds_of_one_position_meet() {
        let mut memo = Memo::<[u64; 1]>::new(1 << 12);
        memo.store(&[7], 3, WINDOW, Some(4), 1);
        memo.store(&[7], 5, Window { alpha: 5, beta: 9 }, None, 1);
        let known = memo.probe(&[7]);
        assert_eq!((known.low(), known.high(), known.best()), (3, 5, Some(4)));
    }

    #[test]
    fn values_too_large_for_an_entry_stay_sound() {
        for value in [1 << 40, -(1 << 40), i64::from(i32::MAX), i64::from(i32::MIN)] {
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
