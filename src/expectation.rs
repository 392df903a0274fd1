//! Judges whether a fact that a definition claims holds, and says what was found where it does not.

use crate::answer::{Limits, Options, Prepared, Unanswered};
use crate::program::{Expect, Fact};
use crate::report::{trouble, words};
use crate::semantics::{Position, Semantics};
use crate::source::FileId;

/// What became of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is so.
    Holds,
    /// It is not so.
    Fails {
        /// In words, what the file claims.
        expected: String,
        /// In words, what is so.
        found: String,
    },
    /// A limit was reached before it was known.
    Limit(String),
}

/// Judges one fact of the definition that was prepared.
///
/// # Errors
/// What kept it from being judged.
pub fn judge(prepared: &Prepared<'_>, expect: &Expect, limits: &Limits) -> Result<Verdict, Unanswered> {
    let semantics = Semantics::new(prepared.program);
    let mut position = semantics.start();
    if let Some((moves, _)) = &expect.after {
        match semantics.read_moves(&position, moves) {
            Ok(line) => position = line.positions.last().cloned().unwrap_or(position),
            Err(error) => {
                let found = trouble::moves(prepared.program, &error, FileId::DEFINITION).message;
                return Ok(Verdict::Fails { expected: "legal moves after `after`".into(), found });
            }
        }
    }
    if let Err(error) = semantics.texts(&position) {
        let found = error.diagnostic(prepared.program).message;
        return Ok(Verdict::Fails { expected: "a position that can be played".into(), found });
    }
    match &expect.fact {
        Fact::Value(value, plies) => value_is(prepared, &position, *value, *plies, limits),
        Fact::Positions(count) => {
            let found = prepared.reachable(&position, limits)?;
            Ok(compare(&words::grouped(*count), &words::grouped(found)))
        }
        Fact::Perft(counts) => {
            let found = prepared.perft(&position, counts.len() as u32, limits)?;
            Ok(compare(&format!("{counts:?}"), &format!("{found:?}")))
        }
        Fact::Best(moves, _) => best_is(prepared, &semantics, &position, moves, limits),
    }
}

fn compare(expected: &str, found: &str) -> Verdict {
    if expected == found {
        Verdict::Holds
    } else {
        Verdict::Fails { expected: expected.to_string(), found: found.to_string() }
    }
}

fn value_is(
    prepared: &Prepared<'_>,
    position: &Position,
    value: i64,
    plies: Option<u64>,
    limits: &Limits,
) -> Result<Verdict, Unanswered> {
    let options = Options { distance: plies.is_some(), value_only: true, ..Options::within(limits) };
    let answer = prepared.solve(position, &options)?;
    let text = |value, plies: Option<u64>| {
        let number = plies.map(|count| format!(" in {count}")).unwrap_or_default();
        words::value(prepared.program, value) + &number
    };
    let found = if plies.is_some() { answer.distance } else { None };
    Ok(compare(&text(value, plies), &text(answer.value, found)))
}

fn best_is(
    prepared: &Prepared<'_>,
    semantics: &Semantics<'_>,
    position: &Position,
    moves: &str,
    limits: &Limits,
) -> Result<Verdict, Unanswered> {
    let answer = prepared.solve(position, &Options::within(limits))?;
    let spaced = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut found: Vec<String> =
        answer.best.iter().map(|choice| spaced(&semantics.text(position, choice))).collect();
    let mut expected: Vec<String> = moves.split(',').map(spaced).filter(|text| !text.is_empty()).collect();
    found.sort();
    expected.sort();
    expected.dedup();
    Ok(compare(&expected.join(", "), &found.join(", ")))
}

/// Why a fact could not be judged, in one paragraph.
pub fn describe(prepared: &Prepared<'_>, unanswered: &Unanswered) -> String {
    match unanswered {
        Unanswered::Unfit { why } => why.clone(),
        Unanswered::Limit { what, proved, positions } => {
            let proved = proved.clone().unwrap_or_else(|| "nothing was proved".to_string());
            format!("{what} after {} positions; {proved}", words::grouped(*positions))
        }
        Unanswered::Fault { line } => {
            let semantics = Semantics::new(prepared.program);
            trouble::fault(&semantics, &semantics.start(), &[], line).message
        }
    }
}
