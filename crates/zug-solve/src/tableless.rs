//! Alpha-beta, or full minimax, without a transposition table and without a tracer: every move in
//! the order of the definition.
//!
//! With `PRUNES` this is fail-soft alpha-beta from an open window; without, every line of play is
//! searched. The counts are those of [`super::search`] without a table, which traced searches use.
//! Below the first position a game that has a native search ([`Game::native_search`]) is asked to
//! do the work. The moves of the first position are searched one by one here, so that a halted
//! search knows which of them are finished.
//!
//! Method: Knuth and Moore, "An Analysis of Alpha-Beta Pruning" (1975). The reason of a halt is
//! stored in a field instead of a `Result`, so that values return in registers.

use crate::answer::Statistics;
use crate::limits::{Halt, LimitKind, Limits, audit, within_range};
use crate::search::best::Best;
use crate::tracer::Window;
use crate::utility::{DEEPEST, Payoffs, Utility};
use crate::watch::Watch;
use zug_game::{Expansion, Game, NativeOutcome, NativeSearch, PAUSE, SearchCounts, Value};

/// A search without a table, and its counters.
pub(super) struct TablelessSearch<'a, G: Game, const PRUNES: bool> {
    game: &'a G,
    pub(super) statistics: Statistics,
    /// After a halt: the bounds that the finished moves of the first position proved; nothing
    /// without `PRUNES`.
    pub(super) proved: (Option<Value>, Option<Value>),
    /// A stack: the moves of all positions on the current path.
    moves: Vec<G::Move>,
    /// After a halt: the moves that lead to it, the last one first.
    path: Vec<G::Move>,
    /// The reason of a halt.
    halt: Option<Halt>,
    /// Whether to ask the game for its native search: until it returns [`NativeOutcome::Unable`].
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

    /// After a halt: the moves that lead to it, the first one first.
    pub(super) fn line(&mut self) -> Vec<G::Move> {
        std::mem::take(&mut self.path).into_iter().rev().collect()
    }

    /// The value to go, fail-soft as in [`super::search`]; none if the search halts.
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

    /// The best of the moves on the stack from index `mark` on.
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

    /// The value of the move at index `at` of the stack.
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

    /// Asks the game for its native search below a position. If it is unable, the search goes on
    /// here and does not ask again.
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

/// The counters before plus those of a native search below a position at this ply.
fn with(before: Statistics, tally: &SearchCounts, ply: u64) -> Statistics {
    Statistics {
        positions: before.positions.saturating_add(tally.positions),
        terminal: before.terminal.saturating_add(tally.terminal),
        cutoffs: before.cutoffs.saturating_add(tally.cutoffs),
        max_depth: before.max_depth.max(ply.saturating_add(tally.deepest)),
        ..before
    }
}
