//! Says why a solver or a certificate does not fit, and what to use instead.

use zug::answer::{SolverKind, Unfit};

/// The reason, and what to use instead.
pub fn unfit(unfit: &Unfit) -> String {
    match unfit {
        Unfit::MayNotEnd { solver, why } => may_not_end(*solver, why),
        Unfit::Found { why } => (*why).to_string(),
        Unfit::Undecided { .. } => "must-play regions do not decide who wins: it was not shown that one player wins exactly where the other does not; leave out --solver".to_string(),
        Unfit::NoNimber { why } => format!(
            "this game is not proved to have nimbers: {why}; both players must have the same moves, play must end, and who cannot move loses"
        ),
        other => fixed(other).to_string(),
    }
}

fn may_not_end(solver: SolverKind, why: &str) -> String {
    let name = match solver {
        SolverKind::Dfpn => "df-pn",
        SolverKind::Induction => "backward induction",
        SolverKind::MustPlay => "the search by must-play regions",
        SolverKind::Sums => "the search by parts",
        SolverKind::Minimax => "minimax",
        SolverKind::AlphaBeta | SolverKind::Auto | SolverKind::Retrograde => "alpha-beta",
    };
    format!(
        "{name} needs play that must end, and that is not proved: {why}; use --solver retrograde, or say with \
         `progress` which integers every move increases"
    )
}

/// What depends on nothing.
fn fixed(unfit: &Unfit) -> &'static str {
    match unfit {
        Unfit::MayNotEnd { .. } | Unfit::Found { .. } | Unfit::Undecided { .. } | Unfit::NoNimber { .. } => {
            ""
        }
        Unfit::PointsForDfpn => {
            "df-pn asks who wins, and the outcome of this game is points; use --solver alphabeta"
        }
        Unfit::NoSum => {
            "this game is not proved to be a sum: every move may only take moves away, for good, or both players have the same moves, and no \
             move of one part reads or changes another; who cannot move loses; leave out --solver"
        }
        Unfit::DistanceOfSum => {
            "parts of a sum do not tell plies; leave out --distance, or use --solver alphabeta"
        }
        Unfit::NoSetColouring => {
            "this game is not proved to be one in which the players take elements in turns until none is left, and each wins by his own alone, \
             of which more never hurt; leave out --solver"
        }
        Unfit::DistanceOfMustPlay => {
            "must-play regions do not tell plies; leave out --distance, or use --solver alphabeta"
        }
        Unfit::MustPlayWithoutMemo => "carriers are remembered; use --solver alphabeta --memo off",
        Unfit::SumWithoutMemo => "parts of a sum are remembered; use --solver alphabeta --memo off",
        Unfit::DistanceOfInduction => {
            "backward induction does not tell plies; leave out --distance, or use --solver alphabeta"
        }
        Unfit::InductionWithoutMemo => {
            "backward induction keeps every value; use --solver minimax --memo off"
        }
        Unfit::DfpnWithoutMemo => "df-pn cannot search without a memo; use --solver alphabeta --memo off",
        Unfit::ThreadsWithoutMemo => "several threads share the memo of alpha-beta; leave out --threads",
        Unfit::NotListed => "no solver is called so",
        Unfit::DistanceOfPoints => {
            "outcomes of this game are points, which have no distance; leave out `--claim distance`"
        }
        Unfit::DistanceOfDraw => "the position is drawn: there is no win, and no distance to it",
        Unfit::DistanceOfEndlessPlay => "the position is won by play that never ends: there is no distance",
        Unfit::LineOfCertificate => {
            "a setting or a move is empty, too long, or has a line end in it: no certificate can name it"
        }
        Unfit::EndlessVaries => {
            "`endless` is worth different things at positions of one cycle; let it depend only on what no move of a cycle changes"
        }
        Unfit::ValueTooLarge => "the value does not fit into 64 bits",
    }
}
