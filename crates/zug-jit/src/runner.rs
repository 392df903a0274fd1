//! Runs a machine by whichever is there: compiled code or the interpreter. It is a [`Game`].
//!
//! What compiled code leaves open, which is only where a promise is broken, the interpreter answers.

use super::jit::{Jit, Played};
use super::tier::Tier;
use zug_game::{Class, Fault, Game, Outlook, PlainSearch, Player, Searched, Step, Value, Visit};
use zug_machine::Machine;
use zug_machine::interpret::{Interpreter, OUR_FAULT};
use zug_machine::moves::{Move, PASS};

/// A machine, ready to run, with positions of `N` words.
#[derive(Debug)]
pub struct Runner<'m, const N: usize> {
    interpreter: Interpreter<'m, N>,
    tier: &'m Tier<N>,
}

impl<'m, const N: usize> Runner<'m, N> {
    /// Makes a machine ready; nothing where the interpreter has none for it. The tier is that of the same machine.
    pub fn new(machine: &'m Machine, tier: &'m Tier<N>) -> Option<Runner<'m, N>> {
        Some(Runner { interpreter: Interpreter::new(machine)?, tier })
    }

    /// What it runs.
    pub fn machine(&self) -> &'m Machine {
        self.interpreter.machine()
    }

    /// The interpreter, and one more routine on its account.
    fn interpreted(&self) -> &Interpreter<'m, N> {
        self.tier.interpret(self.interpreter.machine());
        &self.interpreter
    }
}

/// What is not the usual way of compiled code: passes, broken promises, and all that is interpreted.
impl<const N: usize> Runner<'_, N>
where
    [u64; N]: Default,
{
    #[cold]
    #[inline(never)]
    fn visit_otherwise(&self, position: &[u64; N], moves: &mut Vec<Move>) -> Result<Visit, Fault> {
        self.interpreted().visit(position, moves)
    }

    /// Writes where the move leads, and gives what it gains.
    #[cold]
    #[inline(never)]
    fn play_otherwise(&self, position: &[u64; N], play: &Move, next: &mut [u64; N]) -> Result<Value, Fault> {
        let passed = self.tier.compiled().and_then(|compiled| match compiled.play(position, *play) {
            Played::Pass => compiled.pass(position),
            Played::Step(_) | Played::Broken => None,
        });
        let step = match passed {
            Some(step) => self.after_pass(step)?,
            None => self.interpreted().play(position, play)?,
        };
        *next = step.position;
        Ok(step.gain)
    }

    /// The other player may not have to pass too.
    fn after_pass(&self, step: Step<[u64; N]>) -> Result<Step<[u64; N]>, Fault> {
        let mut moves = Vec::new();
        match self.visit(&step.position, &mut moves)? {
            Visit::Moves if moves == [PASS] => Err(OUR_FAULT),
            _ => Ok(step),
        }
    }
}

impl<const N: usize> Game for Runner<'_, N>
where
    [u64; N]: Default,
{
    type Position = [u64; N];
    type Move = Move;
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
    fn visit(&self, position: &[u64; N], moves: &mut Vec<Move>) -> Result<Visit, Fault> {
        match self.tier.compiled().and_then(|compiled| compiled.visit(position, moves)) {
            Some(visit) => Ok(visit),
            None => self.visit_otherwise(position, moves),
        }
    }

    /// Written into its caller, with the words apart from the gain, so that where a move leads stays in registers: handed on through
    /// memory, in two halves that are read as one, it took a third of a plain search.
    #[inline(always)]
    fn play(&self, position: &[u64; N], play: &Move) -> Result<Step<[u64; N]>, Fault> {
        let mut next = [0; N];
        let gain = match self.tier.compiled().map(|compiled| compiled.play(position, *play)) {
            Some(Played::Step(step)) => {
                next = step.position;
                step.gain
            }
            _ => self.play_otherwise(position, play, &mut next)?,
        };
        Ok(Step { position: next, gain })
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

    #[inline]
    fn class(&self, position: &[u64; N]) -> Class<[u64; N]> {
        self.interpreter.class(position)
    }

    fn whole(&self, position: &[u64; N]) -> [u64; N] {
        *position
    }

    fn has_outlook(&self) -> bool {
        self.interpreter.has_outlook()
    }

    #[inline]
    fn outlook(&self, position: &[u64; N], moves: &[Move]) -> Outlook {
        self.interpreter.outlook(position, moves)
    }

    #[inline]
    fn promise(&self, position: &[u64; N], play: &Move) -> Value {
        self.interpreter.promise(position, play)
    }

    #[inline(always)]
    fn can_search(&self) -> bool {
        self.tier.compiled().is_some_and(Jit::can_search)
    }

    fn search(&self, position: &[u64; N], plain: PlainSearch<'_>) -> Searched {
        match self.tier.compiled() {
            Some(compiled) => compiled.search(self.machine(), position, plain),
            None => Searched::Unable,
        }
    }

    #[inline(always)]
    fn promises(&self, position: &[u64; N], moves: &[Move], tell: impl FnMut(i64)) {
        self.machine().promises(position, moves, tell);
    }

    fn endless(&self, position: &[u64; N]) -> Result<Value, Fault> {
        match self.tier.compiled().and_then(|compiled| compiled.endless(position)) {
            Some(payoff) => Ok(payoff),
            None => self.interpreted().endless(position),
        }
    }
}
