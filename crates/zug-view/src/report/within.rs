//! Tells what can be forced within a number of plies.

use super::answer::{in_full, listed, row};
use super::view::{line_end, texts};
use crate::json::{self, AnswerHead, JsonLineEnd, JsonValue, WithinRun};
use crate::wording::{leaves_of, proved};
use zug::answer::{LeafUse, WithinAnswer};
use zug_lang::program::{Choice, Program};
use zug_lang::semantics::{Position, Semantics};
use zug_lang::wording::{self, grouped};

/// What can be forced, in words, ready to be printed in any form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithinView {
    /// Title of the game.
    pub title: String,
    /// Moves played before the position that was asked about.
    pub after: Vec<String>,
    /// Who is to move; nobody where play is over.
    pub turn: Option<String>,
    /// The number of plies that was asked for.
    pub within: u32,
    /// The value, if it is known, with its words and the player whom it favours.
    pub value: Option<(i64, String, Option<String>)>,
    /// Bounds that are proved of the value.
    pub bounds: (Option<i64>, Option<i64>),
    /// The bounds in words.
    pub proved: String,
    /// Plies within which the value is forced.
    pub plies: Option<u32>,
    /// Whether these plies count to an end or to a position of a database.
    pub to_database: bool,
    /// Whether the position itself stands in the database: the values of all moves are known.
    pub is_stored: bool,
    /// Whether that is the least number: so with wins.
    pub least: bool,
    /// Whether the other side forces the value: the mover loses, or of one outcome alone cannot
    /// keep play going.
    pub delays: bool,
    /// Whether the mover loses then.
    pub loses: bool,
    /// The moves that force the value.
    pub best: Vec<String>,
    /// How many legal moves there are.
    pub legal: usize,
    /// A line that forces it.
    pub line: Vec<String>,
    /// How the line ends.
    pub line_end: JsonLineEnd,
    /// How all this is known.
    pub why: String,
}

impl WithinView {
    /// An answer in words; `range` bounds all outcomes, `position` is where it was asked, `after`
    /// the moves that led there.
    pub fn new(
        answer: &WithinAnswer,
        (program, range): (&Program, (i64, i64)),
        within: u32,
        position: &Position,
        after: &[Choice],
    ) -> WithinView {
        let semantics = Semantics::new(program);
        let legal = semantics.legal(position).map_or(0, |legal| legal.len());
        let least = answer.value.is_some_and(|value| value == range.0 || value == range.1);
        let mover = position.turn.index();
        let delays = answer.by.is_some_and(|by| by != position.turn);
        let words = |value| {
            (value, wording::value(program, value), wording::winner(program, value).map(str::to_string))
        };
        WithinView {
            title: program.title.clone(),
            after: texts(&semantics, semantics.start(), after),
            turn: (legal > 0).then(|| program.players()[mover].to_string()),
            within,
            value: answer.value.map(words),
            bounds: (answer.proved.lower, answer.proved.upper),
            proved: proved(program, answer.proved).unwrap_or_else(|| unproved(program, within)),
            plies: answer.plies,
            to_database: answer.leaves.is_some_and(|leaves| leaves.found > 0),
            is_stored: stands_in_database(answer),
            least,
            delays,
            loses: delays && !program.points && answer.value != Some(0),
            best: answer.best.iter().map(|choice| semantics.text(position, choice)).collect(),
            legal,
            line: texts(&semantics, position.clone(), &answer.line),
            line_end: line_end(answer.line_end, answer.line_end == zug_solve::LineEnd::NotAsked),
            why: why(answer, answer.by.map(|by| program.players()[by.index()]), range.0 == range.1),
        }
    }
}

/// Whether the answer is that of the database for the position itself: with moves left, nothing
/// else is forced within no ply.
fn stands_in_database(answer: &WithinAnswer) -> bool {
    answer.leaves.is_some() && answer.plies == Some(0)
}

