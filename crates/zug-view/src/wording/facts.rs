//! Says how a fact that a file claims differs from what is so, or why it could not be judged.

use super::limits::{limit, looked_at, proved};
use super::unfit::unfit;
use zug::answer::{SolveError, Unfit};
use zug::expectation::Mismatch;
use zug_lang::program::Program;
use zug_lang::wording::{self, grouped};

/// Why a fact cannot be judged under its own settings.
pub const UNHIDDEN: &str = "the settings hide this fact";

/// Why there is no nimber.
fn no_nimber(program: &Program) -> String {
    let why = zug_analysis::without_nimbers(program, &zug_analysis::ends(program));
    unfit(&Unfit::NoNimber { why })
}

/// What the file claims, and what is so.
pub fn mismatch(program: &Program, mismatch: &Mismatch) -> (String, String) {
    let value = |(value, plies): (i64, Option<u64>)| {
        let plies = plies.map(|count| format!(" in {count}")).unwrap_or_default();
        wording::value(program, value) + &plies
    };
    match mismatch {
        Mismatch::Moves(why) => ("legal moves after `after`".to_string(), why.message.clone()),
        Mismatch::Value { expected, found } => (value(*expected), value(*found)),
        Mismatch::Within { expected: (wanted, plies), found } => {
            let within =
                |(value, plies): (i64, u32)| format!("{} within {plies}", wording::value(program, value));
            let open = || format!("not decided within {}", wording::plies(u64::from(*plies)));
            (within((*wanted, *plies)), found.map_or_else(open, within))
        }
        Mismatch::Positions { expected, found } => (grouped(*expected), grouped(*found)),
        Mismatch::Perft { expected, found } => (format!("{expected:?}"), format!("{found:?}")),
        Mismatch::Nimber { expected, found } => {
            (expected.to_string(), found.map_or_else(|| no_nimber(program), |found| found.to_string()))
        }
        Mismatch::Best { expected, found } => {
            let listed =
                |moves: &[String]| if moves.is_empty() { "no move".into() } else { moves.join(", ") };
            (listed(expected), listed(found))
        }
    }
}

/// Why a fact could not be judged, in one paragraph.
pub fn unjudged(program: &Program, solve_error: &SolveError) -> String {
    match solve_error {
        SolveError::Unfit(why) => unfit(why),
        SolveError::Limit { which, proved: bounds, positions } => {
            let proved = proved(program, *bounds).unwrap_or_else(|| "nothing was proved".to_string());
            let after =
                looked_at(*positions).map_or(String::new(), |positions| format!(" after {positions}"));
            format!("{}{after}; {proved}", limit(*which))
        }
        SolveError::Contradiction { what, .. } => format!("a bug of ours: {what}"),
        SolveError::Database(why) => why.clone(),
        SolveError::Fault { .. } => "the definition broke a promise while it was played".to_string(),
    }
}
