//! Joins the two ways of running a definition: both are games, and both know the words' side of a
//! move.

use super::Prepared;
use super::audit::Audit;
use zug_game::{Player, ProcessMemory};
use zug_jit::runner::{Leaves, Runner};
use zug_jit::tier_up::{TierUp, TierUpPolicy};
use zug_lang::program::{Choice, FollowupRequestId};
use zug_lang::semantics::{Asked, Position, Semantics};
use zug_machine::Machine;
use zug_machine::interpret::Interpreter;
use zug_solve::{Parallel, on_deep_stack};

/// A game made from a definition.
pub trait Engine: Parallel<Key: 'static> {
    /// A position of the definition as one of this game.
    fn enter(&self, position: &Position) -> Self::Position;
    /// A position of this game as one of the definition.
    fn leave(&self, position: &Self::Position) -> Position;
    /// A move of this game as one of the definition.
    fn choice(&self, play: &Self::Move) -> Choice;
    /// The bits of a position; nothing where positions have none.
    fn words(position: &Self::Position) -> &[u64];
    /// Sets the bits of a position, where positions have bits.
    fn set_words(position: &mut Self::Position, words: &[u64]);
}

impl Engine for Semantics<'_> {
    fn enter(&self, position: &Position) -> Position {
        position.clone()
    }

    fn leave(&self, position: &Position) -> Position {
        position.clone()
    }

    fn choice(&self, play: &Choice) -> Choice {
        play.clone()
    }

    fn words(_: &Position) -> &[u64] {
        &[]
    }

    fn set_words(_: &mut Position, _: &[u64]) {}
}

impl<const N: usize> Engine for Runner<'_, N>
where
    [u64; N]: Default,
{
    fn enter(&self, position: &Position) -> Self::Position {
        let asked = position.asked.as_ref().map(|asked| (asked.request.0, asked.arguments.clone()));
        let layout = &self.machine().layout;
        let words = layout.encode(&position.fields, position.turn.index() as u32, asked.as_ref());
        words.and_then(|words| words.try_into().ok()).expect("a position of the definition fits its layout")
    }

    fn leave(&self, position: &Self::Position) -> Position {
        let layout = &self.machine().layout;
        let asked = layout
            .asked(position)
            .map(|(request, arguments)| Asked { request: FollowupRequestId(request), arguments });
        let turn = if layout.turn(position) == 0 { Player::First } else { Player::Second };
        Position { fields: layout.fields(position), turn, asked }
    }

    fn choice(&self, play: &Self::Move) -> Choice {
        self.machine().choice(*play)
    }

    #[inline(always)]
    fn words(position: &Self::Position) -> &[u64] {
        position
    }

    #[inline(always)]
    fn set_words(position: &mut Self::Position, words: &[u64]) {
        position.iter_mut().zip(words).for_each(|(word, from)| *word = *from);
    }
}

/// Something to be done with whichever engine a definition was prepared for.
pub trait Task: Send {
    /// What comes out.
    type Output: Send;
    /// Does it.
    fn run<E: Engine>(self, engine: &E) -> Self::Output;
}

/// A machine with what is compiled of it.
#[derive(Debug)]
pub(super) struct LoadedEngine {
    pub machine: Machine,
    tier_up: TierUps,
}

/// By the words of a position, as in [`zug_machine::layout::WIDTHS`].
#[derive(Debug)]
enum TierUps {
    #[cfg(not(target_family = "wasm"))]
    One(TierUp<1>),
    Two(TierUp<2>),
    #[cfg(not(target_family = "wasm"))]
    Four(TierUp<4>),
    Eight(TierUp<8>),
}

/// Something that is done with the tier-up state, whatever its words.
macro_rules! with_tier_up {
    ($all:expr, $tier_up:ident => $done:expr) => {
        match $all {
            #[cfg(not(target_family = "wasm"))]
            TierUps::One($tier_up) => $done,
            TierUps::Two($tier_up) => $done,
            #[cfg(not(target_family = "wasm"))]
            TierUps::Four($tier_up) => $done,
            TierUps::Eight($tier_up) => $done,
        }
    };
}

impl LoadedEngine {
    /// A machine that is compiled then.
    pub fn new(machine: Machine, when: TierUpPolicy) -> LoadedEngine {
        let tier_up = match machine.layout.words {
            #[cfg(not(target_family = "wasm"))]
            1 => TierUps::One(TierUp::new(&machine, when)),
            2 => TierUps::Two(TierUp::new(&machine, when)),
            #[cfg(not(target_family = "wasm"))]
            4 => TierUps::Four(TierUp::new(&machine, when)),
            _ => TierUps::Eight(TierUp::new(&machine, when)),
        };
        LoadedEngine { machine, tier_up }
    }

