//! The codes of a tier: each has a rank, and each rank has a code.

mod automaton;
mod construction;
mod from_marks;
pub(crate) mod marked;

use crate::damage::Damage;
use crate::error::{DatabaseError, Result};
use crate::numbering::CodeNumbering;
use automaton::{Automaton, AutomatonWords};
use construction::AutomatonBuilder;
use marked::{MarkedCodes, MarkedKeys};
use std::sync::Arc;
use zug_solve::{CompressedKeys, PositionCode};

/// Codes kept as an automaton where it is small, otherwise as a compressed list; while a database
/// is built as marks on numbers too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KeySet<C> {
    Automaton(Automaton),
    List(CompressedKeys<C>),
    Marked(Arc<MarkedKeys>),
}

/// The name of keys that are marks, which no finished tier has.
pub(crate) const MARKED: &str = "marked";
/// An automaton may take so many bytes for each code before a list is made instead.
const BYTES: u64 = 4;
/// And so many before that is looked at.
const SMALL: u64 = 1 << 16;
/// Codes between two looks at the size.
const PAUSE: u64 = 1 << 14;

impl<C: PositionCode> KeySet<C> {
    /// Of different codes in increasing order, of so many bits.
    pub(crate) fn of(bits: u32, codes: impl Iterator<Item = Result<C>>) -> Result<KeySet<C>> {
        let mut codes = codes;
        let mut builder = AutomatonBuilder::new(bits);
        for code in codes.by_ref() {
            builder.push(code?);
            if builder.len().is_multiple_of(PAUSE) && builder.bytes() > SMALL + 2 * BYTES * builder.len() {
                break;
            }
        }
        let automaton = builder.end();
        let rest = codes.next();
        if rest.is_none() && automaton.bytes() <= SMALL + BYTES * automaton.len() {
            return Ok(KeySet::Automaton(automaton));
        }
        let mut failed = None;
        let rest =
            rest.into_iter().chain(codes).map_while(|code| code.map_err(|error| failed = Some(error)).ok());
        let list = CompressedKeys::collect(automaton.from(0).chain(rest));
        if let Some(error) = failed {
            return Err(error);
        }
        list.map(KeySet::List).ok_or(DatabaseError::Overflow("the number of keys of a tier"))
    }

