//! Remembers the numbers of positions, each question for itself.
//!
//! Whole keys, never bare hashes, so an answer that is found here was proved for that position. The table begins small and doubles as it
//! fills; at its full size the entry of a group of four that took the least work is given up. What is lost is searched
//! again: the size changes how long a search takes, never its answer.

use crate::dfpn::numbers::{NEVER, Numbers};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use zug_game::Class;

/// Entries that share a place: with keys of one word, a line of the processor's cache.
const GROUP: usize = 4;
/// Groups at the beginning, and at least.
const SMALL: usize = 1 << 8;

/// Whether the first player gets at least so much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// He wins.
    Win,
    /// He wins or draws.
    Draw,
}

impl Goal {
    /// The question about the position with the players exchanged whose answer is the opposite: where one does not win,
    /// the other wins or draws. In a game without draws there is one question only.
    fn exchanged(self, draws: bool) -> Goal {
        match self {
            Goal::Win if draws => Goal::Draw,
            _ => Goal::Win,
        }
    }
}

/// A key and its numbers, in one word:
///
/// ```text
///   proof   | disproof | question, 0 where there is no entry | logarithm of the work, plus one
///   28 bits | 28 bits  | 2 bits                              | 6 bits
/// ```
#[derive(Clone, Debug, Default)]
struct Entry<K> {
    key: K,
    packed: u64,
}

impl<K: Eq> Entry<K> {
    #[inline(always)]
    fn is(&self, key: &K, goal: Goal) -> bool {
        self.packed >> 6 & 3 == goal as u64 + 1 && self.key == *key
    }

