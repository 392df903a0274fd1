//! Says what was checked of an answer, and what a certificate claims.

use zug::answer::Checked;
use zug_lang::program::Program;
use zug_lang::wording::{self, grouped};
use zug_verify::Claim;

/// What is said where a limit ends the check of a certificate.
pub const NOT_CHECKED: &str = "a limit was reached before the certificate was checked; nothing is shown";

/// What was checked of an answer.
pub fn checked(checked: &Checked) -> String {
    let again = match checked.again {
        Some(positions) => format!("solved again by minimax ({} positions)", grouped(positions)),
        None => "not solved again".to_string(),
    };
    let (compared, line) = (grouped(checked.compared), wording::plies(checked.line));
    format!("{again}; {compared} positions compared; {line} of the line played again")
}

/// A claim of a certificate in the words of the definition.
pub fn claim(program: &Program, claim: &Claim) -> String {
    let prover = program.players()[claim.prover.index()];
    let (value, sign) = (claim.threshold, if claim.prover.index() == 0 { 1 } else { -1 });
    let mut text = match (program.points, sign * value) {
        (false, 1..) => format!("{prover} wins"),
        (false, 0) => format!("{prover} wins or draws"),
        (false, _) => format!("{prover} wins, draws or loses"),
        (true, 0) => format!("{prover} gets a draw or better"),
        (true, _) => format!("{prover} gets `{}` or better", wording::value(program, value)),
    };
    if let Some(count) = claim.within {
        text += &format!(", within {}", wording::plies(count));
    }
    match &claim.after {
        Some(after) => format!("after {after}: {text}"),
        None => text,
    }
}
