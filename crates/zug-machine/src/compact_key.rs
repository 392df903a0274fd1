//! Key encoding: writes the key of a position as one number of few bits, so that a memo can hold it in a word.
//!
//! As a rule the number is the bits of the key one behind the other. Where elements are placed and each may be placed only on top of another,
//! as in Connect Four, it takes fewer: for every place the number has one bit, which tells the owner where something lies, is 1 on the
//! first free place of each stack, and 0 above it. So the highest bit of a stack says how high it is. A stack that may be full has
//! one bit more.
//!
//! ```text
//!   free      0
//!   free      1   the highest bit: nothing lies here or above
//!   second's  0
//!   first's   1
//! ```
//!
//! Source: J. Tromp's encoding of Connect Four positions (2008), here for any stacks that lie at the same distance.

use super::Machine;
use super::eval::{ones, shl, shr};
use super::layout::Slot;
use super::positional_game::PositionalGameMasks;
use zug_game::breakage::{Shortcut, is_broken};

/// How the keys of a machine are numbered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompactKey {
    stacks: Option<Stacks>,
    runs: Vec<BitRun>,
    /// Bits of all runs.
    bits: u32,
}

/// Some neighbouring bits of a word of a key, and where in the number they go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BitRun {
    word: usize,
    shift: u32,
    mask: u64,
    to: u32,
}

/// Elements that are placed one on top of the other. All words of elements are moved up by `lift`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stacks {
    sides: [Slot; 2],
    turn: Slot,
    elements: u64,
    /// What lies on nothing.
    floor: u64,
    step: StackStep,
    lift: u32,
    bits: u32,
}

/// From an element to that on top of it, in bits: up in the word, or down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StackStep {
    Up(u32),
    Down(u32),
}

impl StackStep {
    /// How far what is opened lies from what opens it, if that is everywhere the same, and something is opened.
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
    /// Of a machine whose key and placing are known.
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

    /// As [`zug_game::Game::number_bits`].
    pub fn bits(&self, from: &[u64]) -> Option<u32> {
        match &self.stacks {
            Some(stacks) if stacks.stand(from) => Some(stacks.bits),
            // What is numbered as stacks is numbered so everywhere.
            Some(_) => None,
            None => (self.bits <= u64::BITS).then_some(self.bits),
        }
    }

    /// The key that has this number, of so many words; read the slow way, element by element.
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

    /// As [`zug_game::Game::number`].
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

    /// Whether one step above each element lies the one that it opens and no other, or nothing that can be placed.
    fn is_unbroken(&self, opens: &[u64]) -> bool {
        (0..u64::from(u64::BITS - self.lift)).all(|element| {
            let here = shl(1, element + u64::from(self.lift));
            let above = self.step.of(here);
            let opened = shl(opens.get(element as usize).copied().unwrap_or(0), self.lift.into());
            here & self.elements == 0 || (above != 0 && above & self.elements == opened & self.elements)
        })
    }

    #[inline(always)]
    fn side(&self, slot: Slot, words: &[u64]) -> u64 {
        slot.get(words) << self.lift
    }

    /// Whether nothing lies anywhere but on top of something, and nothing twice.
    fn stand(&self, words: &[u64]) -> bool {
        let [first, second] = self.sides.map(|slot| self.side(slot, words));
        let taken = first | second;
        first & second == 0 && taken & !self.elements == 0 && taken & !(self.floor | self.step.of(taken)) == 0
    }

    /// Writes the key that has this number: in every stack the highest bit that is set tells where the first free place is.
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
        let next = (self.floor | self.step.of(taken)) & !taken;
        (first | next) << 1 | self.turn.get(key)
    }
}
