//! Compiles a machine to native code, by Cranelift.
//!
//! A [`Jit`] is made from a machine in which [`Machine::validate`] finds no violation, which is
//! checked first. It computes what the interpreter computes, but faster. It does not report which
//! fault it met: the interpreter, asked the same, gives the number. Only [`native`] has `unsafe`.
//! [`emit`], [`ops`] and [`sets`] emit the code that it calls: loads from the position and within
//! the rows of tables, stores into the room for moves and results, no calls. [`search`] combines
//! the routines to a whole search.
//!
//! Method: one function for each routine; positions of one word are passed in a register,
//! everything else by address. Tables are padded; bounds of registers decide which tests of shifts
//! and indexes are needed ([`bounds`]); loops with a known number of passes are unrolled.

mod bounds;
mod callback;
mod constant_data;
mod emit;
mod induction;
mod induction_driver;
mod instructions;
mod liveness;
mod move_mask;
mod native;
mod ops;
mod running;
mod running_induction;
mod search;
mod search_driver;
mod set_patterns;
mod sets;
#[cfg(test)]
mod tests;

use crate::HEAVY;
use induction_driver::InductionDriver;
use move_mask::MoveMask;
use native::{Callable, CompiledCode, Compiler};
pub use native::{CompileRefusal, available};
use search_driver::SearchDriver;
use std::sync::OnceLock;
use zug_game::{
    Expansion, InductionCounts, InductionOutcome, NativeInduction, NativeOutcome, NativeSearch, Step, Value,
};
use zug_machine::Machine;
use zug_machine::moves::PackedMove;
use zug_machine::ranked_key::RankedKey;

/// The most words of a position that a compiled search holds in registers.
const MOST_WORDS: usize = 2;

/// The most words of a position that a compiled induction holds in registers.
const MOST_INDUCTION_WORDS: usize = 4;

/// A compiled machine, with positions of `N` words.
#[derive(Debug)]
pub struct Jit<const N: usize> {
    expand: Callable<N>,
    plays: Vec<Callable<N>>,
    pass: Callable<N>,
    endless: Callable<N>,
    /// The mask of a packed move's kind, which is counted from 1.
    kinds: u64,
    /// Whether a search may be compiled, as far as that is known in advance.
    searches: bool,
    /// The searches without and with pruning, each compiled when it is first used.
    seekers: [OnceLock<Option<SearchDriver<N>>>; 2],
    /// Whether an induction may be compiled, as far as that is known in advance.
    induces: bool,
    /// The induction, compiled when it is first used.
    inducer: OnceLock<Option<InductionDriver<N>>>,
    _code: CompiledCode,
}

/// The result of playing a move.
#[derive(Debug)]
pub enum PlayResult<P> {
    /// The move was played.
    Step(Step<P>),
    /// The move is the pass.
    Pass,
    /// A fault; the interpreter knows its number.
    Broken,
}

impl<const N: usize> Jit<N> {
    /// Compiles a machine.
    ///
    /// # Errors
    /// The compiler does not support the processor; the machine is malformed or too large.
    pub fn new(machine: &Machine) -> Result<Jit<N>, CompileRefusal> {
        if let Some(first) = machine.validate().into_iter().next() {
            return Err(CompileRefusal::Malformed(first));
        }
        if machine.layout.words != N {
            return Err(CompileRefusal::Malformed(format!("{} words", machine.layout.words)));
        }
        let mut compiler = Compiler::new(machine)?;
        let fixed = [&machine.expand, &machine.pass, &machine.endless];
        let routines = fixed.into_iter().chain(&machine.plays);
        let compiled = routines.map(|routine| compiler.routine(routine)).collect::<Result<Vec<_>, _>>()?;
        let (code, callables) = compiler.finish(&compiled)?;
        let [expand, pass, endless, plays @ ..] = &callables[..] else {
            return Err(CompileRefusal::Malformed("routines".into()));
        };
        let width = machine.kinds.first().map_or(0, |kind| kind.code_width);
        let kinds = zug_machine::eval::ones(width.into());
        let plays = plays.iter().take(machine.kinds.len()).copied().collect();
        let (pass, endless, seekers) = (*pass, *endless, [const { OnceLock::new() }; 2]);
        let searches = can_search_natively(machine);
        let inducer = OnceLock::new();
        // A pass is a move only where the other player need not pass too.
        let induces = N <= MOST_INDUCTION_WORDS && !machine.passes && weight(machine) <= HEAVY;
        Ok(Jit {
            expand: *expand,
            plays,
            pass,
            endless,
            kinds,
            searches,
            seekers,
            induces,
            inducer,
            _code: code,
        })
    }

