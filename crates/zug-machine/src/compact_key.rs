//! Key encoding: a position's key as one number of few bits, so that a table entry can hold it in a
//! word.
//!
//! Usually the number is the concatenation of the key's bits. In games like Connect Four, where an
//! element may be placed only on top of another, it is shorter. Every place has one bit: the owner
//! of the element there, or 1 on the lowest free place of a stack, or 0 above that. So the highest
//! 1 of a stack says how high it is. A stack that may be full needs one bit more.
//!
//! ```text
//!   free      0
//!   free      1   the highest 1: this place and those above are free
//!   second's  0
//!   first's   1
//! ```
//!
//! Source: J. Tromp, "John's Connect Four Playground" (2008), here for any stacks with a constant
//! distance from each place to the one above.

use super::Machine;
use super::eval::{ones, shl, shr};
use super::layout::BitField;
use super::positional_game::PositionalGameMasks;
use zug_game::breakage::{Shortcut, is_broken};

/// The encoding of a machine's keys as numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompactKey {
    stacks: Option<Stacks>,
    runs: Vec<BitRun>,
    /// The bits of all runs together.
    bits: u32,
}

/// A run of consecutive bits of a key, and their position in the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BitRun {
    word: usize,
    shift: u32,
    mask: u64,
    to: u32,
}

/// Stacks of elements. All masks of elements are shifted up by `lift`, so that the place above an
/// element exists even at bit 0.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stacks {
    sides: [BitField; 2],
    turn: BitField,
    elements: u64,
    /// The lowest places of the stacks.
    floor: u64,
    step: StackStep,
    lift: u32,
    bits: u32,
}

/// The distance from a place to the one above it: up or down in the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StackStep {
    Up(u32),
    Down(u32),
}

impl StackStep {
    /// The distance from an element to the one that it opens, if it is the same everywhere and some
    /// element opens another.
    fn between(elements: u64, opens: &[u64]) -> Option<StackStep> {
        let opening = |element: &usize| shr(elements, *element as u64) & 1 == 1;
        let mut steps: Vec<StackStep> = (0..64)
            .filter(opening)
            .filter_map(|element| {
                let above = opens.get(element).copied().filter(|opens| *opens != 0)?.trailing_zeros();
                let element = element as u32;
                Some(if above >= element {
                    StackStep::Up(above - element)
                } else {
                    StackStep::Down(element - above)
                })
            })
            .collect();
        steps.dedup();
        let [step] = steps[..] else { return None };
        (step != StackStep::Up(0)).then_some(step)
    }

    #[inline(always)]
    fn of(self, elements: u64) -> u64 {
        match self {
            StackStep::Up(by) => elements << by,
            StackStep::Down(by) => elements >> by,
        }
    }
}

impl CompactKey {
    /// The encoding for a machine whose key and positional masks are set.
    pub fn of(machine: &Machine) -> CompactKey {
        let mut compact_key = CompactKey { stacks: Stacks::of(machine), ..CompactKey::default() };
        for (word, mask) in machine.key.iter().enumerate() {
            compact_key.add(word, *mask);
        }
        compact_key
    }

    /// Adds the runs of ones of a mask.
    fn add(&mut self, word: usize, mut mask: u64) {
        while mask != 0 {
            let shift = mask.trailing_zeros();
            let width = shr(mask, shift.into()).trailing_ones();
            let run = BitRun { word, shift, mask: ones(width.into()), to: self.bits };
            self.runs.push(run);
            self.bits += width;
            mask &= !shl(run.mask, shift.into());
        }
    }

    /// See [`zug_game::Game::number_bits`].
    pub fn bits(&self, from: &[u64]) -> Option<u32> {
        match &self.stacks {
            Some(stacks) if stacks.stand(from) => Some(stacks.bits),
            // Keys of this machine are numbered as stacks or not at all.
            Some(_) => None,
            None => (self.bits <= u64::BITS).then_some(self.bits),
        }
    }

    /// The key with this number, in `words` words. Slow, for checks: it decodes element by element.
    pub fn decoded(&self, number: u64, words: usize) -> Vec<u64> {
        let mut key = vec![0; words];
        match &self.stacks {
            Some(stacks) => stacks.decode(number, &mut key),
            None => {
                for run in &self.runs {
                    if let Some(word) = key.get_mut(run.word) {
                        *word |= (shr(number, run.to.into()) & run.mask) << run.shift;
                    }
                }
            }
        }
        key
    }

