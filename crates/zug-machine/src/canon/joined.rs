//! Makes the images of a position under several permutations at once.

use super::{Chunk, Map};

/// Most words of all images of a position that are made at once.
pub(super) const MOST_AT_ONCE: usize = 64;

/// Tables of more words lie outside of the caches: then one map after the other is as quick.
const MOST_ROWS: usize = 1 << 18;

/// What all maps make of a position: one look-up gives what becomes of some bits in all images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Joined {
    /// How many maps there are, times the words of a position.
    pub words: usize,
    /// Bits that stay, image after image.
    kept: Vec<u64>,
    /// Rows of all images, one behind the other.
    chunks: Vec<Chunk>,
}

impl Joined {
    pub fn new(maps: &[&Map], words: usize) -> Option<Joined> {
        let all = maps.len() * words;
        if maps.is_empty() || all > MOST_AT_ONCE || maps.iter().any(|map| map.requests.is_some()) {
            return None;
        }
        let sources: std::collections::BTreeSet<_> = maps
            .iter()
            .flat_map(|map| &map.chunks)
            .map(|chunk| (chunk.from.word, chunk.from.shift))
            .collect();
        if sources.len() * 256 * all > MOST_ROWS {
            return None;
        }
        let mut joined = Joined { words: all, kept: Vec::with_capacity(all), chunks: Vec::new() };
        for (at, map) in maps.iter().enumerate() {
            joined.kept.extend(&map.kept);
            for chunk in &map.chunks {
                joined.add(at * words, chunk, words);
            }
        }
        Some(joined)
    }

    /// About how many look-ups all images take: a row of words is as quick as two.
    pub fn cost(&self) -> usize {
        self.chunks.len() * (1 + self.words / 8)
    }

    /// Adds a row of a map, whose images begin at this word.
    fn add(&mut self, at: usize, chunk: &Chunk, words: usize) {
        let found = self.chunks.iter().position(|each| each.from == chunk.from).unwrap_or(self.chunks.len());
        if found == self.chunks.len() {
            self.chunks.push(Chunk { from: chunk.from, rows: Vec::new() });
        }
        let rows = &mut self.chunks[found].rows;
        let count = chunk.rows.len() / words;
        rows.resize(rows.len().max(count * self.words), 0);
        for (row, added) in rows.chunks_exact_mut(self.words).zip(chunk.rows.chunks_exact(words)) {
            row[at..at + words].copy_from_slice(added);
        }
    }

    #[inline(always)]
    pub fn apply<const N: usize>(&self, words: &[u64; N], images: &mut [u64]) {
        let count = self.words.min(images.len());
        let images = &mut images[..count];
        for (image, kept) in images.chunks_exact_mut(N).zip(self.kept.chunks_exact(N)) {
            for at in 0..N {
                image[at] = words[at] & kept[at];
            }
        }
        for chunk in &self.chunks {
            let number = words[usize::from(chunk.from.word) % N] >> chunk.from.shift & chunk.from.mask();
            let row = number as usize * images.len();
            if let Some(row) = chunk.rows.get(row..row + images.len()) {
                for (image, bits) in images.iter_mut().zip(row) {
                    *image |= bits;
                }
            }
        }
    }
}
