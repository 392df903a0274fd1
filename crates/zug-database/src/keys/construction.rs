//! Makes the minimal automaton of codes that come in increasing order.
//!
//! Method: incremental construction from sorted words (Daciuk, Mihov, Watson, Watson, "Incremental
//! Construction of Minimal Acyclic Finite-State Automata", 2000).

use super::automaton::{Automaton, AutomatonEdge, AutomatonState, DIGIT, DIGITS};
use rustc_hash::FxHashMap;
use zug_solve::PositionCode;

/// The number of digits of codes of so many bits.
fn digits_of(bits: u32) -> u32 {
    bits.div_ceil(DIGIT).max(1)
}

/// What makes an automaton from codes in increasing order.
pub(crate) struct AutomatonBuilder {
    automaton: Automaton,
    /// State by its mask and targets.
    known: FxHashMap<Box<[u32]>, u32>,
    /// For each digit of the last code the state before it, without the edge of that digit.
    path: Vec<Unfinished>,
    last: u128,
    /// Words accepted from each state.
    accepted: Vec<u64>,
}

#[derive(Clone, Debug, Default)]
struct Unfinished {
    mask: u16,
    targets: Vec<u32>,
}

impl AutomatonBuilder {
    /// For codes of so many bits.
    pub(crate) fn new(bits: u32) -> AutomatonBuilder {
        let digits = digits_of(bits);
        let states = vec![AutomatonState { first: 0, mask: 0 }];
        AutomatonBuilder {
            automaton: Automaton { digits, states, edges: Vec::new(), root: 0, len: 0 },
            known: FxHashMap::default(),
            path: vec![Unfinished::default(); digits as usize],
            last: 0,
            accepted: vec![1],
        }
    }

    /// Bytes of memory that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        let register: usize = self.automaton.edges.len() * 4 + self.known.capacity() * 40;
        self.automaton.bytes() + (register + self.accepted.len() * 8) as u64
    }

    /// How many codes were added.
    pub(crate) fn len(&self) -> u64 {
        self.automaton.len
    }

    /// Adds a code greater than all before.
    pub(crate) fn push<C: PositionCode>(&mut self, code: C) {
        let number = code.number();
        debug_assert!(self.automaton.len == 0 || number > self.last, "codes come in increasing order");
        let digits = self.automaton.digits;
        let changed = if self.automaton.len == 0 {
            0
        } else {
            digits - 1 - (127 - (number ^ self.last).leading_zeros()) / DIGIT
        };
        if self.automaton.len > 0 {
            self.freeze(changed);
        }
        for place in changed..digits {
            let digit = number >> ((digits - 1 - place) * DIGIT) & (DIGITS as u128 - 1);
            self.path[place as usize].mask |= 1 << digit;
        }
        self.last = number;
        self.automaton.len += 1;
    }

    /// Finishes the states of the last code below a depth.
    fn freeze(&mut self, depth: u32) {
        let mut target = 0;
        for place in (depth + 1..self.automaton.digits).rev() {
            self.path[place as usize].targets.push(target);
            target = self.finish(place as usize);
        }
        self.path[depth as usize].targets.push(target);
    }

    /// The number of the state at a place of the path, which is empty then.
    fn finish(&mut self, place: usize) -> u32 {
        let mut key = std::mem::take(&mut self.path[place].targets);
        let mask = std::mem::take(&mut self.path[place].mask);
        let state = self.state(&mut key, mask);
        key.clear();
        self.path[place].targets = key;
        state
    }

    /// The number of the state with these targets, to which the mask is added.
    pub(super) fn state(&mut self, targets: &mut Vec<u32>, mask: u16) -> u32 {
        targets.push(u32::from(mask));
        let found = self.known.get(targets.as_slice()).copied();
        found.unwrap_or_else(|| self.add(targets, mask))
    }

    fn add(&mut self, key: &[u32], mask: u16) -> u32 {
        let state = self.automaton.states.len() as u32;
        self.automaton.states.push(AutomatonState { first: self.automaton.edges.len() as u32, mask });
        let mut before = 0;
        for &target in &key[..key.len() - 1] {
            self.automaton.edges.push(AutomatonEdge { before, to: self.automaton.states[target as usize] });
            before += self.accepted[target as usize];
        }
        self.accepted.push(before);
        self.known.insert(key.into(), state);
        state
    }

    /// The automaton of all codes that were added.
    pub(crate) fn end(mut self) -> Automaton {
        let len = self.automaton.len;
        if len == 0 {
            return self.end_at(0, 0);
        }
        self.freeze(0);
        let root = self.finish(0);
        self.end_at(root, len)
    }

    /// The automaton with this first state, which accepts so many codes.
    pub(super) fn end_at(mut self, root: u32, len: u64) -> Automaton {
        (self.automaton.root, self.automaton.len) = (root, len);
        self.automaton.states.shrink_to_fit();
        self.automaton.edges.shrink_to_fit();
        self.automaton
    }
}