    #[inline(always)]
    fn numbers(&self) -> Numbers {
        Numbers { proof: (self.packed >> 36) as u32, disproof: (self.packed >> 8) as u32 & NEVER }
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
pub(super) struct Table<K> {
    groups: Vec<Group<K>>,
    /// Whether positions can be drawn: else both questions are one.
    draws: bool,
    used: usize,
    most: usize,
}

impl<K: Clone + Eq + Hash + Default> Table<K> {
    /// The fewest bytes that a table takes.
    pub(super) const LEAST: u64 = (SMALL * size_of::<Group<K>>()) as u64;

    /// An empty one that takes at most so many bytes, or [`Table::LEAST`].
    pub(super) fn new(bytes: u64, draws: bool) -> Table<K> {
        let groups = usize::try_from(bytes).unwrap_or(usize::MAX) / size_of::<Group<K>>();
        let most = (1 << groups.max(SMALL).ilog2()).max(SMALL);
        Table { groups: vec![Group::default(); SMALL], draws, used: 0, most }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.groups.len() * size_of::<Group<K>>()) as u64
    }

    #[inline(always)]
    fn place(&self, key: &K, goal: Goal) -> usize {
        mixed(key, goal) as usize & (self.groups.len() - 1)
    }

    /// What is known about a position of this class.
    #[inline(always)]
    pub(super) fn probe(&self, class: &Class<K>, goal: Goal) -> Option<Numbers> {
        let asked = if class.exchanged { goal.exchanged(self.draws) } else { goal };
        let group = &self.groups[self.place(&class.key, asked)];
        let entry = group.0.iter().find(|entry| entry.is(&class.key, asked))?;
        let numbers = entry.numbers();
        Some(if class.exchanged { numbers.negated() } else { numbers })
    }

    /// Keeps the numbers of a position of this class. `positions` is what they took.
    #[inline(always)]
    pub(super) fn store(&mut self, class: &Class<K>, goal: Goal, numbers: Numbers, positions: u64) {
        let (goal, numbers) = match class.exchanged {
            true => (goal.exchanged(self.draws), numbers.negated()),
            false => (goal, numbers),
        };
        let work = u64::from(positions.max(1).ilog2() + 1).min(63);
        let packed =
            u64::from(numbers.proof) << 36 | u64::from(numbers.disproof) << 8 | (goal as u64 + 1) << 6;
        let place = self.place(&class.key, goal);
        if let Some(entry) = self.groups[place].0.iter_mut().find(|entry| entry.is(&class.key, goal)) {
            entry.packed = packed | work.max(entry.work());
        } else {
            self.insert(Entry { key: class.key.clone(), packed: packed | work }, goal);
        }
    }

    fn insert(&mut self, entry: Entry<K>, goal: Goal) {
        if self.groups.len() < self.most && self.used * 8 >= self.groups.len() * GROUP * 5 {
            self.double();
        }
        let place = self.place(&entry.key, goal);
        if let Some(slot) = self.groups[place].0.iter_mut().min_by_key(|slot| slot.work()) {
            self.used += usize::from(slot.packed == 0);
            *slot = entry;
        }
    }

    /// Doubles the table in place: an entry stays, or goes to the same place in the new half.
    fn double(&mut self) {
        let half = self.groups.len();
        if self.groups.try_reserve_exact(half).is_err() {
            self.most = half;
            return;
        }
        self.groups.resize(half * 2, Group::default());
        let (old, new) = self.groups.split_at_mut(half);
        for (from, to) in old.iter_mut().zip(new) {
            for (entry, place) in from.0.iter_mut().zip(&mut to.0) {
                let goal = if entry.packed >> 6 & 3 == 1 { Goal::Win } else { Goal::Draw };
                if entry.packed != 0 && mixed(&entry.key, goal) as usize & half != 0 {
                    std::mem::swap(entry, place);
                }
            }
        }
    }
}

/// A hash all of whose bits depend on all bits of the key and on the question.
#[inline(always)]
fn mixed<K: Hash>(key: &K, goal: Goal) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    let hash = hasher.finish() ^ goal as u64;
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^ (hash >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: Numbers = Numbers { proof: 3, disproof: 8 };

    fn class(key: u64, exchanged: bool) -> Class<[u64; 1]> {
        Class { key: [key], exchanged }
    }

    #[test]
    fn each_question_is_remembered_for_itself() {
        let mut table = Table::<[u64; 1]>::new(0, true);
        table.store(&class(7, false), Goal::Win, SOME, 1);
        table.store(&class(7, false), Goal::Draw, Numbers::YES, 1);
        assert_eq!(table.probe(&class(7, false), Goal::Win), Some(SOME));
        assert_eq!(table.probe(&class(7, false), Goal::Draw), Some(Numbers::YES));
        assert_eq!(table.probe(&class(8, false), Goal::Win), None);
    }

    #[test]
    fn where_the_players_are_exchanged_not_to_win_is_to_draw_or_win() {
        let mut table = Table::<[u64; 1]>::new(0, true);
        table.store(&class(7, true), Goal::Win, Numbers::NO, 1);
        assert_eq!(table.probe(&class(7, false), Goal::Draw), Some(Numbers::YES));
        assert_eq!(table.probe(&class(7, false), Goal::Win), None);
        assert_eq!(table.probe(&class(7, true), Goal::Win), Some(Numbers::NO));
    }

    #[test]
    fn without_draws_there_is_one_question() {
        let mut table = Table::<[u64; 1]>::new(0, false);
        table.store(&class(7, true), Goal::Win, Numbers::NO, 1);
        assert_eq!(table.probe(&class(7, false), Goal::Win), Some(Numbers::YES));
    }

    #[test]
    fn a_growing_table_keeps_what_it_holds() {
        let mut table = Table::<[u64; 1]>::new(1 << 24, true);
        let begin = table.bytes();
        for i in 0..20_000_u32 {
            let numbers = Numbers { proof: i + 1, disproof: 1 };
            table.store(&class(i.into(), false), Goal::Draw, numbers, 1);
        }
        assert!(table.bytes() > begin);
        let found =
            (0..20_000_u32).filter_map(|i| Some((i, table.probe(&class(i.into(), false), Goal::Draw)?)));
        let held: Vec<(u32, Numbers)> = found.collect();
        assert!(held.len() > 15_000, "{}", held.len());
        assert!(held.iter().all(|(i, numbers)| numbers.proof == i + 1));
    }

    #[test]
    fn a_full_table_gives_up_what_took_the_least_work() {
        let mut table = Table::<[u64; 1]>::new(0, true);
        table.store(&class(7, false), Goal::Win, SOME, 1 << 20);
        for i in 100..100_000 {
            table.store(&class(i, false), Goal::Win, SOME, 1);
        }
        assert_eq!(table.probe(&class(7, false), Goal::Win), Some(SOME));
        assert_eq!(table.bytes(), Table::<[u64; 1]>::LEAST);
    }
}
