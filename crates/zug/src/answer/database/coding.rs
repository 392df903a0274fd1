//! Codes of positions for a database: the bits of a key in an order that keeps the automaton of a
//! tier small.
//!
//! As with decision diagrams, bits that depend on each other should stand near each other: two
//! fields over one board say of each cell who is there. So all entries with many bits are
//! interleaved, by the place of a bit within its field; what has few bits, the turn among it, comes
//! first. Bits are moved a byte at a time by tables.

use std::marker::PhantomData;
use zug_database::{CodeBit, CodeShape};
use zug_machine::Machine;
use zug_machine::layout::{BitField, FieldLayout, MAX_WORDS, ValueEncoding};
use zug_solve::{PositionCode, PositionIndexing};

use crate::answer::{Engine, TierFunction};

/// A field of fewer bits comes before all others.
const NARROW: usize = 8;
/// Fewer codes of a tier are kept in lists.
const FEW: u64 = 1 << 14;
/// Values of a byte.
const BYTES: usize = 256;

/// A bit of a position: where it stands, and its name.
#[derive(Clone, Debug)]
struct NamedBit {
    word: usize,
    bit: u32,
    name: String,
    /// What it counts towards: the name of a bit field, or of an entry that is a set.
    entry: String,
    /// How much it counts there.
    weight: u64,
    /// Whether that is a number and no set.
    is_number: bool,
    /// What it is sorted by: narrow fields first; then the place within the field, in parts of a
    /// million.
    place: (bool, u64),
}

/// Where the bits of a position go.
#[derive(Clone, Debug)]
pub(crate) struct Coding {
    bits: u32,
    layout: String,
    shape: CodeShape,
    /// What stands in the bits that codes leave out.
    rest: [u64; MAX_WORDS],
    /// For each byte of a position with bits of the code: its word, its shift, and the code of each
    /// value.
    pack: Vec<(usize, u32, Box<[u128; BYTES]>)>,
    /// The same where codes have 64 bits at most: half as much memory is looked at.
    pack_small: Vec<(usize, u32, Box<[u64; BYTES]>)>,
    /// Words of a position.
    width: usize,
    /// For each byte of a code, for each of its values, the bits of each word of a position.
    unpack: Vec<Vec<u64>>,
}

impl Coding {
    /// Of the keys of a machine; none if they have more bits than a code.
    pub(crate) fn of(machine: &Machine) -> Option<Coding> {
        let mut bits = named_bits(machine);
        bits.sort_by_key(|bit| bit.place);
        let count = u32::try_from(bits.len()).ok().filter(|count| *count <= u128::BITS)?;
        let mut rest = [0; MAX_WORDS];
        for (word, &mask) in machine.key.iter().enumerate().take(MAX_WORDS) {
            rest[word] = machine.start.get(word).copied().unwrap_or(0) & !mask;
        }
        let layout = bits.iter().map(|bit| bit.name.as_str()).collect::<Vec<&str>>().join(" ");
        let width = machine.layout.words;
        let shape = shape_of(&bits);
        let (pack, pack_small, unpack) = (Vec::new(), Vec::new(), Vec::new());
        let mut coding = Coding { bits: count, layout, shape, rest, pack, pack_small, width, unpack };
        // The first bit is the highest of the code.
        let places: Vec<(usize, u32, u32)> =
            bits.iter().zip((0..count).rev()).map(|(bit, to)| (bit.word, bit.bit, to)).collect();
        coding.make_tables(&places);
        Some(coding)
    }

    fn make_tables(&mut self, places: &[(usize, u32, u32)]) {
        for word in 0..MAX_WORDS {
            for shift in (0..64).step_by(8) {
                let within =
                    |&&(w, bit, _): &&(usize, u32, u32)| w == word && (shift..shift + 8).contains(&bit);
                let own: Vec<_> = places.iter().filter(within).collect();
                if own.is_empty() {
                    continue;
                }
                let code = |byte: usize| {
                    let set = own.iter().filter(|(_, bit, _)| byte >> (bit - shift) & 1 == 1);
                    set.fold(0_u128, |code, (_, _, to)| code | 1 << to)
                };
                if self.bits <= u64::BITS {
                    let code = |byte: usize| code(byte) as u64;
                    self.pack_small.push((word, shift, Box::new(std::array::from_fn(code))));
                } else {
                    self.pack.push((word, shift, Box::new(std::array::from_fn(code))));
                }
            }
        }
        for shift in (0..self.bits).step_by(8) {
            let within = |place: &&(usize, u32, u32)| (shift..shift + 8).contains(&place.2);
            let own: Vec<_> = places.iter().filter(within).collect();
            let word_of = |at: usize| {
                let (byte, word) = (at / self.width, at % self.width);
                let set = own.iter().filter(|(w, _, to)| *w == word && byte >> (to - shift) & 1 == 1);
                set.fold(0, |bits, (_, bit, _)| bits | 1 << bit)
            };
            self.unpack.push((0..BYTES * self.width).map(word_of).collect());
        }
    }

    /// Bits of a code.
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// The name of each bit of a code, the highest first.
    pub(crate) fn layout(&self) -> &str {
        &self.layout
    }

    /// What the bits of a code stand for.
    pub(crate) fn shape(&self) -> &CodeShape {
        &self.shape
    }

    /// The code of a position.
    #[inline]
    pub(crate) fn code(&self, words: &[u64]) -> u128 {
        let byte = |word: usize, shift: u32| (words[word] >> shift & 0xff) as usize;
        if self.bits <= u64::BITS {
            let add = |code, (word, shift, table): &(usize, u32, Box<[u64; BYTES]>)| {
                code | table[byte(*word, *shift)]
            };
            return self.pack_small.iter().fold(0_u64, add).into();
        }
        self.pack.iter().fold(0, |code, (word, shift, table)| code | table[byte(*word, *shift)])
    }

