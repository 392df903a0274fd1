//! Impartial games under normal play by their nimbers, component by component.
//!
//! The nimber of a position is the least number that none of its options has (mex). A sum of
//! components has the exclusive or of their nimbers, and who moves wins exactly where that is not 0
//! (Sprague 1935; Grundy 1939). The nimber of a component is found by backward induction over the
//! positions of that component alone: the rest of a position stays as it was when play began, for
//! no move of one component reads or changes another. So the work is the sum of the components'
//! positions, not their product.
//!
//! That a game is impartial, and which entries make a component, is proved by the caller; play must
//! end.

use crate::answer::{Solution, SolveQuestion, Statistics};
use crate::exact_values::ExactValues;
use crate::limits::{Halt, Limits, Stop, audit};
use crate::watch::Watch;
use rustc_hash::FxHashMap;
use zug_game::breakage::{Shortcut, is_broken};
use zug_game::{Expansion, Game, Player, Value};

/// Positions from one look at the clock to the next.
const PAUSE: u64 = 1 << 10;

/// The components of an impartial game.
pub trait GameComponents<G: Game> {
    /// How many there are, at least 1.
    fn count(&self) -> usize;
    /// The part of a position that a component is: positions with the same part have the same moves
    /// of the component, to the same parts. Every move changes the part of its component, and no
    /// other.
    fn part(&self, position: &G::Position, component: usize) -> u128;
}

/// Finds nimbers, and keeps those of every position of a component that it has seen.
pub struct ImpartialSolver<'a, G: Game, C> {
    game: &'a G,
    components: &'a C,
    nimbers: Vec<FxHashMap<u128, u32>>,
    /// After a halt: the moves that lead to it, the last one first.
    path: Vec<G::Move>,
    statistics: Statistics,
    watch: Watch,
}

impl<'a, G: Game, C: GameComponents<G>> ImpartialSolver<'a, G, C> {
    /// A solver that has seen nothing.
    pub fn new(game: &'a G, components: &'a C, limits: &Limits) -> Self {
        let nimbers = vec![FxHashMap::default(); components.count()];
        let (path, statistics, watch) = (Vec::new(), Statistics::default(), Watch::new(limits));
        ImpartialSolver { game, components, nimbers, path, statistics, watch }
    }

    /// The nimber of a position.
    ///
    /// # Errors
    /// A limit, or a fault with the moves that lead to it.
    pub fn nimber(&mut self, position: &G::Position) -> Result<u32, Stop<G::Move>> {
        self.sum(position).map_err(|halt| self.stop(halt, None))
    }

    /// The answer for a position; [`SolveQuestion::distance`] is not answered.
    ///
    /// # Errors
    /// Those of [`ImpartialSolver::nimber`].
    pub fn solution(
        &mut self,
        position: &G::Position,
        question: SolveQuestion,
    ) -> Result<Solution<G::Move>, Stop<G::Move>> {
        ExactValues::solution(self, position, question).map_err(|(halt, value)| self.stop(halt, value))
    }

    /// The error for a halt after this value was found, if it was.
    fn stop(&mut self, halt: Halt, value: Option<Value>) -> Stop<G::Move> {
        let line = std::mem::take(&mut self.path).into_iter().rev().collect();
        halt.into_stop(line, (value, value), self.statistics)
    }

    /// The nimber of a position: the exclusive or of those of its components.
    fn sum(&mut self, position: &G::Position) -> Result<u32, Halt> {
        let joined = |sum: u32, nimber: u32| match is_broken(Shortcut::NimberSum) {
            true => sum | nimber,
            false => sum ^ nimber,
        };
        (0..self.components.count()).try_fold(0, |sum, n| Ok(joined(sum, self.component(position, n, 0)?)))
    }

    /// The nimber of a component.
    fn component(&mut self, position: &G::Position, component: usize, ply: u64) -> Result<u32, Halt> {
        let part = self.components.part(position, component);
        if let Some(nimber) = self.nimbers[component].get(&part) {
            self.statistics.memo_hits += 1;
            return Ok(*nimber);
        }
        self.enter(position, ply)?;
        let options = self.options(position, component, part, ply)?;
        let nimber = least_missing(options);
        self.keep(component, part, nimber)?;
        Ok(nimber)
    }

    /// The nimbers of the options of a component, which is this part of the position.
    fn options(
        &mut self,
        position: &G::Position,
        component: usize,
        part: u128,
        ply: u64,
    ) -> Result<Vec<u32>, Halt> {
        let mut moves = Vec::new();
        if let Expansion::Terminal(_) = self.game.expand(position, &mut moves)? {
            self.statistics.terminal += 1;
            return Ok(Vec::new());
        }
        let mut options = Vec::new();
        for play in moves {
            self.watch.after(0)?;
            let step = self.game.play(position, &play).inspect_err(|_| self.path.push(play.clone()))?;
            let next = step.position;
            if self.components.part(&next, component) != part {
                let found = self.component(&next, component, ply + 1);
                options.push(found.inspect_err(|_| self.path.push(play))?);
            }
        }
        Ok(options)
    }

    fn keep(&mut self, component: usize, part: u128, nimber: u32) -> Result<(), Halt> {
        let table = &self.nimbers[component];
        if table.len() == table.capacity() {
            // While a table grows, the old one stands beside one twice as large.
            self.watch.growth(self.bytes(), self.bytes().saturating_mul(2))?;
        }
        self.nimbers[component].insert(part, nimber);
        self.statistics.stored += 1;
        Ok(())
    }

    fn enter(&mut self, position: &G::Position, ply: u64) -> Result<(), Halt> {
        self.statistics.positions += 1;
        self.statistics.max_depth = self.statistics.max_depth.max(ply);
        audit(self.game, position, self.statistics.positions)?;
        if self.statistics.positions.is_multiple_of(PAUSE) {
            self.statistics.bytes = self.bytes();
            self.watch.look(&self.statistics)?;
        }
        self.watch.entered(self.statistics.positions)?;
        self.watch.depth()
    }

    /// Bytes of the tables: an eighth of each is free, and each place has a byte beside it.
    fn bytes(&self) -> u64 {
        let entry = size_of::<(u128, u32)>() as u64 + 1;
        self.nimbers.iter().map(|table| table.capacity() as u64 * entry / 7 * 8).sum()
    }
}

impl<G: Game, C: GameComponents<G>> ExactValues<G> for ImpartialSolver<'_, G, C> {
    fn to_go(&mut self, position: &G::Position) -> Result<Value, Halt> {
        let wins = self.sum(position)? != 0;
        Ok(if wins == (self.game.mover(position) == Player::First) { 1 } else { -1 })
    }

    fn game(&self) -> &G {
        self.game
    }

    fn path(&mut self) -> &mut Vec<G::Move> {
        &mut self.path
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }

    fn watch(&mut self) -> &mut Watch {
        &mut self.watch
    }
}

/// The least number that is not among these.
fn least_missing(mut numbers: Vec<u32>) -> u32 {
    numbers.sort_unstable();
    numbers.dedup();
    (0..).zip(&numbers).find(|(n, number)| n != *number).map_or(numbers.len() as u32, |(n, _)| n)
}
