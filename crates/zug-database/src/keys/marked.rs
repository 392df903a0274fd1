//! Codes of a tier as marks on their numbers: a bit for each number of a numbering.
//!
//! The rank of a code is how many marks are before its own, which is counted from a table with a
//! sum for every 128 bits.

use crate::damage::Damage;
use crate::numbering::{CodeNumbering, Unranker};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use zug_solve::PositionCode;

/// Words of a block with a count.
const BLOCK: usize = 2;
/// Blocks that are counted from one sum of 64 bits.
const BLOCKS: usize = 1 << 15;
/// Bytes before the words of marks: the fingerprint and the number of numbers.
const HEAD: usize = 16;

/// A bit for each number of a numbering; threads set them side by side.
#[derive(Debug)]
pub(crate) struct NumberMarks {
    words: Vec<AtomicU64>,
}

impl NumberMarks {
    /// None of so many.
    pub(crate) fn none(numbers: u64) -> NumberMarks {
        NumberMarks { words: (0..numbers.div_ceil(64)).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Bytes that so many numbers take.
    pub(crate) fn bytes_of(numbers: u64) -> u64 {
        numbers.div_ceil(64) * 8
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }

    /// How many words there are.
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// A word.
    #[inline]
    pub(crate) fn word(&self, at: usize) -> u64 {
        self.words[at].load(Ordering::Relaxed)
    }

    /// Sets bits of a word.
    #[inline]
    pub(crate) fn mark_word(&self, at: usize, bits: u64) {
        self.words[at].fetch_or(bits, Ordering::Relaxed);
    }

    /// Marks a number. Most are marked already, and a look is quicker than a change.
    #[inline]
    pub(crate) fn mark(&self, number: u64) {
        let (at, bit) = ((number >> 6) as usize, 1 << (number & 63));
        if self.word(at) & bit == 0 {
            self.mark_word(at, bit);
        }
    }

    /// How many marks there are.
    pub(crate) fn count(&self) -> u64 {
        (0..self.len()).map(|at| u64::from(self.word(at).count_ones())).sum()
    }

    /// The marks that are not among others.
    pub(crate) fn without(&self, others: &NumberMarks) -> NumberMarks {
        let word = |at| AtomicU64::new(self.word(at) & !others.word(at));
        NumberMarks { words: (0..self.len()).map(word).collect() }
    }
}

/// Codes as marks, with ranks.
#[derive(Debug)]
pub(crate) struct MarkedKeys {
    numbering: Arc<CodeNumbering>,
    marks: NumberMarks,
    /// For each [`BLOCK`] how many marks are before it in its [`BLOCKS`].
    blocks: Vec<u32>,
    /// For each of those how many are before.
    sums: Vec<u64>,
    len: u64,
}

impl MarkedKeys {
    /// Of the marks of a numbering.
    pub(crate) fn new(numbering: Arc<CodeNumbering>, marks: NumberMarks) -> MarkedKeys {
        let (mut blocks, mut sums, mut len) =
            (Vec::with_capacity(marks.len().div_ceil(BLOCK)), Vec::new(), 0);
        for at in (0..marks.len()).step_by(BLOCK) {
            if (at / BLOCK).is_multiple_of(BLOCKS) {
                sums.push(len);
            }
            blocks.push((len - sums[at / BLOCK / BLOCKS]) as u32);
            len += (at..(at + BLOCK).min(marks.len()))
                .map(|at| u64::from(marks.word(at).count_ones()))
                .sum::<u64>();
        }
        MarkedKeys { numbering, marks, blocks, sums, len }
    }

    /// How many codes there are.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.numbering.bytes()
            + self.marks.bytes()
            + self.blocks.len() as u64 * 4
            + self.sums.len() as u64 * 8
    }

    /// The numbering and its marks.
    pub(super) fn parts(&self) -> (&CodeNumbering, &NumberMarks) {
        (&self.numbering, &self.marks)
    }

    /// The rank of a code; none if it is not marked.
    #[inline]
    pub(crate) fn rank<C: PositionCode>(&self, code: C) -> Option<u64> {
        self.rank_of(self.numbering.number(code)?)
    }

    /// Appends the rank of each code.
    pub(crate) fn ranks<C: PositionCode>(&self, codes: &[C], ranks: &mut Vec<Option<u64>>) {
        let first = ranks.len();
        self.numbering.numbers(codes, ranks);
        ranks[first..].iter_mut().for_each(|rank| *rank = rank.and_then(|number| self.rank_of(number)));
    }

    #[inline]
    fn rank_of(&self, number: u64) -> Option<u64> {
        let (at, bit) = ((number >> 6) as usize, number & 63);
        let word = self.marks.word(at);
        if word >> bit & 1 == 0 {
            return None;
        }
        let own = u64::from((word & ((1 << bit) - 1)).count_ones());
        let word_before = if at % BLOCK == 0 { 0 } else { u64::from(self.marks.word(at - 1).count_ones()) };
        Some(self.before_block(at / BLOCK) + word_before + own)
    }

    #[inline]
    fn before_block(&self, block: usize) -> u64 {
        self.sums[block / BLOCKS] + u64::from(self.blocks[block])
    }

    /// The codes from a rank on, in increasing order.
    pub(crate) fn from(&self, rank: u64) -> MarkedCodes<'_> {
        let unranker = self.numbering.unranker();
        if rank >= self.len {
            return MarkedCodes { marks: &self.marks, at: self.marks.len(), bits: 0, unranker };
        }
        let group = self.sums.partition_point(|&sum| sum <= rank) - 1;
        let own = &self.blocks[group * BLOCKS..((group + 1) * BLOCKS).min(self.blocks.len())];
        let block =
            group * BLOCKS + own.partition_point(|&before| self.sums[group] + u64::from(before) <= rank) - 1;
        let (mut at, mut left) = (block * BLOCK, rank - self.before_block(block));
        while left >= u64::from(self.marks.word(at).count_ones()) {
            left -= u64::from(self.marks.word(at).count_ones());
            at += 1;
        }
        let mut bits = self.marks.word(at);
        (0..left).for_each(|_| bits &= bits - 1);
        MarkedCodes { marks: &self.marks, at, bits, unranker }
    }

