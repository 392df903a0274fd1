//! Judges the facts of `expect` items.

use crate::answer::{Checks, Limits, Options, Prepared, SolveError};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{Choice, Expect, Fact};
use zug_lang::replay;
use zug_lang::semantics::{MoveError, MoveErrorKind, Position, Semantics};
use zug_lang::source::FileId;
use zug_lang::wording;

/// The verdict on a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The fact holds.
    Holds,
    /// The fact does not hold.
    Fails {
        /// The fact in words.
        expected: String,
        /// The truth in words.
        found: String,
    },
    /// The definition has a fault on the way; the diagnostic shows the moves that lead to it.
    Broken(Box<Diagnostic>),
    /// A limit was reached first.
    Limit(String),
}

/// Judges one fact of a prepared definition.
///
/// # Errors
/// Limits, unfit questions and contradictions of the solvers; a fault of the definition is a
/// verdict.
pub fn judge(prepared: &Prepared<'_>, expect: &Expect, limits: &Limits) -> Result<Verdict, SolveError> {
    let semantics = Semantics::new(prepared.program);
    let (position, after) = match played(&semantics, expect) {
        Ok(played) => played,
        Err(verdict) => return Ok(verdict),
    };
    let broken =
        |line: &[Choice]| Ok(Verdict::Broken(Box::new(replay::fault(&semantics, &position, &after, line))));
    if semantics.texts(&position).is_err() {
        return broken(&[]);
    }
    match fact(prepared, &semantics, &position, &expect.fact, limits) {
        Err(SolveError::Fault { line }) => broken(&line),
        judged => judged,
    }
}

/// The position of a fact, and the moves of its `after`.
fn played(semantics: &Semantics<'_>, expect: &Expect) -> Result<(Position, Vec<Choice>), Verdict> {
    let start = semantics.start();
    let Some((moves, _)) = &expect.after else { return Ok((start, Vec::new())) };
    match semantics.read_moves(&start, moves) {
        Ok(line) => Ok((line.positions.last().cloned().unwrap_or(start), line.moves)),
        Err(error) => Err(unplayed(semantics, &error)),
    }
}

/// The verdict on a fact whose `after` cannot be played.
fn unplayed(semantics: &Semantics<'_>, error: &MoveError) -> Verdict {
    let mut diagnostic = replay::moves(semantics.program(), error, FileId::DEFINITION);
    if matches!(error.kind, MoveErrorKind::Broken(_)) {
        // The other label counts from the beginning of the moves, not of the file.
        diagnostic.labels.truncate(1);
        return Verdict::Broken(Box::new(diagnostic));
    }
    Verdict::Fails { expected: "legal moves after `after`".into(), found: diagnostic.message }
}

fn fact(
    prepared: &Prepared<'_>,
    semantics: &Semantics<'_>,
    position: &Position,
    fact: &Fact,
    limits: &Limits,
) -> Result<Verdict, SolveError> {
    match fact {
        Fact::Value(value, plies) => value_is(prepared, position, *value, *plies, limits),
        Fact::Positions(count) => {
            let found = prepared.reachable(position, limits)?;
            Ok(compare(&wording::grouped(*count), &wording::grouped(found)))
        }
        Fact::Perft(counts) => {
            let found = prepared.perft(position, counts.len() as u32, limits)?;
            Ok(compare(&format!("{counts:?}"), &format!("{found:?}")))
        }
        Fact::Best(moves, _) => best_is(prepared, semantics, position, moves, limits),
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
) -> Result<Verdict, SolveError> {
    let options = Options {
        distance: plies.is_some(),
        value_only: true,
        checks: Checks::TEST,
        ..Options::within(limits)
    };
    let answer = prepared.solve(position, &options)?;
    let text = |value, plies: Option<u64>| {
        let number = plies.map(|count| format!(" in {count}")).unwrap_or_default();
        wording::value(prepared.program, value) + &number
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
) -> Result<Verdict, SolveError> {
    let options = Options { checks: Checks::TEST, ..Options::within(limits) };
    let answer = prepared.solve(position, &options)?;
    let spaced = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let sorted = |choices: &[Choice]| {
        let mut texts: Vec<String> =
            choices.iter().map(|choice| spaced(&semantics.text(position, choice))).collect();
        texts.sort();
        texts.dedup();
        texts
    };
    let found = sorted(&answer.best);
    Ok(match semantics.read_choices(position, moves).map(|expected| sorted(&expected)) {
        Ok(expected) => compare(&expected.join(", "), &found.join(", ")),
        Err(_) => Verdict::Fails { expected: spaced(moves), found: found.join(", ") },
    })
}

/// The reason in one paragraph why a fact could not be judged.
pub fn describe(solve_error: &SolveError) -> String {
    match solve_error {
        SolveError::Unfit { why } => why.clone(),
        SolveError::Limit { what, proved, positions } => {
            let proved = proved.clone().unwrap_or_else(|| "nothing was proved".to_string());
            format!("{what} after {} positions; {proved}", wording::grouped(*positions))
        }
        SolveError::Contradiction { what, .. } => format!("a bug of ours: {what}"),
        SolveError::Fault { .. } => "the definition broke a promise while it was played".to_string(),
    }
}
