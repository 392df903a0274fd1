//! The tier-up policy: a machine is compiled never, at once, or when so much was interpreted that
//! compiling would have paid.
//!
//! Compiling takes about as long as interpreting some ten thousand routines, so a small game is
//! solved before it would be compiled. Both ways have the same moves in the same order, so a search
//! goes on where it is when the machine is compiled. The decision is based on counters, never on a
//! clock, so every run is the same; only where the process has a bound does the system's figure of
//! its memory decide too.
//!
//! Method: the deterministic strategy for the ski-rental problem (Karlin, Manasse, Rudolph and
//! Sleator, "Competitive Snoopy Caching", 1988): rent until the rent paid equals the price.

use super::HEAVY;
use super::jit::{self, CompileRefusal, Jit};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use zug_game::ProcessMemory;
use zug_machine::Machine;

/// When a machine is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TierUpPolicy {
    /// Never.
    Never,
    /// When as much was interpreted as compiling costs.
    WhenWorth,
    /// At the beginning.
    AtOnce,
}

/// The cost of starting the compiler, in interpreted routines.
const BASE: u64 = 16_000;
/// The cost of compiling an instruction, in interpreted routines.
const EACH: u64 = 40;

/// Bytes that the generator of machine code takes where a definition is large, with the pages of
/// the program that hold it. A machine is not compiled on the way where the process has less room.
pub const GENERATOR: u64 = 5 << 20;

/// The compiled machine, once there is one, with positions of `N` words. All who run the machine
/// share it.
#[derive(Debug)]
pub struct TierUp<const N: usize> {
    compiled: OnceLock<Option<Jit<N>>>,
    /// The routines interpreted so far; approximate with several threads.
    interpreted: AtomicU64,
    /// The number of interpreted routines at which to compile; `u64::MAX` if never.
    price: u64,
    /// Whether the machine, once compiled, has a native search; asked for when it matters.
    natively: OnceLock<bool>,
    /// The memory that compiling on the way keeps within.
    process: Option<ProcessMemory>,
}

impl<const N: usize> TierUp<N> {
    /// The tier-up state of a machine. One that cannot be compiled stays interpreted.
    pub fn new(machine: &Machine, when: TierUpPolicy) -> TierUp<N> {
        let weight = jit::weight(machine);
        let worth = when == TierUpPolicy::WhenWorth && weight <= HEAVY;
        let price = if worth { BASE + EACH * weight as u64 } else { u64::MAX };
        let tier = TierUp {
            compiled: OnceLock::new(),
            interpreted: AtomicU64::new(0),
            price,
            natively: OnceLock::new(),
            process: None,
        };
        if when == TierUpPolicy::AtOnce {
            tier.compile(machine);
        }
        tier
    }

    /// The same with a bound on the process: what would be compiled on the way is interpreted where
    /// the generator has no room. No answer changes.
    #[must_use]
    pub fn within(self, process: Option<ProcessMemory>) -> TierUp<N> {
        TierUp { process, ..self }
    }

    /// The bound on the process.
    pub fn process(&self) -> Option<ProcessMemory> {
        self.process
    }

    /// Whether the generator has room now.
    pub(super) fn has_room(&self) -> bool {
        self.process.is_none_or(|process| process.has_room(GENERATOR))
    }

    /// The compiled machine, if there is one now.
    #[inline(always)]
    pub fn compiled(&self) -> Option<&Jit<N>> {
        self.compiled.get()?.as_ref()
    }

    /// Whether the machine has a native search once it is compiled; the same whether it is or not.
    pub fn can_search_natively(&self, machine: &Machine) -> bool {
        *self.natively.get_or_init(|| jit::weight(machine) <= HEAVY && jit::can_search_natively(machine))
    }

    /// Counts a routine that is about to be interpreted; compiles the machine when the price is
    /// reached.
    pub fn interpret(&self, machine: &Machine) {
        // Threads may lose counts; the machine is then compiled a little later.
        let before = self.interpreted.load(Ordering::Relaxed);
        self.interpreted.store(before.saturating_add(1), Ordering::Relaxed);
        if before >= self.price && self.compiled.get().is_none() {
            self.compile_on_the_way(machine);
        }
    }

    #[cold]
    fn compile_on_the_way(&self, machine: &Machine) {
        if self.has_room() {
            self.compile(machine);
        } else {
            let _ = self.compiled.set(None);
        }
    }

    fn compile(&self, machine: &Machine) {
        // A thread that comes second meanwhile finds nothing compiled, and interprets.
        let _ = self.compiled.set(Jit::new(machine).ok());
    }
}

/// Checks whether a machine can be compiled.
///
/// # Errors
/// The reason why not.
pub fn compiles(machine: &Machine) -> Result<(), CompileRefusal> {
    match machine.layout.words {
        #[cfg(not(target_family = "wasm"))]
        1 => Jit::<1>::new(machine).map(drop),
        2 => Jit::<2>::new(machine).map(drop),
        #[cfg(not(target_family = "wasm"))]
        4 => Jit::<4>::new(machine).map(drop),
        _ => Jit::<8>::new(machine).map(drop),
    }
}