    /// See [`zug_game::Game::number`].
    #[inline(always)]
    pub fn number(&self, key: &[u64]) -> u64 {
        if is_broken(Shortcut::CompactKey) {
            return self.encoded(key) & !3;
        }
        self.encoded(key)
    }

    #[inline(always)]
    fn encoded(&self, key: &[u64]) -> u64 {
        match &self.stacks {
            Some(stacks) => stacks.number(key),
            None => self.runs.iter().fold(0, |number, run| {
                let bits = key.get(run.word).map_or(0, |word| word >> run.shift & run.mask);
                number | bits.wrapping_shl(run.to)
            }),
        }
    }
}

impl Stacks {
    fn of(machine: &Machine) -> Option<Stacks> {
        let PositionalGameMasks { sides, turn, elements, opens, .. } = machine.positional.as_ref()?;
        let mut key = vec![0; machine.key.len()];
        for slot in sides.iter().chain([turn]) {
            *key.get_mut(usize::from(slot.word))? |= slot.placed();
        }
        let step = StackStep::between(*elements, opens)?;
        let lift = if let StackStep::Down(by) = step { by } else { 0 };
        let opened = (0..).zip(opens).filter(|(element, _)| shr(*elements, *element) & 1 == 1);
        let floor = elements & !opened.fold(0, |all, (_, opens)| all | opens);
        let [elements, floor] = [*elements, floor].map(|words| shl(words, lift.into()));
        let mut stacks = Stacks { sides: *sides, turn: *turn, elements, floor, step, lift, bits: 0 };
        let highest = elements | step.of(elements);
        stacks.bits = u64::BITS - highest.leading_zeros() + 1;
        let fits = stacks.elements >> lift == machine.positional.as_ref()?.elements
            && stacks.bits <= u64::BITS
            && stacks.is_unbroken(opens);
        (key == machine.key && fits && stacks.bits < machine.key_bits() as u32).then_some(stacks)
    }

    /// Whether the place one step above each element is the only one that it opens, or no element
    /// can be placed there.
    fn is_unbroken(&self, opens: &[u64]) -> bool {
        (0..u64::from(u64::BITS - self.lift)).all(|element| {
            let here = shl(1, element + u64::from(self.lift));
            let above = self.step.of(here);
            let opened = shl(opens.get(element as usize).copied().unwrap_or(0), self.lift.into());
            here & self.elements == 0 || (above != 0 && above & self.elements == opened & self.elements)
        })
    }

    #[inline(always)]
    fn side(&self, slot: BitField, words: &[u64]) -> u64 {
        slot.get(words) << self.lift
    }

    /// Whether every element lies on the floor or on another element, and belongs to one player
    /// only.
    fn stand(&self, words: &[u64]) -> bool {
        let [first, second] = self.sides.map(|slot| self.side(slot, words));
        let taken = first | second;
        first & second == 0 && taken & !self.elements == 0 && taken & !(self.floor | self.step.of(taken)) == 0
    }

    /// Decodes a number: in every stack the highest 1 marks the lowest free place.
    fn decode(&self, number: u64, key: &mut [u64]) {
        let places = number >> 1;
        let (mut first, mut second) = (0, 0);
        let mut floors = self.floor;
        while floors != 0 {
            let mut stack = vec![floors & floors.wrapping_neg()];
            floors &= floors - 1;
            while let Some(&top) = stack.last().filter(|top| **top & self.elements != 0) {
                stack.push(self.step.of(top));
            }
            let free = stack.iter().rposition(|place| places & place != 0).unwrap_or(0);
            for place in &stack[..free] {
                if places & place != 0 { first |= place } else { second |= place }
            }
        }
        self.sides[0].set(key, first >> self.lift);
        self.sides[1].set(key, second >> self.lift);
        self.turn.set(key, number & 1);
    }

    #[inline(always)]
    fn number(&self, key: &[u64]) -> u64 {
        let [first, second] = self.sides.map(|slot| self.side(slot, key));
        let taken = first | second;
        // `next` has the lowest free place of each stack. First's elements and those places are the
        // ones; the turn is bit 0.
        let next = (self.floor | self.step.of(taken)) & !taken;
        (first | next) << 1 | self.turn.get(key)
    }
}
