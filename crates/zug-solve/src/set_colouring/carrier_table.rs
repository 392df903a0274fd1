//! What was found of positions: who wins, and the elements that the winner needs free for it.

use super::condition::Elements;
use zug_game::ProcessMemory;

/// Entries that one position may stand in.
const WAYS: usize = 4;
/// Entries of a new table.
const FIRST: usize = 1 << 8;
/// Bytes from which on a table asks whether the process has room for it.
const MEASURED: u64 = 1 << 16;

/// Who wins, and a carrier: the winner wins also where he only has what he has here, and of the
/// rest only these elements are free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CarrierVerdict {
    pub mover_wins: bool,
    pub carrier: Elements,
}

/// A position: what the mover has, and what the other player has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Key {
    pub own: Elements,
    pub other: Elements,
    pub mover: usize,
}

#[derive(Clone, Copy, Default)]
struct CarrierEntry {
    own: Elements,
    other: Elements,
    carrier: Elements,
    /// Positions that were searched for it; 0 where the entry is empty.
    work: u32,
    mover: u8,
    mover_wins: bool,
}

/// A table that doubles as long as there is memory; then the result that took the least work goes.
pub(super) struct CarrierTable {
    entries: Vec<CarrierEntry>,
    used: usize,
    most: usize,
    process: Option<ProcessMemory>,
}

impl CarrierTable {
    /// One of at most so many bytes, and of no more than the process has room for when it grows.
    pub fn new(bytes: u64, process: Option<ProcessMemory>) -> CarrierTable {
        // While it grows the old entries are there too.
        let room = usize::try_from(bytes).unwrap_or(usize::MAX) / size_of::<CarrierEntry>() * 2 / 3;
        let most = (room.max(FIRST) + 1).next_power_of_two() / 2;
        CarrierTable {
            entries: vec![CarrierEntry::default(); FIRST],
            used: 0,
            most: most.max(FIRST),
            process,
        }
    }

    /// The bytes of the table.
    pub fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<CarrierEntry>()) as u64
    }

    /// What was found of a position.
    pub fn get(&self, key: &Key) -> Option<CarrierVerdict> {
        let entry = self.bucket(key).find(|entry| entry.holds(key))?;
        Some(CarrierVerdict { mover_wins: entry.mover_wins, carrier: entry.carrier })
    }

    /// Keeps what was found of a position by so much work.
    pub fn insert(&mut self, key: &Key, verdict: CarrierVerdict, work: u64) {
        if self.used * 4 > self.entries.len() * 3 && self.entries.len() < self.most {
            self.grow();
        }
        let work = u32::try_from(work).unwrap_or(u32::MAX).max(1);
        let CarrierVerdict { mover_wins, carrier } = verdict;
        self.put(CarrierEntry {
            own: key.own,
            other: key.other,
            carrier,
            work,
            mover: key.mover as u8,
            mover_wins,
        });
    }

    fn bucket(&self, key: &Key) -> impl Iterator<Item = &CarrierEntry> {
        let start = self.place(key);
        self.entries.iter().skip(start).take(WAYS)
    }

    fn place(&self, key: &Key) -> usize {
        let folded = |set: Elements| (set as u64) ^ ((set >> 64) as u64).rotate_left(29);
        let mixed = folded(key.own).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ folded(key.other).wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        (mixed as usize & (self.entries.len() - 1)) / WAYS * WAYS
    }

    /// Puts an entry where its position stands, or where the least work is lost.
    fn put(&mut self, entry: CarrierEntry) {
        let key = entry.key();
        let start = self.place(&key);
        let bucket = &mut self.entries[start..start + WAYS];
        let at = bucket.iter().position(|old| old.holds(&key));
        let least = || (0..WAYS).min_by_key(|way| bucket[*way].work).unwrap_or(0);
        let at = at.unwrap_or_else(least);
        self.used += usize::from(bucket[at].work == 0);
        bucket[at] = entry;
    }

    fn grow(&mut self) {
        let more = 2 * self.bytes();
        if self.process.is_some_and(|process| more >= MEASURED && !process.has_room(more)) {
            self.most = self.entries.len();
            return;
        }
        let larger = vec![CarrierEntry::default(); self.entries.len() * 2];
        let old = std::mem::replace(&mut self.entries, larger);
        self.used = 0;
        for entry in old.into_iter().filter(|entry| entry.work > 0) {
            self.put(entry);
        }
    }
}

impl CarrierEntry {
    fn holds(&self, key: &Key) -> bool {
        self.work > 0
            && self.own == key.own
            && self.other == key.other
            && usize::from(self.mover) == key.mover
    }

    fn key(&self) -> Key {
        Key { own: self.own, other: self.other, mover: usize::from(self.mover) }
    }
}
