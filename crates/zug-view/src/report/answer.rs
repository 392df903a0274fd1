//! Tells an answer: as text for people, or through a line with placeholders for programs.

pub use crate::json::JsonLineEnd;
use std::fmt::Write;
use zug_lang::wording;

/// An answer in words, ready to be printed in any form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerView {
    /// Title of the game.
    pub title: String,
    /// Moves played before the position that was asked about.
    pub after: Vec<String>,
    /// Who is to move; nobody where play is over.
    pub turn: Option<String>,
    /// Value from the first player's side.
    pub value: i64,
    /// The same in words: `B wins`.
    pub value_text: String,
    /// The player whom the value favours.
    pub winner: Option<String>,
    /// Plies to the end under best play, where known.
    pub plies: Option<u64>,
    /// The nimber, if asked for.
    pub nimber: Option<u32>,
    /// The moves that keep the value, in the order of the definition.
    pub best: Vec<String>,
    /// If the best moves are only those that win within so many plies, and of the others nothing is
    /// known: that number.
    pub best_within: Option<u32>,
    /// Whether these plies count to an end or to a position of a database.
    pub to_database: bool,
    /// How many legal moves there are.
    pub legal: usize,
    /// A line of best play.
    pub line: Vec<String>,
    /// How that line ends.
    pub line_end: JsonLineEnd,
    /// Every legal move with its value, if asked for.
    pub moves: Vec<MoveView>,
    /// The solver: `alphabeta`.
    pub solver: &'static str,
    /// A sentence that says how the value is known and why that way is sound.
    pub why: String,
}

impl AnswerView {
    /// An answer that says nothing, to try a template on.
    pub fn blank() -> AnswerView {
        AnswerView {
            title: String::new(),
            after: Vec::new(),
            turn: None,
            value: 0,
            value_text: String::new(),
            winner: None,
            plies: None,
            nimber: None,
            best: Vec::new(),
            best_within: None,
            to_database: false,
            legal: 0,
            line: Vec::new(),
            line_end: JsonLineEnd::Terminal,
            moves: Vec::new(),
            solver: "",
            why: String::new(),
        }
    }
}

/// A legal move with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveView {
    /// The move.
    pub text: String,
    /// Its value from the first player's side.
    pub value: i64,
    /// The value in words.
    pub value_text: String,
    /// Plies to the end, this move included, where known.
    pub plies: Option<u64>,
}

/// More moves than these are counted and not named where all of them are best.
const LISTED: usize = 30;

/// The answer for people: a sentence first, then the proof in rows.
pub fn human(view: &AnswerView) -> String {
    let mut out = format!("{}: {}{}\n", view.title, view.value_text, in_plies(view.plies));
    if let Some(nimber) = view.nimber {
        row(&mut out, "nimber", &nimber.to_string());
    }
    if view.turn.is_none() {
        row(&mut out, "over", "play is over in this position");
        return out;
    }
    row(&mut out, "best moves", &best(view));
    row(&mut out, "best line", &line(view));
    row(&mut out, "because", &view.why);
    if !view.moves.is_empty() {
        out.push('\n');
        table(&mut out, &view.moves);
    }
    out
}

fn in_plies(plies: Option<u64>) -> String {
    plies.map(|count| format!(" in {}", wording::plies(count))).unwrap_or_default()
}

/// Moves after one another, for [`row`], which breaks no line within a move.
pub(super) fn listed(moves: &[String]) -> String {
    moves.iter().map(|text| text.replace(' ', TIED)).collect::<Vec<_>>().join(", ")
}

/// A blank at which no line is broken, until it is printed.
const TIED: &str = "\u{a0}";

/// A name and a text beside it, broken at blanks.
pub(super) fn row(out: &mut String, name: &str, text: &str) {
    const NAME: usize = 12;
    const WIDTH: usize = 100;
    let mut line = format!("  {name:NAME$}");
    let mut column = NAME + 2;
    for (i, word) in text.split(' ').enumerate() {
        let width = unicode_width::UnicodeWidthStr::width(word);
        if i > 0 && column + 1 + width > WIDTH {
            let _ = writeln!(out, "{}", line.trim_end().replace(TIED, " "));
            line = format!("  {:NAME$}{word}", "");
            column = NAME + 2 + width;
        } else {
            line.push_str(if i > 0 { " " } else { "" });
            line.push_str(word);
            column += width + usize::from(i > 0);
        }
    }
    let _ = writeln!(out, "{}", line.trim_end().replace(TIED, " "));
}

fn best(view: &AnswerView) -> String {
    let list = listed(&view.best);
    match (view.best.len(), view.legal) {
        (some, all) if view.best_within.is_some() && some < all => {
            let plies = wording::plies(view.best_within.map_or(0, u64::from));
            let or = if view.to_database { " or come to a won position of the database by then" } else { "" };
            format!("{list} ({some} of {all} moves win within {plies}{or}; of the others it is not known)")
        }
        (1, 1) => format!("{list} (the only move)"),
        (some, all) if some == all && all > LISTED => format!("all {all} moves"),
        (some, all) if some == all => format!("{list} (all {all} moves)"),
        (some, all) => format!("{list} ({some} of {all} moves)"),
    }
}

