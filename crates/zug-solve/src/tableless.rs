//! Alpha-beta without a transposition table, or with no cutoffs at all: every move in the order of the definition, nothing remembered, nobody watching.
//!
//! With `PRUNES` the textbook's alpha-beta from an open window, fail-soft; without, every line of play. Counts are those of
//! [`super::search`] without a memo, which goes the same way for whoever watches. A game that can search by itself
//! ([`Game::native_search`]) is asked to do so below the first position, whose moves are gone through here: so whatever halts the search,
//! it is known which moves were finished.
//!
//! Method: Knuth & Moore, "An Analysis of Alpha-Beta Pruning" (1975). What halts a search is kept aside and not handed up, so that
//! values come back in registers.

use crate::answer::Statistics;
use crate::limits::{Halt, LimitKind, Limits, audit, within_range};
use crate::search::best::Best;
use crate::tracer::Window;
use crate::utility::{DEEPEST, Payoffs, Utility};
use crate::watch::Watch;
use zug_game::{Expansion, Game, NativeOutcome, NativeSearch, PAUSE, SearchCounts, Value};

/// A plain search with what it did.
pub(super) struct TablelessSearch<'a, G: Game, const PRUNES: bool> {
    game: &'a G,
    pub(super) statistics: Statistics,
    /// After a halt: what the finished moves of the first position proved. Nothing where it does not prune.
    pub(super) proved: (Option<Value>, Option<Value>),
    /// The moves of all positions from the first one down to here, one behind the other.
    moves: Vec<G::Move>,
    /// After a halt: the moves that led there, the last one first.
    path: Vec<G::Move>,
    /// Why it halted.
    halt: Option<Halt>,
    /// Whether the game is asked to search by itself: until it is unable to.
    asks: bool,
    watch: Watch,
}

impl<'a, G: Game, const PRUNES: bool> TablelessSearch<'a, G, PRUNES> {
    pub(super) fn new(game: &'a G, limits: &Limits) -> Self {
        TablelessSearch {
            game,
            statistics: Statistics::default(),
            proved: (None, None),
            moves: Vec::new(),
            path: Vec::new(),
            halt: None,
            asks: true,
            watch: Watch::new(limits),
        }
    }

    /// The value to go of a position.
    pub(super) fn value(&mut self, position: &G::Position) -> Result<Value, Halt> {
        self.below(position, Window::OPEN, 0).ok_or_else(|| self.halt.unwrap_or(Halt::NoMoves))
    }

    /// After a halt: the moves that led there.
    pub(super) fn line(&mut self) -> Vec<G::Move> {
        std::mem::take(&mut self.path).into_iter().rev().collect()
    }

    /// The value to go where it lies inside the window; at or below `alpha` an upper bound of it, at or above `beta` a lower bound.
    /// Nothing where the search halts.
    fn below(&mut self, position: &G::Position, window: Window, ply: u64) -> Option<Value> {
        if ply > 0 && self.asks && self.game.has_native_search() {
            return self.by_itself(position, window, ply);
        }
        self.enter(position, ply)?;
        let mark = self.moves.len();
        let value = match self.game.expand(position, &mut self.moves) {
            Ok(Expansion::Terminal(payoff)) => {
                if let Err(halt) = within_range(payoff, self.game.payoff_range()) {
                    return self.halted(halt);
                }
                self.statistics.terminal += 1;
                payoff
            }
            Ok(Expansion::Moves) if self.moves.len() == mark => return self.halted(Halt::NoMoves),
            Ok(Expansion::Moves) => self.best(position, window, mark, ply)?,
            Err(fault) => return self.halted(fault.into()),
        };
        self.moves.truncate(mark);
        Some(value)
    }

    /// The best of the moves from this one on the stack of moves to the last.
    #[inline(always)]
    fn best(&mut self, position: &G::Position, window: Window, mark: usize, ply: u64) -> Option<Value> {
        let mut best = Best::none_yet(self.game.mover(position), window);
        let end = self.moves.len();
        if let Err(halt) = self.watch.after(end - mark) {
            return self.halted(halt);
        }
        for at in mark..end {
            let Some(value) = self.child(position, at, best.window, ply) else {
                self.unwind(at, &best, window, ply);
                return None;
            };
            best.take(at - mark, value);
            if PRUNES && best.window.is_empty() {
                self.statistics.cutoffs += u64::from(at + 1 < end);
                break;
            }
        }
        Some(best.value)
    }

