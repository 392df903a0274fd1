//! Answers of solvers that know a position by what was proved of the game alone: its moves are
//! played by name.

use super::choose::SolverChoice;
use super::{
    Answer, Checked, LimitReached, LineEnd, Options, Prepared, ProvedBounds, SolveError, Statistics,
};
use zug_lang::program::Choice;
use zug_lang::semantics;
use zug_solve::Stop;

/// Tells the value of a position and of those after it.
pub(super) trait NamedMoves<'a> {
    /// A position that came from the one that was asked about.
    type Position;
    /// Why there is no answer.
    type Error: From<SolveError>;
    /// What the refutations of some moves of a position show of its other moves.
    type Refuted: Default;

    /// The definition.
    fn prepared(&self) -> &'a Prepared<'a>;
    /// The position by name.
    fn named(position: &Self::Position) -> &semantics::Position;

    /// The value for the first player.
    fn value(&mut self, position: &Self::Position) -> Result<i64, Self::Error>;
    /// The legal moves, which are compared with those that were proved.
    fn choices(&self, position: &Self::Position) -> Result<Vec<Choice>, Self::Error>;
    /// The position after a move.
    fn after(&self, position: &Self::Position, choice: &Choice) -> Result<Self::Position, SolveError>;
    /// Whether who moves at a position of this value has lost: then every move keeps the value.
    fn is_lost(&self, position: &Self::Position, value: i64) -> bool;
    /// The value after a move that leads from a position to the next one.
    fn value_after(
        &mut self,
        position: &Self::Position,
        refuted: &mut Self::Refuted,
        next: &Self::Position,
    ) -> Result<i64, Self::Error>;
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
        self.answer_beside(start, options, plan, value).map_err(|error| Self::proved(error, value))
    }

    /// Why there is no answer, where the value was proved all the same.
    fn proved(error: Self::Error, value: i64) -> Self::Error;

    /// The answer for a position of this value.
    fn answer_beside(
        &mut self,
        start: Self::Position,
        options: &Options,
        plan: &SolverChoice,
        value: i64,
    ) -> Result<Answer, Self::Error> {
        let statistics = self.statistics();
        let (mut best, mut moves) = (Vec::new(), Vec::new());
        if !options.value_only || options.all_moves {
            let choices = self.choices(&start)?;
            let values = self.values_of_moves(&start, value, &choices)?;
            for (choice, found) in choices.into_iter().zip(values) {
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

    /// The values of all moves of a position of this value; symmetric moves are asked about once.
    fn values_of_moves(
        &mut self,
        position: &Self::Position,
        value: i64,
        choices: &[Choice],
    ) -> Result<Vec<i64>, Self::Error> {
        if self.is_lost(position, value) {
            return Ok(vec![value; choices.len()]);
        }
        let after = choices.iter().map(|choice| self.after(position, choice));
        let after = after.collect::<Result<Vec<_>, SolveError>>()?;
        let named: Vec<&semantics::Position> = after.iter().map(Self::named).collect();
        let mut refuted = Self::Refuted::default();
        let prepared = self.prepared();
        prepared.values_of_moves(&named, |at| self.value_after(position, &mut refuted, &after[at]))
    }

    /// Best play: at each position the first move that keeps the value.
    fn line(&mut self, mut position: Self::Position, value: i64) -> Result<Vec<Choice>, Self::Error> {
        let mut line = Vec::new();
        'play: loop {
            let choices = self.choices(&position)?;
            let (is_lost, mut refuted) = (self.is_lost(&position, value), Self::Refuted::default());
            for choice in &choices {
                let next = self.after(&position, choice)?;
                if is_lost || self.value_after(&position, &mut refuted, &next)? == value {
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

/// A limit, with the value that was proved before it was reached.
pub(super) fn with_value(error: SolveError, value: i64) -> SolveError {
    match error {
        SolveError::Limit { which, positions, .. } => {
            SolveError::Limit { which, proved: ProvedBounds::exactly(value), positions }
        }
        other => other,
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
        Stop::TooDeep { plies, statistics, .. } => limit(LimitReached::Depth { plies }, statistics.positions),
        _ => contradiction("a game that was proved to be of this kind has neither faults nor repetitions"),
    }
}
