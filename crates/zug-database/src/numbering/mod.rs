//! Ranks by arithmetic: a number for every code that some facts about a tier allow, in the order of
//! the codes, without a list of them.
//!
//! The facts are sums over the bits of a code that are the same for the whole tier (sets of known
//! sizes, counters of a fixed sum, the number of the tier), bounds of such sums, and what two cells
//! exclude of each other (disjoint sets; a disc needs one below it). A small automaton follows the
//! digits of a code and keeps nothing but what these facts need of the digits before: partial sums,
//! and what later cells may hold. It has one row of edges for each state, with the number of
//! allowed codes before each digit; so it counts as mixed radix and combinadics count.
//!
//! The facts are read off a sample of play ([`sample`], [`facts`]) and not proved. Nothing rests on
//! them: a code that they do not allow has no number, and whoever asks keeps it in a list. Every
//! code that play reaches is asked for, so a wrong fact costs time and no truth, and one that is
//! missing costs numbers that no position has.
//!
//! Method: ranks of combinations (Knuth, "The Art of Computer Programming" 4A, 7.2.1.3), made by
//! counting over the states of the constraints, as in [`super::keys`].

pub(crate) mod affine;
pub(crate) mod construction;
pub(crate) mod facts;
pub(crate) mod known;
pub(crate) mod sample;
pub(crate) mod shape;
#[cfg(test)]
mod tests;

use zug_solve::PositionCode;

/// Bits of a digit.
pub(crate) const DIGIT: u32 = 4;
/// Values of a digit.
pub(crate) const DIGITS: usize = 1 << DIGIT;
/// Codes that are numbered side by side.
const LANES: usize = 8;

/// Low bits of an edge: the row that it leads to. Above them: the allowed codes before it.
const NEXT_BITS: u32 = 24;
const NEXT: u64 = (1 << NEXT_BITS) - 1;
/// No tier has so many numbers: they would not fit above the row.
pub(crate) const MOST: u64 = 1 << (u64::BITS - NEXT_BITS);
/// The row of what is not allowed.
pub(crate) const DEAD: u32 = 0;
/// The row behind the last digit of a code that is allowed.
pub(crate) const ACCEPT: u32 = 1;

/// The edges of a state. An edge to [`DEAD`] counts the codes before it too.
pub(crate) type DigitRow = [u64; DIGITS];

/// Puts an edge together.
pub(crate) fn edge(before: u64, to: u32) -> u64 {
    before << NEXT_BITS | u64::from(to)
}

fn before(edge: u64) -> u64 {
    edge >> NEXT_BITS
}

/// The numbers of the codes of a tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CodeNumbering {
    /// Bits of a code.
    bits: u32,
    digits: u32,
    rows: Vec<DigitRow>,
    root: u32,
    /// How many codes are allowed.
    len: u64,
}

impl CodeNumbering {
    /// Of rows that were made, for codes of so many bits.
    pub(crate) fn new(bits: u32, rows: Vec<DigitRow>, root: u32, len: u64) -> CodeNumbering {
        CodeNumbering { bits, digits: bits.div_ceil(DIGIT).max(1), rows, root, len }
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Bits of a code.
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        (self.rows.len() * size_of::<DigitRow>()) as u64
    }

