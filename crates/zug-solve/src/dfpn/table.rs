//! The table of df-pn: proof numbers of positions, separately for each question.
//!
//! An entry is found by the whole key, never by a hash alone, so a stored answer was proved for
//! that position. The table starts small and doubles as it fills. At its full size a new entry
//! replaces the entry of its bucket that took the least work. A lost entry is computed again, so
//! the size changes the time of a search, never its answer.

use crate::dfpn::proof_numbers::{NEVER, ProofNumbers};
use crate::mixed_hash::mixed_hash;
use prefetch_index::prefetch_index;
use std::hash::Hash;
use zug_game::CanonicalForm;
use zug_game::breakage::{Shortcut, is_broken};

/// Entries of a bucket. With keys of one word (8 bytes beside the 8 of the packed part) a bucket is
/// one cache line.
const BUCKET: usize = 4;
/// Buckets of a new table, and the fewest it has.
const SMALL: usize = 1 << 8;

/// The question: whether the first player reaches at least this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProofGoal {
    /// He wins.
    Win,
    /// He wins or draws.
    Draw,
}

impl ProofGoal {
    /// The opposite question about the position with the players swapped: "the first player wins"
    /// is the negation of "the second player wins or draws". Without draws both questions are one.
    fn colour_swapped(self, draws: bool) -> ProofGoal {
        match self {
            ProofGoal::Win if draws => ProofGoal::Draw,
            _ => ProofGoal::Win,
        }
    }
}

/// A key, and the proof numbers of one question in one word:
///
/// ```text
///   proof   | disproof | 1 + question, 0: no entry | 1 + log2 of the work
///   28 bits | 28 bits  | 2 bits                    | 6 bits
/// ```
#[derive(Clone, Debug, Default)]
struct ProofEntry<K> {
    key: K,
    packed: u64,
}

impl<K: Eq> ProofEntry<K> {
    #[inline(always)]
    fn is(&self, key: &K, goal: ProofGoal) -> bool {
        self.packed >> 6 & 3 == goal as u64 + 1 && self.key == *key
    }

    #[inline(always)]
    fn numbers(&self) -> ProofNumbers {
        ProofNumbers { proof: (self.packed >> 36) as u32, disproof: (self.packed >> 8) as u32 & NEVER }
    }

    #[inline(always)]
    fn work(&self) -> u64 {
        self.packed & 63
    }
}

#[derive(Clone, Debug, Default)]
#[repr(align(64))]
struct ProofBucket<K>([ProofEntry<K>; BUCKET]);

/// The table.
#[derive(Debug)]
pub(super) struct ProofTable<K> {
    buckets: Vec<ProofBucket<K>>,
    /// Whether positions can be drawn; if not, both questions are one.
    draws: bool,
    /// Entries in use.
    used: usize,
    /// The greatest number of buckets, a power of two.
    most: usize,
}

/// Whether the numbers of a position are those of one with the players exchanged.
#[inline(always)]
fn is_swapped<K>(canonical: &CanonicalForm<K>) -> bool {
    canonical.colour_swapped && !is_broken(Shortcut::ProofExchange)
}

impl<K: Clone + Eq + Hash + Default> ProofTable<K> {
    /// The bytes of the smallest table.
    pub(super) const LEAST: u64 = (SMALL * size_of::<ProofBucket<K>>()) as u64;

