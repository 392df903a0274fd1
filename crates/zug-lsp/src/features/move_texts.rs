//! Moves in expectations when a name changes: they are played before and after, and written anew
//! where they would stand for other moves. The words alone do not tell: in a notation the same
//! letters may be a name and not.

use super::moves;
use crate::analysis::TextAnalysis;
use crate::failure::RequestFailure;
use zug_lang::program::{Choice, Program};
use zug_lang::semantics::{Position, Semantics};
use zug_lang::source::Span;
use zug_lang::syntax::ast::{Expect, Fact, ItemKind, Text};

/// A name and the one that it gets.
#[derive(Clone, Copy, Debug)]
pub struct Renaming<'n> {
    /// Before.
    pub old: &'n str,
    /// After.
    pub new: &'n str,
}

/// The literals of moves in `before` that must change so that they stand for the same moves in
/// `after`, in which everything else is renamed already.
///
/// # Errors
/// A literal holds the name and cannot be played, or its moves cannot be written with the new name.
pub fn edits(
    before: &TextAnalysis,
    after: &TextAnalysis,
    renaming: Renaming<'_>,
) -> Result<Vec<(Span, String)>, RequestFailure> {
    let mut edits = Vec::new();
    for (old, new) in expects(before).zip(expects(after)) {
        // A move whose text holds neither name is written as before, and no other is written so.
        let concerned = |text: &Text| text.text.contains(renaming.old) || text.text.contains(renaming.new);
        if literals(old).any(|(_, text)| concerned(text)) {
            let programs = (moves::program_under(before, &old.with), moves::program_under(after, &new.with));
            edits.extend(of_expect(old, &programs, renaming)?);
        }
    }
    Ok(edits)
}

fn expects(analysis: &TextAnalysis) -> impl Iterator<Item = &Expect> {
    analysis.game.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Expect(expect) => Some(expect),
        _ => None,
    })
}

/// How the moves of a literal follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveSequence {
    /// `after`: each is played after the one before.
    Line,
    /// `best`: all are choices in one position.
    PlayedMoves,
}

/// The literals of an expectation that hold moves; the moves that are played come first.
fn literals(expect: &Expect) -> impl Iterator<Item = (MoveSequence, &Text)> {
    let best = expect.facts.iter().filter_map(|(fact, _)| match fact {
        Fact::Best(text) => Some((MoveSequence::PlayedMoves, text)),
        _ => None,
    });
    expect.after.iter().map(|text| (MoveSequence::Line, text)).chain(best)
}

fn of_expect(
    expect: &Expect,
    programs: &(Option<Program>, Option<Program>),
    renaming: Renaming<'_>,
) -> Result<Vec<(Span, String)>, RequestFailure> {
    let mut sides = match programs {
        (Some(before), Some(after)) => Some((Side::new(before), Side::new(after))),
        _ => None,
    };
    let mut edits = Vec::new();
    for (kind, text) in literals(expect) {
        let read = sides.as_ref().and_then(|(before, _)| before.read(kind, &text.text));
        let Some((sides, choices)) = sides.as_mut().zip(read) else {
            if words(&text.text, renaming.old).next().is_some() {
                return Err(refused(text, renaming, "cannot be played now"));
            }
            continue;
        };
        if let Some(new) = sides.1.rewritten(kind, text, &choices, renaming)? {
            edits.push((text.span, literal(&new)));
        }
        if kind == MoveSequence::Line {
            sides.0.play(&choices);
            sides.1.play(&choices);
        }
    }
    Ok(edits)
}

fn refused(text: &Text, renaming: Renaming<'_>, why: &str) -> RequestFailure {
    let Renaming { old, new } = renaming;
    RequestFailure::failed(format!("`{old}` cannot be called `{new}`: the moves \"{}\" {why}", text.text))
}

/// A definition and a position in which moves are read and written.
struct Side<'p> {
    semantics: Semantics<'p>,
    at: Position,
}

impl<'p> Side<'p> {
    fn new(program: &'p Program) -> Side<'p> {
        let semantics = Semantics::new(program);
        let at = semantics.start();
        Side { semantics, at }
    }

    /// The moves that a text stands for.
    fn read(&self, kind: MoveSequence, text: &str) -> Option<Vec<Choice>> {
        match kind {
            MoveSequence::Line => self.semantics.read_moves(&self.at, text).ok().map(|line| line.moves),
            MoveSequence::PlayedMoves => self.semantics.read_choices(&self.at, text).ok(),
        }
    }

    /// A text that stands for moves.
    fn write(&self, kind: MoveSequence, choices: &[Choice]) -> Option<String> {
        let (mut texts, mut at) = (Vec::new(), self.at.clone());
        for choice in choices {
            texts.push(self.semantics.text(&at, choice));
            if kind == MoveSequence::Line {
                at = self.semantics.play(&at, choice).ok()?;
            }
        }
        Some(texts.join(", "))
    }

    fn play(&mut self, choices: &[Choice]) {
        for choice in choices {
            if let Ok(next) = self.semantics.play(&self.at, choice) {
                self.at = next;
            }
        }
    }

    /// What stands for the moves here where the old text does not: the old text with the new name,
    /// or else one written from the moves.
    fn rewritten(
        &self,
        kind: MoveSequence,
        text: &Text,
        choices: &[Choice],
        renaming: Renaming<'_>,
    ) -> Result<Option<String>, RequestFailure> {
        let fits = |text: &String| self.read(kind, text).is_some_and(|found| found == choices);
        if fits(&text.text) {
            return Ok(None);
        }
        let replaced = Some(replaced(&text.text, renaming)).filter(fits);
        let found = replaced.or_else(|| self.write(kind, choices).filter(fits));
        found.map(Some).ok_or_else(|| refused(text, renaming, "cannot be written with that name"))
    }
}

/// A text as a literal.
fn literal(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A text with the new name for every word that is the old one.
fn replaced(text: &str, renaming: Renaming<'_>) -> String {
    let (mut new, mut done) = (String::new(), 0);
    for at in words(text, renaming.old) {
        new.push_str(&text[done..at]);
        new.push_str(renaming.new);
        done = at + renaming.old.len();
    }
    new + &text[done..]
}

/// Where a word stands in a text as a whole word.
fn words<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).map(|(at, _)| at).filter(move |at| {
        let (before, after) = (text[..*at].chars().next_back(), text[at + word.len()..].chars().next());
        !before.is_some_and(inside) && !after.is_some_and(inside)
    })
}