fn unproved(program: &Program, within: u32) -> String {
    let plies = wording::plies(u64::from(within));
    if program.points {
        format!("nothing is proved about the points within {plies}")
    } else {
        format!("neither side can force a win within {plies}")
    }
}

/// How the answer is known; `by` forces it, and `alone` says that the rules have one outcome alone.
fn why(answer: &WithinAnswer, by: Option<&str>, alone: bool) -> String {
    let positions = grouped(answer.statistics.positions);
    let plies = answer.plies.map(|plies| wording::plies(u64::from(plies))).unwrap_or_default();
    if stands_in_database(answer) {
        return "it stands in the database".to_string();
    }
    let stored = answer.leaves.as_ref().map(leaves_of).unwrap_or_default();
    let how = format!("searched forward by iterative deepening, {positions} positions{stored}");
    if let (Some(_), Some(LeafUse { found: 1.., .. })) = (answer.value, answer.leaves) {
        return format!(
            "it is forced by the ends and the positions of the database that play comes to within {plies}; {how}"
        );
    }
    match (answer.value, by) {
        (Some(0), Some(by)) if alone => {
            format!("there is no other outcome, and {by} can end play within {plies}; {how}")
        }
        (Some(_), Some(by)) => {
            format!("{by} forces it, whatever play that goes on for ever is worth; {how}")
        }
        (Some(_), None) => format!("both sides can force it within {plies}; {how}"),
        (None, _) if answer.leaves.is_some_and(|leaves| leaves.found > 0) => how,
        (None, _) => format!("{how}; what play that goes on for ever is worth was not asked"),
    }
}

/// For people: a sentence first, then the rows.
pub fn human(view: &WithinView) -> String {
    let plies = |count| wording::plies(u64::from(count));
    let Some((_, words, _)) = &view.value else {
        let mut out = format!("{}: not decided within {}\n", view.title, plies(view.within));
        row(&mut out, "proved", &view.proved);
        row(&mut out, "because", &view.why);
        return out;
    };
    let how = match view.plies {
        Some(count) if view.least && view.turn.is_some() && !view.to_database => {
            format!(" in {}", plies(count))
        }
        _ => String::new(),
    };
    let mut out = format!("{}: {words}{how}\n", view.title);
    if view.turn.is_none() {
        row(&mut out, "over", "play is over in this position");
        return out;
    }
    row(&mut out, "best moves", &best(view));
    row(&mut out, "best line", &in_full(&view.line, view.line_end));
    row(&mut out, "because", &view.why);
    out
}

/// The moves, and what is not claimed of the others.
fn best(view: &WithinView) -> String {
    let (some, all) = (view.best.len(), view.legal);
    let plies = wording::plies(u64::from(view.plies.unwrap_or(view.within)));
    let others = match (some == all, view.delays) {
        (true, _) => format!("all {all} moves"),
        (false, _) if view.is_stored => format!("{some} of {all} moves"),
        (false, true) if view.to_database && view.loses => format!("{some} of {all} moves; all lose"),
        (false, true) if view.to_database => format!("{some} of {all} moves"),
        (false, true) if view.loses => format!("{some} of {all} moves; all lose, the others sooner"),
        (false, true) => format!("{some} of {all} moves; after the others it is forced sooner"),
        (false, false) => format!("{some} of {all} moves; of the others it is not proved within {plies}"),
    };
    format!("{} ({others})", listed(&view.best))
}

/// As JSON. `head` says what was asked.
pub fn json(head: AnswerHead, view: &WithinView, run: Option<WithinRun>) -> json::Within {
    let value = view.value.clone().map(|(points, text, winner)| JsonValue { text, points, winner });
    json::Within {
        head,
        after: view.after.clone(),
        turn: view.turn.clone(),
        within: view.within,
        value,
        lower: view.bounds.0,
        upper: view.bounds.1,
        plies: view.plies.filter(|_| !view.to_database),
        best: view.best.clone(),
        line: view.line.clone(),
        line_end: (!view.line.is_empty()).then_some(view.line_end),
        run,
    }
}