    /// Whether to use [`Jit::native_search`]: not where one was asked for and could not be
    /// compiled.
    #[inline(always)]
    pub fn has_native_search(&self) -> bool {
        self.searches && !self.seekers.iter().any(|driver| matches!(driver.get(), Some(None)))
    }

    /// The native search below a position; compiled when it is first used. `machine` must be the
    /// one that was compiled. Where the generator has no room then, there is none from then on.
    pub fn native_search(
        &self,
        machine: &Machine,
        position: &[u64; N],
        plain: NativeSearch<'_>,
        has_room: impl FnOnce() -> bool,
    ) -> NativeOutcome {
        let prunes = plain.prunes;
        let search_driver = self.seekers[usize::from(prunes)].get_or_init(|| {
            let move_mask = MoveMask::of(machine).filter(|_| self.searches && has_room())?;
            let compiled =
                Compiler::new(machine).and_then(|compiler| compiler.search(machine, &move_mask, prunes));
            compiled.ok().map(|(code, start)| SearchDriver { start, _code: code })
        });
        search_driver
            .as_ref()
            .map_or(NativeOutcome::Unable, |search_driver| search_driver.run(position, plain))
    }

    /// Whether to use [`Jit::native_induction`]: not where one was asked for and could not be
    /// compiled.
    #[inline(always)]
    pub fn has_native_induction(&self) -> bool {
        self.induces && !matches!(self.inducer.get(), Some(None))
    }

    /// The value of a position and of those that can be reached from it, in a game with these
    /// payoffs; compiled when it is first used. `machine` must be the one that was compiled.
    pub fn native_induction(
        &self,
        machine: &Machine,
        position: &[u64; N],
        request: NativeInduction<'_>,
        payoffs: (Value, Value),
        has_room: impl FnOnce() -> bool,
    ) -> (InductionOutcome, InductionCounts) {
        let driver = self.inducer.get_or_init(|| {
            let ranks = RankedKey::of(machine).filter(|_| self.induces && has_room())?;
            let compiled = Compiler::new(machine).and_then(|compiler| compiler.induction(machine, &ranks));
            compiled.ok().map(|(code, start)| InductionDriver { start, ranks, _code: code })
        });
        let nothing = (InductionOutcome::Unable, InductionCounts::default());
        driver.as_ref().map_or(nothing, |driver| driver.run(machine, position, request, payoffs))
    }

    /// The terminal payoff, or the legal moves, which are appended; none for a fault.
    #[inline(always)]
    pub fn expand(&self, position: &[u64; N], moves: &mut Vec<PackedMove>) -> Option<Expansion> {
        self.expand.ask(position, moves)
    }

    /// Plays a move of any kind.
    #[inline(always)]
    pub fn play(&self, position: &[u64; N], play: PackedMove) -> PlayResult<[u64; N]> {
        let kind = (play.0 & self.kinds).wrapping_sub(1);
        match self.plays.get(kind as usize) {
            Some(routine) => routine.step(position, play).map_or(PlayResult::Broken, PlayResult::Step),
            None => PlayResult::Pass,
        }
    }

    /// Plays the pass, whether or not it is the second in a row; none for a fault.
    pub fn pass(&self, position: &[u64; N]) -> Option<Step<[u64; N]>> {
        self.pass.step(position, zug_machine::moves::PASS)
    }

    /// The value of never-ending play; none for a fault.
    pub fn endless(&self, position: &[u64; N]) -> Option<i64> {
        match self.endless.ask(position, &mut Vec::new())? {
            Expansion::Terminal(payoff) => Some(payoff),
            Expansion::Moves => None,
        }
    }
}

/// Whether a compiled machine has a native search. It must be well-formed.
pub fn can_search_natively(machine: &Machine) -> bool {
    machine.layout.words <= MOST_WORDS && MoveMask::of(machine).is_some()
}

/// A rough number of instructions of the compiled machine, from which the time of compilation is
/// estimated.
pub fn weight(machine: &Machine) -> usize {
    machine.routines().map(|routine| emit::weight(&routine.body)).sum()
}