    /// The same with a bound on the process, which compiling on the way keeps.
    pub fn within(self, process: Option<ProcessMemory>) -> LoadedEngine {
        let tier_up = match self.tier_up {
            #[cfg(not(target_family = "wasm"))]
            TierUps::One(tier_up) => TierUps::One(tier_up.within(process)),
            TierUps::Two(tier_up) => TierUps::Two(tier_up.within(process)),
            #[cfg(not(target_family = "wasm"))]
            TierUps::Four(tier_up) => TierUps::Four(tier_up.within(process)),
            TierUps::Eight(tier_up) => TierUps::Eight(tier_up.within(process)),
        };
        LoadedEngine { tier_up, ..self }
    }

    /// The bound on the process.
    pub fn process(&self) -> Option<ProcessMemory> {
        with_tier_up!(&self.tier_up, tier_up => tier_up.process())
    }

    /// Whether it is compiled by now.
    pub fn is_compiled(&self) -> bool {
        with_tier_up!(&self.tier_up, tier_up => tier_up.compiled().is_some())
    }
}

/// Does a task on a deep stack, with the engine that was asked for.
pub fn with_engine<T: Task>(prepared: &Prepared<'_>, task: T) -> T::Output {
    with_audited_engine(prepared, None, task)
}

/// Does a task as [`with_engine`] does, watched by an audit if there is one.
pub(super) fn with_audited_engine<T: Task>(
    prepared: &Prepared<'_>,
    audit: Option<&Audit<'_>>,
    task: T,
) -> T::Output {
    with_leaves(prepared, audit, None, task)
}

/// Does a task in a game in which play is over at positions whose values are known (`leaves`). The
/// rules by name know nothing of these.
pub(super) fn with_leaves<T: Task>(
    prepared: &Prepared<'_>,
    audit: Option<&Audit<'_>>,
    leaves: Option<&dyn Leaves>,
    task: T,
) -> T::Output {
    // Payoffs are told without the points that only add up, which have other bounds.
    let adds_up = prepared.machine().is_some_and(|machine| !machine.additive.is_empty());
    let payoffs = if adds_up { (i64::MIN, i64::MAX) } else { prepared.range };
    let audit = audit.map(|audit| (audit, payoffs));
    let program = prepared.program;
    on_deep_stack(move || match &prepared.loaded {
        None => task.run(&Semantics::new(program)),
        Some(LoadedEngine { machine, tier_up }) => {
            with_tier_up!(tier_up, tier_up => run(machine, tier_up, audit, leaves, task))
        }
    })
}

fn run<const N: usize, T: Task>(
    machine: &Machine,
    tier_up: &TierUp<N>,
    audit: Option<(&Audit<'_>, (i64, i64))>,
    leaves: Option<&dyn Leaves>,
    task: T,
) -> T::Output
where
    [u64; N]: Default,
{
    let runner = Runner::new(machine, tier_up).expect("`Prepared::new` has tried this machine");
    let runner = runner.with_leaves(leaves);
    match audit {
        Some((audit, payoffs)) => task.run(&runner.audited(audit, payoffs)),
        None => task.run(&runner),
    }
}

/// Something to be done with an engine that is there as long as the program runs.
pub(super) trait LastingTask {
    /// What comes out.
    type Output;
    /// Does it.
    fn run<E: Engine + 'static>(self, engine: &'static E) -> Self::Output;
}

/// Does a task, on the caller's stack, with the engine that was asked for; the engine is never
/// given back.
pub(super) fn with_lasting_engine<T: LastingTask>(
    prepared: &'static Prepared<'static>,
    task: T,
) -> T::Output {
    match &prepared.loaded {
        None => task.run(Box::leak(Box::new(Semantics::new(prepared.program)))),
        Some(LoadedEngine { machine, tier_up }) => {
            with_tier_up!(tier_up, tier_up => run_lasting(machine, tier_up, task))
        }
    }
}

fn run_lasting<const N: usize, T: LastingTask>(
    machine: &'static Machine,
    tier_up: &'static TierUp<N>,
    task: T,
) -> T::Output
where
    [u64; N]: Default,
{
    let runner = Runner::new(machine, tier_up).expect("`Prepared::new` has tried this machine");
    task.run(Box::leak(Box::new(runner)))
}

/// Whether the interpreter has room for a machine.
pub fn fits(machine: &Machine) -> bool {
    match machine.layout.words {
        #[cfg(not(target_family = "wasm"))]
        1 => Interpreter::<1>::new(machine).is_some(),
        2 => Interpreter::<2>::new(machine).is_some(),
        #[cfg(not(target_family = "wasm"))]
        4 => Interpreter::<4>::new(machine).is_some(),
        _ => Interpreter::<8>::new(machine).is_some(),
    }
}
