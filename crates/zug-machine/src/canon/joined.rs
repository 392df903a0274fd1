//! Makes the images of a position under several permutations at once.

use super::{Chunk, PermutationMap};
use crate::layout::BitField;

/// Most words of all images of a position that are made at once.
pub(super) const MOST_AT_ONCE: usize = 64;

/// Tables of more words lie outside of the caches: then one map after the other is as quick.
const MOST_ROWS: usize = 1 << 18;

/// What all maps make of a position: one look-up gives what becomes of some bits in all images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JoinedMaps {
    /// How many maps there are, times the words of a position.
    pub words: usize,
    /// The words of a row: of all images, and then zeros, so that a row is one of few sizes, each
    /// with code of its own that holds the images in registers.
    pub room: usize,
    /// Bits that stay, image after image.
    kept: Vec<u64>,
    rows: Vec<ImageRows>,
}

/// What becomes of some bits: a row for every number that they can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ImageRows {
    from: BitField,
    /// Of the bits, shifted down.
    mask: u64,
    rows: Vec<u64>,
}

impl JoinedMaps {
    pub fn new(maps: &[&PermutationMap], words: usize) -> Option<JoinedMaps> {
        let all = maps.len() * words;
        if maps.is_empty() || all > MOST_AT_ONCE || maps.iter().any(|map| map.requests.is_some()) {
            return None;
        }
        let room = all.next_power_of_two();
        let sources: std::collections::BTreeSet<_> = maps
            .iter()
            .flat_map(|map| &map.chunks)
            .map(|chunk| (chunk.from.word, chunk.from.shift))
            .collect();
        if sources.len() * 256 * room > MOST_ROWS {
            return None;
        }
        let mut joined = JoinedMaps { words: all, room, kept: vec![0; room], rows: Vec::new() };
        for (at, map) in maps.iter().enumerate() {
            joined.kept[at * words..(at + 1) * words].copy_from_slice(&map.kept);
            for chunk in &map.chunks {
                joined.add(at * words, chunk, words);
            }
        }
        Some(joined)
    }

    /// About how many look-ups all images take: a row of words is as quick as two.
    pub fn cost(&self) -> usize {
        self.rows.len() * (1 + self.words / 8)
    }

    /// Adds a row of a map, whose images begin at this word.
    fn add(&mut self, at: usize, chunk: &Chunk, words: usize) {
        let found = self.rows.iter().position(|each| each.from == chunk.from).unwrap_or(self.rows.len());
        if found == self.rows.len() {
            self.rows.push(ImageRows { from: chunk.from, mask: chunk.from.mask(), rows: Vec::new() });
        }
        let rows = &mut self.rows[found].rows;
        let count = chunk.rows.len() / words;
        rows.resize(rows.len().max(count * self.room), 0);
        for (row, added) in rows.chunks_exact_mut(self.room).zip(chunk.rows.chunks_exact(words)) {
            row[at..at + words].copy_from_slice(added);
        }
    }

    /// All images, one behind the other, and zeros; `W` is [`JoinedMaps::room`].
    #[inline(always)]
    pub fn apply<const N: usize, const W: usize>(&self, key: &[u64; N]) -> [u64; W] {
        let mut images = [0; W];
        if let Some(kept) = self.kept.first_chunk::<W>() {
            for at in 0..W {
                images[at] = key[at % N] & kept[at];
            }
        }
        for rows in &self.rows {
            let number =
                (key[usize::from(rows.from.word) % N] >> (rows.from.shift % 64) & rows.mask) as usize;
            let row = rows.rows.get(number * W..).and_then(<[u64]>::first_chunk::<W>);
            if let Some(row) = row {
                for at in 0..W {
                    images[at] |= row[at];
                }
            }
        }
        images
    }
}
