//! Runs a machine by compiled code or the interpreter, as a [`Game`].
//!
//! Where compiled code meets a fault, the interpreter is asked again for its number.

use super::jit::{Jit, PlayResult};
use super::tier_up::TierUp;
use std::fmt;
use zug_game::breakage::{Shortcut, is_broken};
use zug_game::{
    CanonicalForm, Expansion, Fault, Game, InductionCounts, InductionOutcome, NativeInduction, NativeOutcome,
    NativeSearch, Player, StaticVerdict, Step, Value,
};
use zug_machine::Machine;
use zug_machine::interpret::{Interpreter, OUR_FAULT};
use zug_machine::moves::{PASS, PackedMove};

/// The cost of a position of a native search, and of a search move by move, in look-ups: see
/// [`Game::plain_cost`].
const NATIVE_COST: u64 = 8;
const PLAIN_COST: u64 = 24;

/// Compares the runner's answers about a position with the definition that the machine was made
/// from.
pub trait Auditor<const N: usize>: fmt::Debug + Sync {
    /// See [`Game::audit`].
    fn audit(&self, runner: &Runner<'_, N>, position: &[u64; N], nth: u64) -> bool;
}

/// Positions whose values are known before a search.
pub trait Leaves: fmt::Debug + Sync {
    /// The value to go of a position, by its words, in the whole game, where it is known; always
    /// the same for the same position.
    fn value(&self, position: &[u64]) -> Option<Value>;
}

/// A machine ready to run, with positions of `N` words.
///
/// With leaves it is another game: play is over in a position whose value is known, with that value
/// as the payoff. Every other position has the value that it has in the whole game, play that goes
/// on for ever included. For the value to go does not depend on how play came to a position: a
/// player who plays well until a known position, and as its value promises from there on, gets at
/// least what he gets in the game with leaves, and so does the other. Plies to the end are those to
/// a leaf.
#[derive(Debug)]
pub struct Runner<'m, const N: usize> {
    interpreter: Interpreter<'m, N>,
    tier: &'m TierUp<N>,
    auditor: Option<&'m dyn Auditor<N>>,
    leaves: Option<&'m dyn Leaves>,
    payoffs: (Value, Value),
}

impl<'m, const N: usize> Runner<'m, N> {
    /// Prepares a machine; none if the interpreter cannot run it. The tier-up state must be that of
    /// the same machine.
    pub fn new(machine: &'m Machine, tier: &'m TierUp<N>) -> Option<Runner<'m, N>> {
        let payoffs = (Value::MIN, Value::MAX);
        let interpreter = Interpreter::new(machine)?;
        Some(Runner { interpreter, tier, auditor: None, leaves: None, payoffs })
    }

    /// The runner with an auditor and bounds of all payoffs, both included.
    #[must_use]
    pub fn audited(self, auditor: &'m dyn Auditor<N>, payoffs: (Value, Value)) -> Runner<'m, N> {
        Runner { auditor: Some(auditor), payoffs, ..self }
    }

    /// The runner with positions at which play counts as over.
    #[must_use]
    pub fn with_leaves(self, leaves: Option<&'m dyn Leaves>) -> Runner<'m, N> {
        Runner { leaves, ..self }
    }

    /// The key with this number ([`Game::number`]).
    pub fn key_of_number(&self, number: u64) -> [u64; N] {
        self.interpreter.key_of_number(number)
    }

    /// The machine.
    pub fn machine(&self) -> &'m Machine {
        self.interpreter.machine()
    }

    /// The interpreter; counts one interpreted routine.
    fn interpreted(&self) -> &Interpreter<'m, N> {
        self.tier.interpret(self.interpreter.machine());
        &self.interpreter
    }
}

