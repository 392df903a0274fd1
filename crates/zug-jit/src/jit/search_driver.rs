//! Calls a compiled search ([`super::search`]), and is called by it when it is time to look at the clock or when it is deeper than before.
//!
//! A panic of whoever is told must not go through compiled code: it is caught, halts the search, and goes on outside.

use super::native::{CompiledCode, Start};
use super::search::{context, tally};
use std::any::Any;
use std::mem::offset_of;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use zug_game::{NativeOutcome, NativeSearch, PAUSE, SearchCounts};

/// What compiled code reads and writes; see [`context`].
#[repr(C)]
#[derive(Debug)]
pub(super) struct Context {
    lowest: u64,
    tally: u64,
    alpha: i64,
    beta: i64,
}

const _: () = {
    assert!(offset_of!(Context, lowest) == context::LOWEST as usize);
    assert!(offset_of!(Context, tally) == context::TALLY as usize);
    assert!(offset_of!(Context, alpha) == context::ALPHA as usize);
    assert!(offset_of!(Context, beta) == context::BETA as usize);
};

/// A search that is running: what compiled code knows, then what only we know.
#[repr(C)]
pub(super) struct Running<'a> {
    context: Context,
    plain: NativeSearch<'a>,
    counted: SearchCounts,
    /// Whether it was not to go on.
    stopped: bool,
    panic: Option<Box<dyn Any + Send>>,
}

impl Running<'_> {
    /// Adds what was counted since the last look.
    fn gather(&mut self, tally: u64) {
        let [positions, terminal, cutoffs] = tally::parts(tally);
        // The first look counts from the multiple of `PAUSE` before, hence the beginning below 0.
        self.counted.positions = self.counted.positions.wrapping_add(positions);
        self.counted.terminal += terminal;
        self.counted.cutoffs += cutoffs;
    }

    /// It is time to look at the clock. Gives the tally to go on with.
    pub fn look(&mut self, tally: u64) -> u64 {
        self.gather(tally);
        let (look, counted) = (&mut self.plain.look, &self.counted);
        let go_on = catch_unwind(AssertUnwindSafe(|| look(counted))).unwrap_or_else(|panic| {
            self.panic = Some(panic);
            false
        });
        self.stopped = !go_on;
        if go_on { 0 } else { tally::HALTED }
    }

    /// It is deeper than before, and the stack is used down to here. Whether that is too deep.
    pub fn deeper(&mut self, pointer: u64) -> u64 {
        self.context.lowest = pointer;
        self.counted.deepest += 1;
        u64::from(self.counted.deepest >= self.plain.plies || pointer < self.plain.floor as u64)
    }
}

/// A search that was compiled, over positions of `N` words.
#[derive(Debug)]
pub(super) struct SearchDriver<const N: usize> {
    pub start: Start<N>,
    pub _code: CompiledCode,
}

impl<const N: usize> SearchDriver<N> {
    /// Searches. `prunes` is how it was compiled.
    pub fn run(&self, position: &[u64; N], plain: NativeSearch<'_>) -> NativeOutcome {
        if plain.plies == 0 {
            return NativeOutcome::Unable;
        }
        let phase = plain.before % PAUSE;
        let context = Context { lowest: u64::MAX, tally: phase, alpha: plain.alpha, beta: plain.beta };
        let counted = SearchCounts { positions: phase.wrapping_neg(), ..SearchCounts::default() };
        let mut running = Running { context, plain, counted, stopped: false, panic: None };
        let value = self.start.call(position, &mut running);
        if let Some(panic) = running.panic {
            resume_unwind(panic);
        }
        let tally = running.context.tally;
        if running.stopped {
            return NativeOutcome::Stopped(running.counted);
        }
        if tally & tally::HALTED != 0 {
            return NativeOutcome::Unable;
        }
        running.gather(tally);
        NativeOutcome::Value(value, running.counted)
    }
}