    /// What a move is worth.
    #[inline(always)]
    fn child(&mut self, position: &G::Position, at: usize, window: Window, ply: u64) -> Option<Value> {
        let step = match self.game.play(position, &self.moves[at]) {
            Ok(step) => step,
            Err(fault) => return self.halted(fault.into()),
        };
        let down = |bound| Payoffs::pass_down(step.reward, bound);
        let window = match PRUNES {
            true => Window { alpha: down(window.alpha), beta: down(window.beta) },
            false => Window::OPEN,
        };
        let value = self.below(&step.position, window, ply + 1)?;
        match Payoffs::back_up(step.reward, value) {
            Some(value) => Some(value),
            None => self.halted(Halt::Overflow),
        }
    }

    #[inline(always)]
    fn enter(&mut self, position: &G::Position, ply: u64) -> Option<()> {
        self.statistics.positions += 1;
        if let Err(halt) = audit(self.game, position, self.statistics.positions) {
            return self.halted(halt);
        }
        self.statistics.max_depth = self.statistics.max_depth.max(ply);
        if self.statistics.positions.is_multiple_of(PAUSE)
            && let Err(halt) = self.watch.look(&self.statistics)
        {
            return self.halted(halt);
        }
        match self.watch.depth() {
            Ok(()) if ply < DEEPEST => Some(()),
            _ => self.halted(Halt::TooDeep),
        }
    }

    /// The game searches below a position by itself. What it cannot tell of is searched for move by move.
    #[cold]
    #[inline(never)]
    fn by_itself(&mut self, position: &G::Position, window: Window, ply: u64) -> Option<Value> {
        if let Err(halt) = audit(self.game, position, ply) {
            return self.halted(halt);
        }
        let (before, watch) = (self.statistics, &mut self.watch);
        let (mut halt, floor) = (None, watch.floor());
        let mut look = |tally: &SearchCounts| {
            halt = watch.look(&with(before, tally, ply)).err();
            halt.is_none()
        };
        let Window { alpha, beta } = window;
        let (before, plies) = (before.positions, DEEPEST - ply);
        let plain = NativeSearch { alpha, beta, prunes: PRUNES, before, look: &mut look, floor, plies };
        match self.game.native_search(position, plain) {
            NativeOutcome::Value(value, tally) => {
                if let Err(halt) = within_range(value, self.game.payoff_range()) {
                    return self.halted(halt);
                }
                self.statistics = with(self.statistics, &tally, ply);
                Some(value)
            }
            NativeOutcome::Stopped(tally) => {
                self.statistics = with(self.statistics, &tally, ply);
                self.halted(halt.unwrap_or(Halt::Limit(LimitKind::Interrupted)))
            }
            NativeOutcome::Unable => {
                self.asks = false;
                self.below(position, window, ply)
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn halted<R>(&mut self, halt: Halt) -> Option<R> {
        self.halt = Some(halt);
        None
    }

    #[cold]
    #[inline(never)]
    fn unwind(&mut self, at: usize, best: &Best, window: Window, ply: u64) {
        self.path.push(self.moves[at].clone());
        self.moves.truncate(at);
        if PRUNES && ply == 0 && best.number.is_some() {
            self.proved = best.bounds(window);
        }
    }
}

/// What was counted before, and below a position at this ply.
fn with(before: Statistics, tally: &SearchCounts, ply: u64) -> Statistics {
    Statistics {
        positions: before.positions.saturating_add(tally.positions),
        terminal: before.terminal.saturating_add(tally.terminal),
        cutoffs: before.cutoffs.saturating_add(tally.cutoffs),
        max_depth: before.max_depth.max(ply.saturating_add(tally.deepest)),
        ..before
    }
}