    pub(crate) fn len(&self) -> u64 {
        match self {
            KeySet::Automaton(automaton) => automaton.len(),
            KeySet::List(list) => list.len() as u64,
            KeySet::Marked(keys) => keys.len(),
        }
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            KeySet::Automaton(automaton) => automaton.bytes(),
            KeySet::List(list) => list.bytes(),
            KeySet::Marked(keys) => keys.bytes(),
        }
    }

    /// The rank of a code; none if it is not in the set.
    #[inline(always)]
    pub(crate) fn rank(&self, code: C) -> Option<u64> {
        match self {
            KeySet::Automaton(automaton) => automaton.rank(code),
            KeySet::List(list) => list.find(code).map(|at| at as u64),
            KeySet::Marked(keys) => keys.rank(code),
        }
    }

    /// Appends the rank of each code, as [`KeySet::rank`] finds it.
    pub(crate) fn ranks(&self, codes: &[C], ranks: &mut Vec<Option<u64>>) {
        match self {
            KeySet::Automaton(automaton) => automaton.ranks(codes, ranks),
            KeySet::List(list) => {
                ranks.extend(codes.iter().map(|&code| list.find(code).map(|at| at as u64)));
            }
            KeySet::Marked(keys) => keys.ranks(codes, ranks),
        }
    }

    /// The code with a rank.
    pub(crate) fn code(&self, rank: u64) -> Option<C> {
        match self {
            KeySet::Automaton(automaton) => automaton.code(rank),
            KeySet::List(list) => (rank < list.len() as u64).then(|| list.get(rank as usize)),
            KeySet::Marked(keys) => keys.from(rank).next().map(C::cut),
        }
    }

    /// What finds codes by their ranks, which do not decrease.
    pub(crate) fn finder(&self) -> Finder<'_, C> {
        let marked = match self {
            KeySet::Marked(keys) => Some((keys.from(0), 0)),
            _ => None,
        };
        Finder { keys: self, marked }
    }

    /// The codes from a rank on, in increasing order.
    pub(crate) fn from(&self, rank: u64) -> SortedCodes<'_, C> {
        match self {
            KeySet::Automaton(automaton) => SortedCodes::Words(automaton.from(rank)),
            KeySet::List(list) => SortedCodes::List(list, rank as usize),
            KeySet::Marked(keys) => SortedCodes::Marked(keys.from(rank)),
        }
    }

    /// The name of the way of keeping codes, for the header of a file.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            KeySet::Automaton(_) => "automaton",
            KeySet::List(_) => "list",
            KeySet::Marked(_) => MARKED,
        }
    }

    /// The set as a finished tier keeps it; none where it is so already.
    pub(crate) fn as_stored(&self) -> Result<Option<KeySet<C>>> {
        match self {
            KeySet::Marked(keys) => {
                let (numbering, marks) = keys.parts();
                match from_marks::automaton(numbering, marks) {
                    Some(automaton) => Ok(Some(automaton)),
                    None => KeySet::of(numbering.bits(), self.from(0).map(Ok)).map(Some),
                }
            }
            _ => Ok(None),
        }
    }

    /// As bytes: an automaton by its states and edges, a list by the distances of its codes, marks
    /// by their bits.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        match self {
            KeySet::Automaton(automaton) => automaton.write(&mut bytes),
            KeySet::Marked(keys) => keys.write(&mut bytes),
            KeySet::List(_) => {
                let mut last = 0;
                for code in self.from(0) {
                    write_number(&mut bytes, code.number() - last);
                    last = code.number();
                }
            }
        }
        bytes
    }

    /// What [`KeySet::to_bytes`] gave for so many codes. Marks need the numbering that they were
    /// made with; where there is none they are of another version.
    pub(crate) fn from_bytes(
        kind: &str,
        len: u64,
        bytes: &[u8],
        numbering: Option<Arc<CodeNumbering>>,
    ) -> std::result::Result<KeySet<C>, Damage> {
        let keys = match kind {
            MARKED => {
                let numbering = numbering.ok_or(Damage::Version)?;
                KeySet::Marked(Arc::new(MarkedKeys::read(&numbering, bytes)?))
            }
            "automaton" => KeySet::Automaton(Automaton::read(bytes)?),
            "list" => KeySet::List(read_list(bytes)?),
            _ => return Err(Damage::Version),
        };
        if keys.len() != len {
            return Err(Damage::Content("a tier has another number of keys than its header says"));
        }
        Ok(keys)
    }
}

/// Reads the distances of the codes of a list, without a copy of the codes.
fn read_list<C: PositionCode>(mut bytes: &[u8]) -> std::result::Result<CompressedKeys<C>, Damage> {
    let (mut last, mut failed) = (None, None);
    let mut next = || {
        if bytes.is_empty() {
            return Ok(None);
        }
        let distance = read_number(&mut bytes).ok_or(Damage::Short)?;
        let increases = distance > 0 || last.is_none();
        let number = last.unwrap_or(0_u128).checked_add(distance).filter(|_| increases);
        last = Some(number.ok_or(Damage::Content("keys are not in increasing order"))?);
        Ok(number)
    };
    let codes = std::iter::from_fn(|| next().unwrap_or_else(|damage| failed.replace(damage).and(None)));
    let list = CompressedKeys::collect(codes.map(C::cut));
    match failed {
        Some(damage) => Err(damage),
        None => list.ok_or(Damage::Content("a tier has too many keys")),
    }
}

/// Finds codes by their ranks.
#[derive(Clone, Debug)]
pub(crate) struct Finder<'a, C> {
    keys: &'a KeySet<C>,
    /// Of marks: the codes from a rank on.
    marked: Option<(MarkedCodes<'a>, u64)>,
}

