//! Compiles a machine to instructions of the processor, by Cranelift.
//!
//! Reads a machine that [`Machine::validate`] finds in order, and checks that first; makes a [`Jit`], which does what
//! the interpreter does, only sooner. Where a promise is broken it says nothing: the interpreter is asked, which
//! knows the number of the fault. [`native`] is the only place with `unsafe`, and [`emit`], [`ops`], [`sets`] write
//! what it calls: loads from the position and within the rows of a table, stores into the room for moves and results, no calls. [`search`] puts the routines together to a whole plain search.
//!
//! Method: one function for each routine, positions of one word in a register, all else by address. Tables are
//! padded, bounds of registers decide which tests of shifts and indexes are needed ([`bounds`]), and loops whose passes are
//! known are written out.

mod bounds;
mod constant_data;
mod emit;
mod liveness;
mod move_mask;
mod native;
mod ops;
mod search;
mod search_driver;
mod sets;
#[cfg(test)]
mod tests;

use move_mask::MoveMask;
use native::{Callable, CompiledCode, Compiler};
pub use native::{Refusal, available};
use search_driver::SearchDriver;
use std::sync::OnceLock;
use zug_game::{Expansion, NativeOutcome, NativeSearch, Step};
use zug_machine::Machine;
use zug_machine::moves::Move;

/// Words of a position that a compiled search carries in registers.
const MOST_WORDS: usize = 2;

/// A compiled machine, with positions of `N` words.
#[derive(Debug)]
pub struct Jit<const N: usize> {
    expand: Callable<N>,
    plays: Vec<Callable<N>>,
    pass: Callable<N>,
    endless: Callable<N>,
    /// The bits of a packed move that tell its kind, counted from 1.
    kinds: u64,
    /// Whether a search can be compiled, as far as that is known before.
    searches: bool,
    /// The search that prunes, and the one that does not, each compiled when it is first asked for.
    seekers: [OnceLock<Option<SearchDriver<N>>>; 2],
    _code: CompiledCode,
}

/// What playing a move came to.
#[derive(Debug)]
pub enum Played<P> {
    /// It was played.
    Step(Step<P>),
    /// It is the pass.
    Pass,
    /// A promise was broken: the interpreter knows which.
    Broken,
}

impl<const N: usize> Jit<N> {
    /// Compiles a machine.
    ///
    /// # Errors
    /// A processor that the compiler does not know, a machine that is not well formed, or one that is too large.
    pub fn new(machine: &Machine) -> Result<Jit<N>, Refusal> {
        if let Some(first) = machine.validate().into_iter().next() {
            return Err(Refusal::Malformed(first));
        }
        if machine.layout.words != N {
            return Err(Refusal::Malformed(format!("{} words", machine.layout.words)));
        }
        let mut compiler = Compiler::new(machine)?;
        let fixed = [&machine.expand, &machine.pass, &machine.endless];
        let routines = fixed.into_iter().chain(&machine.plays);
        let compiled = routines.map(|routine| compiler.routine(routine)).collect::<Result<Vec<_>, _>>()?;
        let (code, callables) = compiler.finish(&compiled)?;
        let [expand, pass, endless, plays @ ..] = &callables[..] else {
            return Err(Refusal::Malformed("routines".into()));
        };
        let width = machine.kinds.first().map_or(0, |kind| kind.code_width);
        let kinds = zug_machine::eval::ones(width.into());
        let plays = plays.iter().take(machine.kinds.len()).copied().collect();
        let (pass, endless, seekers) = (*pass, *endless, [const { OnceLock::new() }; 2]);
        let searches = N <= MOST_WORDS && MoveMask::of(machine).is_some();
        Ok(Jit { expand: *expand, plays, pass, endless, kinds, searches, seekers, _code: code })
    }

    /// Whether [`Jit::native_search`] is worth asking.
    #[inline(always)]
    pub fn has_native_search(&self) -> bool {
        self.searches
    }

    /// The plain search below a position; compiled when it is first asked for. `machine` is the one that was compiled.
    pub fn native_search(
        &self,
        machine: &Machine,
        position: &[u64; N],
        plain: NativeSearch<'_>,
    ) -> NativeOutcome {
        let prunes = plain.prunes;
        let search_driver = self.seekers[usize::from(prunes)].get_or_init(|| {
            let move_mask = MoveMask::of(machine).filter(|_| self.searches)?;
            Compiler::new(machine).and_then(|compiler| compiler.search(machine, &move_mask, prunes)).ok()
        });
        search_driver
            .as_ref()
            .map_or(NativeOutcome::Unable, |search_driver| search_driver.run(position, plain))
    }

    /// Whether play is over, or the moves, appended; nothing where a promise is broken.
    #[inline(always)]
    pub fn expand(&self, position: &[u64; N], moves: &mut Vec<Move>) -> Option<Expansion> {
        self.expand.ask(position, moves)
    }

    /// Plays a move of some kind.
    #[inline(always)]
    pub fn play(&self, position: &[u64; N], play: Move) -> Played<[u64; N]> {
        let kind = (play.0 & self.kinds).wrapping_sub(1);
        match self.plays.get(kind as usize) {
            Some(routine) => routine.step(position, play).map_or(Played::Broken, Played::Step),
            None => Played::Pass,
        }
    }

    /// Plays the pass, whether or not it is the second in a row; nothing where a promise is broken.
    pub fn pass(&self, position: &[u64; N]) -> Option<Step<[u64; N]>> {
        self.pass.step(position, zug_machine::moves::PASS)
    }

    /// What never-ending play is worth; nothing where a promise is broken.
    pub fn endless(&self, position: &[u64; N]) -> Option<i64> {
        match self.endless.ask(position, &mut Vec::new())? {
            Expansion::Terminal(payoff) => Some(payoff),
            Expansion::Moves => None,
        }
    }
}

/// Roughly how many instructions compiling a machine makes, for guessing how long it takes.
pub fn weight(machine: &Machine) -> usize {
    machine.routines().map(|routine| emit::weight(&routine.body)).sum()
}
