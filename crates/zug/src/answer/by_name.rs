//! Answers of solvers that know a position by what was proved of the game alone: its moves are played by name.

use super::choose::SolverChoice;
use super::{Answer, Checked, LimitReached, LineEnd, Options, ProvedBounds, SolveError, Statistics};
use zug_lang::program::Choice;
use zug_solve::Stop;

/// Tells the value of a position and of those after it.
pub(super) trait NamedMoves {
    /// A position that came from the one that was asked about.
    type Position;
    /// Why there is no answer.
    type Error: From<SolveError>;

    /// The value for the first player.
    fn value(&mut self, position: &Self::Position) -> Result<i64, Self::Error>;
    /// The legal moves, which are compared with those that were proved.
    fn choices(&self, position: &Self::Position) -> Result<Vec<Choice>, Self::Error>;
    /// The position after a move.
    fn after(&self, position: &Self::Position, choice: &Choice) -> Result<Self::Position, SolveError>;
    /// The work so far.
    fn statistics(&self) -> Statistics;

    /// The answer for a position.
    fn answer(
        &mut self,
        start: Self::Position,
        options: &Options,
        plan: &SolverChoice,
    ) -> Result<Answer, Self::Error> {
        let value = self.value(&start)?;
        let statistics = self.statistics();
        let (mut best, mut moves) = (Vec::new(), Vec::new());
        if !options.value_only || options.all_moves {
            for choice in self.choices(&start)? {
                let found = self.value(&self.after(&start, &choice)?)?;
                if found == value && !options.value_only {
                    best.push(choice.clone());
                }
                if options.all_moves {
                    moves.push((choice, found, None));
                }
            }
        }
        let (line, line_end) = if options.value_only {
            (Vec::new(), LineEnd::NotAsked)
        } else {
            (self.line(start, value)?, LineEnd::Terminal)
        };
        Ok(Answer {
            value,
            distance: None,
            best,
            nimber: None,
            best_within: None,
            line,
            line_end,
            moves,
            solver: plan.solver,
            reason: plan.reason.clone(),
            statistics,
            checked: Checked::default(),
        })
    }

    /// Best play: at each position the first move that keeps the value.
    fn line(&mut self, mut position: Self::Position, value: i64) -> Result<Vec<Choice>, Self::Error> {
        let mut line = Vec::new();
        'play: loop {
            let choices = self.choices(&position)?;
            for choice in &choices {
                let next = self.after(&position, choice)?;
                if self.value(&next)? == value {
                    line.push(choice.clone());
                    position = next;
                    continue 'play;
                }
            }
            return if choices.is_empty() {
                Ok(line)
            } else {
                Err(contradiction("no move keeps the value").into())
            };
        }
    }
}

/// A bug of ours.
pub(super) fn contradiction(what: &str) -> SolveError {
    SolveError::Contradiction { what: what.to_string(), line: Vec::new() }
}

/// Why such a solver stopped.
pub(super) fn stopped<M>(stop: Stop<M>) -> SolveError {
    let limit = |which, positions| SolveError::Limit { which, proved: ProvedBounds::NONE, positions };
    match stop {
        Stop::Limit { which, statistics, .. } => limit(LimitReached::Given(which), statistics.positions),
        Stop::TooDeep { plies } => limit(LimitReached::Depth { plies }, plies),
        _ => contradiction("a game that was proved to be of this kind has neither faults nor repetitions"),
    }
}