    /// As bytes: what tells the numbering, and the marks.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        write_marks(&self.numbering, &self.marks, out);
    }

    /// Reads what [`write_marks`] wrote.
    pub(crate) fn read(numbering: &Arc<CodeNumbering>, bytes: &[u8]) -> Result<MarkedKeys, Damage> {
        let (head, words) = bytes.split_at_checked(HEAD).ok_or(Damage::Short)?;
        if head[..8] != numbering.fingerprint() || head[8..] != numbering.len().to_le_bytes() {
            return Err(Damage::Version);
        }
        let (words, rest) = words.as_chunks::<8>();
        let words: Vec<AtomicU64> =
            words.iter().map(|word| AtomicU64::new(u64::from_le_bytes(*word))).collect();
        let last = words.last().map_or(0, |word| word.load(Ordering::Relaxed));
        let beyond = last >> (numbering.len().wrapping_sub(1) & 63) >> 1;
        if words.len() as u64 != numbering.len().div_ceil(64) || !rest.is_empty() || beyond != 0 {
            return Err(Damage::Content("it has marks for another number of codes"));
        }
        Ok(MarkedKeys::new(Arc::clone(numbering), NumberMarks { words }))
    }
}

/// As bytes: what tells the numbering, and the marks.
pub(crate) fn write_marks(numbering: &CodeNumbering, marks: &NumberMarks, out: &mut Vec<u8>) {
    out.extend(numbering.fingerprint());
    out.extend(numbering.len().to_le_bytes());
    (0..marks.len()).for_each(|at| out.extend(marks.word(at).to_le_bytes()));
}

impl Clone for MarkedKeys {
    fn clone(&self) -> MarkedKeys {
        let words = (0..self.marks.len()).map(|at| AtomicU64::new(self.marks.word(at))).collect();
        MarkedKeys::new(Arc::clone(&self.numbering), NumberMarks { words })
    }
}

impl PartialEq for MarkedKeys {
    fn eq(&self, other: &MarkedKeys) -> bool {
        let words =
            |keys: &MarkedKeys| -> Vec<u64> { (0..keys.marks.len()).map(|at| keys.marks.word(at)).collect() };
        self.numbering == other.numbering && words(self) == words(other)
    }
}

impl Eq for MarkedKeys {}

/// Codes that are marked, in increasing order.
#[derive(Clone, Debug)]
pub(crate) struct MarkedCodes<'a> {
    marks: &'a NumberMarks,
    at: usize,
    /// Marks of the word that are still to come.
    bits: u64,
    unranker: Unranker<'a>,
}

impl<'a> MarkedCodes<'a> {
    /// All codes with marks.
    pub(crate) fn all(numbering: &'a CodeNumbering, marks: &'a NumberMarks) -> MarkedCodes<'a> {
        let bits = if marks.len() > 0 { marks.word(0) } else { 0 };
        MarkedCodes { marks, at: 0, bits, unranker: numbering.unranker() }
    }

    /// Goes over so many codes.
    pub(crate) fn skip_codes(&mut self, many: u64) {
        let mut left = many;
        while left >= u64::from(self.bits.count_ones()) && self.at + 1 < self.marks.len() {
            left -= u64::from(self.bits.count_ones());
            self.at += 1;
            self.bits = self.marks.word(self.at);
        }
        (0..left).for_each(|_| self.bits &= self.bits.wrapping_sub(1));
    }

    /// The number of the next code.
    #[inline]
    fn next_number(&mut self) -> Option<u64> {
        while self.bits == 0 {
            self.at += 1;
            if self.at >= self.marks.len() {
                return None;
            }
            self.bits = self.marks.word(self.at);
        }
        let number = (self.at as u64) << 6 | u64::from(self.bits.trailing_zeros());
        self.bits &= self.bits - 1;
        Some(number)
    }
}

impl Iterator for MarkedCodes<'_> {
    type Item = u128;

    #[inline]
    fn next(&mut self) -> Option<u128> {
        self.next_number().map(|number| self.unranker.code(number))
    }
}
