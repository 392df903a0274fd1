//! What solvers return, as answers and as errors in the definition's terms.

use super::choose::SolverChoice;
use super::engine::Engine;
use super::{Answer, Checked, LimitReached, ProvedBounds, SolveError, Unfit};
use zug_lang::program::Program;
use zug_solve::{Solution, Statistics, Stop};

pub(super) fn answer<E: Engine>(engine: &E, solution: Solution<E::Move>, plan: &SolverChoice) -> Answer {
    let choices = |moves: &[E::Move]| moves.iter().map(|each| engine.choice(each)).collect();
    Answer {
        value: solution.value,
        distance: solution.distance,
        best: choices(&solution.best),
        nimber: None,
        best_within: None,
        line: choices(&solution.line),
        line_end: solution.line_end,
        moves: solution
            .moves
            .iter()
            .map(|each| (engine.choice(&each.mv), each.value, each.distance))
            .collect(),
        solver: plan.solver,
        reason: plan.reason.clone(),
        statistics: solution.statistics,
        checked: Checked::default(),
    }
}

/// A database that does not answer.
#[cfg(feature = "database")]
pub(crate) fn unreadable(error: super::database::DatabaseError) -> SolveError {
    SolveError::Database(error.to_string())
}

/// Why there is no answer, in the definition's terms.
pub(crate) fn solve_error<E: Engine>(engine: &E, program: &Program, stop: Stop<E::Move>) -> SolveError {
    let reached = |which, (lower, upper), statistics: Statistics| {
        let proved = ProvedBounds::of(program, lower, upper).closed(program);
        SolveError::Limit { which, proved, positions: statistics.positions }
    };
    match stop {
        Stop::Fault { line, .. } => {
            SolveError::Fault { line: line.iter().map(|each| engine.choice(each)).collect() }
        }
        Stop::Contradiction { what, line } => {
            let line = line.iter().map(|each| engine.choice(each)).collect();
            SolveError::Contradiction { what: what.to_string(), line }
        }
        Stop::Limit { which, lower, upper, statistics } => {
            reached(LimitReached::Given(which), (lower, upper), statistics)
        }
        Stop::TooDeep { plies, lower, upper, statistics } => {
            reached(LimitReached::Depth { plies }, (lower, upper), statistics)
        }
        Stop::Overflow { what, lower, upper, statistics } => {
            reached(LimitReached::Number { what }, (lower, upper), statistics)
        }
        Stop::Unfit { why: zug_solve::ENDLESS_VARIES } => SolveError::Unfit(Unfit::EndlessVaries),
        Stop::Unfit { why } => SolveError::Unfit(Unfit::Found { why }),
    }
}
