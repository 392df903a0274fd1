//! The tier-up policy, when a machine is compiled: never, at once, or once so much was interpreted that compiling would have paid.
//!
//! Compiling takes about as long as interpreting some ten thousand routines, so a small game is solved before it would be
//! compiled. A search notices nothing: both give the same moves in the same order, so it goes on where it is. TierUpPolicy
//! that happens is told by counting, never by a clock: each run does the same.
//!
//! Method: the competitive answer to the ski-rental problem (Karlin, Manasse, Rudolph & Sleator, 1988): rent until the rent
//! paid is the price.

use super::jit::{self, Jit, Refusal};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use zug_machine::Machine;

/// TierUpPolicy a machine is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TierUpPolicy {
    /// It is interpreted.
    Never,
    /// Once that pays.
    WhenWorth,
    /// Before anything is asked.
    AtOnce,
}

/// Routines whose interpreting takes as long as making the compiler ready.
const BASE: u64 = 16_000;
/// The same for each instruction, roughly, that is compiled.
const EACH: u64 = 40;
/// A machine that makes more instructions than this is not compiled unasked: it would take a second.
const HEAVY: usize = 20_000;

/// A machine compiled or not yet, with positions of `N` words. Shared by all who run it.
#[derive(Debug)]
pub struct TierUp<const N: usize> {
    compiled: OnceLock<Option<Jit<N>>>,
    /// Routines interpreted so far.
    interpreted: AtomicU64,
    /// How many are worth compiling; never reached where nothing is to be compiled.
    price: u64,
}

impl<const N: usize> TierUp<N> {
    /// Of a machine. One that cannot be compiled is interpreted.
    pub fn new(machine: &Machine, when: TierUpPolicy) -> TierUp<N> {
        let weight = jit::weight(machine);
        let worth = when == TierUpPolicy::WhenWorth && weight <= HEAVY;
        let price = if worth { BASE + EACH * weight as u64 } else { u64::MAX };
        let tier = TierUp { compiled: OnceLock::new(), interpreted: AtomicU64::new(0), price };
        if when == TierUpPolicy::AtOnce {
            tier.compile(machine);
        }
        tier
    }

    /// The compiled machine, if there is one by now.
    #[inline(always)]
    pub fn compiled(&self) -> Option<&Jit<N>> {
        self.compiled.get()?.as_ref()
    }

    /// One more routine is about to be interpreted; the machine is compiled if that was the price.
    pub fn interpret(&self, machine: &Machine) {
        // Threads may lose each other's counts: then it is compiled a little later.
        let before = self.interpreted.load(Ordering::Relaxed);
        self.interpreted.store(before.saturating_add(1), Ordering::Relaxed);
        if before >= self.price && self.compiled.get().is_none() {
            self.compile(machine);
        }
    }

    fn compile(&self, machine: &Machine) {
        // Whoever comes second while this goes on has found nothing compiled, and interprets.
        let _ = self.compiled.set(Jit::new(machine).ok());
    }
}

/// Why this machine cannot be compiled, if so.
///
/// # Errors
/// The reason.
pub fn compiles(machine: &Machine) -> Result<(), Refusal> {
    match machine.layout.words {
        1 => Jit::<1>::new(machine).map(drop),
        2 => Jit::<2>::new(machine).map(drop),
        4 => Jit::<4>::new(machine).map(drop),
        _ => Jit::<8>::new(machine).map(drop),
    }
}
