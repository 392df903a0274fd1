//! Renders faults during play: the fault, and the moves that lead to it.

use crate::diagnostic::Diagnostic;
use crate::program::{Choice, Program};
use crate::semantics::{MoveError, MoveErrorKind, Position, RuntimeError, Semantics};
use crate::source::{FileId, Span};
use crate::wording;

/// The largest number of legal moves that a message lists.
const LISTED: usize = 24;

/// The diagnostic of a fault that a solver met. The moves are replayed by the reference semantics,
/// which knows the place and the reason.
///
/// `after` leads from the start to `position`, `line` goes on from there; its last move may be the
/// one that cannot be played.
pub fn fault(
    semantics: &Semantics<'_>,
    position: &Position,
    after: &[Choice],
    line: &[Choice],
) -> Diagnostic {
    let program = semantics.program();
    let mut texts = Vec::new();
    let mut here = semantics.start();
    for choice in after {
        texts.push(semantics.text(&here, choice));
        here = semantics.play(&here, choice).unwrap_or(here);
    }
    here = position.clone();
    for choice in line {
        texts.push(semantics.text(&here, choice));
        match semantics.play(&here, choice) {
            Ok(next) => here = next,
            Err(error) => return proved(error.diagnostic(program), semantics, &texts, &here),
        }
    }
    let diagnostic = match beyond(semantics, &here) {
        Some((error, extra)) => {
            texts.extend(extra);
            error.diagnostic(program)
        }
        None => unknown(program),
    };
    proved(diagnostic, semantics, &texts, &here)
}

/// Adds the moves that lead to a fault, and a drawing of `position`.
pub fn proved(
    diagnostic: Diagnostic,
    semantics: &Semantics<'_>,
    moves: &[String],
    position: &Position,
) -> Diagnostic {
    with_moves(diagnostic, moves).note(drawn(semantics, position))
}

/// The drawing of a position, indented below a heading.
pub fn drawn(semantics: &Semantics<'_>, position: &Position) -> String {
    let text = crate::text::position::draw(semantics.program(), semantics, position);
    let lines: String =
        text.lines().map(|line| format!("\n    {line}").trim_end_matches(' ').to_string()).collect();
    format!("the position:{lines}")
}

/// A fault of the position itself, or of one of its moves; then with the text of the move.
fn beyond(semantics: &Semantics<'_>, position: &Position) -> Option<(RuntimeError, Option<String>)> {
    let legal: Vec<Choice> = match semantics.texts(position) {
        Ok(legal) => legal.into_iter().map(|(choice, _)| choice).collect(),
        Err(error) => return Some((error, None)),
    };
    if let Err(error) = semantics.endless(position) {
        return Some((error, None));
    }
    legal.iter().find_map(|choice| {
        let error = semantics.play(position, choice).err()?;
        Some((error, Some(semantics.text(position, choice))))
    })
}

fn with_moves(diagnostic: Diagnostic, texts: &[String]) -> Diagnostic {
    if texts.is_empty() {
        return diagnostic.note("this happens in the position in which play begins");
    }
    diagnostic.note(format!("after the moves: {}", wording::moves(texts)))
}

/// The code of a fault that only the machine meets.
pub const UNKNOWN_FAULT: &str = "Z0899";

/// The diagnostic of a fault that the reference semantics does not find: a bug of the machine.
pub fn unknown(program: &Program) -> Diagnostic {
    let span = program.moves.first().map_or_else(Span::default, |each| each.span);
    Diagnostic::error(UNKNOWN_FAULT, "the definition broke a promise while it was played", span, "met here")
        .help("this should not be possible: please report it with the file")
}

/// The texts of the moves that were played before the error.
fn texts(semantics: &Semantics<'_>, error: &MoveError) -> Vec<String> {
    let mut here = semantics.start();
    let mut texts = Vec::new();
    for (choice, after) in error.played.moves.iter().zip(&error.played.positions) {
        texts.push(semantics.text(&here, choice));
        here = after.clone();
    }
    texts
}

/// The diagnostic of moves that were typed; `file` holds their text.
pub fn moves(program: &Program, error: &MoveError, file: FileId) -> Diagnostic {
    let span = Span::new(file, error.at.start, error.at.end);
    let number = error.played.moves.len() + 1;
    match &error.kind {
        MoveErrorKind::Over(payoff) => {
            let value = wording::value(program, *payoff);
            let message = format!("play is over before move {number}: {value}");
            Diagnostic::error("Z0612", message, span, "no move can follow")
                .help("leave it out, and what follows")
        }
        MoveErrorKind::NotLegal { near, legal } => {
            let message = format!("move {number}, `{}`, is not legal", error.text);
            let diagnostic = Diagnostic::error("Z0611", message, span, "not among the legal moves here");
            let quoted =
                |all: &[String]| all.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>().join(", ");
            let diagnostic = match near.as_slice() {
                [] => diagnostic,
                near => diagnostic.help(format!("did you mean {}?", quoted(near))),
            };
            let more = if legal.len() > LISTED { ", ..." } else { "" };
            let listed = quoted(&legal[..legal.len().min(LISTED)]);
            diagnostic.note(format!("{} legal here: {listed}{more}", legal.len()))
        }
        MoveErrorKind::Broken(broken) => {
            let diagnostic = broken.diagnostic(program).because(span, "met while this move was looked at");
            let semantics = Semantics::new(program);
            let mut texts = texts(&semantics, error);
            texts.extend(semantics.texts(&error.before).is_ok().then(|| error.text.clone()));
            proved(diagnostic, &semantics, &texts, &error.before)
        }
    }
}
