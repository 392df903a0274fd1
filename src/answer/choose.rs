//! Chooses the solver by what is proved about the game.

use super::{MemoSize, Options, Prepared, SolverKind, Unanswered};
use crate::facts::Ends;

/// The solver taken, and the sentence that says why it is sound.
pub struct Plan {
    /// Never [`SolverKind::Auto`].
    pub solver: SolverKind,
    /// Whether play must end.
    pub must_end: bool,
    /// The sentence.
    pub why: String,
}

/// The solver for these options.
///
/// # Errors
/// Alpha-beta for a game that is not proved to end.
pub fn plan(prepared: &Prepared<'_>, options: &Options) -> Result<Plan, Unanswered> {
    let (must_end, reason) = reason(&prepared.ends);
    let solver = match (options.solver, must_end) {
        (SolverKind::Auto, true) => SolverKind::AlphaBeta,
        (SolverKind::Auto, false) => SolverKind::Retrograde,
        (SolverKind::AlphaBeta, false) => {
            return Err(Unanswered::Unfit {
                why: format!(
                    "alpha-beta needs play that must end, and that is not proved: {reason}; use --solver \
                     retrograde, or say with `progress` which integers every move increases"
                ),
            });
        }
        (asked, _) => asked,
    };
    let why = match (solver, must_end) {
        (SolverKind::AlphaBeta, _) if options.memo == MemoSize::Off => {
            format!("alpha-beta without a memo saw to the end of play; play must end: {reason}")
        }
        (SolverKind::AlphaBeta, _) => format!("alpha-beta with a memo; play must end: {reason}"),
        (SolverKind::Minimax, true) => format!("minimax over every line of play; play must end: {reason}"),
        (SolverKind::Minimax, false) => format!("sweeps over all positions until nothing changes; {reason}"),
        _ => format!("retrograde analysis of every reachable position; {reason}"),
    };
    Ok(Plan { solver, must_end, why })
}

fn reason(ends: &Ends) -> (bool, String) {
    match ends {
        Ends::Proven { words, .. } => (true, words.clone()),
        Ends::Declared { words } => (true, words.clone()),
        Ends::Unproven { why } => (false, why.clone()),
    }
}