    /// An empty table of at most this many bytes, but at least [`ProofTable::LEAST`].
    pub(super) fn new(bytes: u64, draws: bool) -> ProofTable<K> {
        let buckets = usize::try_from(bytes).unwrap_or(usize::MAX) / size_of::<ProofBucket<K>>();
        let most = (1 << buckets.max(SMALL).ilog2()).max(SMALL);
        ProofTable { buckets: vec![ProofBucket::default(); SMALL], draws, used: 0, most }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.buckets.len() * size_of::<ProofBucket<K>>()) as u64
    }

    #[inline(always)]
    fn place(&self, key: &K, goal: ProofGoal) -> usize {
        mixed_hash(key, goal as u64) as usize & (self.buckets.len() - 1)
    }

    /// Where the entry of a position with this canonical form is, and under which question.
    #[inline(always)]
    fn asked(&self, canonical: &CanonicalForm<K>, goal: ProofGoal) -> (usize, ProofGoal) {
        let goal = if is_swapped(canonical) { goal.colour_swapped(self.draws) } else { goal };
        (self.place(&canonical.key, goal), goal)
    }

    /// Prefetches the bucket of a position into the cache.
    #[inline(always)]
    pub(super) fn prefetch(&self, canonical: &CanonicalForm<K>, goal: ProofGoal) {
        prefetch_index(&self.buckets, self.asked(canonical, goal).0);
    }

    /// The stored numbers of a position with this canonical form.
    #[inline(always)]
    pub(super) fn probe(&self, canonical: &CanonicalForm<K>, goal: ProofGoal) -> Option<ProofNumbers> {
        let (place, asked) = self.asked(canonical, goal);
        let entry = self.buckets[place].0.iter().find(|entry| entry.is(&canonical.key, asked))?;
        let numbers = entry.numbers();
        Some(if is_swapped(canonical) { numbers.negated() } else { numbers })
    }

    /// Stores the numbers of a position with this canonical form; `positions` is the work they
    /// took.
    #[inline(always)]
    pub(super) fn store(
        &mut self,
        canonical: &CanonicalForm<K>,
        goal: ProofGoal,
        numbers: ProofNumbers,
        positions: u64,
    ) {
        let (goal, numbers) = match is_swapped(canonical) {
            true => (goal.colour_swapped(self.draws), numbers.negated()),
            false => (goal, numbers),
        };
        let work = u64::from(positions.max(1).ilog2() + 1).min(63);
        let packed =
            u64::from(numbers.proof) << 36 | u64::from(numbers.disproof) << 8 | (goal as u64 + 1) << 6;
        let place = self.place(&canonical.key, goal);
        if let Some(entry) = self.buckets[place].0.iter_mut().find(|entry| entry.is(&canonical.key, goal)) {
            entry.packed = packed | work.max(entry.work());
        } else {
            self.insert(ProofEntry { key: canonical.key.clone(), packed: packed | work }, goal);
        }
    }

    fn insert(&mut self, entry: ProofEntry<K>, goal: ProofGoal) {
        if self.buckets.len() < self.most && self.used * 8 >= self.buckets.len() * BUCKET * 5 {
            self.double();
        }
        let place = self.place(&entry.key, goal);
        if let Some(slot) = self.buckets[place].0.iter_mut().min_by_key(|slot| slot.work()) {
            self.used += usize::from(slot.packed == 0);
            *slot = entry;
        }
    }

    /// Doubles the table in place: one more bit of the hash chooses the bucket, so an entry stays
    /// or moves to the same slot of the same bucket in the new half.
    fn double(&mut self) {
        let half = self.buckets.len();
        if self.buckets.try_reserve_exact(half).is_err() {
            self.most = half;
            return;
        }
        self.buckets.resize(half * 2, ProofBucket::default());
        let (old, new) = self.buckets.split_at_mut(half);
        for (from, to) in old.iter_mut().zip(new) {
            for (entry, place) in from.0.iter_mut().zip(&mut to.0) {
                let goal = if entry.packed >> 6 & 3 == 1 { ProofGoal::Win } else { ProofGoal::Draw };
                if entry.packed != 0 && mixed_hash(&entry.key, goal as u64) as usize & half != 0 {
                    std::mem::swap(entry, place);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: ProofNumbers = ProofNumbers { proof: 3, disproof: 8 };

    fn canonical(key: u64, colour_swapped: bool) -> CanonicalForm<[u64; 1]> {
        CanonicalForm { key: [key], colour_swapped }
    }

    #[test]
    fn each_question_is_remembered_for_itself() {
        let mut table = ProofTable::<[u64; 1]>::new(0, true);
        table.store(&canonical(7, false), ProofGoal::Win, SOME, 1);
        table.store(&canonical(7, false), ProofGoal::Draw, ProofNumbers::YES, 1);
        assert_eq!(table.probe(&canonical(7, false), ProofGoal::Win), Some(SOME));
        assert_eq!(table.probe(&canonical(7, false), ProofGoal::Draw), Some(ProofNumbers::YES));
        assert_eq!(table.probe(&canonical(8, false), ProofGoal::Win), None);
    }

    #[test]
    fn where_the_players_are_exchanged_not_to_win_is_to_draw_or_win() {
        let mut table = ProofTable::<[u64; 1]>::new(0, true);
        table.store(&canonical(7, true), ProofGoal::Win, ProofNumbers::NO, 1);
        assert_eq!(table.probe(&canonical(7, false), ProofGoal::Draw), Some(ProofNumbers::YES));
        assert_eq!(table.probe(&canonical(7, false), ProofGoal::Win), None);
        assert_eq!(table.probe(&canonical(7, true), ProofGoal::Win), Some(ProofNumbers::NO));
    }

    #[test]
    fn without_draws_there_is_one_question() {
        let mut table = ProofTable::<[u64; 1]>::new(0, false);
        table.store(&canonical(7, true), ProofGoal::Win, ProofNumbers::NO, 1);
        assert_eq!(table.probe(&canonical(7, false), ProofGoal::Win), Some(ProofNumbers::YES));
    }

    #[test]
    fn a_growing_table_keeps_what_it_holds() {
        let mut table = ProofTable::<[u64; 1]>::new(1 << 24, true);
        let begin = table.bytes();
        for i in 0..20_000_u32 {
            let numbers = ProofNumbers { proof: i + 1, disproof: 1 };
            table.store(&canonical(i.into(), false), ProofGoal::Draw, numbers, 1);
        }
        assert!(table.bytes() > begin);
        let found = (0..20_000_u32)
            .filter_map(|i| Some((i, table.probe(&canonical(i.into(), false), ProofGoal::Draw)?)));
        let held: Vec<(u32, ProofNumbers)> = found.collect();
        assert!(held.len() > 15_000, "{}", held.len());
        assert!(held.iter().all(|(i, numbers)| numbers.proof == i + 1));
    }

    #[test]
    fn a_full_table_gives_up_what_took_the_least_work() {
        let mut table = ProofTable::<[u64; 1]>::new(0, true);
        table.store(&canonical(7, false), ProofGoal::Win, SOME, 1 << 20);
        for i in 100..100_000 {
            table.store(&canonical(i, false), ProofGoal::Win, SOME, 1);
        }
        assert_eq!(table.probe(&canonical(7, false), ProofGoal::Win), Some(SOME));
        assert_eq!(table.bytes(), ProofTable::<[u64; 1]>::LEAST);
    }
}