/// The paths that are not hot in compiled code: passes, faults, and everything interpreted.
impl<const N: usize> Runner<'_, N>
where
    [u64; N]: Default,
{
    #[cold]
    #[inline(never)]
    fn visit_otherwise(&self, position: &[u64; N], moves: &mut Vec<PackedMove>) -> Result<Expansion, Fault> {
        self.interpreted().expand(position, moves)
    }

    /// Writes the position after a move, and returns its reward.
    #[cold]
    #[inline(never)]
    fn play_otherwise(
        &self,
        position: &[u64; N],
        play: &PackedMove,
        next: &mut [u64; N],
    ) -> Result<Value, Fault> {
        let passed = self.tier.compiled().and_then(|compiled| match compiled.play(position, *play) {
            PlayResult::Pass => compiled.pass(position),
            PlayResult::Step(_) | PlayResult::Broken => None,
        });
        let step = match passed {
            Some(step) => self.after_pass(step)?,
            None => self.interpreted().play(position, play)?,
        };
        *next = step.position;
        Ok(step.reward)
    }

    /// [`Game::expand`] by the rules alone, leaves or not.
    pub fn expand_by_rules(
        &self,
        position: &[u64; N],
        moves: &mut Vec<PackedMove>,
    ) -> Result<Expansion, Fault> {
        if cfg!(debug_assertions) {
            return self.expand_broken(position, moves);
        }
        self.expand_whole(position, moves)
    }

    /// The payoff of a leaf.
    #[inline]
    fn leaf(&self, position: &[u64; N]) -> Option<Value> {
        self.leaves.and_then(|leaves| leaves.value(position))
    }

    #[inline(always)]
    fn expand_whole(&self, position: &[u64; N], moves: &mut Vec<PackedMove>) -> Result<Expansion, Fault> {
        match self.tier.compiled().and_then(|compiled| compiled.expand(position, moves)) {
            Some(expand) => Ok(expand),
            None => self.visit_otherwise(position, moves),
        }
    }

    /// For tests of the checks: breaks the shortcut that `ZUG_BREAK` names.
    fn expand_broken(&self, position: &[u64; N], moves: &mut Vec<PackedMove>) -> Result<Expansion, Fault> {
        let begin = moves.len();
        let expansion = self.expand_whole(position, moves)?;
        if is_broken(Shortcut::Order) {
            moves[begin..].reverse();
        }
        Ok(match expansion {
            Expansion::Terminal(payoff) if is_broken(Shortcut::Payoff) => Expansion::Terminal(-payoff),
            Expansion::Terminal(payoff) if is_broken(Shortcut::Range) => {
                Expansion::Terminal(payoff.saturating_add(self.payoffs.1).saturating_add(1))
            }
            expansion => expansion,
        })
    }

    /// For tests of the checks: a successor with the wrong player to move, or a forgotten reward.
    fn play_broken(&self, position: &[u64; N], play: &PackedMove) -> Result<Step<[u64; N]>, Fault> {
        let mut step = self.interpreter.play(position, play)?;
        if is_broken(Shortcut::Additive) {
            step.reward = 0;
        } else {
            let turn = self.machine().layout.turn;
            step.position[usize::from(turn.word) % N] ^= 1 << turn.shift;
        }
        Ok(step)
    }

    /// The step of a pass; a fault if the other player must pass too.
    fn after_pass(&self, step: Step<[u64; N]>) -> Result<Step<[u64; N]>, Fault> {
        let mut moves = Vec::new();
        match self.expand_by_rules(&step.position, &mut moves)? {
            Expansion::Moves if moves == [PASS] => Err(OUR_FAULT),
            _ => Ok(step),
        }
    }
}