    /// A number that another numbering has by chance alone.
    pub(crate) fn fingerprint(&self) -> [u8; 8] {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.root.to_le_bytes());
        for edge in self.rows.iter().flatten() {
            hasher.update(&edge.to_le_bytes());
        }
        let mut first = [0; 8];
        first.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
        first
    }

    /// The number of a code; none if it is not allowed.
    #[inline]
    pub(crate) fn number<C: PositionCode>(&self, code: C) -> Option<u64> {
        let code = code.number();
        if self.digits * DIGIT < u128::BITS && code >> (self.digits * DIGIT) != 0 {
            return None;
        }
        let (mut row, mut number) = (self.root, 0);
        for place in (0..self.digits).rev() {
            let edge = self.edge(row, (code >> (place * DIGIT)) as u64);
            number += before(edge);
            row = (edge & NEXT) as u32;
        }
        (row == ACCEPT).then_some(number)
    }

    /// Appends the number of each code. The way of a code is a chain of looks into memory, and the
    /// ways of several codes need not wait for each other.
    pub(crate) fn numbers<C: PositionCode>(&self, codes: &[C], numbers: &mut Vec<Option<u64>>) {
        if self.digits * DIGIT > u64::BITS {
            numbers.extend(codes.iter().map(|&code| self.number(code)));
            return;
        }
        let ones = u64::MAX >> (u64::BITS - self.digits * DIGIT);
        let (groups, rest) = codes.as_chunks::<LANES>();
        for group in groups {
            let codes = group.map(PositionCode::number);
            let fits = codes.map(|code| code <= u128::from(ones));
            let together = self.walk_together(codes.map(|code| code as u64));
            numbers.extend(together.into_iter().zip(fits).map(|(number, fits)| number.filter(|_| fits)));
        }
        numbers.extend(rest.iter().map(|&code| self.number(code)));
    }

    fn walk_together(&self, codes: [u64; LANES]) -> [Option<u64>; LANES] {
        let (mut rows, mut numbers) = ([self.root; LANES], [0; LANES]);
        for place in (0..self.digits).rev() {
            for lane in 0..LANES {
                let edge = self.edge(rows[lane], codes[lane] >> (place * DIGIT));
                numbers[lane] += before(edge);
                rows[lane] = (edge & NEXT) as u32;
            }
        }
        std::array::from_fn(|lane| (rows[lane] == ACCEPT).then_some(numbers[lane]))
    }

    /// The row before the first digit.
    pub(crate) fn root(&self) -> u32 {
        self.root
    }

    /// How many codes are before those with a digit behind a row, and the row that it leads to.
    pub(crate) fn edge_of(&self, row: u32, digit: usize) -> (u64, u32) {
        let edge = self.rows[row as usize][digit];
        (before(edge), (edge & NEXT) as u32)
    }

    #[inline(always)]
    fn edge(&self, row: u32, digit: u64) -> u64 {
        self.rows[row as usize][digit as usize & (DIGITS - 1)]
    }

    /// What finds codes by their numbers, in increasing order.
    pub(crate) fn unranker(&self) -> Unranker<'_> {
        let mut path = Vec::with_capacity(self.digits as usize);
        path.push(NumberingStep { row: self.root, first: 0, end: self.len, prefix: 0 });
        Unranker { numbering: self, path }
    }
}

/// A state on the way to a code: its allowed codes have the numbers from `first` to `end`.
#[derive(Clone, Copy, Debug)]
struct NumberingStep {
    row: u32,
    first: u64,
    end: u64,
    prefix: u128,
}

/// Finds codes by numbers that increase; what two ways have in common is gone once.
#[derive(Clone, Debug)]
pub(crate) struct Unranker<'a> {
    numbering: &'a CodeNumbering,
    path: Vec<NumberingStep>,
}

impl Unranker<'_> {
    /// The code with a number, which is not lower than the one before.
    ///
    /// # Panics
    /// There is no such number.
    #[inline]
    pub(crate) fn code(&mut self, number: u64) -> u128 {
        while self.path[self.path.len() - 1].end <= number {
            self.path.pop();
        }
        loop {
            let depth = self.path.len() as u32;
            let step = self.path[self.path.len() - 1];
            let row = &self.numbering.rows[step.row as usize];
            let left = number - step.first;
            let digit = row.partition_point(|&edge| before(edge) <= left) - 1;
            let prefix = step.prefix << DIGIT | digit as u128;
            if depth == self.numbering.digits {
                return prefix;
            }
            let end = row.get(digit + 1).map_or(step.end, |&edge| step.first + before(edge));
            let first = step.first + before(row[digit]);
            self.path.push(NumberingStep { row: (row[digit] & NEXT) as u32, first, end, prefix });
        }
    }
}