/// Marks are gone over one word after the other as far as this; farther ones are looked up.
const NEAR: u64 = 1 << 10;

impl<C: PositionCode> Finder<'_, C> {
    /// The code with a rank, which is not lower than the one before.
    #[inline]
    pub(crate) fn code(&mut self, rank: u64) -> Option<C> {
        let (Some((codes, next)), KeySet::Marked(keys)) = (&mut self.marked, self.keys) else {
            return self.keys.code(rank);
        };
        match rank.checked_sub(*next) {
            Some(many) if many <= NEAR => codes.skip_codes(many),
            _ => *codes = keys.from(rank),
        }
        *next = rank + 1;
        codes.next().map(C::cut)
    }
}

/// Codes of a set in increasing order.
#[derive(Clone, Debug)]
pub(crate) enum SortedCodes<'a, C> {
    Words(AutomatonWords<'a, C>),
    List(&'a CompressedKeys<C>, usize),
    Marked(MarkedCodes<'a>),
}

impl<C: PositionCode> Iterator for SortedCodes<'_, C> {
    type Item = C;

    #[inline]
    fn next(&mut self) -> Option<C> {
        match self {
            SortedCodes::Words(words) => words.next(),
            SortedCodes::List(list, at) => {
                let code = (*at < list.len()).then(|| list.get(*at));
                *at += 1;
                code
            }
            SortedCodes::Marked(codes) => codes.next().map(C::cut),
        }
    }
}

/// Writes a number in groups of seven bits, the lowest first (LEB128).
pub(crate) fn write_number(out: &mut Vec<u8>, mut number: u128) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads what [`write_number`] wrote; none where the bytes end before the number or it has more
/// than 128 bits.
pub(crate) fn read_number(bytes: &mut &[u8]) -> Option<u128> {
    let mut number = 0_u128;
    for shift in (0..128).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let group = u128::from(byte & 0x7f);
        if shift > 121 && group >> (128 - shift) != 0 {
            return None;
        }
        number |= group << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug_game::SplitMix64;

    fn of(bits: u32, codes: &[u64]) -> KeySet<u64> {
        KeySet::of(bits, codes.iter().map(|&code| Ok(code))).unwrap()
    }

    #[test]
    fn scattered_codes_become_a_list_and_regular_ones_an_automaton() {
        let mut random = SplitMix64(3);
        let mut scattered: Vec<u64> = (0..100_000).map(|_| random.word() >> 8).collect();
        scattered.sort_unstable();
        scattered.dedup();
        let regular: Vec<u64> = (0..100_000).map(|n| n * 3).collect();
        for (codes, kind) in [(scattered, "list"), (regular, "automaton")] {
            let keys = of(56, &codes);
            assert_eq!((keys.kind(), keys.len()), (kind, codes.len() as u64));
            for (rank, &code) in codes.iter().enumerate().step_by(97) {
                assert_eq!((keys.rank(code), keys.from(rank as u64).next()), (Some(rank as u64), Some(code)));
            }
            let bytes = keys.to_bytes();
            assert_eq!(KeySet::from_bytes(kind, keys.len(), &bytes, None).unwrap(), keys);
            assert!(KeySet::<u64>::from_bytes(kind, keys.len() + 1, &bytes, None).is_err());
        }
    }

    #[test]
    fn numbers_of_all_lengths_come_back() {
        let mut bytes = Vec::new();
        let numbers: Vec<u128> = (0..128).map(|bit| (1 << bit) | 5).chain([0, u128::MAX]).collect();
        numbers.iter().for_each(|&number| write_number(&mut bytes, number));
        let mut rest = bytes.as_slice();
        let back: Vec<u128> = std::iter::from_fn(|| read_number(&mut rest)).collect();
        assert_eq!(back, numbers);
        let mut long: &[u8] = &[0xff; 30];
        assert_eq!(read_number(&mut long), None);
    }
}
