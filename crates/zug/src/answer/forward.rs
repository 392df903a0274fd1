//! Turns of a search forward beside the retrograde analysis: where listing every position takes
//! long, a win that is near is found first.
//!
//! A win that is forced within some plies is one whatever `endless` says, so the value is exact. Of
//! the other moves the search says nothing: the moves that win as soon are told as what they are
//! ([`Answer::best_within`]). The turns are counted in positions, not timed, so every run does the
//! same.

use super::engine::Engine;
use super::results::{answer, solve_error};
use super::run::{Earlier, Solving};
use super::{Answer, Checked, Method, Prepared, ProvedBounds, SolveError};
use zug_game::breakage::threshold;
use zug_lang::program::Choice;
use zug_solve::{Forced, LimitKind, Limits, LineEnd, Stop, solve_retrograde, solve_within};

/// Positions listed before anything else is tried: a game of fewer takes no time.
pub(super) const LISTED_FIRST: u64 = 1 << 20;
/// Positions of the first search forward.
pub(super) const FORWARD_FIRST: u64 = 1 << 14;
/// Positions listed to tell all best moves of a win that is known.
pub(super) const LISTED_FOR_ALL: u64 = 1 << 21;
/// Positions listed before the second search forward.
pub(super) const LISTED_THEN: u64 = 1 << 23;
/// Positions of the second search forward.
pub(super) const FORWARD_THEN: u64 = 1 << 20;
/// Plies of a search forward at most.
pub(super) const PLIES: u32 = 1000;

impl Prepared<'_> {
    /// Whether a value is a win that nothing can better. Where a side's best outcome is a draw, or
    /// the other's points, it is no win.
    pub(super) fn is_greatest_win(&self, value: i64) -> bool {
        let (low, high) = self.range;
        low < high && ((value == high && high > 0) || (value == low && low < 0))
    }
}

