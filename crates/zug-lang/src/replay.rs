//! Renders faults during play: the fault, and the moves that lead to it.

use crate::diagnostic::Diagnostic;
use crate::program::{Choice, Program};
use crate::semantics::{MoveError, MoveErrorKind, Position, RuntimeError, Semantics};
use crate::source::{FileId, Span};
use crate::why::{self, MoveAnswer};
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

/// The diagnostic of a fault at a position to which no way is known.
pub fn fault_somewhere(semantics: &Semantics<'_>, position: &Position) -> Diagnostic {
    let (diagnostic, by) = match beyond(semantics, position) {
        Some((error, by)) => (error.diagnostic(semantics.program()), by),
        None => (unknown(semantics.program()), None),
    };
    let diagnostic = match by {
        Some(text) => diagnostic.note(format!("by the move `{text}` at a position that moves lead to")),
        None => diagnostic.note("at a position that moves lead to"),
    };
    diagnostic.note(drawn(semantics, position))
}

/// Adds the moves that lead to a fault, and a drawing of `position`. If the last move is the one
/// that cannot be played, it is named, and the fields as far as it came are drawn too.
pub fn proved(
    diagnostic: Diagnostic,
    semantics: &Semantics<'_>,
    moves: &[String],
    position: &Position,
) -> Diagnostic {
    let diagnostic = with_moves(diagnostic, moves);
    let Some((text, choice)) = at_fault(semantics, moves, position) else {
        return diagnostic.note(drawn(semantics, position));
    };
    let player = semantics.program().players()[position.turn.index()];
    let before = format!("the position before `{text}`, the move of {player} at fault:");
    let diagnostic = diagnostic.note(format!("{before}{}", lines(semantics, position)));
    let after = match semantics.advance(position, &choice) {
        Ok(after) => format!("the position after it:{}", lines(semantics, &after)),
        Err(_) => {
            let fields = semantics.as_far_as_played(position, &choice);
            let partly = Position { fields, turn: position.turn, asked: position.asked.clone() };
            if partly.fields == position.fields {
                return diagnostic;
            }
            let drawn = crate::text::position::draw_fields(semantics.program(), semantics, &partly);
            format!("as far as it comes:{}", indented(&drawn))
        }
    };
    diagnostic.note(after)
}

/// The last of some moves, if it is legal at the position and cannot be played.
pub fn at_fault(
    semantics: &Semantics<'_>,
    moves: &[String],
    position: &Position,
) -> Option<(String, Choice)> {
    let last = moves.last()?;
    let legal = semantics.texts(position).ok()?;
    let (choice, text) = legal.into_iter().find(|(_, text)| text == last)?;
    semantics.play(position, &choice).is_err().then_some((text, choice))
}

/// The drawing of a position, indented below a heading.
pub fn drawn(semantics: &Semantics<'_>, position: &Position) -> String {
    format!("the position:{}", lines(semantics, position))
}

fn lines(semantics: &Semantics<'_>, position: &Position) -> String {
    indented(&crate::text::position::draw(semantics.program(), semantics, position))
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("\n    {line}").trim_end_matches(' ').to_string()).collect()
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

/// The diagnostic of a move that is not legal: with what it may misspell, or with the part of the
/// rules that refuses it.
fn not_legal(
    program: &Program,
    error: &MoveError,
    (number, span): (usize, Span),
    near: &[String],
) -> Diagnostic {
    let semantics = Semantics::new(program);
    let message = format!("move {number}, `{}`, is not legal", error.text);
    let label = "not among the legal moves here";
    let same = |near: &&String| near.to_lowercase() == error.text.to_lowercase();
    let slip = near.iter().find(same);
    let answer = why::of_move(&semantics, &error.before, &error.text).ok();
    let refused = match answer {
        Some(MoveAnswer::Read(refused)) if slip.is_none() && !refused.holds => Some(refused),
        _ => None,
    };
    let reasons = refused.map(|refused| refused.reasons).unwrap_or_default();
    let why = reasons.first().map_or_else(String::new, |reason| format!(": {}", reason.text));
    let unread = reasons.is_empty() && near.is_empty();
    let label = if unread { "no move of this definition reads like this" } else { label };
    let diagnostic = Diagnostic::error("Z0611", format!("{message}{why}"), span, label);
    let diagnostic = because(diagnostic, &reasons);
    match (reasons.as_slice(), slip.map_or(near, std::slice::from_ref)) {
        ([], []) => diagnostic,
        ([], near) => diagnostic.help(format!("did you mean {}?", quoted(near))),
        _ => diagnostic.help("choose one of the legal moves; `zug why` tells more"),
    }
}

/// Adds the parts of the definition that decide.
fn because(diagnostic: Diagnostic, reasons: &[why::Reason]) -> Diagnostic {
    reasons.iter().fold(diagnostic, |diagnostic, reason| diagnostic.because(reason.span, reason.text.clone()))
}

fn quoted(all: &[String]) -> String {
    all.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>().join(", ")
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
            let diagnostic = Diagnostic::error("Z0612", message, span, "no move can follow");
            let over = why::of_end(&Semantics::new(program), &error.before);
            let reasons = over.map_or_else(|_| Vec::new(), |over| over.reasons);
            because(diagnostic, &reasons).help("leave it out, and what follows")
        }
        MoveErrorKind::NotLegal { near, legal } => {
            let more = if legal.len() > LISTED { ", ..." } else { "" };
            let listed = quoted(&legal[..legal.len().min(LISTED)]);
            not_legal(program, error, (number, span), near)
                .note(format!("{} legal here: {listed}{more}", legal.len()))
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
