//! A search while compiled code runs: what that code reads and writes, and what serves its calls
//! when it is time to check the clock or it is deeper than before.

use super::callback::CallbackState;
use super::search::{context, tally};
use std::mem::offset_of;
use zug_game::{NativeOutcome, NativeSearch, PAUSE, SearchCounts};

/// The part of the state that compiled code accesses; see [`context`].
#[repr(C)]
#[derive(Debug)]
pub(super) struct SearchContext {
    lowest: u64,
    tally: u64,
    alpha: i64,
    beta: i64,
}

const _: () = {
    assert!(offset_of!(SearchContext, lowest) == context::LOWEST as usize);
    assert!(offset_of!(SearchContext, tally) == context::TALLY as usize);
    assert!(offset_of!(SearchContext, alpha) == context::ALPHA as usize);
    assert!(offset_of!(SearchContext, beta) == context::BETA as usize);
};

/// A running search: first the context for compiled code, then our own state.
#[repr(C)]
pub(super) struct Running<'a> {
    context: SearchContext,
    plain: NativeSearch<'a>,
    counted: SearchCounts,
    callback: CallbackState,
}

impl<'a> Running<'a> {
    /// A search that begins.
    pub fn new(plain: NativeSearch<'a>) -> Running<'a> {
        let phase = plain.before % PAUSE;
        let context = SearchContext { lowest: u64::MAX, tally: phase, alpha: plain.alpha, beta: plain.beta };
        let counted = SearchCounts { positions: phase.wrapping_neg(), ..SearchCounts::default() };
        Running { context, plain, counted, callback: CallbackState::default() }
    }

    /// What the search comes to, where compiled code has returned this value.
    pub fn outcome(mut self, value: i64) -> NativeOutcome {
        let tally = self.context.tally;
        if self.callback.has_stopped() {
            return NativeOutcome::Stopped(self.counted);
        }
        if tally & tally::HALTED != 0 {
            return NativeOutcome::Unable;
        }
        self.gather(tally);
        NativeOutcome::Value(value, self.counted)
    }

    /// Adds the counters since the last check.
    fn gather(&mut self, tally: u64) {
        let [positions, terminal, cutoffs] = tally::parts(tally);
        // A search that begins between two multiples of `PAUSE` starts its tally at the phase, and
        // its counter at minus the phase; the first check makes up for it.
        self.counted.positions = self.counted.positions.wrapping_add(positions);
        self.counted.terminal += terminal;
        self.counted.cutoffs += cutoffs;
    }

    /// Checks the clock; returns the tally to go on with.
    pub fn look(&mut self, tally: u64) -> u64 {
        self.gather(tally);
        let (look, counted) = (&mut self.plain.look, &self.counted);
        if self.callback.ask(|| look(counted)) { 0 } else { tally::HALTED }
    }

    /// Notes the depth and the stack pointer; returns 1 if the search is too deep.
    pub fn deeper(&mut self, pointer: u64) -> u64 {
        self.context.lowest = pointer;
        self.counted.deepest += 1;
        u64::from(self.counted.deepest >= self.plain.plies || pointer < self.plain.floor as u64)
    }
}
