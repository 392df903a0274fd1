//! The automaton of codes that are marked, as [`KeySet::of`] makes it of their list.
//!
//! The codes below a state of the numbering are a piece of the marks. Where that is a word at most,
//! the same bits below the same state are the same state of the automaton, so a piece that was met
//! before is one look into a table, however many codes it has. States are finished in the order in
//! which codes that come one by one finish them; so they have the same numbers.

use super::construction::AutomatonBuilder;
use super::marked::NumberMarks;
use super::{BYTES, KeySet, PAUSE, SMALL};
use crate::numbering::{ACCEPT, CodeNumbering, DEAD, DIGITS};
use rustc_hash::FxHashMap;
use zug_solve::PositionCode;

/// Pieces that are kept.
const PIECES: usize = 1 << 18;

struct Pieces<'a> {
    numbering: &'a CodeNumbering,
    marks: &'a NumberMarks,
    builder: AutomatonBuilder,
    /// By the state of the numbering and its marks.
    known: FxHashMap<(u32, u64), u32>,
    /// Codes so far.
    len: u64,
}

/// The automaton is too large, and a list is made.
struct TooLarge;

/// The automaton; none where a list is kept.
pub(super) fn automaton<C: PositionCode>(
    numbering: &CodeNumbering,
    marks: &NumberMarks,
) -> Option<KeySet<C>> {
    let builder = AutomatonBuilder::new(numbering.bits());
    let mut pieces = Pieces { numbering, marks, builder, known: FxHashMap::default(), len: 0 };
    let root = pieces.state(numbering.root(), 0, numbering.len()).ok()?;
    let automaton = pieces.builder.end_at(root.unwrap_or(0), pieces.len);
    (automaton.bytes() <= SMALL + BYTES * automaton.len()).then_some(KeySet::Automaton(automaton))
}

impl Pieces<'_> {
    /// The state of the marks between two numbers, below a row; none where there are none.
    fn state(&mut self, row: u32, first: u64, end: u64) -> Result<Option<u32>, TooLarge> {
        let small = (end - first <= 64).then(|| self.bits(first, end));
        if small.map_or_else(|| self.is_empty(first, end), |bits| bits == 0) {
            return Ok(None);
        }
        if row == ACCEPT {
            self.count(1)?;
            return Ok(Some(0));
        }
        if let Some(bits) = small
            && let Some(&state) = self.known.get(&(row, bits))
        {
            self.count(bits.count_ones().into())?;
            return Ok(Some(state));
        }
        let state = self.below(row, first, end)?;
        if let Some(bits) = small {
            if self.known.len() >= PIECES {
                self.known.clear();
            }
            self.known.insert((row, bits), state);
        }
        Ok(Some(state))
    }

    /// The state of marks that are not empty, from those behind each digit.
    fn below(&mut self, row: u32, first: u64, end: u64) -> Result<u32, TooLarge> {
        let (mut targets, mut mask) = (Vec::with_capacity(DIGITS + 1), 0);
        for digit in 0..DIGITS {
            let (before, to) = self.numbering.edge_of(row, digit);
            if to == DEAD {
                continue;
            }
            let behind =
                if digit + 1 < DIGITS { first + self.numbering.edge_of(row, digit + 1).0 } else { end };
            if let Some(target) = self.state(to, first + before, behind)? {
                targets.push(target);
                mask |= 1 << digit;
            }
        }
        Ok(self.builder.state(&mut targets, mask))
    }

    /// Counts codes, and looks at the size as often as when they come one by one.
    fn count(&mut self, codes: u64) -> Result<(), TooLarge> {
        let look = self.len / PAUSE * PAUSE + PAUSE;
        self.len += codes;
        let is_large = self.len >= look && self.builder.bytes() > SMALL + 2 * BYTES * look;
        if is_large { Err(TooLarge) } else { Ok(()) }
    }

    /// The marks between two numbers, 64 at most.
    fn bits(&self, first: u64, end: u64) -> u64 {
        let (at, shift) = ((first >> 6) as usize, first & 63);
        let low = self.marks.word(at) >> shift;
        let high = if shift + (end - first) > 64 { self.marks.word(at + 1) << (64 - shift) } else { 0 };
        (low | high) & u64::MAX.checked_shr((64 - (end - first)) as u32).unwrap_or(0)
    }

    fn is_empty(&self, first: u64, end: u64) -> bool {
        (first..end).step_by(64).all(|at| self.bits(at, (at + 64).min(end)) == 0)
    }
}
