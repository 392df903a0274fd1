//! Tells where in a position each thing lies, and turns values into bits and back.
//!
//! A position is up to eight 64-bit words. Every entry of every field has a [`Slot`]; sets over more than 64
//! elements have one for every 64 elements, sets that may be `none` one more of a single bit. No slot crosses a
//! word. What is not used is 0, so equal positions have equal bits.
//!
//! ```text
//! tic-tac-toe:  word 0 = ....... t ooooooooo xxxxxxxxx      stones[X] bits 0..9, stones[O] bits 9..18, turn bit 18
//! ```

use zug_lang::program::{FieldId, Set, Value};

/// Most words of a position.
pub const MAX_WORDS: usize = 8;

/// Some bits of one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// Which word.
    pub word: u8,
    /// The lowest bit.
    pub shift: u8,
    /// How many bits, 0 to 64.
    pub width: u8,
}

impl Slot {
    /// The bits, not shifted.
    pub fn mask(self) -> u64 {
        super::eval::ones(u64::from(self.width))
    }

    /// The bits at their place.
    pub fn placed(self) -> u64 {
        super::eval::shl(self.mask(), u64::from(self.shift))
    }

    /// What stands there.
    pub fn get(self, words: &[u64]) -> u64 {
        words.get(self.word as usize).map_or(0, |w| super::eval::shr(*w, self.shift.into()) & self.mask())
    }

    /// Writes there.
    pub fn set(self, words: &mut [u64], value: u64) {
        if let Some(word) = words.get_mut(self.word as usize) {
            *word = super::eval::put_at(*word, value, self.shift.into(), self.width);
        }
    }
}

/// How a value is written as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueEncoding {
    /// 0, 1.
    Bool,
    /// From `low` on; `none` is the code after the last.
    Int {
        /// Lower bound.
        low: i64,
        /// Upper bound.
        high: i64,
        /// Whether it may be `none`.
        or_none: bool,
    },
    /// The index; `none` is the code after the last.
    Element {
        /// Size of the domain.
        count: usize,
        /// Whether it may be `none`.
        or_none: bool,
    },
    /// A bit for every member.
    Set {
        /// The number of the first member: 0 for elements.
        low: i64,
        /// How many members there may be.
        width: usize,
        /// Whether it may be `none`: one more bit, all others 0.
        or_none: bool,
    },
}

/// Bits needed to tell `count` codes apart.
pub fn bits_for(count: u128) -> usize {
    (128 - count.saturating_sub(1).leading_zeros()) as usize
}

/// Words that a set of this many possible members takes; an empty one takes one, too.
pub fn words_for(width: usize) -> usize {
    width.div_ceil(64).max(1)
}

impl ValueEncoding {
    /// Widths of the parts a value is written in.
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

    /// The parts of a value; `None` if it does not fit.
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

    /// The value written in these parts.
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

/// The bits of a set, then the bit that says it is not `none`.
fn encode_set(low: i64, width: usize, or_none: bool, set: &Set) -> Option<Vec<u64>> {
    let mut parts = vec![0; words_for(width) + usize::from(or_none)];
    for member in set.iter() {
        let at = usize::try_from(member.checked_sub(low)?).ok().filter(|at| *at < width)?;
        parts[at / 64] |= 1 << (at % 64);
    }
    Some(parts)
}

/// Where a field lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldLayout {
    /// Its name.
    pub name: String,
    /// How an entry is written.
    pub code: ValueEncoding,
    /// `parts[k][i]` is the place of part `k` of entry `i`.
    pub parts: Vec<Vec<Slot>>,
    /// Whether it is left out of the key.
    pub additive: bool,
}

impl FieldLayout {
    /// How many entries.
    pub fn entries(&self) -> usize {
        self.parts.first().map_or(0, Vec::len)
    }

    /// Bits in all.
    pub fn bits(&self) -> usize {
        self.slots().map(|slot| slot.width as usize).sum()
    }

    /// All its slots.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + '_ {
        self.parts.iter().flatten().copied()
    }
}

/// Where everything lies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Words of a position: 1, 2, 4 or 8.
    pub words: usize,
    /// Bits that are used.
    pub bits: usize,
    /// The fields, as in the program.
    pub fields: Vec<FieldLayout>,
    /// Whose turn it is.
    pub turn: Slot,
    /// Which shape is asked for, counted from 1; 0 where nothing is asked for.
    pub request: Slot,
    /// Where the arguments of what is asked for lie; each shape uses the first ones.
    pub arguments: Vec<Slot>,
    /// For each shape, its moves' fixed arguments one after the other: how they are written.
    pub shapes: Vec<Vec<Vec<ValueEncoding>>>,
}

/// What an `again with` asked for: the shape and for each of its moves the arguments.
pub type Asked = (u32, Vec<Vec<Value>>);

impl Layout {
    /// Writes a position. `None` if something does not fit.
    pub fn encode(&self, fields: &[Vec<Value>], turn: u32, asked: Option<&Asked>) -> Option<Vec<u64>> {
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

    fn encode_asked(&self, words: &mut [u64], asked: &Asked) -> Option<()> {
        self.request.set(words, u64::from(asked.0) + 1);
        let codes = self.shapes.get(asked.0 as usize)?.iter().flatten();
        for ((code, value), slot) in codes.zip(asked.1.iter().flatten()).zip(&self.arguments) {
            slot.set(words, *code.encode(value)?.first()?);
        }
        Some(())
    }

    /// The entries of a field.
    pub fn field(&self, words: &[u64], id: FieldId) -> Vec<Value> {
        let Some(layout) = self.fields.get(id.index()) else { return Vec::new() };
        let entry = |i: usize| {
            let parts: Vec<u64> = layout.parts.iter().map(|part| part[i].get(words)).collect();
            layout.code.decode(&parts)
        };
        (0..layout.entries()).map(entry).collect()
    }

    /// All fields.
    pub fn fields(&self, words: &[u64]) -> Vec<Vec<Value>> {
        (0..self.fields.len() as u32).map(|id| self.field(words, FieldId(id))).collect()
    }

    /// 0 or 1.
    pub fn turn(&self, words: &[u64]) -> u32 {
        self.turn.get(words) as u32
    }

    /// What is asked for.
    pub fn asked(&self, words: &[u64]) -> Option<Asked> {
        let request = self.request.get(words).checked_sub(1)?;
        let mut slots = self.arguments.iter();
        let mut argument =
            |code: &ValueEncoding| slots.next().map_or(Value::None, |s| code.decode(&[s.get(words)]));
        let shapes = self.shapes.get(request as usize)?;
        Some((request as u32, shapes.iter().map(|codes| codes.iter().map(&mut argument).collect()).collect()))
    }
}
