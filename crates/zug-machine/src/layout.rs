//! The layout of positions in bits, and the encoding of values.
//!
//! A position is up to eight 64-bit words. Every entry of every field has a [`BitField`]; a set
//! over more than 64 elements has one for every 64 elements, and a set that may be `none` one more
//! of a single bit. No bit field crosses a word. Unused bits are 0 and every value has one
//! encoding, so equal positions have equal bits.
//!
//! ```text
//! tic-tac-toe: word 0 = ....... t ooooooooo xxxxxxxxx
//!              stones[X] bits 0..9, stones[O] bits 9..18, turn bit 18
//! ```

use zug_lang::program::{FieldId, Set, Value};

/// The most words of a position.
pub const MAX_WORDS: usize = 8;

/// The words that positions may have. The module of the page has two sizes alone: each is a copy of
/// all solvers.
#[cfg(not(target_family = "wasm"))]
pub const WIDTHS: &[usize] = &[1, 2, 4, MAX_WORDS];
/// The words that positions may have.
#[cfg(target_family = "wasm")]
pub const WIDTHS: &[usize] = &[2, MAX_WORDS];

/// Some consecutive bits of a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BitField {
    /// The index of the word.
    pub word: u8,
    /// The lowest bit.
    pub shift: u8,
    /// The number of bits, 0 to 64.
    pub width: u8,
}

impl BitField {
    /// The mask of `width` bits, not shifted.
    #[inline]
    pub fn mask(self) -> u64 {
        super::eval::ones(u64::from(self.width))
    }

    /// The mask of the bit field's bits in the word.
    #[inline]
    pub fn placed(self) -> u64 {
        super::eval::shl(self.mask(), u64::from(self.shift))
    }

    /// The number in the bit field; 0 if there is no such word.
    #[inline]
    pub fn get(self, words: &[u64]) -> u64 {
        words.get(self.word as usize).map_or(0, |w| super::eval::shr(*w, self.shift.into()) & self.mask())
    }

    /// Writes the lowest `width` bits of a number to the bit field.
    #[inline]
    pub fn set(self, words: &mut [u64], value: u64) {
        if let Some(word) = words.get_mut(self.word as usize) {
            *word = super::eval::put_at(*word, value, self.shift.into(), self.width);
        }
    }
}

/// The encoding of a type's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueEncoding {
    /// 0 for false, 1 for true.
    Bool,
    /// The number less `low`; `none` is the next code after that of `high`.
    Int {
        /// The lower bound.
        low: i64,
        /// The upper bound.
        high: i64,
        /// Whether `none` is a value.
        or_none: bool,
    },
    /// The index of the element; `none` is the next code after the last.
    Element {
        /// The size of the domain.
        count: usize,
        /// Whether `none` is a value.
        or_none: bool,
    },
    /// A bit for every possible member.
    Set {
        /// The integer of bit 0; 0 for elements.
        low: i64,
        /// The number of possible members.
        width: usize,
        /// Whether `none` is a value: one more bit, with all others 0.
        or_none: bool,
    },
}

/// The bits that tell `count` codes apart.
pub fn bits_for(count: u128) -> usize {
    (128 - count.saturating_sub(1).leading_zeros()) as usize
}

/// The words of a set with this many possible members, at least one.
pub fn words_for(width: usize) -> usize {
    width.div_ceil(64).max(1)
}

impl ValueEncoding {
    /// The widths of a value's parts.
    pub fn widths(self) -> Vec<usize> {
        match self {
            ValueEncoding::Bool => vec![1],
            ValueEncoding::Int { low, high, or_none } => {
                let count = (i128::from(high) - i128::from(low) + 1).max(1) as u128;
                vec![bits_for(count + u128::from(or_none))]
            }
            ValueEncoding::Element { count, or_none } => vec![bits_for(count as u128 + u128::from(or_none))],
            ValueEncoding::Set { width, or_none, .. } => {
                let words = (0..width.max(1)).step_by(64).map(|from| (width - from).min(64));
                words.chain(or_none.then_some(1)).collect()
            }
        }
    }

    /// The parts of a value; none if the value has no encoding.
    pub fn encode(self, value: &Value) -> Option<Vec<u64>> {
        match (self, value) {
            (ValueEncoding::Bool, Value::Bool(b)) => Some(vec![u64::from(*b)]),
            (ValueEncoding::Int { low, high, .. }, Value::Int(n)) => {
                (low..=high).contains(n).then(|| vec![n.wrapping_sub(low) as u64])
            }
            (ValueEncoding::Int { low, high, or_none: true }, Value::None) => {
                Some(vec![high.wrapping_sub(low).wrapping_add(1) as u64])
            }
            (ValueEncoding::Element { count, .. }, Value::Element(e)) => {
                ((*e as usize) < count).then(|| vec![u64::from(*e)])
            }
            (ValueEncoding::Element { count, or_none: true }, Value::None) => Some(vec![count as u64]),
            (ValueEncoding::Set { low, width, or_none }, Value::Set(set)) => {
                encode_set(low, width, or_none, set)
            }
            (ValueEncoding::Set { width, or_none: true, .. }, Value::None) => {
                Some((0..words_for(width)).map(|_| 0).chain([1]).collect())
            }
            _ => None,
        }
    }

