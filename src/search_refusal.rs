//! Why a position has no answer: the failure of a search.

use crate::bug::FailedCheck;
use crate::failure::{BUG, Failure, LIMIT, MISTAKE, USAGE};
use crate::moves;
use std::time::Duration;
use zug::answer::{Prepared, SolveError, Unfit};
use zug_lang::semantics::Semantics;
use zug_lang::source::Sources;
use zug_view::wording::{refused, unfit};

/// The exit code for a position without an answer that was told already.
pub fn exit_code(error: &SolveError) -> u8 {
    match error {
        SolveError::Unfit(Unfit::EndlessVaries) | SolveError::Fault { .. } => MISTAKE,
        SolveError::Unfit(_) | SolveError::Database(_) => USAGE,
        SolveError::Limit { .. } => LIMIT,
        SolveError::Contradiction { .. } => BUG,
    }
}

/// The failure for a position without an answer.
pub fn failure(
    sources: &Sources,
    prepared: &Prepared<'_>,
    played: &moves::PlayedMoves,
    solve_error: SolveError,
    time: Duration,
) -> Failure {
    let code = exit_code(&solve_error);
    match solve_error {
        SolveError::Unfit(why) => Failure::Message { code, text: unfit(&why) },
        SolveError::Database(why) => Failure::Message { code, text: why },
        SolveError::Limit { which, proved, positions } => {
            let text = refused(prepared.program, which, proved, positions, time);
            Failure::Message { code, text }
        }
        SolveError::Contradiction { what, line } => {
            let semantics = &Semantics::new(prepared.program);
            let (position, moves) = (&played.position, &played.texts[..]);
            FailedCheck { sources, moves, semantics, position, line: &line, what: &what }.failure()
        }
        SolveError::Fault { line } => moves::fault(sources, &Semantics::new(prepared.program), played, &line),
    }
}