impl<const N: usize> Game for Runner<'_, N>
where
    [u64; N]: Default,
{
    type Position = [u64; N];
    type Move = PackedMove;
    type Key = [u64; N];

    fn start(&self) -> [u64; N] {
        self.interpreter.start()
    }

    fn offset(&self, position: &[u64; N]) -> Value {
        self.interpreter.offset(position)
    }

    #[inline]
    fn mover(&self, position: &[u64; N]) -> Player {
        self.interpreter.mover(position)
    }

    #[inline(always)]
    fn expand(&self, position: &[u64; N], moves: &mut Vec<PackedMove>) -> Result<Expansion, Fault> {
        if let Some(payoff) = self.leaf(position) {
            return Ok(Expansion::Terminal(payoff));
        }
        if cfg!(debug_assertions) {
            return self.expand_broken(position, moves);
        }
        self.expand_whole(position, moves)
    }

    /// Inlined into its caller, with the words apart from the reward, so that the position stays in
    /// registers. Passed through memory, written in two halves and read as one, it took a third of
    /// the time of a search without a table.
    #[inline(always)]
    fn play(&self, position: &[u64; N], play: &PackedMove) -> Result<Step<[u64; N]>, Fault> {
        if is_broken(Shortcut::Successor) || is_broken(Shortcut::Additive) {
            return self.play_broken(position, play);
        }
        let mut next = [0; N];
        let reward = match self.tier.compiled().map(|compiled| compiled.play(position, *play)) {
            Some(PlayResult::Step(step)) => {
                next = step.position;
                step.reward
            }
            _ => self.play_otherwise(position, play, &mut next)?,
        };
        Ok(Step { position: next, reward })
    }

    #[inline]
    fn key(&self, position: &[u64; N]) -> [u64; N] {
        self.interpreter.key(position)
    }

    fn number_bits(&self, from: &[u64; N]) -> Option<u32> {
        self.interpreter.number_bits(from)
    }

    #[inline(always)]
    fn number(&self, key: &[u64; N]) -> u64 {
        self.interpreter.number(key)
    }

    fn key_ranks(&self) -> Option<u64> {
        self.interpreter.key_ranks()
    }

    #[inline(always)]
    fn key_rank(&self, key: &[u64; N]) -> u64 {
        self.interpreter.key_rank(key)
    }

    #[inline(always)]
    fn wide_number(&self, key: &[u64; N]) -> Option<u128> {
        self.interpreter.wide_number(key)
    }

    fn canonical_cost(&self) -> u64 {
        if self.leaves.is_some() { 0 } else { self.interpreter.canonical_cost() }
    }

    /// A leaf may be symmetric to a position that is none, and then their moves differ: with leaves
    /// each position stands for itself.
    #[inline]
    fn canonical(&self, position: &[u64; N]) -> CanonicalForm<[u64; N]> {
        if self.leaves.is_some() {
            return CanonicalForm { key: self.key(position), colour_swapped: false };
        }
        self.interpreter.canonical(position)
    }

    fn full_key(&self, position: &[u64; N]) -> [u64; N] {
        *position
    }

    #[inline(always)]
    fn payoff_range(&self) -> (Value, Value) {
        self.payoffs
    }

    #[cold]
    #[inline(never)]
    fn audit(&self, position: &[u64; N], nth: u64) -> bool {
        self.auditor.is_none_or(|auditor| auditor.audit(self, position, nth))
    }

    fn has_static_verdict(&self) -> bool {
        self.interpreter.has_static_verdict()
    }

    #[inline]
    fn static_verdict(&self, position: &[u64; N], moves: &[PackedMove]) -> StaticVerdict {
        self.interpreter.static_verdict(position, moves)
    }

    #[inline]
    fn order_score(&self, position: &[u64; N], play: &PackedMove) -> Value {
        self.interpreter.order_score(position, play)
    }

    #[inline(always)]
    fn move_code(&self, play: &PackedMove) -> u64 {
        play.0
    }

    #[inline(always)]
    fn has_native_search(&self) -> bool {
        // Compiled code knows nothing of leaves.
        self.leaves.is_none() && self.tier.compiled().is_some_and(Jit::has_native_search)
    }

    fn native_search(&self, position: &[u64; N], plain: NativeSearch<'_>) -> NativeOutcome {
        match self.tier.compiled() {
            Some(compiled) => {
                compiled.native_search(self.machine(), position, plain, || self.tier.has_room())
            }
            None => NativeOutcome::Unable,
        }
    }

    fn has_forms_by_turn(&self) -> bool {
        self.leaves.is_none() && self.interpreter.has_forms_by_turn()
    }

    #[inline(always)]
    fn has_native_induction(&self) -> bool {
        // Compiled code knows nothing of leaves.
        self.leaves.is_none() && self.tier.compiled().is_some_and(Jit::has_native_induction)
    }

    fn native_induction(
        &self,
        position: &[u64; N],
        request: NativeInduction<'_>,
    ) -> (InductionOutcome, InductionCounts) {
        match self.tier.compiled() {
            Some(compiled) => {
                let has_room = || self.tier.has_room();
                compiled.native_induction(self.machine(), position, request, self.payoffs, has_room)
            }
            None => (InductionOutcome::Unable, InductionCounts::default()),
        }
    }

    fn plain_cost(&self) -> u64 {
        // Compiled code knows nothing of leaves.
        let natively = self.leaves.is_none() && self.tier.can_search_natively(self.machine());
        if natively { NATIVE_COST } else { PLAIN_COST }
    }

    #[inline(always)]
    fn order_scores(&self, position: &[u64; N], moves: &[PackedMove], tell: impl FnMut(i64)) {
        self.machine().order_scores(position, moves, tell);
    }

    fn endless(&self, position: &[u64; N]) -> Result<Value, Fault> {
        match self.tier.compiled().and_then(|compiled| compiled.endless(position)) {
            Some(payoff) => Ok(payoff),
            None => self.interpreted().endless(position),
        }
    }
}