impl Solving<'_> {
    /// The answer by retrograde analysis, or a win found forward. The work of a win counts the
    /// turns before it, which found nothing; that of retrograde analysis is the positions that it
    /// listed. A limit is told with the work of all turns and what they proved.
    pub fn beside<E: Engine>(&self, engine: &E, position: &E::Position) -> Result<Answer, SolveError> {
        let mut before = Earlier::default();
        match self.dovetailed(engine, position, &mut before) {
            Ok(found) if matches!(found.reason.method, Method::Forward { .. }) => {
                Ok(Answer { statistics: found.statistics.plus(before.work), ..found })
            }
            Ok(found) => Ok(found),
            Err(error) => Err(before.with_proofs(self.prepared.program, error)),
        }
    }

    /// The answer; adds to `before` what turns without an answer took and proved.
    fn dovetailed<E: Engine>(
        &self,
        engine: &E,
        position: &E::Position,
        before: &mut Earlier,
    ) -> Result<Answer, SolveError> {
        if let Some(answered) = self.listed(engine, position, threshold(LISTED_FIRST, 24), before) {
            return answered;
        }
        if let Some(win) = self.win(engine, position, threshold(FORWARD_FIRST, 64), before)? {
            if self.options.all_moves {
                return self.every_move(engine, position, &win, before);
            }
            if self.options.value_only {
                return Ok(win);
            }
            return match self.listed(engine, position, LISTED_FOR_ALL, before) {
                // A limit that ends the listing takes nothing from the win.
                None | Some(Err(SolveError::Limit { .. })) => Ok(win),
                Some(answered) => answered,
            };
        }
        if let Some(answered) = self.listed(engine, position, threshold(LISTED_THEN, 48), before) {
            return answered;
        }
        match self.win(engine, position, threshold(FORWARD_THEN, 256), before)? {
            Some(win) if self.options.all_moves => self.every_move(engine, position, &win, before),
            Some(win) => Ok(win),
            None => self.whole(engine, position, &self.options.limits),
        }
    }

    /// The value of every move, for which all positions are listed; if a limit ends that, the win
    /// is told as proved.
    fn every_move<E: Engine>(
        &self,
        engine: &E,
        position: &E::Position,
        win: &Answer,
        before: &mut Earlier,
    ) -> Result<Answer, SolveError> {
        *before = before.plus(Earlier { work: win.statistics, proved: ProvedBounds::exactly(win.value) });
        self.whole(engine, position, &self.options.limits)
    }

    fn whole<E: Engine>(
        &self,
        engine: &E,
        position: &E::Position,
        limits: &Limits,
    ) -> Result<Answer, SolveError> {
        match solve_retrograde(engine, position, self.question, limits) {
            Ok(solution) => Ok(answer(engine, solution, &self.plan)),
            Err(stop) => Err(solve_error(engine, self.prepared.program, stop)),
        }
    }

    /// Limits of a turn of so many positions.
    fn turn(&self, most: u64) -> Limits {
        let limits = &self.options.limits;
        Limits { positions: Some(limits.positions.map_or(most, |own| own.min(most))), ..limits.clone() }
    }

    /// Whether somebody asked for no more positions than a turn has.
    fn is_last(&self, most: u64) -> bool {
        self.options.limits.positions.is_some_and(|own| own <= most)
    }

    /// The answer by retrograde analysis, if there are not more positions than that.
    fn listed<E: Engine>(
        &self,
        engine: &E,
        position: &E::Position,
        most: u64,
        before: &mut Earlier,
    ) -> Option<Result<Answer, SolveError>> {
        match solve_retrograde(engine, position, self.question, &self.turn(most)) {
            Err(Stop::Limit { which: LimitKind::Positions, statistics, .. }) if !self.is_last(most) => {
                *before = before.plus(Earlier { work: statistics, proved: ProvedBounds::NONE });
                None
            }
            Ok(solution) => Some(Ok(answer(engine, solution, &self.plan))),
            Err(stop) => Some(Err(solve_error(engine, self.prepared.program, stop))),
        }
    }

    /// A win that a search forward finds among so many positions.
    fn win<E: Engine>(
        &self,
        engine: &E,
        position: &E::Position,
        most: u64,
        before: &mut Earlier,
    ) -> Result<Option<Answer>, SolveError> {
        let (low, high) = self.prepared.range;
        let plies = threshold(u64::from(PLIES), 6) as u32;
        let (work, lower, upper) = match solve_within(engine, position, plies, (low, high), &self.turn(most))
        {
            Ok(forced) => match self.prepared.forced_win(&forced) {
                Some(value) => return Ok(Some(self.win_found(engine, position, value, &forced))),
                None => (forced.statistics, Some(forced.lower), Some(forced.upper)),
            },
            Err(
                Stop::Limit { which: LimitKind::Positions, lower, upper, statistics }
                | Stop::TooDeep { lower, upper, statistics, .. },
            ) => (statistics, lower, upper),
            Err(stop) => return Err(solve_error(engine, self.prepared.program, stop)),
        };
        let proved = ProvedBounds::of(self.prepared.program, lower, upper);
        *before = before.plus(Earlier { work, proved });
        Ok(None)
    }

    fn win_found<E: Engine>(
        &self,
        engine: &E,
        position: &E::Position,
        value: i64,
        forced: &Forced<E::Move>,
    ) -> Answer {
        let wins = (value == self.prepared.range.1) == (engine.mover(position) == zug_game::Player::First);
        let choices = |moves: &[E::Move]| -> Vec<Choice> {
            let wanted = moves.iter().filter(|_| !self.options.value_only);
            wanted.map(|each| engine.choice(each)).collect()
        };
        let mut legal = Vec::new();
        // Who loses has no move that does not: all of them keep the value. The search has expanded
        // this position.
        let _ = engine.expand(position, &mut legal);
        let plan = self.plan.by_forward(forced.statistics.positions);
        Answer {
            value,
            distance: forced.plies.map(u64::from).filter(|_| self.question.distance),
            best: choices(if wins { &forced.best } else { &legal }),
            nimber: None,
            best_within: forced.plies.filter(|_| wins && !self.options.value_only),
            line: choices(&forced.line),
            line_end: if self.options.value_only { LineEnd::NotAsked } else { LineEnd::Terminal },
            moves: Vec::new(),
            solver: plan.solver,
            reason: plan.reason,
            statistics: forced.statistics,
            checked: Checked::default(),
        }
    }
}
