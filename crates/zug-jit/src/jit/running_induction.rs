//! An induction while compiled code runs: what that code reads and writes, and what serves its
//! calls.

use super::callback::CallbackState;
use super::induction::context;
use std::mem::offset_of;
use zug_game::{InductionCounts, InductionOutcome, NativeInduction, Value};

/// The part of the state that compiled code accesses; see [`context`].
#[repr(C)]
#[derive(Debug)]
struct InductionContext {
    lowest: u64,
    positions: u64,
    unfinished: u64,
    terminal: u64,
    hits: u64,
    cutoffs: u64,
    values: *mut u32,
    ranks: u64,
    outcomes: [i64; 2],
    payoffs: [i64; 2],
}

const _: () = {
    assert!(offset_of!(InductionContext, lowest) == context::LOWEST as usize);
    assert!(offset_of!(InductionContext, positions) == context::POSITIONS as usize);
    assert!(offset_of!(InductionContext, unfinished) == context::UNFINISHED as usize);
    assert!(offset_of!(InductionContext, terminal) == context::TERMINAL as usize);
    assert!(offset_of!(InductionContext, hits) == context::HITS as usize);
    assert!(offset_of!(InductionContext, cutoffs) == context::CUTOFFS as usize);
    assert!(offset_of!(InductionContext, values) == context::VALUES as usize);
    assert!(offset_of!(InductionContext, ranks) == context::RANKS as usize);
    assert!(offset_of!(InductionContext, outcomes) == context::OUTCOMES[0] as usize);
    assert!(offset_of!(InductionContext, payoffs) == context::PAYOFFS[0] as usize);
    assert!(context::OUTCOMES[1] == context::OUTCOMES[0] + 8);
    assert!(context::PAYOFFS[1] == context::PAYOFFS[0] + 8);
};

/// A running induction: first the context for compiled code, then our own state.
#[repr(C)]
pub(super) struct RunningInduction<'a> {
    context: InductionContext,
    request: NativeInduction<'a>,
    deepest: u64,
    callback: CallbackState,
}

impl<'a> RunningInduction<'a> {
    /// An induction that begins, in a game with these payoffs.
    pub fn new(request: NativeInduction<'a>, (low, high): (Value, Value)) -> RunningInduction<'a> {
        let room = i64::from(i32::MAX);
        let context = InductionContext {
            lowest: u64::MAX,
            positions: request.before,
            unfinished: 0,
            terminal: 0,
            hits: 0,
            cutoffs: 0,
            values: std::ptr::null_mut(),
            ranks: request.values.len() as u64,
            outcomes: [request.outcomes.0, request.outcomes.1],
            payoffs: [low.max(-room), high.min(room)],
        };
        RunningInduction { context, request, deepest: 0, callback: CallbackState::default() }
    }

    /// Gives compiled code the values; whether there is one of this rank, or room for one.
    pub fn begin(&mut self, rank: u64) -> bool {
        self.context.values = self.request.values.as_mut_ptr();
        rank < self.context.ranks
    }

    /// The counters so far.
    fn counts(&self) -> InductionCounts {
        InductionCounts {
            positions: self.context.positions.wrapping_sub(self.request.before),
            unfinished: self.context.unfinished,
            terminal: self.context.terminal,
            hits: self.context.hits,
            cutoffs: self.context.cutoffs,
            deepest: self.deepest,
        }
    }

    /// What the induction comes to, where compiled code has returned this value, or none.
    pub fn outcome(mut self, value: Option<Value>) -> (InductionOutcome, InductionCounts) {
        let stopped = self.callback.has_stopped();
        let outcome = match value {
            Some(value) => InductionOutcome::Value(value),
            None if stopped => InductionOutcome::Stopped,
            None => InductionOutcome::Unable,
        };
        (outcome, self.counts())
    }

    /// Checks the clock; returns 1 to halt.
    pub fn look(&mut self) -> u64 {
        let counts = self.counts();
        let look = &mut self.request.look;
        u64::from(!self.callback.ask(|| look(&counts)))
    }

    /// Notes the depth and the stack pointer; returns 1 if the induction is too deep.
    pub fn deeper(&mut self, pointer: u64) -> u64 {
        self.context.lowest = pointer;
        self.deepest += 1;
        u64::from(pointer < self.request.floor as u64)
    }
}
