//! Chooses the solver by what is proved about the game.

use super::{MemoSize, Options, Prepared, SolveError, SolverKind};
use zug_analysis::Ends;
use zug_lang::wording;
use zug_solve::Statistics;

/// The solver taken, and the sentence that says why it is sound.
pub struct SolverChoice {
    /// Never [`SolverKind::Auto`].
    pub solver: SolverKind,
    /// Whether play must end.
    pub must_end: bool,
    /// The sentence.
    pub why: String,
    /// Whether df-pn has its turn where alpha-beta takes long.
    pub dovetail: bool,
}

impl SolverChoice {
    /// The same where df-pn was done first, after so much was looked at.
    pub fn by_proofs(&self, prepared: &Prepared<'_>, before: Statistics) -> SolverChoice {
        let (_, reason) = reason(&prepared.ends);
        let why = proofs(zug_analysis::can_be_drawn(prepared.program), &reason);
        let before = wording::grouped(before.positions);
        let why = format!(
            "{why}; alpha-beta and it had turns, and {before} positions were looked at before its last"
        );
        SolverChoice { solver: SolverKind::Dfpn, why, ..*self }
    }
}

/// The solver for these options.
///
/// # Errors
/// Alpha-beta for a game that is not proved to end.
pub fn plan(prepared: &Prepared<'_>, options: &Options) -> Result<SolverChoice, SolveError> {
    let (must_end, reason) = reason(&prepared.ends);
    let solver = match (options.solver, must_end) {
        (SolverKind::Auto, true) => SolverKind::AlphaBeta,
        (SolverKind::Auto, false) => SolverKind::Retrograde,
        (SolverKind::AlphaBeta, false) => {
            return Err(SolveError::Unfit {
                why: format!(
                    "alpha-beta needs play that must end, and that is not proved: {reason}; use --solver \
                     retrograde, or say with `progress` which integers every move increases"
                ),
            });
        }
        (SolverKind::Dfpn, _) => {
            fits_proofs(prepared, options, must_end, &reason)?;
            SolverKind::Dfpn
        }
        (asked, _) => asked,
    };
    let shares = solver == SolverKind::AlphaBeta && options.memo != MemoSize::Off;
    if options.threads.count > 1
        && !shares
        && (options.solver != SolverKind::Auto || solver == SolverKind::AlphaBeta)
    {
        let why = "several threads share the memo of alpha-beta; leave out --threads".to_string();
        return Err(SolveError::Unfit { why });
    }
    let why = match (solver, must_end) {
        (SolverKind::AlphaBeta, _) if options.memo == MemoSize::Off => {
            format!("alpha-beta without a memo saw to the end of play; play must end: {reason}")
        }
        (SolverKind::AlphaBeta, _) => format!("alpha-beta with a memo; play must end: {reason}"),
        (SolverKind::Dfpn, _) => proofs(zug_analysis::can_be_drawn(prepared.program), &reason),
        (SolverKind::Minimax, true) if options.memo == MemoSize::Off => {
            format!("minimax over every line of play, nothing remembered; play must end: {reason}")
        }
        (SolverKind::Minimax, true) => format!("minimax over every line of play; play must end: {reason}"),
        (SolverKind::Minimax, false) => format!("sweeps over all positions until nothing changes; {reason}"),
        _ => format!("retrograde analysis of every reachable position; {reason}"),
    };
    let why = if options.threads.count > 1 && !shares { format!("{why}; it uses one thread") } else { why };
    let dovetail = options.solver == SolverKind::Auto
        && shares
        && options.threads.count <= 1
        && !prepared.program.points
        && !prepared.reads_threats();
    Ok(SolverChoice { solver, must_end, why, dovetail })
}

/// Why df-pn cannot be used, if so.
fn fits_proofs(
    prepared: &Prepared<'_>,
    options: &Options,
    must_end: bool,
    reason: &str,
) -> Result<(), SolveError> {
    let unfit = |why: String| Err(SolveError::Unfit { why });
    if !must_end {
        return unfit(format!(
            "df-pn needs play that must end, and that is not proved: {reason}; use --solver retrograde, or say \
             with `progress` which integers every move increases"
        ));
    }
    if prepared.program.points {
        return unfit(
            "df-pn asks who wins, and the outcome of this game is points; use --solver alphabeta".to_string(),
        );
    }
    if options.memo == MemoSize::Off {
        return unfit("df-pn cannot search without a memo; use --solver alphabeta --memo off".to_string());
    }
    Ok(())
}

fn proofs(draws: bool, reason: &str) -> String {
    let asked = if draws {
        "whether the first player wins, then whether he loses"
    } else {
        "whether the first player wins, for no outcome is a draw"
    };
    format!("df-pn, by proof numbers, asked {asked}; play must end: {reason}")
}

fn reason(ends: &Ends) -> (bool, String) {
    match ends {
        Ends::Proven { words, .. } => (true, words.clone()),
        Ends::Declared { words } => (true, words.clone()),
        Ends::Unproven { why } => (false, why.clone()),
    }
}