    /// A position with a code.
    #[inline]
    fn words(&self, code: u128) -> [u64; MAX_WORDS] {
        let mut words = self.rest;
        for (at, table) in self.unpack.iter().enumerate() {
            let first = (code >> (8 * at) & 0xff) as usize * self.width;
            let some = &table[first..first + self.width];
            words.iter_mut().zip(some).for_each(|(word, bits)| *word |= bits);
        }
        words
    }
}

/// What the bits of a code stand for: those of sets that say something about one place are a cell,
/// and so are those of a number.
fn shape_of(bits: &[NamedBit]) -> CodeShape {
    let mut entries: Vec<&str> = Vec::new();
    let mut shape = CodeShape { bits: Vec::new(), few: FEW };
    let mut last: Option<&NamedBit> = None;
    for bit in bits {
        let entry = entries.iter().position(|entry| *entry == bit.entry).unwrap_or_else(|| {
            entries.push(&bit.entry);
            entries.len() - 1
        });
        let is_same = last.is_some_and(|last| match bit.is_number {
            true => last.entry == bit.entry && last.place == bit.place,
            false => !last.is_number && last.place == bit.place && bit.place.0,
        });
        let before = shape.bits.last().map_or(0, |bit: &CodeBit| bit.cell + 1);
        let cell = if is_same { before - 1 } else { before };
        shape.bits.push(CodeBit { entry: entry as u32, weight: bit.weight, cell, is_number: bit.is_number });
        last = Some(bit);
    }
    shape
}

/// The bits of the key of a machine.
fn named_bits(machine: &Machine) -> Vec<NamedBit> {
    let layout = &machine.layout;
    let mut bits = Vec::new();
    for field in &layout.fields {
        add_field(&mut bits, field);
    }
    let others = [(layout.turn, "turn".to_string()), (layout.request, "request".to_string())];
    let arguments = layout.arguments.iter().enumerate().map(|(at, slot)| (*slot, format!("argument[{at}]")));
    for (slot, name) in others.into_iter().chain(arguments) {
        add_slot(&mut bits, slot, (&name, None), |_| (false, 0));
    }
    let in_key = |bit: &NamedBit| machine.key.get(bit.word).is_some_and(|mask| mask >> bit.bit & 1 == 1);
    bits.retain(in_key);
    bits
}

fn add_field(bits: &mut Vec<NamedBit>, field: &FieldLayout) {
    let entries = field.entries();
    let entry_bits: usize =
        field.parts.iter().filter_map(|part| part.first()).map(|slot| usize::from(slot.width)).sum();
    let is_wide = field.bits() >= NARROW;
    // A set is spread over its elements, an array of small values over its entries.
    let by_element = entry_bits >= NARROW;
    for entry in 0..entries {
        let mut before = 0;
        for part in &field.parts {
            let slot = part[entry];
            let place = |bit: usize| {
                let (at, all) = if by_element { (before + bit, entry_bits) } else { (entry, entries) };
                (is_wide, if is_wide { (at * 1_000_000 / all.max(1)) as u64 } else { 0 })
            };
            let name = format!("{}[{entry}].{before}", field.name);
            let set = format!("{}[{entry}]", field.name);
            let is_set = matches!(field.code, ValueEncoding::Set { .. });
            add_slot(bits, slot, (&name, is_set.then_some(&set)), place);
            before += usize::from(slot.width);
        }
    }
}

/// Adds the bits of a bit field with a name; of a set with another one for all its bit fields.
fn add_slot(
    bits: &mut Vec<NamedBit>,
    slot: BitField,
    (name, set): (&str, Option<&String>),
    place: impl Fn(usize) -> (bool, u64),
) {
    for bit in 0..u32::from(slot.width) {
        bits.push(NamedBit {
            word: usize::from(slot.word),
            bit: u32::from(slot.shift) + bit,
            name: format!("{name}+{bit}"),
            entry: set.map_or(name, String::as_str).to_string(),
            weight: if set.is_some() { 1 } else { 1 << bit },
            is_number: set.is_none(),
            place: place(bit as usize),
        });
    }
}

/// How positions of a machine are numbered for a database, and in which order tiers are solved.
pub(crate) struct CodedPositions<'a, E: Engine, C> {
    coding: &'a Coding,
    tiers: &'a TierFunction,
    blank: E::Position,
    code: PhantomData<fn() -> C>,
}

impl<'a, E: Engine, C: PositionCode> CodedPositions<'a, E, C> {
    /// For codes that have room for the bits.
    pub(crate) fn new(coding: &'a Coding, tiers: &'a TierFunction, engine: &E) -> CodedPositions<'a, E, C> {
        CodedPositions { coding, tiers, blank: engine.start(), code: PhantomData }
    }
}

impl<E: Engine, C: PositionCode> PositionIndexing<E> for CodedPositions<'_, E, C> {
    type Code = C;

    #[inline]
    fn rank(&self, position: &E::Position) -> C {
        C::cut(self.coding.code(E::words(position)))
    }

    #[inline]
    fn unrank(&self, code: C) -> E::Position {
        let mut position = self.blank.clone();
        E::set_words(&mut position, &self.coding.words(code.number()));
        position
    }

    #[inline]
    fn tier(&self, position: &E::Position) -> u64 {
        self.tiers.tier(E::words(position))
    }
}