    /// The value of these parts.
    pub fn decode(self, parts: &[u64]) -> Value {
        let first = parts.first().copied().unwrap_or(0);
        match self {
            ValueEncoding::Bool => Value::Bool(first != 0),
            ValueEncoding::Int { low, high, .. } => {
                let number = low.wrapping_add(first as i64);
                if number > high || number < low { Value::None } else { Value::Int(number) }
            }
            ValueEncoding::Element { count, .. } if first >= count as u64 => Value::None,
            ValueEncoding::Element { .. } => Value::Element(first as u32),
            ValueEncoding::Set { width, or_none: true, .. } if parts.get(words_for(width)) == Some(&1) => {
                Value::None
            }
            ValueEncoding::Set { low, width, .. } => {
                let bit = |i: &usize| parts.get(i / 64).is_some_and(|w| w >> (i % 64) & 1 == 1);
                Value::Set((0..width).filter(bit).map(|i| low.wrapping_add(i as i64)).collect())
            }
        }
    }
}

/// The words of a set, then a 0 ("not `none`") if the encoding has that bit; none if a member is
/// not possible.
fn encode_set(low: i64, width: usize, or_none: bool, set: &Set) -> Option<Vec<u64>> {
    let mut parts = vec![0; words_for(width) + usize::from(or_none)];
    for member in set.iter() {
        let at = usize::try_from(member.checked_sub(low)?).ok().filter(|at| *at < width)?;
        parts[at / 64] |= 1 << (at % 64);
    }
    Some(parts)
}

/// The layout of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldLayout {
    /// The name of the field.
    pub name: String,
    /// The encoding of an entry.
    pub code: ValueEncoding,
    /// `parts[k][i]` is the bit field of part `k` of entry `i`.
    pub parts: Vec<Vec<BitField>>,
    /// The entries that are left out of the key; empty if there are none.
    pub additive: Vec<usize>,
}

impl FieldLayout {
    /// The number of entries.
    pub fn entries(&self) -> usize {
        self.parts.first().map_or(0, Vec::len)
    }

    /// The bits of all entries.
    pub fn bits(&self) -> usize {
        self.bit_fields().map(|slot| slot.width as usize).sum()
    }

    /// The bit fields of the entries that are in the key.
    pub fn key_bit_fields(&self) -> impl Iterator<Item = BitField> + '_ {
        let in_key = |(entry, _): &(usize, &BitField)| !self.additive.contains(entry);
        self.parts.iter().flat_map(move |part| part.iter().enumerate().filter(in_key)).map(|(_, slot)| *slot)
    }

    /// All its bit fields.
    pub fn bit_fields(&self) -> impl Iterator<Item = BitField> + '_ {
        self.parts.iter().flatten().copied()
    }
}

/// The layout of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionLayout {
    /// The words of a position, one of [`WIDTHS`].
    pub words: usize,
    /// The bits in use.
    pub bits: usize,
    /// The fields, as in the program.
    pub fields: Vec<FieldLayout>,
    /// The bit field of the player to move.
    pub turn: BitField,
    /// The bit field of the followup request: its number plus 1, or 0 for none.
    pub request: BitField,
    /// The bit fields of the request's arguments; each request uses the first ones.
    pub arguments: Vec<BitField>,
    /// For each request and each of its moves, the encodings of the fixed arguments.
    pub shapes: Vec<Vec<Vec<ValueEncoding>>>,
}

/// A followup request with its arguments, for each of its moves.
pub type AskedMoves = (u32, Vec<Vec<Value>>);

impl PositionLayout {
    /// Encodes a position; none if a value has no encoding.
    pub fn encode(&self, fields: &[Vec<Value>], turn: u32, asked: Option<&AskedMoves>) -> Option<Vec<u64>> {
        let mut words = vec![0; self.words];
        for (layout, entries) in self.fields.iter().zip(fields) {
            for (i, value) in entries.iter().enumerate() {
                for (part, bits) in layout.parts.iter().zip(layout.code.encode(value)?) {
                    part.get(i)?.set(&mut words, bits);
                }
            }
        }
        self.turn.set(&mut words, u64::from(turn));
        if let Some(asked) = asked {
            self.encode_asked(&mut words, asked)?;
        }
        Some(words)
    }

    fn encode_asked(&self, words: &mut [u64], asked: &AskedMoves) -> Option<()> {
        self.request.set(words, u64::from(asked.0) + 1);
        let codes = self.shapes.get(asked.0 as usize)?.iter().flatten();
        for ((code, value), slot) in codes.zip(asked.1.iter().flatten()).zip(&self.arguments) {
            slot.set(words, *code.encode(value)?.first()?);
        }
        Some(())
    }

    /// The values of a field's entries.
    pub fn field(&self, words: &[u64], id: FieldId) -> Vec<Value> {
        let Some(layout) = self.fields.get(id.index()) else { return Vec::new() };
        let entry = |i: usize| {
            let parts: Vec<u64> = layout.parts.iter().map(|part| part[i].get(words)).collect();
            layout.code.decode(&parts)
        };
        (0..layout.entries()).map(entry).collect()
    }

    /// The values of all fields.
    pub fn fields(&self, words: &[u64]) -> Vec<Vec<Value>> {
        (0..self.fields.len() as u32).map(|id| self.field(words, FieldId(id))).collect()
    }

    /// The player to move, 0 or 1.
    pub fn turn(&self, words: &[u64]) -> u32 {
        self.turn.get(words) as u32
    }

    /// The followup request, if there is one.
    pub fn asked(&self, words: &[u64]) -> Option<AskedMoves> {
        let request = self.request.get(words).checked_sub(1)?;
        let mut slots = self.arguments.iter();
        let mut argument =
            |code: &ValueEncoding| slots.next().map_or(Value::None, |s| code.decode(&[s.get(words)]));
        let shapes = self.shapes.get(request as usize)?;
        Some((request as u32, shapes.iter().map(|codes| codes.iter().map(&mut argument).collect()).collect()))
    }
}
