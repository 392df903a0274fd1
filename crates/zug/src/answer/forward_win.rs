//! A win that a session finds by searching forward, before all positions are listed.
//!
//! What is proved is what `zug solve` proves of it ([`super::forward`]): a win that is forced
//! within some plies is one whatever `endless` says. So the value is exact, and that of the moves
//! that win as soon; of the others nothing is known. Who loses has no other moves: each of them
//! loses.

use super::engine::Engine;
use super::forward::{FORWARD_THEN, LISTED_FOR_ALL, PLIES};
use super::knowledge::{ForwardWin, Knowledge};
use super::session::{Session, SessionState};
use super::{Prepared, SolveError};
use zug_lang::program::Choice;
use zug_lang::semantics::Position;
use zug_solve::clock::Instant;
use zug_solve::{Forced, Limits, SolvedTable, solve_within};

impl Prepared<'_> {
    /// The value that is proved by what can be forced, if it is a win that nothing can better.
    pub(super) fn forced_win<M>(&self, forced: &Forced<M>) -> Option<i64> {
        // Within a number of plies: bounds that are as wide as the outcomes prove nothing.
        forced.plies?;
        let (low, high) = self.range;
        let value = match (forced.lower, forced.upper) {
            (lower, _) if lower == high => high,
            (_, upper) if upper == low => low,
            _ => return None,
        };
        Some(value).filter(|value| self.is_greatest_win(*value))
    }
}

impl<E: Engine> SessionState<'_, E> {
    /// What is known of a position, all parts of the answer within the time of one question.
    ///
    /// Where there is a time, the chart of all positions has three quarters of it, and what is
    /// left is for a search forward. Where there is none, that chart would take all memory first:
    /// a search forward goes before it, after a chart of few positions.
    pub(super) fn before_all_are_listed(&mut self, position: &Position) -> Result<Knowledge, SolveError> {
        let repeats = !self.must_end() && !self.prepared.program.points;
        let Some(time) = self.limits.time.filter(|_| repeats) else {
            return if repeats { self.forward_first(position) } else { self.ask(position) };
        };
        let all = self.until;
        let entered = self.engine.enter(position);
        let begun = Instant::now();
        let end = |time| begun.checked_add(time).into_iter().chain(all).min();
        self.until = end(time / 4 * 3);
        let proved = match self.found_forward.get(&self.engine.full_key(&entered)) {
            Some(known) => Ok(Some(known.clone())),
            None => self.prove(position),
        };
        self.until = end(time);
        let known = match proved {
            Ok(None) => self.forced(&entered),
            proved => proved,
        };
        self.until = all;
        match known? {
            Some(known) => Ok(known),
            None => self.heuristic(&entered),
        }
    }

    /// A database, a chart of few positions, a search forward, a chart of all, a guess.
    fn forward_first(&mut self, position: &Position) -> Result<Knowledge, SolveError> {
        if let Some(known) = self.stored(position)? {
            return Ok(known);
        }
        let entered = self.engine.enter(position);
        if let Some(known) = self.listed_shortly(&entered)? {
            return Ok(known);
        }
        match self.forced(&entered)? {
            Some(known) => Ok(known),
            None => self.ask(position),
        }
    }

    /// From a chart of few positions: of the whole game, or else of what lies behind this position.
    fn listed_shortly(&mut self, position: &E::Position) -> Result<Option<Knowledge>, SolveError> {
        if let Some(known) = self.looked_up(position) {
            return Ok(Some(known));
        }
        let start = self.engine.enter(&self.prepared.start());
        let is_start = self.engine.full_key(&start) == self.engine.full_key(position);
        if !self.broken
            && self.make_short_table(&start, is_start)?
            && let Some(known) = self.looked_up(position)
        {
            return Ok(Some(known));
        }
        if !is_start && self.make_short_table(position, true)? {
            return Ok(self.looked_up(position));
        }
        Ok(None)
    }

    /// Charts what lies behind a position, if that is not much; whether it did. What was too much
    /// is not listed again. A mistake of the definition counts where it was asked about that
    /// position.
    fn make_short_table(&mut self, from: &E::Position, asked: bool) -> Result<bool, SolveError> {
        let key = self.engine.full_key(from);
        if self.large.contains(&key) {
            return Ok(false);
        }
        let limits = self.within(self.limits.memory, 1);
        let limits = Limits { positions: Some(LISTED_FOR_ALL), ..limits };
        match SolvedTable::of(self.engine, from, &limits, false) {
            Ok(table) => {
                self.table = Some(table);
                return Ok(true);
            }
            Err(stop) if asked => self.give_up(stop)?,
            Err(_) => {}
        }
        self.large.insert(key);
        Ok(false)
    }

    /// From a search forward.
    fn forced(&mut self, position: &E::Position) -> Result<Option<Knowledge>, SolveError> {
        let key = self.engine.full_key(position);
        if let Some(known) = self.found_forward.get(&key) {
            return Ok(Some(known.clone()));
        }
        let limits = self.within(self.limits.memory, 1);
        let limits = Limits { positions: Some(FORWARD_THEN), ..limits };
        let known = match solve_within(self.engine, position, PLIES, self.prepared.range, &limits) {
            Ok(forced) => self.known_by(position, &forced),
            Err(stop) => {
                self.give_up(stop)?;
                None
            }
        };
        self.found_forward.extend(known.clone().map(|known| (key, known)));
        Ok(known)
    }

    fn known_by(&self, position: &E::Position, forced: &Forced<E::Move>) -> Option<Knowledge> {
        let value = self.prepared.forced_win(forced)?;
        let plies = u64::from(forced.plies?);
        let mut legal = Vec::new();
        // The search has expanded this position.
        let _ = self.engine.expand(position, &mut legal);
        let choices = |moves: &[E::Move]| -> Vec<Choice> {
            moves.iter().map(|each| self.engine.choice(each)).collect()
        };
        let (legal, best) = (choices(&legal), choices(&forced.best));
        let wins = (value > 0) == (self.engine.mover(position) == zug_game::Player::First);
        if !wins || legal.is_empty() {
            let moves = legal.into_iter().map(|each| (each, value, None)).collect();
            return Some(Knowledge::Exact {
                value,
                plies: Some(plies),
                moves,
                next: best.into_iter().next(),
            });
        }
        let open = legal.into_iter().filter(|each| !best.contains(each)).collect();
        let moves = best.into_iter().map(|each| (each, value, Some(plies))).collect();
        Some(Knowledge::Won(ForwardWin { value, plies, moves, open, line: choices(&forced.line) }))
    }
}
