//! Judges the facts of `expect` items.

use crate::answer::{Checks, Limits, Options, Prepared, SolveError};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{Choice, Expect, Fact};
use zug_lang::replay;
use zug_lang::semantics::{MoveError, MoveErrorKind, Position, Semantics};
use zug_lang::source::FileId;

/// The verdict on a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The fact holds.
    Holds,
    /// It is not so.
    Fails(Mismatch),
    /// The definition broke a promise while it was played: what, with the moves that prove it.
    Broken(Box<Diagnostic>),
}

/// What a file claims beside what is so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// The moves after `after` cannot be played: why.
    Moves(Box<Diagnostic>),
    /// A value from the first player's side, and plies to the end where the file says some.
    Value {
        /// In the file.
        expected: (i64, Option<u64>),
        /// In truth.
        found: (i64, Option<u64>),
    },
    /// A value that can be forced within a number of plies.
    Within {
        /// In the file.
        expected: (i64, u32),
        /// What can be forced, and within how many plies, if anything can.
        found: Option<(i64, u32)>,
    },
    /// A number of positions.
    Positions {
        /// In the file.
        expected: u64,
        /// In truth.
        found: u64,
    },
    /// Numbers of sequences of 1, 2, .. moves.
    Perft {
        /// In the file.
        expected: Vec<u64>,
        /// In truth.
        found: Vec<u64>,
    },
    /// A nimber.
    Nimber {
        /// In the file.
        expected: u64,
        /// In truth; none where the game is not proved to have nimbers.
        found: Option<u64>,
    },
    /// The best moves in the definition's notation, sorted.
    Best {
        /// In the file.
        expected: Vec<String>,
        /// In truth.
        found: Vec<String>,
    },
}

/// Judges one fact of a prepared definition.
///
/// ```
/// use zug::expectation::{Verdict, judge};
/// use zug::{Definition, EngineKind, Limits, Prepared};
///
/// let text = "game \"Five sticks\" players A, B state { sticks: 0..5 = 5 }
///     move take(n in 1..2) when n <= sticks { sticks -= n } stuck => me loses
///     expect value = A wins
///     expect value = B wins";
/// let definition = Definition::of(text).expect("no mistakes");
/// let prepared = Prepared::new(&definition.program, EngineKind::Auto).expect("small enough");
/// let verdict = |fact| judge(&prepared, fact, &Limits::default()).expect("judged");
/// let verdicts: Vec<Verdict> = definition.program.expects.iter().map(verdict).collect();
/// assert!(matches!(verdicts[..], [Verdict::Holds, Verdict::Fails(_)]));
/// ```
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
    Verdict::Fails(Mismatch::Moves(Box::new(diagnostic)))
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
        Fact::Within(value, plies) => {
            let found = prepared.solve_within(position, *plies, limits)?;
            let (expected, found) = ((*value, *plies), found.value.zip(found.plies));
            Ok(verdict(found.is_some_and(|(found, _)| found == *value), Mismatch::Within { expected, found }))
        }
        Fact::Positions(count) => {
            let found = prepared.reachable(position, limits)?;
            Ok(verdict(*count == found, Mismatch::Positions { expected: *count, found }))
        }
        Fact::Perft(counts) => {
            let found = prepared.perft(position, counts.len() as u32, limits)?;
            Ok(verdict(*counts == found, Mismatch::Perft { expected: counts.clone(), found }))
        }
        Fact::Nimber(number) => {
            let (expected, found) = (*number, prepared.nimber(position, limits)?.map(u64::from));
            Ok(verdict(found == Some(expected), Mismatch::Nimber { expected, found }))
        }
        Fact::Best(moves, _) => best_is(prepared, semantics, position, moves, limits),
    }
}

fn verdict(holds: bool, mismatch: Mismatch) -> Verdict {
    if holds { Verdict::Holds } else { Verdict::Fails(mismatch) }
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
        // A win that is found forward is one, however many positions there are; its plies are asked
        // of all of them.
        forward: plies.is_none(),
        checks: Checks::TEST,
        ..Options::within(limits)
    };
    let answer = prepared.solve(position, &options)?;
    let (expected, found) = ((value, plies), (answer.value, answer.distance.filter(|_| plies.is_some())));
    Ok(verdict(expected == found, Mismatch::Value { expected, found }))
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
    let read = semantics.read_choices(position, moves).map(|expected| sorted(&expected));
    let holds = read.as_ref().is_ok_and(|expected| *expected == found);
    let expected = read.unwrap_or_else(|_| vec![spaced(moves)]);
    Ok(verdict(holds, Mismatch::Best { expected, found }))
}