fn line(view: &AnswerView) -> String {
    in_full(&view.line, view.line_end)
}

/// A line of play and how it ends.
pub(super) fn in_full(line: &[String], end: JsonLineEnd) -> String {
    let list = listed(line);
    match end {
        JsonLineEnd::Terminal => format!("{list} ({})", wording::plies(line.len() as u64)),
        JsonLineEnd::Repeats => format!("{list} (back to a position of this line: play repeats)"),
        JsonLineEnd::Cut if line.is_empty() => {
            "not known: a move that keeps the value may go round for ever".to_string()
        }
        JsonLineEnd::Cut => format!("{list}, ..."),
    }
}

fn table(out: &mut String, moves: &[MoveView]) {
    let width = |text: &str| unicode_width::UnicodeWidthStr::width(text);
    let widest = moves.iter().map(|each| width(&each.text)).max().unwrap_or(0);
    for each in moves {
        let gap = widest - width(&each.text) + 2;
        let _ = writeln!(out, "  {}{:gap$}{}{}", each.text, "", each.value_text, in_plies(each.plies));
    }
}

/// Fills the placeholders of `--format`; `number` counts answers from 1.
///
/// Known are {n} {value} {winner} {points} {plies} {best} {best_count} {line} {moves}; `{{` and
/// `}}` are braces. What an answer does not have (the winner of a draw is `draw`) is empty, and
/// blanks at the end of the line are dropped.
///
/// # Errors
/// The placeholder that is not known, or a brace that is not closed.
pub fn fill(template: &str, number: usize, view: &AnswerView) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        out.push_str(&rest[..at]);
        let tail = &rest[at..];
        if tail.starts_with("{{") || tail.starts_with("}}") {
            out.push_str(&tail[..1]);
            rest = &tail[2..];
        } else if let (true, Some(end)) = (tail.starts_with('{'), tail.find('}')) {
            out.push_str(&placeholder(&tail[1..end], number, view)?);
            rest = &tail[end + 1..];
        } else {
            return Err(format!("`{}` stands alone; write it twice to print one", &tail[..1]));
        }
    }
    out.push_str(rest);
    Ok(out.trim_end().to_string())
}

fn placeholder(name: &str, number: usize, view: &AnswerView) -> Result<String, String> {
    Ok(match name {
        "n" => number.to_string(),
        "value" => view.value_text.clone(),
        "winner" => view.winner.clone().unwrap_or_else(|| "draw".to_string()),
        "points" => view.value.to_string(),
        "plies" => view.plies.map(|count| count.to_string()).unwrap_or_default(),
        "best" => view.best.join(", "),
        "best_count" => view.best.len().to_string(),
        "line" => view.line.join(", "),
        "moves" => view.after.join(", "),
        other => {
            let known = "{n} {value} {winner} {points} {plies} {best} {best_count} {line} {moves}";
            return Err(format!("`{{{other}}}` is no placeholder; there are {known}"));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view() -> AnswerView {
        AnswerView {
            title: "T".into(),
            after: vec!["1 2".into()],
            turn: Some("A".into()),
            value: -1,
            value_text: "B wins".into(),
            winner: Some("B".into()),
            plies: None,
            nimber: None,
            best: vec!["1 3".into()],
            best_within: None,
            to_database: false,
            legal: 1,
            line: vec!["1 3".into()],
            line_end: JsonLineEnd::Terminal,
            moves: Vec::new(),
            solver: "alphabeta",
            why: "play ends".into(),
        }
    }

    #[test]
    fn placeholders_are_filled_and_braces_doubled() {
        assert_eq!(fill("Game {n}: {value}.", 3, &view()).unwrap(), "Game 3: B wins.");
        assert_eq!(fill("{{{winner}}} {plies}", 1, &view()).unwrap(), "{B}");
        assert_eq!(fill("{best_count}", 1, &view()).unwrap(), "1");
    }

    #[test]
    fn an_unknown_placeholder_is_named() {
        assert!(fill("{who}", 1, &view()).unwrap_err().contains("{who}"));
        assert!(fill("{n", 1, &view()).is_err());
    }

    #[test]
    fn many_moves_that_are_all_best_are_counted() {
        let moves: Vec<String> = (0..31).map(|n| n.to_string()).collect();
        let all = AnswerView { best: moves.clone(), legal: 31, ..view() };
        assert_eq!(best(&all), "all 31 moves");
        let some = AnswerView { best: moves, legal: 32, ..view() };
        assert!(best(&some).ends_with("30 (31 of 32 moves)"));
    }
}
